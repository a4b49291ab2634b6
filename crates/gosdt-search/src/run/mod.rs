//! Runs searches: threads, limits, progress, the outcome.
mod additive;
mod constants;
mod engine;
mod incumbent;
mod memory;
mod near_splits;
mod proof;
mod search_control;
mod storage;
mod threads;
mod watch;
mod watched;
mod workers;

pub use additive::{AdditiveSearch, AdditiveSolver};
pub(crate) use engine::search_from;
pub use engine::{search, search_improving};
pub use incumbent::{Improve, Incumbent};
pub use memory::resident as resident_memory;
pub use near_splits::{NearSplit, NearSplitSearch, NearSplits};
pub use search_control::SearchControl;
pub(crate) use storage::LaidOut;
pub use threads::run_on_threads;
pub use watch::{Progress, Silent, Watch};
pub use watched::{Watched, run_watched};
pub use workers::Workers;
