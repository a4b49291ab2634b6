//! The limits of a command, which count from its start.
use super::interrupt;
use std::time::{Duration, Instant};

/// How long a command may take, from its start, and how much memory.
#[derive(Clone, Copy, Debug)]
pub struct RunLimits {
    started: Instant,
    time: Option<Duration>,
    memory: Option<u64>,
}

/// What follows a search may go on this long after the command was to end.
const GRACE: Duration = Duration::from_millis(100);

impl RunLimits {
    /// The limits of a command that starts now. Where none on memory is given, it is the usual one.
    pub fn start(time: Option<Duration>, memory: Option<u64>) -> RunLimits {
        let memory = memory.or_else(gosdt::usual_memory_limit);
        RunLimits { started: Instant::now(), time, memory }
    }

    /// The memory limit, where there is one.
    pub fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// The time limit as it was given.
    pub fn time(&self) -> Option<Duration> {
        self.time
    }

    /// Seconds since the start.
    #[cfg(feature = "parquet")]
    pub fn elapsed(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// The time that is left.
    pub fn left(&self) -> Option<Duration> {
        self.time.map(|time| time.saturating_sub(self.started.elapsed()))
    }

    /// Whether the command is to end: its time is over, or the user said so.
    pub fn are_reached(&self) -> bool {
        self.left().is_some_and(|left| left.is_zero()) || interrupt::requested().is_some()
    }

    /// Whether the command was to end a moment ago: what is added to a result is left out then.
    pub fn are_passed(&self) -> bool {
        let late = self.time.is_some_and(|time| self.started.elapsed() > time + GRACE);
        late || interrupt::requested().is_some_and(|when| when.elapsed() > GRACE)
    }
}
