//! Columns, labels and weights from Python → the table.
//!
//! Numbers come as the bytes of an array in the machine's order: the one form that the stable ABI
//! of every supported Python hands over without `unsafe`.
use crate::failure::from_any;
use gosdt::{Column, Labels, Missing, Reading, Table, Values, Weights};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

/// A column: its name, its kind, its values, and the words that their codes stand for.
pub type ColumnIn = (String, String, PyBackedBytes, Vec<String>);
/// The label: its name, its classes, and a code (`u32`) for each row.
pub type LabelsIn = (String, Vec<String>, PyBackedBytes);
/// Row weights: numerators (`u64`) and their denominator.
pub type WeightsIn = (PyBackedBytes, u64);

/// Puts the table together.
pub fn table(
    columns: Vec<ColumnIn>,
    (name, classes, codes): LabelsIn,
    weights: Option<WeightsIn>,
    missing: Missing,
) -> PyResult<Table> {
    let readings = columns.iter().filter_map(reading).collect();
    let columns = columns.into_iter().map(column).collect::<PyResult<_>>()?;
    let labels = Labels { name, classes, codes: numbers(&codes, u32::from_ne_bytes) };
    let weights = weights.map(|(values, denominator)| Weights {
        name: "sample_weight".to_string(),
        values: numbers(&values, u64::from_ne_bytes),
        denominator,
    });
    let table = Table::new("X", columns, labels, weights, missing);
    Ok(Table { readings, ..table.map_err(|error| from_any(&error))? })
}

/// The order of a column of ordered categories: numbers with words.
fn reading((name, kind, _, words): &ColumnIn) -> Option<(String, Reading)> {
    let is_ordered = kind == "numeric" && !words.is_empty();
    is_ordered.then(|| (name.clone(), Reading::of_levels(words.clone())))
}

fn column((name, kind, data, words): ColumnIn) -> PyResult<Column> {
    let values = match kind.as_str() {
        "numeric" => Values::Numeric(numbers(&data, f64::from_ne_bytes)),
        "boolean" => Values::Boolean { spelling: spelling(words)?, values: booleans(&data) },
        "categorical" => Values::Categorical { categories: words, codes: codes(&data) },
        _ => return Err(PyValueError::new_err(format!("'{kind}' is not a kind of column"))),
    };
    Ok(Column { name, values })
}

fn spelling(words: Vec<String>) -> PyResult<[String; 2]> {
    words.try_into().map_err(|_| PyValueError::new_err("a boolean column has two spellings"))
}

/// 0 is false, 1 is true, any other byte is missing.
fn booleans(data: &[u8]) -> Vec<Option<bool>> {
    let value = |byte: &u8| (*byte <= 1).then_some(*byte == 1);
    data.iter().map(value).collect()
}

/// A negative code is missing.
fn codes(data: &[u8]) -> Vec<Option<u32>> {
    numbers(data, i32::from_ne_bytes).into_iter().map(|code| u32::try_from(code).ok()).collect()
}

/// An array from its bytes.
pub fn numbers<T, const SIZE: usize>(data: &[u8], read: fn([u8; SIZE]) -> T) -> Vec<T> {
    data.as_chunks::<SIZE>().0.iter().map(|bytes| read(*bytes)).collect()
}
