//! What trees are compared by: what the objective is about, in the words of those who asked for it.
use crate::numbers::{number, share};
use gosdt_tree::Model;

/// What trees are compared by.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Measure {
    /// 1 − loss, which has a name of its own.
    Named(String),
    /// The loss itself: a mean of costs.
    Loss,
}

impl Measure {
    /// The measure of a model's objective.
    pub(crate) fn of(model: &Model) -> Measure {
        let name = &model.objective.name;
        let (family, number) = name.split_once(':').unwrap_or((name, ""));
        Measure::Named(match family {
            "accuracy" => "accuracy".to_string(),
            "balanced" => "balanced accuracy".to_string(),
            "auc" => "AUC".to_string(),
            "pauc" => format!("area left of {number}"),
            "fscore" => "F1".to_string(),
            "fbeta" => format!("F{number}"),
            "jaccard" => "Jaccard index".to_string(),
            _ => return Measure::Loss,
        })
    }

    /// What the figures are called on some rows: `AUC, test`.
    pub(crate) fn heading(&self, rows: &str) -> String {
        match self {
            Measure::Named(name) => format!("{name}, {rows}"),
            Measure::Loss => format!("loss, {rows}"),
        }
    }

    /// The figure of a tree with this loss; a dash where the loss is not defined.
    pub(crate) fn figure(&self, loss: Option<f64>) -> String {
        match self {
            Measure::Named(_) => share(loss.map(|loss| 1.0 - loss)),
            Measure::Loss => loss.map_or_else(|| share(None), number),
        }
    }
}
