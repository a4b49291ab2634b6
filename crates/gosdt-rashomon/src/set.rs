//! A Rashomon set: all trees of a problem up to some cost.
use crate::answers::Answers;
use crate::any_tally::AnyTally;
use crate::counted::Counted;
use crate::graph::Graph;
use crate::labels::Labels;
use crate::partitions::count_partitions;
use crate::restriction::{MOST_USED, Restriction};
use crate::sampling::sample_numbers;
use gosdt_search::{Shape, StopReason};
use num_bigint::BigUint;
use num_traits::{One, Zero};
use std::sync::Arc;

/// What the sets of one problem share.
pub(crate) struct Shared {
    pub graph: Graph,
    pub answers: Answers,
    pub labels: Labels,
    /// What every tree pays, which the graph leaves out.
    pub unavoidable_cost: i64,
}

/// All trees of a problem up to some cost, and possibly only those that keep a restriction. Two trees are
/// the same if they make the same splits; a leaf has the label that costs least.
///
/// Trees are numbered from 0 by their cost. Those of equal cost come in an order of their own, which is
/// always the same.
#[derive(Clone)]
pub struct RashomonSet {
    pub(crate) shared: Arc<Shared>,
    pub(crate) restriction: Restriction,
    tally: Arc<AnyTally>,
    bounds: (i64, i64),
    threshold: i64,
    stopped: Option<StopReason>,
}

/// A tree of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundTree {
    /// Its cost.
    pub cost: i64,
    /// The tree.
    pub shape: Shape,
}

impl RashomonSet {
    pub(crate) fn new(
        shared: Arc<Shared>,
        restriction: Restriction,
        (bounds, threshold): ((i64, i64), i64),
        stop: &dyn Fn() -> Option<StopReason>,
    ) -> RashomonSet {
        let Shared { graph, answers, .. } = &*shared;
        let counted = Counted { graph, answers, restriction: &restriction };
        let tally = AnyTally::new(counted, shared.unavoidable_cost, &|| stop().is_some());
        let late = tally.is_stopped().then(stop).flatten();
        let stopped = graph.stopped.or(late);
        RashomonSet { shared, restriction, tally: Arc::new(tally), bounds, threshold, stopped }
    }

    fn counted(&self) -> Counted<'_> {
        let Shared { graph, answers, .. } = &*self.shared;
        Counted { graph, answers, restriction: &self.restriction }
    }

    /// Bounds of the least cost of a tree that keeps the problem's limits: equal unless the search was
    /// stopped.
    pub fn optimum(&self) -> (i64, i64) {
        self.bounds
    }

    /// The largest cost of a tree of the set.
    pub fn threshold(&self) -> i64 {
        self.threshold
    }

    /// Why trees are missing, if they may be. Those that are there are in the set all the same.
    pub fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    /// The number of trees.
    pub fn count(&self) -> BigUint {
        self.tally.count()
    }

    /// The number of trees of each cost, ascending.
    pub fn histogram(&self) -> Vec<(i64, BigUint)> {
        self.tally.histogram()
    }

    /// The number of subproblems that the trees are made of, and that of their splits (those with the same
    /// sides as one).
    pub fn size(&self) -> (usize, usize) {
        (self.shared.graph.sets.len(), self.shared.graph.len_edges())
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.shared.graph.bytes() + self.tally.bytes()
    }

    /// The tree of this number; `None` if there are fewer.
    pub fn tree(&self, number: &BigUint) -> Option<FoundTree> {
        let (cost, splits) = self.tally.tree(self.counted(), number)?;
        let Shared { graph, answers, labels, .. } = &*self.shared;
        Some(FoundTree { cost, shape: labels.label(answers, graph.points(0), &splits) })
    }

    /// The trees from the cheapest on, found one by one.
    pub fn trees(&self) -> Trees<'_> {
        Trees { set: self, next: BigUint::zero() }
    }

    /// `size` different trees, or all if there are no more. All samples of that size are equally likely;
    /// the same seed gives the same one. They come in the order of their numbers.
    pub fn sample(&self, size: usize, seed: u64) -> Vec<FoundTree> {
        let numbers = sample_numbers(&self.count(), size, seed);
        numbers.iter().filter_map(|number| self.tree(number)).collect()
    }

    /// The trees of the set that keep a restriction, too, counted anew.
    ///
    /// Of more than [`MOST_USED`] groups of columns to use, only the first that many are looked at.
    pub fn filter(&self, restriction: &Restriction) -> RashomonSet {
        let mut both = self.restriction.and(restriction);
        both.used.truncate(MOST_USED);
        let so_far = (self.bounds, self.threshold);
        let filtered = RashomonSet::new(self.shared.clone(), both, so_far, &|| None);
        RashomonSet { stopped: self.stopped, ..filtered }
    }

    /// The column of a split.
    pub fn column(&self, split: usize) -> usize {
        self.shared.answers.column(split as u32)
    }

    /// The number of ways to part the points that the trees have: trees with the same leaves count once.
    /// `None` if some subproblem has more than `most`, or the set has a restriction beyond the problem's
    /// limits.
    pub fn distinct_partitions(&self, most: usize) -> Option<usize> {
        let Restriction { max_leaves, .. } = self.restriction;
        if self.restriction != (Restriction { max_leaves, ..Restriction::default() }) {
            return None;
        }
        let Shared { graph, answers, .. } = &*self.shared;
        count_partitions((graph, answers), max_leaves, most, &|| false)
    }
}

/// The trees of a set from the cheapest on.
pub struct Trees<'a> {
    set: &'a RashomonSet,
    next: BigUint,
}

impl Iterator for Trees<'_> {
    type Item = FoundTree;

    fn next(&mut self) -> Option<FoundTree> {
        let tree = self.set.tree(&self.next)?;
        self.next += BigUint::one();
        Some(tree)
    }
}
