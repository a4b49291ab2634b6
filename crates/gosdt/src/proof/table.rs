//! The training rows as the checker has them.
use gosdt_check::table::{Column, MISSING};
use gosdt_data::{Table, Values};

/// The rows of a table as the checker has them.
pub fn checked_table(table: &Table) -> gosdt_check::table::Table {
    let columns = table.columns.iter().map(|column| checked_column(&column.values)).collect();
    let weights = match &table.weights {
        Some(weights) => weights.values.clone(),
        None => vec![1; table.rows],
    };
    gosdt_check::table::Table::new(columns, table.labels.codes.clone(), weights)
}

fn checked_column(values: &Values) -> Column {
    match values {
        Values::Numeric(values) => Column::Numbers(values.clone()),
        Values::Boolean { values, .. } => {
            Column::Texts(values.iter().map(|value| value.map_or(MISSING, u32::from)).collect())
        }
        Values::Categorical { codes, .. } => {
            Column::Texts(codes.iter().map(|code| code.unwrap_or(MISSING)).collect())
        }
    }
}
