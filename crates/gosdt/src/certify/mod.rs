//! The second opinion: whatever a search claims of its tree is computed again from the classes of
//! equal rows, and a mismatch is an error rather than a result.
//!
//! `shape` looks at the tree by itself, `status` at the bounds; `additive` and `ranked` compare what
//! a search reports with what the tree costs. `rank_loss` has the losses of objectives that rank,
//! from their definitions.
mod additive;
mod error;
pub(crate) mod rank_loss;
mod ranked;
mod shape;
mod status;

pub(crate) use additive::{certify_line, certify_outcome};
pub use error::CertifyError;
pub(crate) use ranked::{certify_ranked, ranked_leaves};
pub(crate) use shape::{cost, exact_loss};
pub(crate) use status::{certify_status, certify_status_of};
