//! The splits that trees within a budget may start with.
use super::storage::RootSolver;
use crate::columns::{ColumnNearSplit, ColumnSolver, ones};
use crate::layout::{NO, Side, YES};
use crate::memo::{Limit, Remaining};
use crate::node::{Node, Task, choice};
use crate::solve::Solver;

/// A split that trees within a budget may start with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NearSplit {
    /// The feature.
    pub feature: u32,
    /// Lower bounds of the cost of both sides (yes, no).
    pub lower: [i64; 2],
    /// The label of a lone leaf on both sides: the first of the cheapest.
    pub labels: [usize; 2],
}

/// What is known of a set of points.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NearSplits {
    /// The cost of a leaf.
    pub leaf: i64,
    /// Its label: the first of the cheapest.
    pub label: usize,
    /// The measures of the points.
    pub measures: Vec<i64>,
    /// The splits that trees within the budget may start with.
    pub splits: Vec<NearSplit>,
}

/// Finds the splits that trees within a budget may start with. Every thread has its own.
pub struct NearSplitSearch<'s, 'a> {
    pub(super) solver: &'s mut RootSolver<'a>,
    /// The measures of the points, where they are stored as ranks.
    pub(super) measures: &'s [Vec<i64>],
}

impl NearSplitSearch<'_, '_> {
    /// The splits of a set of points that trees of cost at most `budget` may start with, with the
    /// least costs of their sides. `depth` levels of splits are left, if that is limited. When
    /// stopped, there may be splits too many.
    ///
    /// Looks at the splits that `next` names, until it names no more. It is told how many there are
    /// (those that have points on both sides, the same for all threads; none where no split is within
    /// depth and budget) and names one by its number. It is asked at least once. Splits with successive
    /// numbers are far apart. Where ranks are stored, all splits of a column have one number, and of
    /// neighbours that part the points alike the first is told.
    pub fn near_splits(
        &mut self,
        points: &[u64],
        depth: Option<u32>,
        budget: i64,
        next: &mut dyn FnMut(usize) -> Option<usize>,
    ) -> NearSplits {
        match &mut *self.solver {
            RootSolver::Bits(solver, ..) => near_splits(solver, points, depth, budget, next),
            RootSolver::Ranks(solver, _) => {
                let measures = sums_over(points, self.measures);
                near_splits_of_columns(solver, points, (depth, budget), next, measures)
            }
        }
    }
}

/// The sums of measures over a set of points.
fn sums_over(points: &[u64], measures: &[Vec<i64>]) -> Vec<i64> {
    let mut sums = vec![0; measures.len()];
    for point in ones(points) {
        for (sum, measure) in sums.iter_mut().zip(measures) {
            *sum += measure[point as usize];
        }
    }
    sums
}

/// What [`NearSplitSearch::near_splits`] says, of a problem whose splits are stored as ranks.
pub(super) fn near_splits_of_columns(
    solver: &mut ColumnSolver<'_>,
    points: &[u64],
    (depth, budget): (Option<u32>, i64),
    next: &mut dyn FnMut(usize) -> Option<usize>,
    measures: Vec<i64>,
) -> NearSplits {
    let (leaf, label) = solver.problem.leaf(&solver.problem.totals(points));
    let label = solver.problem.label_numbers[label];
    let remaining = Remaining { depth: Limit::given(depth), leaves: Limit::NONE };
    let found = solver.near_splits(points, remaining, budget, next);
    let near = |near: ColumnNearSplit| NearSplit {
        feature: near.split,
        lower: near.costs,
        labels: near.labels,
    };
    NearSplits { leaf, label, measures, splits: found.into_iter().map(near).collect() }
}

/// What [`NearSplitSearch::near_splits`] says, of a problem whose splits are stored as bits.
pub(super) fn near_splits(
    solver: &mut Solver<'_>,
    points: &[u64],
    depth: Option<u32>,
    budget: i64,
    next: &mut dyn FnMut(usize) -> Option<usize>,
) -> NearSplits {
    let projection = solver.evaluator.project_set(points);
    let instance = solver.context().instance;
    let mut splits = Vec::new();
    if depth != Some(0) && budget >= 2 * instance.per_leaf {
        let remaining = Remaining { depth: Limit::given(depth), leaves: Limit::NONE };
        let task = Task::new(remaining, budget, 0);
        let mut node = solver.evaluator.node(&projection, task);
        splits = settle_splits(solver, &mut node, next);
        solver.evaluator.reuse_node(node);
    } else {
        // Threads that share the splits of a set are to know that there are none.
        next(0);
    }
    let (loss, label) = instance.measures.leaf(&projection.totals);
    let (leaf, label) = (loss + instance.per_leaf, instance.labels[label]);
    let near = NearSplits { leaf, label, measures: projection.totals.clone(), splits };
    solver.evaluator.reuse_projection(projection);
    near
}

