//! What an instance is built from, whichever kind of problem it comes from.
use super::base_vectors::BaseVectors;
use super::measures::{LeafKind, Measures};
use super::reduction::Reduction;
use super::replicas::Multiples;
use crate::problem::{
    AdditiveProblem, AdditiveSplits, Column, Feature, Limits, Problem, features_of_columns,
    with_true_places,
};
use num_integer::Integer;

/// What an instance is built from.
pub(super) struct Description {
    /// Number of points kept.
    pub points: usize,
    /// The splits as answers of the points kept.
    pub features: Vec<Feature>,
    /// What the points count, by measure.
    pub multiples: Vec<Multiples>,
    pub measures: Measures,
    /// The labels that a leaf may predict, as indices of the problem's labels.
    pub labels: Vec<usize>,
    pub per_leaf: i64,
    /// What every tree pays, which was subtracted from all costs.
    pub unavoidable_cost: i64,
    pub limits: Limits,
}

impl Description {
    /// Describes a problem. With `reduce`, unavoidable costs are subtracted. `keep_all` keeps the
    /// points and labels that no optimum needs, as listing all optima does need them. `None` once
    /// `stop` returns true.
    pub fn reduced(
        problem: &Problem,
        (reduce, keep_all): (bool, bool),
        stop: &dyn Fn() -> bool,
    ) -> Option<Description> {
        let reduction = Reduction::new(problem, (reduce, keep_all), stop)?;
        let (measures, multiples) = measures_of(&reduction, problem);
        let columns = kept_columns(problem, &reduction, stop)?;
        Some(Description {
            points: reduction.points.len(),
            features: features_of_columns(&columns, reduction.points.len(), stop)?,
            multiples,
            measures,
            labels: reduction.labels,
            per_leaf: problem.costs().per_leaf(),
            unavoidable_cost: reduction.unavoidable_cost,
            limits: *problem.limits(),
        })
    }

    /// The greatest common divisor of all that a point can cost.
    pub fn loss_unit(&self) -> i64 {
        let counts = |measure: usize| -> i64 {
            let Multiples { unit, points } = &self.multiples[measure];
            points.iter().fold(0, |divisor, &(_, multiple)| divisor.gcd(&(unit * multiple)))
        };
        let of_measure: Vec<i64> = (0..self.multiples.len()).map(counts).collect();
        let cells = self.measures.label_costs.chunks_exact(self.measures.count.max(1));
        cells
            .flat_map(|row| row.iter().zip(&of_measure))
            .fold(0, |divisor, (cost, count)| divisor.gcd(&(cost * count)))
    }

    /// Describes a problem that comes with its measures; `None` once `stop` returns true.
    pub fn given(problem: &AdditiveProblem<'_>, stop: &dyn Fn() -> bool) -> Option<Description> {
        let features = match problem.splits {
            AdditiveSplits::Features(features) => with_true_places(features).into_owned(),
            columns => columns.features_until(problem.points, stop)?,
        };
        let count = problem.measures.len();
        let measures = Measures {
            count,
            label_costs: problem.label_costs.clone(),
            max_unit_costs: problem.max_unit_costs.clone(),
            leaf_kind: LeafKind::ByCosts,
            rule: problem.rule,
            least_rows: problem.least_rows,
        };
        let multiples = |values: &Vec<i64>| Multiples::of_one(values.iter().copied());
        Some(Description {
            points: problem.points,
            features,
            multiples: problem.measures.iter().map(multiples).collect(),
            measures,
            labels: (0..problem.label_costs.len() / count.max(1)).collect(),
            per_leaf: problem.per_leaf,
            unavoidable_cost: 0,
            limits: Limits { max_depth: problem.max_depth, ..Limits::default() },
        })
    }
}

/// Measures for the points' costs, and what the points count for them. Rows are a measure, too, where
/// a leaf needs more than one.
fn measures_of(reduction: &Reduction, problem: &Problem) -> (Measures, Vec<Multiples>) {
    let labels = reduction.labels.len();
    let costs: Vec<&[i64]> = reduction.costs.chunks_exact(labels).collect();
    let mut bases = BaseVectors::of(&costs, labels);
    let mut leaf_kind = bases.leaf_kind(labels);
    let least_rows = i64::from(problem.limits().min_leaf);
    let mut rows = None;
    if least_rows > 1 {
        leaf_kind = LeafKind::ByCosts;
        let of_points = reduction.gather(&problem.points().rows);
        let measure = bases.add_rows(of_points.into_iter().map(i64::from), labels);
        rows = Some((measure, least_rows));
    }
    let measures = Measures {
        count: bases.vectors.len(),
        label_costs: bases.label_costs(labels),
        max_unit_costs: bases.max_unit_costs(),
        leaf_kind,
        rule: None,
        least_rows: rows,
    };
    (measures, bases.multiples)
}

/// The columns over the points kept; `None` once `stop` returns true.
fn kept_columns(
    problem: &Problem,
    reduction: &Reduction,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<Column>> {
    let kept = |column: &Column| {
        let codes = || reduction.gather(&column.codes).into();
        (!stop()).then(|| Column { codes: codes(), ..*column })
    };
    problem.points().columns.iter().map(kept).collect()
}
