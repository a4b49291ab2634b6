//! Additive problems for a caller that solves one with several budgets.
//!
//! Losses that are not sums over leaves are bounded by losses that are. That takes more than an
//! optimum: a proof that nothing is below a budget, a tree at once, and, for any set of points, the
//! splits that trees within a budget may start with. [`AdditiveSearch`] gives these with the same
//! search, bounds and memo as [`crate::search`].
//!
//! ```
//! use gosdt_search::{AdditiveProblem, AdditiveSearch, AdditiveSplits, Feature, SearchControl};
//!
//! // Two points of either class: one feature tells the first from the others.
//! let features = [Feature { bits: vec![0b0001], column: 0, place: None }];
//! let problem = AdditiveProblem {
//!     splits: AdditiveSplits::Features(&features),
//!     points: 4,
//!     measures: vec![vec![1, 1, 0, 0], vec![0, 0, 1, 1]],
//!     label_costs: vec![0, 10, 10, 0],
//!     max_unit_costs: vec![10, 10],
//!     least_rows: None,
//!     rule: None,
//!     per_leaf: 3,
//!     max_depth: None,
//! };
//! let control = SearchControl::default();
//! let search = AdditiveSearch::new(&problem, &control);
//! let mut solver = search.solver();
//! // A leaf costs 20 + 3, a split 10 + 2 · 3.
//! assert!(solver.solve(15).0 > 15);
//! assert_eq!(solver.solve(20), (16, 16));
//! assert_eq!(solver.tree().leaves(), 2);
//! ```
use super::near_splits::NearSplitSearch;
use super::search_control::SearchControl;
use super::storage::{LaidOut, RootSolver, Shared};
use super::workers::{Crew, Workers};
use crate::columns::ColumnInstance;
use crate::layout::Instance;
use crate::memo::{INFINITE_COST, Memo};
use crate::node::{MANY_SPLITS, WarmStart};
use crate::outcome::Shape;
use crate::problem::{AdditiveProblem, AdditiveSplits, Techniques};
use crate::tree::{GrowthStep, greedy};

/// An additive problem, laid out, and what was proven of it so far.
pub struct AdditiveSearch<'a> {
    laid_out: LaidOut,
    /// Whether it is laid out with all splits: it has none if work ended meanwhile.
    is_whole: bool,
    /// The measures of the points, where ranks are stored: costs alone do not tell them.
    measures: Vec<Vec<i64>>,
    memo: Memo,
    warm_start: WarmStart<'static>,
    control: &'a SearchControl,
    workers: Workers,
}

/// A problem laid out as its splits say; `None` once `stop` returns true.
fn laid_out(problem: &AdditiveProblem<'_>, stop: &dyn Fn() -> bool) -> Option<LaidOut> {
    match problem.splits {
        AdditiveSplits::Columns(columns) if problem.rule.is_none() => {
            ColumnInstance::given(problem, columns, stop).map(Box::new).map(LaidOut::Ranks)
        }
        _ => Instance::given(problem, stop).map(Box::new).map(LaidOut::Bits),
    }
}

impl<'a> AdditiveSearch<'a> {
    /// Lays out a problem; `control` is about it from now on. If it is stopped meanwhile, nothing will
    /// be proven, and the tree is a leaf.
    pub fn new(problem: &AdditiveProblem<'_>, control: &'a SearchControl) -> AdditiveSearch<'a> {
        control.control.begin_problem();
        control.control.keep_trees();
        let whole = laid_out(problem, &|| control.stopped());
        let is_whole = whole.is_some();
        let bare = || LaidOut::Bits(Box::new(Instance::without_splits(problem)));
        let laid_out = whole.unwrap_or_else(bare);
        let measures = match &laid_out {
            LaidOut::Bits(_) => Vec::new(),
            LaidOut::Ranks(_) => problem.measures.clone(),
        };
        AdditiveSearch {
            laid_out,
            is_whole,
            measures,
            memo: Memo::new(problem.points, 1),
            warm_start: WarmStart::default(),
            control,
            workers: Workers::default(),
        }
    }

    /// The same search, of which nothing was asked yet, with these threads for its proofs.
    pub fn with(self, workers: Workers) -> AdditiveSearch<'a> {
        let memo = Memo::new(self.laid_out.points(), workers.threads).checked_like(&self.memo);
        AdditiveSearch { memo, workers, ..self }
    }

    /// The same search, of which nothing was asked yet, whose bounds are checked.
    #[cfg(feature = "checked-bounds")]
    pub fn checked_by(self, checked: crate::checked::Checked) -> AdditiveSearch<'a> {
        AdditiveSearch { memo: self.memo.checked_by(Some(checked)), ..self }
    }

    /// A solver for the problem.
    pub fn solver(&self) -> AdditiveSolver<'_> {
        let shared = Shared {
            laid_out: &self.laid_out,
            memo: &self.memo,
            control: &self.control.control,
            warm_start: &self.warm_start,
        };
        let crew = Crew { workers: self.workers, shared, techniques: self.techniques() };
        AdditiveSolver {
            solver: RootSolver::new(shared, crew.techniques, false),
            crew,
            is_whole: self.is_whole,
            measures: &self.measures,
            nodes_before: self.control.nodes(),
        }
    }

    fn techniques(&self) -> Techniques {
        let LaidOut::Bits(instance) = &self.laid_out else { return Techniques::ALL };
        Techniques {
            pairs: pairs_pay(instance),
            useless_sides: instance.measures.rule.is_none(),
            ..Techniques::ALL
        }
    }
}

