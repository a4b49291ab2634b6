//! A set of points laid out for scans along its columns.
//!
//! Of every column the points are kept in the column's order, cut into lanes (see
//! [`gosdt_bits::lanes`]). To evaluate a split of column c against all splits of column d, the ranks
//! of c along the order of d are compared with the split and the points' signed costs are summed on
//! both sides.
//!
//! The set of all points is laid out by gathering. A side of a split is a part of its parent: whatever
//! is asked of it is packed from what the parent has, in the same order and with the same ranks, when
//! it is first asked for. A side of which no part will be laid out may do without a layout of its own:
//! it is scanned in that of its parent, with values that are zero outside of it.
use super::gathered::{AlongOthers, BytesOfAll, Gathered, exceeds_memory};
use super::instance::{ColumnInstance, compare, ones};
use super::values::{ColumnValues, ValueKinds};
use crate::problem::SplitKind;
use gosdt_bits::Kernels;
use gosdt_bits::lanes::{
    CutPlaces, Narrow, Number, Rank, Signed, Values, Wide, Widest, Width, cut_into_lanes, pack,
    steps_of,
};
use std::cell::{OnceCell, RefCell};
use std::ops::Range;
use std::rc::Rc;

/// A side is scanned in its parent's layout if it has at least one of so many of the parent's points...
const LEAST_SHARE: usize = 8;

/// ... and the ranks of all of the parent's columns along all others have at most so many bytes.
const MOST_MASKED: usize = 3 << 19;

/// What will be done with the layout of a side.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Parts of it will be laid out, too.
    Recursion,
    /// Its splits will be counted, each against all others, and no part will be laid out.
    Counts,
    /// The same, and they are few: to pack the side costs as much as several counts.
    FewCounts,
}

/// A split of a base's column: the column (of the base) and the rank it compares with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Split {
    pub column: usize,
    pub rank: u32,
}

/// A split, and the places of the points on its yes-side.
#[derive(Clone, Debug)]
pub(crate) struct PlacedSplit {
    pub split: Split,
    pub yes: Range<usize>,
}

/// A column over the points of a base.
pub(crate) struct BaseColumn<W: Width> {
    /// Which column of the problem it is.
    pub column: usize,
    pub kind: SplitKind,
    /// The rank at each place of the order, ascending.
    pub ranks: Rc<Vec<W::Rank>>,
    /// The code of each rank.
    pub codes: Rc<[u32]>,
    /// Whether prefixes that end inside a group of equal values must not count.
    has_groups: bool,
    /// −1 where a group of equal values ends, in lanes.
    ends: OnceCell<Vec<W::Signed>>,
    /// The points in the column's order.
    order: OnceCell<Vec<u32>>,
    values: ColumnValues<W>,
    /// Of a part: which column of the parent it is, and which places of that are inside.
    of_parent: usize,
    inside: Vec<u64>,
}

impl<W: Width> BaseColumn<W> {
    fn new(column: usize, kind: SplitKind, ranks: Vec<W::Rank>, codes: Rc<[u32]>) -> Self {
        BaseColumn {
            column,
            kind,
            ranks: Rc::new(ranks),
            codes,
            has_groups: kind == SplitKind::Categories,
            ends: OnceCell::new(),
            order: OnceCell::new(),
            values: ColumnValues::default(),
            of_parent: 0,
            inside: Vec::new(),
        }
    }

    /// The places of the points with ranks from `first` to `last`.
    pub fn places(&self, first: u32, last: u32) -> Range<usize> {
        let from = self.ranks.partition_point(|rank| rank.number() < first);
        let many = self.ranks[from..].partition_point(|rank| rank.number() <= last);
        from..from + many
    }

    /// The places of the points on the yes-side of a split, given those of the points with its rank.
    pub fn yes_places(&self, of_rank: Range<usize>) -> Range<usize> {
        match self.kind {
            SplitKind::Thresholds => 0..of_rank.end,
            SplitKind::Categories => of_rank,
        }
    }

