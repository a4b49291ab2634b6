//! All optimal trees.
use super::base::AnyBase;
use super::projection::Projection;
use super::solver::ColumnSolver;
use crate::memo::Remaining;
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
        let mut found = Vec::new();
        let set = self.set(points.to_vec());
        let (leaf, label) = self.problem.leaf(&set.totals);
        if leaf == cost {
            found.push(Shape::leaf(self.problem.label_numbers[label]));
        }
        if remaining.is_leaf() {
            return found;
        }
        let Some(base) = self.lay_out(points) else { return found };
        let splits = match base {
            AnyBase::Narrow(base) => self.ties(&Projection::new(base, set), remaining, cost, None),
            AnyBase::Wide(base) => self.ties(&Projection::new(base, set), remaining, cost, None),
            AnyBase::Widest(base) => self.ties(&Projection::new(base, set), remaining, cost, None),
        };
        for optimal in splits {
            let sides = self.sides(points, optimal.split);
            let yes = self.optima(&sides[0], optimal.shares[0], optimal.costs[0], most);
            let no = self.optima(&sides[1], optimal.shares[1], optimal.costs[1], most);
            for split in self.alike(points, optimal.split) {
                for (yes, no) in yes.iter().flat_map(|yes| no.iter().map(move |no| (yes, no))) {
                    if found.len() >= most || self.control.stopped() {
                        return found;
                    }
                    let tree = Shape::split(split as usize, yes, no);
                    if !found.contains(&tree) {
                        found.push(tree);
                    }
                }
            }
        }
        found
    }

    /// The splits of the same column that part the points like `split`, the first that does.
    pub(super) fn alike(&self, points: &[u64], split: u32) -> Vec<u32> {
        let (column, code) = self.problem.split(split);
        let next = self.problem.next_code(points, column, code);
        (code..next).map(|other| split + (other - code)).collect()
    }
}
