//! From a proven optimum to *the* tree, the same at any thread count.
//!
//! The rule is that of the other storage: a leaf if that is optimal; else the first split, in order of
//! the loss that it leaves as a tree of two leaves and then of its number, that an optimal tree starts
//! with; and so on below. The search drops intervals that can at best tie with the optimum. Here they
//! are opened again.
use super::base::AnyBase;
use super::node::Node;
use super::projection::{Projection, Split};
use super::solver::{ColumnSolver, Task};
use super::state::Splits;
use crate::memo::{Bounds, LEAF, Remaining};
use crate::outcome::Shape;
use gosdt_bits::lanes::Width;

/// A split that an optimal tree may start with, and the ways of its sides.
struct Candidate {
    /// The loss as a tree of two leaves, then the number of the split.
    order: (i64, u32),
    track: u32,
    rank: u32,
}

/// A split that an optimal tree starts with: its number, and what its sides may use and cost.
pub(super) struct OptimalSplit {
    pub split: u32,
    pub shares: [Remaining; 2],
    pub costs: [i64; 2],
}

impl ColumnSolver<'_> {
    /// The tree of the rule for points whose optimum is `cost`. `None` when stopped before it is
    /// found.
    pub fn canonical(&mut self, points: &[u64], remaining: Remaining, cost: i64) -> Option<Shape> {
        let (leaf, tree) = self.leaf_tree(points);
        if leaf <= cost {
            return Some(tree);
        }
        if remaining.is_stump() {
            let (_, split) = self.best_split(points, false);
            let [yes, no] = self.sides(points, split).map(|side| self.leaf_tree(&side).1);
            return Some(Shape::split(split as usize, &yes, &no));
        }
        let set = self.set(points.to_vec());
        let base = AnyBase::of(self.problem, points);
        let mut found = match base {
            AnyBase::Narrow(base) => {
                self.ties(&Projection::whole(base, set), remaining, cost, Some(1))
            }
            AnyBase::Wide(base) => {
                self.ties(&Projection::whole(base, set), remaining, cost, Some(1))
            }
            AnyBase::Widest(base) => {
                self.ties(&Projection::whole(base, set), remaining, cost, Some(1))
            }
        };
        let OptimalSplit { split, shares, costs } = found.pop()?;
        let [yes, no] = self.sides(points, split);
        let yes = self.canonical(&yes, shares[0], costs[0])?;
        let no = self.canonical(&no, shares[1], costs[1])?;
        Some(Shape::split(split as usize, &yes, &no))
    }

    /// All splits, or up to `most`, that optimal trees start with, by the order of the rule.
    pub(super) fn ties<W: Width>(
        &mut self,
        projection: &Projection<'_, W>,
        remaining: Remaining,
        cost: i64,
        most: Option<usize>,
    ) -> Vec<OptimalSplit> {
        let known = Bounds { lower: 0, upper: cost + 1, choice: LEAF };
        let task = Task { remaining, budget: cost - 1, known, level: 1, relaxed: false };
        let mut node = Node::new(self, projection, task, known);
        node.state.keep_up_to = Some(cost);
        // What is below the optimum is ruled out once more; most of it is in the memo.
        self.work(&mut node);
        node.task.budget = cost;
        let mut found = Vec::new();
        for candidate in self.candidates(&node) {
            if most.is_some_and(|most| found.len() >= most) || self.control.stopped() {
                break;
            }
            found.extend(self.optimal_split(&mut node, &candidate, cost));
        }
        found
    }

    /// The splits that may cost as little as the optimum, in the order of the rule.
    fn candidates<W: Width>(&self, node: &Node<'_, '_, W>) -> Vec<Candidate> {
        let base = &node.projection.base;
        let mut losses = std::collections::HashMap::new();
        self.each_split(&node.projection.points, false, |loss, split| {
            losses.insert(split, loss);
        });
        let mut candidates = Vec::new();
        for item in &node.state.kept {
            let Splits { track, first, last } = item.splits();
            let column = &base.columns[node.column(track)];
            let first_split = self.problem.columns[column.column].first_split;
            for rank in first..=last {
                let split = first_split + column.codes[rank as usize];
                // Splits that part the points like one before them are not told of.
                if let Some(&loss) = losses.get(&split) {
                    candidates.push(Candidate { order: (loss, split), track, rank });
                }
            }
        }
        candidates.sort_unstable_by_key(|candidate| (candidate.order, candidate.track));
        candidates.dedup_by_key(|candidate| (candidate.track, candidate.rank));
        candidates
    }

    /// The split if an optimal tree starts with it.
    fn optimal_split<W: Width>(
        &mut self,
        node: &mut Node<'_, '_, W>,
        candidate: &Candidate,
        cost: i64,
    ) -> Option<OptimalSplit> {
        let &Candidate { order, track, rank } = candidate;
        // Until a tree is found the optimum itself is still to be reached.
        node.bounds.upper = cost + 1;
        if node.state.get(track, rank).is_none() {
            let splits = Splits { track, first: rank, last: rank };
            let around = node.bounds_of(splits);
            if around[0] + around[1] > cost {
                return None;
            }
            self.evaluate(node, track, rank, around);
            node.bounds.upper = cost + 1;
        }
        let is_open = |node: &Node<'_, '_, W>| {
            let known = node.state.get(track, rank);
            known.filter(|split| split.lower[0] + split.lower[1] <= cost)
        };
        let known = is_open(node)?;
        if known.lower != known.upper {
            self.settle(node, track, rank, true);
        }
        let known = is_open(node)?;
        let (mut lower, mut upper) = (known.lower, known.upper);
        if self.is_constrained(&node.task) {
            node.bounds.upper = cost + 1;
            let split = Split { column: node.column(track), rank };
            let sides = self.constrain(node, (track, split), lower)?;
            (lower, upper) = (sides.map(|side| side.lower), sides.map(|side| side.upper));
        }
        let is_optimal = lower == upper && lower[0] + lower[1] <= cost;
        let shares = node.shares(track);
        is_optimal.then_some(OptimalSplit { split: order.1, shares, costs: lower })
    }
}
