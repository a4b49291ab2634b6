//! All rows of some files, batch by batch.
use super::batch::{Batch, BatchColumn, Batches};
use super::csv_batches::CsvBatches;
use super::inputs::{InputFile, Inputs};
#[cfg(feature = "parquet")]
use super::parquet_batches::ParquetBatches;
use crate::raw_table::{FileOfRows, check_names};
use crate::roles::Roles;
use crate::{CsvOptions, DataError, RawTable, Schema};
use std::cell::Cell;

/// Who watches the reading of files.
pub struct ReadWatch<'a> {
    /// Reading ends with [`DataError::StoppedReading`] when this returns true.
    pub stop: &'a dyn Fn() -> bool,
    /// Called after each batch of rows.
    pub show: &'a dyn Fn(&ReadProgress),
}

/// How far the reading of files has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadProgress {
    /// Bytes of the files that were read in this pass.
    pub bytes: u64,
    /// Bytes of all files; 0 where they are not known.
    pub all_bytes: u64,
    /// Rows that were read in this pass.
    pub rows: u64,
    /// The pass, from 1.
    pub pass: u32,
}

/// Files that make up a table, and how they are read.
pub(crate) struct Source<'a> {
    pub(crate) inputs: &'a Inputs,
    csv: &'a CsvOptions,
    watch: &'a ReadWatch<'a>,
    /// The columns of the first file.
    pub(crate) names: Vec<String>,
    /// Which of them are read.
    wanted: Vec<bool>,
    passes: Cell<u32>,
}

/// A batch, and where it comes from.
pub(crate) struct Place {
    /// The number of the file.
    pub(crate) file: usize,
    /// Lines of the files before it.
    pub(crate) lines_before: u64,
}

impl<'a> Source<'a> {
    /// Opens the first file for the names of its columns; all of them are read.
    pub(crate) fn open(
        inputs: &'a Inputs,
        csv: &'a CsvOptions,
        watch: &'a ReadWatch<'a>,
    ) -> Result<Source<'a>, DataError> {
        let (_, names) = Opened::new(&inputs.files[0], csv, watch.stop)?;
        check_names(&inputs.files[0].path, &names)?;
        let wanted = vec![true; names.len()];
        Ok(Source { inputs, csv, watch, names, wanted, passes: Cell::new(0) })
    }

    /// The roles of the columns; from now on, only those that have one are read.
    pub(crate) fn roles(&mut self, schema: &Schema) -> Result<Roles, DataError> {
        let roles = Roles::new(&RawTable::new(&self.inputs.name, self.names.clone())?, schema)?;
        self.wanted = vec![false; self.names.len()];
        roles.used().iter().for_each(|(column, _)| self.wanted[*column] = true);
        Ok(roles)
    }

    /// Calls `act` with every batch of rows.
    pub(crate) fn each_batch(
        &self,
        mut act: impl FnMut(&Batch, &Place) -> Result<(), DataError>,
    ) -> Result<Vec<FileOfRows>, DataError> {
        self.check_passes()?;
        let (mut files, mut batch) = (vec![], Batch::default());
        batch.columns.resize_with(self.names.len(), || BatchColumn::Skipped);
        let (mut bytes, mut rows, mut lines_before) = (0, 0, 0);
        for (at, file) in self.inputs.files.iter().enumerate() {
            let mut opened = self.open_file(file)?;
            let place = Place { file: at, lines_before };
            let (has_rows, name) = (file.is_parquet, file.path.clone());
            files.push(FileOfRows { name, first_row: rows as usize, lines_before, has_rows });
            let mut last = 0;
            while opened.fill(&mut batch).map_err(|error| after(error, rows))? {
                act(&batch, &place)?;
                rows += batch.lines.len() as u64;
                last = batch.lines.last().copied().unwrap_or(last);
                let (bytes, all_bytes) = (bytes + opened.bytes(), self.inputs.bytes());
                let pass = self.passes.get();
                (self.watch.show)(&ReadProgress { bytes, all_bytes, rows, pass });
            }
            bytes += file.bytes;
            lines_before += last;
        }
        match rows {
            0 => Err(DataError::NoRows { source_name: self.inputs.name.clone() }),
            _ => Ok(files),
        }
    }

    /// Counts the passes; what can be read once only has one.
    fn check_passes(&self) -> Result<(), DataError> {
        self.passes.set(self.passes.get() + 1);
        let once = self.inputs.files.iter().find(|file| file.bytes == 0 && !file.is_parquet);
        match once {
            Some(file) if self.passes.get() > 1 => {
                let problem = "quantiles are found in a pass over the data of their own, and this can \
                               be read once only; give a file";
                let (source_name, problem) = (file.path.clone(), problem.to_string());
                Err(DataError::Unreadable { source_name, problem })
            }
            _ => Ok(()),
        }
    }

    fn open_file(&self, file: &'a InputFile) -> Result<Opened<'a>, DataError> {
        let (mut opened, names) = Opened::new(file, self.csv, self.watch.stop)?;
        let place = |name: &String| self.names.iter().position(|known| known == name);
        let places: Vec<Option<usize>> = names.iter().map(place).collect();
        let difference = match names.iter().zip(&places).find(|(_, place)| place.is_none()) {
            Some((name, _)) => Some(format!("the first has no column `{name}`")),
            None => {
                let absent = self.names.iter().find(|name| !names.contains(name));
                absent.map(|name| format!("it has no column `{name}`"))
            }
        };
        if let Some(difference) = difference {
            let first = self.inputs.files[0].path.clone();
            let source_name = file.path.clone();
            return Err(DataError::OtherColumns { source_name, first, difference });
        }
        check_names(&file.path, &names)?;
        let wanted = |place: Option<usize>| place.filter(|place| self.wanted[*place]);
        opened.place(places.into_iter().map(wanted).collect())?;
        Ok(opened)
    }

    /// Polls whether to stop.
    pub(crate) fn stop(&self) -> &'a dyn Fn() -> bool {
        self.watch.stop
    }
}

