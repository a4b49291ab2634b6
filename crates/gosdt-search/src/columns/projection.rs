//! A subproblem inside a base: which of the base's points it has, and what scanning tells of its
//! splits.
use super::base::{Base, BaseColumn};
use super::instance::{ColumnInstance, compare};
use crate::problem::SplitKind;
use gosdt_bits::Kernels;
use gosdt_bits::lanes::{Extremes, Rank, Signed, Width};
use std::cell::OnceCell;
use std::rc::Rc;

/// A split of a base's column: the column (of the base) and the rank it compares with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Split {
    pub column: usize,
    pub rank: u32,
}

/// What a projection has of its own where it is a part of its base.
struct Part<'p, W: Width> {
    parent: &'p Projection<'p, W>,
    split: Split,
    yes: bool,
    /// Per column, bit p is set where the point at place p of its order is inside.
    inside: Vec<OnceCell<Vec<u64>>>,
    /// The base's values where the points are inside, else 0.
    values: Vec<OnceCell<Vec<W::Signed>>>,
}

/// A subproblem inside a base.
pub(super) struct Projection<'p, W: Width> {
    pub base: Rc<Base<W>>,
    /// The points, over all points of the problem.
    pub points: Vec<u64>,
    /// The points' costs by label, in units.
    pub totals: Vec<i64>,
    /// [`ColumnInstance::suits_of`] the points.
    suits: OnceCell<Vec<i64>>,
    part: Option<Part<'p, W>>,
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
    suits: [Vec<i64>; 2],
}

