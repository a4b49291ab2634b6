//! Rows with known classes → how good a model is on them.
use crate::failure::from_any;
use crate::table::numbers;
use gosdt::{Model, Node, Predictions};
use gosdt_report::Measured;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

/// Rows: what they are called, each one's leaf (`u64`), true class (`u32`) and weight (`f64`; 1 each
/// without).
pub type RowsIn = (String, PyBackedBytes, PyBackedBytes, Option<PyBackedBytes>);

/// How good the model is on the rows; on its training rows if there are none.
pub fn measured(model: &Model, rows: Option<RowsIn>) -> PyResult<Measured> {
    let Some((name, leaves, truth, weights)) = rows else {
        return Ok(Measured::on_training(model));
    };
    let leaves = numbers(&leaves, u64::from_ne_bytes).into_iter().map(|leaf| leaf as usize);
    let truth: Vec<usize> =
        numbers(&truth, u32::from_ne_bytes).into_iter().map(|class| class as usize).collect();
    let weights = weights.map(|weights| numbers(&weights, f64::from_ne_bytes));
    let predictions = predictions(model, leaves)?;
    let fits = predictions.leaves.len() == truth.len()
        && weights.as_ref().is_none_or(|weights| weights.len() == truth.len())
        && truth.iter().all(|&class| class < model.classes.len());
    match fits {
        true => Ok(Measured::new(name, model, &predictions, &truth, weights.as_deref())),
        false => Err(PyValueError::new_err("leaves, classes and weights do not fit each other")),
    }
}

fn predictions(model: &Model, leaves: impl Iterator<Item = usize>) -> PyResult<Predictions> {
    let leaf = |leaf: usize| match model.tree.nodes.get(leaf) {
        Some(Node::Leaf { class, .. }) => Ok((leaf, *class)),
        _ => Err(PyValueError::new_err(format!("node {leaf} is not a leaf"))),
    };
    let (leaves, classes) = leaves.map(leaf).collect::<PyResult<Vec<_>>>()?.into_iter().unzip();
    Ok(Predictions { leaves, classes })
}

/// The loss of a model's objective on some rows, where it is defined, and the accuracy.
#[pyfunction]
pub fn measure_rows(json: &str, rows: RowsIn) -> PyResult<(Option<f64>, f64)> {
    let model = Model::from_json(json).map_err(|error| from_any(&error))?;
    let measured = measured(&model, Some(rows))?;
    Ok((measured.loss, measured.metrics.accuracy))
}
