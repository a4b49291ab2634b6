//! The lobby: the whole way from a table to a certified tree, one verb a line.
use crate::Decimal;
use crate::certify::{CertifyError, certify, certify_status};
use crate::options::{CheckedOptions, FitOptions, Goal, OptionsError};
use crate::plant::{Tally, plant};
use crate::ranked;
use crate::report::{Facts, Report, warnings};
use crate::watch::{Translated, Watch};
use gosdt_data::{EquivalenceClasses, Table, Values, binarize, group_equivalent_rows};
use gosdt_rank::RankError;
use gosdt_search::{
    CostError, Costs, Feature, Objective, Outcome, Points, Problem, ProblemError, Shape,
    Statistics, search,
};
use gosdt_tree::{Certificate, ColumnKind, Model, ModelColumn, Status, Tree};
use num_rational::BigRational;
use std::time::Instant;

/// What a fit hands over.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The tree with its certificate, and all that prediction needs.
    pub model: Model,
    /// Optimal trees, the model's own first: as many as were asked for and exist. Just the model's
    /// own when the search was stopped.
    pub optima: Vec<Tree>,
    /// What it took, and what to be wary of.
    pub report: Report,
}

/// Why there is no fit.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FitError {
    /// The options.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// The costs that the options make with this table.
    #[error(transparent)]
    Costs(#[from] CostError),
    /// The problem that the table makes.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// The problem that the table makes for an objective that ranks.
    #[error(transparent)]
    Rank(#[from] RankError),
    /// A λ that a path needs, and that cannot be exact.
    #[error(
        "the path needs λ = {0}, which has too many digits for exact arithmetic beside these \
         weights and costs; use fewer digits in them, or a narrower range of λ"
    )]
    PathTooWide(Decimal),
    /// The search claimed what is not so: a bug in gosdt.
    #[error(transparent)]
    Certify(#[from] CertifyError),
}

/// Fits an optimal tree. Whatever ends the search (its proof, a limit, `watch`), there is a tree,
/// and its certificate has been computed again from the data.
///
/// ```
/// use gosdt::{FitOptions, Silent, demo, fit};
///
/// let table = demo::find("monk-1").unwrap().table()?;
/// let options = FitOptions { max_leaves: Some(3), ..FitOptions::default() };
/// let fitted = fit(&table, &options, &mut Silent)?;
/// assert!(fitted.model.tree.leaves() <= 3);
/// assert_eq!(fitted.model.certificate.gap, 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fit(table: &Table, options: &FitOptions, watch: &mut dyn Watch) -> Result<Fit, FitError> {
    let started = Instant::now();
    let mut options = options.check(&table.labels)?;
    let classes = group_equivalent_rows(&binarize(table), table);
    let left = options.search.time_limit.map(|limit| limit.saturating_sub(started.elapsed()));
    options.search.time_limit = left;
    let answer = answer(table, &classes, &options, watch)?;
    let trees = answer.trees.iter();
    let optima: Vec<Tree> =
        trees.map(|(shape, tally)| plant(shape, tally, &classes, table)).collect();
    let model = model(table, &options, answer.certificate.clone(), optima[0].clone());
    let report = Report::new(&Facts { table, classes: &classes, started }, &answer, &model);
    Ok(Fit { model, optima, report })
}

/// What either kind of search comes to, computed again.
pub(crate) struct Answer {
    /// The best trees, with what reaches their nodes. At least one.
    pub(crate) trees: Vec<(Shape, Tally)>,
    pub(crate) certificate: Certificate,
    /// The loss of the first tree, exactly.
    pub(crate) loss: BigRational,
    pub(crate) statistics: Statistics,
    pub(crate) warnings: Vec<String>,
}

/// Searches as the objective needs it.
pub(crate) fn answer(
    table: &Table,
    classes: &EquivalenceClasses,
    options: &CheckedOptions,
    watch: &mut dyn Watch,
) -> Result<Answer, FitError> {
    match &options.goal {
        Goal::Additive(objective) => additive(table, classes, options, objective, watch),
        Goal::Ranked(objective) => ranked::answer(table, classes, options, objective, watch),
    }
}

