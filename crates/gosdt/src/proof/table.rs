//! The training rows as the checker has them.
use gosdt_check::Fraction;
use gosdt_check::table::Column;
use gosdt_data::{Table, Values};

/// The rows of a table as the checker has them; `None` if their weights do not fit into its numbers.
pub fn checked_table(table: &Table) -> Option<gosdt_check::table::Table> {
    let columns = table.columns.iter().map(|column| checked_column(&column.values)).collect();
    let whole = |weight: u64| Fraction { over: weight.into(), under: 1 };
    let weights: Vec<Fraction> = match &table.weights {
        Some(weights) => weights.values.iter().map(|weight| whole(*weight)).collect(),
        None => vec![whole(1); table.rows],
    };
    let labels = table.labels.codes.iter().map(|code| *code as usize).collect();
    gosdt_check::table::Table::new(columns, labels, &weights)
}

fn checked_column(values: &Values) -> Column {
    let code = |code: Option<u32>| code.map_or(f64::NAN, f64::from);
    let (values, ordered) = match values {
        Values::Numeric(values) => (values.clone(), true),
        Values::Boolean { values, .. } => {
            (values.iter().map(|value| code(value.map(u32::from))).collect(), false)
        }
        Values::Categorical { codes, .. } => (codes.iter().map(|at| code(*at)).collect(), false),
    };
    Column { values, ordered }
}
