//! How columns are split and cut, and what a scan of the cuts finds.

/// The least and the largest of the sums that a scan meets, the empty one (0) among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extremes {
    /// The least.
    pub min: i64,
    /// The largest.
    pub max: i64,
}

/// How a split tells its sides apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// Yes where the rank is at most that of the split.
    AtMost,
    /// Yes where the rank is that of the split.
    Equal,
}

/// How the points of a column that is scanned may be cut in two.
#[derive(Clone, Copy, Debug)]
pub enum CutPlaces<'a, S> {
    /// Anywhere along the order.
    Anywhere,
    /// Along the order where a group of equal values ends: −1 there, 0 elsewhere.
    AtEnds(&'a [S]),
    /// One group of equal values from all others; groups end where −1 is.
    Groups(&'a [S]),
}

/// The values of points along a column, in lanes: those of `plus`, less those of `minus` where there
/// are any. Pairs of labels are many more than labels: their differences are made while they are
/// scanned.
#[derive(Clone, Copy, Debug)]
pub struct Values<'a, S> {
    /// What is added.
    pub plus: &'a [S],
    /// What is taken away: as many, or none at all.
    pub minus: &'a [S],
    /// What both are multiplied by before, where that is said: where a label costs so much per unit of
    /// either of two classes, there is nothing to hold for each label. There must be values to take
    /// away; products and differences must fit.
    pub factors: Option<[S; 2]>,
}

/// The values are those that are added.
pub(super) const PLAIN: u8 = 0;
/// The values are differences.
pub(super) const DIFFERENCES: u8 = 1;
/// The values are differences of products.
pub(super) const PRODUCTS: u8 = 2;

impl<'a, S> Values<'a, S> {
    /// Values as they are.
    pub fn of(plus: &'a [S]) -> Self {
        Values { plus, minus: &[], factors: None }
    }

    /// The differences of two lists.
    pub fn difference(plus: &'a [S], minus: &'a [S]) -> Self {
        Values { plus, minus, factors: None }
    }

    /// Which kind of values these are.
    pub(super) fn terms(&self) -> u8 {
        match (self.minus.is_empty(), &self.factors) {
            (_, Some(_)) => PRODUCTS,
            (false, None) => DIFFERENCES,
            (true, None) => PLAIN,
        }
    }
}
