//! The way through the lobby for a whole range of λ: every tree that is optimal for some of it.
use crate::certify::{CertifyError, certify_status, cost, keeps, well_formed};
use crate::fit::{certificate_of, model, points_of};
use crate::options::{CheckedOptions, Goal};
use crate::path_watch::{PathWatch, Span};
use crate::plant::{Tally, plant, tally};
use crate::report::{Facts, train, warnings};
use crate::simple_decimal::simple_between;
use crate::{Decimal, FitError, FitOptions, OptionsError, ranked_path};
use gosdt_data::{EquivalenceClasses, Table, binarize, group_equivalent_rows};
use gosdt_search::{
    CostError, Costs, Frontier, Limits, Objective, Piece, SearchOptions, Series, SeriesError,
    SolveAt, Solved, Statistics, StopReason, explore,
};
use gosdt_tree::{Metrics, Model, Status};
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};
use std::time::{Duration, Instant};

/// A range of λ, and how to fit in it.
#[derive(Clone, Debug, PartialEq)]
pub struct PathOptions {
    /// The objective, the limits on trees, and those on time and memory, which are for the path as a
    /// whole. `lambda` has no effect, `all_optima` must be 1.
    pub fit: FitOptions,
    /// The largest λ. \[default: 0.2\] \[range: at least `to`\]
    pub from: Decimal,
    /// The smallest λ. \[default: 0.001\] \[range: ≥ 0\]
    pub to: Decimal,
}

impl Default for PathOptions {
    fn default() -> Self {
        let decimal = |text: &str| text.parse().expect("this is a decimal");
        PathOptions { fit: FitOptions::default(), from: decimal("0.2"), to: decimal("0.001") }
    }
}

/// A tree of the path.
#[derive(Clone, Debug)]
pub struct PathTree {
    /// The tree, with the certificate for a λ of its range that has few digits.
    pub model: Model,
    /// The smallest λ for which it is the best tree found.
    pub low: Decimal,
    /// The largest λ for which it is the best tree found.
    pub high: Decimal,
    /// The objective at the smallest λ.
    pub low_objective: f64,
    /// The objective at the largest λ.
    pub high_objective: f64,
    /// The most that it may be above the optimum for any λ of its range; 0 if it is proven optimal
    /// for all of them.
    pub gap: f64,
    /// Metrics on the training rows.
    pub train: Metrics,
}

impl PathTree {
    /// Whether no tree is better for any λ of the range.
    pub fn is_proven(&self) -> bool {
        self.gap == 0.0
    }
}

/// A range of λ for which the best trees found are not proven optimal.
#[derive(Clone, Debug, PartialEq)]
pub struct Unproven {
    /// The smallest λ.
    pub low: Decimal,
    /// The largest λ.
    pub high: Decimal,
    /// The most that the best tree found may be above the optimum, for any of these λ.
    pub gap: f64,
}

/// Every tree that is optimal for some λ of a range, from the largest λ to the smallest, so from the
/// fewest leaves to the most.
#[derive(Clone, Debug)]
pub struct Path {
    /// [`Status::Optimal`] if that is proven of each, else what stopped the search.
    pub status: Status,
    /// The trees. At least one.
    pub trees: Vec<PathTree>,
    /// Where that is not proven, from the largest λ to the smallest.
    pub unproven: Vec<Unproven>,
    /// Seconds of it all.
    pub seconds: f64,
    /// Seconds of the searches alone.
    pub search_seconds: f64,
    /// Subproblems expanded.
    pub nodes: u64,
    /// Most bytes that the searches' own structures held.
    pub peak_memory: u64,
    /// What to be wary of, a sentence each.
    pub warnings: Vec<String>,
}

