//! The points of a node as a problem of its own, and exact searches of it.
use super::exact::Exact;
use super::found::Found;
use super::stop::Stop;
use gosdt_search::{
    Column, Limits, Points, Problem, SearchOptions, Shape, ShapeNode, SplitKind, Status, search,
};
use std::time::Duration;

/// How far a search of a node may go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Limits on the subtree.
    pub(super) limits: Limits,
    /// Time for the search.
    pub(super) time: Duration,
    /// Most points × splits: longer columns keep some of their thresholds.
    pub(super) most_answers: usize,
    /// The memory that the process may hold.
    pub(super) memory: Option<u64>,
}

/// What a search of a node found.
pub(super) struct Searched {
    /// A tree on the node's points that costs less than the one it has.
    pub(super) better: Option<Found>,
    /// Whether no tree within the effort's limits is better than the best now known.
    pub(super) is_settled: bool,
}

impl Exact<'_> {
    /// Searches some points for a tree that is better than `now`, until it is stopped.
    pub(super) fn search(
        &self,
        points: &[u32],
        now: &Found,
        effort: &Effort,
        mut stop: Stop<'_>,
    ) -> Searched {
        let part = Part::new(self, points, &now.tree, effort.most_answers);
        let nothing = Searched { better: None, is_settled: part.columns.is_empty() };
        if part.columns.is_empty() {
            return nothing;
        }
        let costs = self.problem.costs().clone();
        let Ok(problem) = Problem::new(part.points, costs, effort.limits) else { return nothing };
        let first =
            part.columns.inward(self, &now.tree).filter(|_| keeps(&now.tree, &effort.limits));
        let options = SearchOptions {
            time_limit: Some(effort.time),
            memory_limit: effort.memory,
            first_trees: first.map(|tree| (now.cost, tree)).into_iter().collect(),
            ..SearchOptions::default()
        };
        let outcome = search(&problem, &options, &mut stop);
        let better = (outcome.upper < now.cost)
            .then(|| Found { cost: outcome.upper, tree: part.columns.outward(&outcome.tree) });
        Searched { better, is_settled: outcome.status == Status::Optimal && part.is_whole }
    }
}

fn keeps(tree: &Shape, limits: &Limits) -> bool {
    limits.max_depth.is_none_or(|most| tree.depth() <= most as usize)
        && limits.max_leaves.is_none_or(|most| tree.leaves() <= most as usize)
}

/// Some points of a problem as points of their own, with the splits that part them.
struct Part {
    points: Points,
    columns: KeptColumns,
    /// Whether all splits that part the points are there.
    is_whole: bool,
}

/// The columns that part the points.
struct KeptColumns(Vec<KeptColumn>);

struct KeptColumn {
    /// Which column of the whole problem.
    column: usize,
    /// The number of its first split there.
    first: usize,
    /// The place there of each split here, ascending.
    places: Vec<u32>,
}

impl Part {
    fn new(exact: &Exact<'_>, points: &[u32], tree: &Shape, most_answers: usize) -> Part {
        let used = used_places(exact, tree);
        let all = exact.problem.points();
        let most_splits = most_answers / points.len().max(1) / all.columns.len().max(1);
        let (mut columns, mut kept, mut is_whole) = (Vec::new(), Vec::new(), true);
        for (at, (column, first)) in exact.columns().enumerate() {
            let codes: Vec<u32> = points.iter().map(|&p| column.codes[p as usize]).collect();
            let mut places = distinct(&codes);
            if column.kind == SplitKind::Thresholds {
                places.pop();
            }
            places.retain(|&place| place < column.splits);
            if column.kind == SplitKind::Thresholds && places.len() > most_splits.max(4) {
                places = thinned(places, most_splits.max(4), &used[at]);
                is_whole = false;
            }
            if places.is_empty() {
                continue;
            }
            columns.push(recoded(column.kind, &codes, &places));
            kept.push(KeptColumn { column: at, first, places });
        }
        let weights = points.iter().flat_map(|&point| exact.weights(point)).copied().collect();
        let rows = points.iter().map(|&point| all.rows[point as usize]).collect();
        let points = Points { len: points.len(), classes: all.classes, weights, rows, columns };
        Part { points, columns: KeptColumns(kept), is_whole }
    }
}

fn distinct(codes: &[u32]) -> Vec<u32> {
    let mut distinct = codes.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    distinct
}

/// The places that a tree asks for, in each column.
fn used_places(exact: &Exact<'_>, tree: &Shape) -> Vec<Vec<u32>> {
    let mut used = vec![Vec::new(); exact.problem.points().columns.len()];
    for node in &tree.nodes {
        if let ShapeNode::Split { feature, .. } = *node {
            let (column, place) = exact.place(feature);
            used[column].push(place);
        }
    }
    used
}

/// Keeps about `most` of the places, evenly spread, and those that part the points as `used` do.
fn thinned(places: Vec<u32>, most: usize, used: &[u32]) -> Vec<u32> {
    let even = (0..most).map(|part| places[(2 * part + 1) * places.len() / (2 * most)]);
    let below = |&place: &u32| places.partition_point(|&other| other <= place).checked_sub(1);
    let mut kept: Vec<u32> =
        even.chain(used.iter().filter_map(below).map(|at| places[at])).collect();
    kept.sort_unstable();
    kept.dedup();
    kept
}

/// The column with these places alone.
fn recoded(kind: SplitKind, codes: &[u32], places: &[u32]) -> Column {
    let splits = places.len() as u32;
    let code = |code: &u32| match kind {
        SplitKind::Thresholds => places.partition_point(|place| place < code) as u32,
        SplitKind::Categories => places.binary_search(code).map_or(splits, |at| at as u32),
    };
    Column { kind, splits, codes: codes.iter().map(code).collect() }
}

impl KeptColumns {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A tree over the kept splits as one over those of the whole problem.
    fn outward(&self, tree: &Shape) -> Shape {
        let number = |mut feature: usize| {
            for column in &self.0 {
                match column.places.get(feature) {
                    Some(&place) => return Some(column.first + place as usize),
                    None => feature -= column.places.len(),
                }
            }
            None
        };
        renumbered(tree, number).unwrap_or_else(|| tree.clone())
    }

    /// A tree of the whole problem as one over the kept splits, if it has no split that all points
    /// answer alike.
    fn inward(&self, exact: &Exact<'_>, tree: &Shape) -> Option<Shape> {
        renumbered(tree, |feature| {
            let (column, place) = exact.place(feature);
            let mut before = 0;
            let kept = self.0.iter().find(|kept| {
                let is_it = kept.column == column;
                before += if is_it { 0 } else { kept.places.len() };
                is_it
            })?;
            let at = match exact.problem.points().columns[column].kind {
                SplitKind::Thresholds => {
                    kept.places.partition_point(|&other| other <= place).checked_sub(1)?
                }
                SplitKind::Categories => kept.places.binary_search(&place).ok()?,
            };
            Some(before + at)
        })
    }
}

fn renumbered(tree: &Shape, number: impl Fn(usize) -> Option<usize>) -> Option<Shape> {
    let node = |node: &ShapeNode| match *node {
        ShapeNode::Leaf { .. } => Some(*node),
        ShapeNode::Split { feature, yes, no } => {
            Some(ShapeNode::Split { feature: number(feature)?, yes, no })
        }
    };
    Some(Shape { nodes: tree.nodes.iter().map(node).collect::<Option<_>>()? })
}
