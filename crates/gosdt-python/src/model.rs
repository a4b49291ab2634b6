//! Model files: checking and printing.
use crate::failure::from_any;
use gosdt::{Model, Node};
use gosdt_tree::{describe, printable};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Checks a model file and returns it as this version writes it.
#[pyfunction]
pub fn check_model(json: &str) -> PyResult<String> {
    read(json).map(|model| model.to_json())
}

/// The model as `text`, `rules` or `dot`.
#[pyfunction]
#[pyo3(signature = (json, form))]
pub fn export_model(json: &str, form: &str) -> PyResult<String> {
    let model = read(json)?;
    match form {
        "text" => Ok(gosdt::text(&model)),
        "rules" => Ok(gosdt::rules(&model)),
        "dot" => Ok(gosdt::dot(&model)),
        _ => Err(PyValueError::new_err(format!("'{form}' is not a form of export"))),
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

fn read(json: &str) -> PyResult<Model> {
    Model::from_json(json).map_err(|error| from_any(&error))
}