/// Finds every tree that is optimal for some λ between two, exactly: the lower convex hull of
/// (leaves, loss). Searches learn from each other, so that all take little longer than the hardest
/// by itself. Whatever ends the path, the trees found are handed over, each with how far it may be
/// from the optimum.
///
/// ```
/// use gosdt::{PathOptions, Silent, demo, path};
///
/// let table = demo::find("monk-1").unwrap().table()?;
/// let found = path(&table, &PathOptions::default(), &mut Silent)?;
/// assert!(found.status.is_optimal());
/// let leaves: Vec<usize> = found.trees.iter().map(|tree| tree.model.tree.leaves()).collect();
/// assert_eq!(leaves, [2, 7]);
/// // A quarter of the rows wrong against five more leaves: they tie at λ = 1/20.
/// assert_eq!(found.trees[0].low.to_string(), "1/20");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn path(
    table: &Table,
    options: &PathOptions,
    watch: &mut dyn PathWatch,
) -> Result<Path, FitError> {
    let started = Instant::now();
    let mut checked = options.check(table)?;
    let classes = group_equivalent_rows(&binarize(table), table);
    let left = checked.search.time_limit.map(|limit| limit.saturating_sub(started.elapsed()));
    checked.search.time_limit = left;
    let span = Span::new(watch, started);
    let ends = [&options.from, &options.to].map(|end| end.value().clone());
    let facts = Facts { table, classes: &classes, started };
    let found = match &checked.goal {
        Goal::Additive(objective) => additive(&facts, &checked, objective, ends, span)?,
        Goal::Ranked(objective) => ranked_path::all(&facts, &checked, objective, ends, span)?,
    };
    Ok(found.path(&facts, &checked, options)?)
}

impl PathOptions {
    fn check(&self, table: &Table) -> Result<CheckedOptions, OptionsError> {
        let fit = FitOptions { lambda: self.from.clone(), ..self.fit.clone() };
        if self.to.value().is_negative() {
            return Err(OptionsError::NegativeLambda(self.to.clone()));
        }
        if self.from.value() < self.to.value() {
            return Err(OptionsError::EmptyRange {
                from: self.from.to_string(),
                to: self.to.to_string(),
            });
        }
        if fit.all_optima > 1 {
            return Err(OptionsError::PathListsOne);
        }
        fit.check(&table.labels)
    }

    /// A λ as it is to be shown: an end as the user wrote it, any other as a fraction.
    fn spelled(&self, lambda: &BigRational) -> Decimal {
        let mut ends = [&self.from, &self.to].into_iter();
        let given = ends.find(|end| end.value() == lambda).cloned();
        given.unwrap_or_else(|| Decimal::from(lambda.clone()))
    }
}

/// What the searches found, each tree with what reaches its nodes.
pub(crate) struct Found {
    pub(crate) frontier: Frontier,
    pub(crate) reason: Option<StopReason>,
    pub(crate) trees: Vec<(Piece, Tally)>,
    pub(crate) statistics: Statistics,
    pub(crate) warnings: Vec<String>,
}

impl Found {
    fn path(
        self,
        facts: &Facts<'_>,
        checked: &CheckedOptions,
        options: &PathOptions,
    ) -> Result<Path, CertifyError> {
        let trees = self.trees.iter();
        let trees = trees.map(|(piece, tally)| self.tree(piece, tally, facts, checked, options));
        let most = self.trees.iter().map(|(piece, _)| &piece.gap).max();
        Ok(Path {
            trees: trees.collect::<Result<_, _>>()?,
            unproven: self.unproven(options),
            status: self.status(&BigRational::zero(), most.unwrap_or(&BigRational::zero()))?,
            search_seconds: self.statistics.elapsed.as_secs_f64(),
            nodes: self.statistics.nodes,
            peak_memory: self.statistics.peak_memory,
            seconds: facts.started.elapsed().as_secs_f64(),
            warnings: self.warnings,
        })
    }

    /// Optimal if and only if the bounds are equal.
    fn status(&self, lower: &BigRational, upper: &BigRational) -> Result<Status, CertifyError> {
        let claimed = self
            .reason
            .map_or(gosdt_search::Status::Optimal, |reason| gosdt_search::Status::Stopped(reason));
        certify_status(lower, upper, claimed)
    }

    fn unproven(&self, options: &PathOptions) -> Vec<Unproven> {
        let open = self.frontier.open_ranges().into_iter();
        let spelled = open.map(|range| Unproven {
            low: options.spelled(&range.low),
            high: options.spelled(&range.high),
            gap: float(&range.gap),
        });
        spelled.collect()
    }

