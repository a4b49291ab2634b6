//! Threshold exchange.
//!
//! ## Statement
//! Let i and k be splits of S with nested sides: a side A of i lies in the side B of k (and the
//! other side of k in that of i). If a lower bound of A is at least an upper bound of B, the best
//! tree that starts with i is no better than the best that starts with k: k dominates i at S.
//!
//! ## Why it holds
//! R(A) ≥ R(B) by the bounds, and the other side of i, being the larger, costs no less than that of
//! k (subset bound). Ruling out one split after another is sound as long as the dominating one was
//! not ruled out before: at least one split that is as good as all of them is left.
//!
//! ## Reference
//! The paper's "Subset Bound" used as dominance. It holds for S alone: a split that is dominated at S
//! may be needed below, so projections keep it. It does not hold where leaves need a number of rows.
//!
//! ## Cost
//! Two comparisons per pair of neighbouring thresholds. A run of points of one class at an end of a
//! column leaves one threshold of the run; iris (all thresholds, λ = .005) takes a tenth of the time.

/// Whether a split is dominated by one whose nested side is the larger: `inner` is the lower bound of
/// its own side, `outer` the upper bound of the other's.
pub(crate) fn is_dominated(inner: i64, outer: i64) -> bool {
    inner >= outer
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::cases::{Case, Set, assert_neutral};
    use gosdt_oracle::random::Stream;

    fn best_that_starts_with(case: &Case, set: Set, feature: usize) -> i64 {
        let yes = case.yes(set, feature);
        case.best(yes) + case.best(set & !yes)
    }

    #[test]
    fn sound_the_other_split_is_as_good() {
        let mut dominated = 0;
        for seed in 0..60 {
            let case = Case::numeric(seed, 5, 16, 4);
            let set = case.some(&mut Stream::new(seed));
            for (smaller, larger) in [(0, 1), (1, 2), (0, 3), (5, 6), (6, 9)] {
                let (a, b) = (case.yes(set, smaller), case.yes(set, larger));
                let [of_smaller, of_larger] =
                    [smaller, larger].map(|split| best_that_starts_with(&case, set, split));
                // The optimum bounds the inner side, a lone leaf the outer one.
                if is_dominated(case.best(a), case.loss(b) + case.penalty) {
                    assert!(of_smaller >= of_larger, "{smaller} {larger} {set:b} {case:?}");
                    dominated += 1;
                }
                let (a, b) = (set & !a, set & !b);
                if is_dominated(case.best(b), case.loss(a) + case.penalty) {
                    assert!(of_larger >= of_smaller, "{smaller} {larger} {set:b} {case:?}");
                    dominated += 1;
                }
            }
        }
        assert!(dominated > 50, "{dominated}");
    }

    #[test]
    fn neutral_without_it_the_optimum_is_the_same() {
        assert_neutral("exchange");
    }

    #[test]
    fn alive_thresholds_within_a_run_of_one_class_are_not_tried() {
        let case = Case::numeric(1, 20, 60, 6);
        let (with, without) = case.nodes_with_and_without("exchange");
        assert!(with < without, "{with} with, {without} without");
    }
}
