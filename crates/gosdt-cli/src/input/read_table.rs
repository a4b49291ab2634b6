//! Reading tables within the limits of a command.
use super::memory_check::MemoryCheck;
use crate::exit_code::Failure;
use crate::output::tell;
use crate::progress::{RunLimits, while_reading};
use gosdt::{CsvOptions, DataError, RawTable, Schema, Table, read_csv_until};
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

/// Reads and types a table.
pub fn read_table(
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

/// Reads a table as text.
pub fn read_text(path: &str, csv: &CsvOptions, limits: RunLimits) -> Result<RawTable, Failure> {
    within(path, limits, |stop| read_csv_until(path, csv, stop))
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
         allow more with --memory-limit, or give a table with fewer rows or columns",
        limit / 1_000_000,
        held.div_ceil(1_000_000)
    ))
}
