//! A fit for programs: one JSON object.
use super::greedy_trees::BaselineJson;
use super::partial_auc::PartialAucJson;
use super::selection::SelectionJson;
use super::spelled::spelled;
use super::tree::tree_json;
use crate::output::results::{InputTimes, Results};
use gosdt::{Decimal, KeptThresholds, Metrics, PartialAuc, Phases, Status, peak_memory};
use gosdt_report::Beside;
use serde::Serialize;
use serde_json::Value;

#[derive(Serialize)]
struct FitJson<'a> {
    status: Status,
    objective: f64,
    loss: f64,
    lambda: f64,
    leaves: usize,
    depth: usize,
    lower_bound: f64,
    upper_bound: f64,
    gap: f64,
    exact: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    canonical: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    partial_auc: Option<PartialAucJson>,
    seconds: f64,
    search_seconds: f64,
    phases: PhasesJson,
    peak_memory: Option<u64>,
    nodes: u64,
    rows: u64,
    equivalence_classes: u64,
    binary_features: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    thresholds: Option<&'a KeptThresholds>,
    train: &'a Metrics,
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<&'a Metrics>,
    #[serde(skip_serializing_if = "Option::is_none")]
    test_loss: Option<f64>,
    tree: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    optima: Option<Vec<Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    listed_all: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline: Option<BaselineJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    selection: Option<SelectionJson<'a>>,
}

/// Seconds of each step, those of reading only where a file was read.
#[derive(Serialize)]
struct PhasesJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    reading: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    typing: Option<f64>,
    grouping: f64,
    greedy: f64,
    search: f64,
    certifying: f64,
}

impl PhasesJson {
    fn new(input: Option<InputTimes>, phases: Phases) -> PhasesJson {
        let Phases { grouping, greedy, search, certifying, .. } = phases;
        PhasesJson {
            reading: input.map(|input| input.reading),
            typing: input.map(|input| input.typing),
            grouping,
            greedy,
            search,
            certifying,
        }
    }
}

/// The object; with the metrics on test rows and the greedy trees if there are any, and with the
/// list of optima if it was asked for and there is a proof.
pub fn render(results: &Results, beside: Option<&Beside>, list_optima: bool) -> String {
    let fitted = &results.fitted;
    let (model, report) = (&fitted.model, &fitted.report);
    let proof = &model.certificate;
    let optima = || fitted.optima.iter().map(|tree| tree_json(model, tree)).collect();
    let object = FitJson {
        status: proof.status,
        objective: proof.objective,
        loss: proof.loss,
        lambda: model.objective.lambda.parse().as_ref().map_or(f64::NAN, Decimal::to_f64),
        leaves: model.tree.leaves(),
        depth: model.tree.depth(),
        lower_bound: proof.lower_bound,
        upper_bound: proof.upper_bound,
        gap: proof.gap,
        exact: proof.exact,
        canonical: proof.status.is_ended().then_some(proof.canonical),
        partial_auc: PartialAuc::certified(model).map(PartialAucJson::from),
        seconds: report.seconds,
        search_seconds: report.search_seconds,
        phases: PhasesJson::new(results.input, report.phases),
        peak_memory: peak_memory(),
        nodes: report.nodes,
        rows: proof.rows,
        equivalence_classes: proof.equivalence_classes,
        binary_features: proof.binary_features,
        thresholds: proof.thresholds.as_ref(),
        train: &report.train,
        test: results.test_metrics(),
        test_loss: results.test.as_ref().and_then(|test| test.loss),
        tree: tree_json(model, &model.tree),
        optima: (list_optima && proof.status.is_ended()).then(optima),
        listed_all: (list_optima && proof.status.is_ended()).then_some(report.listed_all),
        baseline: beside.map(BaselineJson::new),
        selection: results.selection.as_ref().map(SelectionJson::new),
    };
    spelled(&object)
}
