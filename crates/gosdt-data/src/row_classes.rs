//! From a table to classes of equal rows with the splits between them.
use crate::equal_rows::EqualRows;
use crate::kept_thresholds::Thresholds;
use crate::ranked_column::RankedColumns;
use crate::same_splits::DistinctColumns;
use crate::split_columns::OfferedTests;
use crate::stop::{Poll, Stopped};
use crate::threshold_counts::ThresholdCounts;
use crate::{SplitColumn, Table};

/// Classes of equal rows, and the columns of splits between them.
///
/// Classes are numbered in the order of their values, an earlier column first, missing values last:
/// the order of the rows is no matter.
///
/// Columns and their splits are in the order of the table's columns; thresholds ascend, categories
/// are sorted, the test for missing comes last. Constant columns are left out, and those that ask
/// the very same splits as an earlier one: thresholds with equal codes or codes that run the other
/// way (a single split and its complement too), categories with equal codes but for the names. A
/// split that repeats one of another column stays when its own column asks others besides.
#[derive(Clone, Debug, PartialEq)]
pub struct RowClasses {
    /// Number of classes.
    pub len: usize,
    /// Number of labels K.
    pub labels: usize,
    /// The class of each row.
    pub class_of_row: Vec<u32>,
    /// Rows of the data per class.
    pub rows: Vec<u32>,
    /// Weight of label k in class c at `c * labels + k` (units of the table's weight denominator).
    pub weights: Vec<u64>,
    /// The columns of splits.
    pub columns: Vec<SplitColumn>,
    /// How many tests the table offers, with the thresholds that were left out.
    pub offered: usize,
    /// How many of them every row answers alike.
    pub constant: usize,
    /// How many were left out because others ask the same.
    pub merged: usize,
    /// How many thresholds may be asked, where not all were kept on purpose; else zeros.
    pub thresholds: ThresholdCounts,
}

impl RowClasses {
    /// All rows of a table as one class, without splits: what is left to fit when there was no time to
    /// group equal rows. A lone leaf on it is what a lone leaf is on the table.
    pub fn undivided(table: &Table) -> RowClasses {
        let mut weights = vec![0; table.labels.classes.len()];
        for (row, &code) in table.labels.codes.iter().enumerate() {
            weights[code as usize] += table.weights.as_ref().map_or(1, |all| all.values[row]);
        }
        RowClasses {
            len: 1,
            labels: weights.len(),
            class_of_row: vec![0; table.rows],
            rows: vec![table.data_rows() as u32],
            weights,
            columns: vec![],
            offered: 0,
            constant: 0,
            merged: 0,
            thresholds: Default::default(),
        }
    }

    /// Number of splits in all columns.
    pub fn splits(&self) -> usize {
        self.columns.iter().map(|column| column.splits as usize).sum()
    }

    /// The column of a split, and the split's number in it. Splits are numbered through all columns.
    ///
    /// # Panics
    /// When there is no such split.
    pub fn split(&self, number: usize) -> (&SplitColumn, u32) {
        let mut left = number;
        for column in &self.columns {
            match left.checked_sub(column.splits as usize) {
                Some(rest) => left = rest,
                None => return (column, left as u32),
            }
        }
        panic!("there are {} splits, no number {number}", self.splits())
    }
}

/// Groups equal rows and lists the splits between the groups, in time and memory proportional to
/// rows × columns. `stop` is called every few milliseconds at least; the work ends when it returns
/// true.
///
/// # Panics
/// When the table's fields were changed so that they break their promises.
pub fn group_rows(table: &Table, stop: &dyn Fn() -> bool) -> Result<RowClasses, Stopped> {
    RankedColumns::new(table, stop)?.group(table, stop)
}

/// As [`group_rows`], with some thresholds of numeric columns only. Rows that these cannot tell apart
/// are in one class. A table that was compressed with some thresholds has those.
///
/// # Panics
/// As [`group_rows`].
pub fn group_rows_at(
    table: &Table,
    thresholds: &Thresholds,
    stop: &dyn Fn() -> bool,
) -> Result<RowClasses, Stopped> {
    let ranked = RankedColumns::new(table, stop)?;
    if let Some(cuts) = table.cuts() {
        let kept = ranked.keep(&cuts.listed(), table, stop)?;
        return RankedColumns { thresholds: cuts.counts, ..kept }.group(table, stop);
    }
    match thresholds {
        Thresholds::All => ranked.group(table, stop),
        some => ranked.keep(some, table, stop)?.group(table, stop),
    }
}

impl RankedColumns {
    /// The second half of [`group_rows`], for the table that was ranked.
    ///
    /// # Panics
    /// As [`group_rows`], or when it is another table.
    pub fn group(self, table: &Table, stop: &dyn Fn() -> bool) -> Result<RowClasses, Stopped> {
        let mut poll = Poll::new(stop);
        let classes = EqualRows::find(&self, &mut poll)?;
        let (offered, thresholds) = (self.offered(), self.thresholds);
        let distinct = self.distinct_columns(&classes.representatives, &mut poll)?;
        Ok(RowClasses {
            len: classes.representatives.len(),
            labels: table.labels.classes.len(),
            rows: classes.count_rows(table, &mut poll)?,
            weights: classes.label_weights(table, &mut poll)?,
            class_of_row: classes.class_of_row,
            columns: distinct.columns,
            offered: offered.all + thresholds.left_out(),
            constant: offered.constant,
            merged: offered.repeated + distinct.merged,
            thresholds,
        })
    }

    fn offered(&self) -> OfferedTests {
        self.columns.iter().fold(OfferedTests::default(), |sum, column| {
            let next = column.offered();
            OfferedTests {
                all: sum.all + next.all,
                constant: sum.constant + next.constant,
                repeated: sum.repeated + next.repeated,
            }
        })
    }

    fn distinct_columns(
        self,
        representatives: &[u32],
        poll: &mut Poll,
    ) -> Result<DistinctColumns, Stopped> {
        let mut distinct = DistinctColumns::new();
        for (at, column) in self.columns.into_iter().enumerate() {
            for splits in column.into_splits(at, representatives, poll)? {
                distinct.add(splits, poll)?;
            }
        }
        Ok(distinct)
    }
}
