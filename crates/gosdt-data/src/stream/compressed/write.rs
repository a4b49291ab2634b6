//! A compressed table → its file.
use super::meaning::{
    ColumnMeaning, CutsMeaning, KEY, LeftOut, MISSING, Meaning, ThresholdsMeaning, VERSION,
    ValuesMeaning,
};
use crate::{
    Column, ColumnCuts, Concern, DataError, MergedRows, Table, TableCuts, Thresholds, Values,
};
use parquet::basic::{Compression, Repetition, Type as PhysicalType};
use parquet::data_type::{DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use std::sync::Arc;

/// A compressed table as the bytes of its file. Tables that are equal have equal files.
///
/// # Panics
/// When the table's rows were not merged ([`Table::merged`]).
pub fn write_compressed(table: &Table) -> Result<Vec<u8>, DataError> {
    let merged = table.merged.as_ref().expect("the rows of a compressed table were merged");
    let coded: Vec<(ColumnMeaning, Vec<i32>)> = table.columns.iter().map(coded).collect();
    let (meanings, codes): (Vec<ColumnMeaning>, Vec<Vec<i32>>) = coded.into_iter().unzip();
    let meaning = meaning(table, merged, meanings);
    write(table, merged, &codes, &meaning).map_err(|error| DataError::Unreadable {
        source_name: table.source.clone(),
        problem: format!("the compressed table cannot be written: {error}"),
    })
}

fn coded(column: &Column) -> (ColumnMeaning, Vec<i32>) {
    let (values, codes) = match &column.values {
        Values::Numeric(numbers) => {
            let mut values: Vec<f64> = numbers.iter().filter(|n| !n.is_nan()).copied().collect();
            values.sort_unstable_by(f64::total_cmp);
            values.dedup();
            let code = |number: &f64| match number.is_nan() {
                true => MISSING,
                false => values.partition_point(|value| value < number) as i32,
            };
            let codes = numbers.iter().map(code).collect();
            (ValuesMeaning::Numeric { values }, codes)
        }
        Values::Boolean { spelling, values } => {
            let codes = values.iter().map(|value| value.map_or(MISSING, i32::from)).collect();
            (ValuesMeaning::Boolean { spelling: spelling.clone() }, codes)
        }
        Values::Categorical { categories, codes } => {
            let codes = codes.iter().map(|code| code.map_or(MISSING, |code| code as i32)).collect();
            (ValuesMeaning::Categorical { categories: categories.clone() }, codes)
        }
    };
    (ColumnMeaning { name: column.name.clone(), values }, codes)
}

fn meaning(table: &Table, merged: &MergedRows, columns: Vec<ColumnMeaning>) -> Meaning {
    let weights = table.weights.as_ref();
    let left_out = |concern: &Concern| LeftOut {
        name: concern.name.clone(),
        known: concern.known,
        distinct: concern.distinct,
    };
    Meaning {
        version: VERSION,
        columns,
        target: table.labels.name.clone(),
        classes: table.labels.classes.clone(),
        weights: weights.filter(|_| merged.is_weighted).map(|weights| weights.name.clone()),
        denominator: weights.map_or(1, |weights| weights.denominator),
        heaviest: merged.heaviest.clone(),
        rows: table.data_rows(),
        dropped_rows: table.dropped_rows as u64,
        missing: table.missing,
        exact: merged.cuts.as_ref().is_none_or(|cuts| cuts.counts.left_out() == 0),
        thresholds: merged.cuts.as_ref().map(thresholds),
        readings: table.readings.clone(),
        left_out: table.notes.iter().map(left_out).collect(),
    }
}

fn thresholds(cuts: &TableCuts) -> ThresholdsMeaning {
    let cut = |cut: &ColumnCuts| CutsMeaning {
        column: cut.column.clone(),
        at: cut.at.clone(),
        below: cut.below.clone(),
        above: cut.above.clone(),
    };
    ThresholdsMeaning {
        rule: cuts.rule.to_string(),
        given: match &cuts.rule {
            Thresholds::Given(given) => Some(given.clone()),
            _ => None,
        },
        kept: cuts.counts.kept,
        offered: cuts.counts.offered,
        most_per_column: cuts.counts.most,
        columns: cuts.columns.iter().map(cut).collect(),
    }
}

fn write(
    table: &Table,
    merged: &MergedRows,
    codes: &[Vec<i32>],
    meaning: &Meaning,
) -> Result<Vec<u8>, ParquetError> {
    let json =
        serde_json::to_string(meaning).map_err(|error| ParquetError::External(error.into()))?;
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_created_by(format!("gosdt {}", env!("CARGO_PKG_VERSION")))
        .set_key_value_metadata(Some(vec![KeyValue::new(KEY.to_string(), json)]))
        .build();
    let mut file = SerializedFileWriter::new(vec![], schema(table)?, Arc::new(properties))?;
    let mut group = file.next_row_group()?;
    let labels: Vec<i32> = table.labels.codes.iter().map(|code| *code as i32).collect();
    for codes in codes.iter().chain([&labels]) {
        write_column::<Int32Type>(&mut group, codes)?;
    }
    let counts: Vec<i64> = merged.counts.iter().map(|count| i64::from(*count)).collect();
    let weights = table.weights.as_ref().map(|weights| &weights.values[..]).unwrap_or_default();
    let weights: Vec<i64> = weights.iter().map(|weight| *weight as i64).collect();
    write_column::<Int64Type>(&mut group, &counts)?;
    write_column::<Int64Type>(&mut group, &weights)?;
    group.close()?;
    file.into_inner()
}

fn schema(table: &Table) -> Result<Arc<Type>, ParquetError> {
    let features = table.columns.iter().map(|column| column.name.clone());
    let mut names: Vec<String> = features.chain([table.labels.name.clone()]).collect();
    for sum in ["rows", "weight"] {
        let mut name = sum.to_string();
        while names.contains(&name) {
            name.push('_');
        }
        names.push(name);
    }
    let codes = names.len() - 2;
    let field = |(at, name): (usize, &String)| {
        let kind = if at < codes { PhysicalType::INT32 } else { PhysicalType::INT64 };
        let field = Type::primitive_type_builder(name, kind);
        field.with_repetition(Repetition::REQUIRED).build().map(Arc::new)
    };
    let fields = names.iter().enumerate().map(field).collect::<Result<Vec<_>, _>>()?;
    Type::group_type_builder("classes").with_fields(fields).build().map(Arc::new)
}

fn write_column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    values: &[T::T],
) -> Result<(), ParquetError> {
    let Some(mut column) = group.next_column()? else { return Ok(()) };
    column.typed::<T>().write_batch(values, None, None)?;
    column.close()
}
