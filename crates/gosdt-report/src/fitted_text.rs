//! Text that must fit: its width before any font is known, and shorter forms of it.
use unicode_width::UnicodeWidthStr;

/// Pixels that the text takes at a font size, estimated on the generous side for the usual sans
/// serif fonts. East Asian letters count twice.
pub(crate) fn width(text: &str, font_size: f64) -> f64 {
    0.62 * font_size * cells(text) as f64
}

/// Columns that the text takes on a terminal.
pub(crate) fn cells(text: &str) -> usize {
    text.width()
}

/// The text in at most `cells` columns. What is too long loses its middle: the beginning says which
/// column is meant, the end has the threshold or the value.
pub(crate) fn shorten(text: &str, cells: usize) -> String {
    if text.width() <= cells {
        return text.to_string();
    }
    let room = cells.saturating_sub(1);
    let tail = room * 2 / 5;
    let head: String = within(text.chars(), room - tail);
    let tail: String = within(text.chars().rev(), tail).chars().rev().collect();
    format!("{head}…{tail}")
}

/// As many letters as fit.
fn within(letters: impl Iterator<Item = char>, cells: usize) -> String {
    let mut text = String::new();
    for letter in letters {
        text.push(letter);
        if text.width() > cells {
            text.pop();
            break;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_fits_stays() {
        assert_eq!(shorten("age ≤ 22.5", 10), "age ≤ 22.5");
    }

    #[test]
    fn a_long_text_keeps_its_ends() {
        assert_eq!(shorten("number of previous visits ≤ 22.5", 20), "number of pr… ≤ 22.5");
    }

    #[test]
    fn no_text_is_wider_than_asked_for() {
        for text in
            ["年齢年齢年齢年齢", "e\u{301}e\u{301}e\u{301}e\u{301}", "👩‍👩‍👧 family", "abcdefghij"]
        {
            for limit in 1..12 {
                assert!(cells(&shorten(text, limit)) <= limit, "{text} in {limit}");
            }
        }
    }
}
