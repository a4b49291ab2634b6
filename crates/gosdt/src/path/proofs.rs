//! Certificates of a path: one for each λ at which the best tree changes, and for both ends.
//!
//! They prove the whole path. Between two neighbouring λ the objective of a tree is linear in λ, and the
//! optimum is concave, being the least of the objectives of all trees. So a tree that is optimal at both
//! ends of a range is optimal in between.
use super::options::PathOptions;
use super::trees::{Path, PathTree};
use crate::fit::{FitError, fit_with_proof};
use crate::options::{Decimal, FitOptions};
use crate::proof::{Proof, ProofError, ProofOptions, ProofWatch};
use gosdt_data::Table;
use gosdt_search::Instant;
use gosdt_tree::Model;
use std::time::Duration;

/// The certificate of a tree of a path at one end of its range.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PathProof {
    /// λ, as [`crate::PathTree`] has it.
    pub lambda: Decimal,
    /// The tree as a model at this λ.
    pub model: Model,
    /// The certificate, or why there is none.
    pub proof: Result<Proof, ProofError>,
}

/// Writes the certificates of a path, from the largest λ to the smallest: one for the first tree at the
/// upper end of its range, and for each tree one at the lower end. The time limit is for all of them.
///
/// ```
/// use gosdt::{PathOptions, ProofOptions, Silent, demo, path, path_proofs};
///
/// let table = demo::find("monk-1").unwrap().table()?;
/// let options = PathOptions::default();
/// let found = path(&table, &options, &mut Silent)?;
/// let proofs = path_proofs(&table, &options, &found, &ProofOptions::default(), &mut Silent)?;
/// assert_eq!(proofs.len(), found.trees.len() + 1);
/// assert!(proofs.iter().all(|one| one.proof.is_ok()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn path_proofs(
    table: &Table,
    options: &PathOptions,
    path: &Path,
    proof_options: &ProofOptions,
    watch: &mut dyn ProofWatch,
) -> Result<Vec<PathProof>, FitError> {
    let started = Instant::now();
    let left = || proof_options.time_limit.map(|limit| limit.saturating_sub(started.elapsed()));
    let first = path.trees.first().map(|tree| (&tree.high, tree));
    let corners = first.into_iter().chain(path.trees.iter().map(|tree| (&tree.low, tree)));
    let proof = |(lambda, tree): (&Decimal, &PathTree)| {
        proof_at(table, &options.fit, (lambda, tree), (proof_options, left()), watch)
    };
    corners.map(proof).collect()
}

fn proof_at(
    table: &Table,
    options: &FitOptions,
    (lambda, tree): (&Decimal, &PathTree),
    (proof_options, time_limit): (&ProofOptions, Option<Duration>),
    watch: &mut dyn ProofWatch,
) -> Result<PathProof, FitError> {
    let options = FitOptions { lambda: lambda.clone(), time_limit, ..options.clone() };
    let proof_options = ProofOptions { time_limit, ..proof_options.clone() };
    let (fitted, proof) = fit_with_proof(table, &options, &proof_options, watch)?;
    let mut model = tree.model.clone();
    model.objective = fitted.model.objective;
    model.certificate = fitted.model.certificate;
    model.certificate.loss = tree.model.certificate.loss;
    Ok(PathProof { lambda: lambda.clone(), model, proof })
}
