//! What can be wrong with a model file or with the data given to it, said so that the reader
//! knows what to do.
use crate::printable;
use gosdt_data::DataError;

/// An error in a model file, or in data that a model is asked about.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// The file is not a model.
    #[error("this is not a gosdt model file: {0}")]
    NotAModel(String),
    /// The file is of a version that this program does not know.
    #[error(
        "this model was made by a newer gosdt (format version {found}; this one reads up to \
         {known}): update gosdt, or fit the model again"
    )]
    NewerVersion {
        /// The version of the file.
        found: u64,
        /// The newest version that can be read.
        known: u32,
    },
    /// The file is a model, but a part of it cannot be.
    #[error("the model is damaged: {place}: {problem}")]
    Damaged {
        /// Where: a field or a node.
        place: String,
        /// What is wrong there.
        problem: String,
    },
    /// Columns that the tree asks about are not in the data.
    #[error("{first}{}", all_missing(.missing))]
    MissingColumns {
        /// The first of them, with the file and the nearest name.
        first: Box<DataError>,
        /// All of them.
        missing: Vec<String>,
    },
    /// A cell of a column that the tree asks about cannot be read.
    #[error("{source_name}, line {line}, column `{}`: `{}` is not {expected}", printable(.column), printable(.text))]
    UnreadableCell {
        /// The file.
        source_name: String,
        /// The line.
        line: u64,
        /// The column.
        column: String,
        /// What the cell holds.
        text: String,
        /// What it should have held.
        expected: String,
    },
    /// A row has no value where its way through the tree asks for one.
    #[error(
        "{source_name}, line {line}, column `{}`: the row has a missing value in a column that the \
         tree asks about ({}): fill in or leave out such rows, or fit the model again with \
         `--missing category`",
        printable(.column),
        rows_like_it(.rows)
    )]
    MissingValue {
        /// The file.
        source_name: String,
        /// The line of the first such row.
        line: u64,
        /// The column.
        column: String,
        /// How many rows have this trouble in all.
        rows: usize,
    },
    /// A label is missing.
    #[error(
        "{source_name}, line {line}, column `{}`: the label is missing: fill it in or leave \
         the row out",
        printable(.column)
    )]
    MissingLabel {
        /// The file.
        source_name: String,
        /// The line.
        line: u64,
        /// The label column.
        column: String,
    },
    /// A label is none of the model's classes.
    #[error(
        "{source_name}, line {line}, column `{}`: the label `{}` is unknown to the model; its \
         classes are {classes}",
        printable(.column),
        printable(.text)
    )]
    UnknownLabel {
        /// The file.
        source_name: String,
        /// The line.
        line: u64,
        /// The label column.
        column: String,
        /// The label.
        text: String,
        /// The classes that the model knows.
        classes: String,
    },
    /// The data itself is at fault.
    #[error(transparent)]
    Data(#[from] DataError),
}

impl ModelError {
    /// A part of the model that cannot be.
    pub(crate) fn damaged(place: impl Into<String>, problem: impl Into<String>) -> ModelError {
        ModelError::Damaged { place: place.into(), problem: problem.into() }
    }
}

fn all_missing(missing: &[String]) -> String {
    match missing {
        [] | [_] => String::new(),
        all => {
            let names: Vec<_> = all.iter().map(|name| printable(name)).collect();
            let (count, names) = (names.len(), names.join(", "));
            format!("; of the columns that the tree asks about, {count} are missing: {names}")
        }
    }
}

fn rows_like_it(rows: &usize) -> String {
    match rows {
        1 => "the only such row".into(),
        rows => format!("{rows} such rows in all"),
    }
}
