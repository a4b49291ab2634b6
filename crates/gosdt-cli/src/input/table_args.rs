//! How a table is read.
use crate::exit_code::Failure;
use clap::{Args, ValueEnum};
use gosdt::{CsvOptions, Missing, Schema};

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
    pub weights: Option<String>,
    /// Leave a column out (repeatable)
    #[arg(long, value_name = "COL")]
    ignore: Vec<String>,
    /// Read a column as numbers (repeatable)
    #[arg(long, value_name = "COL")]
    numeric: Vec<String>,
    /// Read a column as categories (repeatable)
    #[arg(long, value_name = "COL")]
    categorical: Vec<String>,
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
    /// Fails where columns are chosen for a compressed table, which has its own.
    pub fn check_unused(&self, path: &str) -> Result<(), Failure> {
        let lists = [&self.ignore, &self.numeric, &self.categorical];
        let chosen = self.target.is_some()
            || self.weights.is_some()
            || lists.iter().any(|list| !list.is_empty())
            || !matches!(self.missing, MissingArg::Error);
        match chosen {
            false => Ok(()),
            true => Err(Failure::Input(format!(
                "{path} is a compressed table: its label, weights, columns and missing values were \
                 chosen when it was compressed; leave --target, --weights, --ignore, --numeric, \
                 --categorical and --missing out"
            ))),
        }
    }

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
        }
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
}
