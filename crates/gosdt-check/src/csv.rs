//! Delimited text: quoted fields may hold delimiters, line ends and doubled quotes.

/// Reads a text into rows of fields, without the white space around each. Empty lines are skipped, and
/// so are spaces at the end of a line where the space is the delimiter.
pub fn read(text: &str, delimiter: Option<char>) -> Result<Vec<Vec<String>>, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let delimiter = delimiter.unwrap_or_else(|| find_delimiter(text));
    let (mut rows, mut row, mut field) = (Vec::new(), Vec::new(), String::new());
    // Whether the field has begun, and whether its quotes are open.
    let (mut begun, mut quoted) = (false, false);
    let mut chars = text.chars().chain(['\n']).peekable();
    while let Some(c) = chars.next() {
        let is_line = !quoted && matches!(c, '\n' | '\r');
        let is_end = is_line || !quoted && c == delimiter;
        match c {
            '"' if quoted && chars.next_if_eq(&'"').is_some() => field.push('"'),
            '"' if quoted || !begun => quoted = !quoted,
            _ if !is_end => field.push(c),
            _ if is_line && !begun && row.is_empty() => {}
            _ => {
                row.push(field.drain(..).as_str().trim().to_string());
                while is_line && delimiter == ' ' && row.last().is_some_and(String::is_empty) {
                    row.pop();
                }
                rows.extend(is_line.then(|| std::mem::take(&mut row)));
            }
        }
        begun = !is_end;
    }
    if quoted { Err("a quote is not closed".into()) } else { Ok(rows) }
}

/// The character of comma, semicolon, tab and bar that occurs most outside quotes in the first line
/// that is not empty; if none does, the space; if that does not either, the comma.
fn find_delimiter(text: &str) -> char {
    let first = text.trim_start().split(['\n', '\r']).next().unwrap_or("").trim();
    let outside: String = first.split('"').step_by(2).collect();
    let count = |delimiter: &char| outside.matches(*delimiter).count();
    let most = ['|', '\t', ';', ','].into_iter().max_by_key(count).unwrap_or(',');
    if count(&most) == 0 && count(&' ') > 0 { ' ' } else { most }
}
