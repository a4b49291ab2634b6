//! Thresholds of a numeric column: one between each two adjacent values.

/// A threshold with `low <= t < high`, so that `x <= t` splits the two as the data do: the
/// midpoint, or `low` where rounding or overflow carries the midpoint up to `high`.
pub(crate) fn threshold_between(low: f64, high: f64) -> f64 {
    let midpoint = low + (high - low) / 2.0;
    if midpoint < high { midpoint } else { low }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn splits(low: f64, high: f64) -> bool {
        let threshold = threshold_between(low, high);
        threshold.is_finite() && low <= threshold && threshold < high
    }

    #[test]
    fn threshold_is_the_midpoint() {
        assert_eq!(threshold_between(1.0, 2.0), 1.5);
        assert_eq!(threshold_between(-1.0, 1.0), 0.0);
    }

    #[test]
    fn threshold_splits_extreme_neighbours() {
        let tiny = f64::from_bits(1);
        for (low, high) in [
            (1.0, 1.0f64.next_up()),
            (1.0f64.next_down(), 1.0),
            (1.0f64.next_up(), 1.0f64.next_up().next_up()),
            (-1e308, 1e308),
            (f64::MIN, f64::MAX),
            (f64::MAX.next_down(), f64::MAX),
            (0.0, tiny),
            (-tiny, 0.0),
            (-tiny, tiny),
            (tiny, f64::MIN_POSITIVE),
        ] {
            assert!(splits(low, high), "{low:e} {high:e}");
        }
    }

    fn finite() -> impl Strategy<Value = f64> {
        use proptest::num::f64::{NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
        POSITIVE | NEGATIVE | NORMAL | SUBNORMAL | ZERO
    }

    proptest! {
        #[test]
        fn every_threshold_reproduces_its_split(
            values in proptest::collection::vec(finite(), 2..20), steps in 0u8..3,
        ) {
            let near = values[0..1].iter().flat_map(|value| {
                std::iter::successors(Some(*value), |x| Some(x.next_up())).take(steps.into())
            });
            let near: Vec<f64> = near.filter(|value| value.is_finite()).collect();
            let mut distinct = [values, near].concat();
            distinct.sort_unstable_by(f64::total_cmp);
            distinct.dedup();
            for pair in distinct.windows(2) {
                let threshold = threshold_between(pair[0], pair[1]);
                for value in &distinct {
                    prop_assert_eq!(*value <= threshold, *value <= pair[0]);
                }
            }
        }
    }
}
