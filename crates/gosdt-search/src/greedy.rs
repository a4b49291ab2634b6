//! A good tree in milliseconds, to start from.
use crate::memo::{Key, LEAF, Room};
use crate::quick::Pairs;
use crate::solve::{Solver, TOO_MUCH};
use crate::view::View;

impl Solver<'_> {
    /// Grows a tree by two levels of look-ahead: each split is the one whose sides have the best
    /// trees of up to two leaves. Returns its cost; the memo keeps the choices.
    pub(crate) fn greedy(&mut self, view: &View, room: Room) -> i64 {
        let mut frame = self.take_frame();
        let (quick, _) = self.quick(view, room, TOO_MUCH, &mut frame, Pairs::Now);
        let best = if quick.is_exact() { None } else { frame.best(view.features.len()) };
        self.drop_frame(frame);
        let (mut cost, mut choice) = (quick.upper, quick.choice);
        if let Some((_, t)) = best.filter(|_| room.leaves == u32::MAX && !self.control.stopped()) {
            let yes = self.look(view, t, true);
            let no = self.look(view, t, false);
            let grown = self.greedy(&yes, room.below()) + self.greedy(&no, room.below());
            self.drop_view(yes);
            self.drop_view(no);
            if grown < cost {
                (cost, choice) = (grown, view.features[t]);
            }
        }
        if choice != LEAF {
            self.memo.put(&Key::of(&view.points, room), 0, cost, choice, 1);
        }
        cost
    }
}
