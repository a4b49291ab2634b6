//! Incremental progress to determine splitting.
//!
//! ## Statement
//! If a leaf on S loses at most Λ, the leaf is optimal: R(S) = loss + Λ.
//!
//! ## Why it holds
//! Any other tree has at least two leaves and costs at least 2Λ ≥ loss + Λ.
//!
//! ## Reference
//! Theorem "Incremental progress bound to determine splitting".
//!
//! ## Cost
//! One comparison; it ends a node before anything is counted.

/// Whether a leaf with this loss is as good as any tree.
pub(crate) fn leaf_is_enough(loss: i64, penalty: i64) -> bool {
    loss <= penalty
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::cases::{Case, assert_neutral};
    use gosdt_oracle::random::Stream;

    #[test]
    fn sound_a_leaf_that_is_enough_is_optimal() {
        let mut enough = 0;
        for seed in 0..3000 {
            let case = Case::random(seed);
            let set = case.some(&mut Stream::new(seed));
            let loss = case.loss(set);
            if leaf_is_enough(loss, case.penalty) {
                assert_eq!(case.best(set), loss + case.penalty, "{set:b} {case:?}");
                enough += usize::from(loss > 0);
            }
        }
        assert!(enough > 300, "{enough}");
    }

    /// A leaf that loses more than Λ may be worth splitting: no larger loss would do.
    #[test]
    fn sharp_a_leaf_that_loses_one_more_may_not_be_optimal() {
        let mut case = Case::parity(1, 1, 9, 2);
        case.costs.iter_mut().flatten().for_each(|cost| *cost *= 3);
        let all = case.everything();
        assert_eq!(case.loss(all), case.penalty + 1);
        assert!(case.best(all) < case.loss(all) + case.penalty);
    }

    #[test]
    fn neutral_without_it_the_optimum_is_the_same() {
        assert_neutral("leaf-is-enough");
    }

    #[test]
    fn alive_a_good_leaf_is_not_expanded() {
        let case = Case::parity(4, 1, 5, 8);
        assert!(leaf_is_enough(case.loss(case.everything()), case.penalty));
        let (with, without) = case.nodes_with_and_without("leaf-is-enough");
        assert_eq!(with, 0);
        assert!(without > 0);
    }
}