    /// The places of the points whose rank is that of the middle one of some places. These begin and end
    /// between ranks.
    pub fn middle_group(&self, places: Range<usize>) -> Range<usize> {
        let middle = (places.start + places.end - 1) / 2;
        let rank = self.ranks[middle];
        let before = &self.ranks[places.start..middle];
        let behind = &self.ranks[middle + 1..places.end];
        let first = match before.last() == Some(&rank) {
            true => places.start + before.partition_point(|other| *other < rank),
            false => middle,
        };
        let many = match behind.first() == Some(&rank) {
            true => behind.partition_point(|other| *other <= rank),
            false => 0,
        };
        first..middle + 1 + many
    }

    /// The rank of the middle one of the points with ranks from `first` to `last`, if there are any.
    pub fn middle(&self, first: u32, last: u32) -> Option<u32> {
        let places = self.places(first, last);
        (!places.is_empty()).then(|| self.ranks[(places.start + places.end - 1) / 2].number())
    }

    /// Where its points may be cut in two.
    fn cuts(&self, kernels: Kernels) -> CutPlaces<'_, W::Signed> {
        match self.kind {
            SplitKind::Categories => CutPlaces::Groups(self.ends(kernels)),
            SplitKind::Thresholds if self.has_groups => CutPlaces::AtEnds(self.ends(kernels)),
            SplitKind::Thresholds => CutPlaces::Anywhere,
        }
    }

    fn ends(&self, kernels: Kernels) -> &[W::Signed] {
        self.ends.get_or_init(|| {
            let end = |pair: &[W::Rank]| match pair[0] == pair[1] {
                true => W::Signed::ZERO,
                false => W::Signed::END,
            };
            let mut ends: Vec<W::Signed> = self.ranks.windows(2).map(end).collect();
            ends.push(W::Signed::END);
            let mut out = Vec::new();
            cut_into_lanes(kernels, &ends, W::LANES, W::Signed::ZERO, &mut out);
            out
        })
    }
}

/// A column, and the rank of each point in it.
type RanksByPoint<R> = (usize, Rc<Vec<R>>);

/// A set of points laid out.
pub(crate) struct Base<W: Width> {
    pub columns: Vec<BaseColumn<W>>,
    pub kinds: ValueKinds,
    len: usize,
    kernels: Kernels,
    purpose: Purpose,
    parent: Option<Rc<Base<W>>>,
    /// Of a side that is scanned in its parent's layout: which side it is.
    masked: Option<(Split, bool)>,
    /// Ranks of each column along the orders of all columns, in lanes.
    in_lanes: Gathered<W::Rank>,
    /// The same place by place.
    in_order: Gathered<W::Rank>,
    /// Memory for ranks place by place that are not kept.
    scratch: RefCell<Vec<W::Rank>>,
    /// Of all points: values of each kind.
    values_by_point: Vec<OnceCell<Vec<W::Signed>>>,
    /// The ranks by point of the column that was last asked for.
    by_point: RefCell<Option<RanksByPoint<W::Rank>>>,
}

/// The points of a set in a column's order, and their codes.
pub(crate) struct Ordered {
    pub column: usize,
    pub order: Vec<u32>,
    pub codes: Vec<u32>,
}

impl<W: Width> Base<W> {
    fn with_columns(
        problem: &ColumnInstance,
        len: usize,
        columns: Vec<BaseColumn<W>>,
        gathered: BytesOfAll,
    ) -> Base<W> {
        let kinds = ValueKinds::new(problem);
        Base {
            len,
            kernels: problem.kernels,
            values_by_point: (0..kinds.len()).map(|_| OnceCell::new()).collect(),
            kinds,
            purpose: Purpose::Recursion,
            parent: None,
            masked: None,
            in_lanes: Gathered::new(columns.len(), gathered.clone()),
            in_order: Gathered::new(columns.len(), gathered),
            scratch: RefCell::new(Vec::new()),
            by_point: RefCell::new(None),
            columns,
        }
    }

    /// Lays out a set of points, whose orders are given. Columns with one value only are left out.
    pub fn whole(
        problem: &ColumnInstance,
        len: usize,
        orders: impl Iterator<Item = Ordered>,
        purpose: Purpose,
    ) -> Base<W> {
        let varies = |ordered: &Ordered| ordered.codes.first() != ordered.codes.last();
        let columns = orders.filter(varies).map(|of| Base::lay_out(problem, of));
        let columns = columns.collect();
        Base { purpose, ..Base::with_columns(problem, len, columns, BytesOfAll::default()) }
    }

