//! Splitting a limited number of leaves between the two sides of a split.
//!
//! With a limit on the leaves a subproblem is a set of points *and* a number of leaves. At a node
//! with h leaves every split has h − 1 ways to share them out; each way is bounded by the sum of its
//! sides' bounds, the least is worked on. A bound for n leaves holds for fewer, a tree of n leaves
//! is one for more.
use crate::frame::{Bounds, Frame, NO, YES};
use crate::memo::Room;
use crate::solve::{Solver, Task};
use crate::view::View;

/// Bounds of the sides by number of leaves: entry `t * ways + n - 1` is column t with n leaves.
struct Shares {
    ways: usize,
    lower: [Vec<i64>; 2],
    upper: [Vec<i64>; 2],
}

/// A split and how many leaves its yes-side gets.
#[derive(Clone, Copy)]
struct Way {
    t: usize,
    yes_leaves: usize,
}

impl Shares {
    fn new(frame: &Frame, columns: usize, leaves: usize, pairs: bool) -> Shares {
        let ways = leaves - 1;
        let fill = |side: usize, lower: bool| {
            let cell = |at: usize| {
                let (t, n) = (at / ways, at % ways + 1);
                match n {
                    1 => frame.leaf[side][t],
                    2 if pairs => frame.upper[side][t],
                    _ if lower => frame.lower[side][t],
                    _ => frame.upper[side][t],
                }
            };
            (0..columns * ways).map(cell).collect::<Vec<i64>>()
        };
        Shares {
            ways,
            lower: [fill(YES, true), fill(NO, true)],
            upper: [fill(YES, false), fill(NO, false)],
        }
    }

    /// The entries of a way: yes-side, no-side.
    fn entries(&self, way: Way) -> [usize; 2] {
        let no_leaves = self.ways + 1 - way.yes_leaves;
        [way.t * self.ways + way.yes_leaves - 1, way.t * self.ways + no_leaves - 1]
    }

    fn sum(&self, of: &[Vec<i64>; 2], way: Way) -> i64 {
        let [yes, no] = self.entries(way);
        of[YES][yes] + of[NO][no]
    }

    fn all(&self) -> impl Iterator<Item = Way> + use<> {
        let (ways, columns) = (self.ways, self.lower[YES].len() / self.ways);
        (0..columns).flat_map(move |t| (1..=ways).map(move |yes_leaves| Way { t, yes_leaves }))
    }

    fn least(&self) -> Option<(i64, Way)> {
        self.all().map(|way| (self.sum(&self.lower, way), way)).min_by_key(|&(sum, _)| sum)
    }

    fn best(&self) -> Option<(i64, Way)> {
        self.all().map(|way| (self.sum(&self.upper, way), way)).min_by_key(|&(sum, _)| sum)
    }

    /// Takes over what was proven of column `t`'s side with `leaves` leaves.
    fn learn(&mut self, t: usize, side: usize, leaves: usize, lower: i64, upper: i64) {
        let at = t * self.ways;
        for fewer in &mut self.lower[side][at..at + leaves] {
            *fewer = (*fewer).max(lower);
        }
        for more in &mut self.upper[side][at + leaves - 1..at + self.ways] {
            *more = (*more).min(upper);
        }
    }
}

impl Solver<'_> {
    /// As `raise`, where the leaves are limited.
    pub(crate) fn raise_with_few_leaves(
        &mut self,
        view: &View,
        task: Task<'_>,
        frame: &Frame,
        bounds: &mut Bounds,
    ) {
        let room = task.room;
        let mut shares =
            Shares::new(frame, view.features.len(), room.leaves as usize, frame.unpaired == 0);
        loop {
            if let Some((cost, way)) = shares.best() {
                bounds.improve(cost, view.features[way.t]);
            }
            let limit = task.budget.min(bounds.upper - 1);
            let Some((least, way)) = shares.least() else { return };
            bounds.lower = bounds.lower.max(least.min(bounds.upper));
            if task.level == 0 {
                self.publish(view, room, bounds);
            }
            if least > limit || self.control.stopped() {
                return;
            }
            self.raise_way(view, room, &mut shares, way, limit);
        }
    }

    /// Solves the side of a way that is still open, the one with fewer leaves first.
    fn raise_way(&mut self, view: &View, room: Room, shares: &mut Shares, way: Way, limit: i64) {
        let at = shares.entries(way);
        let leaves = [way.yes_leaves, shares.ways + 1 - way.yes_leaves];
        let open = |side: usize| shares.lower[side][at[side]] < shares.upper[side][at[side]];
        let side = match (open(YES), open(NO)) {
            (true, true) => usize::from(leaves[NO] < leaves[YES]),
            (true, false) => YES,
            _ => NO,
        };
        let budget = limit - shares.lower[1 - side][at[1 - side]];
        let below = room.below().with_leaves(leaves[side] as u32);
        let child = self.look(view, way.t, side == YES);
        let task = Task::new(below, budget, shares.lower[side][at[side]]);
        let found = self.solve_remembered(&child, task);
        shares.learn(way.t, side, leaves[side], found.lower, found.upper);
        self.drop_view(child);
    }
}
