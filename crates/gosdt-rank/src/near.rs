//! All trees near the optimum of an additive problem, but for those that others make useless.
//!
//! [`crate::outline`] names the sets of points that such trees are made of, with a budget each.
//!
//! From small to large, each set collects its leaf and all joins of what its sides have kept, as far
//! as the budget goes, and drops those that another makes useless. That is sound beside the budget:
//! if A makes B useless and A is above the budget in some context, then A there is no better than
//! the best tree known, hence neither is B.
use crate::control::Control;
use crate::ground::{Counts, Ground};
use crate::outline::{Edge, Outline, outline};
use gosdt_search::{AdditiveSolver, Shape};

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

/// The sets of points that matter, with what was kept of each.
pub(crate) struct Near<I> {
    outline: Outline,
    found: Vec<Vec<Found<I>>>,
    kept: usize,
}

/// All trees of cost at most `budget` that matter. `None` when it takes more than `most` steps or
/// the search was stopped.
pub(crate) fn near_optima<M: Merit>(
    (ground, control): (&Ground, &Control),
    questions: &mut AdditiveSolver<'_>,
    merit: &M,
    budget: i64,
    most: u64,
) -> Option<Near<M::Item>> {
    let outline = outline((ground, control), questions, budget, most)?;
    let found = outline.sets.iter().map(|_| Vec::new()).collect();
    let mut near = Near { outline, found, kept: 0 };
    let mut steps = 0;
    for number in near.outline.upwards() {
        near.fill((ground, control), merit, number, &mut steps, most)?;
    }
    Some(near)
}

impl<I> Near<I> {
    /// What was kept of all points.
    pub fn roots(&self) -> &[Found<I>] {
        &self.found[0]
    }

    /// The tree of a subtree kept at the root.
    pub fn tree(&self, found: &Found<I>) -> Shape {
        match found.from {
            From::Leaf => Shape::leaf(0),
            From::Split { feature, yes, no } => {
                let side =
                    |(set, at): (u32, u32)| self.tree(&self.found[set as usize][at as usize]);
                Shape::split(feature as usize, &side(yes), &side(no))
            }
        }
    }

    fn bytes(&self) -> u64 {
        let found = size_of::<Found<I>>() + 64;
        let lists = self.found.len() * size_of::<Vec<Found<I>>>();
        self.outline.bytes() + (lists + self.kept * found) as u64
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
        let set = &self.outline.sets[number];
        let most_leaves = ground.max_leaves - u32::from(number != 0).min(ground.max_leaves - 1);
        let mut candidates = Vec::new();
        if set.leaf <= set.budget {
            let item = merit.leaf(set.counts);
            candidates.push(Found { item, cost: set.leaf, leaves: 1, from: From::Leaf });
        }
        for &Edge { feature, yes, no } in &set.edges {
            let [yes_side, no_side] = [yes, no].map(|side| &self.found[side as usize]);
            for (i, a) in yes_side.iter().enumerate() {
                for (j, b) in no_side.iter().enumerate() {
                    *steps += 1;
                    if a.cost + b.cost > set.budget {
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
        let outside = ground.totals - set.counts;
        let kept = undominated(merit, candidates, outside, steps);
        self.kept += kept.len();
        self.found[number] = kept;
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
