//! Whether what is read fits into memory.
use std::cell::Cell;
use std::time::{Duration, Instant};

/// How often the system is asked: texts that double their room take tens of megabytes within a few
/// milliseconds.
const TICK: Duration = Duration::from_millis(2);

/// Says whether the process holds more than its limit, and asks the system only now and then.
pub struct MemoryCheck {
    limit: Option<u64>,
    asked: Cell<Option<Instant>>,
    over: Cell<bool>,
}

impl MemoryCheck {
    /// Checks for this limit, if there is one.
    pub fn new(limit: Option<u64>) -> MemoryCheck {
        MemoryCheck { limit, asked: Cell::new(None), over: Cell::new(false) }
    }

    /// Whether the limit is exceeded. Once true, it stays so.
    pub fn is_over(&self) -> bool {
        let due = self.asked.get().is_none_or(|asked| asked.elapsed() >= TICK);
        if let (Some(limit), true) = (self.limit, due && !self.over.get()) {
            self.asked.set(Some(Instant::now()));
            self.over.set(gosdt::resident_memory().is_some_and(|bytes| bytes > limit));
        }
        self.over.get()
    }

    /// The limit, if it is exceeded.
    pub fn exceeded(&self) -> Option<u64> {
        self.limit.filter(|_| self.over.get())
    }
}
