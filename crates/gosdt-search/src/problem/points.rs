//! The points of a problem and the features that may be asked of them.

/// A binary feature over the points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Bit p (word p / 64, bit p % 64) is set where point p answers yes; bits past the last point
    /// are clear.
    pub bits: Vec<u64>,
    /// The column of the table that the feature came from.
    pub column: u32,
    /// The position among the column's thresholds, if the feature is one: the yes-side of a
    /// threshold contains the yes-sides of all thresholds with smaller places.
    pub place: Option<u32>,
}

/// The points: classes of rows that no feature tells apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    /// Number of points.
    pub len: usize,
    /// Number of true classes.
    pub classes: usize,
    /// Weight of true class k at point p: `weights[p * classes + k]`.
    pub weights: Vec<u64>,
    /// Number of rows at each point (for the least number of rows in a leaf).
    pub rows: Vec<u32>,
    /// The features that may be asked.
    pub features: Vec<Feature>,
}
