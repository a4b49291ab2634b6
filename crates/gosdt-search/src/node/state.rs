//! A node: a subproblem, what is asked of it, and what is known of it.
use super::context::Context;
use super::split_bounds::SplitBounds;
use crate::layout::{Projection, Side, YES};
use crate::memo::{Bounds, Key, Remaining};

/// What is asked of a node, and what is known of it beforehand.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    /// Depth and leaves that its subtree may use.
    pub remaining: Remaining,
    /// Ask for the optimum if it is at most this, else for a proof that it is more.
    pub budget: i64,
    /// Bounds that are known beforehand.
    pub known: Bounds,
    /// Number of splits above it; the root is 0.
    pub level: u32,
    /// The node that it is a side of, if that is at hand.
    pub parent: Option<Parent<'a>>,
}

/// The node that another one is a side of.
#[derive(Clone, Copy)]
pub(crate) struct Parent<'a> {
    pub node: &'a Node<'a>,
    pub side: Side,
}

/// A node: a subproblem, what is asked of it, and what is known of it.
pub(crate) struct Node<'a> {
    pub context: Context<'a>,
    pub projection: &'a Projection,
    pub task: Task<'a>,
    /// Bounds of the node itself.
    pub bounds: Bounds,
    /// Bounds of its splits.
    pub splits: SplitBounds,
    /// The key of one of its sides, in memory that is reused.
    side_key: Key,
}

impl<'a> Task<'a> {
    /// A task below the root of which nothing is known beforehand but a lower bound.
    pub fn new(remaining: Remaining, budget: i64, lower: i64) -> Task<'a> {
        Task { remaining, budget, known: Bounds::at_least(lower), level: 1, parent: None }
    }
}

impl<'a> Node<'a> {
    /// A node of which nothing is known; `splits` must be cleared.
    pub fn new(
        context: Context<'a>,
        projection: &'a Projection,
        task: Task<'a>,
        splits: SplitBounds,
    ) -> Node<'a> {
        let (bounds, side_key) = (Bounds::UNKNOWN, Key::default());
        Node { context, projection, task, bounds, splits, side_key }
    }

    /// The most that a tree may cost to be of interest: it is within the budget and better than the
    /// best known.
    pub fn limit(&self) -> i64 {
        self.task.budget.min(self.bounds.upper - 1)
    }

    /// The feature of a split.
    pub fn feature(&self, split: usize) -> u32 {
        self.projection.features[split]
    }

    /// Takes over the best known tree that starts with `split` if it is better.
    pub fn improve_by(&mut self, split: usize) {
        self.bounds.improve(self.splits.known_cost(split), self.feature(split));
    }

    /// Takes over the best known tree that starts with any split if it is better.
    pub fn improve_by_best_split(&mut self) {
        if let Some((cost, split)) = self.splits.best() {
            self.bounds.improve(cost, self.feature(split));
        }
    }

    /// Computes the avoidable costs that [`super::propagation`], [`super::inherited`] and
    /// [`super::choice`] use.
    pub fn compute_avoidable_costs(&mut self) {
        let Projection { matrix, yes_counts, totals, .. } = self.projection;
        let measures = &self.context.instance.measures;
        let out = self.splits.set_avoidable(measures.avoidable_cost(totals));
        measures.avoidable_costs(yes_counts, matrix.stride(), out);
    }

    /// Makes the key of a side without a limit on leaves, and returns it.
    pub fn make_side_key(&mut self, side: Side) -> &Key {
        let Node { context, projection, task, side_key, .. } = self;
        set_side_key(side_key, context, projection, task.remaining, side);
        side_key
    }

    /// The key made last.
    pub fn side_key(&self) -> &Key {
        &self.side_key
    }
}

/// Sets `key` to that of a side of a projection with these limits, but without one on leaves.
pub(super) fn set_side_key(
    key: &mut Key,
    context: &Context<'_>,
    projection: &Projection,
    remaining: Remaining,
    side: Side,
) {
    let bits = &context.instance.splits.bits[projection.features[side.split] as usize];
    key.set_to_side(
        &projection.points,
        bits,
        side.answer == YES,
        remaining.below().without_leaf_limit(),
    );
}
