//! How λ was chosen, for people.
use super::columns::align;
use gosdt::{Candidate, Selection};

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
pub fn mark(selection: &Selection, at: usize) -> String {
    let marks = [
        (at == selection.min, "least loss"),
        (at == selection.one_se, "within one standard error"),
    ];
    let marks: Vec<&str> = marks.iter().filter(|(is, _)| *is).map(|(_, mark)| *mark).collect();
    let chosen = if at == selection.chosen { "chosen: " } else { "" };
    if marks.is_empty() { String::new() } else { format!("  {chosen}{}", marks.join(", ")) }
}
