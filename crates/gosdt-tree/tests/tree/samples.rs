//! Models and tables that several tests use.
use gosdt_data::{CsvOptions, Missing, RawTable, Test, read_csv_from};
use gosdt_tree::{Certificate, ColumnKind, Model, ModelColumn, Node, ObjectiveSpec, Status, Tree};

pub fn table(text: &str) -> RawTable {
    read_csv_from(text.as_bytes(), "new.csv", &CsvOptions::default()).unwrap()
}

pub fn numeric(name: &str) -> ModelColumn {
    ModelColumn::new(name, ColumnKind::Numeric)
}

pub fn boolean(name: &str, no: &str, yes: &str) -> ModelColumn {
    let spelling = [no.to_owned(), yes.to_owned()];
    ModelColumn::new(name, ColumnKind::Boolean { spelling })
}

pub fn categorical(name: &str, categories: &[&str]) -> ModelColumn {
    let categories = categories.iter().map(|&category| category.to_owned()).collect();
    ModelColumn::new(name, ColumnKind::Categorical { categories })
}

pub fn split(column: usize, test: Test, [yes, no]: [usize; 2], weights: &[f64]) -> Node {
    let rows = weights.iter().sum::<f64>() as u64;
    Node::Split { column, test, yes, no, rows, weights: weights.to_vec() }
}

pub fn leaf(class: usize, weights: &[f64]) -> Node {
    let rows = weights.iter().sum::<f64>() as u64;
    Node::Leaf { class, rows, weights: weights.to_vec() }
}

pub fn is(value: &str) -> Test {
    Test::Is(value.into())
}

pub fn model(classes: &[&str], columns: Vec<ModelColumn>, nodes: Vec<Node>) -> Model {
    Model {
        format: Model::FORMAT.into(),
        version: Model::VERSION,
        target: "label".into(),
        classes: classes.iter().map(|&class| class.to_owned()).collect(),
        positive: (classes.len() == 2).then_some(1),
        columns,
        missing: Missing::Error,
        objective: ObjectiveSpec {
            name: "accuracy".into(),
            lambda: "0.01".into(),
            costs: None,
            max_depth: None,
            max_leaves: Some(8),
            min_leaf: 1,
        },
        certificate: Certificate {
            status: Status::Optimal,
            objective: 0.1,
            loss: 0.06,
            lower_bound: 0.1,
            upper_bound: 0.1,
            gap: 0.0,
            rows: 150,
            equivalence_classes: 149,
            binary_features: 119,
            thresholds: None,
            exact: true,
            canonical: true,
        },
        tree: Tree { nodes },
    }
}

/// Three classes, numbers only, one column asked twice.
pub fn iris() -> Model {
    let columns = vec![numeric("sepal_length"), numeric("petal_length"), numeric("petal_width")];
    let nodes = vec![
        split(1, Test::AtMost(2.45), [1, 2], &[50.0, 50.0, 50.0]),
        leaf(0, &[50.0, 0.0, 0.0]),
        split(2, Test::AtMost(1.75), [3, 6], &[0.0, 50.0, 50.0]),
        split(1, Test::AtMost(4.95), [4, 5], &[0.0, 49.0, 5.0]),
        leaf(1, &[0.0, 47.0, 1.0]),
        leaf(2, &[0.0, 2.0, 4.0]),
        leaf(2, &[0.0, 1.0, 45.0]),
    ];
    model(&["setosa", "versicolor", "virginica"], columns, nodes)
}

/// Two classes, a boolean column and a categorical one.
pub fn shop() -> Model {
    let columns = vec![
        boolean("member", "no", "yes"),
        categorical("colour", &["blue", "green", "red"]),
        numeric("age"),
    ];
    let nodes = vec![
        split(0, is("yes"), [1, 2], &[10.0, 11.0]),
        leaf(1, &[2.0, 8.0]),
        split(1, is("red"), [3, 4], &[8.0, 3.0]),
        leaf(1, &[0.0, 1.0]),
        split(1, is("blue"), [5, 6], &[8.0, 2.0]),
        leaf(0, &[5.0, 0.0]),
        leaf(0, &[3.0, 2.0]),
    ];
    model(&["stays", "buys"], columns, nodes)
}

/// Like [`shop`], but fitted with missing values as a category, and asking for them.
pub fn shop_with_missing() -> Model {
    let mut model = shop();
    model.missing = Missing::Category;
    model.tree.nodes = vec![
        split(2, Test::IsMissing, [1, 2], &[10.0, 11.0]),
        leaf(1, &[0.0, 4.0]),
        split(2, Test::AtMost(30.5), [3, 4], &[10.0, 7.0]),
        leaf(0, &[4.0, 1.0]),
        split(0, is("yes"), [5, 6], &[6.0, 6.0]),
        leaf(1, &[1.0, 5.0]),
        split(1, is("red"), [7, 8], &[5.0, 1.0]),
        leaf(1, &[0.0, 1.0]),
        leaf(0, &[5.0, 0.0]),
    ];
    model
}
