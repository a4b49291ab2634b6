//! Moments of a clock that is handed in, as [`std::time::Instant`] has them.
use std::ops::{Add, Sub};
use std::sync::OnceLock;
use std::time::Duration;

static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

/// Sets the clock, unless there is one: the time since some moment, which never goes back. Without a
/// clock no time passes, and time limits are never reached.
pub fn set_clock(clock: fn() -> Duration) {
    CLOCK.get_or_init(|| clock);
}

/// A moment, as the clock has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Duration);

impl Instant {
    /// This moment.
    pub fn now() -> Instant {
        Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
    }

    /// The time since this moment.
    pub fn elapsed(&self) -> Duration {
        Instant::now().saturating_duration_since(*self)
    }

    /// The time from `earlier` to this moment; none if that is later.
    pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// The moment that is so much later, if there is one.
    pub fn checked_add(&self, time: Duration) -> Option<Instant> {
        self.0.checked_add(time).map(Instant)
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;

    fn add(self, time: Duration) -> Instant {
        Instant(self.0 + time)
    }
}

impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Instant) -> Duration {
        self.saturating_duration_since(earlier)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    static SECONDS: AtomicU64 = AtomicU64::new(10);

    fn clock() -> Duration {
        Duration::from_secs(SECONDS.load(Ordering::Relaxed))
    }

    #[test]
    fn moments_are_those_of_the_clock_that_was_handed_in_first() {
        let before = Instant::now();
        assert_eq!(before.elapsed(), Duration::ZERO);
        set_clock(clock);
        set_clock(|| Duration::from_secs(1_000));
        let moment = Instant::now();
        SECONDS.store(13, Ordering::Relaxed);
        let three = Duration::from_secs(3);
        assert_eq!((moment.elapsed(), Instant::now() - moment), (three, three));
        assert_eq!(moment - Instant::now(), Duration::ZERO);
        assert_eq!(moment.checked_add(three), Some(moment + three));
        assert!(moment + three <= Instant::now() && moment.checked_add(Duration::MAX).is_none());
    }
}
