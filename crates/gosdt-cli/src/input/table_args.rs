//! How a table is read.
use clap::{Args, ValueEnum};
use gosdt::{CsvOptions, Missing, NumberFormat, OrderedColumn, ReadingOptions, Schema};

/// How a file is laid out.
#[derive(Debug, Args)]
pub struct CsvArgs {
    /// The character between cells (tab for a tab) [default: found from the first line]
    #[arg(long, value_name = "C", value_parser = parse_delimiter)]
    delimiter: Option<u8>,
    /// The first line is data; columns are called c1, c2, …
    #[arg(long)]
    no_header: bool,
}

impl CsvArgs {
    /// As the reader wants it.
    pub fn options(&self) -> CsvOptions {
        CsvOptions { delimiter: self.delimiter, header: !self.no_header }
    }
}

fn parse_delimiter(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        _ if text == "tab" || text == "\\t" => Ok(b'\t'),
        [byte] if byte.is_ascii() && !b"\"\r\n".contains(byte) => Ok(*byte),
        _ => Err("write one ASCII character other than a quote, or tab".to_string()),
    }
}

/// What the columns are.
#[derive(Debug, Args)]
pub struct ColumnArgs {
    /// The label column [default: the last]
    #[arg(long, value_name = "COL")]
    target: Option<String>,
    /// A column of row weights
    #[arg(long, value_name = "COL")]
    weights: Option<String>,
    /// Leave a column out (repeatable)
    #[arg(long, value_name = "COL")]
    ignore: Vec<String>,
    /// Read a column as numbers (repeatable)
    #[arg(long, value_name = "COL")]
    numeric: Vec<String>,
    /// Read a column as categories, or a numeric label as classes, whatever it looks like (repeatable)
    #[arg(long, value_name = "COL")]
    categorical: Vec<String>,
    /// Use the year, the month and the weekday (Monday is 1) of a column of dates (repeatable)
    #[arg(long = "date", value_name = "COL")]
    dates: Vec<String>,
    /// Split a column of categories at thresholds, the least value first (repeatable)
    #[arg(long, value_name = "COL=LOW,…,HIGH", value_parser = parse_order)]
    ordered: Vec<OrderedColumn>,
    /// The character before the decimals of numbers: a point or a comma
    #[arg(long, value_name = "C", default_value = ".", value_parser = parse_decimal_character)]
    decimal: char,
    /// The character between thousands of numbers: comma, point, ', _ or space [default: none]
    #[arg(long, value_name = "C", value_parser = parse_thousands)]
    thousands: Option<char>,
    /// What to do with missing values (empty, NA, NaN, null, ?)
    #[arg(long, value_enum, default_value_t = MissingArg::Error)]
    missing: MissingArg,
}

/// What to do with missing values.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum MissingArg {
    /// Refuse them
    Error,
    /// Leave rows with any out
    Drop,
    /// Make missing a value that the tree can ask about
    Category,
}

impl ColumnArgs {
    /// As the table wants it.
    pub fn schema(&self) -> Schema {
        Schema {
            target: self.target.clone(),
            weights: self.weights.clone(),
            ignore: self.ignore.clone(),
            numeric: self.numeric.clone(),
            categorical: self.categorical.clone(),
            missing: match self.missing {
                MissingArg::Error => Missing::Error,
                MissingArg::Drop => Missing::Drop,
                MissingArg::Category => Missing::Category,
            },
            reading: ReadingOptions {
                format: self.number_format(),
                dates: self.dates.clone(),
                ordered: self.ordered.clone(),
            },
        }
    }

    /// The column of row weights, and how its numbers are written.
    pub fn weights(&self) -> Option<(&str, NumberFormat)> {
        self.weights.as_deref().map(|column| (column, self.number_format()))
    }

    /// How numbers are written.
    fn number_format(&self) -> NumberFormat {
        NumberFormat { decimal: self.decimal, thousands: self.thousands }
    }
}

fn parse_order(text: &str) -> Result<OrderedColumn, String> {
    let (name, levels) = text
        .split_once('=')
        .ok_or("write the column and its values, the least first: size=small,medium,large")?;
    let levels = levels.split(',').map(|level| level.trim().to_string()).collect();
    Ok(OrderedColumn { name: name.to_string(), levels })
}

fn parse_decimal_character(text: &str) -> Result<char, String> {
    match text {
        "." | "point" => Ok('.'),
        "," | "comma" => Ok(','),
        _ => Err("write a point or a comma".to_string()),
    }
}

fn parse_thousands(text: &str) -> Result<char, String> {
    match text {
        "," | "comma" => Ok(','),
        "." | "point" => Ok('.'),
        " " | "space" => Ok(' '),
        "'" => Ok('\''),
        "_" => Ok('_'),
        _ => Err("write a comma, a point, ', _ or space".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delimiter_is_one_character_or_tab() {
        assert_eq!(parse_delimiter(";"), Ok(b';'));
        assert_eq!(parse_delimiter("tab"), Ok(b'\t'));
        assert_eq!(parse_delimiter("\\t"), Ok(b'\t'));
        for text in ["", ";;", "é", "\"", "\n"] {
            assert!(parse_delimiter(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn an_order_is_a_column_and_its_values() {
        let OrderedColumn { name, levels } = parse_order("size=small, mid,large").unwrap();
        assert_eq!((name.as_str(), levels.join("|").as_str()), ("size", "small|mid|large"));
        assert!(parse_order("size").is_err());
    }

    #[test]
    fn characters_of_numbers_have_names() {
        assert_eq!(parse_decimal_character(","), Ok(','));
        assert_eq!(parse_thousands("space"), Ok(' '));
        assert!(parse_decimal_character(";").is_err() && parse_thousands("x").is_err());
    }
}
