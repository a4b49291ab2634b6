//! How λ was chosen, for programs.
use gosdt::{Candidate, SelectRule, Selection};
use serde::Serialize;

/// The choice for programs.
#[derive(Serialize)]
pub struct SelectionJson<'a> {
    folds: usize,
    rule: &'static str,
    lambda: f64,
    lambda_min: f64,
    lambda_1se: f64,
    seconds: f64,
    candidates: Vec<CandidateJson<'a>>,
}

#[derive(Serialize)]
struct CandidateJson<'a> {
    lambda: f64,
    mean_loss: f64,
    loss_error: f64,
    mean_accuracy: f64,
    accuracy_error: f64,
    mean_leaves: f64,
    proven: usize,
    losses: &'a [f64],
    accuracies: &'a [f64],
    leaves: &'a [usize],
}

impl<'a> SelectionJson<'a> {
    /// All that is known of it.
    pub fn new(selection: &'a Selection) -> SelectionJson<'a> {
        let lambda = |at: usize| selection.candidates[at].lambda.to_f64();
        SelectionJson {
            folds: selection.folds,
            rule: match selection.rule {
                SelectRule::Min => "min",
                SelectRule::OneSe => "1se",
            },
            lambda: lambda(selection.chosen),
            lambda_min: lambda(selection.min),
            lambda_1se: lambda(selection.one_se),
            seconds: selection.seconds,
            candidates: selection.candidates.iter().map(CandidateJson::new).collect(),
        }
    }
}

impl<'a> CandidateJson<'a> {
    fn new(candidate: &'a Candidate) -> CandidateJson<'a> {
        CandidateJson {
            lambda: candidate.lambda.to_f64(),
            mean_loss: candidate.mean_loss,
            loss_error: candidate.loss_error,
            mean_accuracy: candidate.mean_accuracy,
            accuracy_error: candidate.accuracy_error,
            mean_leaves: candidate.mean_leaves,
            proven: candidate.proven,
            losses: &candidate.losses,
            accuracies: &candidate.accuracies,
            leaves: &candidate.leaves,
        }
    }
}
