//! The path where there was no time to group equal rows: the lone leaf, and what any tree costs.
use super::searched::Searched;
use crate::fit::{FitError, lone_leaf};
use crate::options::CheckedOptions;
use crate::training_data::TrainingData;
use gosdt_search::{Frontier, Piece, StopReason, TreeLine};
use num_rational::BigRational;

/// The best lone leaf; any other tree has two leaves.
pub(super) fn best_lone_leaf(
    data: &TrainingData<'_>,
    options: &CheckedOptions,
    [from, to]: [BigRational; 2],
    reason: StopReason,
) -> Result<Searched, FitError> {
    let found = lone_leaf(data, options.clone(), reason)?;
    let (tree, counts) = &found.trees[0];
    let line = TreeLine { tree: tree.clone(), leaves: 1, loss: found.loss.clone() };
    let mut frontier = Frontier::new(from.clone(), to.clone());
    for lambda in [from, to] {
        let lower = (&lambda + &lambda).min(line.at(&lambda));
        frontier.learn(&lambda, lower, line.clone());
    }
    let counted = |piece: Piece| (piece, counts.clone());
    Ok(Searched {
        trees: frontier.pieces().into_iter().map(counted).collect(),
        reason: Some(reason).filter(|_| !frontier.is_proven()),
        exact: found.certificate.exact,
        frontier,
        statistics: found.statistics,
        warnings: found.warnings,
    })
}
