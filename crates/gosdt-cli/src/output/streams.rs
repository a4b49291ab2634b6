//! Standard output and standard error. A reader that has gone away (`| head`) is no error.
use crate::exit_code::Failure;
use std::io::{ErrorKind, Write};

/// Writes a result to standard output.
pub fn print(content: impl AsRef<[u8]>) -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(content.as_ref()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::Other(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Writes a line to standard error; failing to is no error.
pub fn tell(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
