//! The two ways to store the splits of a problem, as the engine sees them.
use super::proof::StepKind;
use crate::columns::{ColumnInstance, ColumnSolver};
use crate::control::Control;
use crate::layout::{Instance, Projection};
use crate::memo::{Bounds, Memo, Remaining};
use crate::node::{Context, WarmStart};
use crate::optima::{all_optima, canonical};
use crate::outcome::Shape;
use crate::problem::{Limits, Problem, SearchOptions, Storage, Techniques};
use crate::solve::Solver;
use crate::tree::{Choices, greedy, leaf_tree, pruned, reconstruct};

/// A problem, laid out one way or the other.
pub(crate) enum LaidOut {
    /// A bit per split and point.
    Bits(Box<Instance>),
    /// A rank per column and point.
    Ranks(Box<ColumnInstance>),
}

/// More splits than this are stored as ranks: counting all pairs of them is out of the question
/// (banknotes, 5,013 splits, λ = .02: 8.5 s with bits, .03 s with ranks).
const MANY_SPLITS: usize = 3000;

/// With a penalty per leaf so many splits are stored as ranks, too, ...
const SOME_SPLITS: usize = 100;

/// ... if there are so many for each pair of columns: laying a node out takes time for each pair of columns
/// with ranks, and for each pair of splits with bits. (FourClass, 343 splits of 2 columns, λ = .01: 2.5 s
/// with bits, .9 s with ranks; banknotes, 200 splits of 4 columns: .54 s and .36 s; rice, 350 of 7: not in
/// 20 s, and 4.4 s. But FICO, 1,357 of 23, λ = .05: .85 s and 3.7 s; COMPAS, 587 of 22: .08 s and 1.9 s.)
const SPLITS_PER_PAIR: usize = 5;

/// The same without a penalty (COMPAS, 587 splits, depth 3: 1.7 s with bits, 1.2 s with ranks; FICO 2.0 s
/// and 0.6 s).
const MANY_FREE_SPLITS: usize = 500;

impl LaidOut {
    /// Lays a problem out as the options say; `None` once `stop` returns true.
    pub fn new(
        problem: &Problem,
        options: &SearchOptions,
        stop: &dyn Fn() -> bool,
    ) -> Option<LaidOut> {
        let (reduce, keep_all) = (options.techniques.reduction, options.all_optima > 1);
        let ranks = match options.storage {
            Storage::Bits => false,
            Storage::Ranks => true,
            Storage::Auto => prefers_ranks(problem),
        };
        if stop() {
            return None;
        }
        match ranks {
            true => ColumnInstance::new(problem, (reduce, keep_all), stop)
                .map(Box::new)
                .map(LaidOut::Ranks),
            false => {
                Instance::new(problem, (reduce, keep_all), stop).map(Box::new).map(LaidOut::Bits)
            }
        }
    }

    /// Number of points kept.
    pub fn points(&self) -> usize {
        match self {
            LaidOut::Bits(instance) => instance.points,
            LaidOut::Ranks(instance) => instance.points,
        }
    }

    /// Cost of a leaf.
    pub fn per_leaf(&self) -> i64 {
        match self {
            LaidOut::Bits(instance) => instance.per_leaf,
            LaidOut::Ranks(instance) => instance.per_leaf,
        }
    }

    /// What every tree pays, which was subtracted from all costs.
    pub fn unavoidable_cost(&self) -> i64 {
        match self {
            LaidOut::Bits(instance) => instance.unavoidable_cost,
            LaidOut::Ranks(instance) => instance.unavoidable_cost,
        }
    }

    /// Limits on the tree.
    pub fn limits(&self) -> &Limits {
        match self {
            LaidOut::Bits(instance) => &instance.limits,
            LaidOut::Ranks(instance) => &instance.limits,
        }
    }

    /// Changes the penalty, and with it the unit of costs: all but leaves and rows now cost
    /// `times` / `over` (in lowest terms) times as many units.
    pub fn rescale(&mut self, times: i64, over: i64, per_leaf: i64) {
        match self {
            LaidOut::Bits(instance) => instance.rescale(times, over, per_leaf),
            LaidOut::Ranks(instance) => instance.rescale(times, over, per_leaf),
        }
    }

    /// How a search raises the root's budget. Those of few levels end soon as a rule.
    pub(super) fn step_kind(&self) -> StepKind {
        const FEW_LEVELS: u32 = 3;
        match self {
            LaidOut::Bits(_) => StepKind::Large,
            LaidOut::Ranks(instance) => StepKind::Short {
                is_late: instance.limits.max_depth.is_some_and(|depth| depth <= FEW_LEVELS),
            },
        }
    }

    /// Whether no stack that a thread has is too small: a way from the root asks no split twice. To look how much
    /// stack is left takes as long as a small search.
    pub fn is_shallow(&self) -> bool {
        const FEW_SPLITS: usize = 32;
        matches!(self, LaidOut::Bits(instance) if instance.replicas.matrix.features() <= FEW_SPLITS)
    }

