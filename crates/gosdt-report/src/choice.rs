//! How λ was chosen: what the page says of it.
use crate::numbers::{number, share};
use crate::selection_chart::SelectionChart;
use gosdt::{Candidate, SelectRule, Selection};

/// How λ was chosen.
pub(crate) struct Choice {
    pub(crate) chart: Option<SelectionChart>,
    pub(crate) folds: usize,
    pub(crate) min: String,
    pub(crate) one_se: String,
    /// Whether the λ with the least loss was taken.
    pub(crate) took_min: bool,
    pub(crate) rows: Vec<ChoiceRow>,
}

/// A candidate: λ, loss, accuracy, leaves; and whether it was chosen.
pub(crate) struct ChoiceRow {
    pub(crate) cells: [String; 4],
    pub(crate) chosen: bool,
}

impl Choice {
    pub(crate) fn new(selection: &Selection) -> Choice {
        let lambda = |at: usize| selection.candidates[at].lambda.to_string();
        let numbered = selection.candidates.iter().enumerate();
        let row =
            |(at, candidate)| ChoiceRow { cells: cells(candidate), chosen: at == selection.chosen };
        Choice {
            chart: SelectionChart::new(selection),
            folds: selection.folds,
            min: lambda(selection.min),
            one_se: lambda(selection.one_se),
            took_min: selection.rule == SelectRule::Min,
            rows: numbered.map(row).collect(),
        }
    }
}

fn cells(candidate: &Candidate) -> [String; 4] {
    let spread = |mean, error| format!("{} ± {}", share(Some(mean)), share(Some(error)));
    [
        candidate.lambda.to_string(),
        spread(candidate.mean_loss, candidate.loss_error),
        spread(candidate.mean_accuracy, candidate.accuracy_error),
        number(candidate.mean_leaves),
    ]
}
