//! Upper bound on the number of leaves.
//!
//! ## Statement
//! A tree that costs at most B has at most ⌊B/Λ⌋ leaves (any number when Λ = 0).
//!
//! ## Why it holds
//! n leaves cost n·Λ, and loss is not negative.
//!
//! ## Reference
//! Theorems "Upper bound on the number of leaves" and "Parent-specific upper bound on the number of
//! leaves". The latter, H' < H + ⌊(Rᶜ − b)/λ⌋, loses trees by one where the quotient is not whole,
//! and the cap 2^M loses the full trees; here the test is n·Λ > B in integers, and there is no cap.
//! The parent-specific form is the same test with the budget that the siblings' bounds leave.
//!
//! ## Cost
//! One multiplication; it ends a node before its pairs (or even its splits) are counted.

/// Whether `leaves` leaves alone cost more than `budget`.
pub(crate) fn too_many(leaves: i64, penalty: i64, budget: i64) -> bool {
    leaves * penalty > budget
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::cases::{Case, assert_neutral};

    #[test]
    fn sound_no_optimal_tree_has_too_many_leaves_for_what_it_costs() {
        let mut full = 0;
        for seed in 0..2500 {
            let case = Case::random(seed);
            let set = case.everything();
            let best = case.best(set);
            for leaves in case.leaves_of_optima(set) {
                for budget in best..best + 3 {
                    assert!(!too_many(leaves, case.penalty, budget), "{leaves} {case:?}");
                }
                full += usize::from(case.penalty > 0 && leaves * case.penalty == best);
            }
        }
        assert!(full > 100, "{full} trees that cost nothing but their leaves");
    }

    #[test]
    fn sharp_one_leaf_more_than_the_budget_buys_is_too_many() {
        for (penalty, budget) in [(3, 12), (3, 13), (3, 14), (1, 5)] {
            let most = budget / penalty;
            assert!(!too_many(most, penalty, budget) && too_many(most + 1, penalty, budget));
        }
        assert!(!too_many(1_000_000, 0, 0), "leaves that cost nothing");
    }

    #[test]
    fn neutral_without_it_the_optimum_is_the_same() {
        assert_neutral("leaf-count");
    }

    #[test]
    fn alive_nodes_with_little_budget_left_are_not_expanded() {
        let case = Case::parity(6, 3, 7, 2);
        let (with, without) = case.nodes_with_and_without("leaf-count");
        assert!(with < without, "{with} with, {without} without");
    }
}
