//! Results for people.
mod columns;
mod evaluation;
mod explanation;
mod fit;
mod greedy_trees;
mod number;
mod path;
mod rashomon;
mod selection;

pub use evaluation::render as evaluation;
pub use explanation::render as explanation;
pub use fit::render as fit;
pub use greedy_trees::render as greedy_trees;
pub use path::{csv as path_csv, render as path};
pub use rashomon::render as rashomon;
