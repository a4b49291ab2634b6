//! Delimited text: quoted fields may hold delimiters, line ends and doubled quotes.
use std::borrow::Cow;
use std::mem::take;

/// Reads a text into rows of fields, without the white space around each. Empty lines are skipped, and
/// so are spaces at the end of a line where the space is the delimiter.
pub fn read(text: &str, delimiter: Option<char>) -> Result<Vec<Vec<Cow<'_, str>>>, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let delimiter = delimiter.unwrap_or_else(|| find_delimiter(text));
    let (mut rows, mut row, mut start) = (Vec::new(), Vec::new(), 0);
    // What a quoted field holds, and whether its quotes are open.
    let (mut field, mut quoted): (Option<String>, bool) = (None, false);
    let mut chars = text.char_indices().chain([(text.len(), '\n')]).peekable();
    while let Some((at, c)) = chars.next() {
        let is_end = matches!(c, '\n' | '\r');
        match (c, &mut field) {
            ('"', Some(field)) if quoted && chars.next_if(|next| next.1 == '"').is_some() => {
                field.push('"')
            }
            ('"', field) if quoted || at == start => {
                (*field, quoted) = (Some(take(field).unwrap_or_default()), !quoted);
            }
            (_, Some(field)) if quoted || !(is_end || c == delimiter) => field.push(c),
            _ if is_end && at == start && row.is_empty() => start = at + 1,
            _ if is_end || c == delimiter => {
                row.push(match take(&mut field) {
                    Some(field) => Cow::Owned(field.trim().to_string()),
                    None => Cow::Borrowed(text[start..at].trim()),
                });
                start = at + 1;
                while is_end && delimiter == ' ' && row.last().is_some_and(|field| field.is_empty())
                {
                    row.pop();
                }
                rows.extend(is_end.then(|| take(&mut row)));
            }
            _ => {}
        }
    }
    if quoted { Err("a quote is not closed".into()) } else { Ok(rows) }
}

/// The character of comma, semicolon, tab and bar that occurs most outside quotes in the first line
/// that is not empty; if none does, the space; if that does not either, the comma.
fn find_delimiter(text: &str) -> char {
    let mut lines = text.split(['\n', '\r']).map(str::trim);
    let first = lines.find(|line| !line.is_empty()).unwrap_or("");
    let outside: String = first.split('"').step_by(2).collect();
    let count = |delimiter: &char| outside.matches(*delimiter).count();
    let most = ['|', '\t', ';', ','].into_iter().max_by_key(count).unwrap_or(',');
    if count(&most) == 0 && count(&' ') > 0 { ' ' } else { most }
}
