//! What the trees of a path lose on rows that they were not fitted to.
use crate::measured::Measured;
use crate::numbers::number;
use gosdt::{Candidate, Selection};
use gosdt_tree::printable;

/// What the trees of a path lose on rows that they were not fitted to.
pub(crate) struct OtherLosses {
    /// What the picture calls them.
    pub(crate) class: &'static str,
    /// What the rows are: `test (FILE)`, `5 folds held out, mean ± standard error`.
    pub(crate) rows: String,
    /// The heading of their column.
    pub(crate) heading: String,
    /// For each tree, its loss and the standard error of that; `None` where it is not defined.
    pub(crate) losses: Vec<Option<(f64, f64)>>,
}

impl OtherLosses {
    /// The losses on test rows, and those of a cross-validation, as far as there are any.
    pub(crate) fn of(test: Option<&[Measured]>, selection: Option<&Selection>) -> Vec<OtherLosses> {
        test.and_then(on_test_rows).into_iter().chain(selection.map(held_out)).collect()
    }

    /// The loss of a tree, as text: `0.1983 ± 0.02`.
    pub(crate) fn cell(&self, tree: usize) -> String {
        match self.losses.get(tree).copied().flatten() {
            Some((loss, 0.0)) => number(loss),
            Some((loss, error)) => format!("{} ± {}", number(loss), number(error)),
            None => "–".to_string(),
        }
    }
}

fn on_test_rows(test: &[Measured]) -> Option<OtherLosses> {
    let first = test.first()?;
    Some(OtherLosses {
        class: "tested",
        rows: printable(&first.name).into_owned(),
        heading: "loss, test".to_string(),
        losses: test.iter().map(|measured| measured.loss.map(|loss| (loss, 0.0))).collect(),
    })
}

fn held_out(selection: &Selection) -> OtherLosses {
    let loss = |one: &Candidate| Some((one.mean_loss, one.loss_error));
    OtherLosses {
        class: "folded",
        rows: format!("{} folds held out, mean ± standard error", selection.folds),
        heading: "loss, held out".to_string(),
        losses: selection.candidates.iter().map(loss).collect(),
    }
}
