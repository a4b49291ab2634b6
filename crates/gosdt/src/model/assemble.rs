//! The model file's parts put together.
use crate::options::CheckedOptions;
use crate::training_data::TrainingData;
use gosdt_data::{Column, Values};
use gosdt_tree::{Certificate, ColumnKind, Model, ModelColumn, Status, Tree};

/// A certificate with these bounds: lower, upper, and the gap between them.
pub(crate) fn certificate(
    status: Status,
    loss: f64,
    [lower, upper, gap]: [f64; 3],
    data: &TrainingData<'_>,
) -> Certificate {
    Certificate {
        status,
        objective: upper,
        loss,
        lower_bound: lower,
        upper_bound: upper,
        gap,
        rows: data.table.rows as u64,
        equivalence_classes: data.classes.len as u64,
        binary_features: data.classes.splits() as u64,
    }
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
