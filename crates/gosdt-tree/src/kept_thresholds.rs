//! The thresholds that a tree was allowed to ask, where not all were.
use gosdt_data::ColumnThresholds;
use serde::{Deserialize, Serialize};

/// The thresholds of numeric columns that a tree was allowed to ask, where a rule chose them. Bounds
/// and proofs then speak of the trees that ask no other thresholds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptThresholds {
    /// The rule: `quantile:8`, `guess:40,2`, or `given` for thresholds that were listed.
    pub rule: String,
    /// How many were kept, in all columns.
    pub kept: u64,
    /// How many there are: one between each two adjacent distinct values.
    pub offered: u64,
    /// The most that were kept in a column.
    pub most_per_column: u64,
    /// Those that were listed, by column; a column that is not listed kept all of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<Vec<ColumnThresholds>>,
}

impl KeptThresholds {
    /// Whether none was left out after all, so that a proof speaks of every tree.
    pub fn are_all(&self) -> bool {
        self.kept == self.offered
    }

    /// How many were left out.
    pub fn left_out(&self) -> u64 {
        self.offered - self.kept
    }

    /// What a proof speaks of: `at most 8 thresholds per column (34 of 1234, quantile:8)`.
    pub fn words(&self) -> String {
        let KeptThresholds { rule, kept, offered, most_per_column, .. } = self;
        let thresholds = if *most_per_column == 1 { "threshold" } else { "thresholds" };
        format!("at most {most_per_column} {thresholds} per column ({kept} of {offered}, {rule})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_say_how_many_and_by_which_rule() {
        let rule = "quantile:8".to_string();
        let mut some =
            KeptThresholds { rule, kept: 34, offered: 1234, most_per_column: 8, given: None };
        assert_eq!(some.words(), "at most 8 thresholds per column (34 of 1234, quantile:8)");
        assert!(!some.are_all());
        some.most_per_column = 1;
        assert!(some.words().starts_with("at most 1 threshold per column"));
    }
}
