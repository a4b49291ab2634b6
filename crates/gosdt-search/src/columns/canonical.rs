//! From a proven optimum to *the* tree, the same at any thread count.
//!
//! The rule is that of the other storage: a leaf if that is optimal; else the first split, in order of
//! the loss that it leaves as a tree of two leaves and then of its number, that an optimal tree starts
//! with; and so on below. The search drops intervals that can at best tie with the optimum. Here they
//! are opened again.
use super::base::{AnyBase, Split, Variant};
use super::losses::Losses;
use super::node::Node;
use super::projection::Projection;
use super::solver::{ColumnSolver, Task};
use super::state::{Item, Splits};
use crate::memo::{Bounds, LEAF, Remaining};
use crate::outcome::Shape;

/// What a split is chosen by: the loss as a tree of two leaves, then the number.
type Order = (i64, u32);

/// Splits that an optimal tree may start with, and the order of the first of them.
struct Candidates {
    order: Order,
    splits: Splits,
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
        let mut found = match self.lay_out(points)? {
            AnyBase::Narrow(base) => {
                self.ties(&Projection::new(base, set), remaining, cost, Some(1))
            }
            AnyBase::Wide(base) => self.ties(&Projection::new(base, set), remaining, cost, Some(1)),
            AnyBase::Widest(base) => {
                self.ties(&Projection::new(base, set), remaining, cost, Some(1))
            }
        };
        // A split that was not settled for the stop may come before the one that was found.
        if self.control.stopped() {
            return None;
        }
        let OptimalSplit { split, shares, costs } = found.pop()?;
        let [yes, no] = self.sides(points, split);
        let yes = self.canonical(&yes, shares[0], costs[0])?;
        let no = self.canonical(&no, shares[1], costs[1])?;
        Some(Shape::split(split as usize, &yes, &no))
    }

    /// All splits, or up to `most`, that optimal trees start with, by the order of the rule.
    pub(super) fn ties<W: Variant>(
        &mut self,
        projection: &Projection<W>,
        remaining: Remaining,
        cost: i64,
        most: Option<usize>,
    ) -> Vec<OptimalSplit> {
        let known = Bounds { lower: 0, upper: cost + 1, choice: LEAF };
        let task = Task { remaining, budget: cost - 1, known, level: 1, relaxed: false };
        let mut node = Node::new(self, projection, task, known);
        let is_root = projection.points == self.problem.everything && !self.all_splits;
        let known = self.root_state.take().filter(|(of, _)| is_root && *of == remaining);
        match known.filter(|(_, state)| state.rules_out_below(cost)) {
            Some((_, state)) => node.state = state,
            None => {
                node.state.keep_up_to = Some(cost);
                // What is below the optimum is ruled out once more; most of it is in the memo.
                self.fill_queue(&mut node);
                self.work(&mut node);
            }
        }
        node.task.budget = cost;
        let losses = Losses::new(projection.base.columns.len());
        let mut found: Vec<(Order, OptimalSplit)> = Vec::new();
        for Candidates { order, splits } in self.candidates(&node, &losses) {
            let enough = most.is_some_and(|most| found.len() >= most && found[most - 1].0 <= order);
            if enough || self.control.stopped() {
                break;
            }
            for (order, rank) in self.ranks_in_order(&node, splits, &losses) {
                if self.control.stopped() {
                    break;
                }
                if self.is_ruled_out(&mut node, splits, rank, cost) {
                    continue;
                }
                if let Some(optimal) = self.optimal_split(&mut node, (splits.track, rank), cost) {
                    found.push((order, optimal));
                    if most == Some(1) {
                        break;
                    }
                }
            }
            found.sort_by_key(|(order, _)| *order);
        }
        let found = found.into_iter().map(|(_, optimal)| optimal);
        found.take(most.unwrap_or(usize::MAX)).collect()
    }

    /// The splits that may cost as little as the optimum, those first that the rule may take first.
    fn candidates<W: Variant>(&self, node: &Node<'_, W>, losses: &Losses) -> Vec<Candidates> {
        let may_tie = |item: &&Item| item.bound <= node.task.budget;
        let mut kept: Vec<Splits> =
            node.state.kept.iter().filter(may_tie).map(Item::splits).collect();
        kept.sort_unstable_by_key(|splits| (splits.track, splits.first, splits.last));
        kept.dedup();
        let first = |splits: Splits| {
            // The first question to a column makes a pass over its points: with many columns long.
            if self.control.stopped() {
                return None;
            }
            let order = self.orders(node, splits, losses).min()?.0;
            Some(Candidates { order, splits })
        };
        let mut candidates: Vec<Candidates> = kept.into_iter().filter_map(first).collect();
        candidates.sort_by_key(|candidates| (candidates.order, candidates.splits.track));
        candidates
    }

    /// The ranks of neighbouring splits that part the points, in the order of the rule.
    fn ranks_in_order<W: Variant>(
        &self,
        node: &Node<'_, W>,
        splits: Splits,
        losses: &Losses,
    ) -> Vec<(Order, u32)> {
        let mut ranks: Vec<(Order, u32)> = self.orders(node, splits, losses).collect();
        ranks.sort_unstable();
        ranks
    }

    /// The ranks of neighbouring splits that part the points, and what they are chosen by.
    fn orders<'o, W: Variant>(
        &self,
        node: &'o Node<'_, W>,
        splits: Splits,
        losses: &'o Losses,
    ) -> impl Iterator<Item = (Order, u32)> + 'o {
        let Splits { track, first, last } = splits;
        let at = node.column(track);
        let column = &node.projection.base.columns[at];
        let first_split = self.problem.columns[column.column].first_split;
        let losses = losses.of(self.problem, node.projection, at);
        (first..=last).filter_map(move |rank| {
            let split = first_split + column.codes[rank as usize];
            Some(((losses[rank as usize]?, split), rank))
        })
    }

    /// Whether a split of an interval costs more than the optimum. The yes-sides that cost as little
    /// as the interval's bound are those up to some threshold, the no-sides those from some threshold
    /// on. So where the split is not known to be one or the other, thresholds are evaluated by
    /// bisection rather than one after the other.
    fn is_ruled_out<W: Variant>(
        &mut self,
        node: &mut Node<'_, W>,
        splits: Splits,
        rank: u32,
        cost: i64,
    ) -> bool {
        let Splits { track, mut first, mut last } = splits;
        loop {
            let here = node.bounds_at(track, rank);
            if here[0] + here[1] > cost {
                return true;
            }
            if first >= last || node.state.get(track, rank).is_some() {
                return false;
            }
            let middle = node.projection.base.columns[node.column(track)].middle(first, last);
            let Some(middle) = middle else { return false };
            if node.state.get(track, middle).is_none() {
                node.bounds.upper = cost + 1;
                let around = node.bounds_at(track, middle);
                if around[0] + around[1] <= cost {
                    self.evaluate(node, track, middle, around);
                }
            }
            match middle < rank {
                true => first = middle + 1,
                false if middle > rank => last = middle - 1,
                false => first = last,
            }
        }
    }

    /// The split if an optimal tree starts with it.
    fn optimal_split<W: Variant>(
        &mut self,
        node: &mut Node<'_, W>,
        (track, rank): (u32, u32),
        cost: i64,
    ) -> Option<OptimalSplit> {
        // Until a tree is found the optimum itself is still to be reached.
        node.bounds.upper = cost + 1;
        if node.state.get(track, rank).is_none() {
            let around = node.bounds_at(track, rank);
            if around[0] + around[1] > cost {
                return None;
            }
            self.evaluate(node, track, rank, around);
            node.bounds.upper = cost + 1;
        }
        let is_open = |node: &Node<'_, W>| {
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
        let split = Split { column: node.column(track), rank };
        let (split, shares) = (self.feature(node.projection, split), node.shares(track));
        is_optimal.then_some(OptimalSplit { split, shares, costs: lower })
    }
}
