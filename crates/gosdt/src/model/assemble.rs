//! The model file's parts put together.
use crate::options::CheckedOptions;
use crate::training_data::TrainingData;
use gosdt_data::{Column, Missing, Thresholds, Values};
use gosdt_tree::{Certificate, ColumnKind, KeptThresholds, Model, ModelColumn, Node, Status, Tree};

/// A certificate with these bounds: lower, upper, and the gap between them.
pub(crate) fn certificate(
    status: Status,
    loss: f64,
    [lower, upper, gap]: [f64; 3],
    data: &TrainingData<'_>,
    thresholds: &Thresholds,
) -> Certificate {
    Certificate {
        status: status_among(status, data),
        objective: upper,
        loss,
        lower_bound: lower,
        upper_bound: upper,
        gap,
        rows: data.table.rows as u64,
        equivalence_classes: data.classes.len as u64,
        binary_features: data.classes.splits() as u64,
        thresholds: kept_thresholds(data, thresholds),
        exact: true,
        canonical: true,
    }
}

/// The status of a tree on these rows: without some thresholds no tree is plainly optimal.
pub(crate) fn status_among(status: Status, data: &TrainingData<'_>) -> Status {
    match status {
        Status::Optimal if data.classes.thresholds.left_out() > 0 => Status::OptimalAmongThresholds,
        other => other,
    }
}

/// The thresholds that may be asked, unless all may be.
fn kept_thresholds(data: &TrainingData<'_>, rule: &Thresholds) -> Option<KeptThresholds> {
    let counts = &data.classes.thresholds;
    let given = match rule {
        Thresholds::All => return None,
        Thresholds::Given(given) => Some(given.clone()),
        _ => None,
    };
    Some(KeptThresholds {
        rule: rule.to_string(),
        kept: counts.kept as u64,
        offered: counts.offered as u64,
        most_per_column: counts.most as u64,
        given,
    })
}

/// The model with this tree and certificate.
pub(crate) fn model(
    data: &TrainingData<'_>,
    options: &CheckedOptions,
    certificate: Certificate,
    tree: Tree,
) -> Model {
    Model {
        format: Model::FORMAT.to_string(),
        version: Model::VERSION,
        target: data.table.labels.name.clone(),
        classes: data.table.labels.classes.clone(),
        positive: options.positive,
        columns: model_columns(data, &tree),
        missing: data.table.missing,
        objective: options.spec.clone(),
        certificate,
        tree,
    }
}

/// The columns; those that the tree asks about tell whether values were missing, which its words depend
/// on.
fn model_columns(data: &TrainingData<'_>, tree: &Tree) -> Vec<ModelColumn> {
    let asks = |at: usize, node: &Node| matches!(node, Node::Split { column, .. } if *column == at);
    let columns = data.table.columns.iter().enumerate();
    let column = |(at, column): (usize, &Column)| {
        let is_asked = tree.nodes.iter().any(|node| asks(at, node));
        let tells = is_asked && data.table.missing == Missing::Category;
        let is_missing = |row| column.values.is_missing(row);
        let has_missing = tells.then(|| (0..data.table.rows).any(is_missing));
        let reading = data.table.readings.get(&column.name).cloned().unwrap_or_default();
        ModelColumn { reading, has_missing, ..ModelColumn::new(&column.name, kind(column)) }
    };
    columns.map(column).collect()
}

fn kind(column: &Column) -> ColumnKind {
    match &column.values {
        Values::Numeric(_) => ColumnKind::Numeric,
        Values::Boolean { spelling, .. } => ColumnKind::Boolean { spelling: spelling.clone() },
        Values::Categorical { categories, .. } => {
            ColumnKind::Categorical { categories: categories.clone() }
        }
    }
}
