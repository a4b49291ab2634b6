//! Reading tables, and what a page is told of them.
use crate::error::Failure;
use crate::host::Host;
use crate::options::bytes;
use crate::request::Layout;
use gosdt::{
    ColumnSummary, CsvOptions, DataError, RawTable, Schema, column_summaries, demo,
    read_csv_from_until, resident_memory,
};
use serde::Serialize;
use std::cell::Cell;

/// A table that a page has opened, as text.
pub(crate) struct Opened {
    pub name: String,
    pub raw: RawTable,
    /// How the file is laid out; `None` for a built-in set.
    pub layout: Option<Layout>,
    /// How its columns are read unless told otherwise.
    pub schema: Schema,
}

/// What a page is told of a table.
#[derive(Serialize)]
pub(crate) struct TableAnswer<'a> {
    name: &'a str,
    rows: usize,
    columns: Vec<ColumnAnswer>,
    /// The columns that are categories whatever they look like.
    categorical: &'a [String],
}

#[derive(Serialize)]
struct ColumnAnswer {
    name: String,
    kind: Option<&'static str>,
    /// Why it cannot be read.
    problem: Option<String>,
    missing: usize,
    distinct: usize,
    examples: Vec<String>,
}

impl From<ColumnSummary> for ColumnAnswer {
    fn from(column: ColumnSummary) -> ColumnAnswer {
        let ColumnSummary { name, kind, missing, distinct, examples } = column;
        let (kind, problem) = match kind {
            Ok(kind) => (Some(kind), None),
            Err(problem) => (None, Some(problem)),
        };
        ColumnAnswer { name, kind, problem, missing, distinct, examples }
    }
}

impl Opened {
    /// Reads a file, unless the user stops it or it takes more than so many megabytes.
    pub fn file(
        name: String,
        file: &[u8],
        layout: Layout,
        megabytes: u64,
        host: &dyn Host,
    ) -> Result<Opened, Failure> {
        let is_over = Cell::new(false);
        let stop = || {
            is_over.set(resident_memory().is_some_and(|held| held > bytes(megabytes)));
            is_over.get() || host.should_stop()
        };
        match read_csv_from_until(file, &name, &layout.options()?, &stop) {
            Ok(raw) => Ok(Opened { name, raw, layout: Some(layout), schema: Schema::default() }),
            Err(DataError::StoppedReading { rows, .. }) if is_over.get() => Err(Failure(format!(
                "reading {name} takes more than the memory limit of {megabytes} MB: it was reached \
                 after {rows} rows; allow more, or open a table with fewer rows or columns"
            ))),
            Err(DataError::StoppedReading { rows, .. }) => {
                Err(Failure(format!("stopped while {name} was read, after {rows} rows")))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Takes a built-in data set.
    pub fn demo(name: &str, host: &dyn Host) -> Result<Opened, Failure> {
        let demo = demo::find(name).ok_or_else(|| Failure(format!("there is no demo '{name}'")))?;
        let stop = || host.should_stop();
        let raw = read_csv_from_until(demo.csv().as_bytes(), name, &CsvOptions::default(), &stop)?;
        Ok(Opened { name: name.to_string(), raw, layout: None, schema: demo.schema() })
    }

    /// What a page is told of it.
    pub fn answer(&self, host: &dyn Host) -> Result<TableAnswer<'_>, Failure> {
        let stop = || host.should_stop();
        let columns = column_summaries(&self.raw, &stop)?;
        Ok(TableAnswer {
            name: &self.name,
            rows: self.raw.rows(),
            columns: columns.into_iter().map(ColumnAnswer::from).collect(),
            categorical: &self.schema.categorical,
        })
    }
}
