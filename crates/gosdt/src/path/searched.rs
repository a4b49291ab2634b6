//! What the searches of a path found.
use crate::model::NodeCounts;
use gosdt_search::{Frontier, Piece, Statistics, StopReason};

/// What the searches of a path found.
pub(super) struct Searched {
    /// The trees known and the bounds proven for every λ of the range.
    pub(super) frontier: Frontier,
    /// What stopped the searches, if anything is left unproven.
    pub(super) reason: Option<StopReason>,
    /// Whether the searches compared trees by exact costs.
    pub(super) exact: bool,
    /// The trees, certified, each with what reaches its nodes.
    pub(super) trees: Vec<(Piece, NodeCounts)>,
    pub(super) statistics: Statistics,
    pub(super) warnings: Vec<String>,
}
