//! Runs searches: threads, limits, progress, the outcome.
mod additive;
mod engine;
mod memory;
mod near_splits;
mod search_control;
mod storage;
mod watch;
mod workers;

pub use additive::{AdditiveSearch, AdditiveSolver};
pub use engine::search;
pub(crate) use engine::search_from;
pub use memory::resident as resident_memory;
pub use near_splits::{NearSplit, NearSplitSearch, NearSplits};
pub use search_control::SearchControl;
pub(crate) use storage::LaidOut;
pub use watch::{Progress, Silent, Watch};
pub use workers::Workers;
