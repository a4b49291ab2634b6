//! Errors of the façade → Python exceptions.
use gosdt::{CostError, FitError, RankError, harmless};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::{PyErr, create_exception};

create_exception!(
    gosdt_rs._gosdt,
    TooWide,
    PyValueError,
    "Weights and costs span too many digits for exact arithmetic."
);

/// Whatever cannot be fitted is a bad value; what fewer digits would cure has a type of its own, and
/// so has what does not fit into memory.
pub fn from_fit(error: &FitError) -> PyErr {
    match error {
        FitError::Costs(CostError::TooWide)
        | FitError::Rank(RankError::TooWide)
        | FitError::PathTooWide(_) => TooWide::new_err(error.to_string()),
        FitError::Memory(_) => PyMemoryError::new_err(error.to_string()),
        _ => from_any(error),
    }
}

/// A bad value. Names from data may be in the message, which must not reach a terminal as they are.
pub fn from_any(error: &dyn std::error::Error) -> PyErr {
    PyValueError::new_err(harmless(&error.to_string()).into_owned())
}
