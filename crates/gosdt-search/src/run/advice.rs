//! A search that is over, kept so that its subproblems can be asked for: whoever writes a proof down
//! learns from it what can be proven.
use super::engine::{laid_out_in_time, search_from, within_memory};
use super::incumbent::Improve;
use super::no_time::best_known;
use super::search_control::SearchControl;
use super::storage::LaidOut;
use super::watch::Watch;
use crate::clock::Instant;
use crate::columns::ColumnSolver;
use crate::layout::{NO, Projection, Side, YES};
use crate::memo::{INFINITE_COST, Key, Memo, Remaining};
use crate::node::{Context, Node, Parent, SplitBounds, Task, WarmStart, inherited, propagation};
use crate::outcome::Outcome;
use crate::problem::{Problem, SearchOptions, Techniques};
use crate::solve::Solver;

/// A search that is over, with all that it remembers.
pub struct FinishedSearch {
    laid_out: LaidOut,
    memo: Memo,
    techniques: Techniques,
}

/// As [`super::search_improving`]; also returns the search, unless there was no room or no time to
/// begin it.
pub fn search_kept(
    problem: &Problem,
    options: &SearchOptions,
    improve: &Improve<'_>,
    watch: &mut dyn Watch,
) -> (Outcome, Option<FinishedSearch>) {
    let started = Instant::now();
    let laid_out = within_memory(problem, options).and_then(|options| {
        let laid_out = laid_out_in_time(problem, &options, started, watch)?;
        Ok((options, laid_out))
    });
    match laid_out {
        Ok((options, laid_out)) => {
            let given = (&laid_out, problem.costs());
            let watched = (Some(improve), watch);
            let (outcome, memo) =
                search_from(&WarmStart::default(), given, started, &options, watched);
            let techniques = options.techniques;
            (outcome, Some(FinishedSearch { laid_out, memo, techniques }))
        }
        Err(reason) => (best_known(problem, &options.first_trees, (reason, started), watch), None),
    }
}

impl FinishedSearch {
    /// What every tree pays, which is not part of the bounds that an adviser tells.
    pub fn unavoidable_cost(&self) -> i64 {
        self.laid_out.unavoidable_cost()
    }

    /// Bytes that the memo holds.
    pub fn memory(&self) -> u64 {
        self.memo.bytes()
    }

    /// An adviser that stands at all points.
    pub fn adviser<'a>(&'a self, control: &'a SearchControl) -> Adviser<'a> {
        let (memo, control) = (&self.memo, &control.control);
        let solver = match &self.laid_out {
            LaidOut::Bits(instance) => {
                let context = Context { instance, techniques: self.techniques };
                AnySolver::Bits(Box::new(Solver::new(context, memo, control)))
            }
            LaidOut::Ranks(instance) => {
                AnySolver::Ranks(Box::new(ColumnSolver::new(instance, memo, control)))
            }
        };
        let points = match &self.laid_out {
            LaidOut::Bits(instance) => instance.everything.clone(),
            LaidOut::Ranks(instance) => instance.everything.clone(),
        };
        let remaining = Remaining::at_root(self.laid_out.limits(), self.laid_out.points());
        let root = Level { points, remaining, from: None, counted: None };
        Adviser { solver, memo, levels: vec![root], key: Key::default() }
    }
}

/// Tells lower bounds of subproblems. It stands at a set of points, and goes down to a side of it and
/// up again.
pub struct Adviser<'a> {
    solver: AnySolver<'a>,
    memo: &'a Memo,
    levels: Vec<Level>,
    key: Key,
}

