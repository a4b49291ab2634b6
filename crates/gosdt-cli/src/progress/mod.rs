//! What a search shows while it runs, and how the user stops it.
mod interrupt;
mod live_line;
mod observer;
mod path_observer;
mod reading_line;
mod run_limits;

pub use interrupt::{listen, quit_on_signals, while_reading};
pub use observer::Observer;
pub use path_observer::PathObserver;
pub use reading_line::ReadingLine;
pub use run_limits::RunLimits;
