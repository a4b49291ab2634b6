//! What can be wrong with data, said so that the reader knows what to do.
use crate::{Concern, MissingColumn, Role, Stopped, missing, nearest_name};
use std::fmt;

/// An error in the input. Its text names the file, line and column where there is one.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DataError {
    /// The file could not be read.
    #[error("cannot read {source_name}: {error}")]
    Io {
        /// The file.
        source_name: String,
        /// What the system said.
        error: std::io::Error,
    },
    /// A delimiter that cannot separate fields.
    #[error(
        "the delimiter must be one ASCII character other than a quote or a line end, not byte \
         {delimiter:#04x}"
    )]
    BadDelimiter {
        /// The byte.
        delimiter: u8,
    },
    /// A file that is no delimited text.
    #[error("{source_name} is {kind}: {advice}")]
    OtherKind {
        /// The file.
        source_name: String,
        /// What it is.
        kind: &'static str,
        /// What to do.
        advice: &'static str,
    },
    /// Nothing in the file.
    #[error("{source_name} is empty: expected a line of column names and then rows")]
    Empty {
        /// The file.
        source_name: String,
    },
    /// Only column names in the file.
    #[error("{source_name} has column names but no rows")]
    NoRows {
        /// The file.
        source_name: String,
    },
    /// A line that is not text.
    #[error("{source_name}, line {line}: not UTF-8 text; save the file as UTF-8")]
    NotUtf8 {
        /// The file.
        source_name: String,
        /// The line.
        line: u64,
    },
    /// A line with more or fewer fields than the first.
    #[error("{source_name}, line {line}: expected {expected} fields, found {found}")]
    Ragged {
        /// The file.
        source_name: String,
        /// The line.
        line: u64,
        /// Fields of the first line.
        expected: u64,
        /// Fields of this line.
        found: u64,
    },
    /// A quote that is opened and never closed.
    #[error("{source_name}, line {line}: a quoted field that begins here is never closed")]
    UnclosedQuote {
        /// The file.
        source_name: String,
        /// The line on which the last row begins.
        line: u64,
    },
    /// A column without a name.
    #[error("{source_name}: column {position} has no name; give it one")]
    EmptyName {
        /// The file.
        source_name: String,
        /// Its position, from 1.
        position: usize,
    },
    /// Two columns with one name.
    #[error("{source_name}: the column name `{name}` occurs more than once; rename one")]
    DuplicateName {
        /// The file.
        source_name: String,
        /// The name.
        name: String,
    },
    /// A name that no column has.
    #[error("{source_name}: there is no column `{name}`{}", nearest_name::hint(nearest, names))]
    NoSuchColumn {
        /// The file.
        source_name: String,
        /// What was asked for.
        name: String,
        /// The most similar name, if one is similar.
        nearest: Option<String>,
        /// The columns there are.
        names: Vec<String>,
    },
    /// A column with two uses that exclude each other.
    #[error("{source_name}: column `{name}` cannot be both {first} and {second}")]
    RoleConflict {
        /// The file.
        source_name: String,
        /// The column.
        name: String,
        /// One use.
        first: Role,
        /// The other.
        second: Role,
    },
    /// Every column is ignored or the weights.
    #[error("{source_name}: no column is left to be the label; ignore fewer columns")]
    NoTarget {
        /// The file.
        source_name: String,
    },
    /// Nothing but the label is left.
    #[error("{source_name}: no feature column is left beside the label `{target}`")]
    NoFeatures {
        /// The file.
        source_name: String,
        /// The label column.
        target: String,
    },
    /// Missing values where the policy does not allow them.
    #[error("{source_name}: missing values in {}", missing::explain(columns))]
    MissingValues {
        /// The file.
        source_name: String,
        /// Every column that has some.
        columns: Vec<MissingColumn>,
    },
    /// Every row has a missing value.
    #[error(
        "{source_name}: each of the {rows} rows has a missing value, so that dropping them leaves \
         none; use `--missing category`, or leave out the emptiest columns with `--ignore COL`"
    )]
    NoCompleteRow {
        /// The file.
        source_name: String,
        /// How many there were.
        rows: usize,
    },
    /// Columns that would be read as categories and are something else.
    #[error("{source_name}: {}", list_concerns(columns))]
    Misread {
        /// The file.
        source_name: String,
        /// The columns.
        columns: Vec<Concern>,
    },
    /// Dates of which it cannot be told what is the day and what the month.
    #[error(
        "{source_name}, column `{column}`: the dates do not tell whether day or month comes first; \
         write them as 2020-12-31"
    )]
    AmbiguousDates {
        /// The file.
        source_name: String,
        /// The column.
        column: String,
    },
    /// An order of categories that is none.
    #[error(
        "column `{column}`: an order needs at least two different values, the least first: \
         `--ordered {column}=low,mid,high`"
    )]
    BadOrder {
        /// The column.
        column: String,
    },
    /// Characters that cannot both be in a number.
    #[error("numbers cannot have `{0}` both before their decimals and between thousands")]
    BadNumberFormat(char),
    /// A label column of numbers rather than classes.
    #[error(
        "{source_name}: the label column `{column}` has {classes} different numbers, more than a \
         label usually has ({most}): is it the right column (`--target COL`)? Numbers to predict can \
         be made ranges first; `--categorical {column}` makes each number a class"
    )]
    NumericTarget {
        /// The file.
        source_name: String,
        /// The label column.
        column: String,
        /// How many there are.
        classes: usize,
        /// How many there may be.
        most: usize,
    },
    /// A cell that cannot be what it should be.
    #[error("{source_name}, {place}, column `{column}`: {problem}")]
    Cell {
        /// The file.
        source_name: String,
        /// The line or row.
        place: Place,
        /// The column.
        column: String,
        /// What is wrong with it.
        problem: CellProblem,
    },
    /// Nothing to tell apart.
    #[error(
        "{source_name}: the label column `{column}` has one class only, `{class}`; there must be \
         at least two"
    )]
    OneClass {
        /// The file.
        source_name: String,
        /// The label column.
        column: String,
        /// The class.
        class: String,
    },
    /// More classes than any label has.
    #[error(
        "{source_name}: the label column `{column}` has {classes} different values, more than the \
         {most} classes allowed; is it the right column (`--target COL`)?"
    )]
    TooManyClasses {
        /// The file.
        source_name: String,
        /// The label column.
        column: String,
        /// How many there are.
        classes: usize,
        /// How many there may be.
        most: usize,
    },
    /// No row counts.
    #[error("{source_name}: all weights in column `{column}` are 0")]
    NoWeight {
        /// The file.
        source_name: String,
        /// The weight column.
        column: String,
    },
    /// Weights over 0.
    #[error("{source_name}: the denominator of the weights `{column}` is 0")]
    ZeroDenominator {
        /// The table.
        source_name: String,
        /// The weight column.
        column: String,
    },
    /// A column that is longer or shorter than the labels.
    #[error("{source_name}: column `{column}` has {found} values, expected {expected}")]
    Length {
        /// The table.
        source_name: String,
        /// The column.
        column: String,
        /// Number of labels.
        expected: usize,
        /// Number of values.
        found: usize,
    },
    /// Categories that are not sorted, or not distinct; classes or spellings that are not distinct.
    #[error("{source_name}: the distinct values listed for column `{column}` are not {wanted}")]
    BadValues {
        /// The table.
        source_name: String,
        /// The column.
        column: String,
        /// What they should be.
        wanted: &'static str,
    },
    /// More rows than row numbers.
    #[error("{source_name}: {rows} rows are more than the {} allowed", u32::MAX)]
    TooManyRows {
        /// The table.
        source_name: String,
        /// How many there are.
        rows: usize,
    },
    /// Reading was stopped before the file's end.
    #[error("reading {source_name} was stopped after {rows} rows")]
    StoppedReading {
        /// The file.
        source_name: String,
        /// The rows that were read by then.
        rows: usize,
    },
    /// The work on a table that has been read was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// One column after the other, and how to read them as categories all the same.
