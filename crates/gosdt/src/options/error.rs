//! What can be wrong with options.
use super::cost_matrix::CostMatrixError;
use super::decimal::{Decimal, DecimalError};
use super::near_miss::hint;
use gosdt_data::ThresholdsError;

/// Options that do not fit, or do not fit the table.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OptionsError {
    /// No such objective.
    #[error(
        "'{0}' is not an objective{near}; choose accuracy, balanced, weighted:W (a number W > 0), \
         cost:FILE (a CSV file with a row per predicted class), auc, pauc:T (a rate T up to 1), \
         fscore (or f1), fscore:W, fbeta:B or jaccard",
        near = hint(.0)
    )]
    UnknownObjective(String),
    /// An objective for which no proof of optimality is known.
    #[error("{0}")]
    Refused(&'static str),
    /// An objective that ranks on more than two classes.
    #[error(
        "{objective} needs two classes, but '{column}' has {classes}; use accuracy or balanced"
    )]
    RankedNeedsTwoClasses {
        /// The objective.
        objective: String,
        /// The label column.
        column: String,
        /// Its number of classes.
        classes: usize,
    },
    /// Several optimal trees for an objective that ranks.
    #[error("{0} finds one optimal tree and cannot list others; ask for 1")]
    RankedListsOne(String),
    /// A number that is not one.
    #[error(transparent)]
    Decimal(#[from] DecimalError),
    /// The cost matrix.
    #[error(transparent)]
    CostMatrix(#[from] CostMatrixError),
    /// λ < 0.
    #[error("λ is {0}; it must not be negative")]
    NegativeLambda(Decimal),
    /// A range of λ that holds none.
    #[error("λ is to go from {from} down to {to}; the first must not be the smaller")]
    EmptyRange {
        /// The largest λ.
        from: String,
        /// The smallest λ.
        to: String,
    },
    /// Several optimal trees for each λ of a path.
    #[error("a path has one tree for each λ and cannot list others; ask for 1")]
    PathListsOne,
    /// All near-optimal trees for an objective that ranks.
    #[error(
        "the set of all near-optimal trees needs an objective that is a sum over leaves, which {0} is \
         not; choose accuracy, balanced, weighted:W or cost:FILE"
    )]
    RashomonNeedsAdditive(String),
    /// A threshold that is negative.
    #[error("--{name} is {value}; it must not be negative")]
    NegativeThreshold {
        /// Which one.
        name: &'static str,
        /// Its value.
        value: Decimal,
    },
    /// A column that trees are filtered by and that does not exist.
    #[error("there is no column '{0}' to filter by; the columns are {1}")]
    UnknownColumn(String, String),
    /// A column that trees are to be monotone in and that has no order.
    #[error("trees can be monotone in numeric columns only, which '{0}' is not")]
    NotNumeric(String),
    /// A filter that looks at each tree, of a set that has too many.
    #[error(
        "that filter looks at each tree, and there are {0}; filter by leaves, depth, columns or \
         objective first, so that at most {1} are left"
    )]
    TooManyToLookAt(String, usize),
    /// ω ≤ 0.
    #[error("the weight of the positive class is {0}; it must be greater than 0")]
    BadOmega(Decimal),
    /// Weighted accuracy on more than two classes.
    #[error(
        "weighted:W needs two classes, but '{column}' has {classes}; \
         use balanced or a cost matrix (cost:FILE)"
    )]
    WeightedNeedsTwoClasses {
        /// The label column.
        column: String,
        /// Its number of classes.
        classes: usize,
    },
    /// A positive label on more than two classes.
    #[error("a positive label is for two classes, but '{column}' has {classes}; leave it out")]
    PositiveNeedsTwoClasses {
        /// The label column.
        column: String,
        /// Its number of classes.
        classes: usize,
    },
    /// A positive label that does not occur.
    #[error("the positive label '{label}' is not in column '{column}'; its labels are {known}")]
    UnknownPositive {
        /// What was asked for.
        label: String,
        /// The label column.
        column: String,
        /// The labels that there are.
        known: String,
    },
    /// The thresholds.
    #[error(transparent)]
    Thresholds(#[from] ThresholdsError),
    /// A count that must be at least 1.
    #[error("{0} must be at least 1")]
    Zero(&'static str),
}