/// Whether counting pairs of splits pays. With many labels a pair takes longer to count than its
/// sides to look up; with many thresholds, what neighbours tell of each other is worth more.
fn pairs_pay(instance: &Instance) -> bool {
    let Instance { labels, splits, .. } = instance;
    labels.len() <= 2 && !(splits.mostly_thresholds && splits.bits.len() > MANY_SPLITS)
}

/// A tree that was grown from the root down, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrownTree {
    /// The tree, unless its growing was stopped.
    pub tree: Option<Shape>,
    /// The nodes that were grown before that, in preorder (yes before no).
    pub steps: Vec<GrowthStep>,
}

/// Solves an additive problem, for one budget after another. All costs are those of the problem.
pub struct AdditiveSolver<'a> {
    solver: RootSolver<'a>,
    crew: Crew<'a>,
    is_whole: bool,
    measures: &'a [Vec<i64>],
    /// Number of expansions before the first budget.
    nodes_before: u64,
}

impl AdditiveSolver<'_> {
    /// A tree at once, grown by two levels of look-ahead.
    pub fn greedy(&mut self) -> GrownTree {
        let mut steps = Vec::new();
        match &mut self.solver {
            RootSolver::Bits(solver, root, remaining) => {
                let techniques = &mut solver.evaluator.context.techniques;
                techniques.pairs = solver.evaluator.context.instance.measures.rule.is_none();
                greedy(&mut solver.evaluator, solver.memo, root, *remaining, &mut steps);
                solver.evaluator.context.techniques.pairs = self.crew.techniques.pairs;
            }
            RootSolver::Ranks(solver, remaining) => {
                let everything = &solver.problem.everything;
                solver.greedy(everything, *remaining, &mut steps);
            }
        }
        let tree = (!self.crew.shared.control.stopped()).then(|| self.tree());
        GrownTree { tree, steps }
    }

    /// Bounds of the least cost of a tree: afterwards they are equal and at most `budget`, or the
    /// lower one is just above `budget`, or the search was stopped.
    ///
    /// How far above the budget a proof gets depends on timing, and so is not told.
    pub fn solve(&mut self, budget: i64) -> (i64, i64) {
        if !self.is_whole {
            return (0, INFINITE_COST);
        }
        let found = self.crew.prove(&mut self.solver, budget);
        if found.lower > budget {
            return (budget.saturating_add(1), INFINITE_COST);
        }
        if found.is_exact() {
            self.settle_tree(found.upper);
        }
        (found.lower, found.upper)
    }

    /// Takes the canonical one of the trees that have the optimum `cost`.
    fn settle_tree(&mut self, cost: i64) {
        if let Some(tree) = self.solver.canonical(cost) {
            self.crew.shared.control.settle(cost, tree);
        }
    }

    /// The best tree known. It costs at most the upper bound that [`AdditiveSolver::solve`] returned.
    pub fn tree(&mut self) -> Shape {
        let control = self.crew.shared.control;
        let (cost, tree) = self.solver.known_tree();
        control.offer(cost, tree.clone());
        control.best().map_or(tree, |(_, best)| best)
    }

    /// Runs `work` on all workers; what one proves, the others know. If all budgets so far were
    /// answered by so few expansions that no worker was started, `work` runs on the calling thread
    /// alone.
    pub fn run_on_workers(&mut self, work: impl Fn(&mut NearSplitSearch<'_, '_>) + Sync) {
        let expanded = self.crew.shared.control.nodes() - self.nodes_before;
        let alone = expanded < self.crew.workers.solo_expansions;
        let workers = if alone { Workers::default() } else { self.crew.workers };
        let measures = self.measures;
        let crew = Crew { workers, ..self.crew };
        crew.run_on_all(&mut self.solver, |solver| work(&mut NearSplitSearch { solver, measures }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{Feature, LabelRule};
    use gosdt_oracle::random::Stream;

    /// Leaves are labelled by a rule other than the cheapest label: pairs of splits, counted with the
    /// cheapest labels, still bound them and settle nodes.
    #[test]
    fn alive_pairs_settle_nodes_where_a_rule_labels_leaves() {
        let mut stream = Stream::new(3);
        let mut bits = || stream.below(1 << 31) as u64 | (stream.below(1 << 31) as u64) << 31;
        let features: Vec<Feature> = (0..8)
            .map(|column| Feature { bits: vec![bits() & ((1 << 60) - 1)], column, place: None })
            .collect();
        let class = |point: usize, class: u64| {
            let both = features[0].bits[0] & features[1].bits[0] | bits_of_noise(point);
            i64::from(both >> point & 1 == class)
        };
        let problem = AdditiveProblem {
            splits: AdditiveSplits::Features(&features),
            points: 60,
            measures: [1, 0].map(|of| (0..60).map(|point| class(point, of)).collect()).to_vec(),
            label_costs: vec![6, 0, 0, 5],
            max_unit_costs: vec![6, 5],
            least_rows: None,
            rule: Some(LabelRule { times: 11, over: 10 }),
            per_leaf: 9,
            max_depth: None,
        };
        let found = [true, false].map(|pairs| {
            let control = SearchControl::default();
            let search = AdditiveSearch::new(&problem, &control);
            let mut solver = search.solver();
            let RootSolver::Bits(of_bits, ..) = &mut solver.solver else { panic!("features") };
            assert!(of_bits.evaluator.context.techniques.pairs, "two labels");
            of_bits.evaluator.context.techniques.pairs = pairs;
            (solver.solve(1000), control.nodes())
        });
        assert_eq!(found[0].0, found[1].0);
        assert!(found[0].1 < found[1].1, "{found:?}");
    }

    /// Random answers, which are said to be thresholds of one column: bounds that rest on that would be
    /// wrong.
    #[test]
    fn places_that_are_wrong_change_no_optimum() {
        for seed in 0..300 {
            let mut stream = Stream::new(seed);
            let mut feature = |at: u32| Feature {
                bits: vec![stream.below(1 << 12) as u64],
                column: 0,
                place: Some(at),
            };
            let features: Vec<Feature> = (0..6).map(&mut feature).collect();
            let bare: Vec<Feature> =
                features.iter().map(|feature| Feature { place: None, ..feature.clone() }).collect();
            let class = stream.below(1 << 12);
            let measure = |of: usize| (0..12).map(|p| i64::from(class >> p & 1 == of)).collect();
            let found = [&features, &bare].map(|features| {
                let problem = AdditiveProblem {
                    splits: AdditiveSplits::Features(features),
                    points: 12,
                    measures: vec![measure(0), measure(1)],
                    label_costs: vec![3, 0, 0, 3],
                    max_unit_costs: vec![3, 3],
                    least_rows: None,
                    rule: None,
                    per_leaf: 1,
                    max_depth: None,
                };
                let control = SearchControl::default();
                AdditiveSearch::new(&problem, &control).solver().solve(1000)
            });
            assert_eq!(found[0], found[1], "seed {seed}");
        }
    }

    #[test]
    fn search_that_is_stopped_while_it_is_laid_out_proves_nothing() {
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
        let control = SearchControl::default();
        control.stop(crate::outcome::StopReason::TimeLimit);
        let search = AdditiveSearch::new(&problem, &control);
        let mut solver = search.solver();
        assert_eq!((solver.solve(100), control.lower()), ((0, INFINITE_COST), 0));
        assert_eq!((solver.greedy().tree, solver.tree().leaves()), (None, 1));
    }

    /// What threads proved of the root may be dropped from the memo before it is asked for: the proof
    /// then goes on.
    #[test]
    fn a_proof_by_threads_whose_memo_forgets_is_found_all_the_same() {
        // The class is the parity of four of six features, but for noise: trees are large, and
        // without the memo's choices no good one is known.
        let mut stream = Stream::new(5);
        let answers = |feature: usize| (0..64).fold(0, |bits, p| bits | (p >> feature & 1) << p);
        let features: Vec<Feature> = (0..6)
            .map(|feature| Feature {
                bits: vec![answers(feature)],
                column: feature as u32,
                place: None,
            })
            .collect();
        for _ in 0..40 {
            let parity = features[..4].iter().fold(0, |class, feature| class ^ feature.bits[0]);
            let class = parity ^ (0..4).fold(0, |noise, _| noise | 1 << stream.below(64));
            let measure = |of: u64| (0..64).map(|p| i64::from(class >> p & 1 == of)).collect();
            let problem = AdditiveProblem {
                splits: AdditiveSplits::Features(&features),
                points: 64,
                measures: vec![measure(0), measure(1)],
                label_costs: vec![3, 0, 0, 3],
                max_unit_costs: vec![3, 3],
                least_rows: None,
                rule: None,
                per_leaf: 1,
                max_depth: None,
            };
            let found = [1, 4].map(|threads| {
                let control = SearchControl::default();
                let workers = Workers { threads, solo_expansions: 0 };
                let mut search = AdditiveSearch::new(&problem, &control).with(workers);
                if threads > 1 {
                    search.memo = Memo::new(64, threads).holding_at_most(1);
                }
                let found = search.solver().solve(1000);
                assert_eq!(control.reason(), None);
                found
            });
            assert_eq!(found[0], found[1]);
            assert_eq!(found[0].0, found[0].1, "the optimum is within the budget");
        }
    }

    /// One point in seven is of the other class.
    fn bits_of_noise(point: usize) -> u64 {
        u64::from(point.is_multiple_of(7)) << point
    }
}
