//! The model file's parts put together.
use crate::options::CheckedOptions;
use crate::training_data::TrainingData;
use gosdt_data::{Column, Thresholds, Values};
use gosdt_tree::{Certificate, ColumnKind, KeptThresholds, Model, ModelColumn, Status, Tree};

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
        rows: data.table.data_rows(),
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
    let rule = data.table.cuts().map_or(rule, |cuts| &cuts.rule);
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
        columns: data.table.columns.iter().map(model_column).collect(),
        missing: data.table.missing,
        objective: options.spec.clone(),
        certificate,
        tree,
    }
}

fn model_column(column: &Column) -> ModelColumn {
    let kind = match &column.values {
        Values::Numeric(_) => ColumnKind::Numeric,
        Values::Boolean { spelling, .. } => ColumnKind::Boolean { spelling: spelling.clone() },
        Values::Categorical { categories, .. } => {
            ColumnKind::Categorical { categories: categories.clone() }
        }
    };
    ModelColumn { name: column.name.clone(), kind }
}
