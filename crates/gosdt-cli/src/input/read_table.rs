//! Reading tables within the limits of a command.
use crate::exit_code::Failure;
use crate::output::tell;
use crate::progress::{RunLimits, while_reading};
use gosdt::{CsvOptions, DataError, RawTable, Schema, Table, read_csv_until};
use std::sync::mpsc::{RecvTimeoutError, channel};
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
    within(path, limits, || {
        let started = Instant::now();
        let raw = read_csv_until(path, csv, &|| limits.are_reached())?;
        let read = Instant::now();
        let table = Table::from_raw_until(raw, schema, &|| limits.are_reached())?;
        let [reading, typing] = [read - started, read.elapsed()].map(|time| time.as_secs_f64());
        Ok(TableRead { table, reading, typing })
    })
}

/// Reads a table as text.
pub fn read_text(path: &str, csv: &CsvOptions, limits: RunLimits) -> Result<RawTable, Failure> {
    within(path, limits, || read_csv_until(path, csv, &|| limits.are_reached()))
}

/// Reads, and says what the limits left of it. Reading that waits for input when its time is over
/// ends the program: it has nothing to hand over.
fn within<T>(
    path: &str,
    limits: RunLimits,
    read: impl FnOnce() -> Result<T, DataError>,
) -> Result<T, Failure> {
    let (done, wait) = channel::<()>();
    if let Some(left) = limits.left() {
        let path = path.to_string();
        let watch = move || {
            if wait.recv_timeout(left + WAIT) == Err(RecvTimeoutError::Timeout) {
                let failure = stopped(&path, "while it waited for more input", limits);
                tell(&format!("error: {failure}"));
                failure.exit();
            }
        };
        // Without this thread a time limit cannot end a read that waits; all else can.
        let _ = std::thread::Builder::new().spawn(watch);
    }
    let found = while_reading(read);
    drop(done);
    found.map_err(|error| match error {
        DataError::StoppedReading { rows, .. } => {
            stopped(path, &format!("after {rows} rows"), limits)
        }
        DataError::Stopped(_) => stopped(path, "while its columns were typed", limits),
        other => other.into(),
    })
}

/// How long after the end of its time reading may be waiting for input.
const WAIT: Duration = Duration::from_millis(150);

fn stopped(path: &str, where_: &str, limits: RunLimits) -> Failure {
    match limits.time() {
        Some(time) if limits.left() == Some(Duration::ZERO) => Failure::Other(format!(
            "the time limit of {} s ended the reading of {path} {where_}: nothing can be fitted; \
             give it more time with --time-limit, or a table with fewer rows or columns",
            time.as_secs_f64()
        )),
        _ => Failure::Interrupted(format!(
            "interrupted while {path} was read, {where_}: there is no tree, and nothing was written"
        )),
    }
}
