//! Why there is no proof to hand over.
use crate::memory::TooLarge;
use gosdt_search::StopReason;

/// Why there is no proof to hand over. The fit is not affected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The objective is not a sum over leaves.
    #[error(
        "no certificate can be written for the objective {0} yet: choose accuracy, balanced, \
         weighted:W or cost:FILE"
    )]
    Objective(String),
    /// Rows that are several rows each.
    #[error(
        "no certificate can be written for {0}: equal rows were merged, and a certificate is checked \
         against the rows; fit to the data itself, as one file of text"
    )]
    MergedRows(String),
    /// The costs were rounded.
    #[error(
        "no certificate can be written: weights and costs have too many digits for exact numbers, \
         and were rounded"
    )]
    Rounded,
    /// The search did not begin.
    #[error("no certificate can be written: there was no time or no memory to begin the search")]
    NoSearch,
    /// It does not fit into memory.
    #[error(transparent)]
    Memory(#[from] TooLarge),
    /// It was stopped.
    #[error("the certificate was not finished: {}", reason(*.0))]
    Stopped(StopReason),
    /// Search and checker do not agree: a bug in gosdt.
    #[error("the certificate was not finished: {0} (this is a bug in gosdt, please report it)")]
    Disagreement(String),
}

fn reason(reason: StopReason) -> &'static str {
    match reason {
        StopReason::TimeLimit => "its time limit is over (--certificate-time-limit sets it)",
        StopReason::MemoryLimit => "the memory limit is reached",
        _ => "it was interrupted",
    }
}
