//! Valid models of every kind, with the strangest names.
use crate::samples::model;
use gosdt_data::{Missing, Test};
use gosdt_tree::{ColumnKind, Model, ModelColumn, Node};
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use proptest::sample::Index;

fn name() -> impl Strategy<Value = String> {
    prop_oneof!["[a-c]{1,2}", ".{0,6}", "[\"\\\\\n\r\t<>&,; \u{1b}\u{202e}]{1,4}"]
}

fn names(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<String>> {
    btree_set(name(), count).prop_map(|names| names.into_iter().collect()).prop_shuffle()
}

fn kind() -> impl Strategy<Value = ColumnKind> {
    let boolean = names(2..3)
        .prop_map(|names| ColumnKind::Boolean { spelling: names.try_into().expect("two names") });
    let categorical = names(1..5).prop_map(|categories| ColumnKind::Categorical { categories });
    prop_oneof![Just(ColumnKind::Numeric), boolean, categorical]
}

fn columns() -> impl Strategy<Value = Vec<ModelColumn>> {
    (names(5..6), vec(kind(), 1..6)).prop_map(|(names, kinds)| {
        names.into_iter().zip(kinds).map(|(name, kind)| ModelColumn::new(name, kind)).collect()
    })
}

fn missing() -> impl Strategy<Value = Missing> {
    prop_oneof![Just(Missing::Error), Just(Missing::Drop), Just(Missing::Category)]
}

/// Any finite number, up to the smallest and largest.
pub fn finite() -> impl Strategy<Value = f64> {
    use prop::num::f64::{NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
    NORMAL | SUBNORMAL | ZERO | POSITIVE | NEGATIVE
}

/// What a node is made of, before it is known which columns and classes there are.
#[derive(Clone, Debug)]
struct Draw {
    splits: bool,
    asks_missing: bool,
    column: Index,
    value: Index,
    threshold: f64,
    rows: u64,
    weights: Vec<f64>,
}

fn draw() -> impl Strategy<Value = Draw> {
    let weights = vec(finite().prop_map(|weight| weight.abs().min(1e300)), 4);
    let chances = (prop::bool::weighted(0.6), prop::bool::weighted(0.2));
    (chances, any::<[Index; 2]>(), finite(), any::<u64>(), weights).prop_map(
        |((splits, asks_missing), [column, value], threshold, rows, weights)| Draw {
            splits,
            asks_missing,
            column,
            value,
            threshold,
            rows,
            weights,
        },
    )
}

/// Plants the draws in preorder; where they run out, leaves.
fn grow(model: &mut Model, draws: &mut std::vec::IntoIter<Draw>) -> usize {
    let classes = model.classes.len();
    let at = model.tree.nodes.len();
    let Some(draw) = draws.next() else {
        model.tree.nodes.push(Node::Leaf { class: 0, rows: 0, weights: vec![0.0; classes] });
        return at;
    };
    let (rows, weights) = (draw.rows, draw.weights[..classes].to_vec());
    let leaf = Node::Leaf { class: draw.value.index(classes), rows, weights: weights.clone() };
    model.tree.nodes.push(leaf);
    if draw.splits {
        let column = draw.column.index(model.columns.len());
        let test = draw_test(model, column, &draw);
        let (yes, no) = (grow(model, draws), grow(model, draws));
        model.tree.nodes[at] = Node::Split { column, test, yes, no, rows, weights };
    }
    at
}

fn draw_test(model: &Model, column: usize, draw: &Draw) -> Test {
    if draw.asks_missing && model.missing == Missing::Category {
        return Test::IsMissing;
    }
    match &model.columns[column].kind {
        ColumnKind::Numeric => Test::AtMost(draw.threshold),
        ColumnKind::Boolean { spelling } => Test::Is(draw.value.get(spelling).clone()),
        ColumnKind::Categorical { categories } => Test::Is(draw.value.get(categories).clone()),
    }
}

/// A valid model.
pub fn any_model() -> impl Strategy<Value = Model> {
    let parts = (names(1..5), columns(), missing(), vec(draw(), 0..30));
    (parts, name(), any::<Index>(), vec(finite(), 5)).prop_map(
        |((classes, columns, missing, draws), target, positive, numbers)| {
            let mut model = model(&[], columns, vec![]);
            model.positive = (classes.len() == 2).then(|| positive.index(2));
            (model.classes, model.missing, model.target) = (classes, missing, target);
            let certificate = &mut model.certificate;
            (certificate.objective, certificate.loss) = (numbers[0], numbers[1]);
            (certificate.lower_bound, certificate.upper_bound) = (numbers[2], numbers[3]);
            certificate.gap = numbers[4];
            grow(&mut model, &mut draws.into_iter());
            model
        },
    )
}
