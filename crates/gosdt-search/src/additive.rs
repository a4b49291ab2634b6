//! Additive problems for a caller that asks one question after another.
//!
//! Losses that are not sums over leaves are bounded by ones that are. Whoever does so needs more than
//! an optimum: a proof that nothing is below a budget, a tree at once, and, of any set of points, the
//! splits that trees within a budget may start with. [`AdditiveSearch`] answers these with the same
//! search, bounds and memo as [`crate::search`].
//!
//! ```
//! use gosdt_search::{AdditiveProblem, AdditiveSearch, Feature, Reins};
//!
//! // Two points of either class: one feature tells the first from the others.
//! let features = [Feature { bits: vec![0b0001], column: 0, place: None }];
//! let problem = AdditiveProblem {
//!     features: &features,
//!     points: 4,
//!     measures: vec![vec![1, 1, 0, 0], vec![0, 0, 1, 1]],
//!     label_costs: vec![0, 10, 10, 0],
//!     spreads: vec![10, 10],
//!     least_rows: None,
//!     rule: None,
//!     per_leaf: 3,
//!     max_depth: None,
//! };
//! let reins = Reins::default();
//! let search = AdditiveSearch::new(&problem, &reins);
//! let mut questions = search.questions();
//! // A leaf costs 20 + 3, a split 10 + 2 · 3.
//! assert!(questions.solve(15).0 > 15);
//! assert_eq!(questions.solve(20), (16, 16));
//! assert_eq!(questions.tree().leaves(), 2);
//! ```
use crate::control::Control;
use crate::crew::Crew;
use crate::frame::{Frame, NO, Side, YES};
use crate::instance::Instance;
use crate::memo::{Key, Memo, Room};
use crate::quick::WIDE;
use crate::solve::{Solver, TOO_MUCH, Task};
use crate::view::View;
use crate::{Feature, Levers, Shape, StopReason};

/// An additive problem in terms of measures of points.
///
/// A leaf costs `per_leaf` and the least over labels of Σ label cost · measure. Costs of leaves must
/// not be negative, and the cost of all points with any label must be far below `i64::MAX / 8`.
#[derive(Clone, Debug)]
pub struct AdditiveProblem<'a> {
    /// The features that may be asked.
    pub features: &'a [Feature],
    /// Number of points.
    pub points: usize,
    /// `measures[m][p]`: what point p counts for measure m, not negative.
    pub measures: Vec<Vec<i64>>,
    /// `label_costs[l * measures + m]`: what a leaf with label l pays per unit of measure m.
    pub label_costs: Vec<i64>,
    /// The most that a unit of each measure can move the cost of a tree by.
    pub spreads: Vec<i64>,
    /// The measure that counts rows, and the least a leaf must have; when that is more than 1.
    pub least_rows: Option<(usize, i64)>,
    /// How leaves are labelled, if not by the cheapest label.
    pub rule: Option<LabelRule>,
    /// Cost of a leaf.
    pub per_leaf: i64,
    /// Largest depth.
    pub max_depth: Option<u32>,
}

/// A leaf has the second label iff `times` · measure 0 > `over` · measure 1, else the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabelRule {
    /// Factor of measure 0.
    pub times: i64,
    /// Factor of measure 1.
    pub over: i64,
}

impl LabelRule {
    /// Whether a leaf with these measures has the second label.
    pub fn is_second(self, measures: &[i64]) -> bool {
        let product = |factor: i64, measure: i64| i128::from(factor) * i128::from(measure);
        product(self.times, measures[0]) > product(self.over, measures[1])
    }
}

/// What another thread can see of a search and do to it. One at a time is driven by the same reins.
pub struct Reins {
    control: Control,
}

impl Default for Reins {
    fn default() -> Reins {
        Reins { control: Control::new() }
    }
}

impl Reins {
    /// Ends all work, for this reason unless there is one already.
    pub fn stop(&self, reason: StopReason) {
        self.control.stop(reason);
    }

    /// Whether work is to end.
    pub fn stopped(&self) -> bool {
        self.control.ended()
    }

    /// Why work was ended.
    pub fn reason(&self) -> Option<StopReason> {
        self.control.reason()
    }

    /// The search has lasted long: from now on it raises its lower bound in steps.
    pub fn become_long(&self) {
        self.control.become_long();
    }

    /// Limits the bytes that the memo may hold; at the limit it forgets what is cheap.
    pub fn limit_memory(&self, bytes: u64) {
        self.control.limit_memory(bytes);
    }

    /// Bytes that the memo holds.
    pub fn memory(&self) -> u64 {
        self.control.memory()
    }

    /// Subproblems expanded in all searches so far.
    pub fn nodes(&self) -> u64 {
        self.control.nodes()
    }

    /// The lower bound of the cost of any tree in the search at hand.
    pub fn lower(&self) -> i64 {
        self.control.bounds().0
    }
}

