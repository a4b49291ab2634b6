//! How the numbers of one column are read from its cells.
use super::unit::without_unit;
use super::{DateReading, NumberFormat};
use crate::parse_number;
use serde::{Deserialize, Serialize};

/// How the numbers of one column are read from its cells. The default is plain numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Reading {
    /// How numbers are written, where that is not `1234.5`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<NumberFormat>,
    /// A currency or per cent that may stand before or after each number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The column of dates that the numbers are taken from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<DateReading>,
    /// The categories of an ordered column, the least first: the numbers are their places, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<Vec<String>>,
}

impl Reading {
    /// Numbers that are written so.
    pub fn of_format(format: NumberFormat) -> Reading {
        Reading { format: (!format.is_plain()).then_some(format), ..Reading::default() }
    }

    /// A number of a date.
    pub fn of_date(date: DateReading) -> Reading {
        Reading { date: Some(date), ..Reading::default() }
    }

    /// The places of ordered categories.
    pub fn of_levels(levels: Vec<String>) -> Reading {
        Reading { levels: Some(levels), ..Reading::default() }
    }

    /// Whether cells are plain numbers.
    pub fn is_plain(&self) -> bool {
        *self == Reading::default()
    }

    /// The number of a cell, rounded to the nearest `f64`; `None` for everything else. As
    /// [`parse_number`] for plain cells.
    pub fn number(&self, cell: &str) -> Option<f64> {
        if let Some(levels) = &self.levels {
            return levels.iter().position(|level| level == cell).map(|at| at as f64);
        }
        if let Some(date) = &self.date {
            return date.number(cell);
        }
        let unit = self.unit.as_deref();
        let stripped = unit.and_then(|unit| without_unit(cell, unit));
        let cell = stripped.as_deref().unwrap_or(cell);
        match self.format {
            None => parse_number(cell),
            Some(format) => parse_number(&format.plain(cell)?),
        }
    }

    /// The column that the cells are in, for a column of numbers that is called `name`.
    pub fn source<'a>(&'a self, name: &'a str) -> &'a str {
        self.date.as_ref().map_or(name, |date| &date.column)
    }

    /// The category that a threshold of an ordered column lies above.
    pub fn level(&self, threshold: f64) -> Option<&str> {
        let levels = self.levels.as_deref()?;
        let at = (threshold.max(0.0) as usize).min(levels.len().checked_sub(1)?);
        Some(&levels[at])
    }

    /// What a cell should hold.
    pub fn expectation(&self) -> String {
        match (&self.levels, &self.date) {
            (Some(levels), _) => format!("one of {}", levels.join(", ")),
            (_, Some(_)) => "a date such as 2020-12-31".to_string(),
            _ => match self.format {
                Some(NumberFormat { decimal, thousands: None }) => {
                    format!("a number with the decimal character `{decimal}`")
                }
                Some(NumberFormat { decimal, thousands: Some(thousands) }) => format!(
                    "a number with the decimal character `{decimal}` and `{thousands}` between \
                     thousands"
                ),
                None => "a number".to_string(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_with_and_without_their_unit() {
        let format = NumberFormat { decimal: ',', thousands: Some('.') };
        let reading = Reading { unit: Some("€".into()), ..Reading::of_format(format) };
        for (cell, number) in [("1.200,50 €", Some(1200.5)), ("7", Some(7.0)), ("7.5 €", None)]
        {
            assert_eq!(reading.number(cell), number, "{cell}");
        }
    }

    #[test]
    fn levels_are_their_places() {
        let reading = Reading::of_levels(["low", "mid", "high"].map(String::from).to_vec());
        assert_eq!(
            ["low", "high", "huge"].map(|cell| reading.number(cell)),
            [Some(0.0), Some(2.0), None]
        );
        assert_eq!(
            [0.5, 1.5, 9.0, -1.0].map(|at| reading.level(at).unwrap()),
            ["low", "mid", "high", "low"]
        );
    }
}
