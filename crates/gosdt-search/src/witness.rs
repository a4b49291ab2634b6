//! The tree behind an upper bound.
use crate::memo::{Key, LEAF, Room};
use crate::outcome::Shape;
use crate::quick::Pairs;
use crate::solve::{Solver, TOO_MUCH};
use crate::view::View;

impl Solver<'_> {
    /// The best tree known for `view` and its cost, following the memo's choices and, where the
    /// memo knows nothing, counting.
    pub(crate) fn witness(&mut self, view: &View, room: Room) -> (i64, Shape) {
        let entry = self.memo.get(&Key::of(&view.points, room));
        let choice = match entry {
            Some(entry) if entry.upper < TOO_MUCH => entry.choice,
            _ => self.quick_choice(view, room).1,
        };
        match view.features.iter().position(|&feature| feature == choice) {
            Some(t) if choice != LEAF => self.witness_split(view, room, t),
            _ => self.leaf_tree(view),
        }
    }

    /// A lone leaf.
    pub(crate) fn leaf_tree(&self, view: &View) -> (i64, Shape) {
        let (loss, label) = self.instance.leaf(&view.totals);
        (loss + self.instance.per_leaf, Shape::leaf(self.instance.labels[label]))
    }

    /// What counting says: the cost of the best small tree and its first split.
    pub(crate) fn quick_choice(&mut self, view: &View, room: Room) -> (i64, u32) {
        let mut frame = self.take_frame();
        let (bounds, _) = self.quick(view, room, TOO_MUCH, &mut frame, Pairs::Now);
        self.drop_frame(frame);
        (bounds.upper, bounds.choice)
    }

    fn witness_split(&mut self, view: &View, room: Room, t: usize) -> (i64, Shape) {
        let yes = self.look(view, t, true);
        let no = self.look(view, t, false);
        let rooms = self.best_rooms(&yes, &no, room);
        let (yes_cost, yes_tree) = self.witness(&yes, rooms[0]);
        let (no_cost, no_tree) = self.witness(&no, rooms[1]);
        self.drop_view(yes);
        self.drop_view(no);
        let split = yes_cost + no_cost;
        let (leaf, tree) = self.leaf_tree(view);
        if leaf <= split {
            return (leaf, tree);
        }
        (split, Shape::split(view.features[t] as usize, &yes_tree, &no_tree))
    }

    /// How to share the leaves between the sides, by what is known of them.
    fn best_rooms(&mut self, yes: &View, no: &View, room: Room) -> [Room; 2] {
        let below = room.below();
        if room.leaves == u32::MAX {
            return [below, below];
        }
        let share =
            |leaves: u32| [below.with_leaves(leaves), below.with_leaves(room.leaves - leaves)];
        let ways = (1..room.leaves).map(share);
        let best = ways.min_by_key(|[a, b]| self.known_cost(yes, *a) + self.known_cost(no, *b));
        best.unwrap_or([below, below])
    }

    fn known_cost(&mut self, view: &View, room: Room) -> i64 {
        match self.memo.get(&Key::of(&view.points, room)) {
            Some(entry) if entry.upper < TOO_MUCH => entry.upper,
            _ => self.quick_choice(view, room).0,
        }
    }
}
