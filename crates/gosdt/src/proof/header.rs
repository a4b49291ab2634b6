//! The header of a certificate: what is claimed, of what data.
use crate::training_data::TrainingData;
use gosdt_data::{CsvOptions, SplitKind, Test, Thresholds, Values};
use gosdt_tree::Model;
use num_rational::BigRational;
use serde_json::{Value, json};

/// What the header says that the model says as well.
const OF_MODEL: [&str; 6] = ["target", "classes", "positive", "columns", "missing", "objective"];

/// The header of a certificate that no tree has an objective below `bound`: a line for each key, and an
/// empty line at the end.
pub(super) fn header(
    data: &TrainingData<'_>,
    model: &Model,
    digest: &str,
    (thresholds, csv): (&Thresholds, &CsvOptions),
    bound: &BigRational,
) -> String {
    let model: Value = serde_json::from_str(&model.to_json()).unwrap_or_default();
    let mut pairs = vec![
        ("format", json!("gosdt-certificate")),
        ("version", json!(2)),
        ("rows", json!(data.table.rows)),
        ("digest", json!(digest)),
    ];
    pairs.extend(OF_MODEL.map(|key| (key, model[key].clone())));
    pairs.extend([
        ("weights", json!(data.table.weights.as_ref().map(|weights| &weights.name))),
        ("delimiter", json!(csv.delimiter.map(char::from))),
        ("names", json!(csv.header)),
    ]);
    if *thresholds != Thresholds::All {
        let columns = 0..data.table.columns.len();
        pairs.push(("thresholds", columns.map(|at| kept_thresholds(data, at)).collect()));
    }
    pairs.push(("bound", json!(format!("{}/{}", bound.numer(), bound.denom()))));
    let lines = pairs.iter().map(|(key, value)| format!("  \"{key}\": {value}"));
    format!("{{\n{}\n}}\n\n", lines.collect::<Vec<_>>().join(",\n"))
}

/// The thresholds of a numeric column; null for another one. Of columns that ask the same, the first
/// has them.
fn kept_thresholds(data: &TrainingData<'_>, at: usize) -> Value {
    if !matches!(data.table.columns[at].values, Values::Numeric(_)) {
        return Value::Null;
    }
    let columns = data.classes.columns.iter();
    let own = columns.filter(|column| column.column == at && column.kind == SplitKind::Thresholds);
    let tests = own.flat_map(|column| (0..column.splits).map(|split| column.test(split)));
    let number = |test: Test| match test {
        Test::AtMost(threshold) => Some(json!(threshold)),
        _ => None,
    };
    tests.filter_map(number).collect()
}
