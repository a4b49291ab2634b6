//! All optimal trees.
use super::base::AnyBase;
use super::projection::Projection;
use super::solver::ColumnSolver;
use crate::memo::Remaining;
use crate::node::Listed;
use crate::outcome::Shape;

impl ColumnSolver<'_> {
    /// Up to `most` optimal trees of a set of points whose optimum is `cost`. The solver must keep
    /// every split, so that none is missed.
    pub fn optima(
        &mut self,
        points: &[u64],
        remaining: Remaining,
        cost: i64,
        most: usize,
    ) -> Vec<Shape> {
        let mut found = Listed::new(most, self.memo, self.control);
        let set = self.set(points.to_vec());
        let (leaf, label) = self.problem.leaf(&set.totals);
        if leaf == cost {
            found.add(Shape::leaf(self.problem.label_numbers[label]));
        }
        if remaining.is_leaf() {
            return found.trees();
        }
        let Some(base) = self.lay_out(points) else { return found.trees() };
        let splits = match base {
            AnyBase::Narrow(base) => self.ties(&Projection::new(base, set), remaining, cost, None),
            AnyBase::Wide(base) => self.ties(&Projection::new(base, set), remaining, cost, None),
            AnyBase::Widest(base) => self.ties(&Projection::new(base, set), remaining, cost, None),
        };
        for optimal in splits {
            if found.is_done() {
                break;
            }
            let [yes, no] = self.sides(points, optimal.split);
            let yes = self.optima(&yes, optimal.shares[0], optimal.costs[0], most);
            let sides = [yes, self.optima(&no, optimal.shares[1], optimal.costs[1], most)];
            for split in self.alike(points, optimal.split) {
                found.add_combinations(split as usize, &sides);
            }
        }
        found.trees()
    }

    /// The splits of the same column that part the points like `split`, the first that does.
    pub fn alike(&self, points: &[u64], split: u32) -> Vec<u32> {
        let (column, code) = self.problem.split(split);
        let next = self.problem.next_code(points, column, code);
        (code..next).map(|other| split + (other - code)).collect()
    }
}
