//! Problems that tests make.
use super::measure::Measure;
use gosdt_oracle::random::Stream;
use gosdt_search::{Column, Costs, Limits, Objective, Points, Problem, SplitKind};
use num_rational::BigRational;

pub(super) struct Made {
    pub(super) problem: Problem,
    pub(super) measure: Measure,
}

/// The problem of these points, each a row, with accuracy as the objective.
pub(super) fn problem(
    columns: Vec<Column>,
    classes: &[usize],
    lambda: BigRational,
    limits: Limits,
) -> Made {
    let count = classes.iter().max().map_or(2, |most| (most + 1).max(2));
    let weights: Vec<u64> = classes
        .iter()
        .flat_map(|&of| (0..count).map(move |class| u64::from(class == of)))
        .collect();
    let totals: Vec<u64> =
        (0..count).map(|class| weights.iter().skip(class).step_by(count).sum()).collect();
    let costs = Costs::new(&Objective::Accuracy, &lambda, &totals, classes.len()).unwrap();
    let rows = vec![1; classes.len()];
    let points = Points { len: classes.len(), classes: count, weights, rows, columns };
    let problem = Problem::new(points, costs, limits).unwrap();
    Made { measure: Measure::of(&problem), problem }
}

/// A column of thresholds with these codes.
pub(super) fn thresholds(codes: Vec<u32>) -> Column {
    let splits = codes.iter().copied().max().unwrap_or(0);
    Column { kind: SplitKind::Thresholds, splits, codes: codes.into() }
}

/// Forty points of three classes in four columns of random codes.
pub(super) fn random_problem(stream: &mut Stream, limits: Limits) -> Made {
    let mut column = |kind: SplitKind| {
        let codes = (0..40).map(|_| stream.below(5) as u32).collect();
        let splits = if kind == SplitKind::Thresholds { 4 } else { 5 };
        Column { kind, splits, codes }
    };
    let mut columns: Vec<Column> = (0..3).map(|_| column(SplitKind::Thresholds)).collect();
    columns.push(column(SplitKind::Categories));
    let classes: Vec<usize> = (0..40)
        .map(|point| {
            let code = columns[0].codes[point] + columns[1].codes[point];
            if stream.once_in(4) { stream.below(3) } else { usize::from(code > 4) }
        })
        .collect();
    let lambda = BigRational::new(stream.below(4).into(), 80.into());
    problem(columns, &classes, lambda, limits)
}
