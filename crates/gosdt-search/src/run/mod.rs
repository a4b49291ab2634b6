//! Runs searches: threads, limits, progress, the outcome.
mod additive;
mod advice;
mod constants;
mod engine;
mod incumbent;
#[cfg(all(test, feature = "shuttle"))]
mod interleavings;
mod memory;
mod near_search;
mod near_splits;
mod needs;
mod no_time;
mod proof;
mod search_control;
mod stop_check;
mod storage;
mod threads;
mod watch;
mod watched;
mod workers;

pub use additive::{AdditiveSearch, AdditiveSolver, GrownTree};
pub use advice::{Adviser, FinishedSearch, search_kept};
pub(crate) use engine::{laid_out_in_time, search_from, within_memory};
pub use engine::{planned_bytes, planned_storage, search, search_improving};
pub use incumbent::{Improve, Incumbent};
pub use memory::{
    allowance as memory_allowance, peak_resident as peak_resident_memory,
    resident as resident_memory, usual_limit as usual_memory_limit,
};
pub use near_search::{NearSearch, NearSolver};
pub use near_splits::{NearSplit, NearSplitSearch, NearSplits};
pub use needs::ProblemSize;
pub(crate) use no_time::best_known;
pub use search_control::SearchControl;
pub use stop_check::StopCheck;
pub(crate) use storage::LaidOut;
pub use threads::run_on_threads;
pub use watch::{Progress, Silent, Watch};
pub use watched::{Watched, run_watched};
pub use workers::Workers;
