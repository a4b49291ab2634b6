//! Trees from what the search remembers, and by one scan of the columns.
use super::base::{AnyBase, orders_of};
use super::instance::ones;
use super::projection::Projection;
use super::solver::ColumnSolver;
use crate::memo::{Key, LEAF, Limit, Remaining};
use crate::outcome::Shape;
use crate::problem::SplitKind;

impl ColumnSolver<'_> {
    /// The best known tree of a set of points, and its cost: it follows the memo's choices and, where
    /// the memo knows nothing, takes the best tree of two leaves, or a leaf once the search is stopped.
    pub fn tree(&self, points: &[u64], remaining: Remaining) -> (i64, Shape) {
        let lone = self.leaf_tree(points);
        let (_, choice) = self.known(points, remaining);
        if choice == LEAF {
            return lone;
        }
        let [yes, no] = self.sides(points, choice);
        let shares = self.best_share([&yes, &no], remaining);
        let (yes_cost, yes) = self.tree(&yes, shares[0]);
        let (no_cost, no) = self.tree(&no, shares[1]);
        match lone.0 <= yes_cost + no_cost {
            true => lone,
            false => (yes_cost + no_cost, Shape::split(choice as usize, &yes, &no)),
        }
    }

    /// The cost of the best known tree of a set of points within limits, and its first split.
    fn known(&self, points: &[u64], remaining: Remaining) -> (i64, u32) {
        let (leaf, _) = self.problem.leaf(&self.problem.totals(points));
        if remaining.is_leaf() {
            return (leaf, LEAF);
        }
        // Where a limit could not bind, the search has left it out.
        let looked_up = [
            remaining,
            Remaining { depth: Limit::NONE, ..remaining },
            Remaining { leaves: Limit::NONE, ..remaining },
            Remaining { depth: Limit::NONE, leaves: Limit::NONE },
        ];
        let entries = looked_up.iter().filter_map(|&at| {
            let entry = self.memo.get(&Key::of(points, at))?;
            let fits = at == remaining || self.binding(remaining, entry.upper) == at;
            (entry.has_tree() && fits).then_some((entry.upper, entry.choice))
        });
        let known = entries.min_by_key(|&(cost, _)| cost);
        // A scan of all columns takes long where there are many points.
        known.unwrap_or_else(|| match self.control.stopped() {
            true => (leaf, LEAF),
            false => self.best_split(points, false),
        })
    }

    /// How to share the leaves between the sides of a split, by what is known of them.
    fn best_share(&self, sides: [&[u64]; 2], remaining: Remaining) -> [Remaining; 2] {
        let mut shares = remaining.shares();
        if shares.len() == 1 {
            return shares.remove(0);
        }
        let cost = |share: &[Remaining; 2]| {
            self.known(sides[0], share[0]).0 + self.known(sides[1], share[1]).0
        };
        let below = remaining.below();
        shares.into_iter().min_by_key(cost).unwrap_or([below, below])
    }

    /// A lone leaf of a set of points, and its cost.
    pub fn leaf_tree(&self, points: &[u64]) -> (i64, Shape) {
        let (cost, label) = self.problem.leaf(&self.problem.totals(points));
        (cost, Shape::leaf(self.problem.label_numbers[label]))
    }

    /// The points on both sides of a split (yes, no).
    pub(super) fn sides(&self, points: &[u64], split: u32) -> [Vec<u64>; 2] {
        let (column, code) = self.problem.split(split);
        [true, false].map(|yes| {
            let mut side = Vec::new();
            self.problem.side(self.kernels, points, (column, code, yes), &mut side);
            side
        })
    }

    /// The best tree of at most two leaves: its cost and its split. Of equally good splits the first.
    pub fn best_split(&self, points: &[u64], relaxed: bool) -> (i64, u32) {
        if let Some(root) = self.root.as_ref().filter(|_| relaxed || !self.problem.limits_rows()) {
            let set = self.set(points.to_vec());
            return match root.subset(self.problem, points) {
                AnyBase::Narrow(base) => self.best_stump(&Projection::new(base, set)),
                AnyBase::Wide(base) => self.best_stump(&Projection::new(base, set)),
                AnyBase::Widest(base) => self.best_stump(&Projection::new(base, set)),
            };
        }
        let (leaf, _) = self.problem.leaf(&self.problem.totals(points));
        let mut best = (leaf, LEAF);
        self.each_split(points, relaxed, |cost, split| {
            if cost < best.0 {
                best = (cost, split);
            }
        });
        best
    }

    /// Tells of every split of a set of points, in order of their numbers, what two leaves cost. Of
    /// neighbours in a column that part the points alike the first is told. Unless relaxed, leaves have
    /// the least number of rows.
    pub(super) fn each_split(&self, points: &[u64], relaxed: bool, mut tell: impl FnMut(i64, u32)) {
        let least = if relaxed { 0 } else { self.problem.least_rows };
        let all: u64 = ones(points).map(|point| u64::from(self.problem.rows[point as usize])).sum();
        let orders = orders_of(self.problem, points);
        let totals = self.problem.totals(points);
        let mut rest = totals.clone();
        for ordered in orders {
            let column = &self.problem.columns[ordered.column];
            let is_category = column.kind == SplitKind::Categories;
            let mut inside = vec![0i64; totals.len()];
            let mut rows = 0;
            for (place, (&point, &code)) in ordered.order.iter().zip(&ordered.codes).enumerate() {
                inside.iter_mut().enumerate().for_each(|(label, sum)| {
                    *sum += self.problem.cost(point, label);
                });
                rows += u64::from(self.problem.rows[point as usize]);
                let next = ordered.codes.get(place + 1);
                if next == Some(&code) {
                    continue;
                }
                rest.clear();
                rest.extend(totals.iter().zip(&inside).map(|(all, inside)| all - inside));
                let is_split = match is_category {
                    true => ordered.codes.first() != ordered.codes.last(),
                    false => next.is_some(),
                };
                if is_split && rows >= least && all - rows >= least {
                    let cost = self.problem.leaf(&inside).0 + self.problem.leaf(&rest).0;
                    tell(cost, column.first_split + code);
                }
                if is_category {
                    rows = 0;
                    inside.fill(0);
                }
            }
        }
    }
}
