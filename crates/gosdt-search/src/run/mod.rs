//! Runs searches: threads, limits, progress, the outcome.
mod additive;
mod constants;
mod engine;
mod memory;
mod near_splits;
mod no_time;
mod proof;
mod search_control;
mod stop_check;
mod storage;
mod threads;
mod watch;
mod watched;
mod workers;

pub use additive::{AdditiveSearch, AdditiveSolver};
pub use engine::search;
pub(crate) use engine::{laid_out_in_time, search_from};
pub use memory::{peak_resident as peak_resident_memory, resident as resident_memory};
pub use near_splits::{NearSplit, NearSplitSearch, NearSplits};
pub(crate) use no_time::best_known;
pub use search_control::SearchControl;
pub use stop_check::StopCheck;
pub(crate) use storage::LaidOut;
pub use threads::run_on_threads;
pub use watch::{Progress, Silent, Watch};
pub use watched::{Watched, run_watched};
pub use workers::Workers;