/// A split that trees within a budget may start with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NearSplit {
    /// The feature.
    pub feature: u32,
    /// Lower bounds of the cost of both sides (yes, no).
    pub lower: [i64; 2],
}

/// What is known of a set of points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearSplits {
    /// The cost of a leaf.
    pub leaf: i64,
    /// The measures of the points.
    pub measures: Vec<i64>,
    /// The splits that trees within the budget may start with.
    pub splits: Vec<NearSplit>,
}

/// An additive problem, laid out, and what was proven of it so far.
pub struct AdditiveSearch<'a> {
    instance: Instance,
    memo: Memo,
    reins: &'a Reins,
    crew: Crew,
}

impl<'a> AdditiveSearch<'a> {
    /// Lays out a problem; `reins` are about it from now on.
    pub fn new(problem: &AdditiveProblem<'_>, reins: &'a Reins) -> AdditiveSearch<'a> {
        reins.control.begin();
        AdditiveSearch {
            instance: Instance::priced(problem),
            memo: Memo::new(problem.points, 1),
            reins,
            crew: Crew::default(),
        }
    }

    /// The same search, of which nothing was asked yet, with these threads for its proofs.
    pub fn with(self, crew: Crew) -> AdditiveSearch<'a> {
        AdditiveSearch { memo: Memo::new(self.instance.points, crew.threads), crew, ..self }
    }

    /// Ready for questions.
    pub fn questions(&self) -> Questions<'_> {
        let levers = Levers {
            pairs: self.pairs_pay(),
            useless_sides: self.instance.rule.is_none(),
            ..Levers::ALL
        };
        let mut solver =
            Solver::new(&self.instance, &self.memo, &self.reins.control, levers, false);
        let root = solver.root();
        let before = self.reins.nodes();
        Questions { solver, root, room: self.room(), crew: self.crew, before }
    }

    /// With many labels a pair of splits costs more to count than its sides to look up; with many
    /// thresholds, what neighbours tell of each other is worth more.
    fn pairs_pay(&self) -> bool {
        let Instance { labels, bits, mostly_thresholds, .. } = &self.instance;
        labels.len() <= 2 && !(*mostly_thresholds && bits.len() > WIDE)
    }

    fn room(&self) -> Room {
        let most = u32::try_from(self.instance.points).unwrap_or(u32::MAX);
        let depth = self.instance.limits.max_depth.filter(|&depth| depth < most);
        Room { depth: depth.unwrap_or(u32::MAX), leaves: u32::MAX }
    }
}

/// Asks a search. All costs are those of the problem.
pub struct Questions<'a> {
    solver: Solver<'a>,
    root: View,
    room: Room,
    crew: Crew,
    /// Expansions before the first question.
    before: u64,
}

/// Asks of sets of points; every thread has its own.
pub struct Survey<'s, 'a> {
    solver: &'s mut Solver<'a>,
}

impl Questions<'_> {
    /// A tree at once, grown by two levels of look-ahead.
    pub fn greedy(&mut self) -> Shape {
        let pairs = self.solver.instance.rule.is_none();
        let before = std::mem::replace(&mut self.solver.levers.pairs, pairs);
        self.solver.greedy(&self.root, self.room);
        let tree = self.tree();
        self.solver.levers.pairs = before;
        tree
    }

    /// Bounds on the least cost of a tree: afterwards they are equal and at most `budget`, or the
    /// lower one is just above `budget`, or the search was stopped.
    ///
    /// How far above the budget a proof gets depends on timing, and so is not told.
    pub fn solve(&mut self, budget: i64) -> (i64, i64) {
        let found = self.crew.prove(&mut self.solver, &self.root, self.room, budget);
        if found.lower > budget {
            return (budget.saturating_add(1), TOO_MUCH);
        }
        if found.is_exact() {
            self.settle_tree(found.upper);
        }
        (found.lower, found.upper)
    }

    /// Of the trees that cost as little as can be, takes that of the rule.
    fn settle_tree(&mut self, cost: i64) {
        if let Some(tree) = self.solver.canonical(&self.root, self.room, cost) {
            self.solver.control.settle(cost, tree);
        }
    }

    /// The best tree known. It costs at most the upper bound that was told of.
    pub fn tree(&mut self) -> Shape {
        let (cost, tree) = self.solver.witness(&self.root, self.room);
        self.solver.control.offer(cost, tree.clone());
        self.solver.control.best().map_or(tree, |(_, best)| best)
    }

    /// Runs `work` on all threads of the crew; what one proves, the others know. Where all questions so
    /// far were answered within the crew's sprint, `work` runs on the calling thread alone.
    pub fn survey(&mut self, work: impl Fn(&mut Survey<'_, '_>) + Sync) {
        let control = self.solver.control;
        let alone = control.nodes() - self.before < self.crew.sprint;
        let crew = if alone { Crew::default() } else { self.crew };
        crew.together(&mut self.solver, |solver| work(&mut Survey { solver }));
    }
}

