//! Model files.
use crate::exit_code::Failure;
use gosdt::Model;
use std::fs;
use std::path::Path;

/// Reads and checks a model file.
pub fn read_model(path: &Path) -> Result<Model, Failure> {
    let input = |what: String| Failure::Input(format!("{}: {what}", path.display()));
    let bytes = fs::read(path)
        .map_err(|error| Failure::Input(format!("cannot read {}: {error}", path.display())))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| input("this is not a gosdt model file: it is not text".to_string()))?;
    Model::from_json(&text).map_err(|error| input(error.to_string()))
}