    fn lay_out(problem: &ColumnInstance, ordered: Ordered) -> BaseColumn<W> {
        let Ordered { column, order, codes: by_place } = ordered;
        let mut codes = Vec::new();
        let mut ranks = Vec::with_capacity(order.len());
        for code in by_place {
            if codes.last() != Some(&code) {
                codes.push(code);
            }
            ranks.push(W::Rank::from_rank(codes.len() as u32 - 1));
        }
        let kind = problem.columns[column].kind;
        let mut laid_out = BaseColumn::new(column, kind, ranks, codes.into());
        laid_out.has_groups |= is_mixed(problem, &order, &laid_out.ranks);
        laid_out.order = OnceCell::from(order);
        laid_out
    }

    /// Lays out one side of a split of `parent`.
    fn side(
        problem: &ColumnInstance,
        parent: &Rc<Base<W>>,
        (split, yes): (Split, bool),
        purpose: Purpose,
    ) -> Base<W> {
        let compare = compare(parent.columns[split.column].kind);
        let all = vec![!0; parent.len.div_ceil(64)];
        let at = (W::Rank::from_rank(split.rank), yes);
        let ranks = parent.in_order(split.column);
        let part = Base::part(problem, parent, |column| {
            let mut inside = vec![0; all.len()];
            let along = parent.along(&ranks, split.column, column);
            W::keep_bits(parent.kernels, compare, along, at, &all, &mut inside);
            inside
        });
        let is_masked = purpose == Purpose::FewCounts && parent.is_small_beside(part.len);
        Base { purpose, masked: is_masked.then_some((split, yes)), ..part }
    }

    /// The parent, if it is scanned in the parent's layout, and which side of that it is.
    fn scanned_in(&self) -> Option<(&Base<W>, Split, bool)> {
        let (split, yes) = self.masked?;
        Some((self.parent.as_ref()?, split, yes))
    }

    /// Whether so many of its points are best scanned in its own layout, which stays in the cache: to
    /// pack them costs as much as some scans.
    fn is_small_beside(&self, part: usize) -> bool {
        let pairs = self.columns.len() * self.columns.len();
        let bytes = pairs * self.len * size_of::<W::Rank>();
        self.len <= LEAST_SHARE * part && bytes <= MOST_MASKED
    }

    /// Lays out some points of `parent`.
    fn subset(problem: &ColumnInstance, parent: &Rc<Base<W>>, points: &[u64]) -> Base<W> {
        let is_inside = |&point: &u32| points[point as usize / 64] >> (point % 64) & 1;
        let word = |chunk: &[u32]| {
            let bits = chunk.iter().enumerate().map(|(bit, point)| is_inside(point) << bit);
            bits.fold(0, |word, bit| word | bit)
        };
        let inside = |column: usize| parent.order(column).chunks(64).map(word).collect();
        Base::part(problem, parent, inside)
    }

    /// Lays out those points of `parent` whose places in each column's order `inside` tells.
    fn part(
        problem: &ColumnInstance,
        parent: &Rc<Base<W>>,
        inside: impl Fn(usize) -> Vec<u64>,
    ) -> Base<W> {
        let mut len = 0;
        let mut columns = Vec::with_capacity(parent.columns.len());
        for (of_parent, column) in parent.columns.iter().enumerate() {
            let inside = inside(of_parent);
            let ranks = packed(parent.kernels, &column.ranks, &inside);
            len = ranks.len();
            if ranks.first() != ranks.last() {
                let codes = column.codes.clone();
                let has_groups = column.has_groups;
                let part = BaseColumn::new(column.column, column.kind, ranks, codes);
                columns.push(BaseColumn { of_parent, inside, has_groups, ..part });
            }
        }
        let gathered = parent.in_lanes.of_all();
        Base { parent: Some(parent.clone()), ..Base::with_columns(problem, len, columns, gathered) }
    }

