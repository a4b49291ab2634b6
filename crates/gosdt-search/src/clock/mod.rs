//! The clock: that of the system, or in a browser, where a program cannot reach it, one that is handed in.
#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
mod handed_in;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use handed_in::{Instant, set_clock};
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;
