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
