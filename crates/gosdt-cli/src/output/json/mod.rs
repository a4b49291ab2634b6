//! Results for programs: one JSON object each.
mod evaluation;
mod explanation;
mod fit;
mod greedy_trees;
mod partial_auc;
mod path;
mod rashomon;
mod selection;
mod spelled;
mod tree;

pub use evaluation::render as evaluation;
pub use explanation::render as explanation;
pub use fit::render as fit;
pub use path::render as path;
pub use rashomon::render as rashomon;
#[cfg(feature = "parquet")]
pub use spelled::spelled;
