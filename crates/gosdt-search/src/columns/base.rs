//! A set of points laid out for scans along its columns.
//!
//! Of every column the points are kept in the column's order, cut into lanes (see
//! [`gosdt_bits::lanes`]). To evaluate a split of column c against all splits of column d, the ranks
//! of c along the order of d are compared with the split and the points' signed costs are summed on
//! both sides. These ranks are gathered when they are first asked for. Ranks are those of the
//! values that occur in the set, so that they are small.
use super::instance::{ColumnInstance, ones};
use crate::problem::SplitKind;
use gosdt_bits::lanes::{CutPlaces, Narrow, Rank, Signed, Wide, Widest, Width};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

/// A column over the points of a base.
pub(crate) struct BaseColumn<W: Width> {
    /// Which column of the problem it is.
    pub column: usize,
    pub kind: SplitKind,
    /// The points (by their place in [`Base::points`]) in the column's order.
    pub order: Vec<u32>,
    /// The rank at each place of the order.
    pub ranks: Vec<u32>,
    /// The code of each rank.
    pub codes: Vec<u32>,
    /// The first place of each rank, and the number of points.
    pub starts: Vec<u32>,
    /// −1 where a group of equal values ends, in lanes; empty where any prefix may be cut off.
    ends: Vec<W::Signed>,
    /// Signed costs in lanes: for every pair of labels, then for every label; made when asked for.
    values: Vec<OnceCell<Vec<W::Signed>>>,
    /// The order in lanes.
    lanes: OnceCell<Vec<u32>>,
}

impl<W: Width> BaseColumn<W> {
    /// Where its points may be cut in two.
    pub fn cuts(&self) -> CutPlaces<'_, W::Signed> {
        match self.kind {
            SplitKind::Categories => CutPlaces::Groups(&self.ends),
            SplitKind::Thresholds if self.ends.is_empty() => CutPlaces::Anywhere,
            SplitKind::Thresholds => CutPlaces::AtEnds(&self.ends),
        }
    }
}

/// Ranks of columns along the orders of others, gathered when they are first asked for.
struct Gathered<R> {
    /// By the column that they are ranks of, then by the column along whose order.
    ranks: RefCell<Vec<Option<Rc<[R]>>>>,
    bytes: Cell<usize>,
}

/// Of more than this many bytes of gathered ranks, those of other columns are dropped before those of
/// another one are gathered.
const MOST_GATHERED: usize = 1 << 27;

impl<R> Gathered<R> {
    fn new() -> Gathered<R> {
        Gathered { ranks: RefCell::new(Vec::new()), bytes: Cell::new(0) }
    }

    /// The ranks of column `of` along column `along`, of `columns` columns.
    fn get(
        &self,
        columns: usize,
        (of, along): (usize, usize),
        gather: impl FnOnce() -> Rc<[R]>,
    ) -> Rc<[R]> {
        let mut ranks = self.ranks.borrow_mut();
        ranks.resize_with(columns * columns, || None);
        let at = of * columns + along;
        if let Some(known) = &ranks[at] {
            return known.clone();
        }
        if self.bytes.get() > MOST_GATHERED {
            let own = of * columns..(of + 1) * columns;
            let dropped = |at: &usize| !own.contains(at);
            for other in (0..columns * columns).filter(dropped) {
                let bytes = ranks[other].take().map_or(0, |ranks| size_of_val(&ranks[..]));
                self.bytes.set(self.bytes.get() - bytes);
            }
        }
        let gathered = gather();
        self.bytes.set(self.bytes.get() + size_of_val(&gathered[..]));
        ranks[at] = Some(gathered.clone());
        gathered
    }
}

/// A column, and the rank of each point in it.
type RanksByPoint<R> = (usize, Rc<[R]>);

/// A set of points laid out.
pub(crate) struct Base<W: Width> {
    /// The points of the problem, ascending.
    pub points: Vec<u32>,
    pub columns: Vec<BaseColumn<W>>,
    steps: usize,
    labels: usize,
    /// Pairs of labels (a, b), a < b.
    pairs: Vec<(usize, usize)>,
    /// `in_lanes[c * columns + d]`: ranks of c along the order of d, in lanes.
    in_lanes: Gathered<W::Rank>,
    /// The same place by place.
    in_order: Gathered<W::Rank>,
    /// The ranks by point of the column that was last asked for.
    by_point: RefCell<Option<RanksByPoint<W::Rank>>>,
}

/// The order of a column's points and their codes, from which a base is made.
pub(crate) struct Ordered {
    pub column: usize,
    pub order: Vec<u32>,
    pub codes: Vec<u32>,
}

impl<W: Width> Base<W> {
    /// Lays out `points`, whose orders are given. Columns with one value only are left out.
    pub fn new(problem: &ColumnInstance, points: Vec<u32>, orders: Vec<Ordered>) -> Base<W> {
        let steps = points.len().div_ceil(W::LANES).max(1);
        let labels = problem.labels;
        let pairs: Vec<_> = (0..labels).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
        let mut base = Base {
            points,
            columns: Vec::new(),
            steps,
            in_lanes: Gathered::new(),
            in_order: Gathered::new(),
            by_point: RefCell::new(None),
            labels,
            pairs,
        };
        for ordered in orders {
            if ordered.codes.first() != ordered.codes.last() {
                let column = base.lay_out(problem, ordered);
                base.columns.push(column);
            }
        }
        base
    }

