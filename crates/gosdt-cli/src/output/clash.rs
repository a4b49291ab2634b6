//! Outputs that would destroy an input or each other.
use super::place::Identity;
use crate::exit_code::Failure;
use gosdt::Inputs;
use std::path::Path;

/// A file of a command, and what it is for.
pub type Named<'a> = (&'static str, &'a Path);

/// What `-` reads.
const STANDARD_INPUT: &str = "/dev/stdin";

/// A table that is read: a file, or what standard input is redirected from.
pub fn table_input<'a>(what: &'static str, name: &'a str) -> Named<'a> {
    (what, Path::new(if name == "-" { STANDARD_INPUT } else { name }))
}

/// The files of a table that is read.
pub fn table_inputs(inputs: &Inputs) -> impl Iterator<Item = Named<'_>> {
    inputs.files.iter().map(|file| table_input("table", &file.path))
}

/// Fails when an output is an input or another output, under whatever name or link.
pub fn check_clashes(inputs: &[Named<'_>], outputs: &[Named<'_>]) -> Result<(), Failure> {
    for (at, (what, output)) in outputs.iter().enumerate() {
        let Some(identity) = Identity::of(output) else { continue };
        let is_same = |(_, other): &&Named<'_>| Identity::of(other).as_ref() == Some(&identity);
        let path = output.display();
        if let Some((read, _)) = inputs.iter().find(is_same) {
            let text = format!(
                "{path} is the {read} that is read: writing the {what} there would destroy it; \
                 give another file"
            );
            return Err(Failure::Input(text));
        }
        if let Some((other, _)) = outputs[..at].iter().find(is_same) {
            let text = format!("the {what} and the {other} cannot both be written to {path}");
            return Err(Failure::Input(text));
        }
    }
    Ok(())
}
