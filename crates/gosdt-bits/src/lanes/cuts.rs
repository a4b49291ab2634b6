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
