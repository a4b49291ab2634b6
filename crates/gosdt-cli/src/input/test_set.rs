//! A table with labels to measure a tree on.
use super::read_table::read_text;
use crate::exit_code::Failure;
use crate::progress::RunLimits;
use gosdt::{CsvOptions, Labels, Model, NumberFormat, RawTable, parse_number, true_classes};
use gosdt_report::Measured;

/// A table and its weights.
pub struct TestSet {
    name: String,
    raw: RawTable,
    weights: Option<Vec<f64>>,
}

impl TestSet {
    /// Reads the table `test` that is measured on beside the table `data`, before the search is done in
    /// vain: it must be readable and have the label column.
    pub fn read(
        [test, data]: [&str; 2],
        csv: &CsvOptions,
        weights: Option<(&str, NumberFormat)>,
        labels: &Labels,
        limits: RunLimits,
    ) -> Result<TestSet, Failure> {
        if test == "-" && data == "-" {
            let text = "standard input is the data already; --test needs a file of its own";
            return Err(Failure::Input(text.to_string()));
        }
        let test = TestSet::open(test, csv, weights, limits)?;
        test.raw.column_index(&labels.name)?;
        Ok(test)
    }

    /// Reads a table, with its weights if it has a column of them, in numbers of a format.
    pub fn open(
        name: &str,
        csv: &CsvOptions,
        weights: Option<(&str, NumberFormat)>,
        limits: RunLimits,
    ) -> Result<TestSet, Failure> {
        let raw = read_text(name, csv, limits)?;
        let weights =
            weights.map(|(column, format)| row_weights(&raw, column, format)).transpose()?;
        Ok(TestSet { name: format!("test ({name})"), raw, weights })
    }

    /// How good the tree is on these rows.
    pub fn measure(&self, model: &Model) -> Result<Measured, Failure> {
        let truth = true_classes(model, &self.raw)?;
        let predictions = model.predict(&self.raw)?;
        let weights = self.weights.as_deref();
        Ok(Measured::new(self.name.clone(), model, &predictions, &truth, weights))
    }
}

/// The weights in a column.
fn row_weights(raw: &RawTable, name: &str, format: NumberFormat) -> Result<Vec<f64>, Failure> {
    let column = raw.column_index(name)?;
    let number = |cell: &str| format.plain(cell).and_then(|plain| parse_number(&plain));
    let weight = |row: usize| match number(raw.cell(row, column)) {
        Some(weight) if weight.is_finite() && weight >= 0.0 => Ok(weight),
        _ => Err(Failure::Input(format!(
            "{}, line {}, column '{name}': '{}' is not a weight; it must be a number, at least 0",
            raw.source,
            raw.line(row),
            raw.cell(row, column)
        ))),
    };
    (0..raw.rows()).map(weight).collect()
}
