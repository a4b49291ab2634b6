//! The best tree of two leaves, by scans.
use super::losses::losses_of;
use super::projection::Projection;
use super::solver::ColumnSolver;
use crate::memo::LEAF;
use gosdt_bits::lanes::{Compare, Rank, Width};

impl ColumnSolver<'_> {
    /// The best tree of at most two leaves: its cost and its split. Of equally good splits the first.
    pub(super) fn best_stump<W: Width>(&self, projection: &Projection<W>) -> (i64, u32) {
        let (leaf, _) = self.problem.leaf(&projection.totals);
        let columns = 0..projection.base.columns.len();
        let costs = columns.map(|column| (self.least_of_column(projection, column), column));
        let Some((cost, column)) = costs.min().filter(|&(cost, _)| cost < leaf) else {
            return (leaf, LEAF);
        };
        let losses = losses_of(self.problem, projection, column);
        let rank = losses.iter().position(|&loss| loss == Some(cost)).expect("a scan found it");
        let column = &projection.base.columns[column];
        (cost, self.problem.columns[column.column].first_split + column.codes[rank])
    }

    /// The least cost of two leaves that a column parts.
    fn least_of_column<W: Width>(&self, projection: &Projection<W>, column: usize) -> i64 {
        let base = &projection.base;
        let ranks = vec![W::Rank::from_rank(0); base.lanes()];
        let cuts = base.cuts(column);
        let cost = |(which, &(a, b)): (usize, &(usize, usize))| {
            let values = base.differences(self.problem, which, column);
            // Every point is on the yes-side.
            let all = (W::Rank::MOST, true);
            let found = W::scan_side(self.kernels, Compare::AtMost, &ranks, all, values, cuts);
            (projection.totals[b] + found.min).min(projection.totals[a] - found.max)
        };
        let least = base.kinds.pairs.iter().enumerate().map(cost).min().unwrap_or(i64::MAX / 4);
        least * self.problem.unit + 2 * self.problem.per_leaf
    }
}
