//! What a fit would work on, for people.
use gosdt::{Explanation, Stored};
use indicatif::HumanCount;
use std::fmt::Write;

/// Columns that are listed at most; the rest are counted.
const MOST_COLUMNS: usize = 40;

/// A line for each fact, then one for each column.
pub fn render(about: &Explanation) -> String {
    let count = |number: usize| HumanCount(number as u64).to_string();
    let megabytes = |bytes: u64| format!("{} MB", HumanCount(bytes.div_ceil(1_000_000)));
    let stored = match about.stored {
        Stored::Bits => "as bits: one for each split and distinct row",
        Stored::Ranks => "as ranks: one for each column and distinct row",
        Stored::NotAtAll => "not at all: the memory limit leaves no room",
    };
    let lines = [
        ("rows", format!("{}, {} distinct", count(about.rows), count(about.distinct_rows))),
        ("columns", count(about.columns.len())),
        ("splits", count(about.splits)),
        ("stored", stored.to_string()),
        (
            "memory",
            format!(
                "about {} to group the rows, {} for the search; limit {}",
                megabytes(about.grouping_memory),
                megabytes(about.search_memory),
                about.memory_limit.map_or("none".to_string(), megabytes)
            ),
        ),
        ("expect", about.expectation.to_string()),
    ];
    let mut out = String::new();
    for (name, line) in lines {
        let _ = writeln!(out, "{name:<10}  {line}");
    }
    out + &columns(about)
}

fn columns(about: &Explanation) -> String {
    let mut out = "\n".to_string();
    for column in about.columns.iter().take(MOST_COLUMNS) {
        let splits = HumanCount(column.splits as u64);
        let _ = writeln!(out, "{:>12} splits  {} ({})", splits, column.name, column.kind);
    }
    let more = about.columns.len().saturating_sub(MOST_COLUMNS);
    if more > 0 {
        let _ = writeln!(out, "… and {more} columns more");
    }
    out
}
