//! What the search is given.
use crate::Costs;

/// A binary feature over the points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Bit p (word p / 64, bit p % 64) is set where point p answers yes; bits past the last point
    /// are clear.
    pub bits: Vec<u64>,
    /// The column it came from.
    pub column: u32,
    /// Place in that column's order of nested yes-sides, if it has one.
    pub place: Option<u32>,
}

/// The points: classes of equal rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    /// Number of points.
    pub len: usize,
    /// Number of true classes.
    pub classes: usize,
    /// Weight of true class k at point p: `weights[p * classes + k]`.
    pub weights: Vec<u64>,
    /// Rows at each point (for the least number of rows in a leaf).
    pub rows: Vec<u32>,
    /// The features that may be asked.
    pub features: Vec<Feature>,
}

/// Limits on the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Largest depth; a lone leaf has depth 0. \[default: none\]
    pub max_depth: Option<u32>,
    /// Most leaves, at least 1. \[default: none\]
    pub max_leaves: Option<u32>,
    /// Least number of rows in a leaf; a lone leaf is always allowed. \[default: 1\]
    pub min_leaf: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { max_depth: None, max_leaves: None, min_leaf: 1 }
    }
}

/// A checked problem.
#[derive(Clone, Debug)]
pub struct Problem {
    pub(crate) points: Points,
    pub(crate) costs: Costs,
    pub(crate) limits: Limits,
}

/// Why something is not a problem.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemError {
    /// There is nothing to fit.
    #[error("there is no row to fit")]
    NoPoints,
    /// A length does not fit the number of points, classes or labels.
    #[error("{what}: expected {expected} entries, found {found}")]
    Length {
        /// Which part.
        what: String,
        /// What it should be.
        expected: usize,
        /// What it is.
        found: usize,
    },
    /// Places of a column whose yes-sides are not nested.
    #[error("features {smaller} and {larger} of one column are not nested as their places say")]
    NotNested {
        /// The feature with the smaller place.
        smaller: usize,
        /// The feature with the next place.
        larger: usize,
    },
    /// A limit that no tree can keep.
    #[error("the most leaves allowed must be at least 1")]
    NoLeaves,
}

impl Problem {
    /// Checks the parts against each other.
    pub fn new(points: Points, costs: Costs, limits: Limits) -> Result<Problem, ProblemError> {
        let length = |what: &str, expected: usize, found: usize| {
            if expected == found {
                Ok(())
            } else {
                Err(ProblemError::Length { what: what.to_string(), expected, found })
            }
        };
        if points.len == 0 {
            return Err(ProblemError::NoPoints);
        }
        if limits.max_leaves == Some(0) {
            return Err(ProblemError::NoLeaves);
        }
        length("classes of the cost matrix", points.classes, costs.classes())?;
        length("weights", points.len * points.classes, points.weights.len())?;
        length("rows", points.len, points.rows.len())?;
        for (f, feature) in points.features.iter().enumerate() {
            length(&format!("feature {f}"), points.len.div_ceil(64), feature.bits.len())?;
        }
        check_places(&points.features)?;
        Ok(Problem { points, costs, limits })
    }

    /// The points.
    pub fn points(&self) -> &Points {
        &self.points
    }

    /// The costs.
    pub fn costs(&self) -> &Costs {
        &self.costs
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }
}

/// Checks that the yes-sides of a column's ordered features are nested: bounds rest on it.
fn check_places(features: &[Feature]) -> Result<(), ProblemError> {
    let place = |(at, feature): (usize, &Feature)| Some((feature.column, feature.place?, at));
    let mut places: Vec<_> = features.iter().enumerate().filter_map(place).collect();
    places.sort_unstable();
    for pair in places.windows(2) {
        let ((column, _, smaller), (other, _, larger)) = (pair[0], pair[1]);
        let mut words = features[smaller].bits.iter().zip(&features[larger].bits);
        if column == other && words.any(|(small, large)| small & !large != 0) {
            return Err(ProblemError::NotNested { smaller, larger });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ordered(places: [Option<u32>; 2]) -> Result<(), ProblemError> {
        let feature = |bits: u64, place| Feature { bits: vec![bits], column: 0, place };
        check_places(&[feature(0b011, places[0]), feature(0b111, places[1])])
    }

    #[test]
    fn places_say_what_is_nested() {
        assert_eq!(ordered([Some(1), Some(4)]), Ok(()));
        assert_eq!(ordered([Some(4), None]), Ok(()));
        let wrong = ProblemError::NotNested { smaller: 1, larger: 0 };
        assert_eq!(ordered([Some(4), Some(1)]), Err(wrong));
    }
}
