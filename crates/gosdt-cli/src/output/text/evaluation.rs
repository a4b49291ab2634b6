//! How good a model is on a table, for people.
use super::columns::align;
use gosdt::{ClassMetrics, Metrics, PartialAuc, printable};

/// The metrics, in blocks of aligned columns.
pub fn render(metrics: &Metrics, partial: Option<&PartialAuc>) -> String {
    let mut summary = vec![
        vec!["rows".to_string(), metrics.rows.to_string()],
        vec!["accuracy".to_string(), share(Some(metrics.accuracy))],
        vec!["balanced accuracy".to_string(), share(Some(metrics.balanced_accuracy))],
        vec!["AUC".to_string(), share(metrics.auc)],
    ];
    summary.extend(partial.into_iter().flat_map(partial_areas));
    let summary = align(&summary);
    let classes = align(&class_rows(metrics));
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

fn class_rows(metrics: &Metrics) -> Vec<Vec<String>> {
    let support = if metrics.has_weights() { "weight" } else { "rows" };
    let header = ["class", "precision", "recall", "F1", support].map(String::from).to_vec();
    let row = |class: &ClassMetrics| {
        let shares = [class.precision, class.recall, class.f1].map(share);
        let name = printable(&class.class).into_owned();
        [&[name], shares.as_slice(), &[class.support.to_string()]].concat()
    };
    std::iter::once(header).chain(metrics.per_class.iter().map(row)).collect()
}

fn confusion_rows(metrics: &Metrics) -> Vec<Vec<String>> {
    let names = || metrics.per_class.iter().map(|class| printable(&class.class).into_owned());
    let header = std::iter::once("true \\ predicted".to_string()).chain(names()).collect();
    let row = |(name, weights): (String, &Vec<f64>)| {
        std::iter::once(name).chain(weights.iter().map(ToString::to_string)).collect()
    };
    std::iter::once(header).chain(names().zip(&metrics.confusion).map(row)).collect()
}

fn share(value: Option<f64>) -> String {
    value.map_or("–".to_string(), |value| format!("{value:.4}"))
}
