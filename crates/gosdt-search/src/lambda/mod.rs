//! The whole trade-off between loss and leaves: searches of one problem at several λ.
mod find_path;
mod frontier;
mod series;

pub use find_path::{SolveAt, Solved, find_path};
pub use frontier::{Frontier, OpenRange, Piece, TreeLine};
pub use series::{SearchSeries, SeriesError};
