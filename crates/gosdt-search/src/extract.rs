//! From a proven optimum to *the* tree, the same at any thread count.
//!
//! Several trees may share the optimum, and which of them a search meets first depends on timing.
//! So the tree is chosen afterwards by a rule that knows only the data: a leaf if that is optimal;
//! else the first split, in order of the loss that it leaves as a two-leaf tree and then of its
//! feature number, that an optimal tree starts with; and so on below.
use crate::bounds::{look_ahead, sub_tree};
use crate::frame::{Frame, NO, Side, YES};
use crate::memo::{Key, Room};
use crate::outcome::Shape;
use crate::quick::Pairs;
use crate::solve::{Solver, TOO_MUCH, Task};
use crate::view::View;

impl Solver<'_> {
    /// The tree of the rule for `view`, whose optimum is `cost`. `None` when stopped before it is
    /// found.
    pub(crate) fn canonical(&mut self, view: &View, room: Room, cost: i64) -> Option<Shape> {
        let (leaf, tree) = self.leaf_tree(view);
        if leaf <= cost {
            return Some(tree);
        }
        let mut frame = self.take_frame();
        let _ = self.quick(view, room, TOO_MUCH, &mut frame, Pairs::WhenFew);
        self.weigh_columns(view, &mut frame);
        let mut order = self.in_order(view).into_iter();
        let found = order.find_map(|t| self.canonical_from(view, room, &mut frame, t, cost));
        self.drop_frame(frame);
        found
    }

    /// The tree of the rule if an optimal one starts with column `t`.
    fn canonical_from(
        &mut self,
        view: &View,
        room: Room,
        frame: &mut Frame,
        t: usize,
        cost: i64,
    ) -> Option<Shape> {
        // What is cheap to know rules most splits out before their sides are looked at.
        if frame.sum(t) > cost {
            return None;
        }
        let mut key = Key::default();
        for side in [YES, NO] {
            self.recall(view, room, frame, Side { t, side }, &mut key);
        }
        let due = frame.unpaired > 0 && !frame.paired[t] && frame.sum(t) <= cost;
        if self.levers.pairs && due {
            self.count_row(view, room, frame, t);
        }
        if frame.sum(t) > cost {
            return None;
        }
        ways(room).into_iter().find_map(|way| self.canonical_split(view, way, t, cost))
    }

    fn canonical_split(
        &mut self,
        view: &View,
        rooms: [Room; 2],
        t: usize,
        cost: i64,
    ) -> Option<Shape> {
        let sides = [self.look(view, t, true), self.look(view, t, false)];
        let costs = self.exact_sides(&sides, rooms, cost);
        let trees = costs.and_then(|costs| {
            let yes = self.canonical(&sides[YES], rooms[YES], costs[YES])?;
            Some((yes, self.canonical(&sides[NO], rooms[NO], costs[NO])?))
        });
        for side in sides {
            self.drop_view(side);
        }
        trees.map(|(yes, no)| Shape::split(view.features[t] as usize, &yes, &no))
    }

    /// The optima of both sides if they sum to `cost`.
    fn exact_sides(&mut self, sides: &[View; 2], rooms: [Room; 2], cost: i64) -> Option<[i64; 2]> {
        let known =
            [self.cheap_lower(&sides[YES], rooms[YES]), self.cheap_lower(&sides[NO], rooms[NO])];
        if sub_tree::of_split(known[YES], known[NO]) > cost {
            return None;
        }
        let yes = self.exact(&sides[YES], rooms[YES], cost - known[NO], known[YES])?;
        let no = self.exact(&sides[NO], rooms[NO], cost - yes, known[NO])?;
        (yes + no == cost).then_some([yes, no])
    }

    fn cheap_lower(&mut self, view: &View, room: Room) -> i64 {
        let (leaf, _) = self.leaf_tree(view);
        let lower = look_ahead::at_least(leaf, 2, self.instance.per_leaf);
        let known = self.memo.get(&Key::of(&view.points, room));
        known.map_or(lower, |entry| lower.max(entry.lower))
    }

    /// The optimum of `view` if it is at most `budget`.
    fn exact(&mut self, view: &View, room: Room, budget: i64, known: i64) -> Option<i64> {
        let found = self.solve_remembered(view, Task::new(room, budget, known));
        (found.is_exact() && found.upper <= budget).then_some(found.upper)
    }

    /// The columns in the rule's order.
    fn in_order(&mut self, view: &View) -> Vec<usize> {
        let mut counts = Vec::new();
        let mut loss = |t: usize| {
            let mut side = |yes: bool| {
                view.side(t, yes, &mut counts);
                self.instance.leaf(&counts).0
            };
            (side(true) + side(false), view.features[t], t)
        };
        let mut order: Vec<_> = (0..view.features.len()).map(&mut loss).collect();
        order.sort_unstable();
        order.into_iter().map(|(_, _, t)| t).collect()
    }

    /// Up to `most` optimal trees of `view`, whose optimum is `cost`. The view must hold every
    /// feature that splits the points (nothing merged or left out), so that none is missed.
    pub(crate) fn optima(&mut self, view: &View, room: Room, cost: i64, most: usize) -> Vec<Shape> {
        let mut found = Vec::new();
        let (leaf, tree) = self.leaf_tree(view);
        if leaf == cost {
            found.push(tree);
        }
        if room.depth == 0 || room.leaves == 1 {
            return found;
        }
        for t in self.in_order(view) {
            for rooms in ways(room) {
                if found.len() >= most || self.control.stopped() {
                    break;
                }
                self.optima_of_split(view, rooms, t, cost, most, &mut found);
            }
        }
        found.truncate(most);
        found
    }

    fn optima_of_split(
        &mut self,
        view: &View,
        rooms: [Room; 2],
        t: usize,
        cost: i64,
        most: usize,
        found: &mut Vec<Shape>,
    ) {
        let sides = [self.look(view, t, true), self.look(view, t, false)];
        if let Some(costs) = self.exact_sides(&sides, rooms, cost) {
            let yes = self.optima(&sides[YES], rooms[YES], costs[YES], most);
            let no = self.optima(&sides[NO], rooms[NO], costs[NO], most);
            let pairs = yes.iter().flat_map(|yes| no.iter().map(move |no| (yes, no)));
            for (yes, no) in pairs {
                let tree = Shape::split(view.features[t] as usize, yes, no);
                if !found.contains(&tree) {
                    found.push(tree);
                }
                if found.len() >= most {
                    break;
                }
            }
        }
        for side in sides {
            self.drop_view(side);
        }
    }
}

/// The ways to share the room between the sides of a split.
fn ways(room: Room) -> Vec<[Room; 2]> {
    let below = room.below();
    match room.leaves {
        u32::MAX => vec![[below, below]],
        leaves => (1..leaves)
            .map(|yes| [below.with_leaves(yes), below.with_leaves(leaves - yes)])
            .collect(),
    }
}
