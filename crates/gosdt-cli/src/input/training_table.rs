//! The table that a model was fitted to, read as it was then.
use super::args::EvaluateArgs;
use crate::exit_code::Failure;
use gosdt::{
    ColumnKind, DateReading, Model, ModelColumn, NumberFormat, OrderedColumn, RawTable,
    ReadingOptions, Schema, Table, read_csv,
};

/// Reads the table that a model was fitted to, as it was read then.
pub fn training_table(path: &str, model: &Model, args: &EvaluateArgs) -> Result<Table, Failure> {
    let raw = read_csv(path, &args.csv.options())?;
    Ok(Table::from_raw(&raw, &schema(model, &raw, args.weights.as_deref()))?)
}

fn schema(model: &Model, raw: &RawTable, weights: Option<&str>) -> Schema {
    let known = |name: &String| {
        let source = |column: &ModelColumn| column.reading.source(&column.name) == name;
        let feature = model.columns.iter().any(source);
        feature || *name == model.target || Some(name.as_str()) == weights
    };
    let of_kind = |kind: fn(&ColumnKind) -> bool| {
        let is_plain = |column: &&ModelColumn| {
            column.reading.levels.is_none() && column.reading.date.is_none()
        };
        let columns = model.columns.iter().filter(is_plain).filter(|column| kind(&column.kind));
        columns.map(|column| column.name.clone()).collect()
    };
    Schema {
        target: Some(model.target.clone()),
        weights: weights.map(String::from),
        ignore: raw.names.iter().filter(|name| !known(name)).cloned().collect(),
        numeric: of_kind(|kind| matches!(kind, ColumnKind::Numeric)),
        categorical: of_kind(|kind| matches!(kind, ColumnKind::Categorical { .. })),
        missing: model.missing,
        reading: reading(model),
    }
}

/// How the cells of a table were read.
fn reading(model: &Model) -> ReadingOptions {
    let mut dates: Vec<String> = vec![];
    for DateReading { column, .. } in model.columns.iter().filter_map(|c| c.reading.date.as_ref()) {
        if !dates.contains(column) {
            dates.push(column.clone());
        }
    }
    let ordered = model.columns.iter().filter_map(|column| {
        let levels = column.reading.levels.clone()?;
        Some(OrderedColumn { name: column.name.clone(), levels })
    });
    ReadingOptions { format: number_format(model), dates, ordered: ordered.collect() }
}

/// How the numbers of a table were written.
pub fn number_format(model: &Model) -> NumberFormat {
    model.columns.iter().find_map(|column| column.reading.format).unwrap_or_default()
}
