//! Parquet files, one batch of rows after the other.
use super::batch::{BATCH, Batch, BatchColumn, Batches, CellTexts};
use super::inputs::InputFile;
use crate::trim::trim;
use crate::{CellProblem, DataError, Place};
use parquet::basic::{ConvertedType, LogicalType, Type};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, DataType};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::schema::types::ColumnDescriptor;
use std::fs::File;

/// From here on, whole numbers are not all exact as floats.
const INEXACT: i64 = 1 << 53;

/// The rows of a Parquet file.
pub(crate) struct ParquetBatches<'a> {
    file: &'a InputFile,
    reader: SerializedFileReader<File>,
    columns: Vec<FileColumn>,
    /// The row group that is read, the readers of its columns, and its rows that are left.
    group: usize,
    readers: Vec<Option<ColumnReader>>,
    left: usize,
    rows: u64,
    bytes: u64,
    stop: &'a dyn Fn() -> bool,
}

/// How a column of the file is read.
struct FileColumn {
    name: String,
    /// Its place in the batches, if it is asked for.
    place: Option<usize>,
    kind: Result<Kind, String>,
    optional: bool,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Text,
    Boolean,
    Number,
    /// Whole numbers without a sign.
    Unsigned,
    /// Whole numbers that are this many times too large.
    Decimal(f64),
}

impl<'a> ParquetBatches<'a> {
    /// Opens a file, and returns the names of its columns.
    pub(crate) fn open(
        file: &'a InputFile,
        stop: &'a dyn Fn() -> bool,
    ) -> Result<(ParquetBatches<'a>, Vec<String>), DataError> {
        let reader = open_parquet(&file.path)?;
        let schema = reader.metadata().file_metadata().schema_descr_ptr();
        let columns: Vec<FileColumn> =
            schema.columns().iter().map(|one| file_column(one)).collect();
        let names = columns.iter().map(|column| column.name.clone()).collect();
        let (readers, group, left, rows, bytes) = (vec![], 0, 0, 0, 0);
        let batches =
            ParquetBatches { file, reader, columns, group, readers, left, rows, bytes, stop };
        Ok((batches, names))
    }

    /// Says at which place of a batch each column of the file goes.
    pub(crate) fn place(&mut self, places: Vec<Option<usize>>) -> Result<(), DataError> {
        for (column, place) in self.columns.iter_mut().zip(places) {
            column.place = place;
            if let (Some(_), Err(problem)) = (place, &column.kind) {
                let (source_name, name) = (self.file.path.clone(), &column.name);
                let problem = format!(
                    "column `{name}` holds {problem}; convert it to numbers or text, or leave it out \
                     with `--ignore COL`"
                );
                return Err(DataError::Unreadable { source_name, problem });
            }
        }
        Ok(())
    }

    /// Goes on to the next row group that has rows; false when there is none.
    fn next_group(&mut self) -> Result<bool, DataError> {
        while self.left == 0 {
            if self.group == self.reader.num_row_groups() {
                return Ok(false);
            }
            let group = self.reader.get_row_group(self.group).map_err(|e| self.damaged(&e))?;
            self.readers.clear();
            for (at, column) in self.columns.iter().enumerate() {
                let reader = column.place.map(|_| group.get_column_reader(at));
                self.readers.push(reader.transpose().map_err(|error| self.damaged(&error))?);
            }
            self.left = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
            self.bytes += group.metadata().compressed_size().max(0) as u64;
            self.group += 1;
        }
        Ok(true)
    }

    fn damaged(&self, error: &ParquetError) -> DataError {
        damaged(&self.file.path, error)
    }
}

/// Opens a Parquet file.
pub(crate) fn open_parquet(path: &str) -> Result<SerializedFileReader<File>, DataError> {
    let file =
        File::open(path).map_err(|error| DataError::Io { source_name: path.to_string(), error })?;
    SerializedFileReader::new(file).map_err(|error| damaged(path, &error))
}

/// An error in a Parquet file.
pub(crate) fn damaged(path: &str, error: &ParquetError) -> DataError {
    let problem = format!("it cannot be read as a Parquet file: {error}");
    DataError::Unreadable { source_name: path.to_string(), problem }
}

