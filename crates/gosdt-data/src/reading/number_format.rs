//! How the numbers of a file are written.
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// How the numbers of a file are written: `1234.5` unless told otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NumberFormat {
    /// The character before the decimals. \[default: a point\]
    pub decimal: char,
    /// The character between groups of three digits. \[default: none\]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thousands: Option<char>,
}

impl Default for NumberFormat {
    fn default() -> Self {
        NumberFormat { decimal: '.', thousands: None }
    }
}

impl NumberFormat {
    /// Whether numbers are written as programs write them.
    pub fn is_plain(&self) -> bool {
        *self == NumberFormat::default()
    }

    /// The text of a number as programs write it: with a decimal point, and nothing between digits.
    /// `None` for what is not a number in this format. In the plain format every text is itself.
    ///
    /// ```
    /// use gosdt_data::NumberFormat;
    ///
    /// let german = NumberFormat { decimal: ',', thousands: Some('.') };
    /// assert_eq!(german.plain("1.234,5").as_deref(), Some("1234.5"));
    /// assert_eq!(german.plain("1.5"), None);
    /// ```
    pub fn plain<'a>(&self, cell: &'a str) -> Option<Cow<'a, str>> {
        if self.is_plain() {
            return Some(Cow::Borrowed(cell));
        }
        let (mantissa, exponent) = cell.split_at(cell.find(['e', 'E']).unwrap_or(cell.len()));
        let unsigned = mantissa.strip_prefix(['-', '+']).unwrap_or(mantissa);
        let minus = if mantissa.starts_with('-') { "-" } else { "" };
        let (whole, decimals) = unsigned.split_once(self.decimal).unwrap_or((unsigned, ""));
        let whole = self.without_groups(whole)?;
        let is_number = is_digits(&whole) && is_digits(decimals);
        is_number.then(|| Cow::Owned(format!("{minus}{whole}.{decimals}{exponent}")))
    }

    /// The digits before the decimals without what groups them by three.
    fn without_groups<'a>(&self, whole: &'a str) -> Option<Cow<'a, str>> {
        let Some(thousands) = self.thousands else { return Some(Cow::Borrowed(whole)) };
        let is_separator = |c: char| c == thousands || look_alikes(thousands).contains(&c);
        if !whole.contains(is_separator) {
            return Some(Cow::Borrowed(whole));
        }
        let groups: Vec<&str> = whole.split(is_separator).collect();
        let is_grouped =
            (1..=3).contains(&groups[0].len()) && groups[1..].iter().all(|group| group.len() == 3);
        is_grouped.then(|| Cow::Owned(groups.concat()))
    }
}

/// Characters that people take for the same separator.
fn look_alikes(separator: char) -> &'static [char] {
    match separator {
        ' ' => &['\u{a0}', '\u{202f}', '\u{2009}'],
        '\'' => &['\u{2019}'],
        _ => &[],
    }
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_number;

    fn read(decimal: char, thousands: Option<char>, cell: &str) -> Option<f64> {
        let plain = NumberFormat { decimal, thousands }.plain(cell)?;
        parse_number(&plain)
    }

    #[test]
    fn numbers_are_read_as_they_are_written() {
        assert_eq!(read(',', None, "-3,25"), Some(-3.25));
        assert_eq!(read(',', None, "1,5e3"), Some(1500.0));
        assert_eq!(read(',', Some('.'), "1.234.567,5"), Some(1234567.5));
        assert_eq!(read('.', Some(','), "2,740.00"), Some(2740.0));
        assert_eq!(read('.', Some(','), "999"), Some(999.0));
        assert_eq!(read(',', Some(' '), "12\u{a0}345,5"), Some(12345.5));
        assert_eq!(read('.', Some('\''), "1’000"), Some(1000.0));
        assert_eq!(read('.', None, "2.5"), Some(2.5));
    }

    #[test]
    fn numbers_of_another_format_are_none() {
        for (decimal, thousands, cell) in [
            (',', None, "1.5"),
            (',', None, "1.234,5"),
            (',', Some('.'), "1.5"),
            (',', Some('.'), "12.34,5"),
            ('.', Some(','), "1,5"),
            ('.', Some(','), ",500"),
            ('.', Some(','), "1,234,5"),
            (',', None, "1,2,3"),
            (',', None, "a"),
            (',', None, ""),
            (',', None, ","),
        ] {
            assert_eq!(read(decimal, thousands, cell), None, "{decimal} {thousands:?} {cell}");
        }
    }
}
