//! Ctrl-C: once asks the search to hand over its best tree, twice quits at once.
use crate::exit_code::{Failure, INTERRUPTED};
use crate::output::tell;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

static REQUESTED: OnceLock<Instant> = OnceLock::new();

/// Signals this close together are one request: a wrapper (`timeout`, `make`) passes on the signal
/// that the terminal has already sent to the whole group.
const ONE_REQUEST: Duration = Duration::from_millis(300);

/// From now on, Ctrl-C (or a termination signal) is a request. Called once, right before a search:
/// while data is being read there is nothing to hand over, and Ctrl-C just ends the program.
pub fn listen(quiet: bool) -> Result<(), Failure> {
    let on_signal = move || match REQUESTED.get() {
        Some(first) if first.elapsed() < ONE_REQUEST => {}
        Some(_) => std::process::exit(INTERRUPTED.into()),
        None => {
            let _ = REQUESTED.set(Instant::now());
            if !quiet {
                tell("\nstopping with the best tree so far (Ctrl-C again quits at once)");
            }
        }
    };
    ctrlc::set_handler(on_signal)
        .map_err(|error| Failure::Other(format!("cannot listen for Ctrl-C: {error}")))
}

/// Whether the search is to stop.
pub fn requested() -> bool {
    REQUESTED.get().is_some()
}
