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
        FitError::Memory(_) => PyMemoryError::new_err(in_python(&error.to_string())),
        _ => from_any(error),
    }
}

/// A bad value. Names from data may be in the message, which must not reach a terminal as they are.
pub fn from_any(error: &dyn std::error::Error) -> PyErr {
    PyValueError::new_err(harmless(&in_python(&error.to_string())).into_owned())
}

/// What the program calls its options, and what they are called in Python.
const PARAMETERS: [(&str, &str); 15] = [
    ("cost:FILE (a CSV file with a row per predicted class)", "cost (with a cost_matrix)"),
    ("a cost matrix (cost:FILE)", "a cost_matrix"),
    ("cost:FILE", "cost (with a cost_matrix)"),
    ("`--missing drop`", "missing='drop'"),
    ("`--missing category`", "missing='category'"),
    (", or leave the columns out with `--ignore COL`", ", or leave the columns out"),
    (
        ", or leave out the emptiest columns with `--ignore COL`",
        ", or leave out the emptiest columns",
    ),
    ("(--certificate-time-limit sets it)", "(time_limit sets it)"),
    ("(--thresholds)", "(thresholds)"),
    ("--within", "within"),
    ("--slack", "slack"),
    ("--below", "below"),
    ("the positive label", "pos_label"),
    ("λ is ", "regularization is "),
    ("it the right column (`--target COL`)?", "it the right y?"),
];

/// A message in which options are called what they are called in Python.
pub fn in_python(text: &str) -> String {
    PARAMETERS.iter().fold(text.to_string(), |text, (option, name)| text.replace(option, name))
}
