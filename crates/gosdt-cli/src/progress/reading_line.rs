//! The live line while files are read: bytes, rows, elapsed time.
use super::live_line::LiveLine;
use gosdt::ReadProgress;
use indicatif::{DecimalBytes, HumanCount};
use std::cell::Cell;
use std::time::{Duration, Instant};

/// How often the line changes.
const TICK: Duration = Duration::from_millis(100);

/// A line on standard error that follows the reading of files, where that is a terminal.
pub struct ReadingLine {
    line: Option<LiveLine>,
    started: Instant,
    shown: Cell<Option<Instant>>,
}

impl ReadingLine {
    /// A line, unless it is not wanted.
    pub fn new(quiet: bool) -> ReadingLine {
        // Where files are read there is no best tree yet: the hint how to stop a search is left out.
        let line = if quiet { None } else { LiveLine::on_terminal(true) };
        ReadingLine { line, started: Instant::now(), shown: Cell::new(None) }
    }

    /// Shows a moment of the reading.
    pub fn show(&self, progress: &ReadProgress) {
        let Some(line) = &self.line else { return };
        if self.shown.get().is_none_or(|shown| shown.elapsed() >= TICK) {
            self.shown.set(Some(Instant::now()));
            line.say(words(progress, self.started.elapsed()));
        }
    }
}

fn words(progress: &ReadProgress, elapsed: Duration) -> String {
    let ReadProgress { bytes, all_bytes, rows, pass } = *progress;
    let share = match all_bytes {
        0 => DecimalBytes(bytes).to_string(),
        all => {
            let share = 100.0 * bytes.min(all) as f64 / all as f64;
            format!("{} of {}, {share:.0} %", DecimalBytes(bytes.min(all)), DecimalBytes(all))
        }
    };
    let pass = if pass > 1 { format!(", pass {pass}") } else { String::new() };
    let (rows, seconds) = (HumanCount(rows), elapsed.as_secs_f64());
    format!("reading: {share}, {rows} rows{pass}, {seconds:.1} s")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_tells_bytes_share_rows_pass_and_time() {
        let mut progress =
            ReadProgress { bytes: 250_000_000, all_bytes: 1_000_000_000, rows: 1234567, pass: 1 };
        let time = Duration::from_millis(2500);
        let expected = "reading: 250.00 MB of 1.00 GB, 25 %, 1,234,567 rows, 2.5 s";
        assert_eq!(words(&progress, time), expected);
        progress = ReadProgress { all_bytes: 0, pass: 2, ..progress };
        assert_eq!(words(&progress, time), "reading: 250.00 MB, 1,234,567 rows, pass 2, 2.5 s");
    }
}
