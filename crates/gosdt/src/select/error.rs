//! Why nothing was chosen.
use crate::fit::{Fit, FitError};
use crate::options::OptionsError;

/// Why nothing was chosen.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SelectError {
    /// The table, the options, or a tree that is not what the search claims.
    #[error(transparent)]
    Fit(#[from] FitError),
    /// Rows that are several rows each, and cannot be dealt to folds.
    #[error(
        "λ cannot be chosen by cross-validation on {0}: equal rows were merged, and folds are made of \
         rows; give the data itself, or λ"
    )]
    MergedRows(String),
    /// Fewer than two folds.
    #[error("a cross-validation needs at least 2 folds, not {0}")]
    FewFolds(usize),
    /// A class that cannot be in every fold.
    #[error(
        "class '{class}' has {rows} rows with weight, fewer than the {folds} folds; \
         use fewer folds, or leave the class out"
    )]
    FewRows {
        /// The class.
        class: String,
        /// Its rows that have weight.
        rows: usize,
        /// The folds.
        folds: usize,
    },
    /// Nothing to choose from.
    #[error("there is no λ to choose from; give at least one")]
    NoLambda,
    /// A fold that was given and cannot be used.
    #[error("fold {fold} has {problem}")]
    BadFold {
        /// Which, from 1.
        fold: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// Stopped by the watch before the folds were done. The tree is that of the λ which the folds
    /// that were done speak for, or else of the one nearest to the default, as good as it could be
    /// had in a moment.
    #[error("interrupted before a λ was chosen")]
    Interrupted(Box<Fit>),
}

impl From<OptionsError> for SelectError {
    fn from(error: OptionsError) -> SelectError {
        SelectError::Fit(error.into())
    }
}