/// The same error, which says how many rows were read if reading was stopped.
fn after(error: DataError, before: u64) -> DataError {
    match error {
        DataError::StoppedReading { source_name, .. } => {
            DataError::StoppedReading { source_name, rows: before as usize }
        }
        other => other,
    }
}

/// An open file of one of the kinds.
enum Opened<'a> {
    Csv(Box<CsvBatches<'a>>),
    #[cfg(feature = "parquet")]
    Parquet(Box<ParquetBatches<'a>>),
}

impl<'a> Opened<'a> {
    fn new(
        file: &'a InputFile,
        csv: &CsvOptions,
        stop: &'a dyn Fn() -> bool,
    ) -> Result<(Opened<'a>, Vec<String>), DataError> {
        #[cfg(feature = "parquet")]
        if file.is_parquet {
            let (batches, names) = ParquetBatches::open(file, stop)?;
            return Ok((Opened::Parquet(Box::new(batches)), names));
        }
        if file.is_parquet {
            let problem = "it is a Parquet file, and this program was built without the feature \
                           `parquet`"
                .to_string();
            return Err(DataError::Unreadable { source_name: file.path.clone(), problem });
        }
        let (batches, names) = CsvBatches::open(file, csv, stop)?;
        Ok((Opened::Csv(Box::new(batches)), names))
    }

    fn place(&mut self, places: Vec<Option<usize>>) -> Result<(), DataError> {
        match self {
            Opened::Csv(batches) => {
                batches.place(places);
                Ok(())
            }
            #[cfg(feature = "parquet")]
            Opened::Parquet(batches) => batches.place(places),
        }
    }

    fn fill(&mut self, batch: &mut Batch) -> Result<bool, DataError> {
        match self {
            Opened::Csv(batches) => batches.fill(batch),
            #[cfg(feature = "parquet")]
            Opened::Parquet(batches) => batches.fill(batch),
        }
    }

    fn bytes(&self) -> u64 {
        match self {
            Opened::Csv(batches) => batches.bytes(),
            #[cfg(feature = "parquet")]
            Opened::Parquet(batches) => batches.bytes(),
        }
    }
}
