//! What the rows of a compressed table stand for.
use crate::kept_thresholds::{Cut, quantile_cuts};
use crate::{ColumnThresholds, Table, ThresholdCounts, Thresholds};

/// What the rows of a table stand for, where each stands for several equal rows of the data. The
/// table's weights are then sums over these rows.
#[derive(Clone, Debug, PartialEq)]
pub struct MergedRows {
    /// How many rows of the data each stands for. They sum to at most `u32::MAX`.
    pub counts: Vec<u32>,
    /// For each class the largest weight of one row of the data.
    pub heaviest: Vec<u64>,
    /// Whether the data has weights; without, the weight of a row is the number that it stands for.
    pub is_weighted: bool,
    /// The thresholds that were chosen before rows were merged; `None` is all.
    pub cuts: Option<TableCuts>,
}

/// Thresholds that were chosen before rows were merged. Numbers between the same two of them are one
/// number in the table.
#[derive(Clone, Debug, PartialEq)]
pub struct TableCuts {
    /// The rule that chose them.
    pub rule: Thresholds,
    /// How many there were, and how many were kept.
    pub counts: ThresholdCounts,
    /// The columns that were cut.
    pub columns: Vec<ColumnCuts>,
}

/// The thresholds of a column, in ascending order, with the values of the data next to each.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnCuts {
    /// The column's name.
    pub column: String,
    /// The thresholds.
    pub at: Vec<f64>,
    /// The largest value that is at most the threshold, for each.
    pub below: Vec<f64>,
    /// The least value above the threshold, for each.
    pub above: Vec<f64>,
}

impl ColumnCuts {
    /// At most `most` thresholds, next to the quantiles of the weight of a column's distinct numbers,
    /// which are in ascending order. None where there are fewer than two numbers.
    ///
    /// # Panics
    /// When there are fewer weights than numbers.
    pub fn at_quantiles(
        column: &str,
        numbers: &[f64],
        weights: &[u64],
        most: u32,
    ) -> Option<ColumnCuts> {
        if numbers.len() < 2 {
            return None;
        }
        let cuts = quantile_cuts(&weights[..numbers.len()], most);
        let value = |after: &u32, next: usize| numbers[*after as usize + next];
        Some(ColumnCuts {
            column: column.to_string(),
            at: cuts.iter().map(|after| Cut::between(numbers, *after).threshold).collect(),
            below: cuts.iter().map(|after| value(after, 0)).collect(),
            above: cuts.iter().map(|after| value(after, 1)).collect(),
        })
    }

    /// The interval of a number, from 0.
    pub fn interval(&self, number: f64) -> usize {
        self.at.partition_point(|threshold| number > *threshold)
    }

    /// The number that stands for all of an interval: a value of the data.
    ///
    /// # Panics
    /// When there is no threshold.
    pub fn representative(&self, interval: usize) -> f64 {
        *self.below.get(interval).unwrap_or(&self.above[self.above.len() - 1])
    }
}

impl TableCuts {
    /// The thresholds as a list by column.
    pub(crate) fn listed(&self) -> Thresholds {
        let listed = |cuts: &ColumnCuts| ColumnThresholds {
            column: cuts.column.clone(),
            at: cuts.at.clone(),
        };
        Thresholds::Given(self.columns.iter().map(listed).collect())
    }
}

impl Table {
    /// How many rows of the data the rows stand for.
    pub fn data_rows(&self) -> u64 {
        match &self.merged {
            None => self.rows as u64,
            Some(merged) => merged.counts.iter().map(|count| u64::from(*count)).sum(),
        }
    }

    /// The largest weight of one row of the data that has a class, for each class.
    pub fn heaviest(&self) -> Vec<u64> {
        if let Some(merged) = &self.merged {
            return merged.heaviest.clone();
        }
        let mut heaviest = vec![0; self.labels.classes.len()];
        for (row, code) in self.labels.codes.iter().enumerate() {
            let weight = self.weights.as_ref().map_or(1, |weights| weights.values[row]);
            heaviest[*code as usize] = weight.max(heaviest[*code as usize]);
        }
        heaviest
    }

    /// The thresholds that were chosen before rows were merged, if any were.
    pub fn cuts(&self) -> Option<&TableCuts> {
        self.merged.as_ref()?.cuts.as_ref()
    }

    /// How many rows of the data a row stands for.
    pub(crate) fn count(&self, row: usize) -> usize {
        self.merged.as_ref().map_or(1, |merged| merged.counts[row] as usize)
    }
}
