//! The table that a model was fitted to, read as it was then.
use super::args::EvaluateArgs;
use crate::exit_code::Failure;
use gosdt::{ColumnKind, Model, RawTable, Schema, Table, read_csv};

/// Reads the table that a model was fitted to, as it was read then.
pub fn training_table(path: &str, model: &Model, args: &EvaluateArgs) -> Result<Table, Failure> {
    let raw = read_csv(path, &args.csv.options())?;
    Ok(Table::from_raw(&raw, &schema(model, &raw, args.weights.as_deref()))?)
}

fn schema(model: &Model, raw: &RawTable, weights: Option<&str>) -> Schema {
    let known = |name: &String| {
        let feature = model.columns.iter().any(|column| column.name == *name);
        feature || *name == model.target || Some(name.as_str()) == weights
    };
    let of_kind = |kind: fn(&ColumnKind) -> bool| {
        let columns = model.columns.iter().filter(|column| kind(&column.kind));
        columns.map(|column| column.name.clone()).collect()
    };
    Schema {
        target: Some(model.target.clone()),
        weights: weights.map(String::from),
        ignore: raw.names.iter().filter(|name| !known(name)).cloned().collect(),
        numeric: of_kind(|kind| matches!(kind, ColumnKind::Numeric)),
        categorical: of_kind(|kind| matches!(kind, ColumnKind::Categorical { .. })),
        missing: model.missing,
    }
}
