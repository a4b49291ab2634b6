//! A subproblem: its points laid out, and what scanning tells of its splits.
use super::base::{Base, BaseColumn, Split};
use super::instance::{ColumnInstance, compare};
use crate::problem::SplitKind;
use gosdt_bits::Kernels;
use gosdt_bits::lanes::{Extremes, Rank, Width};
use std::cell::OnceCell;
use std::rc::Rc;

/// A subproblem.
pub(super) struct Projection<W: Width> {
    pub base: Rc<Base<W>>,
    /// The points, over all points of the problem.
    pub points: Vec<u64>,
    /// The points' costs by label, in units.
    pub totals: Vec<i64>,
    /// The sums of [`ColumnInstance::suit`] over the points, by label.
    suits: OnceCell<Vec<i64>>,
}

/// A set of points of the problem, with what it costs by label, in units.
pub(crate) struct PointSet {
    pub points: Vec<u64>,
    pub totals: Vec<i64>,
}

impl PointSet {
    /// The number of points.
    pub fn len(&self) -> usize {
        self.points.iter().map(|word| word.count_ones() as usize).sum()
    }
}

/// What counting finds of both sides of a split (yes, no), in memory that is used again.
#[derive(Default)]
pub(super) struct Counted {
    /// The costs by label, in units.
    pub totals: [Vec<i64>; 2],
    /// The least cost of two leaves by column of the base, in units. Set to lower bounds that hold
    /// already before counting, which replaces them.
    pub two: [Vec<i64>; 2],
    /// Columns whose bound is at least this need not be counted, and costs of this and more need not
    /// be exact.
    pub limits: [i64; 2],
    pairs: [LabelPairs; 2],
    /// The pairs of labels that may cost less than the limit on either side.
    alive_pairs: Vec<usize>,
    suits: [Vec<i64>; 2],
    /// The most that the points can cost, where it is counted.
    most: [Vec<i64>; 2],
}

impl Counted {
    /// Sets the lower bounds that hold before counting: those given, or 0, for each of `columns`.
    pub fn set_known(&mut self, known: [Option<&[i64]>; 2], columns: usize) {
        for (two, known) in self.two.iter_mut().zip(known) {
            two.clear();
            two.extend_from_slice(known.unwrap_or(&[]));
            two.resize(columns, 0);
        }
    }
}

impl<W: Width> Projection<W> {
    /// All points of a base.
    pub fn new(base: Rc<Base<W>>, set: PointSet) -> Projection<W> {
        let PointSet { points, totals } = set;
        Projection { base, points, totals, suits: OnceCell::new() }
    }

    /// The costs by label of both sides of a split, in units.
    pub fn totals_of_sides(
        &self,
        problem: &ColumnInstance,
        split: Split,
        totals: &mut [Vec<i64>; 2],
    ) {
        self.sums_of_sides(problem, split, self.base.kinds.label(0), &self.totals, totals);
    }

    /// The sums of values of a kind for each label, from `first` on, on both sides of a split.
    fn sums_of_sides(
        &self,
        problem: &ColumnInstance,
        split: Split,
        first: usize,
        all: &[i64],
        [yes, no]: &mut [Vec<i64>; 2],
    ) {
        yes.clear();
        yes.extend(self.base.sums(problem, first..first + all.len(), split));
        no.clear();
        no.extend(all.iter().zip(yes).map(|(all, yes)| all - *yes));
    }

    fn suits(&self, problem: &ColumnInstance) -> &[i64] {
        let total = |label: usize| self.base.total(problem, self.base.kinds.suit(label));
        self.suits.get_or_init(|| (0..problem.labels).map(total).collect())
    }

