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
        let pairs = projection.pairs_by_bound(self.problem);
        let mut best = (leaf, None);
        for column in 0..projection.base.columns.len() {
            if let Some(cost) = self.least_of_column(projection, column, &pairs, best.0) {
                best = (cost, Some(column));
            }
        }
        let (cost, Some(column)) = best else { return (leaf, LEAF) };
        let losses = losses_of(self.problem, projection, column);
        let rank = losses.iter().position(|&loss| loss == Some(cost)).expect("a scan found it");
        let column = &projection.base.columns[column];
        (cost, self.problem.columns[column.column].first_split + column.codes[rank])
    }

    /// The least cost of two leaves that a column parts, if it is less than `most`. Pairs of labels that
    /// cannot cost less are not scanned.
    pub(super) fn least_of_column<W: Width>(
        &self,
        projection: &Projection<W>,
        column: usize,
        pairs: &[(i64, usize)],
        most: i64,
    ) -> Option<i64> {
        let base = &projection.base;
        let (unit, penalty) = (self.problem.unit, self.problem.per_leaf);
        let in_costs = |units: i64| units.saturating_mul(unit).saturating_add(2 * penalty);
        let ranks = vec![W::Rank::from_rank(0); base.lanes()];
        let cuts = base.cuts(column);
        let mut least = most;
        for &(bound, which) in pairs {
            if in_costs(bound) >= least {
                break;
            }
            let (a, b) = base.kinds.pairs[which];
            let values = base.differences(self.problem, which, column);
            // Every point is on the yes-side.
            let all = (W::Rank::MOST, true);
            let found = W::scan_side(self.kernels, Compare::AtMost, &ranks, all, values, cuts);
            let cost = (projection.totals[b] + found.min).min(projection.totals[a] - found.max);
            least = least.min(in_costs(cost));
        }
        (least < most).then_some(least)
    }
}
