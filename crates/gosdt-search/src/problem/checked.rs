//! The problem that the search is given, with its parts checked against each other.
use super::{Costs, Feature, Limits, Points};

/// A problem: points, costs and limits that fit each other.
#[derive(Clone, Debug)]
pub struct Problem {
    points: Points,
    pub(crate) costs: Costs,
    limits: Limits,
}

/// Why the parts of a problem do not fit each other.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemError {
    /// There are no points.
    #[error("there is no row to fit")]
    NoPoints,
    /// A part does not have as many entries as there are points, classes or labels.
    #[error("{what}: expected {expected} entries, found {found}")]
    Length {
        /// The part.
        what: String,
        /// The number of entries it should have.
        expected: usize,
        /// The number of entries it has.
        found: usize,
    },
    /// The yes-sides of a column's thresholds are not nested in the order of their places.
    #[error("features {smaller} and {larger} of one column are not nested as their places say")]
    NotNested {
        /// The feature with the smaller place.
        smaller: usize,
        /// The feature with the next place.
        larger: usize,
    },
    /// The limit on leaves is 0, which no tree can keep.
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

/// Checks that the yes-sides of each column's thresholds are nested, since bounds rely on it.
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
    fn places_must_follow_the_nesting_of_the_yes_sides() {
        assert_eq!(ordered([Some(1), Some(4)]), Ok(()));
        assert_eq!(ordered([Some(4), None]), Ok(()));
        let wrong = ProblemError::NotNested { smaller: 1, larger: 0 };
        assert_eq!(ordered([Some(4), Some(1)]), Err(wrong));
    }
}
