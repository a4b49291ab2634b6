//! Which thresholds of numeric columns a tree may ask, as it is written.
use crate::nearest_name::{hint, nearest};
use crate::{Table, Values};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Which thresholds of numeric columns a tree may ask. Categories and the test for missing values are
/// never left out.
///
/// ```
/// use gosdt_data::Thresholds;
///
/// assert_eq!("quantile:8".parse(), Ok(Thresholds::Quantile { most: 8 }));
/// assert_eq!("guess".parse::<Thresholds>()?.to_string(), "guess:40,2");
/// assert!("quantile:0".parse::<Thresholds>().is_err());
/// # Ok::<(), gosdt_data::ThresholdsError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Thresholds {
    /// All: one between each two adjacent distinct values.
    #[default]
    All,
    /// Those next to the quantiles of the rows' weight.
    Quantile {
        /// How many in a column at most. \[range: ≥ 1\]
        most: u32,
    },
    /// Those that a boosted ensemble of short trees asks.
    Guess {
        /// Number of trees. \[default: 40\] \[range: 1 to 10,000\]
        trees: u32,
        /// Questions on the way to a leaf. \[default: 2\] \[range: 1 to 8\]
        depth: u32,
    },
    /// Those that are listed. A column that is not listed keeps all of its own.
    Given(Vec<ColumnThresholds>),
}

/// The thresholds of one column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ColumnThresholds {
    /// The column's name.
    pub column: String,
    /// The thresholds, in any order; those that separate no two values of the column have no effect.
    pub at: Vec<f64>,
}

/// Trees of an ensemble, where no number is given.
const TREES: u32 = 40;
/// Their depth, where none is given.
const DEPTH: u32 = 2;
/// The most trees.
const MOST_TREES: u32 = 10_000;
/// The largest depth.
const MOST_DEPTH: u32 = 8;

/// What is wrong with a choice of thresholds.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ThresholdsError {
    /// No such rule.
    #[error(
        "'{0}' is not a choice of thresholds; write all, quantile:K (at most K per column, K ≥ 1), \
         guess, guess:TREES or guess:TREES,DEPTH (at most {MOST_TREES} trees of depth {MOST_DEPTH} \
         at most)"
    )]
    Unknown(String),
    /// A number out of its range.
    #[error("'{text}': {what} must be a whole number from 1 to {most}, such as {example}")]
    OutOfRange {
        /// The whole choice.
        text: String,
        /// Which number.
        what: &'static str,
        /// Its largest value.
        most: u32,
        /// A choice that would do.
        example: &'static str,
    },
    /// Thresholds for a column that is not there.
    #[error("thresholds are given for column `{column}`, which is not in {source_name}{hint}")]
    NoSuchColumn {
        /// The column.
        column: String,
        /// The table.
        source_name: String,
        /// The nearest name, and the names that there are.
        hint: String,
    },
    /// Thresholds for a column that has no numbers.
    #[error(
        "thresholds are given for column `{0}`, which is not numeric; leave it out, or read the \
         column as numbers"
    )]
    NotNumeric(String),
    /// Thresholds for a table that has lost its others.
    #[error(
        "{source_name} was compressed with the thresholds `{rule}`, and these are the only ones that \
         it has; compress it again with others, or leave the choice of thresholds out"
    )]
    AlreadyChosen {
        /// The table.
        source_name: String,
        /// The rule that chose them.
        rule: String,
    },
    /// A threshold that is no number.
    #[error("column `{column}`: the threshold {threshold} is not a finite number")]
    NotFinite {
        /// The column.
        column: String,
        /// The threshold.
        threshold: f64,
    },
}

impl FromStr for Thresholds {
    type Err = ThresholdsError;

    fn from_str(text: &str) -> Result<Thresholds, ThresholdsError> {
        match text.split_once(':') {
            None if text == "all" => Ok(Thresholds::All),
            None if text == "guess" => Ok(Thresholds::Guess { trees: TREES, depth: DEPTH }),
            Some(("quantile", most)) => {
                let most = number(text, most, "K", u32::MAX, "quantile:8")?;
                Ok(Thresholds::Quantile { most })
            }
            Some(("guess", numbers)) => guess(text, numbers),
            _ => Err(ThresholdsError::Unknown(text.to_string())),
        }
    }
}

