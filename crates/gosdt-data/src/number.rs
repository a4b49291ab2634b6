//! Cells that are numbers.
use crate::trim::trim;

/// Reads a decimal number such as `3`, `-2.5`, `.5` or `1e-3`, rounded to the nearest `f64`.
///
/// `inf`, `infinity` and numbers too large for an `f64` are read as infinite, so that a caller can
/// say so. `None` for everything else, NaN too: that is a missing value, not a number.
pub fn parse_number(text: &str) -> Option<f64> {
    trim(text).parse().ok().filter(|number: &f64| !number.is_nan())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_plain_decimals() {
        for (text, number) in [("3", 3.0), (" -2.5 ", -2.5), (".5", 0.5), ("+1e-3", 0.001)] {
            assert_eq!(parse_number(text), Some(number), "{text}");
        }
        for text in ["", "abc", "0x10", "1_000", "1,5", "nan", "-NaN", "1/2"] {
            assert_eq!(parse_number(text), None, "{text}");
        }
    }

    #[test]
    fn infinite_numbers_are_seen_as_such() {
        for text in ["inf", "Infinity", "+INF", "1e999"] {
            assert_eq!(parse_number(text), Some(f64::INFINITY), "{text}");
        }
        assert_eq!(parse_number("-inf"), Some(f64::NEG_INFINITY));
    }
}
