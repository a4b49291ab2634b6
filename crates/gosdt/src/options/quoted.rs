//! Lists of names in messages.

/// `'a', 'b', 'c'`, at most ten of them.
pub(crate) fn quoted(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(10).map(|name| format!("'{name}'")).collect();
    let more = if names.len() > 10 { ", …" } else { "" };
    shown.join(", ") + more
}
