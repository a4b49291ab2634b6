//! `gosdt evaluate`: how good a model is on a table with labels.
use crate::args::EvaluateArgs;
use crate::baseline::{self, BaselineJson};
use crate::columns::align;
use crate::ending::{Ending, Failure};
use crate::files::read_model;
use crate::output::print;
use crate::partial_auc_json::PartialAucJson;
use crate::test_set::TestSet;
use gosdt::{ClassMetrics, Metrics, PartialAuc, RawTable};
use gosdt_report::{Beside, Measured};
use serde::Serialize;

/// Reads model and table, predicts, compares.
pub fn run(args: &EvaluateArgs) -> Result<Ending, Failure> {
    let model = read_model(&args.model)?;
    let data = TestSet::open(&args.data, &args.csv.options(), args.weights.as_deref())?;
    let metrics = data.measure(&model)?.metrics;
    let beside = args.baseline_from.as_deref().map(|path| {
        let table = baseline::training_table(path, &model, args)?;
        baseline::beside(&table, &model, Some(&data))
    });
    let beside = beside.transpose()?;
    let partial = PartialAuc::measured(&model, &metrics);
    let text = match (args.json, &beside) {
        (true, beside) => json(&metrics, partial, beside.as_ref()),
        (false, None) => render(&metrics, partial.as_ref()),
        (false, Some(beside)) => {
            let train = Measured::on_training(&model).metrics;
            let figures = baseline::render(beside, &model, &train, Some(&metrics));
            render(&metrics, partial.as_ref()) + "\n" + &figures
        }
    };
    print(&text)?;
    Ok(Ending::Done)
}

/// The weights in a column.
pub fn row_weights(raw: &RawTable, name: &str) -> Result<Vec<f64>, Failure> {
    let column = raw.column_index(name)?;
    let weight = |row: usize| match raw.cell(row, column).parse::<f64>() {
        Ok(weight) if weight.is_finite() && weight >= 0.0 => Ok(weight),
        _ => Err(Failure::Input(format!(
            "{}, line {}, column '{name}': '{}' is not a weight; it must be a number, at least 0",
            raw.source,
            raw.line(row),
            raw.cell(row, column)
        ))),
    };
    (0..raw.rows()).map(weight).collect()
}

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

fn json(metrics: &Metrics, partial: Option<PartialAuc>, beside: Option<&Beside>) -> String {
    let object = EvaluationJson {
        metrics,
        partial_auc: partial.map(PartialAucJson::from),
        baseline: beside.map(BaselineJson::new),
    };
    serde_json::to_string_pretty(&object).unwrap_or_default() + "\n"
}

fn render(metrics: &Metrics, partial: Option<&PartialAuc>) -> String {
    let mut summary = vec![
        vec!["rows".to_string(), metrics.rows.to_string()],
        vec!["accuracy".to_string(), share(Some(metrics.accuracy))],
        vec!["balanced accuracy".to_string(), share(Some(metrics.balanced_accuracy))],
        vec!["AUC".to_string(), share(metrics.auc)],
    ];
    summary.extend(partial.into_iter().flat_map(partial_areas));
    let summary = align(&summary);
    let classes = align(&class_rows(&metrics.per_class));
    let confusion = align(&confusion_rows(metrics));
    let roc = align(&roc_rows(metrics));
    let blocks = [summary, classes, confusion, roc];
    blocks.into_iter().filter(|block| !block.is_empty()).collect::<Vec<_>>().join("\n")
}

/// For a model that was fitted for a partial area: that area, as it is and as a share.
fn partial_areas(partial: &PartialAuc) -> [Vec<String>; 2] {
    let PartialAuc { theta, area, normalised } = partial;
    [
        vec![format!("area left of {theta}"), share(Some(*area))],
        vec![format!("divided by {theta}"), share(Some(*normalised))],
    ]
}

fn roc_rows(metrics: &Metrics) -> Vec<Vec<String>> {
    let Some(roc) = &metrics.roc else { return Vec::new() };
    let header = ["ROC: false positive rate", "true positive rate"].map(String::from).to_vec();
    let row = |&(x, y): &(f64, f64)| vec![share(Some(x)), share(Some(y))];
    std::iter::once(header).chain(roc.iter().map(row)).collect()
}

fn class_rows(classes: &[ClassMetrics]) -> Vec<Vec<String>> {
    let header = ["class", "precision", "recall", "F1", "weight"].map(String::from).to_vec();
    let row = |class: &ClassMetrics| {
        let shares = [class.precision, class.recall, class.f1].map(share);
        [std::slice::from_ref(&class.class), shares.as_slice(), &[class.support.to_string()]]
            .concat()
    };
    std::iter::once(header).chain(classes.iter().map(row)).collect()
}

fn confusion_rows(metrics: &Metrics) -> Vec<Vec<String>> {
    let names = || metrics.per_class.iter().map(|class| class.class.clone());
    let header = std::iter::once("true \\ predicted".to_string()).chain(names()).collect();
    let row = |(name, weights): (String, &Vec<f64>)| {
        std::iter::once(name).chain(weights.iter().map(ToString::to_string)).collect()
    };
    std::iter::once(header).chain(names().zip(&metrics.confusion).map(row)).collect()
}

fn share(value: Option<f64>) -> String {
    value.map_or("–".to_string(), |value| format!("{value:.4}"))
}