fn list_concerns(columns: &[Concern]) -> String {
    let force = |name: &str| format!("`--categorical {name}` reads texts as they are");
    match columns {
        [only] => format!("{only} ({})", force(&only.name)),
        _ => {
            let lines = columns.iter().map(|concern| format!("\n  {concern}"));
            let lines: String = lines.collect();
            format!(
                "columns would be read as categories and are something else{lines}\n  ({})",
                force("COL")
            )
        }
    }
}

/// A row, as the user knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Line of a file, from 1.
    Line(u64),
    /// Row of a table that was not read from a file, from 1.
    Row(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}"),
            Place::Row(row) => write!(f, "row {row}"),
        }
    }
}

/// What is wrong with a cell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CellProblem {
    /// In a column that is to be numeric.
    #[error("`{0}` is not a number; correct it, or do not read the column as numeric")]
    NotANumber(String),
    /// In a column of dates, of ordered categories, or of numbers in another format.
    #[error("`{text}` is not {expected}")]
    Unexpected {
        /// The cell.
        text: String,
        /// What it should hold.
        expected: String,
    },
    /// No threshold lies beyond it.
    #[error("`{0}` is an infinite number; put a finite one, or read the column as categorical")]
    Infinite(String),
    /// In the weight column.
    #[error("`{0}` is not a weight; a weight is a decimal number such as 2 or 0.25")]
    NotAWeight(String),
    /// In the weight column.
    #[error("the weight {0} is negative")]
    NegativeWeight(String),
    /// In the weight column.
    #[error("the weight {0} has more than 19 decimals; round the weights")]
    TooManyDecimals(String),
    /// In the weight column.
    #[error(
        "the weights up to here sum to more than 64 bits hold with {decimals} decimals; round or \
         scale the weights"
    )]
    WeightOverflow {
        /// Decimals that the weights need.
        decimals: u32,
    },
    /// A number that stands for none of the column's values.
    #[error("the code {code} is out of range: there are {values} values")]
    CodeOutOfRange {
        /// The code.
        code: u32,
        /// How many values there are.
        values: usize,
    },
}