    fn lay_out(&self, problem: &ColumnInstance, ordered: Ordered) -> BaseColumn<W> {
        let Ordered { column, order, codes: by_place } = ordered;
        let (mut codes, mut starts) = (Vec::new(), Vec::new());
        let mut ranks = Vec::with_capacity(order.len());
        for (place, &code) in by_place.iter().enumerate() {
            if codes.last() != Some(&code) {
                codes.push(code);
                starts.push(place as u32);
            }
            ranks.push(codes.len() as u32 - 1);
        }
        starts.push(order.len() as u32);
        let kind = problem.columns[column].kind;
        let ends = match kind == SplitKind::Categories || self.is_mixed(problem, &order, &starts) {
            true => self.mark_ends(&starts),
            false => Vec::new(),
        };
        let values = (0..self.kinds()).map(|_| OnceCell::new()).collect();
        let lanes = OnceCell::new();
        BaseColumn { column, kind, order, ranks, codes, starts, ends, values, lanes }
    }

    /// Whether a group of equal values may hold points whose signed costs have different signs for
    /// some pair of labels, so that a prefix that ends inside the group has a sum that no threshold
    /// has. Points that the same label alone suits pull every prefix the same way.
    fn is_mixed(&self, problem: &ColumnInstance, order: &[u32], starts: &[u32]) -> bool {
        let alike = problem.labels == 2 || problem.all_but_one;
        let label = |place: u32| {
            let point = self.points[order[place as usize] as usize];
            problem.costs_of(point).iter().position(|&cost| cost == 0)
        };
        starts.windows(2).any(|group| {
            let mut rest = group[0] + 1..group[1];
            rest.any(|place| !alike || label(place) != label(group[0]))
        })
    }

    fn mark_ends(&self, starts: &[u32]) -> Vec<W::Signed> {
        let mut ends = vec![W::Signed::ZERO; self.steps * W::LANES];
        for &end in &starts[1..] {
            ends[self.lane_of(end as usize - 1)] = W::Signed::END;
        }
        ends
    }

    /// Where a place of an order lies in lanes.
    fn lane_of(&self, place: usize) -> usize {
        place % self.steps * W::LANES + place / self.steps
    }

    /// The number of points.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// The pairs of labels.
    pub fn pairs(&self) -> &[(usize, usize)] {
        &self.pairs
    }

    /// How many kinds of values there are.
    pub fn kinds(&self) -> usize {
        self.pairs.len() + 2 * self.labels
    }

    /// The index of the values that say what the points cost that suit a label best.
    pub fn suit_values(&self, label: usize) -> usize {
        self.pairs.len() + self.labels + label
    }

    /// The index of the values that are a label's costs.
    pub fn label_values(&self, label: usize) -> usize {
        self.pairs.len() + label
    }

    fn lanes_order(&self, column: usize) -> &[u32] {
        let column = &self.columns[column];
        column.lanes.get_or_init(|| {
            let mut lanes = vec![u32::MAX; self.steps * W::LANES];
            for (lane, places) in column.order.chunks(self.steps).enumerate() {
                for (step, &point) in places.iter().enumerate() {
                    lanes[step * W::LANES + lane] = point;
                }
            }
            lanes
        })
    }

    /// Signed costs along a column: those of a pair of labels, or (after the pairs) of a label.
    pub fn values(&self, problem: &ColumnInstance, which: usize, column: usize) -> &[W::Signed] {
        self.columns[column].values[which].get_or_init(|| {
            let value = |&point: &u32| {
                let Some(&point) = self.points.get(point as usize) else { return W::Signed::ZERO };
                let costs = problem.costs_of(point);
                W::Signed::from_wide(match self.pairs.get(which) {
                    Some(&(a, b)) => costs[a] - costs[b],
                    None if which < self.suit_values(0) => costs[which - self.label_values(0)],
                    None => problem.suit(point, which - self.suit_values(0)),
                })
            };
            let lanes = self.lanes_order(column);
            lanes.iter().map(value).collect()
        })
    }

    /// Ranks of column `of` along the order of column `along`, in lanes.
    pub fn in_lanes(&self, of: usize, along: usize) -> Rc<[W::Rank]> {
        self.in_lanes.get(self.columns.len(), (of, along), || {
            let by_point = self.by_point(of);
            let rank = |&point: &u32| *by_point.get(point as usize).unwrap_or(&W::Rank::MOST);
            self.lanes_order(along).iter().map(rank).collect()
        })
    }

    /// The same place by place.
    pub fn in_order(&self, of: usize, along: usize) -> Rc<[W::Rank]> {
        self.in_order.get(self.columns.len(), (of, along), || {
            let by_point = self.by_point(of);
            self.columns[along].order.iter().map(|&point| by_point[point as usize]).collect()
        })
    }

