//! Why there is no fit.
use crate::certify::CertifyError;
use crate::memory::TooLarge;
use crate::options::{Decimal, OptionsError};
use gosdt_rank::RankError;
use gosdt_search::{CostError, ProblemError, SeriesError};

/// Why there is no fit.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FitError {
    /// The options.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// The costs that the options make with this table.
    #[error(transparent)]
    Costs(#[from] CostError),
    /// The problem that the table makes.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// The problem that the table makes for an objective that ranks.
    #[error(transparent)]
    Rank(#[from] RankError),
    /// A λ that a path needs, and that cannot be exact.
    #[error(
        "the path needs λ = {0}, which has too many digits for exact arithmetic beside these \
         weights and costs; use fewer digits in them, or a narrower range of λ"
    )]
    PathTooWide(Decimal),
    /// A step that does not fit into memory.
    #[error(transparent)]
    Memory(#[from] TooLarge),
    /// The search claimed what is not so: a bug in gosdt.
    #[error(transparent)]
    Certify(#[from] CertifyError),
}

impl From<SeriesError> for FitError {
    fn from(error: SeriesError) -> FitError {
        match error {
            SeriesError::Problem(error) => error.into(),
            SeriesError::Costs(error) => error.into(),
        }
    }
}
