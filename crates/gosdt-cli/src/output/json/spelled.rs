//! JSON that does nothing to a terminal.
use gosdt::escape_controls;
use serde::Serialize;

/// An object as indented JSON. It holds numbers, text and lists: nothing that JSON cannot.
pub fn spelled(object: &impl Serialize) -> String {
    escape_controls(serde_json::to_string_pretty(object).unwrap_or_default()) + "\n"
}