    /// Counts the least cost of two leaves on both sides of a split, column by column.
    pub fn count(
        &self,
        kernels: Kernels,
        problem: &ColumnInstance,
        split: Split,
        out: &mut Counted,
    ) {
        self.totals_of_sides(problem, split, &mut out.totals);
        if problem.has_suits() {
            let first = self.base.kinds.suit(0);
            self.sums_of_sides(problem, split, first, self.suits(problem), &mut out.suits);
            let all = [self.base.total(problem, self.base.kinds.most())];
            self.sums_of_sides(problem, split, self.base.kinds.most(), &all, &mut out.most);
        }
        for side in 0..2 {
            let Counted { totals, pairs, suits, most, limits, .. } = out;
            let sums = SideSums {
                totals: &totals[side],
                suits: &suits[side],
                most: most[side].first().copied(),
            };
            pairs[side].find(&sums, limits[side]);
        }
        let mut alive_pairs = std::mem::take(&mut out.alive_pairs);
        alive_pairs.clear();
        let is_alive = |pair: &usize| out.pairs.iter().any(|pairs| pairs.alive[*pair]);
        alive_pairs.extend((0..self.base.kinds.pairs.len()).filter(is_alive));
        for column in 0..self.base.columns.len() {
            let live = [0, 1].map(|side: usize| out.two[side][column] < out.limits[side]);
            if live == [false, false] {
                continue;
            }
            let mut best = [0, 1].map(|side: usize| out.pairs[side].rest);
            for &which in &alive_pairs {
                let (a, b) = self.base.kinds.pairs[which];
                let alive = [0, 1].map(|side: usize| live[side] && out.pairs[side].alive[which]);
                let found = self.scan(kernels, problem, split, which, column, alive);
                for side in 0..2 {
                    if let Some(extremes) = found[side] {
                        let totals = &out.totals[side];
                        let cost = (totals[b] + extremes.min).min(totals[a] - extremes.max);
                        best[side] = best[side].min(cost);
                    }
                }
            }
            for side in 0..2 {
                if live[side] {
                    let two = &mut out.two[side][column];
                    *two = (*two).max(best[side]);
                }
            }
        }
        out.alive_pairs = alive_pairs;
    }

    /// Scans a column for a pair of labels on the sides that are wanted.
    fn scan(
        &self,
        kernels: Kernels,
        problem: &ColumnInstance,
        split: Split,
        which: usize,
        column: usize,
        alive: [bool; 2],
    ) -> [Option<Extremes>; 2] {
        if alive == [false, false] {
            return [None, None];
        }
        let compare = compare(self.base.columns[split.column].kind);
        let ranks = &self.base.in_lanes(split.column, column);
        let rank = W::Rank::from_rank(split.rank);
        let values = self.base.differences(problem, which, column);
        let cuts = self.base.cuts(column);
        match alive {
            [true, true] => W::scan(kernels, compare, ranks, rank, values, cuts).map(Some),
            [true, false] => {
                [Some(W::scan_side(kernels, compare, ranks, (rank, true), values, cuts)), None]
            }
            _ => [None, Some(W::scan_side(kernels, compare, ranks, (rank, false), values, cuts))],
        }
    }
}

/// The labels that the two leaves of a side may have.
#[derive(Default)]
struct LabelPairs {
    /// Whether a pair of labels may cost less than the limit.
    alive: Vec<bool>,
    /// What one leaf costs, or the least that the pairs cost that are not alive.
    rest: i64,
}

/// What the points of a side cost, in units.
struct SideSums<'a> {
    /// By label.
    totals: &'a [i64],
    /// What the points that each label suits best cost at least with any other. Where each point costs
    /// the same with all labels but one, the totals tell it.
    suits: &'a [i64],
    /// The most that they can cost; where the totals tell it, nothing.
    most: Option<i64>,
}

impl LabelPairs {
    /// Finds the pairs that may cost less than `limit`.
    fn find(&mut self, sums: &SideSums<'_>, limit: i64) {
        let SideSums { totals, suits, most } = *sums;
        let labels = totals.len();
        self.rest = totals.iter().copied().min().unwrap_or(0);
        self.alive.clear();
        if labels <= 2 {
            self.alive.resize(labels / 2, limit > 0);
            if limit <= 0 {
                self.rest = self.rest.min(0);
            }
            return;
        }
        let of_totals = totals.iter().sum::<i64>() / (labels as i64 - 1);
        let suited = |label: usize| match most {
            Some(_) => suits[label],
            None => of_totals - totals[label],
        };
        // A label with which every point costs the most is of no use: any other does as well.
        let is_useless = |label: usize| totals[label] == most.unwrap_or(of_totals);
        let all: i64 = (0..labels).map(suited).sum();
        for b in 0..labels {
            for a in 0..b {
                // The points that suit neither label.
                let least = all - suited(a) - suited(b);
                let is_alive = least < limit;
                if !is_alive {
                    self.rest = self.rest.min(least.max(limit));
                }
                self.alive.push(is_alive && !is_useless(a) && !is_useless(b));
            }
        }
    }
}

/// Whether a column of the base has thresholds.
pub(super) fn is_ordered<W: Width>(column: &BaseColumn<W>) -> bool {
    column.kind == SplitKind::Thresholds
}
