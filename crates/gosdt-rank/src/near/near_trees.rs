//! All trees near the optimum of an additive problem, but for those that others dominate.
//!
//! [`super::near_graph`] names the sets of points that such trees are made of, with a budget each.
//!
//! From small to large, each set collects its leaf and all joins of what its sides have kept, as far
//! as the budget goes, and drops those that another dominates. That is sound beside the budget:
//! if A dominates B and A is above the budget in some context, then A there is no better than
//! the best tree known, hence neither is B.
use super::near_graph::{Edge, NearGraph, near_graph};
use crate::control::Control;
use crate::problem::{ClassCounts, RankInstance};
use gosdt_search::{AdditiveSolver, Shape};

/// A subtree that was kept.
pub(crate) struct NearTree<I> {
    /// What the dominance criterion knows of it.
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

/// Says which subtrees no optimal tree needs, given others on the same points.
pub(crate) trait DominanceCriterion {
    /// What is known of a subtree beside its cost and leaves.
    type Item;
    /// What is known of a leaf.
    fn leaf(&self, counts: ClassCounts) -> Self::Item;
    /// What is known of a split above two subtrees.
    fn join(&self, yes: &Self::Item, no: &Self::Item) -> Self::Item;
    /// Whether no tree with `b` is better than the same tree with `a` in its place, where the points outside weigh `outside`. Must be sound where
    /// the number of leaves is limited too.
    fn dominates(
        &self,
        a: &NearTree<Self::Item>,
        b: &NearTree<Self::Item>,
        outside: ClassCounts,
    ) -> bool;
}

/// The sets of points that matter, with what was kept of each.
pub(crate) struct NearTrees<I> {
    graph: NearGraph,
    found: Vec<Vec<NearTree<I>>>,
    kept: usize,
}

/// All trees of cost at most `budget` that matter. `None` when it takes more than `most` steps or
/// the search was stopped.
pub(crate) fn near_trees<M: DominanceCriterion>(
    (instance, control): (&RankInstance, &Control),
    solver: &mut AdditiveSolver<'_>,
    criterion: &M,
    budget: i64,
    most: u64,
) -> Option<NearTrees<M::Item>> {
    let graph = near_graph((instance, control), solver, budget, most)?;
    let found = graph.sets.iter().map(|_| Vec::new()).collect();
    let mut near = NearTrees { graph, found, kept: 0 };
    let mut steps = 0;
    for number in near.graph.upwards() {
        near.fill((instance, control), criterion, number, &mut steps, most)?;
    }
    Some(near)
}

impl<I> NearTrees<I> {
    /// What was kept of all points.
    pub fn roots(&self) -> &[NearTree<I>] {
        &self.found[0]
    }

    /// The tree of a subtree kept at the root.
    pub fn tree(&self, found: &NearTree<I>) -> Shape {
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
        let found = size_of::<NearTree<I>>() + 64;
        let lists = self.found.len() * size_of::<Vec<NearTree<I>>>();
        self.graph.bytes() + (lists + self.kept * found) as u64
    }

    /// Lists the subtrees of one set from those of its sides.
    fn fill<M: DominanceCriterion<Item = I>>(
        &mut self,
        (instance, control): (&RankInstance, &Control),
        criterion: &M,
        number: usize,
        steps: &mut u64,
        most: u64,
    ) -> Option<()> {
        let set = &self.graph.sets[number];
        let most_leaves = instance.max_leaves - u32::from(number != 0).min(instance.max_leaves - 1);
        let mut candidates = Vec::new();
        if set.leaf <= set.budget {
            let item = criterion.leaf(set.counts);
            candidates.push(NearTree { item, cost: set.leaf, leaves: 1, from: From::Leaf });
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
                    candidates.push(NearTree {
                        item: criterion.join(&a.item, &b.item),
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
        let outside = instance.totals - set.counts;
        let kept = undominated(criterion, candidates, outside, steps);
        self.kept += kept.len();
        self.found[number] = kept;
        control.hold(self.bytes());
        Some(())
    }
}

/// The candidates that no other dominates, by cost.
fn undominated<M: DominanceCriterion>(
    criterion: &M,
    mut candidates: Vec<NearTree<M::Item>>,
    outside: ClassCounts,
    steps: &mut u64,
) -> Vec<NearTree<M::Item>> {
    candidates.sort_by_key(|found| (found.cost, found.leaves));
    let mut kept: Vec<NearTree<M::Item>> = Vec::new();
    for new in candidates {
        *steps += kept.len() as u64;
        if kept.iter().any(|old| criterion.dominates(old, &new, outside)) {
            continue;
        }
        kept.retain(|old| !criterion.dominates(&new, old, outside));
        kept.push(new);
    }
    kept
}
