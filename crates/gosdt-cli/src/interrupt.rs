//! Ctrl-C: once asks the search to hand over its best tree, twice quits at once.
use crate::ending::{Failure, INTERRUPTED};
use crate::output::tell;
use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// From now on, Ctrl-C (or a termination signal) is a request. Called once, right before a search:
/// while data is being read there is nothing to hand over, and Ctrl-C just ends the program.
pub fn listen(quiet: bool) -> Result<(), Failure> {
    let on_signal = move || {
        if REQUESTED.swap(true, Ordering::SeqCst) {
            std::process::exit(INTERRUPTED.into());
        }
        if !quiet {
            tell("\nstopping with the best tree so far (Ctrl-C again quits at once)");
        }
    };
    ctrlc::set_handler(on_signal)
        .map_err(|error| Failure::Other(format!("cannot listen for Ctrl-C: {error}")))
}

/// Whether the search is to stop.
pub fn requested() -> bool {
    REQUESTED.load(Ordering::SeqCst)
}
