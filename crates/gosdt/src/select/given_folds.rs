//! The folds to use: made, or given and checked.
use super::error::SelectError;
use super::folds::{Fold, stratified_folds};
use super::options::Folds;
use crate::options::{CheckedOptions, Goal};
use gosdt_data::Table;

/// The folds of the options.
pub(super) fn folds_of(
    table: &Table,
    folds: &Folds,
    options: &CheckedOptions,
) -> Result<Vec<Fold>, SelectError> {
    match folds {
        Folds::Stratified { folds, seed } => stratified_folds(table, *folds, *seed),
        Folds::Given(folds) if folds.len() < 2 => Err(SelectError::FewFolds(folds.len())),
        Folds::Given(folds) => {
            let numbered = folds.iter().enumerate();
            let problem =
                |(at, fold): (usize, &Fold)| Some((at, fold_problem(table, fold, options)?));
            match numbered.map(problem).find_map(|found| found) {
                Some((at, problem)) => Err(SelectError::BadFold { fold: at + 1, problem }),
                None => Ok(folds.clone()),
            }
        }
    }
}

/// Both parts must have weight, and for objectives that rank weight of both classes.
fn fold_problem(table: &Table, fold: &Fold, options: &CheckedOptions) -> Option<String> {
    for (part, rows) in [("training", &fold.train), ("held-out", &fold.test)] {
        if let Some(row) = rows.iter().find(|&&row| row >= table.rows) {
            return Some(format!("row {row} in its {part} rows, but the table has {}", table.rows));
        }
        let weight = |row: usize| table.weights.as_ref().map_or(1, |weights| weights.values[row]);
        let mut totals = vec![0u128; table.labels.classes.len()];
        for &row in rows {
            totals[table.labels.codes[row] as usize] += u128::from(weight(row));
        }
        let ranks = matches!(options.goal, Goal::Ranked(_));
        if ranks && let Some(class) = totals.iter().position(|&total| total == 0) {
            let class = &table.labels.classes[class];
            return Some(format!("no weight of class '{class}' in its {part} rows"));
        }
        if totals.iter().all(|&total| total == 0) {
            return Some(format!("no weight in its {part} rows"));
        }
    }
    None
}
