//! Rules out thresholds that a neighbour makes needless at a node.
use crate::bounds::exchange;
use crate::frame::{Frame, NO, RULED_OUT, YES};
use crate::solve::Solver;
use crate::view::View;
use std::ops::RangeInclusive;

impl Solver<'_> {
    /// Rules out needless thresholds of all columns.
    pub(crate) fn rule_out_everywhere(&self, view: &View, frame: &mut Frame) {
        if let Some(last) = view.features.len().checked_sub(1) {
            self.rule_out(view, frame, 0..=last);
        }
    }

    /// Rules out needless thresholds of the column of `t`, of which something was learnt.
    pub(crate) fn rule_out_beside(&self, view: &View, frame: &mut Frame, t: usize) {
        let column = self.run(view, t, |_| true);
        if column.start() < column.end() {
            self.rule_out(view, frame, column);
        }
    }

    fn rule_out(&self, view: &View, frame: &mut Frame, columns: RangeInclusive<usize>) {
        if !self.levers.exchange || !self.may_compare() {
            return;
        }
        let mut last: Option<usize> = None;
        for t in columns {
            if frame.needless[t] != 0 {
                continue;
            }
            match last.filter(|&k| self.is_below(view, k, t)) {
                Some(k) if exchange::is_needless(frame.lower[YES][k], frame.upper[YES][t]) => {
                    frame.needless[k] = RULED_OUT;
                }
                Some(k) if exchange::is_needless(frame.lower[NO][t], frame.upper[NO][k]) => {
                    frame.needless[t] = RULED_OUT;
                    continue;
                }
                _ => {}
            }
            last = Some(t);
        }
    }

    /// Whether `k` and `t` are thresholds of one column, `k` the smaller: its yes-side lies in that
    /// of `t`.
    fn is_below(&self, view: &View, k: usize, t: usize) -> bool {
        let place = |at: usize| self.instance.places[view.features[at] as usize];
        let (smaller, larger) = (place(k), place(t));
        smaller.0 == larger.0 && smaller.1.is_some() && smaller.1 < larger.1
    }
}
