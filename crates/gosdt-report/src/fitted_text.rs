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

/// A question in about so many columns: the name of the column loses its middle, a number after it stays
/// whole, however little room that leaves.
pub(crate) fn shorten_question(question: &str, cells: usize) -> String {
    const FEWEST: usize = 8;
    let is_number = |bound: &str| bound.trim_end_matches('?').parse::<f64>().is_ok();
    match question.rsplit_once(" ≤ ") {
        Some((name, bound)) if is_number(bound) => {
            let room = cells.saturating_sub(bound.width() + 3).max(FEWEST);
            format!("{} ≤ {bound}", shorten(name, room))
        }
        _ => shorten(question, cells),
    }
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
    fn a_question_keeps_its_number_whole() {
        let question = "flavanoids of the wine ≤ 1.5700000000000002";
        assert_eq!(shorten_question(question, 26), "flava…ne ≤ 1.5700000000000002");
        assert_eq!(
            shorten_question("number of previous visits ≤ 22.5?", 20),
            "number …sits ≤ 22.5?"
        );
        assert_eq!(shorten_question("age ≤ 22.5", 10), "age ≤ 22.5");
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
