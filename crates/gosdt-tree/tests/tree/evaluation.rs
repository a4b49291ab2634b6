//! Metrics.
use crate::samples::{leaf, model, numeric, split};
use gosdt_data::Test;
use gosdt_tree::{Metrics, Model, Node, Predictions, evaluate};
use proptest::prelude::*;

/// A model with a chain of leaves of the given class and weights; their node indices.
fn with_leaves(classes: &[&str], leaves: &[(usize, Vec<f64>)]) -> (Model, Vec<usize>) {
    let mut nodes: Vec<Node> = Vec::new();
    let mut at = Vec::new();
    for (n, (class, weights)) in leaves.iter().enumerate() {
        if n + 1 < leaves.len() {
            let here = nodes.len();
            nodes.push(split(0, Test::AtMost(n as f64), [here + 1, here + 2], weights));
        }
        at.push(nodes.len());
        nodes.push(leaf(*class, weights));
    }
    let model = model(classes, vec![numeric("x")], nodes);
    model.validate().unwrap();
    (model, at)
}

fn pure(classes: &[&str]) -> Model {
    let leaves = (0..classes.len()).map(|class| {
        let weight = |other| if other == class { 1.0 } else { 0.0 };
        (class, (0..classes.len()).map(weight).collect())
    });
    with_leaves(classes, &leaves.collect::<Vec<_>>()).0
}

fn predicting(model: &Model, classes: &[usize]) -> Predictions {
    let leaf_of = |class: &usize| {
        let is_it = |node: &Node| matches!(node, Node::Leaf { class: own, .. } if own == class);
        model.tree.nodes.iter().position(is_it).unwrap()
    };
    Predictions { leaves: classes.iter().map(leaf_of).collect(), classes: classes.to_vec() }
}

fn measure(
    classes: &[&str],
    predicted: &[usize],
    truth: &[usize],
    weights: Option<&[f64]>,
) -> Metrics {
    let model = pure(classes);
    evaluate(&model, &predicting(&model, predicted), truth, weights)
}

#[test]
fn metrics_of_three_classes() {
    let metrics = measure(&["a", "b", "c"], &[0, 0, 1, 1, 0, 0], &[0, 0, 0, 1, 1, 1], None);
    assert_eq!(metrics.rows, 6);
    assert_eq!(metrics.confusion, [[2.0, 1.0, 0.0], [2.0, 1.0, 0.0], [0.0; 3]]);
    assert_eq!(metrics.accuracy, 0.5);
    assert_eq!(metrics.balanced_accuracy, (2.0 / 3.0 + 1.0 / 3.0) / 2.0);
    assert_eq!(metrics.auc, None);
    let [a, b, c] = &metrics.per_class[..] else { panic!("three classes") };
    assert_eq!((a.precision, a.recall), (Some(0.5), Some(2.0 / 3.0)));
    assert_eq!(a.f1, Some(4.0 / 7.0));
    assert_eq!((b.precision, b.recall, b.f1), (Some(0.5), Some(1.0 / 3.0), Some(0.4)));
    assert_eq!((c.precision, c.recall, c.f1, c.support), (None, None, None, 0.0));
}

#[test]
fn a_class_that_is_never_predicted_has_recall_and_f1_zero() {
    let metrics = measure(&["a", "b"], &[0, 0], &[0, 1], None);
    let b = &metrics.per_class[1];
    assert_eq!((b.precision, b.recall, b.f1, b.support), (None, Some(0.0), Some(0.0), 1.0));
}

#[test]
fn a_class_that_never_occurs_has_no_recall_and_does_not_count() {
    let metrics = measure(&["a", "b"], &[0, 1], &[0, 0], None);
    assert_eq!(metrics.per_class[1].recall, None);
    assert_eq!(metrics.balanced_accuracy, 0.5);
    assert_eq!(metrics.auc, None);
}

#[test]
fn weights_count_as_copies_of_a_row() {
    let weights = [3.0, 0.0, 1.0, 2.0];
    let weighted = measure(&["a", "b"], &[0, 1, 1, 0], &[0, 0, 1, 1], Some(&weights));
    let mut copied = measure(&["a", "b"], &[0, 0, 0, 1, 0, 0], &[0, 0, 0, 1, 1, 1], None);
    copied.rows = 4;
    assert_eq!(weighted, copied);
}

