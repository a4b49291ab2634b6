//! The problem that the search is given, with its parts checked against each other.
use super::error::ProblemError;
use super::{Column, Costs, Limits, Points};

/// A problem: points, costs and limits that fit each other.
#[derive(Clone, Debug)]
pub struct Problem {
    points: Points,
    pub(crate) costs: Costs,
    limits: Limits,
}

impl Problem {
    /// Checks the parts against each other.
    pub fn new(points: Points, costs: Costs, limits: Limits) -> Result<Problem, ProblemError> {
        if points.len == 0 {
            return Err(ProblemError::NoPoints);
        }
        if limits.max_leaves == Some(0) {
            return Err(ProblemError::NoLeaves);
        }
        let length = |what: &str, expected: usize, found: usize| {
            ProblemError::check_length(|| what.to_string(), expected, found)
        };
        length("classes of the cost matrix", points.classes, costs.classes())?;
        length("weights", points.len * points.classes, points.weights.len())?;
        length("rows", points.len, points.rows.len())?;
        check_columns(&points)?;
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

/// Checks that every column has a code of its own for each point.
fn check_columns(points: &Points) -> Result<(), ProblemError> {
    for (at, Column { splits, codes, .. }) in points.columns.iter().enumerate() {
        ProblemError::check_length(|| format!("column {at}"), points.len, codes.len())?;
        if let Some(&code) = codes.iter().find(|code| *code > splits) {
            return Err(ProblemError::Code { column: at, splits: *splits, code });
        }
    }
    match points.splits() {
        splits if splits >= u32::MAX as usize => Err(ProblemError::TooManySplits(splits)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Objective, SplitKind};
    use num_rational::BigRational;

    fn problem(codes: Vec<u32>) -> Result<Problem, ProblemError> {
        let lambda = BigRational::new(1.into(), 10.into());
        let costs = Costs::new(&Objective::Accuracy, &lambda, &[2, 1], 3).unwrap();
        let column = Column { kind: SplitKind::Thresholds, splits: 1, codes: codes.into() };
        let weights = vec![1, 0, 1, 0, 0, 1];
        let points =
            Points { len: 3, classes: 2, weights, rows: vec![1; 3], columns: vec![column] };
        Problem::new(points, costs, Limits::default())
    }

    #[test]
    fn every_point_has_a_code_that_the_column_knows() {
        assert!(problem(vec![0, 1, 1]).is_ok());
        let missing = problem(vec![0, 1]).unwrap_err();
        assert_eq!(missing.to_string(), "column 0: expected 3 entries, found 2");
        let wrong = problem(vec![0, 1, 2]).unwrap_err();
        assert_eq!(wrong, ProblemError::Code { column: 0, splits: 1, code: 2 });
    }
}
