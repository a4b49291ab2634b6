//! What commands that write files share.
use crate::exit_code::Failure;
use crate::output::{Named, check_clashes, check_writable};
use clap::Args;
use std::path::{Path, PathBuf};

/// A JSON object, on the screen or in a file.
#[derive(Debug, Args)]
pub struct JsonArg {
    /// Print one JSON object instead of the table, or write it to a file
    #[arg(long, value_name = "FILE.json", num_args = 0..=1, default_missing_value = "-")]
    json: Option<PathBuf>,
}

impl JsonArg {
    /// Where the object goes, if to a file.
    pub fn file(&self) -> Option<&Path> {
        self.json.as_deref().filter(|path| path.as_os_str() != "-")
    }

    /// Whether the object is printed.
    pub fn on_screen(&self) -> bool {
        self.json.as_ref().is_some_and(|path| path.as_os_str() == "-")
    }
}

/// Fails when an output is one of the inputs, or another output, or cannot be written, before the search
/// is done for nothing.
pub fn check_outputs(
    inputs: &[Named<'_>],
    outputs: &[(&'static str, Option<&Path>)],
) -> Result<(), Failure> {
    let outputs: Vec<Named<'_>> =
        outputs.iter().filter_map(|&(what, path)| Some((what, path?))).collect();
    check_clashes(inputs, &outputs)?;
    outputs.iter().try_for_each(|(_, path)| check_writable(path))
}
