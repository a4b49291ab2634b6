//! All trees near the optimum of an additive problem, but for those that others make useless.
//!
//! ## Downwards
//! Only trees that cost at most a budget matter. A side of a split matters as far as the other
//! side's lower bound leaves it budget; a set of points that several parents share gets the largest
//! of their leftovers. Sets are visited from large to small, so that all parents of a set come
//! before it.
//!
//! ## Upwards
//! From small to large, each set collects its leaf and all joins of what its sides have kept, as far
//! as the budget goes, and drops those that another makes useless. That is sound beside the budget:
//! if A makes B useless and A is above the budget in some context, then A there is no better than
//! the best tree known, hence neither is B.
use crate::control::Control;
use crate::ground::{Counts, Ground};
use crate::index::Index;
use crate::priced::counts;
use gosdt_search::{NearSplits, Questions, Shape};
use std::collections::{BinaryHeap, HashSet};

/// A subtree that was kept.
pub(crate) struct Found<I> {
    /// What the merit knows of it.
    pub item: I,
    /// Its cost in the additive problem.
    pub cost: i64,
    /// Its leaves.
    pub leaves: u32,
    from: From,
}

#[derive(Clone, Copy)]
enum From {
    Leaf,
    Split { feature: u32, yes: (u32, u32), no: (u32, u32) },
}

/// What subtrees are compared by.
pub(crate) trait Merit {
    /// What is known of a subtree beside its cost and leaves.
    type Item;
    /// Of a leaf.
    fn leaf(&self, counts: Counts) -> Self::Item;
    /// Of a split.
    fn join(&self, yes: &Self::Item, no: &Self::Item) -> Self::Item;
    /// Whether `a` makes `b` useless where the points outside weigh `outside`. Must be sound where
    /// the number of leaves is limited too.
    fn useless(&self, a: &Found<Self::Item>, b: &Found<Self::Item>, outside: Counts) -> bool;
}

struct Node<I> {
    depth: u32,
    budget: i64,
    leaf: i64,
    counts: Counts,
    edges: Vec<(u32, u32, u32)>,
    found: Vec<Found<I>>,
}

/// The sets of points that matter, with what was kept of each; number 0 is all points.
pub(crate) struct Near<I> {
    index: Index,
    nodes: Vec<Node<I>>,
    edges: usize,
    kept: usize,
}

/// All trees of cost at most `budget` that matter. `None` when it takes more than `most` steps or
/// the search was stopped.
pub(crate) fn near_optima<M: Merit>(
    (ground, control): (&Ground, &Control),
    questions: &mut Questions<'_>,
    merit: &M,
    budget: i64,
    most: u64,
) -> Option<Near<M::Item>> {
    let words = ground.everything.len();
    let mut near = Near { index: Index::new(words + 1), nodes: Vec::new(), edges: 0, kept: 0 };
    let order = near.outline((ground, control), questions, budget, most)?;
    let mut steps = 0;
    for &number in order.iter().rev() {
        near.fill((ground, control), merit, number as usize, &mut steps, most)?;
    }
    Some(near)
}

impl<I> Near<I> {
    /// What was kept of all points.
    pub fn roots(&self) -> &[Found<I>] {
        &self.nodes[0].found
    }

    /// The tree of a subtree kept at the root.
    pub fn tree(&self, found: &Found<I>) -> Shape {
        match found.from {
            From::Leaf => Shape::leaf(0),
            From::Split { feature, yes, no } => {
                let side = |(node, at): (u32, u32)| {
                    self.tree(&self.nodes[node as usize].found[at as usize])
                };
                Shape::split(feature as usize, &side(yes), &side(no))
            }
        }
    }

    fn bytes(&self) -> u64 {
        let node = size_of::<Node<I>>();
        let found = size_of::<Found<I>>() + 64;
        self.index.bytes() + (self.nodes.len() * node + self.edges * 12 + self.kept * found) as u64
    }

    /// The number of a set with a depth, which may cost up to `budget`.
    fn visit(
        &mut self,
        key: &[u64],
        depth: u32,
        budget: i64,
        heap: &mut BinaryHeap<(u32, u32)>,
    ) -> u32 {
        let number = self.index.number(key);
        if number == self.nodes.len() {
            let points = &key[..key.len() - 1];
            heap.push((points.iter().map(|word| word.count_ones()).sum(), number as u32));
            self.nodes.push(Node {
                depth,
                budget,
                leaf: 0,
                counts: Counts::default(),
                edges: Vec::new(),
                found: Vec::new(),
            });
        }
        let node = &mut self.nodes[number];
        node.budget = node.budget.max(budget);
        number as u32
    }

