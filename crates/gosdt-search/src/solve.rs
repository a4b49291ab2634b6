//! The search: `solve(S, budget)` ends with the optimum of S, or with a proof that it is above the
//! budget.
//!
//! At a node each live split has bounds of both its sides. The split with the least sum is worked
//! on: its sides are looked up, then solved with the budget that the sibling leaves; what is proven
//! of a side is spread to all sides that differ little from it; then the least is picked anew. At
//! any moment the least sum bounds the node from below, so a search that is stopped anywhere leaves
//! valid bounds behind.
use crate::bounds::leaf_permutation;
use crate::control::Control;
use crate::frame::{Bounds, Frame, Side, YES};
use crate::heritage::{Donor, Origin};
use crate::instance::Instance;
use crate::levers::Levers;
use crate::memo::{Key, LEAF, Memo, Room};
use crate::past::Past;
use crate::quick::Pairs;
use crate::recall::Lookup;
use crate::view::{Narrowing, View};
use gosdt_bits::{Cuts, Kernels};

/// A cost above all others, small enough that a few can be added.
pub(crate) const TOO_MUCH: i64 = i64::MAX / 8;

/// One thread's search.
pub(crate) struct Solver<'a> {
    pub instance: &'a Instance,
    pub memo: &'a Memo,
    pub control: &'a Control,
    /// Searches at other penalties.
    pub past: Option<&'a Past<'a>>,
    pub levers: Levers,
    /// Whether other threads work on the same memo.
    pub shared: bool,
    pub kernels: Kernels,
    /// Memory for counting, reused.
    pub cuts: [Cuts; 2],
    pub counts: Vec<i64>,
    pub lookup: Lookup,
    narrowing: Narrowing,
    views: Vec<View>,
    frames: Vec<Frame>,
    /// What the node solved last leaves to its neighbours, if it was worked on.
    last: Option<Donor>,
    /// Expansions of this thread.
    expanded: u32,
}

/// What to do with a node: how much is allowed, what is known, how deep it lies.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    pub room: Room,
    pub budget: i64,
    pub known: Bounds,
    /// Splits above it; the root is 0.
    pub level: u32,
    pub from: Option<Origin<'a>>,
}

impl<'a> Task<'a> {
    /// A task of which nothing is known but a lower bound.
    pub fn new(room: Room, budget: i64, lower: i64) -> Task<'a> {
        let known = Bounds { lower, upper: TOO_MUCH, choice: LEAF };
        Task { room, budget, known, level: 1, from: None }
    }
}

