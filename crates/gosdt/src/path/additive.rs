//! Objectives that are sums over leaves: searches that share what they prove.
use super::searched::Searched;
use super::watch::PathObserver;
use crate::certify::{CertifyError, certify_line, exact_loss};
use crate::fit::{FitError, warnings};
use crate::options::{CheckedOptions, Decimal};
use crate::training_data::TrainingData;
use gosdt_data::Table;
use gosdt_search::{
    CostError, Frontier, Objective, Piece, SearchOptions, SearchSeries, SolveAt, Solved, find_path,
};
use num_rational::BigRational;
use num_traits::Zero;
use std::time::Duration;

/// Finds all optimal trees between two λ.
pub(super) fn search_additive(
    data: &TrainingData<'_>,
    options: &CheckedOptions,
    objective: &Objective,
    [from, to]: [BigRational; 2],
    observer: PathObserver<'_>,
) -> Result<Searched, FitError> {
    let ends = [from.clone(), to.clone()];
    let series = SearchSeries::between(data.points(), objective.clone(), options.limits, &ends)?;
    let asked = data.costs(objective, &BigRational::zero())?;
    let mut searches = Searches { series, options: &options.search, observer };
    let time_limit = options.search.time_limit;
    let (frontier, reason) = find_path(&mut searches, from, to.clone(), time_limit)?;
    let series = &searches.series;
    let losses = series.costs_at(&BigRational::zero())?;
    let certified = |mut piece: Piece| {
        let counts = certify_line(&piece.line, &losses, series.limits(), data.classes)?;
        // What the tree loses exactly, whatever the searches compared.
        let loss = exact_loss(&piece.line.tree, &counts, &asked);
        piece.gap += &loss - &piece.line.loss;
        piece.line.loss = loss;
        Ok((piece, counts))
    };
    let trees: Result<_, CertifyError> = frontier.pieces().into_iter().map(certified).collect();
    Ok(Searched {
        trees: trees?,
        exact: series.is_exact(),
        frontier,
        reason,
        statistics: series.statistics().clone(),
        warnings: path_warnings(data.table, series, &to)?,
    })
}

/// The warnings that the costs at the smallest λ give rise to.
fn path_warnings(
    table: &Table,
    series: &SearchSeries,
    to: &BigRational,
) -> Result<Vec<String>, CostError> {
    let mut all = warnings(table, &series.costs_at(to)?);
    if !series.is_exact() {
        let text = "the costs leave no room in 64 bits for those of leaves and were rounded down: \
                    the bounds hold, and no tree is better by more than its gap";
        all.push(text.to_string());
    }
    Ok(all)
}

/// The searches of a path.
struct Searches<'a, 'w> {
    series: SearchSeries,
    options: &'a SearchOptions,
    observer: PathObserver<'w>,
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
        let mut watch = self.observer.at(lambda, frontier);
        Ok(self.series.search(lambda, costs, frontier, &options, &mut watch))
    }
}
