//! Lower bound of a split by its sub-trees.
//!
//! ## Statement
//! If R(left) ≥ a and R(right) ≥ b, every tree on S that starts with this split costs at least
//! a + b; if a + b exceeds what is allowed, the split is ruled out at S.
//!
//! ## Why it holds
//! Loss and leaves are sums over the two sides.
//!
//! ## Reference
//! Theorem "Hierarchical objective lower bound for sub-trees and additive losses". The bounds of
//! sides that are only partly solved already rule splits out.
//!
//! ## Cost
//! One addition.

/// The bound of a split.
pub(crate) fn of_split(yes: i64, no: i64) -> i64 {
    yes + no
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::cases::{Case, Set, only};
    use gosdt_oracle::random::Stream;
    use std::collections::BTreeSet;

    #[test]
    fn sound_the_least_over_splits_and_the_leaf_is_the_optimum() {
        for seed in 0..2000 {
            let case = Case::random(seed);
            let set = case.some(&mut Stream::new(seed));
            let splits = (0..case.places.len()).map(|f| case.yes(set, f));
            let split = |yes: Set| of_split(case.best(yes), case.best(set & !yes));
            let least = splits.map(split).min().expect("a feature");
            let leaf = case.loss(set) + case.penalty;
            assert_eq!(case.best(set), least.min(leaf), "{set:b} {case:?}");
        }
    }

    /// All sets of points that splits lead to and that can be split further.
    fn subproblems(case: &Case) -> BTreeSet<Set> {
        let mut found = BTreeSet::new();
        let mut open = vec![case.everything()];
        while let Some(set) = open.pop() {
            let sides = (0..case.places.len()).map(|f| case.yes(set, f));
            let sides: Vec<Set> = sides.filter(|&yes| yes != 0 && yes != set).collect();
            if !sides.is_empty() && found.insert(set) {
                open.extend(sides.iter().flat_map(|&yes| [yes, set & !yes]));
            }
        }
        found
    }

    /// The sum is no technique that can be switched off: it is how a node bounds its splits. With every
    /// technique off but the memo, a search without it would expand every subproblem.
    #[test]
    fn alive_splits_are_ruled_out_before_their_sides_are_solved() {
        let case = Case::parity(5, 2, 7, 1);
        let outcome = case.search(only(&["memo"]));
        let (nodes, all) = (outcome.statistics.nodes, subproblems(&case).len());
        assert!(nodes < all as u64 / 2, "{nodes} of {all}");
    }
}
