//! The columns of a Parquet file: what they hold, and their values as numbers, booleans or text.
use super::batch::{BatchColumn, CellTexts};
use crate::CellProblem;
use crate::trim::trim;
use parquet::basic::{ConvertedType, LogicalType, Type};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, DataType, FixedLenByteArray};
use parquet::errors::ParquetError;
use parquet::schema::types::ColumnDescriptor;

/// From here on, whole numbers are not all exact as floats.
const INEXACT: u128 = 1 << 53;

/// How a column of the file is read.
pub(super) struct FileColumn {
    pub(super) name: String,
    /// Its place in the batches, if it is asked for.
    pub(super) place: Option<usize>,
    /// What it holds, or what it holds that cannot be read.
    pub(super) kind: Result<Kind, String>,
    /// Whether values can be missing.
    optional: bool,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Text,
    Boolean,
    Number,
    /// Whole numbers without a sign.
    Unsigned,
    /// Whole numbers that are this many times too large.
    Decimal(f64),
}

/// What can be wrong in a column.
pub(super) enum Wrong {
    File(ParquetError),
    Cell { row: usize, problem: CellProblem },
}

impl From<ParquetError> for Wrong {
    fn from(error: ParquetError) -> Wrong {
        Wrong::File(error)
    }
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
        (Type::FIXED_LEN_BYTE_ARRAY | Type::BYTE_ARRAY, _, ConvertedType::DECIMAL) => {
            Ok(Kind::Decimal(10f64.powi(column.type_scale())))
        }
        (Type::FIXED_LEN_BYTE_ARRAY | Type::BYTE_ARRAY, Some(LogicalType::Decimal(decimal)), _) => {
            Ok(Kind::Decimal(10f64.powi(decimal.scale)))
        }
        (
            Type::BYTE_ARRAY,
            None | Some(LogicalType::String | LogicalType::Enum | LogicalType::Json),
            _,
        ) => Ok(Kind::Text),
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

impl Kind {
    /// The whole number that 64 bits stand for.
    fn whole(self, value: i64) -> i128 {
        if self == Kind::Unsigned { i128::from(value as u64) } else { i128::from(value) }
    }

    /// What a whole number stands for, if a float holds it; NaN where there is none.
    fn number(self, row: usize, value: Option<i128>) -> Result<f64, Wrong> {
        let Some(value) = value else { return Ok(f64::NAN) };
        if value.unsigned_abs() >= INEXACT {
            return Err(Wrong::Cell { row, problem: CellProblem::Inexact(value) });
        }
        let scale = if let Kind::Decimal(scale) = self { scale } else { 1.0 };
        Ok(value as f64 / scale)
    }
}

/// A signed number, its largest byte first; the largest of all where 128 bits do not hold it.
fn big_endian(bytes: &[u8]) -> i128 {
    let negative = bytes.first().is_some_and(|first| *first >= 128);
    let fill = if negative { 255 } else { 0 };
    let (front, rest) = bytes.split_at(bytes.len().saturating_sub(16));
    if front.iter().any(|byte| *byte != fill) {
        return i128::MAX;
    }
    let mut wide = [fill; 16];
    wide[16 - rest.len()..].copy_from_slice(rest);
    i128::from_be_bytes(wide)
}

impl FileColumn {
    pub(super) fn new(column: &ColumnDescriptor) -> FileColumn {
        let path = column.path().parts();
        let nested = path.len() > 1 || column.max_rep_level() > 0 || column.max_def_level() > 1;
        let kind = if nested { Err("lists or structures".to_string()) } else { kind(column) };
        FileColumn { name: path.join("."), place: None, kind, optional: column.max_def_level() > 0 }
    }

    /// Replaces what is in a column of a batch by the next rows.
    pub(super) fn read(
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
        let push = |row: usize, value: Option<&ByteArray>| {
            let text = value.map_or(Ok(""), |value| std::str::from_utf8(value.data()));
            let problem = CellProblem::NotText;
            into.push(trim(text.map_err(|_| Wrong::Cell { row, problem })?));
            Ok(())
        };
        self.each(reader, rows, push)
    }

    fn read_booleans(
        &self,
        reader: &mut ColumnReader,
        rows: usize,
        into: &mut Vec<i8>,
    ) -> Result<(), Wrong> {
        let ColumnReader::BoolColumnReader(reader) = reader else { return other_type() };
        self.each(reader, rows, |_, value: Option<&bool>| {
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
            ColumnReader::DoubleColumnReader(reader) => self.each(reader, rows, |_, value| {
                into.push(value.copied().unwrap_or(f64::NAN));
                Ok(())
            }),
            ColumnReader::FloatColumnReader(reader) => self.each(reader, rows, |_, value| {
                into.push(value.map_or(f64::NAN, |value| f64::from(*value)));
                Ok(())
            }),
            ColumnReader::Int32ColumnReader(reader) => self.each(reader, rows, |_, value| {
                into.push(value.map_or(f64::NAN, |value: &i32| match kind {
                    Kind::Unsigned => f64::from(*value as u32),
                    Kind::Decimal(scale) => f64::from(*value) / scale,
                    _ => f64::from(*value),
                }));
                Ok(())
            }),
            ColumnReader::Int64ColumnReader(reader) => {
                self.each(reader, rows, |row, value: Option<&i64>| {
                    into.push(kind.number(row, value.map(|value| kind.whole(*value)))?);
                    Ok(())
                })
            }
            ColumnReader::FixedLenByteArrayColumnReader(reader) => {
                self.each(reader, rows, |row, value: Option<&FixedLenByteArray>| {
                    into.push(kind.number(row, value.map(|value| big_endian(value.data())))?);
                    Ok(())
                })
            }
            ColumnReader::ByteArrayColumnReader(reader) => {
                self.each(reader, rows, |row, value: Option<&ByteArray>| {
                    into.push(kind.number(row, value.map(|value| big_endian(value.data())))?);
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
        mut act: impl FnMut(usize, Option<&T::T>) -> Result<(), Wrong>,
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
