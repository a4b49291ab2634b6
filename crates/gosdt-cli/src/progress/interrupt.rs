//! Ctrl-C and termination signals: once asks the search to hand over its best tree, twice quits at
//! once. While data is being read there is nothing to hand over, and the first one quits.
use crate::exit_code::{Failure, INTERRUPTED};
use crate::output::tell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

static REQUESTED: OnceLock<Instant> = OnceLock::new();
static READING: AtomicBool = AtomicBool::new(false);

/// Signals this close together are one request: a wrapper (`timeout`, `make`) passes on the signal
/// that the terminal has already sent to the whole group.
const ONE_REQUEST: Duration = Duration::from_millis(300);

/// From now on, a signal is a request to end with the best tree. Called once, when a command starts.
pub fn listen(quiet: bool) -> Result<(), Failure> {
    handle(move || match REQUESTED.get() {
        _ if READING.load(Ordering::Relaxed) => quit(),
        Some(first) if first.elapsed() < ONE_REQUEST => {}
        Some(_) => std::process::exit(INTERRUPTED.into()),
        None => {
            let _ = REQUESTED.set(Instant::now());
            if !quiet {
                tell("\nstopping with the best tree so far (Ctrl-C again quits at once)");
            }
        }
    })
}

/// From now on, a signal ends the program: nothing is worth handing over half done.
pub fn quit_on_signals() -> Result<(), Failure> {
    handle(quit)
}

fn handle(on_signal: impl FnMut() + Send + 'static) -> Result<(), Failure> {
    ctrlc::set_handler(on_signal)
        .map_err(|error| Failure::Other(format!("cannot listen for Ctrl-C: {error}")))
}

fn quit() {
    tell("\nerror: interrupted before there was anything to hand over; nothing was written");
    std::process::exit(INTERRUPTED.into());
}

/// Does work that has nothing to hand over before its end: a signal quits at once, even while the
/// system waits for input.
pub fn while_reading<T>(work: impl FnOnce() -> T) -> T {
    READING.store(true, Ordering::Relaxed);
    let done = work();
    READING.store(false, Ordering::Relaxed);
    done
}

/// When the command was asked to end, if it was.
pub fn requested() -> Option<Instant> {
    REQUESTED.get().copied()
}
