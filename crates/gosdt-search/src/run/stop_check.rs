//! Whether work that the calling thread does itself is to end.
use super::constants::TICK;
use crate::clock::Instant;
use crate::outcome::StopReason;
use std::cell::{Cell, RefCell};

/// Tells work on the calling thread whether to end: at a deadline, or because whoever watches says so.
/// The work asks every few milliseconds; the watch is asked every 20 ms.
pub struct StopCheck<'a> {
    deadline: Option<Instant>,
    should_stop: RefCell<&'a mut dyn FnMut() -> bool>,
    asked: Cell<Option<Instant>>,
    reason: Cell<Option<StopReason>>,
}

impl<'a> StopCheck<'a> {
    /// Ends work at the deadline, if there is one, or once `should_stop` returns true.
    pub fn new(
        deadline: Option<Instant>,
        should_stop: &'a mut dyn FnMut() -> bool,
    ) -> StopCheck<'a> {
        let (asked, reason) = (Cell::new(None), Cell::new(None));
        StopCheck { deadline, should_stop: RefCell::new(should_stop), asked, reason }
    }

    /// Whether work is to end. Once true, it stays so.
    pub fn is_due(&self) -> bool {
        if self.reason.get().is_none() {
            self.reason.set(self.find_reason());
        }
        self.reason.get().is_some()
    }

    /// Why work was to end, if it was when that was last asked.
    pub fn reason(&self) -> Option<StopReason> {
        self.reason.get()
    }

    fn find_reason(&self) -> Option<StopReason> {
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return Some(StopReason::TimeLimit);
        }
        if self.asked.get().is_some_and(|asked| now - asked < TICK) {
            return None;
        }
        self.asked.set(Some(now));
        (self.should_stop.borrow_mut())().then_some(StopReason::Interrupted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn watch_is_asked_at_once_and_then_now_and_then() {
        let mut asked = 0;
        let mut ask = || {
            asked += 1;
            asked == 2
        };
        let check = StopCheck::new(None, &mut ask);
        assert!(!check.is_due() && !check.is_due());
        let started = Instant::now();
        while !check.is_due() {}
        assert_eq!(check.reason(), Some(StopReason::Interrupted));
        assert!(started.elapsed() >= TICK / 2);
        assert_eq!(asked, 2);
    }

    #[test]
    fn deadline_ends_work_for_good() {
        let mut never = || false;
        let soon = Instant::now() + Duration::from_millis(5);
        let check = StopCheck::new(Some(soon), &mut never);
        assert!(!check.is_due());
        std::thread::sleep(Duration::from_millis(6));
        assert!(check.is_due() && check.is_due());
        assert_eq!(check.reason(), Some(StopReason::TimeLimit));
    }
}