impl Survey<'_, '_> {
    /// The splits of a set of points that trees of cost at most `budget` may start with, `depth`
    /// levels of splits being left (`u32::MAX`: no limit), with the least costs of their sides. More
    /// than these when stopped.
    ///
    /// Looks at the splits that `next` names, until it names no more. It is told how many there are
    /// (those that have points on both sides, the same whoever asks) and names one by its number.
    /// Numbers that follow each other belong to splits that are far apart.
    pub fn near_splits(
        &mut self,
        points: &[u64],
        depth: u32,
        budget: i64,
        next: impl FnMut(usize) -> Option<usize>,
    ) -> NearSplits {
        let view = self.solver.look_at(points);
        let penalty = self.solver.instance.per_leaf;
        let leaf = self.solver.instance.leaf(&view.totals).0 + penalty;
        let mut splits = Vec::new();
        if depth > 0 && budget >= 2 * penalty {
            let task = Task::new(Room { depth, leaves: u32::MAX }, budget, 0);
            splits = self.settle_splits(&view, task, next);
        }
        let near = NearSplits { leaf, measures: view.totals.clone(), splits };
        self.solver.drop_view(view);
        near
    }

    fn settle_splits(
        &mut self,
        view: &View,
        task: Task<'_>,
        mut next: impl FnMut(usize) -> Option<usize>,
    ) -> Vec<NearSplit> {
        let mut frame = self.solver.take_frame();
        self.solver.count_leaves(view, &mut frame);
        self.solver.weigh_columns(view, &mut frame);
        if task.room.depth == 1 {
            frame.lower = frame.leaf.clone();
        }
        self.solver.count_expansion();
        self.solver.recall_all(view, task.room, &mut frame, task.budget);
        let mut splits = Vec::new();
        let order = coarse_to_fine(view.features.len());
        while let Some(turn) = next(order.len()) {
            let t = order[turn];
            if self.settle_split(view, task, &mut frame, t) {
                let feature = view.features[t];
                let lower = [frame.lower[YES][t], frame.lower[NO][t]];
                splits.push(NearSplit { feature, lower });
            }
        }
        self.solver.drop_frame(frame);
        splits
    }

    /// Raises the bounds of both sides of split `t` until their sum is above the budget or they are
    /// exact; whether it is at most the budget.
    fn settle_split(&mut self, view: &View, task: Task<'_>, frame: &mut Frame, t: usize) -> bool {
        let mut key = Key::default();
        if frame.sum(t) <= task.budget {
            self.solver.recall_split(view, task.room, frame, t, &mut key);
        }
        let open = |frame: &Frame| [YES, NO].iter().any(|&side| frame.is_open(Side { t, side }));
        while frame.sum(t) <= task.budget && open(frame) && !self.solver.control.stopped() {
            let at = Side { t, side: self.solver.side_to_raise(view, frame, t) };
            self.solver.raise_side(view, task, frame, at, task.budget);
        }
        frame.sum(t) <= task.budget
    }
}

/// The numbers below `n`, neighbours far apart: what is proven of thresholds here and there rules out
/// many of those in between.
fn coarse_to_fine(n: usize) -> Vec<usize> {
    let steps = std::iter::successors(Some(n.next_power_of_two() / 2), |step| Some(step / 2));
    let between = steps.take_while(|&step| step > 0);
    let between = between.flat_map(|step| (step..n).step_by(2 * step));
    std::iter::once(0).filter(|_| n > 0).chain(between).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosdt_oracle::random::Stream;

    /// Leaves labelled by a rule that is not the cheapest: pairs of splits, counted with the cheapest
    /// labels, still bound them, and settle nodes.
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
            features: &features,
            points: 60,
            measures: [1, 0].map(|of| (0..60).map(|point| class(point, of)).collect()).to_vec(),
            label_costs: vec![6, 0, 0, 5],
            spreads: vec![6, 5],
            least_rows: None,
            rule: Some(LabelRule { times: 11, over: 10 }),
            per_leaf: 9,
            max_depth: None,
        };
        let found = [true, false].map(|pairs| {
            let reins = Reins::default();
            let search = AdditiveSearch::new(&problem, &reins);
            let mut questions = search.questions();
            assert!(questions.solver.levers.pairs, "two labels");
            questions.solver.levers.pairs = pairs;
            (questions.solve(1000), reins.nodes())
        });
        assert_eq!(found[0].0, found[1].0);
        assert!(found[0].1 < found[1].1, "{found:?}");
    }

    /// One point in seven is of the other class.
    fn bits_of_noise(point: usize) -> u64 {
        u64::from(point.is_multiple_of(7)) << point
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