fn settle_splits(
    solver: &mut Solver<'_>,
    node: &mut Node<'_>,
    next: &mut dyn FnMut(usize) -> Option<usize>,
) -> Vec<NearSplit> {
    solver.evaluator.count_leaves(node);
    node.compute_avoidable_costs();
    if node.task.remaining.depth == 1 {
        node.splits.raise_to_leaves();
    }
    solver.evaluator.count_expansion();
    solver.lookup.look_up_sides(node);
    let mut near = Vec::new();
    let order = coarse_to_fine(node.splits.len());
    while let Some(number) = next(order.len()) {
        let split = order[number];
        if settle_split(solver, node, split) {
            let lower = [YES, NO].map(|answer| node.splits.lower(Side { split, answer }));
            let labels = Side::both(split).map(|side| leaf_label(node, side));
            near.push(NearSplit { feature: node.feature(split), lower, labels });
        }
    }
    node.check_sides(solver.memo, "splits near an optimum");
    near
}

/// The label of a lone leaf on a side.
fn leaf_label(node: &Node<'_>, side: Side) -> usize {
    let (instance, mut counts) = (node.context.instance, Vec::new());
    node.projection.side_counts(side, &mut counts);
    instance.labels[instance.measures.leaf(&counts).1]
}

/// Raises the bounds of both sides of a split until their sum is above the budget or they are exact.
/// Returns whether the sum is at most the budget.
fn settle_split(solver: &mut Solver<'_>, node: &mut Node<'_>, split: usize) -> bool {
    let budget = node.task.budget;
    if node.splits.bound(split) <= budget {
        solver.lookup.look_up_split(node, split);
    }
    let open = |node: &Node<'_>| Side::both(split).iter().any(|&s| node.splits.is_open(s));
    while node.splits.bound(split) <= budget && open(node) && !solver.control.stopped() {
        let side = choice::side_to_solve(node, split);
        solver.raise_side(node, side);
    }
    node.splits.bound(split) <= budget
}

/// The numbers below `n`, with neighbours far apart: what is proven of some thresholds rules out many
/// of those between them.
fn coarse_to_fine(n: usize) -> Vec<usize> {
    let steps = std::iter::successors(Some(n.next_power_of_two() / 2), |step| Some(step / 2));
    let between = steps.take_while(|&step| step > 0);
    let between = between.flat_map(|step| (step..n).step_by(2 * step));
    std::iter::once(0).filter(|_| n > 0).chain(between).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{AdditiveProblem, AdditiveSplits, Feature};
    use crate::run::{AdditiveSearch, SearchControl};
    use std::sync::Mutex;

    /// Threads that wait for the number of splits would wait for ever if they were not told.
    #[test]
    fn where_no_split_is_within_the_budget_that_is_told() {
        let features = [Feature { bits: vec![0b0011], column: 0, place: None }];
        let problem = AdditiveProblem {
            splits: AdditiveSplits::Features(&features),
            points: 4,
            measures: vec![vec![1, 1, 0, 0], vec![0, 0, 1, 1]],
            label_costs: vec![0, 10, 10, 0],
            max_unit_costs: vec![10, 10],
            least_rows: None,
            rule: None,
            per_leaf: 3,
            max_depth: None,
        };
        for (depth, budget, splits) in [(None, 6, 1), (None, 5, 0), (Some(0), 6, 0)] {
            let control = SearchControl::default();
            let search = AdditiveSearch::new(&problem, &control);
            let told = Mutex::new(Vec::new());
            search.solver().run_on_workers(|near| {
                let next = &mut |splits: usize| {
                    told.lock().unwrap().push(splits);
                    None
                };
                near.near_splits(&[0b1111], depth, budget, next);
            });
            assert_eq!(told.into_inner().unwrap(), [splits]);
        }
    }

    #[test]
    fn coarse_to_fine_names_every_split_once() {
        assert_eq!(coarse_to_fine(7), [0, 4, 2, 6, 1, 3, 5]);
        for n in 0..70 {
            let mut order = coarse_to_fine(n);
            order.sort_unstable();
            assert!(order.into_iter().eq(0..n));
        }
    }
}
