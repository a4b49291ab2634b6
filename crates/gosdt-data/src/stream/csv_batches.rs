//! Delimited text, one batch of rows after the other.
use super::batch::{BATCH, Batch, BatchColumn, Batches, CellTexts};
use super::inputs::InputFile;
use crate::read_csv::{Records, column_names, open_records, unreadable};
use crate::trim::trim;
use crate::{CsvOptions, DataError};
use std::cell::Cell;
use std::fs::File;
use std::io::{self, Read};
use std::rc::Rc;

/// The rows of a file of text.
pub(crate) struct CsvBatches<'a> {
    records: Records<'a, Box<dyn Read + 'a>>,
    /// The line of a record that was read and is yet to be handed over.
    waiting: Option<u64>,
    /// For each column of the file, its place among those of the batches.
    places: Vec<Option<usize>>,
    bytes: Rc<Cell<u64>>,
}

impl<'a> CsvBatches<'a> {
    /// Opens a file, and returns the names of its columns.
    pub(crate) fn open(
        file: &'a InputFile,
        options: &CsvOptions,
        stop: &'a dyn Fn() -> bool,
    ) -> Result<(CsvBatches<'a>, Vec<String>), DataError> {
        let bytes = Rc::new(Cell::new(0));
        let reader = Counted { reader: open(&file.path)?, bytes: bytes.clone() };
        let mut records = open_records(reader, &file.path, options, stop)?;
        let Some(first) = records.next()? else {
            return Err(DataError::Empty { source_name: file.path.clone() });
        };
        let names = column_names(&records.record, options.header);
        let (waiting, places) = ((!options.header).then_some(first), vec![]);
        Ok((CsvBatches { records, waiting, places, bytes }, names))
    }

    /// Says at which place of a batch each column of the file goes.
    pub(crate) fn place(&mut self, places: Vec<Option<usize>>) {
        self.places = places;
    }

    fn next(&mut self) -> Result<Option<u64>, DataError> {
        match self.waiting.take() {
            Some(line) => Ok(Some(line)),
            None => self.records.next(),
        }
    }
}

fn open(path: &str) -> Result<Box<dyn Read>, DataError> {
    match path {
        "-" => Ok(Box::new(io::stdin())),
        path => Ok(Box::new(File::open(path).map_err(|error| unreadable(path, error))?)),
    }
}

impl Batches for CsvBatches<'_> {
    fn fill(&mut self, batch: &mut Batch) -> Result<bool, DataError> {
        for place in self.places.iter().flatten() {
            match &mut batch.columns[*place] {
                BatchColumn::Texts(texts) => texts.clear(),
                other => *other = BatchColumn::Texts(CellTexts::default()),
            }
        }
        batch.lines.clear();
        while batch.lines.len() < BATCH {
            let Some(line) = self.next()? else { break };
            batch.lines.push(line);
            for (cell, place) in self.records.record.iter().zip(&self.places) {
                if let Some(place) = place
                    && let BatchColumn::Texts(texts) = &mut batch.columns[*place]
                {
                    texts.push(trim(cell));
                }
            }
        }
        if batch.lines.is_empty() {
            self.records.check_last_quote()?;
        }
        Ok(!batch.lines.is_empty())
    }

    fn bytes(&self) -> u64 {
        self.bytes.get()
    }
}

/// A reader that counts its bytes.
struct Counted<R> {
    reader: R,
    bytes: Rc<Cell<u64>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.bytes.set(self.bytes.get() + read as u64);
        Ok(read)
    }
}
