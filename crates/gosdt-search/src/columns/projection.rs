//! A subproblem: its points laid out, and what scanning tells of its splits.
use super::base::{Base, BaseColumn, PlacedSplit, Split};
use super::gathered::AlongOthers;
use super::instance::{ColumnInstance, compare};
use super::linear::{LinearCosts, LinearSums};
use crate::problem::SplitKind;
use gosdt_bits::Kernels;
use gosdt_bits::lanes::{Compare, CutPlaces, Extremes, Rank, Values, Width};
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
    /// The sums of what costs are linear in.
    linear_sums: OnceCell<LinearSums>,
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
    /// The least that was found so far, or the limit: pairs of labels that cannot cost less need not be
    /// counted, either.
    least: [i64; 2],
    pairs: [LabelPairs; 2],
    /// The pairs of labels that may cost less than the limit on either side, the most promising first.
    alive_pairs: Vec<usize>,
    /// What each pair of labels costs at least in the column at hand.
    in_column: [Vec<i64>; 2],
    linear_sums: [LinearSums; 2],
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

    /// Begins to count a column.
    fn begin_column(&mut self) {
        for (in_column, pairs) in self.in_column.iter_mut().zip(&self.pairs) {
            in_column.clear();
            in_column.extend_from_slice(&pairs.bounds);
        }
    }

    /// Raises what the alive pairs behind the n-th cost at least in the column at hand, where that costs
    /// `cost` on a side: most pairs have labels that differ little from those of others.
    fn raise_others(
        &mut self,
        linear: &LinearCosts,
        pairs: &[(usize, usize)],
        (nth, side): (usize, usize),
        cost: i64,
    ) {
        let known = pairs[self.alive_pairs[nth]];
        for &other in &self.alive_pairs[nth + 1..] {
            let saved = linear.most_saved(&self.linear_sums[side], known, pairs[other]);
            let bound = &mut self.in_column[side][other];
            *bound = (*bound).max(cost - saved);
        }
    }

    /// Finds the pairs of labels that may cost less than the limits. What the others cost at least holds
    /// for every column.
    fn find_alive_pairs(&mut self) {
        let Counted { pairs, limits, alive_pairs, .. } = self;
        alive_pairs.clear();
        alive_pairs.extend(0..pairs[0].bounds.len());
        alive_pairs.retain(|&which| {
            let alive = of_sides(|side| pairs[side].bounds[which] < limits[side]);
            for side in (0..2).filter(|&side| !alive[side]) {
                pairs[side].rest = pairs[side].rest.min(pairs[side].bounds[which]);
            }
            alive != [false, false]
        });
        let bound = |which: usize| pairs[0].bounds[which].min(pairs[1].bounds[which]);
        alive_pairs.sort_unstable_by_key(|&which| bound(which));
    }
}

impl<W: Width> Projection<W> {
    /// All points of a base.
    pub fn new(base: Rc<Base<W>>, set: PointSet) -> Projection<W> {
        let PointSet { points, totals } = set;
        Projection { base, points, totals, suits: OnceCell::new(), linear_sums: OnceCell::new() }
    }

    /// The costs by label of both sides of a split, in units.
    pub fn totals_of_sides(
        &self,
        problem: &ColumnInstance,
        split: &PlacedSplit,
        totals: &mut [Vec<i64>; 2],
    ) {
        if let Some(linear) = &problem.linear {
            let sums = self.linear_sums_of_sides(problem, split);
            (0..2).for_each(|side| linear.totals(&sums[side], &mut totals[side]));
            return;
        }
        self.sums_of_sides(problem, split, self.base.kinds.label(0), &self.totals, totals);
    }

    /// The sums of what costs are linear in, on both sides of a split.
    fn linear_sums_of_sides(
        &self,
        problem: &ColumnInstance,
        split: &PlacedSplit,
    ) -> [LinearSums; 2] {
        let all = self.linear_sums(problem);
        let mut yes = [0; LinearCosts::KINDS];
        let sums = self.base.sums(problem, 0..LinearCosts::KINDS, split);
        yes.iter_mut().zip(sums).for_each(|(to, sum)| *to = sum);
        [yes, std::array::from_fn(|kind| all[kind] - yes[kind])]
    }

