//! What came of a compression, for people and programs.
use super::json::spelled;
use gosdt::Table;
use indicatif::HumanCount;
use serde::Serialize;

/// What came of a compression.
#[derive(Serialize)]
pub struct Compressed {
    rows: u64,
    distinct_rows: u64,
    columns: usize,
    exact: bool,
    dropped_rows: usize,
    seconds: f64,
    bytes: u64,
}

impl Compressed {
    /// Of a table that was compressed from so many bytes in so many seconds.
    pub fn new(table: &Table, bytes: u64, seconds: f64) -> Compressed {
        let cuts = table.cuts();
        Compressed {
            rows: table.data_rows(),
            distinct_rows: table.rows as u64,
            columns: table.columns.len(),
            exact: cuts.is_none_or(|cuts| cuts.counts.left_out() == 0),
            dropped_rows: table.dropped_rows,
            seconds,
            bytes,
        }
    }

    /// One object.
    pub fn json(&self) -> String {
        spelled(self)
    }

    /// A sentence for each fact.
    pub fn text(&self) -> String {
        let [rows, distinct] = [self.rows, self.distinct_rows].map(HumanCount);
        let kept = match self.exact {
            true => "exact: no threshold was left out",
            false => {
                "not exact: some thresholds were left out, and trees are optimal among the others"
            }
        };
        let dropped = match self.dropped_rows {
            0 => String::new(),
            dropped => {
                format!("{} rows with missing values were left out\n", HumanCount(dropped as u64))
            }
        };
        let (columns, seconds) = (self.columns, self.seconds);
        format!(
            "{rows} rows of {columns} columns are {distinct} distinct ones with their labels ({seconds:.1} s)\n\
             {kept}\n{dropped}"
        )
    }
}
