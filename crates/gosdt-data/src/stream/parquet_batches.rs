//! Parquet files, one batch of rows after the other.
use super::batch::{BATCH, Batch, Batches};
use super::inputs::InputFile;
use super::parquet_column::{FileColumn, Wrong};
use crate::{DataError, Place};
use parquet::basic::Compression;
use parquet::column::reader::ColumnReader;
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use std::fs::File;

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

impl<'a> ParquetBatches<'a> {
    /// Opens a file, and returns the names of its columns.
    pub(crate) fn open(
        file: &'a InputFile,
        stop: &'a dyn Fn() -> bool,
    ) -> Result<(ParquetBatches<'a>, Vec<String>), DataError> {
        let reader = open_parquet(&file.path)?;
        let schema = reader.metadata().file_metadata().schema_descr_ptr();
        let columns: Vec<FileColumn> =
            schema.columns().iter().map(|column| FileColumn::new(column)).collect();
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
                if column.place.is_some() {
                    self.check_codec(column, group.metadata().column(at).compression())?;
                }
                let reader = column.place.map(|_| group.get_column_reader(at));
                self.readers.push(reader.transpose().map_err(|error| self.damaged(&error))?);
            }
            self.left = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
            self.bytes += group.metadata().compressed_size().max(0) as u64;
            self.group += 1;
        }
        Ok(true)
    }

    /// Refuses what was compressed in a way that is rare and takes long to build.
    fn check_codec(&self, column: &FileColumn, codec: Compression) -> Result<(), DataError> {
        use Compression::{GZIP, SNAPPY, UNCOMPRESSED, ZSTD};
        if matches!(codec, UNCOMPRESSED | SNAPPY | GZIP(_) | ZSTD(_)) {
            return Ok(());
        }
        let (source_name, name) = (self.file.path.clone(), &column.name);
        let codec = codec.to_string();
        let codec = codec.split('(').next().unwrap_or_default();
        let problem = format!(
            "column `{name}` is compressed by {codec}, which this program cannot read; write the \
             file with Snappy, Zstandard, gzip or no compression"
        );
        Err(DataError::Unreadable { source_name, problem })
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
