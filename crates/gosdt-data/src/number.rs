//! Cells that are numbers, and numbers as people read them.
use crate::trim::trim;

/// Reads a decimal number such as `3`, `-2.5`, `.5` or `1e-3`, rounded to the nearest `f64`.
///
/// `inf`, `infinity` and numbers too large for an `f64` are read as infinite, so that a caller can
/// say so. `None` for everything else, NaN too: that is a missing value, not a number.
pub fn parse_number(text: &str) -> Option<f64> {
    trim(text).parse().ok().filter(|number: &f64| !number.is_nan())
}

/// Digits with commas between thousands.
///
/// ```
/// assert_eq!(gosdt_data::grouped_digits("1234567"), "1,234,567");
/// assert_eq!(gosdt_data::grouped_digits("123"), "123");
/// ```
pub fn grouped_digits(digits: &str) -> String {
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
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
    fn digits_are_grouped_from_the_right() {
        assert_eq!(
            ["7", "1234", "123456", "1234567"].map(grouped_digits),
            ["7", "1,234", "123,456", "1,234,567"]
        );
    }

    #[test]
    fn infinite_numbers_are_seen_as_such() {
        for text in ["inf", "Infinity", "+INF", "1e999"] {
            assert_eq!(parse_number(text), Some(f64::INFINITY), "{text}");
        }
        assert_eq!(parse_number("-inf"), Some(f64::NEG_INFINITY));
    }
}
