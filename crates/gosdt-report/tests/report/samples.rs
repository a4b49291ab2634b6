//! Models that several tests use.
use gosdt_data::{Missing, Test};
use gosdt_tree::{Certificate, ColumnKind, Model, ModelColumn, Node, ObjectiveSpec, Status, Tree};

/// A model over numeric columns.
pub fn model(target: &str, classes: &[&str], columns: &[&str], nodes: Vec<Node>) -> Model {
    let column = |name: &&str| ModelColumn::new(*name, ColumnKind::Numeric);
    let model = Model {
        format: Model::FORMAT.into(),
        version: Model::VERSION,
        target: target.into(),
        classes: classes.iter().map(|&class| class.to_owned()).collect(),
        positive: (classes.len() == 2).then_some(1),
        columns: columns.iter().map(column).collect(),
        missing: Missing::Error,
        objective: ObjectiveSpec {
            name: "accuracy".into(),
            lambda: "0.01".into(),
            costs: None,
            max_depth: None,
            max_leaves: None,
            min_leaf: 1,
        },
        certificate: Certificate {
            status: Status::Optimal,
            objective: 0.1,
            loss: 0.06,
            lower_bound: 0.1,
            upper_bound: 0.1,
            gap: 0.0,
            rows: nodes[0].rows(),
            equivalence_classes: 149,
            binary_features: 1357,
            thresholds: None,
            exact: true,
            canonical: true,
        },
        tree: Tree { nodes },
    };
    model.validate().unwrap();
    model
}

pub fn split(column: usize, at_most: f64, [yes, no]: [usize; 2], weights: &[f64]) -> Node {
    let (test, rows) = (Test::AtMost(at_most), weights.iter().sum::<f64>() as u64);
    Node::Split { column, test, yes, no, rows, weights: weights.to_vec() }
}

pub fn leaf(class: usize, weights: &[f64]) -> Node {
    Node::Leaf { class, rows: weights.iter().sum::<f64>() as u64, weights: weights.to_vec() }
}

/// Three leaves, two classes; the last leaf is mixed.
pub fn coupons() -> Model {
    let nodes = vec![
        split(0, 22.5, [1, 2], &[60.0, 40.0]),
        leaf(0, &[40.0, 0.0]),
        split(1, 3.0, [3, 4], &[20.0, 40.0]),
        leaf(1, &[5.0, 35.0]),
        leaf(0, &[15.0, 5.0]),
    ];
    model("takes it", &["no", "yes"], &["age", "visits"], nodes)
}

/// A chain of questions about `columns` long names, with a leaf after each.
pub fn chain(leaves: usize) -> Model {
    let names: Vec<String> =
        (0..leaves).map(|at| format!("the measurement number {at} of the series")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut nodes = Vec::new();
    for at in 0..leaves - 1 {
        let left = (leaves - at) as f64;
        nodes.push(split(at, 0.5 + at as f64, [2 * at + 1, 2 * at + 2], &[left, left]));
        nodes.push(leaf(at % 2, &[1.0, 1.0]));
    }
    nodes.push(leaf(1, &[1.0, 1.0]));
    model("label", &["no", "yes"], &names, nodes)
}

/// A full tree of the depth.
pub fn full(depth: u32) -> Model {
    let splits = (1 << depth) - 1;
    let node = |at: usize| match at < splits {
        true => split(at % 3, at as f64, [2 * at + 1, 2 * at + 2], &[64.0, 64.0]),
        false => leaf(at % 2, &[3.0, 4.0]),
    };
    let nodes = (0..2 * splits + 1).map(node).collect();
    model("label", &["no", "yes"], &["width of the leaf", "length", "age in years"], nodes)
}
