//! Which character separates the fields.

/// The delimiter of a text, from its first line that is not empty: the one of comma, semicolon,
/// tab and bar that occurs most outside quotes; if none does, the space; if that does not either,
/// the comma.
pub(crate) fn find_delimiter(text: &[u8]) -> u8 {
    let lines = text.split(|byte| matches!(byte, b'\n' | b'\r'));
    let first = lines.map(<[u8]>::trim_ascii).find(|line| !line.is_empty()).unwrap_or_default();
    let count = |delimiter: u8| outside_quotes(first).filter(|byte| *byte == delimiter).count();
    let (most, delimiter) = most_frequent(b",;\t|", count);
    match most {
        0 if count(b' ') > 0 => b' ',
        _ => delimiter,
    }
}

/// The first of the delimiters that occur most.
fn most_frequent(delimiters: &[u8], count: impl Fn(u8) -> usize) -> (usize, u8) {
    let counts = delimiters.iter().map(|delimiter| (count(*delimiter), *delimiter));
    counts.reduce(|best, next| if next.0 > best.0 { next } else { best }).unwrap_or((0, b','))
}

fn outside_quotes(line: &[u8]) -> impl Iterator<Item = u8> {
    let mut quoted = false;
    line.iter().copied().filter(move |byte| {
        quoted ^= *byte == b'"';
        !quoted
    })
}

/// Whether a record's text ends within a quoted field, by the rules of the `csv` crate: a quote
/// opens at the start of a field only, and a doubled quote stands for itself.
pub(crate) fn ends_inside_quotes(record: &[u8], delimiter: u8) -> bool {
    let (mut quoted, mut at_start) = (false, true);
    for byte in record {
        if quoted {
            // The second quote of a doubled one opens the field again.
            (quoted, at_start) = (*byte != b'"', *byte == b'"');
        } else {
            quoted = *byte == b'"' && at_start;
            at_start = *byte == delimiter || matches!(byte, b'\n' | b'\r');
        }
    }
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiter_is_the_most_frequent_of_the_first_line() {
        for (text, delimiter) in [
            ("a,b,c\n1;2;3;4;5", b','),
            ("a;b;c,d", b';'),
            ("a\tb c\td", b'\t'),
            ("a|b", b'|'),
            ("a b c \n", b' '),
            ("\r\n\r\na;b", b';'),
            ("\"a,b,c\";d", b';'),
            ("single", b','),
            ("", b','),
        ] {
            assert_eq!(find_delimiter(text.as_bytes()), delimiter, "{text:?}");
        }
    }

    #[test]
    fn open_quotes_are_seen() {
        for (text, open) in [
            ("a,\"b", true),
            ("a,\"b\"", false),
            ("a,\"b\"\"", true),
            ("a,\"b\"\"c\"\n", false),
            ("a,b\"c", false),
            ("\"", true),
            ("\"\"", false),
            ("\"a\"b\"", false),
        ] {
            assert_eq!(ends_inside_quotes(text.as_bytes(), b','), open, "{text:?}");
        }
    }
}
