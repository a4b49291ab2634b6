//! What the memo knows of a node's sides, and what that tells of the thresholds beside them.
use crate::frame::{Frame, NO, Side, YES};
use crate::memo::{Key, Keys, LEAF, Room};
use crate::solve::{Solver, TOO_MUCH};
use crate::view::View;

/// Memory for looking many sides up at once, used again.
#[derive(Default)]
pub(crate) struct Lookup {
    keys: Keys,
    sides: Vec<Side>,
}

impl Solver<'_> {
    /// The key of a side.
    pub fn side_key(&self, view: &View, room: Room, at: Side, key: &mut Key) {
        let bits = &self.instance.bits[view.features[at.t] as usize];
        Key::side(&view.points, bits, at.side == YES, room.below(), key);
    }

    /// Takes over what the memo knows of both sides of split `t`, and spreads it along its column.
    pub fn recall_split(
        &mut self,
        view: &View,
        room: Room,
        frame: &mut Frame,
        t: usize,
        key: &mut Key,
    ) {
        let before = frame.sum(t);
        for side in [YES, NO] {
            self.recall(view, room, frame, Side { t, side }, key);
        }
        if frame.sum(t) > before {
            self.spread_along(view, frame, t);
        }
    }

    /// Takes over what the memo knows of a side.
    pub fn recall(&mut self, view: &View, room: Room, frame: &mut Frame, at: Side, key: &mut Key) {
        if !self.levers.memo || !frame.is_open(at) {
            return;
        }
        self.side_key(view, room, at, key);
        match self.memo.get(key) {
            Some(entry) => frame.learn(at, entry.lower, entry.upper),
            None => self.recall_past(frame, at, key),
        }
    }

    /// Takes over what searches at other penalties know of a side, and remembers it.
    fn recall_past(&mut self, frame: &mut Frame, at: Side, key: &Key) {
        let Some(past) = self.past else { return };
        let fewer = if frame.is_paired(at.t) { 3 } else { 2 };
        let lower = past.at_least(key, fewer, frame.upper[at.side][at.t]);
        if lower > frame.lower[at.side][at.t] {
            frame.learn(at, lower, TOO_MUCH);
            self.memo.put(key, lower, i64::MAX, LEAF, 0);
        }
    }

    /// Takes over what the memo knows of the sides of all splits that may cost up to `limit`, before
    /// any is worked on, and spreads it along columns.
    pub fn recall_all(&mut self, view: &View, room: Room, frame: &mut Frame, limit: i64) {
        if self.levers.memo && self.levers.early_recall {
            self.look_up_all(view, room, frame, limit);
        }
        self.spread_along_columns(view, frame);
    }

    fn look_up_all(&mut self, view: &View, room: Room, frame: &mut Frame, limit: i64) {
        let Lookup { keys, sides } = &mut self.lookup;
        keys.clear();
        sides.clear();
        for t in (0..view.features.len()).filter(|&t| frame.sum(t) <= limit) {
            let bits = &self.instance.bits[view.features[t] as usize];
            for side in [YES, NO] {
                let at = Side { t, side };
                if frame.is_open(at) {
                    Key::side(&view.points, bits, side == YES, room.below(), keys.push());
                    sides.push(at);
                }
            }
        }
        self.memo.get_all(keys, |place, entry| {
            frame.learn(sides[place], entry.lower, entry.upper);
        });
    }

    /// Spreads what is known along the column of `t`.
    pub fn spread_along(&self, view: &View, frame: &mut Frame, t: usize) {
        let run = self.run(view, t, |_| true);
        if run.start() < run.end() && self.spreads_along() {
            frame.spread_along(run, self.instance.weight(&view.totals));
        }
    }

    fn spreads_along(&self) -> bool {
        self.levers.similar_support && self.may_compare() && self.instance.in_order
    }

    /// Spreads what is known along every column.
    pub fn spread_along_columns(&self, view: &View, frame: &mut Frame) {
        let mut t = 0;
        while t < view.features.len() && self.spreads_along() {
            self.spread_along(view, frame, t);
            t = self.run(view, t, |_| true).end() + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::bounds::cases::{Case, assert_neutral, only};

    #[test]
    fn neutral_without_looking_all_up_early_the_optimum_is_the_same() {
        assert_neutral("early-recall");
    }

    #[test]
    fn alive_what_is_looked_up_early_saves_nodes() {
        let case = Case::numeric(3, 16, 64, 3);
        let nodes = |levers: &[&str]| case.search(only(levers)).statistics.nodes;
        let with = nodes(&["memo", "similar-support", "early-recall"]);
        let without = nodes(&["memo", "similar-support"]);
        assert!(with < without, "{with} with, {without} without");
    }

    /// A column whose thresholds come in no order is searched all the same, but nothing is spread
    /// along it.
    #[test]
    fn alive_along_columns_in_order_there_are_fewer_nodes() {
        let levers = only(&["memo", "midpoint", "similar-support", "early-recall"]);
        let mut nodes = [0, 0];
        for seed in 0..20 {
            let case = Case::numeric(seed, 16, 64, 3);
            let mut reversed = case.clone();
            reversed.rows.iter_mut().for_each(|row| row.reverse());
            reversed.places.reverse();
            let found = [&case, &reversed].map(|case| case.search(levers));
            assert_eq!(found[0].upper, found[1].upper);
            nodes.iter_mut().zip(found).for_each(|(sum, found)| *sum += found.statistics.nodes);
        }
        assert!(nodes[0] * 10 < nodes[1] * 9, "{} in order, {} in no order", nodes[0], nodes[1]);
    }
}
