//! The recursion: `solve(S, budget)` ends with the optimum of S, or with a proof that it is above the
//! budget.
//!
//! At a node each live split has bounds of both its sides. The split with the least sum is worked on:
//! its sides are looked up, then one is solved with the budget that its sibling leaves; what is proven
//! of it is propagated to all sides that differ little from it; then the least is chosen anew. At any
//! moment the least sum bounds the node from below, so a search that is stopped anywhere leaves valid
//! bounds.
use super::solver::Solver;
use crate::bounds::leaf_permutation;
use crate::layout::{Projection, Side};
use crate::memo::{Bounds, INFINITE_COST, Key};
use crate::node::{
    Node, Pairs, Parent, SolvedSide, Task, choice, dominance, inherited, keep_memory_limit,
    propagation,
};

/// What solving a node gave.
pub(crate) struct Solved {
    /// The lower bound is above the budget, or the bounds are equal, or the search was stopped.
    pub bounds: Bounds,
    /// What it knew of its splits, if it was worked on and the thresholds next to it can use that.
    pub for_neighbours: Option<SolvedSide>,
}

impl From<Bounds> for Solved {
    fn from(bounds: Bounds) -> Solved {
        Solved { bounds, for_neighbours: None }
    }
}

impl Solver<'_> {
    /// Solves a subproblem that the memo knows nothing of beyond what the task says.
    pub fn solve(&mut self, projection: &Projection, task: Task<'_>) -> Solved {
        let pairs = if task.remaining.leaves.is_none() { Pairs::WhenFew } else { Pairs::Now };
        let mut node = self.evaluator.node(projection, task);
        self.evaluator.evaluate_by_counting(&mut node, pairs);
        node.check(self.memo, "counting");
        node.check_sides(self.memo, "counting of sides");
        node.bounds.tighten(&task.known);
        let mut for_neighbours = None;
        if !node.bounds.settles(task.budget) {
            for_neighbours = self.work(&mut node);
        }
        let bounds = node.bounds;
        self.evaluator.reuse_node(node);
        Solved { bounds, for_neighbours }
    }

    /// Solves a subproblem: looks it up in the memo first, and stores what was proven there.
    pub fn solve_remembered(&mut self, projection: &Projection, mut task: Task<'_>) -> Solved {
        if !self.context().techniques.memo {
            return self.solve(projection, task);
        }
        if let Some(leaves) = task.remaining.leaves.number() {
            return self.solve_limited(projection, task, leaves);
        }
        let key = leaf_permutation::identity(&projection.points, task.remaining);
        self.look_up(projection, &key, &mut task);
        if task.known.settles(task.budget) {
            return task.known.into();
        }
        self.solve_and_remember(projection, &key, task)
    }

    /// Solves a subproblem that was looked up, and stores what was proven in the memo.
    pub(super) fn solve_and_remember(
        &mut self,
        projection: &Projection,
        key: &Key,
        task: Task<'_>,
    ) -> Solved {
        keep_memory_limit(self.memo, self.control);
        let before = self.evaluator.expansions();
        let found = self.solve(projection, task);
        let work = self.evaluator.expansions().wrapping_sub(before);
        Solved { bounds: self.memo.put(key, found.bounds, work), ..found }
    }

    /// Takes over what the memo knows of a subproblem and, if that does not settle it, what searches
    /// at other penalties know.
    pub(super) fn look_up(&self, projection: &Projection, key: &Key, task: &mut Task<'_>) {
        if let Some(stored) = self.memo.get(key) {
            task.known.tighten(&stored);
        }
        // Without a limit on leaves the parent has just looked this side up at other penalties.
        let is_looked_up = task.remaining.leaves.is_none() && task.parent.is_some();
        if task.known.settles(task.budget) || is_looked_up {
            return;
        }
        if let Some(warm_start) = self.warm_start {
            let leaf = self.context().instance.leaf_cost(&projection.totals);
            task.known.raise(warm_start.at_least(key, 2, leaf));
        }
    }

    /// Works on a node that counting did not settle.
    fn work(&mut self, node: &mut Node<'_>) -> Option<SolvedSide> {
        let inherits = node.context.techniques.inherited_bounds && node.context.may_compare();
        let parent = node.task.parent.filter(|_| inherits);
        node.compute_avoidable_costs();
        if let Some(parent) = parent {
            inherited::apply_to(node, parent);
            node.check_sides(self.memo, "inherited bounds");
        }
        match node.task.remaining.leaves.number() {
            None => self.raise(node),
            Some(leaves) => self.raise_limited(node, leaves),
        }
        parent.and_then(|parent| inherited::keep_for_neighbours(node, parent))
    }

    /// Works on splits until the node is settled.
    pub(super) fn raise(&mut self, node: &mut Node<'_>) {
        self.lookup.look_up_sides(node);
        node.check_sides(self.memo, "lookup of all sides");
        dominance::mark_everywhere(node);
        node.improve_by_best_split();
        loop {
            let (least, split) = node.splits.least().unwrap_or((INFINITE_COST, 0));
            if self.is_settled_by(node, least) {
                return;
            }
            let split = match choice::split_to_count(node) {
                Some(split) => {
                    self.evaluator.count_pairs_of(node, split);
                    node.check_sides(self.memo, "pairs of a split");
                    split
                }
                None => self.work_on_split(node, split),
            };
            node.improve_by(split);
            dominance::mark_beside(node, split);
        }
    }

    /// Raises the node's lower bound to `least`, the least of all ways to split it. Returns whether
    /// the node is settled, or the attempt is to end.
    pub(super) fn is_settled_by(&mut self, node: &mut Node<'_>, least: i64) -> bool {
        node.bounds.raise(least.min(node.bounds.upper));
        node.check(self.memo, "least of all splits");
        if node.task.level == 0 {
            self.publish(node);
        }
        node.bounds.lower > node.limit() || self.attempt_ended()
    }

    /// Works on one split: looks its sides up, then solves one of them. `least` is the split with the
    /// least lower bound. Returns the split worked on.
    fn work_on_split(&mut self, node: &mut Node<'_>, least: usize) -> usize {
        let choice::Choice { split, insist } = choice::split_to_solve(node, least, self.shared);
        self.lookup.look_up_split(node, split);
        node.check_sides(self.memo, "lookup of a split");
        node.improve_by(split);
        if node.splits.bound(split) > node.limit() {
            return split;
        }
        let side = choice::side_to_solve(node, split);
        if choice::is_to_probe(node, side.sibling()) {
            self.probe(node, side.sibling());
            propagation::along_column(node, split);
        } else if self.shared {
            self.raise_side_unless_busy(node, side, insist);
        } else {
            self.raise_side(node, side);
        }
        split
    }

    /// Solves a side, or leaves it to the thread that works on it unless told to insist.
    fn raise_side_unless_busy(&mut self, node: &mut Node<'_>, side: Side, insist: bool) {
        if self.memo.begin(node.make_side_key(side)) && !insist {
            node.splits.defer(side.split);
        } else {
            self.raise_side(node, side);
        }
        self.memo.end(node.side_key());
    }

    /// Evaluates a side by counting, without solving it: what that tells tightens the budget of its
    /// sibling, which is solved first.
    fn probe(&mut self, node: &mut Node<'_>, side: Side) {
        if !self.control.keeps_room(node.projection.bytes()) {
            return;
        }
        let budget = node.limit() - node.splits.lower(side.sibling());
        let projection = self.evaluator.project_side(node.projection, side);
        let task = Task::new(node.task.remaining.below(), budget, 0);
        let mut child = self.evaluator.node(&projection, task);
        self.evaluator.evaluate_by_counting(&mut child, Pairs::WhenFew);
        if !child.bounds.settles(budget) {
            let (least, _) = child.splits.least().unwrap_or((INFINITE_COST, 0));
            child.bounds.raise(least.min(child.bounds.upper));
        }
        let found = child.bounds;
        self.evaluator.reuse_node(child);
        self.evaluator.reuse_projection(projection);
        node.splits.mark_probed(side.split);
        node.splits.learn(side, found.lower, found.upper);
        node.check_sides(self.memo, "probe");
        if node.context.techniques.memo {
            self.memo.put(node.make_side_key(side), found, 1);
        }
    }

    /// Solves a side with the budget that its sibling leaves, and propagates what was proven.
    pub fn raise_side(&mut self, node: &mut Node<'_>, side: Side) {
        if !self.control.keeps_room(node.projection.bytes()) {
            return;
        }
        let child = self.evaluator.project_side(node.projection, side);
        let propagates = node.context.propagates();
        if propagates {
            node.splits.set_within(self.evaluator.avoidable_within());
        }
        let left = node.limit() - node.splits.lower(side.sibling());
        let remaining = node.task.remaining.below();
        let task = Task {
            level: node.task.level + 1,
            parent: Some(Parent { node: &*node, side }),
            ..Task::new(remaining, left + choice::slack(node, side), node.splits.lower(side))
        };
        let Solved { bounds: found, for_neighbours } = self.solve_remembered(&child, task);
        let lower = self.memo.tampered(found.lower);
        node.splits.keep_solved_side(for_neighbours);
        node.splits.learn(side, lower, found.upper);
        node.check_sides(self.memo, "solved side");
        if propagates {
            let avoidable = node.context.instance.measures.avoidable_cost(&child.totals);
            node.splits.propagate(lower, avoidable);
            node.check_sides(self.memo, "similar support");
        }
        self.evaluator.reuse_projection(child);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::cases::{Case, without};
    use crate::control::Control;
    use crate::layout::Instance;
    use crate::memo::{Memo, Remaining};
    use crate::node::Context;
    use crate::problem::Techniques;

    /// Whether the pairs of all splits of the root were counted when it was solved.
    fn counts_all_pairs(case: &Case, techniques: Techniques) -> bool {
        let instance = Instance::new(&case.problem(), (true, false), &|| false).unwrap();
        let (memo, control) = (Memo::new(instance.points, 1), Control::new());
        let mut solver = Solver::new(Context { instance: &instance, techniques }, &memo, &control);
        let root = solver.evaluator.project_root();
        let task = Task::new(Remaining::UNLIMITED, INFINITE_COST, 0);
        let mut node = solver.evaluator.node(&root, task);
        solver.evaluator.evaluate_by_counting(&mut node, Pairs::WhenFew);
        solver.work(&mut node);
        assert!(node.bounds.is_exact());
        node.splits.all_paired()
    }

    /// With all other techniques on: pairs of splits that neighbouring thresholds rule out are never
    /// counted.
    #[test]
    fn alive_lazy_pairs_leave_pairs_uncounted() {
        let case = Case { penalty: 3, ..Case::numeric(2, 30, 64, 5) };
        assert!(!counts_all_pairs(&case, Techniques::ALL));
        assert!(counts_all_pairs(&case, without(Techniques::ALL, &["lazy-pairs"])));
    }
}