    /// The same of all points.
    fn linear_sums(&self, problem: &ColumnInstance) -> LinearSums {
        *self.linear_sums.get_or_init(|| std::array::from_fn(|kind| self.base.total(problem, kind)))
    }

    /// The sums of values of a kind for each label, from `first` on, on both sides of a split.
    fn sums_of_sides(
        &self,
        problem: &ColumnInstance,
        split: &PlacedSplit,
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

    /// The pairs of labels that two leaves of all points may have, with the least that they can cost, the
    /// most promising first.
    pub fn pairs_by_bound(&self, problem: &ColumnInstance) -> Vec<(i64, usize)> {
        let mut pairs = LabelPairs::default();
        if let Some(linear) = &problem.linear {
            pairs.find_linear(linear, &self.linear_sums(problem), &self.totals);
            return pairs.by_bound();
        }
        let has_suits = problem.has_suits();
        let sums = SideSums {
            totals: &self.totals,
            suits: if has_suits { self.suits(problem) } else { &[] },
            most: has_suits.then(|| self.base.total(problem, self.base.kinds.most())),
        };
        pairs.find(&sums);
        pairs.by_bound()
    }

    /// Counts the least cost of two leaves on both sides of a split, column by column.
    pub fn count(
        &self,
        kernels: Kernels,
        problem: &ColumnInstance,
        split: &PlacedSplit,
        out: &mut Counted,
    ) {
        self.find_pairs(problem, split, out);
        out.least = out.limits;
        out.find_alive_pairs();
        let Split { column, rank } = split.split;
        let scanned = ScannedSplit {
            kernels,
            column,
            compare: compare(self.base.columns[column].kind),
            ranks: self.base.in_lanes(column),
            rank: W::Rank::from_rank(rank),
        };
        for column in 0..self.base.columns.len() {
            self.count_column(problem, &scanned, column, out);
        }
    }

    /// The costs by label of both sides of a split, and what each pair of labels costs at least.
    fn find_pairs(&self, problem: &ColumnInstance, split: &PlacedSplit, out: &mut Counted) {
        if let Some(linear) = &problem.linear {
            let sums = self.linear_sums_of_sides(problem, split);
            for (side, sums) in sums.iter().enumerate() {
                out.linear_sums[side] = *sums;
                linear.totals(sums, &mut out.totals[side]);
                out.pairs[side].find_linear(linear, sums, &out.totals[side]);
            }
            return;
        }
        self.totals_of_sides(problem, split, &mut out.totals);
        if problem.has_suits() {
            let first = self.base.kinds.suit(0);
            self.sums_of_sides(problem, split, first, self.suits(problem), &mut out.suits);
            let all = [self.base.total(problem, self.base.kinds.most())];
            self.sums_of_sides(problem, split, self.base.kinds.most(), &all, &mut out.most);
        }
        for side in 0..2 {
            let Counted { totals, pairs, suits, most, .. } = out;
            let sums = SideSums {
                totals: &totals[side],
                suits: &suits[side],
                most: most[side].first().copied(),
            };
            pairs[side].find(&sums);
        }
    }

    /// Counts the least cost of two leaves in one column, where it may be the least of all.
    fn count_column(
        &self,
        problem: &ColumnInstance,
        split: &ScannedSplit<W>,
        column: usize,
        out: &mut Counted,
    ) {
        let live = of_sides(|side| out.two[side][column] < out.limits[side]);
        if live == [false, false] {
            return;
        }
        let cuts = self.base.cuts(column);
        let mut best = of_sides(|side| out.pairs[side].rest);
        let mut most = of_sides(|side| out.least[side].min(best[side]));
        out.begin_column();
        let raises = self.base.lanes() >= LANES_PER_PAIR * out.alive_pairs.len();
        for nth in 0..out.alive_pairs.len() {
            let which = out.alive_pairs[nth];
            let (a, b) = self.base.kinds.pairs[which];
            let bounds = of_sides(|side| out.in_column[side][which]);
            let alive = of_sides(|side| live[side] && bounds[side] < most[side]);
            let found = match alive {
                [false, false] => [None, None],
                _ => {
                    let ranks = self.base.along_in_lanes(&split.ranks, split.column, column);
                    let values = self.base.differences(problem, which, column);
                    split.scan(ranks, values, cuts, alive)
                }
            };
            for side in 0..2 {
                let cost = match found[side] {
                    Some(extremes) => {
                        let totals = &out.totals[side];
                        (totals[b] + extremes.min).min(totals[a] - extremes.max)
                    }
                    None => bounds[side],
                };
                best[side] = best[side].min(cost);
                most[side] = most[side].min(cost);
                if let (Some(linear), Some(_), true) = (&problem.linear, found[side], raises) {
                    out.raise_others(linear, &self.base.kinds.pairs, (nth, side), cost);
                }
            }
        }
        for side in 0..2 {
            if live[side] {
                let two = &mut out.two[side][column];
                *two = (*two).max(best[side]);
                out.least[side] = out.least[side].min(*two);
            }
        }
    }
}

/// Where a column has so many lanes per alive pair of labels, what one pair costs is worth comparing with
/// what others can: that takes as long as scanning some lanes for each.
const LANES_PER_PAIR: usize = 64;

/// A split that is evaluated, with the ranks of its column along others, in lanes.
struct ScannedSplit<W: Width> {
    kernels: Kernels,
    column: usize,
    compare: Compare,
    ranks: Rc<AlongOthers<W::Rank>>,
    rank: W::Rank,
}

impl<W: Width> ScannedSplit<W> {
    /// Scans a column on the sides that are wanted, at least one.
    #[inline]
    fn scan(
        &self,
        ranks: &[W::Rank],
        values: Values<'_, W::Signed>,
        cuts: CutPlaces<'_, W::Signed>,
        alive: [bool; 2],
    ) -> [Option<Extremes>; 2] {
        let ScannedSplit { kernels, compare, rank, .. } = *self;
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
    /// The least that two leaves with a pair of labels can cost.
    bounds: Vec<i64>,
    /// What one leaf costs, or the least that the pairs cost that need not be counted.
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
    /// Finds the least that each pair can cost where costs are linear.
    fn find_linear(&mut self, linear: &LinearCosts, sums: &LinearSums, totals: &[i64]) {
        self.rest = totals.iter().copied().min().unwrap_or(0);
        self.bounds.clear();
        for b in 0..totals.len() {
            self.bounds.extend((0..b).map(|a| linear.least_of_pair(sums, a, b)));
        }
    }

    /// The least that each pair can cost, and its number, the least first.
    fn by_bound(self) -> Vec<(i64, usize)> {
        let mut by_bound: Vec<(i64, usize)> = self.bounds.into_iter().zip(0..).collect();
        by_bound.sort_unstable();
        by_bound
    }

    /// Finds the least that each pair can cost.
    fn find(&mut self, sums: &SideSums<'_>) {
        let SideSums { totals, suits, most } = *sums;
        let labels = totals.len();
        self.rest = totals.iter().copied().min().unwrap_or(0);
        self.bounds.clear();
        if labels <= 2 {
            self.bounds.resize(labels / 2, 0);
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
                self.bounds.push(if is_useless(a) || is_useless(b) { i64::MAX } else { least });
            }
        }
    }
}

/// What holds for the yes-side and the no-side.
#[inline(always)]
pub(super) fn of_sides<T>(of: impl Fn(usize) -> T) -> [T; 2] {
    [of(0), of(1)]
}

/// Whether a column of the base has thresholds.
pub(super) fn is_ordered<W: Width>(column: &BaseColumn<W>) -> bool {
    column.kind == SplitKind::Thresholds
}
