//! What is handed over when a choice is interrupted.
use super::error::SelectError;
use super::options::SelectRule;
use super::rule::Choice;
use super::trial::Trial;
use crate::fit::{Fit, FitError, fit};
use crate::options::{Decimal, FitOptions};
use crate::watch::Silent;
use gosdt_data::Table;
use gosdt_tree::Status;
use std::time::Duration;

/// Why a choice ends before it is made.
#[derive(Debug)]
pub(super) enum Halt {
    Failed(SelectError),
    Interrupted,
}

impl<E: Into<SelectError>> From<E> for Halt {
    fn from(error: E) -> Halt {
        Halt::Failed(error.into())
    }
}

/// Who interrupts does not want to wait; a greedy tree and its improvement take no longer.
const HAND_OVER: Duration = Duration::from_millis(150);

/// The λ that the folds which were done speak for, or the one nearest to the default.
pub(super) fn best_guess(
    lambdas: &[Decimal],
    trials: Vec<Vec<Trial>>,
    rule: SelectRule,
) -> (Decimal, usize) {
    let is_whole = |fold: &Vec<Trial>| fold.len() == lambdas.len();
    let whole: Vec<Vec<Trial>> = trials.into_iter().filter(is_whole).collect();
    match whole.is_empty() {
        true => (nearest_to_default(lambdas), 0),
        false => (lambdas[Choice::new(lambdas, &whole).by(rule)].clone(), whole.len()),
    }
}

fn nearest_to_default(lambdas: &[Decimal]) -> Decimal {
    let default = FitOptions::default().lambda;
    let distance = |lambda: &&Decimal| {
        let difference = lambda.value() - default.value();
        if difference < num_rational::BigRational::default() { -difference } else { difference }
    };
    lambdas.iter().min_by_key(distance).cloned().unwrap_or(default)
}

/// The tree of that λ, and the error that hands it over.
pub(super) fn hand_over(
    table: &Table,
    options: &FitOptions,
    (lambda, folds): (Decimal, usize),
) -> SelectError {
    match quick_fit(table, options, &lambda) {
        Ok(mut found) => {
            // It was the interrupt that left no more time.
            let status = &mut found.model.certificate.status;
            if *status == Status::TimeLimit {
                *status = Status::Interrupted;
            }
            found.report.warnings.push(format!(
                "interrupted after {folds} folds of the cross-validation: λ = {lambda} is a guess"
            ));
            SelectError::Interrupted(Box::new(found))
        }
        Err(error) => error.into(),
    }
}

fn quick_fit(table: &Table, options: &FitOptions, lambda: &Decimal) -> Result<Fit, FitError> {
    let time_limit = Some(options.time_limit.map_or(HAND_OVER, |limit| limit.min(HAND_OVER)));
    let options =
        FitOptions { lambda: lambda.clone(), time_limit, all_optima: 1, ..options.clone() };
    fit(table, &options, &mut Silent)
}
