//! Columns, labels and weights from Python → the table.
//!
//! Numbers come as the bytes of an array in the machine's order: the one form that the stable ABI
//! of every supported Python hands over without `unsafe`.
use crate::failure::from_any;
use crate::options::ThresholdsIn;
use gosdt::{
    Column, ColumnCuts, Labels, MergedRows, Missing, Reading, Table, TableCuts, ThresholdCounts,
    Values, Weights,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

/// A column: its name, its kind, its values, and the words that their codes stand for.
pub type ColumnIn = (String, String, PyBackedBytes, Vec<String>);
/// The label: its name, its classes, and a code (`u32`) for each row.
pub type LabelsIn = (String, Vec<String>, PyBackedBytes);
/// Row weights, or what rows that are several rows each stand for.
#[derive(FromPyObject)]
pub enum WeightsIn {
    /// Numerators (`u64`) and their denominator.
    Rows(PyBackedBytes, u64),
    /// Of a compressed table.
    Merged(MergedIn),
}

/// What the rows of a compressed table stand for: a dictionary with all of these keys.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct MergedIn {
    /// Numerators (`u64`) of the weight of all rows that a row stands for.
    weights: PyBackedBytes,
    denominator: u64,
    /// How many these are (`u32`).
    counts: PyBackedBytes,
    /// For each class the largest weight of one row.
    heaviest: Vec<u64>,
    weighted: bool,
    cuts: Option<CutsIn>,
}

/// Thresholds that were chosen before rows were merged.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct CutsIn {
    rule: ThresholdsIn,
    offered: usize,
    kept: usize,
    most: usize,
    columns: Vec<ColumnCutsIn>,
}

/// A column, its thresholds, and the values below and above each.
type ColumnCutsIn = (String, Vec<f64>, Vec<f64>, Vec<f64>);

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
    let weights_of = |values: &PyBackedBytes, denominator| Weights {
        name: "sample_weight".to_string(),
        values: numbers(values, u64::from_ne_bytes),
        denominator,
    };
    let table = match weights {
        None => Table::new("X", columns, labels, None, missing),
        Some(WeightsIn::Rows(values, denominator)) => {
            Table::new("X", columns, labels, Some(weights_of(&values, denominator)), missing)
        }
        Some(WeightsIn::Merged(merged)) => {
            let weights = weights_of(&merged.weights, merged.denominator);
            let merged = merged.rows()?;
            Table::new_merged("the compressed table", columns, labels, (weights, merged), missing)
        }
    };
    Ok(Table { readings, ..table.map_err(|error| from_any(&error))? })
}

impl MergedIn {
    fn rows(self) -> PyResult<MergedRows> {
        Ok(MergedRows {
            counts: numbers(&self.counts, u32::from_ne_bytes),
            heaviest: self.heaviest,
            is_weighted: self.weighted,
            cuts: self.cuts.map(CutsIn::cuts).transpose()?,
        })
    }
}

impl CutsIn {
    fn cuts(self) -> PyResult<TableCuts> {
        let (offered, kept, most) = (self.offered.max(self.kept), self.kept, self.most);
        let cut = |(column, at, below, above)| ColumnCuts { column, at, below, above };
        Ok(TableCuts {
            rule: self.rule.thresholds()?,
            counts: ThresholdCounts { offered, kept, most },
            columns: self.columns.into_iter().map(cut).collect(),
        })
    }
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

/// Thresholds next to the quantiles of the weight (`u64`) of ascending numbers (`f64`), each with the
/// numbers below and above it.
#[pyfunction]
pub fn quantile_cuts(numbers_in: &[u8], weights: &[u8], most: u32) -> Vec<(f64, f64, f64)> {
    let values = numbers(numbers_in, f64::from_ne_bytes);
    let mut weights = numbers(weights, u64::from_ne_bytes);
    weights.resize(values.len(), 0);
    let Some(cuts) = ColumnCuts::at_quantiles("", &values, &weights, most) else { return vec![] };
    let each = cuts.at.into_iter().zip(cuts.below).zip(cuts.above);
    each.map(|((at, below), above)| (at, below, above)).collect()
}

/// An array from its bytes.
pub fn numbers<T, const SIZE: usize>(data: &[u8], read: fn([u8; SIZE]) -> T) -> Vec<T> {
    data.as_chunks::<SIZE>().0.iter().map(|bytes| read(*bytes)).collect()
}
