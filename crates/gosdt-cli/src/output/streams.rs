//! Standard output and standard error. A reader that has gone away (`| head`) is no error.
use crate::exit_code::Failure;
use gosdt::harmless;
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

/// Writes a line to standard error; failing to is no error. Names from files may be in it, which must
/// not reach a terminal as they are.
pub fn tell(line: &str) {
    let _ = writeln!(std::io::stderr(), "{}", harmless(line));
}
