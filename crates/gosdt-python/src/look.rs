//! What columns of text look like.
use gosdt::{Concern, Look, NumberFormat, is_identifier, look_at};
use pyo3::prelude::*;

/// What a column looks like that has these texts, each with the number of its cells: a kind and a finding
/// in words; `None` for categories.
#[pyfunction]
pub fn look(name: &str, words: Vec<(String, usize)>) -> Option<(&'static str, String)> {
    let words: Vec<(&str, usize)> = words.iter().map(|(text, count)| (&text[..], *count)).collect();
    let known = words.iter().map(|(_, count)| count).sum();
    let look = look_at(&words, NumberFormat::default())?;
    let kind = match look {
        Look::Dates { .. } => "dates",
        Look::Identifiers => "identifiers",
        _ => "numbers",
    };
    Some((kind, Concern::new(name, look, known, words.len()).finding()))
}

/// The same of a column of whole numbers, of which so many are different.
#[pyfunction]
pub fn look_at_whole_numbers(
    name: &str,
    distinct: usize,
    rows: usize,
) -> Option<(&'static str, String)> {
    let finding = || Concern::new(name, Look::Identifiers, rows, distinct).finding();
    is_identifier(name, distinct, rows).then(|| ("identifiers", finding()))
}
