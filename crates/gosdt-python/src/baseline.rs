//! `baseline`: the greedy trees beside a model.
use crate::failure::{from_any, from_fit};
use crate::options::missing_policy;
use crate::table::{ColumnIn, LabelsIn, WeightsIn, table};
use gosdt::{BaselineError, GreedyTree, Model};
use pyo3::prelude::*;

/// A greedy tree: objective, loss, leaves, depth, accuracy on the training rows.
type Figures = (f64, f64, usize, usize, f64);

/// The figures of the greedy tree that is pruned, and of the one with as many leaves as the model.
#[pyfunction]
pub fn baseline(
    py: Python<'_>,
    columns: Vec<ColumnIn>,
    labels: LabelsIn,
    weights: Option<WeightsIn>,
    missing: &str,
    model: &str,
) -> PyResult<[Figures; 2]> {
    let missing = missing_policy(missing)?;
    let model = Model::from_json(model).map_err(|error| from_any(&error))?;
    py.detach(move || {
        let table = table(columns, labels, weights, missing)?;
        let greedy = gosdt::baseline(&table, &model).map_err(|error| failure(&error))?;
        Ok([figures(&greedy.pruned), figures(&greedy.same_leaves)])
    })
}

fn figures(greedy: &GreedyTree) -> Figures {
    let tree = &greedy.tree;
    (greedy.objective, greedy.loss, tree.leaves(), tree.depth(), greedy.train.accuracy)
}

fn failure(error: &BaselineError) -> PyErr {
    match error {
        BaselineError::Fit(error) => from_fit(error),
        _ => from_any(error),
    }
}
