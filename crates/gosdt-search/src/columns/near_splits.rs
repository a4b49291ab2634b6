//! The splits that trees within a budget may start with.
use super::base::AnyBase;
use super::canonical::OptimalSplit;
use super::projection::Projection;
use super::solver::ColumnSolver;
use crate::memo::Remaining;

/// A split that trees within a budget may start with.
pub(crate) struct ColumnNearSplit {
    /// Its number.
    pub split: u32,
    /// The least costs of its sides (yes, no).
    pub costs: [i64; 2],
    /// The label of a lone leaf on both sides.
    pub labels: [usize; 2],
}

impl ColumnSolver<'_> {
    /// The splits of a set of points that trees of cost at most `budget` start with. The solver must keep
    /// every split, so that none is missed.
    pub fn near_splits(
        &mut self,
        points: &[u64],
        remaining: Remaining,
        budget: i64,
    ) -> Vec<ColumnNearSplit> {
        let set = self.set(points.to_vec());
        let Some(base) = self.lay_out(points) else { return Vec::new() };
        let near = match base {
            AnyBase::Narrow(base) => {
                self.ties(&Projection::new(base, set), remaining, budget, None)
            }
            AnyBase::Wide(base) => self.ties(&Projection::new(base, set), remaining, budget, None),
            AnyBase::Widest(base) => {
                self.ties(&Projection::new(base, set), remaining, budget, None)
            }
        };
        let with_alike = |OptimalSplit { split, costs, .. }: OptimalSplit| {
            let labels = self.sides(points, split).map(|side| self.leaf_label(&side));
            let near = move |split: u32| ColumnNearSplit { split, costs, labels };
            self.alike(points, split).into_iter().map(near)
        };
        let mut splits: Vec<ColumnNearSplit> = near.into_iter().flat_map(with_alike).collect();
        splits.sort_unstable_by_key(|near| near.split);
        splits.dedup_by_key(|near| near.split);
        splits
    }

    /// The label of a lone leaf.
    fn leaf_label(&self, points: &[u64]) -> usize {
        self.problem.label_numbers[self.problem.leaf(&self.problem.totals(points)).1]
    }
}