    /// The points in a column's order.
    pub fn order(&self, column: usize) -> &[u32] {
        let BaseColumn { order, of_parent, inside, .. } = &self.columns[column];
        order.get_or_init(|| match &self.parent {
            Some(parent) => packed(self.kernels, parent.order(*of_parent), inside),
            None => Vec::new(),
        })
    }

    /// Values of a kind along a column, place by place.
    pub fn values_in_order(
        &self,
        problem: &ColumnInstance,
        which: usize,
        column: usize,
    ) -> &[W::Signed] {
        let BaseColumn { values, of_parent, inside, .. } = &self.columns[column];
        values.of(&self.kinds, which).in_order.get_or_init(|| match &self.parent {
            Some(parent) => {
                packed(self.kernels, parent.values_in_order(problem, which, *of_parent), inside)
            }
            None => {
                let by_point = self.values_by_point[which]
                    .get_or_init(|| self.kinds.by_point(problem, which, W::Signed::from_wide));
                self.order(column).iter().map(|&point| by_point[point as usize]).collect()
            }
        })
    }

    /// Places of a column in the lanes in which it is scanned.
    pub fn lanes(&self) -> usize {
        let len = self.scanned_in().map_or(self.len, |(parent, ..)| parent.len);
        steps_of(len, W::LANES) * W::LANES
    }

    /// Values of a kind along a column, in lanes.
    fn values(&self, problem: &ColumnInstance, which: usize, column: usize) -> &[W::Signed] {
        self.columns[column].values.of(&self.kinds, which).in_lanes.get_or_init(|| {
            let mut out = Vec::new();
            match self.scanned_in() {
                Some((parent, split, yes)) => {
                    let along = self.columns[column].of_parent;
                    let of_split = parent.in_lanes(split.column);
                    let ranks = parent.along_in_lanes(&of_split, split.column, along);
                    let compare = compare(parent.columns[split.column].kind);
                    let side = (W::Rank::from_rank(split.rank), yes);
                    let of = parent.values(problem, which, along);
                    W::keep_values(self.kernels, compare, ranks, side, of, &mut out);
                }
                None => {
                    let values = self.values_in_order(problem, which, column);
                    cut_into_lanes(self.kernels, values, W::LANES, W::Signed::ZERO, &mut out);
                }
            }
            out
        })
    }

