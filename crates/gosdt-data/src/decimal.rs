//! Exact decimals.
use num_bigint::{BigInt, BigUint, Sign};
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

/// The largest exponent that is read, either way: beyond it a typing error is likelier than a
/// number, and its digits would only cost memory.
const LARGEST_EXPONENT: i32 = 400;

/// Reads a decimal such as `0.01`, `1e-3`, `-2.5` or a fraction `1/32` exactly. `None` when it is
/// not one, or when its exponent is beyond ±400.
///
/// ```
/// use gosdt_data::parse_decimal;
///
/// assert_eq!(parse_decimal("0.03125"), parse_decimal("1/32"));
/// assert_eq!(parse_decimal("nan"), None);
/// ```
pub fn parse_decimal(text: &str) -> Option<BigRational> {
    let text = text.trim();
    match text.split_once('/') {
        Some((above, below)) => parse_fraction(above, below),
        None => Decimal::parse(text).map(|decimal| decimal.to_rational()),
    }
}

fn parse_fraction(above: &str, below: &str) -> Option<BigRational> {
    let (sign, above) = split_sign(above);
    let below = parse_digits(below)?;
    if below.is_zero() {
        return None;
    }
    let above = BigInt::from_biguint(sign, parse_digits(above)?);
    Some(BigRational::new(above, below.into()))
}

fn parse_digits(text: &str) -> Option<BigUint> {
    if !text.is_empty() && all_digits(text) {
        BigUint::parse_bytes(text.as_bytes(), 10)
    } else {
        None
    }
}

fn all_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

fn split_sign(text: &str) -> (Sign, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (Sign::Minus, rest),
        None => (Sign::Plus, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// `±digits · 10^exponent`, with no factor of ten left in the digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decimal {
    sign: Sign,
    digits: BigUint,
    exponent: i64,
}

impl Decimal {
    /// Reads a decimal without a fraction bar.
    pub(crate) fn parse(text: &str) -> Option<Decimal> {
        let (sign, unsigned) = split_sign(text);
        let (mantissa, exponent) = split_exponent(unsigned)?;
        let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        if (whole.is_empty() && part.is_empty()) || !all_digits(whole) || !all_digits(part) {
            return None;
        }
        Some(Decimal::new(sign, format!("{whole}{part}"), i64::from(exponent) - part.len() as i64))
    }

    fn new(sign: Sign, digits: String, exponent: i64) -> Decimal {
        let kept = digits.trim_end_matches('0');
        match BigUint::parse_bytes(kept.as_bytes(), 10) {
            Some(value) => {
                let zeros = (digits.len() - kept.len()) as i64;
                Decimal { sign, digits: value, exponent: exponent + zeros }
            }
            None => Decimal { sign: Sign::Plus, digits: BigUint::zero(), exponent: 0 },
        }
    }

    /// True below zero.
    pub(crate) fn is_negative(&self) -> bool {
        self.sign == Sign::Minus
    }

    /// Digits after the point.
    pub(crate) fn decimals(&self) -> u64 {
        self.exponent.min(0).unsigned_abs()
    }

    /// The absolute value times `10^decimals`, where that is a whole number that fits.
    pub(crate) fn scaled(&self, decimals: u32) -> Option<u64> {
        let power = u32::try_from(self.exponent + i64::from(decimals)).ok()?;
        (&self.digits * power_of_ten(power)).to_u64()
    }

    /// As [`Decimal::scaled`], in twice as many bits.
    pub(crate) fn scaled_wide(&self, decimals: u32) -> Option<u128> {
        let power = u32::try_from(self.exponent + i64::from(decimals)).ok()?;
        (&self.digits * power_of_ten(power)).to_u128()
    }

    fn to_rational(&self) -> BigRational {
        let above = &self.digits * power_of_ten(self.exponent.max(0) as u32);
        let below = power_of_ten(self.exponent.min(0).unsigned_abs() as u32);
        BigRational::new(BigInt::from_biguint(self.sign, above), below.into())
    }
}

fn power_of_ten(power: u32) -> BigUint {
    BigUint::from(10u32).pow(power)
}

/// Mantissa and exponent. `None` when the exponent is not a whole number or absurd.
fn split_exponent(text: &str) -> Option<(&str, i32)> {
    let Some((mantissa, exponent)) = text.split_once(['e', 'E']) else {
        return Some((text, 0));
    };
    let exponent: i32 = exponent.parse().ok()?;
    (-LARGEST_EXPONENT..=LARGEST_EXPONENT).contains(&exponent).then_some((mantissa, exponent))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ratio(above: i64, below: i64) -> Option<BigRational> {
        Some(BigRational::new(above.into(), below.into()))
    }

    #[test]
    fn decimals_and_fractions_are_exact() {
        assert_eq!(parse_decimal("0.01"), ratio(1, 100));
        assert_eq!(parse_decimal("1e-3"), ratio(1, 1000));
        assert_eq!(parse_decimal("2.50E+2"), ratio(250, 1));
        assert_eq!(parse_decimal(".5"), ratio(1, 2));
        assert_eq!(parse_decimal("5."), ratio(5, 1));
        assert_eq!(parse_decimal("+2"), ratio(2, 1));
        assert_eq!(parse_decimal(" -2.5 "), ratio(-5, 2));
        assert_eq!(parse_decimal("1/32"), ratio(1, 32));
        assert_eq!(parse_decimal("-6/4"), ratio(-3, 2));
        assert_eq!(parse_decimal("-0.000"), ratio(0, 1));
    }

    #[test]
    fn what_is_not_a_decimal_is_refused() {
        let texts = [
            "",
            " ",
            ".",
            "+",
            "-",
            "e5",
            ".e5",
            "1e",
            "1e1.5",
            "inf",
            "nan",
            "1/0",
            "1/",
            "/2",
            "1/-2",
            "1.5/2",
            "--1",
            "+-1",
            "1_000",
            "0x10",
            "1,5",
            "1 2",
            "1e401",
            "1e-401",
            "1e99999999999",
            "١",
        ];
        for text in texts {
            assert_eq!(parse_decimal(text), None, "{text}");
        }
    }

    #[test]
    fn negative_zero_is_not_negative() {
        assert!(!Decimal::parse("-0.0").unwrap().is_negative());
        assert!(Decimal::parse("-0.1").unwrap().is_negative());
    }

    #[test]
    fn scaling_is_exact_or_refused() {
        let scaled = |text: &str, decimals| Decimal::parse(text).unwrap().scaled(decimals);
        assert_eq!(scaled("1.250", 2), Some(125));
        assert_eq!(scaled("1.250", 1), None);
        assert_eq!(scaled("18446744073709551615", 0), Some(u64::MAX));
        assert_eq!(scaled("18446744073709551616", 0), None);
    }

    proptest! {
        #[test]
        fn printed_decimals_read_back(digits in any::<i64>(), decimals in 0usize..19) {
            let text = format!("{digits}e-{decimals}");
            let expected = BigRational::new(digits.into(), BigInt::from(10).pow(decimals as u32));
            prop_assert_eq!(parse_decimal(&text), Some(expected));
        }

        #[test]
        fn no_text_panics(text in "[-+0-9eE./ ]{0,12}") {
            let _ = parse_decimal(&text);
        }
    }
}