#[test]
fn without_weight_nothing_is_measured() {
    let metrics = measure(&["a", "b"], &[0, 1], &[0, 1], Some(&[0.0, 0.0]));
    assert!(metrics.accuracy.is_nan() && metrics.balanced_accuracy.is_nan());
    assert_eq!((metrics.auc, metrics.per_class[0].f1), (None, None));
    let json = serde_json::to_value(&metrics).unwrap();
    assert!(json["accuracy"].is_null());
}

#[test]
fn auc_is_one_half_where_all_rows_share_a_leaf() {
    let (model, leaves) = with_leaves(&["a", "b"], &[(0, vec![3.0, 1.0])]);
    let predictions = Predictions { leaves: vec![leaves[0]; 3], classes: vec![0; 3] };
    assert_eq!(evaluate(&model, &predictions, &[0, 1, 1], None).auc, Some(0.5));
}

#[test]
fn the_roc_of_right_leaves_rises_at_once_and_its_partial_area_is_its_width() {
    let metrics = measure(&["a", "b"], &[0, 1, 1], &[0, 1, 1], None);
    assert_eq!(metrics.roc, Some(vec![(0.0, 0.0), (0.0, 1.0), (1.0, 1.0)]));
    assert_eq!(metrics.partial_auc(0.25), Some(0.25));
    assert_eq!(metrics.partial_auc(1.0), metrics.auc);
}

#[test]
fn auc_is_one_where_the_leaves_are_right() {
    let metrics = measure(&["a", "b"], &[0, 1, 1], &[0, 1, 1], None);
    assert_eq!(metrics.auc, Some(1.0));
}

#[test]
fn auc_follows_the_positive_class_and_is_the_same_for_either() {
    let mut model = pure(&["a", "b"]);
    let predictions = predicting(&model, &[0, 1, 1, 0, 1]);
    let truth = [0, 1, 0, 1, 1];
    let auc = |model: &Model| evaluate(model, &predictions, &truth, None).auc.unwrap();
    let (second, expected) = (auc(&model), (2.0 + 0.5 * 2.0 + 0.5) / 6.0);
    model.positive = Some(0);
    assert!((second - expected).abs() < 1e-15 && (auc(&model) - expected).abs() < 1e-15);
    model.positive = None;
    assert_eq!(auc(&model), second);
}

type Weight = u32;

/// Pairs of a positive and a negative row, one by one; shares compared without division.
fn auc_by_pairs(leaves: &[[Weight; 2]], rows: &[(usize, usize, Weight)]) -> Option<f64> {
    let (mut won, mut pairs) = (0.0, 0.0);
    for &(p, _, up) in rows.iter().filter(|row| row.1 == 1) {
        for &(n, _, un) in rows.iter().filter(|row| row.1 == 0) {
            let weight = f64::from(up * un);
            pairs += weight;
            let product = |a: usize, b: usize| leaves[a][1] * (leaves[b][0] + leaves[b][1]);
            won += weight
                * match product(p, n).cmp(&product(n, p)) {
                    std::cmp::Ordering::Greater => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Less => 0.0,
                };
        }
    }
    (pairs > 0.0).then(|| won / pairs)
}

fn leaf_weights() -> impl Strategy<Value = [Weight; 2]> {
    [0..6u32, 0..6u32].prop_filter("some weight", |[a, b]| a + b > 0)
}

proptest! {
    #[test]
    fn auc_is_the_share_of_pairs_in_the_right_order(
        leaves in prop::collection::vec(leaf_weights(), 1..7),
        rows in prop::collection::vec((any::<prop::sample::Index>(), 0..2usize, 0..4u32), 0..40),
    ) {
        let floats = |w: &[Weight; 2]| (0, w.map(f64::from).to_vec());
        let (model, at) =
            with_leaves(&["a", "b"], &leaves.iter().map(floats).collect::<Vec<_>>());
        let rows: Vec<_> =
            rows.iter().map(|(leaf, truth, w)| (leaf.index(leaves.len()), *truth, *w)).collect();
        let predictions = Predictions {
            leaves: rows.iter().map(|row| at[row.0]).collect(),
            classes: vec![0; rows.len()],
        };
        let truth: Vec<usize> = rows.iter().map(|row| row.1).collect();
        let weights: Vec<f64> = rows.iter().map(|row| f64::from(row.2)).collect();
        let auc = evaluate(&model, &predictions, &truth, Some(&weights)).auc;
        prop_assert_eq!(auc, auc_by_pairs(&leaves, &rows));
    }
}