impl<'a> Solver<'a> {
    pub fn new(
        instance: &'a Instance,
        memo: &'a Memo,
        control: &'a Control,
        levers: Levers,
        shared: bool,
    ) -> Solver<'a> {
        Solver {
            instance,
            memo,
            control,
            past: None,
            levers,
            shared,
            kernels: Kernels::detect(),
            cuts: Default::default(),
            counts: Vec::new(),
            lookup: Lookup::default(),
            narrowing: Narrowing::default(),
            views: Vec::new(),
            frames: Vec::new(),
            last: None,
            expanded: 0,
        }
    }

    /// The same solver, which starts from what searches at other penalties found.
    pub fn after(mut self, past: &'a Past<'a>) -> Self {
        self.past = Some(past).filter(|past| self.levers.concave_in_lambda && past.has_memo());
        self
    }

    /// The same solver, with views that keep every split with points on both sides.
    pub fn keeping_all(mut self) -> Self {
        self.narrowing.keep_all = true;
        self
    }

    /// The view of all points.
    pub fn root(&mut self) -> View {
        self.narrowing.root(self.instance, self.kernels, &self.levers)
    }

    /// The view of a side.
    pub fn look(&mut self, from: &View, t: usize, yes: bool) -> View {
        let mut view = self.views.pop().unwrap_or_default();
        let (instance, kernels) = (self.instance, self.kernels);
        self.narrowing.side(instance, kernels, &self.levers, from, t, yes, &mut view);
        view
    }

    /// Gives a view's memory back.
    pub fn drop_view(&mut self, view: View) {
        self.views.push(view);
    }

    /// A frame to work in.
    pub fn take_frame(&mut self) -> Frame {
        self.frames.pop().unwrap_or_default()
    }

    /// Gives a frame's memory back.
    pub fn drop_frame(&mut self, frame: Frame) {
        self.frames.push(frame);
    }

    /// Counts an expansion.
    pub fn count_expansion(&mut self) {
        self.control.count_node();
        self.expanded = self.expanded.wrapping_add(1);
    }

    /// The view of any set of points, with every split that has points on both sides.
    pub fn look_at(&mut self, points: &[u64]) -> View {
        let mut view = self.views.pop().unwrap_or_default();
        let (instance, kernels) = (self.instance, self.kernels);
        self.narrowing.set(instance, kernels, &self.levers, points, &mut view);
        view
    }

    /// Whether bounds may be carried between different sets of points: not where leaves need a
    /// number of rows, since an optimum may then fall when points are added; nor where a rule
    /// labels them, since a point may then turn its leaf's label.
    pub fn may_compare(&self) -> bool {
        self.instance.least_rows.is_none() && self.instance.rule.is_none()
    }

    /// Solves `view`: afterwards the lower bound is above the budget, or the bounds are equal, or
    /// the search was stopped.
    pub fn solve(&mut self, view: &View, task: Task<'_>) -> Bounds {
        let Task { room, budget, known, .. } = task;
        let mut frame = self.take_frame();
        let pairs = if room.leaves == u32::MAX { Pairs::WhenFew } else { Pairs::Now };
        let (mut bounds, settled) = self.quick(view, room, budget, &mut frame, pairs);
        bounds.lower = bounds.lower.max(known.lower);
        bounds.improve(known.upper, known.choice);
        self.last = None;
        if !settled && !bounds.is_exact() && bounds.lower <= budget {
            self.work(view, task, &mut frame, &mut bounds);
        }
        self.drop_frame(frame);
        bounds
    }

    /// Works on a node that counting did not settle.
    fn work(&mut self, view: &View, task: Task<'_>, frame: &mut Frame, bounds: &mut Bounds) {
        let heritage = task.from.filter(|_| self.levers.heritage && self.may_compare());
        self.weigh_columns(view, frame);
        if let Some(from) = heritage {
            self.inherit(view, frame, from);
        }
        if task.room.leaves == u32::MAX {
            self.raise(view, task, frame, bounds);
        } else {
            self.raise_with_few_leaves(view, task, frame, bounds);
        }
        self.last = heritage.and_then(|from| self.donate(view, frame, from));
    }

    /// The weight of every column's yes-side.
    pub fn weigh_columns(&self, view: &View, frame: &mut Frame) {
        let stride = view.matrix.stride();
        frame.weights.clear();
        frame.weights.resize(stride, 0);
        for (measure, spread) in self.instance.spreads.iter().enumerate() {
            let ones = &view.ones[measure * stride..][..stride];
            frame.weights.iter_mut().zip(ones).for_each(|(sum, n)| *sum += spread * n);
        }
    }

    /// Works on splits until the node is settled.
    fn raise(&mut self, view: &View, task: Task<'_>, frame: &mut Frame, bounds: &mut Bounds) {
        let mut key = Key::default();
        self.recall_all(view, task.room, frame, task.budget.min(bounds.upper - 1));
        self.rule_out_everywhere(view, frame);
        if let Some((known, t)) = frame.best(view.features.len()) {
            bounds.improve(known, view.features[t]);
        }
        loop {
            let (least, t) = frame.least(view.features.len()).unwrap_or((TOO_MUCH, 0));
            bounds.lower = bounds.lower.max(least.min(bounds.upper));
            if task.level == 0 {
                self.publish(view, task.room, bounds);
            }
            let limit = task.budget.min(bounds.upper - 1);
            if bounds.lower > limit || self.control.stopped() {
                return;
            }
            let t = match self.pick_unpaired(view, frame, limit) {
                Some(t) => {
                    self.count_row(view, task.room, frame, t);
                    t
                }
                None => self.raise_split(view, task, frame, bounds, t, &mut key),
            };
            bounds.improve(frame.known(t), view.features[t]);
            self.rule_out_beside(view, frame, t);
        }
    }

    /// Works on one split: looks its sides up, then solves one of them. Returns the split.
    fn raise_split(
        &mut self,
        view: &View,
        task: Task<'_>,
        frame: &mut Frame,
        bounds: &mut Bounds,
        least: usize,
        key: &mut Key,
    ) -> usize {
        let limit = task.budget.min(bounds.upper - 1);
        let (t, insist) = self.pick(view, frame, least, limit);
        self.recall_split(view, task.room, frame, t, key);
        bounds.improve(frame.known(t), view.features[t]);
        let limit = task.budget.min(bounds.upper - 1);
        if frame.sum(t) > limit {
            return t;
        }
        let at = Side { t, side: self.side_to_raise(view, frame, t) };
        let sibling = Side { t, side: 1 - at.side };
        if self.is_to_probe(task.room, frame, sibling) {
            self.probe(view, task.room, frame, sibling, limit - frame.lower[at.side][t], key);
            self.spread_along(view, frame, t);
            return t;
        }
        if !self.shared {
            self.raise_side(view, task, frame, at, limit);
            return t;
        }
        self.side_key(view, task.room, at, key);
        if self.memo.begin(key).busy > 1 && !insist {
            frame.deferred[t] = true;
        } else {
            self.raise_side(view, task, frame, at, limit);
            self.side_key(view, task.room, at, key);
        }
        self.memo.end(key);
        t
    }

    /// Whether a side was only counted from its parent so far. (With limited depth a probe would be
    /// half the solution, and the lighter side should come first.)
    fn is_to_probe(&self, room: Room, frame: &Frame, at: Side) -> bool {
        let penalty = self.instance.per_leaf;
        let counted = frame.lower[at.side][at.t] <= 3 * penalty && !frame.probed[at.t];
        let worthwhile = self.levers.probes && room.depth == u32::MAX && penalty > 0;
        worthwhile && counted && frame.is_open(at)
    }

    /// Counts a side, without solving it: what that tells tightens the budget of its sibling, which
    /// is solved first.
    fn probe(
        &mut self,
        view: &View,
        room: Room,
        frame: &mut Frame,
        at: Side,
        budget: i64,
        key: &mut Key,
    ) {
        let child = self.look(view, at.t, at.side == YES);
        let mut below = self.take_frame();
        let (mut found, settled) =
            self.quick(&child, room.below(), budget, &mut below, Pairs::WhenFew);
        if !settled {
            let (least, _) = below.least(child.features.len()).unwrap_or((TOO_MUCH, 0));
            found.lower = found.lower.max(least.min(found.upper));
        }
        frame.probed[at.t] = true;
        self.drop_frame(below);
        self.drop_view(child);
        frame.learn(at, found.lower, found.upper);
        if self.levers.memo {
            self.side_key(view, room, at, key);
            self.memo.put(key, found.lower, found.upper, found.choice, 1);
        }
    }

    /// Publishes the root's bounds and, if there is a better tree, the tree; takes over what other
    /// threads published.
    pub fn publish(&mut self, view: &View, room: Room, bounds: &mut Bounds) {
        self.control.raise_lower(bounds.lower);
        let (lower, upper) = self.control.bounds();
        if bounds.upper < upper {
            let key = leaf_permutation::identity(&view.points, room);
            self.memo.put(&key, bounds.lower, bounds.upper, bounds.choice, 0);
            let (cost, tree) = self.witness(view, room);
            self.control.offer(cost, tree);
        }
        bounds.lower = bounds.lower.max(lower);
        bounds.upper = bounds.upper.min(upper);
    }

    /// Solves a side with the budget that its sibling leaves of `limit`, and spreads what was
    /// proven.
    pub fn raise_side(
        &mut self,
        view: &View,
        task: Task<'_>,
        frame: &mut Frame,
        at: Side,
        limit: i64,
    ) {
        let child = self.look(view, at.t, at.side == YES);
        let similar = self.levers.similar_support && self.may_compare();
        if similar {
            frame.within.clear();
            frame.within.extend_from_slice(self.narrowing.weight_within());
        }
        let left = limit - frame.lower[1 - at.side][at.t] + self.slack(view, frame, at, limit);
        let below = Task {
            level: task.level + 1,
            from: Some(Origin { view, frame, at }),
            ..Task::new(task.room.below(), left, frame.lower[at.side][at.t])
        };
        let found = self.solve_remembered(&child, below);
        frame.donors.extend(self.last.take());
        frame.learn(at, found.lower, found.upper);
        if similar {
            let weight = self.instance.weight(&child.totals);
            frame.spread(found.lower, weight, view.features.len());
        }
        self.drop_view(child);
    }

    /// Solves a node and puts what was proven into the memo.
    pub fn solve_remembered(&mut self, view: &View, mut task: Task<'_>) -> Bounds {
        if !self.levers.memo {
            return self.solve(view, task);
        }
        self.last = None;
        let key = leaf_permutation::identity(&view.points, task.room);
        if let Some(entry) = self.memo.get(&key) {
            task.known.lower = task.known.lower.max(entry.lower);
            task.known.improve(entry.upper, entry.choice);
            if task.known.is_exact() || task.known.lower > task.budget {
                return task.known;
            }
        }
        // Without a limit on leaves its parent has just looked it up.
        if task.room.leaves != u32::MAX
            && let Some(past) = self.past
        {
            let (leaf, _) = self.leaf_tree(view);
            task.known.lower = task.known.lower.max(past.at_least(&key, 2, leaf));
            if task.known.lower > task.budget {
                return task.known;
            }
        }
        self.keep_memory();
        let before = self.expanded;
        let found = self.solve(view, task);
        let work = self.expanded.wrapping_sub(before);
        let entry = self.memo.put(&key, found.lower, found.upper, found.choice, work);
        Bounds { lower: entry.lower, upper: entry.upper, choice: entry.choice }
    }

    /// Forgets, and if that does not help stops, when the memory limit is near.
    fn keep_memory(&self) {
        let limit = self.control.memory_left();
        self.control.hold(self.memo.bytes());
        if self.memo.bytes() <= limit {
            return;
        }
        self.memo.forget(limit);
        if self.memo.bytes() > limit {
            self.control.stop(crate::StopReason::MemoryLimit);
        }
    }
}