    fn tree(
        &self,
        piece: &Piece,
        tally: &Tally,
        facts: &Facts<'_>,
        checked: &CheckedOptions,
        options: &PathOptions,
    ) -> Result<PathTree, CertifyError> {
        let [low, high] = [&piece.low, &piece.high].map(|lambda| options.spelled(lambda));
        let lambda = match low == high {
            true => high.clone(),
            false => simple_between(low.value(), high.value()),
        };
        let [lower, upper] = [self.frontier.lower(lambda.value()), piece.line.at(lambda.value())];
        let status = self.status(&lower, &upper)?;
        let bounds = [float(&lower), float(&upper), float(&(&upper - &lower))];
        let (table, classes) = (facts.table, facts.classes);
        let proof = certificate_of(status, float(&piece.line.loss), bounds, table, classes);
        let planted = plant(&piece.line.tree, tally, classes, table);
        let mut model = model(table, checked, proof, planted);
        model.objective.lambda = lambda.to_string();
        Ok(PathTree {
            train: train(facts, tally, &model),
            low_objective: float(&piece.line.at(&piece.low)),
            high_objective: float(&piece.line.at(&piece.high)),
            gap: float(&piece.gap),
            model,
            low,
            high,
        })
    }
}

fn float(number: &BigRational) -> f64 {
    number.to_f64().unwrap_or(f64::NAN)
}

/// Searches for an objective that is a sum over leaves.
fn additive(
    facts: &Facts<'_>,
    options: &CheckedOptions,
    objective: &Objective,
    [from, to]: [BigRational; 2],
    span: Span<'_>,
) -> Result<Found, FitError> {
    let series = Series::new(points_of(facts.classes), objective.clone(), options.limits)?;
    let mut searches = Searches { series, options: &options.search, span };
    let time_limit = options.search.time_limit;
    let (frontier, reason) = explore(&mut searches, from, to.clone(), time_limit)?;
    let series = &searches.series;
    let losses = series.costs_at(&BigRational::zero())?;
    let certified = |piece: Piece| {
        let tally = certify(&piece, &losses, series.limits(), facts.classes)?;
        Ok((piece, tally))
    };
    let trees: Result<_, CertifyError> = frontier.pieces().into_iter().map(certified).collect();
    Ok(Found {
        trees: trees?,
        frontier,
        reason,
        statistics: series.statistics().clone(),
        warnings: wary(facts.table, series, &to)?,
    })
}

/// What to be wary of.
fn wary(table: &Table, series: &Series, to: &BigRational) -> Result<Vec<String>, CostError> {
    let mut all = warnings(table, &series.costs_at(to)?);
    if !series.is_exact() {
        let text = "the costs leave no room in 64 bits for those of leaves and were rounded in \
                    their 12th digit: the trees are optimal for the rounded costs";
        all.push(text.to_string());
    }
    Ok(all)
}

/// The searches of a path.
struct Searches<'a, 'w> {
    series: Series,
    options: &'a SearchOptions,
    span: Span<'w>,
}

impl SolveAt for Searches<'_, '_> {
    type Error = FitError;

    fn solve_at(
        &mut self,
        lambda: &BigRational,
        frontier: &Frontier,
        time_limit: Option<Duration>,
    ) -> Result<Solved, FitError> {
        let costs = self.series.costs_at(lambda).map_err(|error| match error {
            CostError::TooWide => FitError::PathTooWide(Decimal::from(lambda.clone())),
            other => other.into(),
        })?;
        let options = SearchOptions { time_limit, ..self.options.clone() };
        let mut watch = self.span.at(lambda, frontier, Some(&costs));
        Ok(self.series.search(lambda, costs.clone(), frontier, &options, &mut watch))
    }
}

/// Computes a tree's loss again, from the classes of equal rows, and checks its shape and limits.
fn certify(
    piece: &Piece,
    losses: &Costs,
    limits: &Limits,
    classes: &EquivalenceClasses,
) -> Result<Tally, CertifyError> {
    let shape = &piece.line.tree;
    well_formed(shape, classes.features.len(), losses.labels())?;
    let tally = tally(shape, classes);
    keeps(shape, &tally, limits)?;
    let found = i64::try_from(cost(shape, &tally, losses)).map(|loss| losses.rational(loss));
    let right = found.as_ref().is_ok_and(|found| *found == piece.line.loss);
    if !right || shape.leaves() != piece.line.leaves || piece.gap.is_negative() {
        return Err(CertifyError::WrongObjective {
            claimed: format!("{} with {} leaves", piece.line.loss, piece.line.leaves),
            found: format!("{found:?} with {} leaves", shape.leaves()),
        });
    }
    Ok(tally)
}

impl From<SeriesError> for FitError {
    fn from(error: SeriesError) -> FitError {
        match error {
            SeriesError::Problem(error) => error.into(),
            SeriesError::Costs(error) => error.into(),
        }
    }
}
