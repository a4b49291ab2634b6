//! A decimal as the user wrote it, with its exact value.
use gosdt_data::parse_decimal;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use std::fmt;
use std::str::FromStr;

/// An exact decimal that remembers its spelling, so that a model file can say `0.01` and mean it.
///
/// ```
/// use gosdt::Decimal;
///
/// let penalty: Decimal = "0.01".parse()?;
/// assert_eq!(penalty.to_string(), "0.01");
/// assert_eq!(penalty.value().to_string(), "1/100");
/// # Ok::<(), gosdt::DecimalError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decimal {
    text: String,
    value: BigRational,
}

/// Text that is not a decimal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a decimal number; write it like 0.01, 1e-3 or 1/32")]
pub struct DecimalError(
    /// The text.
    pub String,
);

impl Decimal {
    /// The exact value.
    pub fn value(&self) -> &BigRational {
        &self.value
    }

    /// The nearest float, for showing; nothing is decided by it.
    pub fn to_f64(&self) -> f64 {
        self.value.to_f64().unwrap_or(f64::NAN)
    }
}

impl FromStr for Decimal {
    type Err = DecimalError;

    fn from_str(text: &str) -> Result<Decimal, DecimalError> {
        let text = text.trim();
        let value = parse_decimal(text).ok_or_else(|| DecimalError(text.to_string()))?;
        Ok(Decimal { text: text.to_string(), value })
    }
}

/// Spelled as a whole number or a fraction.
impl From<BigRational> for Decimal {
    fn from(value: BigRational) -> Decimal {
        Decimal { text: value.to_string(), value }
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decimal_keeps_its_spelling_and_its_exact_value() {
        let decimal: Decimal = " 0.10 ".parse().unwrap();
        assert_eq!(decimal.to_string(), "0.10");
        assert_eq!(decimal.value(), &BigRational::new(1.into(), 10.into()));
    }

    #[test]
    fn a_rational_is_spelled_so_that_it_reads_back() {
        let decimal = Decimal::from(BigRational::new(1.into(), 3.into()));
        assert_eq!(decimal.to_string().parse::<Decimal>().unwrap(), decimal);
    }

    #[test]
    fn other_text_is_refused_by_name() {
        let error = "a lot".parse::<Decimal>().unwrap_err();
        assert!(error.to_string().contains("'a lot'"));
    }
}
