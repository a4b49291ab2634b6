//! Thresholds of a numeric column: one between each two adjacent values.

/// Digits that tell every number apart from its neighbours.
const MOST_DIGITS: usize = 17;

/// A threshold with `low <= t < high`, so that `x <= t` splits the two as the data do: of the decimals
/// in the middle half between them one with the fewest digits, and of these the one next to the middle.
/// Where no number lies between, it is `low`.
pub(crate) fn threshold_between(low: f64, high: f64) -> f64 {
    let gap = high / 2.0 - low / 2.0;
    let middle = low + gap;
    let is_near = |t: f64| low <= t && t < high && (t - middle).abs() <= gap / 2.0;
    if is_near(0.0) {
        return 0.0;
    }
    // The middle half is symmetric: if any decimal with so many digits is in it, the nearest one is.
    let mut decimals =
        (0..MOST_DIGITS).filter_map(|digits| format!("{middle:.digits$e}").parse().ok());
    match decimals.find(|t| is_near(*t)) {
        Some(threshold) => threshold,
        None if middle < high => middle,
        None => low,
    }
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
    fn threshold_is_the_shortest_decimal_in_the_middle_half() {
        for (low, high, threshold) in [
            (1.0, 2.0, 1.5),
            (-1.0, 1.0, 0.0),
            (-1.0, 2.0, 0.0),
            (0.0, 1.0, 0.5),
            (0.08, 0.09, 0.085),
            (0.0799, 0.0901, 0.085),
            (3.0, 5.0, 4.0),
            (17.0, 42.0, 30.0),
            (1.41, 1.57, 1.5),
            (-2.0, -1.0, -1.5),
            (99.0, 101.0, 100.0),
            (1e300, 3e300, 2e300),
            (1000.25, 1000.75, 1000.5),
        ] {
            assert_eq!(threshold_between(low, high), threshold, "{low} {high}");
        }
    }

    #[test]
    fn no_shorter_decimal_is_in_the_middle_half() {
        // The naive twin: every decimal with at most three decimals in the middle half is looked at.
        for (low, high) in [(0.3, 0.7), (1.23, 1.31), (2.51, 9.9), (12.1, 12.9), (0.011, 0.013)] {
            let digits = |thousandths: i32| thousandths.to_string().trim_end_matches('0').len();
            let middle_half = (1..20_000).filter(|at| {
                let t = f64::from(*at) / 1000.0;
                low + (high - low) / 4.0 <= t && t <= high - (high - low) / 4.0
            });
            let least = middle_half.map(digits).min().unwrap();
            let found = (threshold_between(low, high) * 1000.0).round() as i32;
            assert_eq!(digits(found), least, "{low} {high}: {found}");
        }
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
