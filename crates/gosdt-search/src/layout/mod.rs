//! The problem as the search sees it: reduced, laid out for counting, and projected to subproblems.
mod base_vectors;
mod description;
mod instance;
mod measures;
mod projection;
mod projector;
mod reduction;
mod replicas;
mod splits;

pub(crate) use instance::Instance;
pub(crate) use instance::all_points;
pub(crate) use measures::{LeafKind, Measures};
pub(crate) use projection::{NO, Projection, Side, YES};
pub(crate) use projector::Projector;
pub(crate) use reduction::Reduction;
