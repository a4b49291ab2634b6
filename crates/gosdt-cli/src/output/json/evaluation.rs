//! How good a model is on a table, for programs.
use super::greedy_trees::BaselineJson;
use super::partial_auc::PartialAucJson;
use super::spelled::spelled;
use gosdt::{Metrics, PartialAuc};
use gosdt_report::Beside;
use serde::Serialize;

/// The metrics, the part of the area that a model was fitted for, and the greedy trees.
#[derive(Serialize)]
struct EvaluationJson<'a> {
    #[serde(flatten)]
    metrics: &'a Metrics,
    #[serde(skip_serializing_if = "Option::is_none")]
    partial_auc: Option<PartialAucJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline: Option<BaselineJson<'a>>,
}

/// The object.
pub fn render(metrics: &Metrics, partial: Option<PartialAuc>, beside: Option<&Beside>) -> String {
    let object = EvaluationJson {
        metrics,
        partial_auc: partial.map(PartialAucJson::from),
        baseline: beside.map(BaselineJson::new),
    };
    spelled(&object)
}
