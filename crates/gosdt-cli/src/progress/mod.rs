//! What a search shows while it runs, and how the user stops it.
mod interrupt;
mod live_line;
mod observer;
mod path_observer;

pub use interrupt::listen;
pub use observer::Observer;
pub use path_observer::PathObserver;