fn guess(text: &str, numbers: &str) -> Result<Thresholds, ThresholdsError> {
    let (trees, depth) = match numbers.split_once(',') {
        Some((trees, depth)) => {
            (trees, number(text, depth, "the depth", MOST_DEPTH, "guess:40,2")?)
        }
        None => (numbers, DEPTH),
    };
    let trees = number(text, trees, "the number of trees", MOST_TREES, "guess:40")?;
    Ok(Thresholds::Guess { trees, depth })
}

fn number(
    text: &str,
    digits: &str,
    what: &'static str,
    most: u32,
    example: &'static str,
) -> Result<u32, ThresholdsError> {
    let read = digits.trim().parse().ok().filter(|number| (1..=most).contains(number));
    read.ok_or(ThresholdsError::OutOfRange { text: text.to_string(), what, most, example })
}

/// As it is written; listed thresholds are just `given`.
impl fmt::Display for Thresholds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Thresholds::All => f.write_str("all"),
            Thresholds::Quantile { most } => write!(f, "quantile:{most}"),
            Thresholds::Guess { trees, depth } => write!(f, "guess:{trees},{depth}"),
            Thresholds::Given(_) => f.write_str("given"),
        }
    }
}

impl Thresholds {
    /// Checks the numbers, and whether listed columns are in the table and numeric. A table that was
    /// compressed has the thresholds that were kept then, and takes no others.
    pub fn check(&self, table: &Table) -> Result<(), ThresholdsError> {
        if let Some(cuts) = table.cuts()
            && ![&Thresholds::All, &cuts.rule].contains(&self)
        {
            let (source_name, rule) = (table.source.clone(), cuts.rule.to_string());
            return Err(ThresholdsError::AlreadyChosen { source_name, rule });
        }
        match self {
            Thresholds::All => Ok(()),
            Thresholds::Quantile { .. } | Thresholds::Guess { .. } => {
                self.to_string().parse::<Thresholds>().map(|_| ())
            }
            Thresholds::Given(columns) => columns.iter().try_for_each(|column| column.check(table)),
        }
    }
}

impl ColumnThresholds {
    fn check(&self, table: &Table) -> Result<(), ThresholdsError> {
        let name = &self.column;
        let Some(column) = table.columns.iter().find(|column| column.name == *name) else {
            let names: Vec<String> = table.columns.iter().map(|one| one.name.clone()).collect();
            return Err(ThresholdsError::NoSuchColumn {
                column: name.clone(),
                source_name: table.source.clone(),
                hint: hint(&nearest(name, &names), &names),
            });
        };
        if !matches!(column.values, Values::Numeric(_)) {
            return Err(ThresholdsError::NotNumeric(name.clone()));
        }
        match self.at.iter().find(|threshold| !threshold.is_finite()) {
            Some(&threshold) => Err(ThresholdsError::NotFinite { column: name.clone(), threshold }),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_reads_back() {
        for text in ["all", "quantile:1", "quantile:4294967295", "guess:10000,8", "guess:1,1"] {
            assert_eq!(text.parse::<Thresholds>().unwrap().to_string(), text);
        }
        assert_eq!("guess:7".parse(), Ok(Thresholds::Guess { trees: 7, depth: 2 }));
    }

    #[test]
    fn what_cannot_be_is_refused_with_what_to_write() {
        for (text, expected) in [
            ("", "'' is not a choice of thresholds; write all, quantile:K"),
            ("quantiles:3", "guess:TREES,DEPTH (at most 10000 trees of depth 8 at most)"),
            ("quantile", "'quantile' is not a choice of thresholds"),
            ("quantile:0", "'quantile:0': K must be a whole number from 1 to 4294967295"),
            ("quantile:x", "such as quantile:8"),
            ("guess:0", "the number of trees must be a whole number from 1 to 10000"),
            ("guess:5,9", "the depth must be a whole number from 1 to 8, such as guess:40,2"),
            ("guess:5,2,1", "the depth must be"),
        ] {
            let error = text.parse::<Thresholds>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