/// Searches for an objective that is a sum over leaves.
fn additive(
    table: &Table,
    classes: &EquivalenceClasses,
    options: &CheckedOptions,
    objective: &Objective,
    watch: &mut dyn Watch,
) -> Result<Answer, FitError> {
    let problem = pose(classes, options, objective)?;
    let mut watch = Translated { costs: problem.costs(), watch };
    let outcome = search(&problem, &options.search, &mut watch);
    let trees = certify(&problem, &outcome, classes)?;
    let penalty = problem.costs().per_leaf() * outcome.tree.leaves() as i64;
    Ok(Answer {
        loss: problem.costs().rational(outcome.upper - penalty),
        trees: trees.into_iter().map(|(shape, tally)| (shape.clone(), tally)).collect(),
        certificate: certificate(problem.costs(), &outcome, table, classes)?,
        warnings: warnings(table, problem.costs()),
        statistics: outcome.statistics,
    })
}

/// The search's problem: classes of equal rows, integer costs, limits.
fn pose(
    classes: &EquivalenceClasses,
    options: &CheckedOptions,
    objective: &Objective,
) -> Result<Problem, FitError> {
    let costs = costs_of(classes, objective, &options.lambda)?;
    Ok(Problem::new(points_of(classes), costs, options.limits)?)
}

/// The integer costs of an objective on these classes.
pub(crate) fn costs_of(
    classes: &EquivalenceClasses,
    objective: &Objective,
    lambda: &BigRational,
) -> Result<Costs, CostError> {
    let mut totals = vec![0; classes.labels];
    for (at, weight) in classes.weights.iter().enumerate() {
        totals[at % classes.labels] += weight;
    }
    Costs::new(objective, lambda, &totals, classes.len)
}

/// The classes of equal rows, for a search.
pub(crate) fn points_of(classes: &EquivalenceClasses) -> Points {
    let features = classes.features.iter().map(|feature| Feature {
        bits: feature.bits.clone(),
        column: feature.column as u32,
        place: feature.place,
    });
    Points {
        len: classes.len,
        classes: classes.labels,
        weights: classes.weights.clone(),
        rows: classes.rows.clone(),
        features: features.collect(),
    }
}

fn certificate(
    costs: &Costs,
    outcome: &Outcome,
    table: &Table,
    classes: &EquivalenceClasses,
) -> Result<Certificate, CertifyError> {
    let status = certify_status(&outcome.lower, &outcome.upper, outcome.status)?;
    let penalty = costs.per_leaf() * outcome.tree.leaves() as i64;
    let loss = costs.value(outcome.upper - penalty);
    let bounds = [outcome.lower, outcome.upper, outcome.upper - outcome.lower];
    Ok(certificate_of(status, loss, bounds.map(|n| costs.value(n)), table, classes))
}

/// A certificate with these bounds: lower, upper, and the gap between them.
pub(crate) fn certificate_of(
    status: Status,
    loss: f64,
    [lower, upper, gap]: [f64; 3],
    table: &Table,
    classes: &EquivalenceClasses,
) -> Certificate {
    Certificate {
        status,
        objective: upper,
        loss,
        lower_bound: lower,
        upper_bound: upper,
        gap,
        rows: table.rows as u64,
        equivalence_classes: classes.len as u64,
        binary_features: classes.features.len() as u64,
    }
}

pub(crate) fn model(
    table: &Table,
    options: &CheckedOptions,
    certificate: Certificate,
    tree: Tree,
) -> Model {
    let column = |column: &gosdt_data::Column| ModelColumn {
        name: column.name.clone(),
        kind: match &column.values {
            Values::Numeric(_) => ColumnKind::Numeric,
            Values::Boolean { spelling, .. } => ColumnKind::Boolean { spelling: spelling.clone() },
            Values::Categorical { categories, .. } => {
                ColumnKind::Categorical { categories: categories.clone() }
            }
        },
    };
    Model {
        format: "gosdt-model".to_string(),
        version: 1,
        target: table.labels.name.clone(),
        classes: table.labels.classes.clone(),
        positive: options.positive,
        columns: table.columns.iter().map(column).collect(),
        missing: table.missing,
        objective: options.spec.clone(),
        certificate,
        tree,
    }
}
