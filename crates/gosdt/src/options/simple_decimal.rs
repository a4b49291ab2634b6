//! A λ that is easy to write, for a tree that is optimal for a range of them.
use super::decimal::Decimal;
use num_bigint::BigInt;
use num_rational::BigRational;

/// Digits behind the point at most.
const MOST_DIGITS: u32 = 12;

/// The decimal with fewest digits strictly between two numbers that are not negative, the one
/// nearest their middle; or, where the range is too narrow for that, the middle as a fraction.
pub(crate) fn simple_between(low: &BigRational, high: &BigRational) -> Decimal {
    let middle = middle(low, high);
    simple_near(low, high, |tens| (&middle * tens).round().to_integer())
}

/// The decimal with fewest digits strictly between two numbers that are not negative, the one
/// nearest their geometric mean; or, where the range is too narrow for that, the middle as a fraction.
pub(crate) fn geometric_between(low: &BigRational, high: &BigRational) -> Decimal {
    let four_squares = low * high * BigInt::from(4);
    simple_near(low, high, |tens| {
        let twice = (&four_squares * tens * tens).to_integer().sqrt();
        (twice + 1) / 2
    })
}

fn middle(low: &BigRational, high: &BigRational) -> BigRational {
    (low + high) / BigRational::from(BigInt::from(2))
}

/// The decimal with fewest digits strictly between two numbers; `steps` says how many of its last
/// digit's units it has, given how many make up 1.
fn simple_near(
    low: &BigRational,
    high: &BigRational,
    steps: impl Fn(&BigInt) -> BigInt,
) -> Decimal {
    let simple = (0..=MOST_DIGITS).find_map(|digits| {
        let tens = BigInt::from(10).pow(digits);
        let steps = steps(&tens);
        let value = BigRational::new(steps.clone(), tens);
        (low < &value && &value < high).then(|| point_in(&steps, digits as usize))
    });
    let written = simple.and_then(|text| text.parse().ok());
    written.unwrap_or_else(|| Decimal::from(middle(low, high)))
}

/// `5` with 2 digits behind the point is `0.05`.
fn point_in(steps: &BigInt, digits: usize) -> String {
    let text = format!("{steps:0>width$}", width = digits + 1);
    let (whole, rest) = text.split_at(text.len() - digits);
    if digits == 0 { text } else { format!("{whole}.{rest}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(numerator: i64, denominator: i64) -> BigRational {
        BigRational::new(numerator.into(), denominator.into())
    }

    #[test]
    fn few_digits_and_inside() {
        let cases = [
            ((1, 1000), (1, 5), "0.1"),
            ((1, 72), (1, 14), "0.04"),
            ((1, 3), (1, 2), "0.4"),
            ((1, 100), (2, 100), "0.015"),
            ((0, 1), (1, 1000), "0.0005"),
            ((1, 2), (7, 2), "2"),
        ];
        for ((a, b), (c, d), text) in cases {
            let found = simple_between(&ratio(a, b), &ratio(c, d));
            assert_eq!(found.to_string(), text);
            assert!(&ratio(a, b) < found.value() && found.value() < &ratio(c, d));
        }
    }

    #[test]
    fn the_geometric_mean_is_between_by_ratio() {
        let cases = [
            ((1, 1000), (1, 10), "0.01"),
            ((1, 4), (1, 2), "0.4"),
            ((1, 20), (1, 4), "0.1"),
            ((3, 100), (5, 100), "0.04"),
            ((0, 1), (1, 4), "1/8"),
        ];
        for ((a, b), (c, d), text) in cases {
            let found = geometric_between(&ratio(a, b), &ratio(c, d));
            assert_eq!(found.to_string(), text);
        }
    }

    #[test]
    fn a_narrow_range_gets_a_fraction() {
        let low = ratio(1, 3);
        let high = &low + ratio(1, 1_000_000_000_000_000);
        let found = simple_between(&low, &high);
        assert!(&low < found.value() && found.value() < &high);
        assert!(found.to_string().contains('/'));
    }
}
