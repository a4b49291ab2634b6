//! The file of a compressed table → the table.
use super::super::parquet_batches::{damaged, open_parquet};
use super::meaning::{
    ColumnMeaning, CutsMeaning, KEY, LeftOut, Meaning, ThresholdsMeaning, VERSION, ValuesMeaning,
};
use crate::stop::Poll;
use crate::{
    Column, ColumnCuts, Concern, DataError, Labels, Look, MergedRows, Table, TableCuts,
    ThresholdCounts, Thresholds, Values, Weights,
};
use parquet::column::reader::ColumnReader;
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use std::fs::File;

/// Whether a file is a compressed table.
pub fn is_compressed(path: &str) -> bool {
    open_parquet(path).is_ok_and(|reader| entry(&reader).is_some())
}

fn entry(reader: &SerializedFileReader<File>) -> Option<&str> {
    let entries = reader.metadata().file_metadata().key_value_metadata()?;
    entries.iter().find(|entry| entry.key == KEY)?.value.as_deref()
}

/// Rows of a column that are read between two questions whether to stop.
const ROWS_AT_ONCE: usize = 1 << 16;

/// Reads a compressed table. Ends with [`DataError::StoppedReading`] or [`DataError::Stopped`] when
/// `stop` returns true.
pub fn read_compressed(path: &str, stop: &dyn Fn() -> bool) -> Result<Table, DataError> {
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
    let numbers = read_numbers(&reader, stop).map_err(|error| damaged(path, &error))?;
    let numbers = numbers.map_err(|rows| {
        let source_name = path.to_string();
        DataError::StoppedReading { source_name, rows }
    })?;
    if numbers.len() != meaning.columns.len() + 3 {
        return Err(broken(format!("it has {} columns", numbers.len())));
    }
    table(path, meaning, numbers, &mut Poll::new(stop)).map_err(|error| match error {
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

/// All columns as whole numbers, or the number of rows that were read when it was stopped.
fn read_numbers(
    reader: &SerializedFileReader<File>,
    stop: &dyn Fn() -> bool,
) -> Result<Result<Vec<Vec<i64>>, usize>, ParquetError> {
    let width = reader.metadata().file_metadata().schema_descr().num_columns();
    let (mut columns, mut whole_rows) = (vec![vec![]; width], 0);
    for group in 0..reader.num_row_groups() {
        let group = reader.get_row_group(group)?;
        let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
        for (at, column) in columns.iter_mut().enumerate() {
            let (mut codes, mut sums) = (vec![], vec![]);
            let (mut levels, mut read) = (vec![], 0);
            let mut reader = group.get_column_reader(at)?;
            while read < rows {
                if stop() {
                    return Ok(Err(whole_rows));
                }
                let more = ROWS_AT_ONCE.min(rows - read);
                let (records, ..) = match &mut reader {
                    ColumnReader::Int32ColumnReader(reader) => {
                        reader.read_records(more, Some(&mut levels), None, &mut codes)?
                    }
                    ColumnReader::Int64ColumnReader(reader) => {
                        reader.read_records(more, Some(&mut levels), None, &mut sums)?
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
        whole_rows += rows;
    }
    Ok(Ok(columns))
}

fn table(
    path: &str,
    meaning: Meaning,
    mut numbers: Vec<Vec<i64>>,
    poll: &mut Poll<'_>,
) -> Result<Table, Trouble> {
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
    let weights = (Some(weights), Some(merged));
    let table = Table::unchecked(path.to_string(), columns, labels, weights, meaning.missing);
    let table = table.checked(poll)?;
    let dropped_rows = meaning.dropped_rows as usize + table.dropped_rows;
    let notes = meaning.left_out.into_iter().map(LeftOut::concern).collect();
    Ok(Table { dropped_rows, readings: meaning.readings, notes, ..table })
}

impl LeftOut {
    fn concern(self) -> Concern {
        Concern::new(&self.name, Look::Identifiers, self.known, self.distinct)
    }
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
