//! A fit for people: the tree, then its certificate.
use gosdt::{Fit, Model, Tree, text};
use indicatif::HumanCount;
use std::fmt::Write;

/// The tree (or trees) and the certificate.
pub fn render(fitted: &Fit) -> String {
    let mut out = match fitted.optima.as_slice() {
        [] | [_] => text(&fitted.model),
        _ => all_trees(fitted),
    };
    for (name, line) in certificate(fitted) {
        let _ = write!(out, "\n{name:<10}  {line}");
    }
    out + "\n"
}

fn all_trees(fitted: &Fit) -> String {
    let count = fitted.optima.len();
    let tree = |(at, tree): (usize, &Tree)| {
        let model = Model { tree: tree.clone(), ..fitted.model.clone() };
        format!("optimal tree {} of {count}\n{}", at + 1, text(&model))
    };
    let trees: Vec<String> = fitted.optima.iter().enumerate().map(tree).collect();
    trees.join("\n")
}

fn certificate(fitted: &Fit) -> [(&'static str, String); 7] {
    let (tree, train) = (&fitted.model.tree, &fitted.report.train);
    let (accuracy, balanced) = (train.accuracy, train.balanced_accuracy);
    let proof = &fitted.model.certificate;
    let [lower, upper, gap] = [proof.lower_bound, proof.upper_bound, proof.gap].map(number);
    [
        ("status", status(&proof.status)),
        ("objective", objective(&fitted.model)),
        ("bounds", format!("{lower} ≤ optimum ≤ {upper}, gap {gap}")),
        ("tree", format!("{}, depth {}", leaves(tree), tree.depth())),
        ("data", data(fitted)),
        ("training", format!("accuracy {accuracy:.4}, balanced accuracy {balanced:.4}")),
        ("time", time(fitted)),
    ]
}

fn status(status: &str) -> String {
    match status {
        "optimal" => "optimal: no tree has a smaller objective".to_string(),
        why => format!("stopped ({why}): the best tree found; the bounds hold"),
    }
}

fn objective(model: &Model) -> String {
    let [sum, loss] = [model.certificate.objective, model.certificate.loss].map(number);
    let (name, lambda) = (&model.objective.name, &model.objective.lambda);
    format!("{sum} = {loss} loss ({name}) + {lambda} λ · {}", leaves(&model.tree))
}

fn data(fitted: &Fit) -> String {
    let (proof, report) = (&fitted.model.certificate, &fitted.report);
    let (candidates, constant, merged) = (report.candidates, report.constant, report.merged);
    format!(
        "{} rows in {} classes of equal rows, {} binary features \
         (of {candidates} tests, {constant} constant, {merged} merged)",
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

/// Ten decimals, without zeros at the end.
fn number(value: f64) -> String {
    let text = format!("{value:.10}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_zeros_at_the_end() {
        let cases = [(0.0, "0"), (0.08, "0.08"), (10.0, "10"), (1.0 / 3.0, "0.3333333333")];
        for (value, text) in cases {
            assert_eq!(number(value), text);
        }
    }
}
