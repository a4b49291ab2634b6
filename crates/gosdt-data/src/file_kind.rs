//! Files that are not delimited text, told by how they begin.

/// How files begin that are no tables of text, what each is, and what to do.
const KINDS: [(&[u8], &str, &str); 18] = [
    (b"PAR1", "a Parquet file", "write it as CSV"),
    (b"ARROW1", "an Arrow file", "write it as CSV"),
    (b"FEA1", "a Feather file", "write it as CSV"),
    (b"\xd0\xcf\x11\xe0", "an old Excel workbook (.xls)", SAVE_AS_CSV),
    (b"SQLite format 3", "a SQLite database", "write the table as CSV"),
    (b"BZh", "compressed with bzip2", "unpack it first, or compress it with gzip"),
    (b"\xfd7zXZ", "compressed with xz", "unpack it first, or compress it with gzip"),
    (b"\x28\xb5\x2f\xfd", "compressed with zstd", "unpack it first, or compress it with gzip"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", "unpack it first"),
    (b"Rar!\x1a", "a RAR archive", "unpack it first"),
    (b"%PDF-", "a PDF", "a table of text is needed, such as CSV"),
    (b"<!DOCTYPE", "HTML", "a table of text is needed, such as CSV"),
    (b"<!doctype", "HTML", "a table of text is needed, such as CSV"),
    (b"<html", "HTML", "a table of text is needed, such as CSV"),
    (b"<?xml", "XML", "a table of text is needed, such as CSV"),
    (b"\x80\x04", "a pickle of Python", "write the table as CSV (frame.to_csv)"),
    (b"\xff\xfe", "text in UTF-16", "save it as UTF-8"),
    (b"\xfe\xff", "text in UTF-16", "save it as UTF-8"),
];

const SAVE_AS_CSV: &str = "save the sheet as CSV (UTF-8) and give that file";

/// What a file is that begins so, and what to do, if it is no delimited text.
pub(crate) fn foreign_kind(start: &[u8]) -> Option<(&'static str, &'static str)> {
    if start.starts_with(b"PK\x03\x04") {
        return Some(archive_kind(start));
    }
    if let Some(kind) = json_kind(start.trim_ascii_start()) {
        return Some(kind);
    }
    if start.get(257..262) == Some(b"ustar") {
        return Some(("a tar archive", "unpack it first"));
    }
    let found = KINDS.iter().find(|(magic, ..)| start.starts_with(magic));
    found.map(|(_, kind, advice)| (*kind, *advice))
}

/// A zip file is an archive, or one of the many kinds of files that are archives inside.
fn archive_kind(start: &[u8]) -> (&'static str, &'static str) {
    let holds = |name: &[u8]| start.windows(name.len()).any(|bytes| bytes == name);
    if holds(b"opendocument.spreadsheet") {
        ("an OpenDocument spreadsheet (.ods)", SAVE_AS_CSV)
    } else if holds(b"xl/") || holds(b"[Content_Types].xml") {
        ("an Excel workbook (.xlsx)", SAVE_AS_CSV)
    } else {
        ("a zip archive", "unpack it first, or compress the table with gzip")
    }
}

fn json_kind(start: &[u8]) -> Option<(&'static str, &'static str)> {
    let advice =
        "write it as CSV, a line of names first (pandas: read_json(FILE, lines=True).to_csv)";
    let line = start.split(|byte| *byte == b'\n').next()?.trim_ascii();
    let second = start.get(1..)?.trim_ascii_start().first()?;
    match (start[0], second) {
        (b'{', b'"') if line.ends_with(b"}") => Some(("JSON Lines", advice)),
        (b'{', b'"' | b'}') | (b'[', b'{' | b'[' | b'"') => Some((
            "JSON",
            "write it as CSV, a line of names first (pandas: read_json(FILE).to_csv)",
        )),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(start: &[u8]) -> Option<&'static str> {
        foreign_kind(start).map(|(kind, _)| kind)
    }

    #[test]
    fn files_of_other_kinds_are_told_by_their_first_bytes() {
        let sheet = b"PK\x03\x04\x14\x00\x06\x00\x08\x00[Content_Types].xml";
        assert_eq!(kind(sheet), Some("an Excel workbook (.xlsx)"));
        assert_eq!(kind(b"PK\x03\x04\n\x00\x00data.csv"), Some("a zip archive"));
        assert_eq!(kind(b"{\"a\": 1, \"b\": 2}\n{\"a\": 3}\n"), Some("JSON Lines"));
        assert_eq!(kind(b"{\n  \"a\": 1\n}"), Some("JSON"));
        assert_eq!(kind(b" [{\"a\": 1}]"), Some("JSON"));
        assert_eq!(kind(b"PAR1\x15\x04"), Some("a Parquet file"));
        assert_eq!(kind(b"\xff\xfea\x00,\x00"), Some("text in UTF-16"));
        assert_eq!(kind(b"<!DOCTYPE html>"), Some("HTML"));
    }

    #[test]
    fn tables_of_text_are_of_no_other_kind() {
        for start in [
            "a,b\n1,2\n",
            "",
            "{",
            "[id],name\n",
            "<DATE>,<OPEN>\n",
            "{a},b\n",
            "PK,x\n1,2\n",
            "\"{\",b\n",
        ] {
            assert_eq!(kind(start.as_bytes()), None, "{start}");
        }
    }
}