impl<'p, W: Width> Projection<'p, W> {
    /// All points of a base.
    pub fn whole(base: Rc<Base<W>>, set: PointSet) -> Projection<'p, W> {
        let PointSet { points, totals } = set;
        Projection { base, points, totals, suits: OnceCell::new(), part: None }
    }

    /// The part of `parent` on one side of a split, in the same base.
    pub fn part(
        parent: &'p Projection<'p, W>,
        (split, yes): (Split, bool),
        set: PointSet,
    ) -> Projection<'p, W> {
        let PointSet { points, totals } = set;
        let base = parent.base.clone();
        let cells = base.columns.len();
        let kinds = base.kinds();
        let part = Part {
            parent,
            split,
            yes,
            inside: (0..cells).map(|_| OnceCell::new()).collect(),
            values: (0..cells * kinds).map(|_| OnceCell::new()).collect(),
        };
        Projection { base, points, totals, suits: OnceCell::new(), part: Some(part) }
    }

    /// Which points along a column's order are inside; `None` is all.
    pub fn inside(&self, kernels: Kernels, column: usize) -> Option<&[u64]> {
        let part = self.part.as_ref()?;
        let Part { parent, split, yes, inside, .. } = part;
        Some(inside[column].get_or_init(|| {
            let mut out = vec![0; self.base.len().div_ceil(64)];
            let ranks = &self.base.in_order(split.column, column);
            let compare = compare(self.base.columns[split.column].kind);
            let split = (W::Rank::from_rank(split.rank), *yes);
            match parent.inside(kernels, column) {
                Some(of) => W::keep_bits(kernels, compare, ranks, split, of, &mut out),
                None => {
                    let of = vec![!0; out.len()];
                    W::keep_bits(kernels, compare, ranks, split, &of, &mut out);
                }
            }
            out
        }))
    }

    /// Signed costs along a column, 0 at points that are not inside.
    fn values(
        &self,
        kernels: Kernels,
        problem: &ColumnInstance,
        which: usize,
        column: usize,
    ) -> &[W::Signed] {
        let Some(part) = &self.part else { return self.base.values(problem, which, column) };
        let Part { parent, split, yes, values, .. } = part;
        values[which * self.base.columns.len() + column].get_or_init(|| {
            let of = parent.values(kernels, problem, which, column);
            let mut out = vec![W::Signed::ZERO; of.len()];
            let ranks = &self.base.in_lanes(split.column, column);
            let compare = compare(self.base.columns[split.column].kind);
            W::keep(kernels, compare, ranks, (W::Rank::from_rank(split.rank), *yes), of, &mut out);
            out
        })
    }

    /// The costs by label of both sides of a split, in units.
    pub fn totals_of_sides(
        &self,
        kernels: Kernels,
        problem: &ColumnInstance,
        split: Split,
        totals: &mut [Vec<i64>; 2],
    ) {
        let first = self.base.label_values(0);
        self.sums(kernels, problem, split, (first, problem.labels), &mut totals[0]);
        let [yes, no] = totals;
        no.clear();
        no.extend(self.totals.iter().zip(yes).map(|(all, yes)| all - *yes));
    }

    /// The sums of `many` kinds of values, from `first` on, on the yes-side of a split.
    fn sums(
        &self,
        kernels: Kernels,
        problem: &ColumnInstance,
        split: Split,
        (first, many): (usize, usize),
        out: &mut Vec<i64>,
    ) {
        let compare = compare(self.base.columns[split.column].kind);
        let rank = W::Rank::from_rank(split.rank);
        // Any order will do for a sum.
        let ranks = &self.base.in_lanes(split.column, split.column);
        let values = |which: usize| self.values(kernels, problem, first + which, split.column);
        out.clear();
        for which in (0..many).step_by(2) {
            let two = [values(which), values((which + 1).min(many - 1))];
            out.extend(W::sums(kernels, compare, ranks, rank, two));
        }
        out.truncate(many);
    }

    /// Counts the least cost of two leaves on both sides of a split, column by column.
    pub fn count(
        &self,
        kernels: Kernels,
        problem: &ColumnInstance,
        split: Split,
        out: &mut Counted,
    ) {
        self.totals_of_sides(kernels, problem, split, &mut out.totals);
        if problem.has_suits() {
            let first = self.base.suit_values(0);
            self.sums(kernels, problem, split, (first, problem.labels), &mut out.suits[0]);
            let suits = self.suits.get_or_init(|| problem.suits_of(&self.points));
            let [yes, no] = &mut out.suits;
            no.clear();
            no.extend(suits.iter().zip(yes).map(|(all, yes)| all - *yes));
        }
        for side in 0..2 {
            let Counted { totals, pairs, suits, limits, .. } = out;
            pairs[side].find(problem, &totals[side], &suits[side], limits[side]);
        }
        for column in 0..self.base.columns.len() {
            let live = [0, 1].map(|side: usize| out.two[side][column] < out.limits[side]);
            if live == [false, false] {
                continue;
            }
            let mut best = [0, 1].map(|side: usize| out.pairs[side].rest);
            for (which, &(a, b)) in self.base.pairs().iter().enumerate() {
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
        let values = self.values(kernels, problem, which, column);
        let cuts = self.base.columns[column].cuts();
        match alive {
            [true, true] => W::scan(kernels, compare, ranks, rank, values, cuts).map(Some),
            [true, false] => {
                [Some(W::scan_side(kernels, compare, ranks, (rank, true), values, cuts)), None]
            }
            _ => [None, Some(W::scan_side(kernels, compare, ranks, (rank, false), values, cuts))],
        }
    }

    /// The places of a column's order whose points are inside, forwards or backwards.
    pub fn places<'s>(
        &'s self,
        kernels: Kernels,
        column: usize,
        backwards: bool,
    ) -> Box<dyn Iterator<Item = usize> + 's> {
        let all = 0..self.base.len();
        let is_inside =
            move |inside: &[u64], place: usize| inside[place / 64] >> (place % 64) & 1 == 1;
        match (self.inside(kernels, column), backwards) {
            (None, false) => Box::new(all),
            (None, true) => Box::new(all.rev()),
            (Some(inside), false) => Box::new(all.filter(move |&place| is_inside(inside, place))),
            (Some(inside), true) => {
                Box::new(all.rev().filter(move |&place| is_inside(inside, place)))
            }
        }
    }

    /// The rank of the middle one of the points with ranks from `first` to `last`, if there are any.
    pub fn middle(&self, kernels: Kernels, column: usize, first: u32, last: u32) -> Option<u32> {
        let BaseColumn { ranks, starts, .. } = &self.base.columns[column];
        let (from, to) = (starts[first as usize] as usize, starts[last as usize + 1] as usize);
        let place = match self.inside(kernels, column) {
            None => (from < to).then(|| (from + to - 1) / 2),
            Some(inside) => middle_one(inside, from, to),
        };
        place.map(|place| ranks[place])
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

impl LabelPairs {
    /// Finds the pairs for a side with these costs by label; `suits` has what the points that each
    /// label suits best cost at least with any other.
    fn find(&mut self, problem: &ColumnInstance, totals: &[i64], suits: &[i64], limit: i64) {
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
        // Where each point costs the same with all labels but one, the totals tell the same.
        let of_totals = totals.iter().sum::<i64>() / (labels as i64 - 1);
        let suited = |label: usize| match problem.has_suits() {
            true => suits[label],
            false => of_totals - totals[label],
        };
        let all: i64 = (0..labels).map(suited).sum();
        for b in 0..labels {
            for a in 0..b {
                // The points that suit neither label.
                let least = all - suited(a) - suited(b);
                let is_alive = least < limit;
                if !is_alive {
                    self.rest = self.rest.min(least.max(limit));
                }
                self.alive.push(is_alive);
            }
        }
    }
}

/// The middle one of the bits set from `from` up to `to`.
fn middle_one(words: &[u64], from: usize, to: usize) -> Option<usize> {
    let masked = |at: usize| {
        let low = if at == from / 64 { !0 << (from % 64) } else { !0 };
        let high = if (at + 1) * 64 > to { !0u64 >> (64 - (to - at * 64).min(64)) } else { !0 };
        words[at] & low & high
    };
    if from >= to {
        return None;
    }
    let span = from / 64..to.div_ceil(64);
    let count: u32 = span.clone().map(|at| masked(at).count_ones()).sum();
    let mut left = count.checked_sub(1)? / 2;
    for at in span {
        let mut word = masked(at);
        let ones = word.count_ones();
        if left < ones {
            (0..left).for_each(|_| word &= word - 1);
            return Some(at * 64 + word.trailing_zeros() as usize);
        }
        left -= ones;
    }
    None
}

/// Whether a column of the base has thresholds.
pub(super) fn is_ordered<W: Width>(column: &BaseColumn<W>) -> bool {
    column.kind == SplitKind::Thresholds
}
