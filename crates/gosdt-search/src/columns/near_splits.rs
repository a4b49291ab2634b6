//! The splits that trees within a budget may start with.
use super::base::AnyBase;
use super::canonical::OptimalSplit;
use super::projection::Projection;
use super::solver::ColumnSolver;
use crate::memo::Remaining;

impl ColumnSolver<'_> {
    /// The splits of a set of points that trees of cost at most `budget` start with, by their number,
    /// with the least costs of their sides (yes, no). The solver must keep every split, so that none
    /// is missed.
    pub fn near_splits(
        &mut self,
        points: &[u64],
        remaining: Remaining,
        budget: i64,
    ) -> Vec<(u32, [i64; 2])> {
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
            self.alike(points, split).into_iter().map(move |split| (split, costs))
        };
        let mut splits: Vec<(u32, [i64; 2])> = near.into_iter().flat_map(with_alike).collect();
        splits.sort_unstable();
        splits.dedup();
        splits
    }
}
