//! The share of time that improvement takes beside the proof.
use super::found::Found;
use super::rounds::Exchange;
use gosdt_search::Incumbent;
use gosdt_search::Instant;
use std::time::Duration;

/// Searches that take less than this are not improved beside: their proof is as soon at hand...
const DELAY: Duration = Duration::from_millis(250);

/// ... nor, where they may take long, those that take less than one in so many parts of the time limit: on a
/// machine with one processor improvement would make them longer by a tenth.
const EARLY: u32 = 30;

/// How long to sleep at a time: the share of the time may change meanwhile.
const NAP: Duration = Duration::from_millis(2);

/// Improvement takes one in so many parts of the time at first, which a proof that is found soon hardly
/// notices, and at least that later.
const LEAST_SHARE: u32 = 16;

/// The largest share while a proof may still be found soon.
const LARGEST_SHARE: u32 = 4;

/// After a tenth of the time limit the proof is less likely to be found in time than a better tree:
/// from then on improvement has half of the time, or all of it while it pays.
const LATE: u32 = 10;

/// The share of time that improvement works for: twice as much after a round that found a better tree,
/// half as much after one that did not.
pub(super) struct Pace<'a, 'b> {
    incumbent: &'a Incumbent<'b>,
    /// Since when it has worked.
    since: Instant,
    /// It works for one in so many parts of the time.
    share: u32,
    /// Whether the last round found a better tree.
    pays: bool,
}

impl<'a, 'b> Pace<'a, 'b> {
    pub(super) fn new(incumbent: &'a Incumbent<'b>) -> Pace<'a, 'b> {
        Pace { incumbent, since: Instant::now(), share: LEAST_SHARE, pays: true }
    }

    /// Waits until the search has gone on for a while, within which the proof may be found.
    pub(super) fn await_start(&mut self, proof: Duration) {
        let delay = DELAY.max(proof);
        let left = self.incumbent.time_left();
        let delay = left.map_or(delay, |left| delay.max(left / EARLY).min(left / LATE));
        while self.incumbent.elapsed() < delay && !self.incumbent.has_ended() {
            self.incumbent.sleep(NAP);
        }
        self.since = Instant::now();
    }

    /// Rests so that the work since the last rest has its share of the time.
    fn rest(&mut self) {
        let worked = self.since.elapsed();
        let begun = Instant::now();
        while begun.elapsed() < worked * (self.share_now() - 1) && !self.incumbent.has_ended() {
            self.incumbent.sleep(NAP);
        }
        // What has all of the time has a processor of its own as well.
        self.incumbent.let_one_rest(self.share_now() == 1);
        self.since = Instant::now();
    }

    fn share_now(&self) -> u32 {
        let (elapsed, left) = (self.incumbent.elapsed(), self.incumbent.time_left());
        match left.is_some_and(|left| elapsed * LATE >= elapsed + left) {
            true if self.pays => 1,
            true => 2,
            false => self.share,
        }
    }
}

/// The proof has all processors once nothing is improved any more.
impl Drop for Pace<'_, '_> {
    fn drop(&mut self) {
        self.incumbent.let_one_rest(false);
    }
}

impl Exchange for Pace<'_, '_> {
    fn exchange(&mut self, found: Found) -> Found {
        self.rest();
        match self.incumbent.best() {
            Some((cost, tree)) if cost <= found.cost => Found { cost, tree },
            _ => {
                self.incumbent.offer(found.cost, found.tree.clone());
                found
            }
        }
    }

    fn end_round(&mut self, found_better: bool) {
        self.pays = found_better;
        self.share = match found_better {
            true => (self.share / 2).max(LARGEST_SHARE),
            false => (self.share * 2).min(LEAST_SHARE),
        };
    }

    /// A sixteenth of the time so far, or what is left if that is less: the search waits for it when it
    /// ends.
    fn slice(&self) -> Duration {
        let slice = self.incumbent.elapsed() / 16;
        self.incumbent.time_left().map_or(slice, |left| slice.min(left))
    }
}
