//! Choosing λ: what may be typed, and what came of it.
use crate::columns::align;
use clap::{Args, ValueEnum};
use gosdt::{Candidate, Decimal, Folds, SelectOptions, SelectRule, Selection};
use serde::Serialize;

/// How to choose λ.
#[derive(Debug, Args)]
pub struct SelectArgs {
    /// Choose λ by cross-validation with K stratified folds, then fit all rows with it. Of a time
    /// limit, the folds may use half
    #[arg(long, value_name = "cv:K", value_parser = parse_folds, conflicts_with = "lambda")]
    select: Option<usize>,
    /// What to choose λ from, with commas between [default: 13 values from 0.1 to 0.001, none below
    /// one row's share]
    #[arg(long, value_name = "L,L,…", value_delimiter = ',', requires = "select")]
    lambdas: Option<Vec<Decimal>>,
    /// Which λ is taken
    #[arg(long, value_enum, default_value_t = RuleArg::OneSe, requires = "select")]
    select_rule: RuleArg,
    /// What the shuffling of rows into folds starts from
    #[arg(long, value_name = "N", default_value_t = 0, requires = "select")]
    seed: u64,
}

/// Which λ is taken.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum RuleArg {
    /// That with the least mean loss
    Min,
    /// The largest whose mean loss is within one standard error of the least
    #[value(name = "1se")]
    OneSe,
}

impl SelectArgs {
    /// As the library wants it; `None` when λ is given.
    pub fn options(&self) -> Option<SelectOptions> {
        let (folds, seed) = (self.select?, self.seed);
        Some(SelectOptions {
            folds: Folds::Stratified { folds, seed },
            lambdas: self.lambdas.clone(),
            rule: match self.select_rule {
                RuleArg::Min => SelectRule::Min,
                RuleArg::OneSe => SelectRule::OneSe,
            },
        })
    }
}

fn parse_folds(text: &str) -> Result<usize, String> {
    let folds = text.strip_prefix("cv:").and_then(|folds| folds.parse().ok());
    match folds {
        Some(folds) if folds >= 2 => Ok(folds),
        _ => Err("write cv: and the number of folds, at least 2, such as cv:5".to_string()),
    }
}

/// The candidates in a table, with the two that the rules choose marked.
pub fn render(selection: &Selection) -> String {
    let header = ["λ", "loss", "accuracy", "leaves"].map(String::from).to_vec();
    let rows = std::iter::once(header).chain(selection.candidates.iter().map(row));
    let table = align(&rows.collect::<Vec<_>>());
    let mut lines = table.lines();
    let (folds, seconds) = (selection.folds, selection.seconds);
    let mut text = format!(
        "λ chosen by {folds}-fold cross-validation, {seconds:.1} s (mean ± standard error)\n{}\n",
        lines.next().unwrap_or_default()
    );
    for (at, line) in lines.enumerate() {
        text += &format!("{line}{}\n", mark(selection, at));
    }
    text
}

fn row(candidate: &Candidate) -> Vec<String> {
    let spread = |mean: f64, error: f64| format!("{mean:.4} ± {error:.4}");
    vec![
        candidate.lambda.to_string(),
        spread(candidate.mean_loss, candidate.loss_error),
        spread(candidate.mean_accuracy, candidate.accuracy_error),
        format!("{:.1}", candidate.mean_leaves),
    ]
}

/// What a candidate is, if it is anything: `chosen: least loss`.
fn mark(selection: &Selection, at: usize) -> String {
    let marks = [
        (at == selection.min, "least loss"),
        (at == selection.one_se, "within one standard error"),
    ];
    let marks: Vec<&str> = marks.iter().filter(|(is, _)| *is).map(|(_, mark)| *mark).collect();
    let chosen = if at == selection.chosen { "chosen: " } else { "" };
    if marks.is_empty() { String::new() } else { format!("  {chosen}{}", marks.join(", ")) }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_are_spelled_with_their_number() {
        assert_eq!(parse_folds("cv:5"), Ok(5));
        for text in ["5", "cv", "cv:", "cv:1", "cv:x", "loo"] {
            assert!(parse_folds(text).is_err(), "{text}");
        }
    }
}
