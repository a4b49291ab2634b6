//! The leaf that a row of a typed table comes to.
use gosdt_data::{Table, Test, Values};
use gosdt_tree::{Node, Tree};

/// The leaf that a row comes to.
pub(crate) fn leaf_of_row(tree: &Tree, table: &Table, row: usize) -> usize {
    let mut at = 0;
    while let Node::Split { column, test, yes, no, .. } = &tree.nodes[at] {
        at = if says_yes(test, &table.columns[*column].values, row) { *yes } else { *no };
    }
    at
}

/// A missing value says yes to nothing but whether it is missing.
fn says_yes(test: &Test, values: &Values, row: usize) -> bool {
    match (test, values) {
        (Test::IsMissing, values) => values.is_missing(row),
        (Test::AtMost(threshold), Values::Numeric(values)) => values[row] <= *threshold,
        (Test::Is(word), Values::Boolean { spelling, values }) => {
            values[row].is_some_and(|value| spelling[usize::from(value)] == *word)
        }
        (Test::Is(word), Values::Categorical { categories, codes }) => {
            codes[row].is_some_and(|code| categories[code as usize] == *word)
        }
        // A tree asks a column only what its kind can answer.
        _ => false,
    }
}
