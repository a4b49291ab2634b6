//! A fit for people: the tree, then its certificate.
use super::number::number;
use super::{greedy_trees, selection};
use crate::output::results::Results;
use crate::output::screen::tree_on_screen;
use gosdt::{Certificate, Fit, Metrics, Model, PartialAuc, Status, Tree};
use gosdt_report::Beside;
use indicatif::HumanCount;
use std::fmt::Write;

/// The tree (or trees), drawn on a terminal, the certificate, how λ was chosen, and the greedy trees'
/// figures.
pub fn render(results: &Results, beside: Option<&Beside>) -> String {
    let fitted = &results.fitted;
    let mut out = match fitted.optima.as_slice() {
        [] | [_] => tree_on_screen(&fitted.model),
        _ => all_trees(fitted),
    };
    for (name, line) in certificate(fitted, results.test_metrics()) {
        let _ = write!(out, "\n{name:<10}  {line}");
    }
    out.push('\n');
    if let Some(chosen) = &results.selection {
        let _ = write!(out, "\n{}", selection::render(chosen));
    }
    if let Some(beside) = beside {
        let (train, test) = (&fitted.report.train, results.test.as_ref());
        let figures = greedy_trees::render(beside, &fitted.model, train, test);
        let _ = write!(out, "\n{figures}");
    }
    out
}

fn all_trees(fitted: &Fit) -> String {
    let count = fitted.optima.len();
    let tree = |(at, tree): (usize, &Tree)| {
        let model = Model { tree: tree.clone(), ..fitted.model.clone() };
        let among = fitted.model.certificate.among().map_or("", |_| " among the thresholds kept");
        let up_to = match fitted.model.certificate.status {
            Status::OptimalUpToRounding => " up to rounding",
            _ => "",
        };
        let cut = if fitted.report.listed_all { "" } else { " found before the stop" };
        let place = format!("{} of {count}{cut}", at + 1);
        format!("optimal tree {place}{among}{up_to}\n{}", tree_on_screen(&model))
    };
    let trees: Vec<String> = fitted.optima.iter().enumerate().map(tree).collect();
    trees.join("\n")
}

fn certificate(fitted: &Fit, test: Option<&Metrics>) -> Vec<(&'static str, String)> {
    let tree = &fitted.model.tree;
    let proof = &fitted.model.certificate;
    let [lower, upper, gap] = [proof.lower_bound, proof.upper_bound, proof.gap].map(number);
    let mut lines = vec![
        ("status", status(proof)),
        ("objective", objective(&fitted.model)),
        ("bounds", format!("{lower} ≤ optimum ≤ {upper}, gap {gap}")),
    ];
    lines.extend(PartialAuc::certified(&fitted.model).map(|part| ("area", area(&part))));
    lines.extend([
        ("tree", format!("{}, depth {}", leaves(tree), tree.depth())),
        ("data", data(fitted)),
        ("training", quality(&fitted.report.train)),
    ]);
    lines.extend(test.map(|test| ("test", quality(test))));
    lines.push(("time", time(fitted)));
    lines
}

fn quality(metrics: &Metrics) -> String {
    let (accuracy, balanced) = (metrics.accuracy, metrics.balanced_accuracy);
    format!("accuracy {accuracy:.4}, balanced accuracy {balanced:.4}")
}

fn status(proof: &Certificate) -> String {
    let among = proof.among().map(|thresholds| format!(" among {}", thresholds.words()));
    match (proof.status, among) {
        (status, Some(among)) if status.is_proven() => {
            format!("optimal{among}: no tree that asks these alone has a smaller objective")
        }
        (status, _) if status.is_proven() => "optimal: no tree has a smaller objective".to_string(),
        (Status::OptimalUpToRounding, among) => {
            let (among, gap) = (among.unwrap_or_default(), number(proof.gap));
            format!(
                "optimal{among} up to {gap}: costs were rounded down to 64 bits; the bounds hold"
            )
        }
        (why, among) => {
            let among = among.unwrap_or_default();
            format!("stopped ({why}): the best tree found; the bounds hold{among}")
        }
    }
}

fn objective(model: &Model) -> String {
    let [sum, loss] = [model.certificate.objective, model.certificate.loss].map(number);
    let (name, lambda) = (&model.objective.name, &model.objective.lambda);
    format!("{sum} = {loss} loss ({name}) + {lambda} λ · {}", leaves(&model.tree))
}

/// The loss is 1 minus the first of the two.
fn area(part: &PartialAuc) -> String {
    let [area, normalised] = [part.area, part.normalised].map(number);
    let theta = &part.theta;
    format!("{area} under the ROC curve left of {theta}; divided by {theta}, {normalised}")
}

fn data(fitted: &Fit) -> String {
    let (proof, report) = (&fitted.model.certificate, &fitted.report);
    let (candidates, constant, merged) = (report.candidates, report.constant, report.merged);
    let left_out = proof
        .among()
        .map_or(String::new(), |kept| format!("{} thresholds left out, ", kept.left_out()));
    format!(
        "{} rows in {} classes of equal rows, {} binary features \
         (of {candidates} tests, {left_out}{constant} constant, {merged} merged)",
        proof.rows, proof.equivalence_classes, proof.binary_features
    )
}

fn time(fitted: &Fit) -> String {
    let (all, search) = (fitted.report.seconds, fitted.report.search_seconds);
    let nodes = HumanCount(fitted.report.nodes);
    format!("{all:.3} s, of which {search:.3} s search, {nodes} nodes")
}

fn leaves(tree: &Tree) -> String {
    match tree.leaves() {
        1 => "1 leaf".to_string(),
        leaves => format!("{leaves} leaves"),
    }
}