    /// What the points cost with one label of a pair less what they cost with the other, along a column,
    /// in lanes.
    pub fn differences(
        &self,
        problem: &ColumnInstance,
        pair: usize,
        column: usize,
    ) -> Values<'_, W::Signed> {
        if problem.labels == 2 {
            return Values::of(self.values(problem, pair, column));
        }
        let (a, b) = self.kinds.pairs[pair];
        if let Some(linear) = &problem.linear {
            let [plus, minus] = [0, 1].map(|kind| self.values(problem, kind, column));
            let factors = Some(linear.factors(a, b).map(W::Signed::from_wide));
            return Values { plus, minus, factors };
        }
        let of_label = |label: usize| self.values(problem, self.kinds.label(label), column);
        Values::difference(of_label(a), of_label(b))
    }

    /// A split with the places of its yes-side.
    pub fn place(&self, split: Split) -> PlacedSplit {
        let column = &self.columns[split.column];
        PlacedSplit { split, yes: column.yes_places(column.places(split.rank, split.rank)) }
    }

    /// The sums of values of some kinds on the yes-side of a split.
    pub fn sums(
        &self,
        problem: &ColumnInstance,
        kinds: Range<usize>,
        split: &PlacedSplit,
    ) -> impl Iterator<Item = i64> {
        let column = &self.columns[split.split.column];
        let places = split.yes.clone();
        kinds.map(move |which| {
            let values = self.values_in_order(problem, which, split.split.column);
            let sums = &column.values.of(&self.kinds, which).sums;
            let up_to = |place: usize| sums.up_to::<W>(self.kernels, values, place);
            up_to(places.end) - up_to(places.start)
        })
    }

    /// The sum of values of a kind over all points.
    pub fn total(&self, problem: &ColumnInstance, which: usize) -> i64 {
        if self.columns.is_empty() {
            return 0;
        }
        let values = self.values_in_order(problem, which, 0);
        let sums = &self.columns[0].values.of(&self.kinds, which).sums;
        sums.up_to::<W>(self.kernels, values, self.len)
    }

    /// Where the points of a column may be cut in two, in lanes.
    pub fn cuts(&self, column: usize) -> CutPlaces<'_, W::Signed> {
        let column = &self.columns[column];
        match self.scanned_in() {
            Some((parent, ..)) => parent.cuts(column.of_parent),
            None => column.cuts(self.kernels),
        }
    }

    /// The ranks of a column along others, in the lanes in which these are scanned.
    pub(super) fn in_lanes(&self, of: usize) -> Rc<AlongOthers<W::Rank>> {
        match self.scanned_in() {
            Some((parent, ..)) => parent.in_lanes(self.columns[of].of_parent),
            None => self.in_lanes.get(of, self.lanes()),
        }
    }

    /// Those of column `of`, which are `ranks`, along a column.
    pub(super) fn along_in_lanes<'r>(
        &self,
        ranks: &'r AlongOthers<W::Rank>,
        of: usize,
        along: usize,
    ) -> &'r [W::Rank] {
        if let Some((parent, ..)) = self.scanned_in() {
            let [of, along] = [of, along].map(|column| self.columns[column].of_parent);
            return parent.along_in_lanes(ranks, of, along);
        }
        ranks.along(along, || {
            let mut out = Vec::new();
            let mut cut = |ranks: &[W::Rank]| {
                cut_into_lanes(self.kernels, ranks, W::LANES, W::Rank::MOST, &mut out);
            };
            // What is not needed again is not kept.
            match self.purpose != Purpose::Recursion || self.is_large() {
                _ if of == along => cut(&self.columns[of].ranks),
                true => {
                    let mut in_order = self.scratch.borrow_mut();
                    in_order.clear();
                    self.gather(of, along, &mut in_order);
                    cut(&in_order);
                }
                false => cut(self.along(&self.in_order(of), of, along)),
            }
            out
        })
    }

    /// The ranks of a column along others, place by place.
    fn in_order(&self, of: usize) -> Rc<AlongOthers<W::Rank>> {
        self.in_order.get(of, self.len)
    }

    /// Those of column `of`, which are `ranks`, along a column.
    fn along<'r>(
        &'r self,
        ranks: &'r AlongOthers<W::Rank>,
        of: usize,
        along: usize,
    ) -> &'r [W::Rank] {
        match of == along {
            true => &self.columns[of].ranks,
            false => ranks.along(along, || {
                let mut out = Vec::new();
                self.gather(of, along, &mut out);
                out
            }),
        }
    }

    /// Appends them to `out`, for another column.
    fn gather(&self, of: usize, along: usize, out: &mut Vec<W::Rank>) {
        let column = &self.columns[along];
        match &self.parent {
            Some(parent) => {
                let of = self.columns[of].of_parent;
                let ranks = parent.in_order(of);
                let ranks = parent.along(&ranks, of, column.of_parent);
                pack(self.kernels, ranks, &column.inside, out);
            }
            None => {
                let by_point = self.by_point(of);
                out.extend(self.order(along).iter().map(|&point| by_point[point as usize]));
            }
        }
    }

    /// The rank of each point in a column.
    fn by_point(&self, of: usize) -> Rc<Vec<W::Rank>> {
        let mut last = self.by_point.borrow_mut();
        if let Some((_, by_point)) = last.as_ref().filter(|(column, _)| *column == of) {
            return by_point.clone();
        }
        let order = self.order(of);
        let end = order.iter().max().map_or(0, |&point| point as usize + 1);
        let mut by_point = vec![W::Rank::MOST; end];
        for (&point, &rank) in order.iter().zip(self.columns[of].ranks.iter()) {
            by_point[point as usize] = rank;
        }
        let by_point = Rc::new(by_point);
        *last = Some((of, by_point.clone()));
        by_point
    }

    /// Whether the ranks of all columns along all others are too much to hold at once: then columns
    /// are best worked on one after the other.
    pub fn is_large(&self) -> bool {
        exceeds_memory(self.columns.len(), self.len * size_of::<W::Rank>())
    }

    /// Whether the sums of lanes of `problem`'s costs fit for `len` points.
    fn fits(problem: &ColumnInstance, len: usize) -> bool {
        let steps = len.div_ceil(W::LANES) as i64;
        let ranks = size_of::<W::Rank>() > 2 || len < usize::from(u16::MAX);
        // One more than the largest sum stands for "no prefix yet".
        ranks && problem.most_of_all.saturating_mul(steps) < W::Signed::LARGEST_SUM
    }

    /// The orders of those points of this base that are in `inside`.
    fn narrowed(&self, inside: &[u64]) -> impl Iterator<Item = Ordered> {
        let is_inside = |point: u32| inside[point as usize / 64] >> (point % 64) & 1 == 1;
        let narrowed = move |(at, column): (usize, &BaseColumn<W>)| {
            let places = self.order(at).iter().zip(column.ranks.iter());
            let inside = places.filter(|&(&point, _)| is_inside(point));
            let code = |rank: W::Rank| column.codes[rank.number() as usize];
            let (order, codes) = inside.map(|(&point, &rank)| (point, code(rank))).unzip();
            Ordered { column: column.column, order, codes }
        };
        self.columns.iter().enumerate().map(narrowed)
    }
}

