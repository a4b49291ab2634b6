//! Work on data that its caller can stop.
use std::ops::Range;

/// Returned by work that was stopped before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped before the data were read and grouped")]
pub struct Stopped;

/// Units of work (a cell, a code) between two calls of the stop function. A unit takes at most some
/// hundred nanoseconds, so that a few milliseconds pass at most.
const UNITS: usize = 1 << 14;

/// Calls a stop function after every so many units of work.
pub(crate) struct Poll<'a> {
    stop: &'a dyn Fn() -> bool,
    left: usize,
}

impl<'a> Poll<'a> {
    /// Calls `stop` at the first unit of work and regularly from then on.
    pub(crate) fn new(stop: &'a dyn Fn() -> bool) -> Self {
        Poll { stop, left: 0 }
    }

    /// Counts units of work that are about to be done.
    pub(crate) fn spend(&mut self, units: usize) -> Result<(), Stopped> {
        match self.left.checked_sub(units) {
            Some(left) => self.left = left,
            None => self.ask()?,
        }
        Ok(())
    }

    /// Calls the stop function now.
    pub(crate) fn ask(&mut self) -> Result<(), Stopped> {
        self.left = UNITS;
        if (self.stop)() { Err(Stopped) } else { Ok(()) }
    }

    /// Calls `act` with one part of `range` after the other, a unit of work for each index.
    pub(crate) fn in_parts(
        &mut self,
        range: Range<usize>,
        mut act: impl FnMut(Range<usize>),
    ) -> Result<(), Stopped> {
        for start in range.clone().step_by(UNITS) {
            let end = range.end.min(start + UNITS);
            self.spend(end - start)?;
            act(start..end);
        }
        Ok(())
    }

    /// Calls `act` with each item, a unit of work each.
    pub(crate) fn each<'b, T>(
        &mut self,
        items: &'b [T],
        mut act: impl FnMut(&'b T),
    ) -> Result<(), Stopped> {
        self.in_parts(0..items.len(), |part| items[part].iter().for_each(&mut act))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn stop_function_is_called_at_once_and_again_within_so_many_units() {
        let calls = Cell::new(0);
        let stop = || {
            calls.set(calls.get() + 1);
            calls.get() == 3
        };
        let mut poll = Poll::new(&stop);
        assert_eq!(poll.spend(1), Ok(()));
        assert_eq!(calls.get(), 1);
        let units = (0..).take_while(|_| poll.spend(1).is_ok()).count();
        assert_eq!(calls.get(), 3);
        assert!((UNITS..3 * UNITS).contains(&units));
    }

    #[test]
    fn every_item_is_seen_once() {
        let items: Vec<usize> = (0..3 * UNITS + 5).collect();
        let mut seen = vec![];
        Poll::new(&|| false).each(&items, |item| seen.push(*item)).unwrap();
        assert_eq!(seen, items);
        assert_eq!(Poll::new(&|| true).each(&items, |_| panic!("not stopped")), Err(Stopped));
    }
}