enum AnySolver<'a> {
    Bits(Box<Solver<'a>>),
    Ranks(Box<ColumnSolver<'a>>),
}

/// A set of points on the way down.
struct Level {
    points: Vec<u64>,
    /// The depth that trees for it may have; leaves are no part of it.
    remaining: Remaining,
    /// The feature and the answer that led here.
    from: Option<(u32, bool)>,
    /// The set as a node of the search, once something was asked of its sides.
    counted: Option<(Projection, SplitBounds)>,
}

impl Adviser<'_> {
    /// Goes down to the points that answer yes (or no) to a feature.
    pub fn enter(&mut self, feature: u32, yes: bool) {
        let top = self.top();
        let remaining = top.remaining.below();
        let points = self.side(feature, yes);
        self.levels.push(Level { points, remaining, from: Some((feature, yes)), counted: None });
    }

    /// Goes up again.
    pub fn leave(&mut self) {
        let Some(level) = self.levels.pop() else { return };
        if let (AnySolver::Bits(solver), Some((projection, _))) = (&mut self.solver, level.counted)
        {
            solver.evaluator.reuse_projection(projection);
        }
    }

    /// The depth that trees for a side may have; `None` if it is not limited.
    pub fn depth_below(&self) -> Option<u32> {
        self.top().remaining.below().depth.number()
    }

    /// A lower bound of a side that is remembered, for trees of at most this many leaves.
    pub fn known(&mut self, feature: u32, yes: bool, leaves: Option<u32>) -> i64 {
        let points = self.side(feature, yes);
        let below = self.top().remaining.below().without_leaf_limit();
        let limited = leaves.map(|leaves| below.with_leaves(leaves));
        let keys = [Some(below), limited].into_iter().flatten();
        let mut known = 0;
        for remaining in keys {
            self.key.set_to(&points, remaining);
            known = self.memo.get(&self.key).map_or(known, |found| found.lower.max(known));
        }
        known
    }

    /// Solves a side for trees of at most this many leaves, or proves that it costs more than the
    /// budget. Returns a lower bound of it.
    pub fn ask(&mut self, feature: u32, yes: bool, leaves: Option<u32>, budget: i64) -> i64 {
        let mut remaining = self.top().remaining.below();
        if let Some(leaves) = leaves {
            remaining = remaining.with_leaves(leaves);
        }
        let points = self.side(feature, yes);
        match &mut self.solver {
            AnySolver::Ranks(solver) => solver.ask(points, remaining, budget).lower,
            AnySolver::Bits(_) => self.ask_bits((feature, yes), &points, remaining, budget),
        }
    }

    /// Takes over what was proven elsewhere of a side.
    pub fn learn(&mut self, feature: u32, yes: bool, lower: i64) {
        let Some(Level { counted: Some((projection, splits)), .. }) = self.levels.last_mut() else {
            return;
        };
        if let Some(split) = projection.split_on(feature) {
            splits.raise(Side { split, answer: answer(yes) }, lower);
        }
    }

    fn top(&self) -> &Level {
        self.levels.last().expect("the adviser stands somewhere")
    }

    fn side(&self, feature: u32, yes: bool) -> Vec<u64> {
        let points = &self.top().points;
        match &self.solver {
            AnySolver::Bits(solver) => {
                let bits = &solver.context().instance.splits.bits[feature as usize];
                let flip = if yes { 0 } else { !0 };
                points.iter().zip(bits).map(|(points, bits)| points & (bits ^ flip)).collect()
            }
            AnySolver::Ranks(solver) => solver.side_of_feature(points, feature, yes),
        }
    }

    fn ask_bits(
        &mut self,
        (feature, yes): (u32, bool),
        points: &[u64],
        remaining: Remaining,
        budget: i64,
    ) -> i64 {
        let last = self.levels.len() - 1;
        self.count(last);
        let AnySolver::Bits(solver) = &mut self.solver else { return 0 };
        let Some((projection, splits)) = self.levels[last].counted.take() else { return 0 };
        let context = *solver.context();
        let task = Task::new(self.levels[last].remaining, INFINITE_COST, 0);
        let mut node = Node::new(context, &projection, task, splits);
        let lower = match projection.split_on(feature) {
            Some(split) => {
                let side = Side { split, answer: answer(yes) };
                ask_side(solver, &mut node, side, remaining, budget)
            }
            None => {
                let child = solver.evaluator.project_set(points);
                let found = solver.solve_remembered(&child, Task::new(remaining, budget, 0)).bounds;
                solver.evaluator.reuse_projection(child);
                found.lower
            }
        };
        let Node { splits, .. } = node;
        self.levels[last].counted = Some((projection, splits));
        lower
    }

    /// Makes a level a node of the search: counts its leaves, and takes over what the level above it
    /// knows.
    fn count(&mut self, level: usize) {
        if self.levels[level].counted.is_some() {
            return;
        }
        if level > 0 {
            self.count(level - 1);
        }
        let above = level.checked_sub(1).and_then(|above| self.levels[above].counted.take());
        let AnySolver::Bits(solver) = &mut self.solver else { return };
        let context = *solver.context();
        let Level { points, remaining, from, .. } = &self.levels[level];
        let split =
            above.as_ref().and_then(|(projection, _)| projection.split_on(from.as_ref()?.0));
        let side = split.zip(*from).map(|(split, (_, yes))| Side { split, answer: answer(yes) });
        let projection = match (&above, side) {
            (Some((above, _)), Some(side)) => solver.evaluator.project_side(above, side),
            (None, _) => solver.evaluator.project_root(),
            (Some(_), None) => solver.evaluator.project_set(points),
        };
        let task = Task::new(*remaining, INFINITE_COST, 0);
        let mut node = Node::new(context, &projection, task, SplitBounds::default());
        solver.evaluator.count_leaves(&mut node);
        node.compute_avoidable_costs();
        let above = above.map(|(above, splits)| {
            let parent = Node::new(context, &above, task, splits);
            if let Some(side) = side.filter(|_| context.may_compare()) {
                inherited::apply_to(&mut node, Parent { node: &parent, side });
            }
            let Node { splits, .. } = parent;
            (above, splits)
        });
        let Node { splits, .. } = node;
        self.levels[level].counted = Some((projection, splits));
        if let Some(above) = above {
            self.levels[level - 1].counted = Some(above);
        }
    }
}

fn answer(yes: bool) -> usize {
    if yes { YES } else { NO }
}

/// Solves a side of a node, with what the node knows, and propagates what was proven.
fn ask_side(
    solver: &mut Solver<'_>,
    node: &mut Node<'_>,
    side: Side,
    remaining: Remaining,
    budget: i64,
) -> i64 {
    let child = solver.evaluator.project_side(node.projection, side);
    let propagates = node.context.propagates() && remaining.leaves.is_none();
    if propagates {
        node.splits.set_within(solver.evaluator.avoidable_within());
    }
    let known = node.splits.lower(side);
    let task = Task { parent: Some(Parent { node, side }), ..Task::new(remaining, budget, known) };
    let solved = solver.solve_remembered(&child, task);
    let found = solved.bounds;
    if remaining.leaves.is_none() {
        node.splits.keep_solved_side(solved.for_neighbours);
        node.splits.learn(side, found.lower, found.upper);
    }
    if propagates {
        let avoidable = node.context.instance.measures.avoidable_cost(&child.totals);
        node.splits.propagate(found.lower, avoidable);
        propagation::along_column(node, side.split);
    }
    solver.evaluator.reuse_projection(child);
    found.lower
}
