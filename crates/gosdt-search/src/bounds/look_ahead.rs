//! Hierarchical lower bound with look-ahead.
//!
//! ## Statement
//! If every tree on S with fewer than n leaves costs at least b, then R(S) ≥ min(b, n·Λ).
//!
//! ## Why it holds
//! A tree with n or more leaves pays n·Λ for them, and its loss is not negative.
//!
//! ## Reference
//! Theorems "Hierarchical objective lower bound for arbitrary monotonic losses" and "Objective lower
//! bound with one-step lookahead". The paper's initial bound 2λ + … is the case n = 2 *if S is
//! split*; the minimum with the leaf (b) is what holds for S itself. Counting all pairs of splits
//! makes b exact for n = 4 at a node and for n = 3 at its children: two levels of look-ahead.
//!
//! Two other theorems of the paper follow, so that the search need not use them by themselves:
//! - "Incremental progress bound to determine splitting": a leaf that loses at most Λ is optimal. It
//!   costs at most 2Λ, so it equals the bound for n = 2.
//! - "Upper bound on the number of leaves" and its parent-specific form: a tree within budget B has at
//!   most ⌊B/Λ⌋ leaves. Where n·Λ > B the bound is above B, or it is b and the optimum is known.
//!
//! ## Cost
//! One minimum, given b.

/// The lower bound when trees with fewer than `leaves` leaves cost at least `fewer`.
pub(crate) fn at_least(fewer: i64, leaves: i64, penalty: i64) -> i64 {
    fewer.min(leaves * penalty)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::cases::{Case, assert_neutral};
    use gosdt_oracle::random::Stream;

    #[test]
    fn sound_it_is_never_above_the_optimum() {
        let (mut by_leaves, mut by_trees) = (0, 0);
        for seed in 0..2000 {
            let case = Case::random(seed);
            let set = case.some(&mut Stream::new(seed));
            let best = case.best(set);
            for leaves in 2..=5 {
                let fewer = case.best_of_leaves(set, leaves - 1);
                let bound = at_least(fewer, leaves.into(), case.penalty);
                assert!(bound <= best, "{leaves} leaves, {set:b} {case:?}");
                by_leaves += usize::from(bound == best && bound < fewer);
                by_trees += usize::from(bound == best && bound == fewer);
            }
        }
        assert!(by_leaves > 100 && by_trees > 1000, "sharp {by_leaves} and {by_trees} times");
    }

    #[test]
    fn sound_a_leaf_that_loses_at_most_the_penalty_is_optimal() {
        let mut enough = 0;
        for seed in 0..3000 {
            let case = Case::random(seed);
            let set = case.some(&mut Stream::new(seed));
            let leaf = case.loss(set) + case.penalty;
            assert_eq!(at_least(leaf, 2, case.penalty) == leaf, case.loss(set) <= case.penalty);
            if case.loss(set) <= case.penalty {
                assert_eq!(case.best(set), leaf, "{set:b} {case:?}");
                enough += usize::from(case.loss(set) > 0);
            }
        }
        assert!(enough > 300, "{enough}");
    }

    /// A loss of Λ is the most for which a leaf is always optimal.
    #[test]
    fn sharp_a_leaf_that_loses_one_more_may_not_be_optimal() {
        let mut case = Case::parity(1, 1, 9, 2);
        case.costs.iter_mut().flatten().for_each(|cost| *cost *= 3);
        let all = case.everything();
        assert_eq!(case.loss(all), case.penalty + 1);
        assert!(case.best(all) < case.loss(all) + case.penalty);
    }

    #[test]
    fn sound_no_optimal_tree_has_more_leaves_than_its_cost_allows() {
        let mut full = 0;
        for seed in 0..2500 {
            let case = Case::random(seed);
            let set = case.everything();
            let best = case.best(set);
            for leaves in case.leaves_of_optima(set) {
                assert!(leaves * case.penalty <= best, "{leaves} {case:?}");
                full += usize::from(case.penalty > 0 && leaves * case.penalty == best);
            }
        }
        assert!(full > 100, "{full} trees that cost nothing but their leaves");
    }

    /// The first level (a leaf against two leaves) is in every bound that the search makes; the
    /// second is the technique.
    #[test]
    fn neutral_without_its_second_level_the_optimum_is_the_same() {
        assert_neutral("pairs");
    }

    #[test]
    fn alive_pairs_settle_nodes_that_would_be_split() {
        let case = Case::parity(6, 3, 5, 3);
        let (with, without) = case.nodes_with_and_without("pairs");
        assert!(with < without, "{with} with, {without} without");
    }
}
