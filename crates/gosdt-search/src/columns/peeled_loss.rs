//! The loss of a leaf that a split of a side separates from the rest ([`crate::bounds::peeled_leaf`]).
use super::base::BaseColumn;
use super::instance::ColumnInstance;
use super::projection::{Projection, is_ordered};
use gosdt_bits::lanes::Width;

/// What the points of a leaf cost by label, and what they can cost at most, in units.
#[derive(Clone)]
struct Leaf {
    costs: Vec<i64>,
    most: i64,
}

impl Leaf {
    fn empty(labels: usize) -> Leaf {
        Leaf { costs: vec![0; labels], most: 0 }
    }

    fn clear(&mut self) {
        self.costs.fill(0);
        self.most = 0;
    }

    fn add(&mut self, problem: &ColumnInstance, point: u32) {
        let mut most = 0;
        for (sum, cost) in self.costs.iter_mut().zip(problem.costs_of(point)) {
            *sum += cost;
            most = most.max(cost);
        }
        self.most += most;
    }

    /// The same without the points of another.
    fn without(&self, other: &Leaf) -> Leaf {
        let costs = self.costs.iter().zip(&other.costs).map(|(all, other)| all - other);
        Leaf { costs: costs.collect(), most: self.most - other.most }
    }

    /// The loss, if the leaf is worth more than `penalty`.
    fn paying_loss(&self, penalty: i64) -> Option<i64> {
        let loss = self.costs.iter().copied().min().unwrap_or(0);
        (self.most - loss > penalty).then_some(loss)
    }
}

impl<W: Width> Projection<W> {
    /// The least loss, in units, of a leaf on a side of any split of `inside`, which is a part of the points,
    /// among leaves whose loss is less than what they can cost at most by more than `penalty`. `None` if
    /// there is no such leaf.
    pub fn peeled_loss(
        &self,
        problem: &ColumnInstance,
        inside: &[u64],
        penalty: i64,
    ) -> Option<i64> {
        let is_inside = |point: &u32| inside[*point as usize / 64] >> (point % 64) & 1 == 1;
        let mut least = None;
        for (at, column) in self.base.columns.iter().enumerate() {
            let order = self.base.order(at);
            let found = match is_ordered(column) {
                true => {
                    let points = || order.iter().copied().filter(is_inside);
                    let ends = [
                        first_loss(problem, points(), penalty),
                        first_loss(problem, points().rev(), penalty),
                    ];
                    ends.into_iter().flatten().min()
                }
                false => least_of_categories(problem, (column, order), is_inside, penalty),
            };
            least = [least, found].into_iter().flatten().min();
            // Less there is not.
            if least == Some(0) {
                break;
            }
        }
        least
    }
}

/// The loss of the first points up to where they pay. With more of them neither the loss nor what they are
/// worth falls, so that it is the least loss of any that pay.
fn first_loss(
    problem: &ColumnInstance,
    points: impl Iterator<Item = u32>,
    penalty: i64,
) -> Option<i64> {
    let mut leaf = Leaf::empty(problem.labels);
    for point in points {
        leaf.add(problem, point);
        if let Some(loss) = leaf.paying_loss(penalty) {
            return Some(loss);
        }
    }
    None
}

/// The least loss of a category, or of all others, that pay.
fn least_of_categories<W: Width>(
    problem: &ColumnInstance,
    (column, order): (&BaseColumn<W>, &[u32]),
    is_inside: impl Fn(&u32) -> bool,
    penalty: i64,
) -> Option<i64> {
    let mut all = Leaf::empty(problem.labels);
    order.iter().filter(|point| is_inside(point)).for_each(|&point| all.add(problem, point));
    let mut category = Leaf::empty(problem.labels);
    let mut least = None;
    for (place, point) in order.iter().enumerate() {
        if is_inside(point) {
            category.add(problem, *point);
        }
        if column.ranks.get(place + 1) == Some(&column.ranks[place]) {
            continue;
        }
        for leaf in [&category, &all.without(&category)] {
            least = [least, leaf.paying_loss(penalty)].into_iter().flatten().min();
        }
        category.clear();
    }
    least
}
