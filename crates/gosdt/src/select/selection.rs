//! What a cross-validation came to.
use super::options::SelectRule;
use crate::fit::Fit;
use crate::options::Decimal;

/// What the folds say of one λ. Losses are the objective's own, on the rows held out.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// λ.
    pub lambda: Decimal,
    /// Mean loss over the folds.
    pub mean_loss: f64,
    /// Its standard error: s/√k over k folds.
    pub loss_error: f64,
    /// Mean accuracy over the folds.
    pub mean_accuracy: f64,
    /// Its standard error.
    pub accuracy_error: f64,
    /// Mean number of leaves.
    pub mean_leaves: f64,
    /// In how many folds the tree was proven optimal for the rows that it was fitted to.
    pub proven: usize,
    /// The loss in each fold.
    pub losses: Vec<f64>,
    /// The accuracy in each fold.
    pub accuracies: Vec<f64>,
    /// The leaves in each fold.
    pub leaves: Vec<usize>,
}

/// What a cross-validation came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// How many folds.
    pub folds: usize,
    /// What there was to choose from, the largest λ first.
    pub candidates: Vec<Candidate>,
    /// The candidate with the least mean loss.
    pub min: usize,
    /// The candidate of the one-standard-error rule.
    pub one_se: usize,
    /// The rule that was followed.
    pub rule: SelectRule,
    /// The candidate that it chose.
    pub chosen: usize,
    /// Seconds of the cross-validation, without the last fit.
    pub seconds: f64,
}

/// The tree for the λ that was chosen, fitted to all rows, and how it was chosen.
#[derive(Clone, Debug)]
pub struct Selected {
    /// The fit.
    pub fit: Fit,
    /// The choice.
    pub selection: Selection,
}

impl Selection {
    /// The candidate that was chosen.
    pub fn choice(&self) -> &Candidate {
        &self.candidates[self.chosen]
    }

    /// Says how many trees the choice rests on that are not proven, if there are any.
    pub fn warning(&self) -> Option<String> {
        let all = self.folds * self.candidates.len();
        let proven: usize = self.candidates.iter().map(|candidate| candidate.proven).sum();
        (proven < all).then(|| {
            format!(
                "{} of the {all} trees of the cross-validation were stopped by a limit: the choice \
                 of λ rests on the best trees found",
                all - proven
            )
        })
    }
}