impl Batches for ParquetBatches<'_> {
    fn fill(&mut self, batch: &mut Batch) -> Result<bool, DataError> {
        batch.lines.clear();
        if (self.stop)() {
            let source_name = self.file.path.clone();
            return Err(DataError::StoppedReading { source_name, rows: self.rows as usize });
        }
        if !self.next_group()? {
            return Ok(false);
        }
        let rows = self.left.min(BATCH);
        for (column, reader) in self.columns.iter().zip(&mut self.readers) {
            let (Some(reader), Some(place)) = (reader, column.place) else { continue };
            column.read(reader, rows, &mut batch.columns[place]).map_err(|wrong| match wrong {
                Wrong::File(error) => damaged(&self.file.path, &error),
                Wrong::Cell { row, problem } => DataError::Cell {
                    source_name: self.file.path.clone(),
                    place: Place::Row(self.rows as usize + row + 1),
                    column: column.name.clone(),
                    problem,
                },
            })?;
        }
        batch.lines.extend(self.rows + 1..=self.rows + rows as u64);
        self.rows += rows as u64;
        self.left -= rows;
        Ok(true)
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// What can be wrong in a column.
enum Wrong {
    File(ParquetError),
    Cell { row: usize, problem: CellProblem },
}

impl From<ParquetError> for Wrong {
    fn from(error: ParquetError) -> Wrong {
        Wrong::File(error)
    }
}

fn file_column(column: &ColumnDescriptor) -> FileColumn {
    let path = column.path().parts();
    let nested = path.len() > 1 || column.max_rep_level() > 0 || column.max_def_level() > 1;
    let kind = if nested { Err("lists or structures".to_string()) } else { kind(column) };
    FileColumn { name: path.join("."), place: None, kind, optional: column.max_def_level() > 0 }
}

fn kind(column: &ColumnDescriptor) -> Result<Kind, String> {
    let logical = column.logical_type_ref();
    match (column.physical_type(), logical, column.converted_type()) {
        (Type::BOOLEAN, ..) => Ok(Kind::Boolean),
        (Type::FLOAT | Type::DOUBLE, ..) => Ok(Kind::Number),
        (Type::INT32 | Type::INT64, Some(LogicalType::Integer(int)), _) if !int.is_signed => {
            Ok(Kind::Unsigned)
        }
        (Type::INT32 | Type::INT64, Some(LogicalType::Decimal(decimal)), _) => {
            Ok(Kind::Decimal(10f64.powi(decimal.scale)))
        }
        (Type::INT32 | Type::INT64, None | Some(LogicalType::Integer(_)), _) => whole(column),
        (
            Type::BYTE_ARRAY,
            None | Some(LogicalType::String | LogicalType::Enum | LogicalType::Json),
            converted,
        ) if converted != ConvertedType::DECIMAL => Ok(Kind::Text),
        (_, Some(logical), _) => Err(format!("values of the type {logical:?}")),
        (physical, ..) => Err(format!("values of the type {physical}")),
    }
}

/// Whole numbers, unless an old way to say so calls them something else.
fn whole(column: &ColumnDescriptor) -> Result<Kind, String> {
    use ConvertedType::{INT_8, INT_16, INT_32, INT_64, NONE, UINT_8, UINT_16, UINT_32, UINT_64};
    match column.converted_type() {
        NONE | INT_8 | INT_16 | INT_32 | INT_64 => Ok(Kind::Number),
        UINT_8 | UINT_16 | UINT_32 | UINT_64 => Ok(Kind::Unsigned),
        ConvertedType::DECIMAL => Ok(Kind::Decimal(10f64.powi(column.type_scale()))),
        other => Err(format!("values of the type {other}")),
    }
}

impl FileColumn {
    fn read(
        &self,
        reader: &mut ColumnReader,
        rows: usize,
        into: &mut BatchColumn,
    ) -> Result<(), Wrong> {
        let Ok(kind) = &self.kind else { return Ok(()) };
        match kind {
            Kind::Text => self.read_texts(reader, rows, texts_of(into)),
            Kind::Boolean => self.read_booleans(reader, rows, booleans_of(into)),
            _ => self.read_numbers(*kind, reader, rows, numbers_of(into)),
        }
    }

    fn read_texts(
        &self,
        reader: &mut ColumnReader,
        rows: usize,
        into: &mut CellTexts,
    ) -> Result<(), Wrong> {
        let ColumnReader::ByteArrayColumnReader(reader) = reader else { return other_type() };
        let mut push = |row: usize, value: Option<&ByteArray>| {
            let text = value.map_or(Ok(""), |value| std::str::from_utf8(value.data()));
            let problem = CellProblem::NotText;
            into.push(trim(text.map_err(|_| Wrong::Cell { row, problem })?));
            Ok(())
        };
        self.each(reader, rows, &mut push)
    }

    fn read_booleans(
        &self,
        reader: &mut ColumnReader,
        rows: usize,
        into: &mut Vec<i8>,
    ) -> Result<(), Wrong> {
        let ColumnReader::BoolColumnReader(reader) = reader else { return other_type() };
        self.each(reader, rows, &mut |_, value: Option<&bool>| {
            into.push(value.map_or(-1, |value| i8::from(*value)));
            Ok(())
        })
    }

    fn read_numbers(
        &self,
        kind: Kind,
        reader: &mut ColumnReader,
        rows: usize,
        into: &mut Vec<f64>,
    ) -> Result<(), Wrong> {
        match reader {
            ColumnReader::DoubleColumnReader(reader) => self.each(reader, rows, &mut |_, value| {
                into.push(value.copied().unwrap_or(f64::NAN));
                Ok(())
            }),
            ColumnReader::FloatColumnReader(reader) => self.each(reader, rows, &mut |_, value| {
                into.push(value.map_or(f64::NAN, |value| f64::from(*value)));
                Ok(())
            }),
            ColumnReader::Int32ColumnReader(reader) => self.each(reader, rows, &mut |_, value| {
                into.push(value.map_or(f64::NAN, |value: &i32| match kind {
                    Kind::Unsigned => f64::from(*value as u32),
                    Kind::Decimal(scale) => f64::from(*value) / scale,
                    _ => f64::from(*value),
                }));
                Ok(())
            }),
            ColumnReader::Int64ColumnReader(reader) => {
                self.each(reader, rows, &mut |row, value: Option<&i64>| {
                    let Some(value) = value else {
                        into.push(f64::NAN);
                        return Ok(());
                    };
                    if value.unsigned_abs() >= INEXACT as u64 {
                        return Err(Wrong::Cell { row, problem: CellProblem::Inexact(*value) });
                    }
                    let scale = if let Kind::Decimal(scale) = kind { scale } else { 1.0 };
                    into.push(*value as f64 / scale);
                    Ok(())
                })
            }
            _ => other_type(),
        }
    }

    /// Calls `act` with the value of each row, or none where it is missing.
    fn each<T: DataType>(
        &self,
        reader: &mut ColumnReaderImpl<T>,
        rows: usize,
        act: &mut dyn FnMut(usize, Option<&T::T>) -> Result<(), Wrong>,
    ) -> Result<(), Wrong> {
        let (mut values, mut levels): (Vec<T::T>, Vec<i16>) = (vec![], vec![]);
        let mut read = 0;
        while read < rows {
            let into = self.optional.then_some(&mut levels);
            let (records, ..) = reader.read_records(rows - read, into, None, &mut values)?;
            if records == 0 {
                return Err(ParquetError::EOF("a column ends before the others".into()).into());
            }
            read += records;
        }
        if !self.optional {
            return values.iter().enumerate().try_for_each(|(row, value)| act(row, Some(value)));
        }
        let mut known = values.iter();
        for (row, level) in levels.iter().enumerate() {
            let value = if *level > 0 { known.next() } else { None };
            act(row, value)?;
        }
        Ok(())
    }
}

fn other_type() -> Result<(), Wrong> {
    Err(ParquetError::General("a column is not of the type that the file says".into()).into())
}

fn texts_of(column: &mut BatchColumn) -> &mut CellTexts {
    column.clear();
    if !matches!(column, BatchColumn::Texts(_)) {
        *column = BatchColumn::Texts(CellTexts::default());
    }
    let BatchColumn::Texts(texts) = column else { unreachable!("it was made so") };
    texts
}

fn numbers_of(column: &mut BatchColumn) -> &mut Vec<f64> {
    column.clear();
    if !matches!(column, BatchColumn::Numbers(_)) {
        *column = BatchColumn::Numbers(vec![]);
    }
    let BatchColumn::Numbers(numbers) = column else { unreachable!("it was made so") };
    numbers
}

fn booleans_of(column: &mut BatchColumn) -> &mut Vec<i8> {
    column.clear();
    if !matches!(column, BatchColumn::Booleans(_)) {
        *column = BatchColumn::Booleans(vec![]);
    }
    let BatchColumn::Booleans(booleans) = column else { unreachable!("it was made so") };
    booleans
}
