//! Why a problem cannot be made.

/// Why the parts of a problem do not fit each other.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemError {
    /// There are no points.
    #[error("there is no row to fit")]
    NoPoints,
    /// A part does not have as many entries as there are points, classes or labels.
    #[error("{what}: expected {expected} entries, found {found}")]
    Length {
        /// The part.
        what: String,
        /// The number of entries it should have.
        expected: usize,
        /// The number of entries it has.
        found: usize,
    },
    /// The yes-sides of a column's thresholds are not nested in the order of their places.
    #[error("features {smaller} and {larger} of one column are not nested as their places say")]
    NotNested {
        /// The feature with the smaller place.
        smaller: usize,
        /// The feature with the next place.
        larger: usize,
    },
    /// A column has a code that is none of its splits'.
    #[error("column {column} has {splits} splits and the code {code}")]
    Code {
        /// The column.
        column: usize,
        /// Its number of splits.
        splits: u32,
        /// The code.
        code: u32,
    },
    /// There are more splits than can be numbered.
    #[error("there are {0} splits, more than can be numbered")]
    TooManySplits(usize),
    /// The limit on leaves is 0, which no tree can keep.
    #[error("the most leaves allowed must be at least 1")]
    NoLeaves,
}

impl ProblemError {
    /// An error if a part does not have as many entries as expected.
    pub(super) fn check_length(
        what: impl FnOnce() -> String,
        expected: usize,
        found: usize,
    ) -> Result<(), ProblemError> {
        match expected == found {
            true => Ok(()),
            false => Err(ProblemError::Length { what: what(), expected, found }),
        }
    }
}
