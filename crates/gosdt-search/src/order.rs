//! What to work on next at a node.
use crate::frame::{Frame, NO, Side, YES};
use crate::solve::Solver;
use crate::view::View;
use std::ops::RangeInclusive;

impl Solver<'_> {
    /// The split to work on, `least` being the one with the least lower bound; and whether to do so
    /// even if another thread does.
    pub(crate) fn pick(
        &self,
        view: &View,
        frame: &mut Frame,
        least: usize,
        limit: i64,
    ) -> (usize, bool) {
        let free = |frame: &Frame, t: usize| frame.sum(t) <= limit && !frame.deferred[t];
        if self.shared {
            let columns = 0..view.features.len();
            let best = match frame.deferred[least] {
                false => Some(least),
                true => columns.filter(|&t| free(frame, t)).min_by_key(|&t| frame.sum(t)),
            };
            if let Some(t) = best {
                let live = |at: usize| frame.bound(at) <= limit && !frame.deferred[at];
                return (self.middle(view, frame, t, live), false);
            }
            frame.deferred.fill(false);
        }
        (self.middle(view, frame, least, |at| frame.bound(at) <= limit), true)
    }

    /// The next split whose pairs are to be counted: all that may still matter, before any is
    /// solved.
    pub(crate) fn pick_unpaired(&self, view: &View, frame: &Frame, limit: i64) -> Option<usize> {
        if !self.levers.pairs || frame.unpaired == 0 {
            return None;
        }
        let due = |t: usize| !frame.paired[t] && frame.sum(t) <= limit;
        let least = (0..view.features.len()).filter(|&t| due(t)).min_by_key(|&t| frame.sum(t))?;
        let live = |t: usize| !frame.paired[t] && frame.bound(t) <= limit;
        Some(self.middle(view, frame, least, live))
    }

    /// The middle of the run of live thresholds around `t`, but for the needless: what is proven of
    /// its sides tells most about the others.
    fn middle(&self, view: &View, frame: &Frame, t: usize, live: impl Fn(usize) -> bool) -> usize {
        if !self.levers.midpoint {
            return t;
        }
        let run = self.run(view, t, live);
        let middle = (run.start() + run.end()) / 2;
        let needed = |at: &usize| frame.needless[*at] == 0;
        match middle <= t {
            true => (middle..=t).find(needed),
            false => (t..=middle).rev().find(needed),
        }
        .unwrap_or(t)
    }

    /// The run of neighbouring thresholds of one column around `t` that are all live.
    pub(crate) fn run(
        &self,
        view: &View,
        t: usize,
        live: impl Fn(usize) -> bool,
    ) -> RangeInclusive<usize> {
        let place = |at: usize| self.instance.places[view.features[at] as usize];
        let (column, ordered) = place(t);
        if ordered.is_none() {
            return t..=t;
        }
        let belongs = |&at: &usize| {
            let (other, ordered) = place(at);
            other == column && ordered.is_some() && live(at)
        };
        let first = (0..t).rev().take_while(belongs).last().unwrap_or(t);
        let last = (t + 1..view.features.len()).take_while(belongs).last().unwrap_or(t);
        first..=last
    }

    /// The side to work on: one that is open, the lighter first, since what it costs tightens the
    /// budget of the heavier.
    pub(crate) fn side_to_raise(&self, view: &View, frame: &Frame, t: usize) -> usize {
        match [YES, NO].map(|side| frame.is_open(Side { t, side })) {
            [true, true] => {
                let all = self.instance.weight(&view.totals);
                if 2 * frame.weights[t] <= all { YES } else { NO }
            }
            [true, false] => YES,
            _ => NO,
        }
    }

    /// How much more than needed to ask of a side, so that what is proven of it rules out the
    /// thresholds next to it as well.
    ///
    /// The bound of the yes-side of threshold t is one of the yes-sides of all larger thresholds
    /// (subset bound); to rule out t' > t it must exceed what is needed for t by the difference of
    /// the no-sides' bounds. Likewise the other way round. At most a leaf's penalty is added.
    pub(crate) fn slack(&self, view: &View, frame: &Frame, at: Side, limit: i64) -> i64 {
        let Side { t, side } = at;
        if !self.levers.slack || !self.may_compare() {
            return 0;
        }
        let run = self.run(view, t, |at| frame.bound(at) <= limit);
        let sibling = &frame.lower[1 - side];
        let more = |other: usize| sibling[t] - sibling[other];
        let affordable = |slack: &i64| *slack <= self.instance.per_leaf;
        let slack = match side {
            YES => (t + 1..=*run.end()).map(more).take_while(affordable).max(),
            _ => (*run.start()..t).rev().map(more).take_while(affordable).max(),
        };
        slack.unwrap_or(0).max(0)
    }
}
