//! What a fit would work on, for programs.
use gosdt::{ColumnExplained, Explanation, Stored};
use serde::Serialize;

#[derive(Serialize)]
struct ExplanationJson<'a> {
    rows: usize,
    distinct_rows: usize,
    columns: Vec<ColumnJson<'a>>,
    splits: usize,
    stored: &'static str,
    grouping_memory: u64,
    search_memory: u64,
    memory_limit: Option<u64>,
    expectation: &'a str,
}

#[derive(Serialize)]
struct ColumnJson<'a> {
    name: &'a str,
    kind: &'a str,
    splits: usize,
}

fn column_json(column: &ColumnExplained) -> ColumnJson<'_> {
    ColumnJson { name: &column.name, kind: column.kind, splits: column.splits }
}

/// The object.
pub fn render(about: &Explanation) -> String {
    let object = ExplanationJson {
        rows: about.rows,
        distinct_rows: about.distinct_rows,
        columns: about.columns.iter().map(column_json).collect(),
        splits: about.splits,
        stored: match about.stored {
            Stored::Bits => "bits",
            Stored::Ranks => "ranks",
            Stored::NotAtAll => "not-at-all",
        },
        grouping_memory: about.grouping_memory,
        search_memory: about.search_memory,
        memory_limit: about.memory_limit,
        expectation: about.expectation,
    };
    // Numbers, text, lists: nothing that JSON cannot hold.
    serde_json::to_string_pretty(&object).unwrap_or_default() + "\n"
}
