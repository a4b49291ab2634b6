//! The command that was typed, so that it can be typed again.
use gosdt_report::shell_line;
use std::ffi::OsString;

/// The command with its arguments, quoted for a shell where needed.
pub fn command_line() -> String {
    let arguments = std::env::args_os().skip(1).map(OsString::into_string);
    let words = arguments
        .map(|word| word.unwrap_or_else(|unreadable| unreadable.to_string_lossy().into_owned()));
    shell_line(words)
}
