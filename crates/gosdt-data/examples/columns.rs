//! Prints what each step from a file to classes of equal rows takes: processor time and the most
//! memory that was held so far.
//!
//! ```sh
//! cargo run --release -p gosdt-data --example columns FILE
//! ```
use gosdt_data::{CsvOptions, RankedColumns, Schema, Table, read_csv};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("usage: columns FILE")?;
    let never = || false;
    let mut clock = Clock::default();
    let raw = read_csv(&file, &CsvOptions::default())?;
    clock.step("read")?;
    let table = Table::from_raw_until(raw, &Schema::default(), &never)?;
    clock.step("type")?;
    let ranked = RankedColumns::new(&table, &never)?;
    clock.step("rank")?;
    let classes = ranked.group(&table, &never)?;
    clock.step("merge")?;
    println!(
        "{} rows, {} columns: {} classes, {} columns of {} splits, {} merged, {} constant",
        table.rows,
        table.columns.len(),
        classes.len,
        classes.columns.len(),
        classes.splits(),
        classes.merged,
        classes.constant
    );
    Ok(())
}

/// The processor time at the end of the last step.
#[derive(Default)]
struct Clock {
    last: f64,
}

impl Clock {
    fn step(&mut self, name: &str) -> Result<(), Box<dyn Error>> {
        let now = processor_seconds()?;
        println!("{name:<6}{:>6.2} s, at most {:>5} MB", now - self.last, peak_megabytes()?);
        self.last = now;
        Ok(())
    }
}

/// User and system time of this process, which Linux counts in hundredths of a second.
fn processor_seconds() -> Result<f64, Box<dyn Error>> {
    let line = std::fs::read_to_string("/proc/self/stat")?;
    let (_, fields) = line.rsplit_once(')').ok_or("no times in /proc/self/stat")?;
    let times = fields.split_whitespace().skip(11).take(2);
    let ticks = times.map(str::parse::<u64>).sum::<Result<u64, _>>()?;
    Ok(ticks as f64 / 100.0)
}

/// The largest resident set so far.
fn peak_megabytes() -> Result<u64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next());
    Ok(kilobytes.ok_or("no VmHWM in /proc/self/status")?.parse::<u64>()? / 1024)
}