    /// The downward pass; the sets from large to small.
    fn outline(
        &mut self,
        (ground, control): (&Ground, &Control),
        questions: &mut Questions<'_>,
        budget: i64,
        most: u64,
    ) -> Option<Vec<u32>> {
        let mut heap = BinaryHeap::new();
        let depth = ground.max_depth;
        let mut key = ground.everything.clone();
        key.push(u64::from(depth));
        self.visit(&key, depth, budget, &mut heap);
        let mut order = Vec::new();
        while let Some((_, number)) = heap.pop() {
            let node = &self.nodes[number as usize];
            let key = self.index.key(number as usize);
            let near = questions.near_splits(&key[..key.len() - 1], node.depth, node.budget);
            self.expand(ground, number as usize, &near, &mut heap);
            order.push(number);
            control.hold(self.bytes());
            if control.stopped() || (self.edges + order.len()) as u64 > most {
                return None;
            }
        }
        Some(order)
    }

    /// Visits both sides of the splits that fit a set's budget.
    fn expand(
        &mut self,
        ground: &Ground,
        number: usize,
        near: &NearSplits,
        heap: &mut BinaryHeap<(u32, u32)>,
    ) {
        let (depth, budget) = (below(self.nodes[number].depth), self.nodes[number].budget);
        self.nodes[number].leaf = near.leaf;
        self.nodes[number].counts = counts(&near.measures);
        let key = self.index.key(number);
        let points = key[..key.len() - 1].to_vec();
        let mut seen = HashSet::new();
        for split in &near.splits {
            let [yes, no] = [true, false].map(|yes| {
                let mut key = ground.side(&points, split.feature as usize, yes);
                key.push(u64::from(depth));
                let left = budget - split.lower[usize::from(yes)];
                self.visit(&key, depth, left, heap)
            });
            if seen.insert((yes.min(no), yes.max(no))) {
                self.nodes[number].edges.push((split.feature, yes, no));
                self.edges += 1;
            }
        }
    }

    /// The upward pass at one set.
    fn fill<M: Merit<Item = I>>(
        &mut self,
        (ground, control): (&Ground, &Control),
        merit: &M,
        number: usize,
        steps: &mut u64,
        most: u64,
    ) -> Option<()> {
        let node = &self.nodes[number];
        let most_leaves = ground.max_leaves - u32::from(number != 0).min(ground.max_leaves - 1);
        let mut candidates = Vec::new();
        if node.leaf <= node.budget {
            let item = merit.leaf(node.counts);
            candidates.push(Found { item, cost: node.leaf, leaves: 1, from: From::Leaf });
        }
        for &(feature, yes, no) in &node.edges {
            let [yes_side, no_side] = [yes, no].map(|side| &self.nodes[side as usize].found);
            for (i, a) in yes_side.iter().enumerate() {
                for (j, b) in no_side.iter().enumerate() {
                    *steps += 1;
                    if a.cost + b.cost > node.budget {
                        break;
                    }
                    if a.leaves + b.leaves > most_leaves {
                        continue;
                    }
                    let from = From::Split { feature, yes: (yes, i as u32), no: (no, j as u32) };
                    candidates.push(Found {
                        item: merit.join(&a.item, &b.item),
                        cost: a.cost + b.cost,
                        leaves: a.leaves + b.leaves,
                        from,
                    });
                }
            }
            if *steps > most || control.stopped() {
                return None;
            }
        }
        let outside = ground.totals - node.counts;
        let kept = undominated(merit, candidates, outside, steps);
        self.kept += kept.len();
        self.nodes[number].found = kept;
        control.hold(self.bytes());
        Some(())
    }
}

/// The candidates that no other makes useless, by cost.
fn undominated<M: Merit>(
    merit: &M,
    mut candidates: Vec<Found<M::Item>>,
    outside: Counts,
    steps: &mut u64,
) -> Vec<Found<M::Item>> {
    candidates.sort_by_key(|found| (found.cost, found.leaves));
    let mut kept: Vec<Found<M::Item>> = Vec::new();
    for new in candidates {
        *steps += kept.len() as u64;
        if kept.iter().any(|old| merit.useless(old, &new, outside)) {
            continue;
        }
        kept.retain(|old| !merit.useless(&new, old, outside));
        kept.push(new);
    }
    kept
}

/// The depth left below a split.
fn below(depth: u32) -> u32 {
    if depth == u32::MAX { depth } else { depth.saturating_sub(1) }
}