/// The values whose bit is set in `inside`.
fn packed<T: Number>(kernels: Kernels, values: &[T], inside: &[u64]) -> Vec<T> {
    let mut out = Vec::new();
    pack(kernels, values, inside, &mut out);
    out
}

/// Whether a group of equal values may hold points whose signed costs have different signs for
/// some pair of labels, so that a prefix that ends inside the group has a sum that no threshold
/// has. Points that the same label alone suits pull every prefix the same way.
fn is_mixed<R: Rank>(problem: &ColumnInstance, order: &[u32], ranks: &[R]) -> bool {
    let alike = problem.labels == 2 || problem.pulls_alike();
    let label = |place: usize| problem.pull(order[place]);
    let tied = |place: &usize| ranks[*place - 1] == ranks[*place];
    (1..ranks.len()).filter(tied).any(|place| !alike || label(place - 1) != label(place))
}

/// The orders of a set of points, from their codes.
pub(super) fn orders_of(problem: &ColumnInstance, inside: &[u64]) -> impl Iterator<Item = Ordered> {
    let points: Vec<u32> = ones(inside).collect();
    (0..problem.columns.len()).map(move |column| ordered(problem, &points, column))
}

/// Sorts points by their code in a column, by counting.
fn ordered(problem: &ColumnInstance, points: &[u32], at: usize) -> Ordered {
    let column = &problem.columns[at];
    let mut starts = vec![0u32; column.codes_end as usize + 1];
    for &point in points {
        starts[column.codes[point as usize] as usize + 1] += 1;
    }
    for code in 1..starts.len() {
        starts[code] += starts[code - 1];
    }
    let (mut order, mut codes) = (vec![0; points.len()], vec![0; points.len()]);
    for &point in points {
        let code = column.codes[point as usize];
        let place = &mut starts[code as usize];
        order[*place as usize] = point;
        codes[*place as usize] = code;
        *place += 1;
    }
    Ordered { column: at, order, codes }
}

/// A base of any width.
#[derive(Clone)]
pub(crate) enum AnyBase {
    Narrow(Rc<Base<Narrow>>),
    Wide(Rc<Base<Wide>>),
    Widest(Rc<Base<Widest>>),
}

/// A width as a variant of [`AnyBase`].
pub(crate) trait Variant: Width {
    fn any(base: Base<Self>) -> AnyBase;
}

impl Variant for Narrow {
    fn any(base: Base<Narrow>) -> AnyBase {
        AnyBase::Narrow(Rc::new(base))
    }
}

impl Variant for Wide {
    fn any(base: Base<Wide>) -> AnyBase {
        AnyBase::Wide(Rc::new(base))
    }
}

impl Variant for Widest {
    fn any(base: Base<Widest>) -> AnyBase {
        AnyBase::Widest(Rc::new(base))
    }
}

