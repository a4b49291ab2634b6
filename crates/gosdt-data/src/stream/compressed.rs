//! The compressed table as a file: a Parquet file of codes, with all that they stand for in its
//! metadata.
//!
//! A row of the file is a class of equal rows with one label. Its columns are those of the table, as
//! codes (-1 is missing), then the label's code, the number of rows, and their weight in units of the
//! denominator. The entry `gosdt-compressed` of the metadata is JSON: what codes stand for.
use super::parquet_batches::{damaged, open_parquet};
use crate::{
    Column, ColumnCuts, ColumnThresholds, DataError, Labels, MergedRows, Missing, Table, TableCuts,
    ThresholdCounts, Thresholds, Values, Weights,
};
use parquet::basic::{Compression, Repetition, Type as PhysicalType};
use parquet::column::reader::ColumnReader;
use parquet::data_type::{Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::sync::Arc;

/// The entry of the metadata that makes a Parquet file a compressed table.
const KEY: &str = "gosdt-compressed";
/// The version of the format.
const VERSION: u32 = 1;
/// The code of a missing value.
const MISSING: i32 = -1;

/// What the codes of a file stand for.
#[derive(Serialize, Deserialize)]
struct Meaning {
    version: u32,
    columns: Vec<ColumnMeaning>,
    target: String,
    classes: Vec<String>,
    /// The name of the weight column, if there is one.
    weights: Option<String>,
    denominator: u64,
    /// For each class the largest weight of one row.
    heaviest: Vec<u64>,
    rows: u64,
    dropped_rows: u64,
    missing: Missing,
    /// Whether no threshold was left out.
    exact: bool,
    thresholds: Option<ThresholdsMeaning>,
}

#[derive(Serialize, Deserialize)]
struct ColumnMeaning {
    name: String,
    #[serde(flatten)]
    values: ValuesMeaning,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum ValuesMeaning {
    Numeric {
        /// The number of each code.
        values: Vec<f64>,
    },
    Boolean {
        spelling: [String; 2],
    },
    Categorical {
        categories: Vec<String>,
    },
}

#[derive(Serialize, Deserialize)]
struct ThresholdsMeaning {
    rule: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    given: Option<Vec<ColumnThresholds>>,
    kept: usize,
    offered: usize,
    most_per_column: usize,
    columns: Vec<CutsMeaning>,
}

#[derive(Serialize, Deserialize)]
struct CutsMeaning {
    column: String,
    at: Vec<f64>,
    below: Vec<f64>,
    above: Vec<f64>,
}

/// Whether a file is a compressed table.
pub fn is_compressed(path: &str) -> bool {
    open_parquet(path).is_ok_and(|reader| entry(&reader).is_some())
}

fn entry(reader: &SerializedFileReader<File>) -> Option<&str> {
    let entries = reader.metadata().file_metadata().key_value_metadata()?;
    entries.iter().find(|entry| entry.key == KEY)?.value.as_deref()
}

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
        write_codes(&mut group, codes)?;
    }
    let counts: Vec<i64> = merged.counts.iter().map(|count| i64::from(*count)).collect();
    let weights = table.weights.as_ref().map(|weights| &weights.values[..]).unwrap_or_default();
    let weights: Vec<i64> = weights.iter().map(|weight| *weight as i64).collect();
    write_sums(&mut group, &counts)?;
    write_sums(&mut group, &weights)?;
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

fn write_codes(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    codes: &[i32],
) -> Result<(), ParquetError> {
    let Some(mut column) = group.next_column()? else { return Ok(()) };
    column.typed::<Int32Type>().write_batch(codes, None, None)?;
    column.close()
}

fn write_sums(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    sums: &[i64],
) -> Result<(), ParquetError> {
    let Some(mut column) = group.next_column()? else { return Ok(()) };
    column.typed::<Int64Type>().write_batch(sums, None, None)?;
    column.close()
}

/// Reads a compressed table.
pub fn read_compressed(path: &str) -> Result<Table, DataError> {
    let broken = |problem: String| DataError::Unreadable {
        source_name: path.to_string(),
        problem: format!("this is not a compressed table: {problem}"),
    };
    let reader = open_parquet(path)?;
    let text = entry(&reader).ok_or_else(|| broken(format!("it has no entry `{KEY}`")))?;
    let meaning: Meaning = serde_json::from_str(text).map_err(|error| broken(error.to_string()))?;
    if meaning.version > VERSION {
        return Err(broken(format!("it was made by a newer gosdt (version {})", meaning.version)));
    }
    let numbers = read_numbers(&reader).map_err(|error| damaged(path, &error))?;
    if numbers.len() != meaning.columns.len() + 3 {
        return Err(broken(format!("it has {} columns", numbers.len())));
    }
    table(path, meaning, numbers).map_err(|error| match error {
        Trouble::Data(error) => error,
        Trouble::Code(name) => {
            broken(format!("column `{name}` has a code that stands for nothing"))
        }
    })
}

/// What can be wrong with the content of a file.
enum Trouble {
    Data(DataError),
    Code(String),
}

impl From<DataError> for Trouble {
    fn from(error: DataError) -> Trouble {
        Trouble::Data(error)
    }
}

/// All columns as whole numbers.
fn read_numbers(reader: &SerializedFileReader<File>) -> Result<Vec<Vec<i64>>, ParquetError> {
    let width = reader.metadata().file_metadata().schema_descr().num_columns();
    let mut columns = vec![vec![]; width];
    for group in 0..reader.num_row_groups() {
        let group = reader.get_row_group(group)?;
        let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
        for (at, column) in columns.iter_mut().enumerate() {
            let (mut codes, mut sums) = (vec![], vec![]);
            let (mut levels, mut read) = (vec![], 0);
            let mut reader = group.get_column_reader(at)?;
            while read < rows {
                let (records, ..) = match &mut reader {
                    ColumnReader::Int32ColumnReader(reader) => {
                        reader.read_records(rows - read, Some(&mut levels), None, &mut codes)?
                    }
                    ColumnReader::Int64ColumnReader(reader) => {
                        reader.read_records(rows - read, Some(&mut levels), None, &mut sums)?
                    }
                    _ => return Err(ParquetError::General("a column has no whole numbers".into())),
                };
                if records == 0 {
                    return Err(ParquetError::EOF("a column ends before the others".into()));
                }
                read += records;
            }
            column.extend(codes.into_iter().map(i64::from));
            column.extend(sums);
        }
    }
    Ok(columns)
}

fn table(path: &str, meaning: Meaning, mut numbers: Vec<Vec<i64>>) -> Result<Table, Trouble> {
    let lists = (numbers.pop(), numbers.pop(), numbers.pop());
    let (Some(weights), Some(counts), Some(labels)) = lists else {
        return Err(Trouble::Code(meaning.target));
    };
    let columns = meaning.columns.into_iter().zip(numbers);
    let columns = columns.map(|(column, codes)| column.column(&codes)).collect::<Result<_, _>>()?;
    let positive = |numbers: Vec<i64>, name: &str| {
        let number = |number: i64| u64::try_from(number).map_err(|_| Trouble::Code(name.into()));
        numbers.into_iter().map(number).collect::<Result<Vec<u64>, Trouble>>()
    };
    let small = |numbers: Vec<i64>, name: &str| {
        let number = |number: i64| u32::try_from(number).map_err(|_| Trouble::Code(name.into()));
        numbers.into_iter().map(number).collect::<Result<Vec<u32>, Trouble>>()
    };
    let codes = small(labels, &meaning.target)?;
    let labels = Labels { name: meaning.target, classes: meaning.classes, codes };
    let weights = Weights {
        name: meaning.weights.clone().unwrap_or_else(|| "rows".to_string()),
        values: positive(weights, "weight")?,
        denominator: meaning.denominator,
    };
    let merged = MergedRows {
        counts: small(counts, "rows")?,
        heaviest: meaning.heaviest,
        is_weighted: meaning.weights.is_some(),
        cuts: meaning.thresholds.map(ThresholdsMeaning::cuts).transpose()?,
    };
    let table = Table::new_merged(path, columns, labels, (weights, merged), meaning.missing)?;
    Ok(Table { dropped_rows: meaning.dropped_rows as usize + table.dropped_rows, ..table })
}

impl ColumnMeaning {
    fn column(self, codes: &[i64]) -> Result<Column, Trouble> {
        let name = self.name;
        let code = |code: &i64, values: usize| match *code {
            -1 => Ok(None),
            code => match usize::try_from(code).ok().filter(|code| *code < values) {
                Some(code) => Ok(Some(code)),
                None => Err(Trouble::Code(name.clone())),
            },
        };
        let values = match self.values {
            ValuesMeaning::Numeric { values } => {
                let number =
                    |one: &i64| Ok(code(one, values.len())?.map_or(f64::NAN, |code| values[code]));
                Values::Numeric(codes.iter().map(number).collect::<Result<_, Trouble>>()?)
            }
            ValuesMeaning::Boolean { spelling } => {
                let value = |one: &i64| Ok(code(one, 2)?.map(|code| code == 1));
                let values = codes.iter().map(value).collect::<Result<_, Trouble>>()?;
                Values::Boolean { spelling, values }
            }
            ValuesMeaning::Categorical { categories } => {
                let value = |one: &i64| Ok(code(one, categories.len())?.map(|code| code as u32));
                let codes = codes.iter().map(value).collect::<Result<_, Trouble>>()?;
                Values::Categorical { categories, codes }
            }
        };
        Ok(Column { name, values })
    }
}

impl ThresholdsMeaning {
    fn cuts(self) -> Result<TableCuts, Trouble> {
        let rule = match self.given {
            Some(given) => Thresholds::Given(given),
            None => self.rule.parse().map_err(|_| Trouble::Code(self.rule.clone()))?,
        };
        let mut columns = vec![];
        for CutsMeaning { column, at, below, above } in self.columns {
            let lists = [&at, &below, &above];
            let sound = lists.iter().all(|list| list.len() == at.len() && list.is_sorted());
            if !sound {
                return Err(Trouble::Code(column));
            }
            columns.push(ColumnCuts { column, at, below, above });
        }
        let (offered, kept, most) = (self.offered.max(self.kept), self.kept, self.most_per_column);
        Ok(TableCuts { rule, counts: ThresholdCounts { offered, kept, most }, columns })
    }
}
