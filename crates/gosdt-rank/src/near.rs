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
use crate::ground::Counts;
use crate::memo::Index;
use crate::solve::{NO, Solver, YES, below};
use gosdt_search::Shape;
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
    solver: &mut Solver,
    merit: &M,
    budget: i64,
    most: u64,
) -> Option<Near<M::Item>> {
    let words = solver.ground.everything.len();
    let mut near = Near { index: Index::new(words + 1), nodes: Vec::new(), edges: 0, kept: 0 };
    let order = near.outline(solver, budget, most)?;
    let mut steps = 0;
    for &number in order.iter().rev() {
        near.fill(solver, merit, number as usize, &mut steps, most)?;
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
    fn visit(&mut self, key: &[u64], depth: u32, budget: i64, heap: &mut BinaryHeap<(u32, u32)>) {
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
    }

    /// The downward pass; the sets from large to small.
    fn outline(&mut self, solver: &mut Solver, budget: i64, most: u64) -> Option<Vec<u32>> {
        let mut heap = BinaryHeap::new();
        let depth = solver.ground.max_depth;
        let mut key = solver.ground.everything.clone();
        key.push(u64::from(depth));
        self.visit(&key, depth, budget, &mut heap);
        let mut order = Vec::new();
        while let Some((_, number)) = heap.pop() {
            self.expand(solver, number as usize, &mut heap);
            order.push(number);
            solver.control.hold(solver.bytes() + self.bytes());
            if solver.control.stopped() || (self.edges + order.len()) as u64 > most {
                return None;
            }
        }
        Some(order)
    }

    /// Finds the splits of a set that fit its budget.
    fn expand(&mut self, solver: &mut Solver, number: usize, heap: &mut BinaryHeap<(u32, u32)>) {
        let (depth, budget) = (self.nodes[number].depth, self.nodes[number].budget);
        let key = self.index.key(number);
        let view = solver.whole(&key[..key.len() - 1]);
        self.nodes[number].leaf = solver.loss(&view.totals) + solver.prices.per_leaf;
        self.nodes[number].counts = solver.measures.counts(&view.totals);
        if depth > 0 && budget >= 2 * solver.prices.per_leaf {
            let mut frame = solver.take_frame();
            solver.count_leaves(&view, &mut frame);
            if depth > 1 {
                solver.count_pairs(&view, depth, &mut frame);
            } else {
                frame.lower = frame.leaf.clone();
            }
            let mut seen = HashSet::new();
            for t in 0..view.features.len() {
                if solver.settle_split(&view, depth, &mut frame, t, budget) {
                    let feature = view.features[t];
                    let left = [budget - frame.lower[NO][t], budget - frame.lower[YES][t]];
                    let sides = [true, false].map(|yes| {
                        let mut key = solver.ground.side(&view.points, feature as usize, yes);
                        key.push(u64::from(below(depth)));
                        key
                    });
                    self.visit(&sides[YES], below(depth), left[YES], heap);
                    self.visit(&sides[NO], below(depth), left[NO], heap);
                    let [yes, no] = sides.map(|key| self.index.number(&key) as u32);
                    if seen.insert((yes.min(no), yes.max(no))) {
                        self.nodes[number].edges.push((feature, yes, no));
                        self.edges += 1;
                    }
                }
            }
            solver.drop_frame(frame);
        }
        solver.drop_view(view);
    }

    /// The upward pass at one set.
    fn fill<M: Merit<Item = I>>(
        &mut self,
        solver: &Solver,
        merit: &M,
        number: usize,
        steps: &mut u64,
        most: u64,
    ) -> Option<()> {
        let node = &self.nodes[number];
        let most_leaves =
            solver.ground.max_leaves - u32::from(number != 0).min(solver.ground.max_leaves - 1);
        let mut candidates = Vec::new();
        if node.leaf <= node.budget {
            let item = merit.leaf(node.counts);
            candidates.push(Found { item, cost: node.leaf, leaves: 1, from: From::Leaf });
        }
        for &(feature, yes, no) in &node.edges {
            let sides = [&self.nodes[yes as usize].found, &self.nodes[no as usize].found];
            for (i, a) in sides[YES].iter().enumerate() {
                for (j, b) in sides[NO].iter().enumerate() {
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
            if *steps > most || solver.control.stopped() {
                return None;
            }
        }
        let outside = solver.ground.totals - node.counts;
        let kept = undominated(merit, candidates, outside, steps);
        self.kept += kept.len();
        self.nodes[number].found = kept;
        solver.control.hold(solver.bytes() + self.bytes());
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

impl Solver<'_> {
    /// Raises the bounds of both sides of split `t` until their sum is above `budget` or they are
    /// exact; whether it is at most `budget`.
    fn settle_split(
        &mut self,
        view: &crate::view::View,
        depth: u32,
        frame: &mut crate::solve::Frame,
        t: usize,
        budget: i64,
    ) -> bool {
        if frame.sum(t) <= budget {
            self.recall(view, depth, frame, t);
        }
        let open = |frame: &crate::solve::Frame| {
            (0..2).any(|side| frame.lower[side][t] < frame.upper[side][t])
        };
        while frame.sum(t) <= budget && open(frame) && !self.control.stopped() {
            let side = self.side_to_raise(view, frame, t);
            let left = budget - frame.lower[1 - side][t];
            self.raise_side(view, depth, frame, (t, side), left);
        }
        frame.sum(t) <= budget
    }
}
