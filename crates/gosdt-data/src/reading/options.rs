//! How cells are to be read, as a user says it.
use super::NumberFormat;
use crate::DataError;
use std::collections::HashSet;

/// How cells are to be read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadingOptions {
    /// How numbers are written. \[default: `1234.5`\]
    pub format: NumberFormat,
    /// Columns of dates: each becomes three columns of numbers, the year, the month and the weekday.
    /// \[default: none\]
    pub dates: Vec<String>,
    /// Columns of ordered categories, which are split at thresholds. \[default: none\]
    pub ordered: Vec<OrderedColumn>,
}

/// A column of ordered categories.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderedColumn {
    /// Its name.
    pub name: String,
    /// All its categories, the least first.
    pub levels: Vec<String>,
}

impl ReadingOptions {
    /// Checks that numbers can be told, and that every order has two different values at least.
    pub(crate) fn check(&self) -> Result<(), DataError> {
        let NumberFormat { decimal, thousands } = self.format;
        if thousands == Some(decimal) {
            return Err(DataError::BadNumberFormat(decimal));
        }
        let is_order = |levels: &[String]| {
            let distinct: HashSet<&String> = levels.iter().collect();
            levels.len() > 1 && distinct.len() == levels.len()
        };
        match self.ordered.iter().find(|column| !is_order(&column.levels)) {
            Some(column) => Err(DataError::BadOrder { column: column.name.clone() }),
            None => Ok(()),
        }
    }

    /// The categories of an ordered column, the least first.
    pub(crate) fn levels(&self, name: &str) -> Option<&[String]> {
        let column = self.ordered.iter().find(|column| column.name == name);
        column.map(|column| &column.levels[..])
    }
}
