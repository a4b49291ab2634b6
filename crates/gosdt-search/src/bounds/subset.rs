//! Subset bound.
//!
//! ## Statement
//! If S ⊆ T then R(S) ≤ R(T): a lower bound of a set is one of every superset.
//!
//! ## Why it holds
//! An optimal tree of T, used on S, costs no more: it has the same leaves, and fewer points in
//! them. (Not where leaves need a number of rows.)
//!
//! ## Reference
//! Theorem "Subset Bound", which compares two thresholds of one column: of nested sides the smaller
//! has the smaller optimum. Used as dominance between splits it must not remove a split *below* S;
//! here it only raises bounds, which is always sound. (As dominance at S: [`super::exchange`].)
//!
//! ## Cost
//! One maximum. It is the case w(S ∖ T) = 0 of [`super::similar_support`], which covers nested
//! thresholds at one node; between nodes the subset bound is used on its own.

/// The bound for a superset of a set with bound `lower`.
pub(crate) fn of_superset(lower: i64) -> i64 {
    lower
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::cases::{Case, assert_neutral, only};
    use crate::bounds::similar_support;
    use gosdt_oracle::random::Stream;

    #[test]
    fn sound_a_superset_costs_no_less() {
        for seed in 0..3000 {
            let mut stream = Stream::new(seed);
            let case = Case::random(seed);
            let large = case.some(&mut stream);
            let small = large & case.some(&mut stream);
            assert!(
                of_superset(case.best(small)) <= case.best(large),
                "{small:b} {large:b} {case:?}"
            );
        }
    }

    /// Why nodes with a least number of rows per leaf do not use it.
    #[test]
    fn sharp_a_superset_may_cost_less_where_leaves_need_rows() {
        let limits = crate::Limits { min_leaf: 3, ..crate::Limits::default() };
        let falls = |seed: u64| {
            let case = Case::random(seed).within(limits);
            let small = case.some(&mut Stream::new(seed));
            small != 0 && of_superset(case.best(small)) > case.best(case.everything())
        };
        assert!((0..2000).any(falls));
    }

    #[test]
    fn sound_it_is_similar_support_with_nothing_lost() {
        assert_eq!(of_superset(7), similar_support::without(7, 0));
    }

    #[test]
    fn neutral_without_it_the_optimum_is_the_same() {
        assert_neutral("inherited-bounds");
    }

    /// Without the places of the thresholds a node still inherits from its parent, but not from its
    /// neighbours; the other techniques that use places are off in both searches.
    #[test]
    fn alive_a_threshold_takes_over_what_smaller_thresholds_know() {
        let case = Case::numeric(1, 8, 60, 4);
        let techniques = only(&["memo", "inherited-bounds"]);
        let nodes = |case: &Case| case.search(techniques).statistics.nodes;
        let (with, without) = (nodes(&case), nodes(&case.clone().without_places()));
        assert!(with < without, "{with} with, {without} without");
    }
}
