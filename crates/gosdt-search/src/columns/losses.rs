//! What the splits of a node leave as trees of two leaves.
use super::instance::ColumnInstance;
use super::projection::{Projection, is_ordered};
use gosdt_bits::lanes::{Rank, Signed, Width};
use std::cell::OnceCell;

/// The cost of every split as a tree of two leaves, by column and rank; `None` where a rank does not
/// part the points. A column's are found when they are first asked for.
pub(super) struct Losses(Vec<OnceCell<Vec<Option<i64>>>>);

impl Losses {
    /// For a node of so many columns.
    pub fn new(columns: usize) -> Losses {
        Losses((0..columns).map(|_| OnceCell::new()).collect())
    }

    /// Those of a column.
    pub fn of<W: Width>(
        &self,
        problem: &ColumnInstance,
        projection: &Projection<W>,
        column: usize,
    ) -> &[Option<i64>] {
        self.0[column].get_or_init(|| losses_of(problem, projection, column))
    }
}

/// The costs of a column's splits as trees of two leaves, by rank.
pub(super) fn losses_of<W: Width>(
    problem: &ColumnInstance,
    projection: &Projection<W>,
    at: usize,
) -> Vec<Option<i64>> {
    let base = &projection.base;
    let column = &base.columns[at];
    let kinds = base.kinds.sums();
    let values: Vec<&[W::Signed]> =
        kinds.map(|kind| base.values_in_order(problem, kind, at)).collect();
    let mut losses = vec![None; column.codes.len()];
    let mut sums = vec![0i64; values.len()];
    let (mut inside, mut rest) = (Vec::new(), vec![0i64; problem.labels]);
    for (place, rank) in column.ranks.iter().enumerate() {
        sums.iter_mut().zip(&values).for_each(|(sum, values)| *sum += values[place].wide());
        let next = column.ranks.get(place + 1);
        if next == Some(rank) {
            continue;
        }
        if next.is_some() || !is_ordered(column) {
            problem.totals_of(&sums, &mut inside);
            let of_rest = projection.totals.iter().zip(&inside).map(|(all, inside)| all - inside);
            rest.iter_mut().zip(of_rest).for_each(|(rest, cost)| *rest = cost);
            let loss = problem.leaf(&inside).0 + problem.leaf(&rest).0;
            losses[rank.number() as usize] = Some(loss);
        }
        if !is_ordered(column) {
            sums.fill(0);
        }
    }
    losses
}
