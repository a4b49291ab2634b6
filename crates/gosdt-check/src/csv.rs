//! Delimited text: quoted fields may hold delimiters, line ends and doubled quotes.

/// Reads a text into rows of fields, without the white space around each. Empty lines are skipped.
pub fn read(text: &str, delimiter: Option<char>) -> Result<Vec<Vec<String>>, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let delimiter = delimiter.unwrap_or_else(|| find_delimiter(text));
    let (mut rows, mut row, mut field) = (Vec::new(), Vec::new(), String::new());
    let (mut quoted, mut at_start, mut spaces) = (false, true, 0);
    let mut chars = text.chars().chain(['\n']).peekable();
    while let Some(c) = chars.next() {
        let is_end = !quoted && matches!(c, '\n' | '\r');
        // Where a space is the delimiter, those at the end of a line are none.
        if delimiter == ' ' && c == ' ' {
            spaces += 1;
            continue;
        }
        for _ in 0..std::mem::take(&mut spaces) {
            match (is_end, quoted) {
                (true, _) => {}
                (_, true) => field.push(' '),
                _ => {
                    row.push(std::mem::take(&mut field));
                    at_start = true;
                }
            }
        }
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                field.push('"');
                chars.next();
            }
            '"' if quoted || at_start => (quoted, at_start) = (!quoted, false),
            _ if is_end && row.is_empty() && field.is_empty() && at_start => {}
            _ if is_end || (c == delimiter && !quoted) => {
                row.push(std::mem::take(&mut field).trim().to_string());
                at_start = true;
                if is_end {
                    rows.push(std::mem::take(&mut row));
                }
            }
            _ => {
                field.push(c);
                at_start = false;
            }
        }
    }
    match quoted {
        true => Err("a quote is not closed".into()),
        false => Ok(rows),
    }
}

/// The character of comma, semicolon, tab and bar that occurs most outside quotes in the first line
/// that is not empty; if none does, the space; if that does not either, the comma.
fn find_delimiter(text: &str) -> char {
    let first = text.split(['\n', '\r']).map(str::trim).find(|line| !line.is_empty());
    let outside: String = first.unwrap_or("").split('"').step_by(2).collect();
    let count = |delimiter: char| outside.matches(delimiter).count();
    let most = [',', ';', '\t', '|'].into_iter().rev().max_by_key(|c| count(*c)).unwrap_or(',');
    match count(most) {
        0 if count(' ') > 0 => ' ',
        _ => most,
    }
}
