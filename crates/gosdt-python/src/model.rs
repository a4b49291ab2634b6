//! Model files: checking and printing.
use crate::failure::from_any;
use gosdt::{Model, Node, SqlDialect, SqlLabels};
use gosdt_tree::{describe, printable};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Checks a model file and returns it as this version writes it.
#[pyfunction]
pub fn check_model(json: &str) -> PyResult<String> {
    read(json).map(|model| model.to_json())
}

/// The model as `text`, `rules`, `dot` or `svg`.
#[pyfunction]
#[pyo3(signature = (json, form))]
pub fn export_model(json: &str, form: &str) -> PyResult<String> {
    let model = read(json)?;
    match form {
        "text" => Ok(gosdt::text(&model)),
        "rules" => Ok(gosdt::rules(&model)),
        "dot" => Ok(gosdt::dot(&model)),
        "svg" => Ok(gosdt_report::svg(&model)),
        _ => Err(PyValueError::new_err(format!("'{form}' is not a form of export"))),
    }
}

/// The model as an SQL expression; `labels` says how classes are written: `text`, `number` or
/// `boolean`.
#[pyfunction]
pub fn export_sql(json: &str, dialect: &str, labels: &str) -> PyResult<String> {
    let labels = match labels {
        "number" => SqlLabels::Number,
        "boolean" => SqlLabels::Boolean,
        _ => SqlLabels::Text,
    };
    let dialect = dialect.parse::<SqlDialect>().map_err(|error| from_any(&error))?;
    gosdt::sql(&read(json)?, dialect, labels).map_err(|error| from_any(&error))
}

/// The tree as a PNG image.
#[pyfunction]
pub fn export_png(py: Python<'_>, json: &str) -> PyResult<Py<PyBytes>> {
    match gosdt_report::png(&read(json)?) {
        Ok(image) => Ok(PyBytes::new(py, &image).unbind()),
        Err(error) => Err(PyRuntimeError::new_err(error.to_string())),
    }
}

/// What stands at each node: the question (without its question mark), or the class.
#[pyfunction]
pub fn node_words(json: &str) -> PyResult<Vec<String>> {
    let model = read(json)?;
    let words = |node: &Node| match node {
        Node::Split { column, test, .. } => describe(&model, *column, test, true),
        Node::Leaf { class, .. } => printable(&model.classes[*class]).into_owned(),
    };
    Ok(model.tree.nodes.iter().map(words).collect())
}

/// A model from its file.
pub fn read(json: &str) -> PyResult<Model> {
    Model::from_json(json).map_err(|error| from_any(&error))
}