    /// Whether a few expansions are short: they take little time and little stack.
    pub fn is_small(&self) -> bool {
        match self {
            LaidOut::Bits(instance) => {
                let matrix = &instance.replicas.matrix;
                matrix.features() <= 128 && matrix.features() * matrix.words() <= 1 << 13
            }
            LaidOut::Ranks(instance) => {
                instance.points.saturating_mul(instance.columns.len()) <= 1 << 13
            }
        }
    }
}

/// What the threads of a search share.
#[derive(Clone, Copy)]
pub(super) struct Shared<'a> {
    pub laid_out: &'a LaidOut,
    pub memo: &'a Memo,
    pub control: &'a Control,
    pub warm_start: &'a WarmStart<'a>,
}

/// One thread's search, at the root.
pub(super) enum RootSolver<'a> {
    Bits(Box<Solver<'a>>, Projection, Remaining),
    Ranks(Box<ColumnSolver<'a>>, Remaining),
}

impl<'a> RootSolver<'a> {
    /// A solver for a thread that shares the memo with others if `shared`.
    pub fn new(all: Shared<'a>, techniques: Techniques, shared: bool) -> RootSolver<'a> {
        let remaining = Remaining::at_root(all.laid_out.limits(), all.laid_out.points());
        match all.laid_out {
            LaidOut::Bits(instance) => {
                let solver = bit_solver(all, instance, techniques).sharing(shared);
                RootSolver::of_bits(solver, remaining)
            }
            LaidOut::Ranks(instance) => {
                let solver = ColumnSolver::new(instance, all.memo, all.control);
                let mut solver = solver.with_techniques(techniques);
                let in_use = techniques.concave_in_lambda && all.warm_start.has_memo();
                solver.warm_start = in_use.then_some(all.warm_start);
                solver.shared = shared;
                RootSolver::Ranks(Box::new(solver), remaining)
            }
        }
    }

    /// A solver that keeps every split that has points on both sides, for listing all optima.
    pub fn keeping_all_splits(all: Shared<'a>, techniques: Techniques) -> RootSolver<'a> {
        let techniques = Techniques { useless_sides: false, ..techniques };
        let solver = RootSolver::new(all, techniques, false);
        match solver {
            RootSolver::Bits(solver, _, remaining) => {
                RootSolver::of_bits(solver.keeping_all_splits(), remaining)
            }
            RootSolver::Ranks(mut solver, remaining) => {
                solver.all_splits = true;
                RootSolver::Ranks(solver, remaining)
            }
        }
    }

    fn of_bits(mut solver: Solver<'a>, remaining: Remaining) -> RootSolver<'a> {
        let root = solver.evaluator.project_root();
        RootSolver::Bits(Box::new(solver), root, remaining)
    }

    /// A lone leaf, and its cost.
    pub fn leaf(&self) -> (i64, Shape) {
        match self {
            RootSolver::Bits(solver, root, _) => leaf_tree(solver.context().instance, root),
            RootSolver::Ranks(solver, _) => solver.leaf_tree(&solver.problem.everything),
        }
    }

    /// The best tree that the memo knows, and its cost.
    pub fn known_tree(&mut self) -> (i64, Shape) {
        match self {
            RootSolver::Bits(solver, root, remaining) => {
                let memo = solver.memo;
                reconstruct(&mut solver.evaluator, memo, root, *remaining)
            }
            RootSolver::Ranks(solver, remaining) => {
                solver.tree(&solver.problem.everything, *remaining)
            }
        }
    }

    /// A good tree at once, and its cost.
    pub fn greedy(&mut self) -> (i64, Shape) {
        match self {
            RootSolver::Bits(solver, root, remaining) => {
                let memo = solver.memo;
                let free = remaining.without_leaf_limit();
                let mut steps = Vec::new();
                greedy(&mut solver.evaluator, memo, root, free, &mut steps);
                if let Some(leaves) = remaining.leaves.number() {
                    let choices = match solver.control.stopped() {
                        true => Choices::Steps(steps.iter()),
                        false => Choices::Known(memo),
                    };
                    return pruned(&mut solver.evaluator, choices, root, free, leaves);
                }
            }
            RootSolver::Ranks(solver, remaining) => {
                let everything = &solver.problem.everything;
                // The search itself is as fast where two levels are all.
                if remaining.below().is_stump() {
                    return solver.leaf_tree(everything);
                }
                solver.greedy(everything, *remaining, &mut Vec::new());
                if let Some(leaves) = remaining.leaves.number() {
                    // Without the limit it looks ahead from every node; then the limit often does not bind.
                    let free = remaining.without_leaf_limit();
                    solver.greedy(everything, free, &mut Vec::new());
                    let (cost, tree) = solver.tree(everything, free);
                    let is_kept = tree.leaves() <= leaves as usize;
                    // A tree of which a part was grown could keep the limit, and the whole one not.
                    if is_kept && !solver.control.stopped() && cost < self.known_tree().0 {
                        return (cost, tree);
                    }
                }
            }
        }
        self.known_tree()
    }

    /// Whether other threads work on the same memo.
    pub fn share(&mut self, shared: bool) {
        match self {
            RootSolver::Bits(solver, ..) => solver.shared = shared,
            RootSolver::Ranks(solver, _) => solver.shared = shared,
        }
    }

    /// Solves the root for a budget of `target`, starting from all that is known of it.
    pub fn solve(&mut self, target: i64) -> Bounds {
        match self {
            RootSolver::Bits(solver, root, remaining) => {
                solver.solve_root(root, *remaining, target)
            }
            RootSolver::Ranks(solver, remaining) => solver.solve_root(*remaining, target),
        }
    }

    /// The canonical tree, whose cost is `cost`; `None` when the search is stopped before it is found.
    pub fn canonical(&mut self, cost: i64) -> Option<Shape> {
        match self {
            RootSolver::Bits(solver, root, remaining) => canonical(solver, root, *remaining, cost),
            RootSolver::Ranks(solver, remaining) => {
                let everything = &solver.problem.everything;
                solver.canonical(everything, solver.binding_at_root(*remaining, cost), cost)
            }
        }
    }

    /// Up to `most` optimal trees, whose cost is `cost`.
    pub fn all_optima(&mut self, cost: i64, most: usize) -> Vec<Shape> {
        match self {
            RootSolver::Bits(solver, root, remaining) => {
                all_optima(solver, root, *remaining, cost, most)
            }
            RootSolver::Ranks(solver, remaining) => {
                let everything = &solver.problem.everything;
                solver.optima(everything, solver.binding_at_root(*remaining, cost), cost, most)
            }
        }
    }
}

/// Whether a problem is searched faster with ranks.
pub(super) fn prefers_ranks(problem: &Problem) -> bool {
    let (splits, columns) = (problem.points().splits(), problem.points().columns.len());
    let many_per_pair = splits >= SOME_SPLITS.max(SPLITS_PER_PAIR * columns * columns);
    splits > many_splits(problem) || (problem.costs().per_leaf() > 0 && many_per_pair)
}

fn many_splits(problem: &Problem) -> usize {
    if problem.costs().per_leaf() == 0 { MANY_FREE_SPLITS } else { MANY_SPLITS }
}

fn bit_solver<'a>(all: Shared<'a>, instance: &'a Instance, techniques: Techniques) -> Solver<'a> {
    let context = Context { instance, techniques };
    Solver::new(context, all.memo, all.control).starting_from(all.warm_start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::cases::Case;
    use std::cell::Cell;

    /// The canonical tree if the search is stopped after so many more expansions than the proof took.
    fn canonical_within(case: &Case, storage: Storage, expansions: u64) -> Option<Shape> {
        let options = SearchOptions { storage, ..SearchOptions::default() };
        let laid_out = LaidOut::new(&case.problem(), &options, &|| false).expect("no stop");
        let (memo, control) = (Memo::new(laid_out.points(), 1), Control::new());
        let warm_start = &WarmStart::default();
        let all = Shared { laid_out: &laid_out, memo: &memo, control: &control, warm_start };
        let mut solver = RootSolver::new(all, Techniques::ALL, false);
        let found = solver.solve(i64::MAX / 8);
        assert!(found.is_exact());
        control.pause_after(control.nodes().saturating_add(expansions));
        solver.canonical(found.upper)
    }

    /// Whether a problem is laid out if it is stopped when it has asked so often.
    fn is_laid_out(case: &Case, storage: Storage, calls: usize) -> bool {
        let asked = Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > calls
        };
        let options = SearchOptions { storage, ..SearchOptions::default() };
        LaidOut::new(&case.problem(), &options, &stop).is_some()
    }

    /// No column of a large table is laid out after the time is over.
    #[test]
    fn laying_out_is_stopped_between_columns() {
        // A case of more columns than there are other steps to stop at.
        let columns = |case: &Case| case.problem().points().columns.len();
        let case = (0..).map(Case::random).find(|case| columns(case) == 5).unwrap();
        for storage in [Storage::Bits, Storage::Ranks] {
            for calls in 0..=columns(&case) {
                assert!(!is_laid_out(&case, storage, calls), "{storage:?} {calls}");
            }
            assert!(is_laid_out(&case, storage, usize::MAX));
        }
    }

    /// Wherever it is stopped, the choice of the tree is the one that the rule makes, or none.
    #[test]
    fn a_choice_that_is_stopped_is_no_choice() {
        let mut stopped = [0; 2];
        for seed in 0..12 {
            let case = Case { penalty: 0, ..Case::numeric(seed, 9, 40, 3) };
            for (at, storage) in [Storage::Bits, Storage::Ranks].into_iter().enumerate() {
                let expected = canonical_within(&case, storage, u64::MAX);
                assert!(expected.is_some());
                for expansions in 0..8 {
                    let found = canonical_within(&case, storage, expansions);
                    stopped[at] += usize::from(found.is_none());
                    assert!(
                        found.is_none() || found == expected,
                        "{seed} {storage:?} {expansions}"
                    );
                }
            }
        }
        assert!(stopped[1] > 0, "{stopped:?}");
    }
}