impl AnyBase {
    /// Lays points out, as narrow as their costs allow.
    fn new(
        problem: &ColumnInstance,
        len: usize,
        orders: impl Iterator<Item = Ordered>,
        purpose: Purpose,
    ) -> AnyBase {
        if Base::<Narrow>::fits(problem, len) {
            Narrow::any(Base::whole(problem, len, orders, purpose))
        } else if Base::<Wide>::fits(problem, len) {
            Wide::any(Base::whole(problem, len, orders, purpose))
        } else {
            Widest::any(Base::whole(problem, len, orders, purpose))
        }
    }

    /// Lays out a set of points, one column after the other; `None` if it is stopped between them.
    pub fn of(
        problem: &ColumnInstance,
        points: &[u64],
        purpose: Purpose,
        stop: impl Fn() -> bool,
    ) -> Option<AnyBase> {
        let mut stopped = false;
        let in_time = |_: &Ordered| {
            stopped = stop();
            !stopped
        };
        let orders = orders_of(problem, points).take_while(in_time);
        let base = AnyBase::new(problem, count(points), orders, purpose);
        (!stopped).then_some(base)
    }

    /// Lays out some points of a base.
    pub fn subset(&self, problem: &ColumnInstance, points: &[u64]) -> AnyBase {
        match self {
            AnyBase::Narrow(base) => Narrow::any(Base::subset(problem, base, points)),
            AnyBase::Wide(base) => AnyBase::narrowed(problem, base, points),
            AnyBase::Widest(base) => AnyBase::narrowed(problem, base, points),
        }
    }

    /// Lays out some points of a wide base, in a narrow one if that does.
    fn narrowed<W: Variant>(
        problem: &ColumnInstance,
        base: &Rc<Base<W>>,
        points: &[u64],
    ) -> AnyBase {
        match Base::<Narrow>::fits(problem, count(points)) {
            true => {
                let orders = base.narrowed(points);
                AnyBase::new(problem, count(points), orders, Purpose::Recursion)
            }
            false => W::any(Base::subset(problem, base, points)),
        }
    }

    /// Lays out one side of a split of `parent`, whose points are `points`.
    pub fn part<W: Variant>(
        problem: &ColumnInstance,
        parent: &Rc<Base<W>>,
        side: (Split, bool),
        points: &[u64],
        purpose: Purpose,
    ) -> AnyBase {
        // Wide layouts are those of many points: parts of them are worth a narrow one.
        let len = count(points);
        match W::LANES < Narrow::LANES && Base::<Narrow>::fits(problem, len) {
            true => AnyBase::new(problem, len, parent.narrowed(points), purpose),
            false => W::any(Base::side(problem, parent, side, purpose)),
        }
    }
}

/// The number of points of a set.
fn count(points: &[u64]) -> usize {
    points.iter().map(|word| word.count_ones() as usize).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::cases::Case;
    use std::cell::Cell;

    #[test]
    fn the_middle_group_has_all_points_of_the_middle_rank() {
        let ranks = [0, 2, 2, 2, 5, 5, 7];
        let column = BaseColumn::<Narrow>::new(
            0,
            SplitKind::Thresholds,
            ranks.to_vec(),
            (0..8).collect::<Vec<u32>>().into(),
        );
        for (places, group) in
            [(0..7, 1..4), (0..1, 0..1), (4..7, 4..6), (1..6, 1..4), (6..7, 6..7)]
        {
            assert_eq!(column.middle_group(places), group);
        }
        assert_eq!(column.yes_places(1..4), 0..4);
    }

    /// What is laid out when the time is over is not taken for the whole.
    #[test]
    fn a_base_without_all_columns_is_none() {
        let problem = Case::numeric(1, 9, 40, 3).problem();
        let instance = ColumnInstance::new(&problem, (true, false), &|| false).unwrap();
        for calls in 0..=instance.columns.len() {
            let asked = Cell::new(0);
            let stop = || {
                asked.set(asked.get() + 1);
                asked.get() > calls
            };
            let base = AnyBase::of(&instance, &instance.everything, Purpose::Recursion, stop);
            assert_eq!(base.is_some(), calls == instance.columns.len(), "{calls}");
        }
    }
}
