//! Reading tables within the limits of a command.
use super::memory_check::MemoryCheck;
use super::table_args::ColumnArgs;
use crate::exit_code::Failure;
use crate::output::tell;
use crate::progress::{ReadingLine, RunLimits, while_reading};
#[cfg(feature = "parquet")]
use gosdt::InputFile;
use gosdt::{
    CsvOptions, DataError, Inputs, RawTable, ReadWatch, Schema, Table, Thresholds, read_csv_until,
};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// A table, and what reading it took.
pub struct TableRead {
    /// The table.
    pub table: Table,
    /// Seconds of reading the text.
    pub reading: f64,
    /// Seconds of typing the columns.
    pub typing: f64,
}

/// Reads a table: one file of text row by row, all else with equal rows merged, by the quantiles of
/// their columns if only these may be asked.
pub fn read_table(
    inputs: &Inputs,
    csv: &CsvOptions,
    columns: &ColumnArgs,
    thresholds: &Thresholds,
    limits: RunLimits,
    quiet: bool,
) -> Result<TableRead, Failure> {
    if let Some(path) = compressed_file(inputs)? {
        columns.check_unused(path)?;
        return read_whole(path, limits);
    }
    match &inputs.files[..] {
        [file] if !file.is_parquet => read_lines(&file.path, csv, &columns.schema(), limits),
        _ => {
            let started = Instant::now();
            let line = ReadingLine::new(quiet);
            let cuts = match thresholds {
                Thresholds::Quantile { .. } => thresholds,
                _ => &Thresholds::All,
            };
            let table = merged(inputs, csv, &columns.schema(), cuts, limits, &line)?;
            Ok(TableRead { table, reading: started.elapsed().as_secs_f64(), typing: 0.0 })
        }
    }
}

/// Reads and types a file of text.
fn read_lines(
    path: &str,
    csv: &CsvOptions,
    schema: &Schema,
    limits: RunLimits,
) -> Result<TableRead, Failure> {
    within(path, limits, |stop| {
        let started = Instant::now();
        let raw = read_csv_until(path, csv, stop)?;
        let read = Instant::now();
        let table = Table::from_raw_until(raw, schema, stop)?;
        let [reading, typing] = [read - started, read.elapsed()].map(|time| time.as_secs_f64());
        Ok(TableRead { table, reading, typing })
    })
}

/// Reads files of any size, batch by batch, and merges equal rows.
pub fn merged(
    inputs: &Inputs,
    csv: &CsvOptions,
    schema: &Schema,
    thresholds: &Thresholds,
    limits: RunLimits,
    line: &ReadingLine,
) -> Result<Table, Failure> {
    within(&inputs.name, limits, |stop| {
        let watch = ReadWatch { stop, show: &|progress| line.show(progress) };
        gosdt::read_merged(inputs, csv, schema, thresholds, &watch)
    })
}

/// Reads a table as text, row by row.
pub fn read_text(name: &str, csv: &CsvOptions, limits: RunLimits) -> Result<RawTable, Failure> {
    let inputs = Inputs::find(&[name.to_string()])?;
    if let Some(path) = compressed_file(&inputs)? {
        let text = format!("{path} is a compressed table, which has no rows to predict");
        return Err(Failure::Input(text));
    }
    match inputs.is_one_text() {
        true => within(name, limits, |stop| read_csv_until(name, csv, stop)),
        false => within(name, limits, |stop| {
            gosdt::read_rows(&inputs, csv, &ReadWatch { stop, show: &|_| {} })
        }),
    }
}

/// The compressed table, if these files are one.
#[cfg(feature = "parquet")]
pub fn compressed_file(inputs: &Inputs) -> Result<Option<&str>, Failure> {
    let is_compressed = |file: &&InputFile| file.is_parquet && gosdt::is_compressed(&file.path);
    match (inputs.files.iter().find(is_compressed), inputs.files.len()) {
        (Some(file), 1) => Ok(Some(&file.path)),
        (Some(file), _) => Err(Failure::Input(format!(
            "{} is a compressed table, and cannot be read together with other files",
            file.path
        ))),
        (None, _) => Ok(None),
    }
}

#[cfg(not(feature = "parquet"))]
fn compressed_file(_: &Inputs) -> Result<Option<&str>, Failure> {
    Ok(None)
}

#[cfg(feature = "parquet")]
fn read_whole(path: &str, limits: RunLimits) -> Result<TableRead, Failure> {
    let started = Instant::now();
    let table = within(path, limits, |stop| gosdt::read_compressed(path, stop))?;
    Ok(TableRead { table, reading: started.elapsed().as_secs_f64(), typing: 0.0 })
}

#[cfg(not(feature = "parquet"))]
fn read_whole(path: &str, _: RunLimits) -> Result<TableRead, Failure> {
    Err(Failure::Input(format!("{path} cannot be read without the feature `parquet`")))
}

/// Reads, and says how far the limits let it come.
fn within<T>(
    path: &str,
    limits: RunLimits,
    read: impl FnOnce(&dyn Fn() -> bool) -> Result<T, DataError>,
) -> Result<T, Failure> {
    let memory = MemoryCheck::new(limits.memory());
    let done = end_in_time(path, limits);
    let found = while_reading(|| read(&|| limits.are_reached() || memory.is_over()));
    drop(done);
    found.map_err(|error| {
        let place = match &error {
            DataError::StoppedReading { rows, .. } => format!("after {rows} rows"),
            DataError::Stopped(_) => "while its columns were typed".to_string(),
            _ => return error.into(),
        };
        match memory.exceeded() {
            Some(limit) => too_large(path, &place, limit),
            None => stopped(path, &place, limits),
        }
    })
}

/// Ends the program if reading still waits for input when its time is over, unless what is returned is
/// dropped before. It has nothing to hand over.
fn end_in_time(path: &str, limits: RunLimits) -> Option<Sender<()>> {
    let left = limits.left()?;
    let path = path.to_string();
    let (done, wait) = channel();
    let watch = move || {
        if wait.recv_timeout(left + WAIT) == Err(RecvTimeoutError::Timeout) {
            let failure = stopped(&path, "while it waited for more input", limits);
            tell(&format!("error: {failure}"));
            failure.exit();
        }
    };
    // Without this thread a time limit cannot end a read that waits; all else it can.
    let _ = std::thread::Builder::new().spawn(watch);
    Some(done)
}

/// How long after the end of its time reading may be waiting for input.
const WAIT: Duration = Duration::from_millis(150);

fn stopped(path: &str, place: &str, limits: RunLimits) -> Failure {
    match limits.time() {
        Some(time) if limits.left() == Some(Duration::ZERO) => Failure::Other(format!(
            "the time limit of {} s ended the reading of {path} {place}: nothing can be fitted; \
             give it more time with --time-limit, or a table with fewer rows or columns",
            time.as_secs_f64()
        )),
        _ => Failure::Interrupted(format!(
            "interrupted while {path} was read, {place}: there is no tree, and nothing was written"
        )),
    }
}

fn too_large(path: &str, place: &str, limit: u64) -> Failure {
    let held = gosdt::resident_memory().unwrap_or(limit);
    Failure::Input(format!(
        "reading {path} takes more than the memory limit of {} MB: the program held {} MB {place}; \
         allow more with --memory-limit, give a table with fewer rows or columns, or let gosdt \
         compress merge equal rows (with --thresholds quantile:K where columns have many values)",
        limit / 1_000_000,
        held.div_ceil(1_000_000)
    ))
}
