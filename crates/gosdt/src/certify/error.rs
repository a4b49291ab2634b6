//! Claims of a search that do not hold.

/// A claim of the search that does not hold. This is a bug in gosdt, never the user's doing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// The tree is not a tree over the features and labels.
    #[error("internal error: the tree is malformed at node {0}; please report this")]
    Malformed(usize),
    /// The tree costs something else than claimed.
    #[error(
        "internal error: the tree costs {found}, the search claimed {claimed}; please report this"
    )]
    WrongCost {
        /// The search's figure.
        claimed: i64,
        /// What it is.
        found: i128,
    },
    /// The tree does not keep a limit.
    #[error("internal error: the tree does not keep the limit on {0}; please report this")]
    LimitBroken(&'static str),
    /// The bounds cross, or do not meet though the tree is said to be optimal.
    #[error("internal error: bounds {lower} and {upper} do not fit the status; please report this")]
    WrongBounds {
        /// The lower bound.
        lower: String,
        /// The upper bound.
        upper: String,
    },
    /// An objective that ranks is not what is claimed, or its bounds are not.
    #[error("internal error: the objective is {found}, claimed was {claimed}; please report this")]
    WrongObjective {
        /// The search's bounds.
        claimed: String,
        /// What it is.
        found: String,
    },
}