    /// Whether the ranks of all columns along all others are too much to hold at once: then columns
    /// are best worked on one after the other.
    pub fn is_large(&self) -> bool {
        let columns = self.columns.len();
        columns * columns * self.len() * size_of::<W::Rank>() > MOST_GATHERED
    }

    /// The rank of each point in a column.
    fn by_point(&self, of: usize) -> Rc<[W::Rank]> {
        let mut last = self.by_point.borrow_mut();
        if let Some((_, by_point)) = last.as_ref().filter(|(column, _)| *column == of) {
            return by_point.clone();
        }
        let column = &self.columns[of];
        let mut by_point = vec![W::Rank::MOST; self.points.len()];
        for (&point, &rank) in column.order.iter().zip(&column.ranks) {
            by_point[point as usize] = W::Rank::from_rank(rank);
        }
        let by_point: Rc<[W::Rank]> = by_point.into();
        *last = Some((of, by_point.clone()));
        by_point
    }

    /// Whether the sums of lanes of `problem`'s costs fit for these points.
    pub fn fits(problem: &ColumnInstance, points: &[u32]) -> bool {
        let most = points.iter().map(|&point| problem.most(point)).max().unwrap_or(0);
        let steps = points.len().div_ceil(W::LANES) as i64;
        let ranks = W::Rank::MOST > W::Rank::from_rank(points.len().min(65_535) as u32)
            && (size_of::<W::Rank>() > 2 || points.len() < 65_535);
        // One more than the largest sum stands for "no prefix yet".
        ranks && most.saturating_mul(steps) < W::Signed::LARGEST_SUM
    }

    /// The orders of those points of this base that are in `inside`, and those points.
    pub fn narrowed(&self, inside: &[u64]) -> (Vec<u32>, Vec<Ordered>) {
        let is_inside = |point: u32| inside[point as usize / 64] >> (point % 64) & 1 == 1;
        let mut renumbered = vec![u32::MAX; self.points.len()];
        let mut points = Vec::new();
        for (place, &point) in self.points.iter().enumerate() {
            if is_inside(point) {
                renumbered[place] = points.len() as u32;
                points.push(point);
            }
        }
        let orders = self.columns.iter().map(|column| {
            let mut order = Vec::with_capacity(points.len());
            let mut codes = Vec::with_capacity(points.len());
            for (&point, &rank) in column.order.iter().zip(&column.ranks) {
                let number = renumbered[point as usize];
                if number != u32::MAX {
                    order.push(number);
                    codes.push(column.codes[rank as usize]);
                }
            }
            Ordered { column: column.column, order, codes }
        });
        let orders = orders.collect();
        (points, orders)
    }
}

/// The orders of a set of points, from their codes.
pub(super) fn orders_of(problem: &ColumnInstance, inside: &[u64]) -> (Vec<u32>, Vec<Ordered>) {
    orders_until(problem, inside, || false).expect("nothing stops it")
}

/// The same; `None` if it is stopped, which is asked between columns.
fn orders_until(
    problem: &ColumnInstance,
    inside: &[u64],
    stop: impl Fn() -> bool,
) -> Option<(Vec<u32>, Vec<Ordered>)> {
    let points: Vec<u32> = ones(inside).collect();
    let ordered = |(at, column): (usize, &super::instance::InstanceColumn)| {
        let mut starts = vec![0u32; column.codes_end as usize + 1];
        for &point in &points {
            starts[column.codes[point as usize] as usize + 1] += 1;
        }
        for code in 1..starts.len() {
            starts[code] += starts[code - 1];
        }
        let (mut order, mut codes) = (vec![0; points.len()], vec![0; points.len()]);
        for (number, &point) in points.iter().enumerate() {
            let code = column.codes[point as usize];
            let place = &mut starts[code as usize];
            order[*place as usize] = number as u32;
            codes[*place as usize] = code;
            *place += 1;
        }
        (!stop()).then_some(Ordered { column: at, order, codes })
    };
    let orders: Option<Vec<Ordered>> = problem.columns.iter().enumerate().map(ordered).collect();
    Some((points, orders?))
}

/// A base of any width.
pub(crate) enum AnyBase {
    Narrow(Rc<Base<Narrow>>),
    Wide(Rc<Base<Wide>>),
    Widest(Rc<Base<Widest>>),
}

impl AnyBase {
    /// Lays points out, as narrow as their costs allow.
    pub fn new(problem: &ColumnInstance, points: Vec<u32>, orders: Vec<Ordered>) -> AnyBase {
        if Base::<Narrow>::fits(problem, &points) {
            AnyBase::Narrow(Rc::new(Base::new(problem, points, orders)))
        } else if Base::<Wide>::fits(problem, &points) {
            AnyBase::Wide(Rc::new(Base::new(problem, points, orders)))
        } else {
            AnyBase::Widest(Rc::new(Base::new(problem, points, orders)))
        }
    }

    /// Lays out a set of points; `None` if it is stopped.
    pub fn of(
        problem: &ColumnInstance,
        points: &[u64],
        stop: impl Fn() -> bool,
    ) -> Option<AnyBase> {
        let (points, orders) = orders_until(problem, points, stop)?;
        Some(AnyBase::new(problem, points, orders))
    }
}
