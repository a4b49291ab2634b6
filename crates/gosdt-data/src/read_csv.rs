//! Bytes → text table.
use crate::delimiter::{ends_inside_quotes, find_delimiter};
use crate::file_kind::foreign_kind;
use crate::open_text::{CHUNK, OpenText};
use crate::record_text::RecordText;
use crate::trailing_spaces::WithoutTrailingSpaces;
use crate::{DataError, RawTable, Stopped};
use csv::{ErrorKind, StringRecord};
use std::io::{self, Read};

/// How to read a delimited file.
#[derive(Clone, Debug)]
pub struct CsvOptions {
    /// The delimiter; `None` is found from the header line (comma, semicolon, tab, bar, space).
    /// \[default: `None`\]
    ///
    /// Where it is a space, one space separates two fields and spaces at a line's end are ignored.
    pub delimiter: Option<u8>,
    /// Whether the first line holds names; without, columns are called `c1`, `c2`, ….
    /// \[default: true\]
    pub header: bool,
}

impl Default for CsvOptions {
    fn default() -> Self {
        CsvOptions { delimiter: None, header: true }
    }
}

/// Reads a delimited file; `-` is standard input; gzip is recognised by its first bytes.
pub fn read_csv(path: &str, options: &CsvOptions) -> Result<RawTable, DataError> {
    read_csv_until(path, options, &|| false)
}

/// [`read_csv`] that ends with [`DataError::StoppedReading`] when `stop` returns true. It is called
/// every few milliseconds at least, but not while the system waits for input.
pub fn read_csv_until(
    path: &str,
    options: &CsvOptions,
    stop: &dyn Fn() -> bool,
) -> Result<RawTable, DataError> {
    if path == "-" {
        return read_csv_from_until(io::stdin().lock(), "<stdin>", options, stop);
    }
    let file = std::fs::File::open(path).map_err(|error| unreadable(path, error))?;
    let bytes = file.metadata().ok().filter(|file| file.is_file()).map(|file| file.len());
    read_records(open_records(file, path, options, stop)?, options, bytes)
}

/// Reads delimited text from memory or any reader; `source` is the name for messages.
///
/// Empty lines are skipped. Gzip is recognised here too.
pub fn read_csv_from(
    reader: impl Read,
    source: &str,
    options: &CsvOptions,
) -> Result<RawTable, DataError> {
    read_csv_from_until(reader, source, options, &|| false)
}

/// [`read_csv_from`] that ends with [`DataError::StoppedReading`] when `stop` returns true.
pub fn read_csv_from_until(
    reader: impl Read,
    source: &str,
    options: &CsvOptions,
    stop: &dyn Fn() -> bool,
) -> Result<RawTable, DataError> {
    read_records(open_records(reader, source, options, stop)?, options, None)
}

/// The records of a text.
pub(crate) fn open_records<'a>(
    reader: impl Read + 'a,
    source: &'a str,
    options: &CsvOptions,
    stop: &'a dyn Fn() -> bool,
) -> Result<Records<'a, Box<dyn Read + 'a>>, DataError> {
    let text = OpenText::new(reader, stop).map_err(|error| unreadable(source, error))?;
    check_kind(&text, source)?;
    let delimiter = options.delimiter.unwrap_or_else(|| find_delimiter(text.head()));
    check_delimiter(delimiter)?;
    let text = text.into_reader();
    let text: Box<dyn Read + 'a> = match delimiter {
        b' ' => Box::new(WithoutTrailingSpaces::new(text)),
        _ => Box::new(text),
    };
    Ok(Records::new(text, source, delimiter))
}

/// An error of the system, or that reading was stopped.
pub(crate) fn unreadable(source: &str, error: io::Error) -> DataError {
    match error.get_ref().and_then(|inner| inner.downcast_ref::<Stopped>()) {
        Some(Stopped) => DataError::StoppedReading { source_name: source.to_string(), rows: 0 },
        None => DataError::Io { source_name: source.to_string(), error },
    }
}

/// Refuses a file that is not delimited text, and says what it is.
pub(crate) fn check_kind(text: &OpenText, source: &str) -> Result<(), DataError> {
    match foreign_kind(&text.start()) {
        Some((kind, advice)) => {
            Err(DataError::OtherKind { source_name: source.to_string(), kind, advice })
        }
        None => Ok(()),
    }
}

fn check_delimiter(delimiter: u8) -> Result<(), DataError> {
    if delimiter.is_ascii() && !matches!(delimiter, b'"' | b'\n' | b'\r') {
        Ok(())
    } else {
        Err(DataError::BadDelimiter { delimiter })
    }
}

/// A file of fewer bytes is read before its table is large.
const LARGE: u64 = 1 << 20;

/// One in so many parts of a file tells how much room the rest takes.
const LOOKED_AT: u64 = 32;

/// `bytes` is the length of the file, if there is one. (Of a packed one it is less than that of the text: then there
/// is room for a part of that.)
fn read_records<R: Read>(
    mut records: Records<R>,
    options: &CsvOptions,
    bytes: Option<u64>,
) -> Result<RawTable, DataError> {
    let source = records.source;
    let Some(first) = records.next()? else {
        return Err(DataError::Empty { source_name: source.to_string() });
    };
    let mut table = RawTable::new(source, column_names(&records.record, options.header))?;
    if !options.header {
        table.push(records.record.iter(), first);
    }
    let mut room_for = bytes.filter(|bytes| *bytes >= LARGE);
    while let Some(line) = records.next().map_err(|error| with_rows(error, table.rows()))? {
        table.push(records.record.iter(), line);
        if let Some(all) = room_for.take_if(|all| records.read() >= *all / LOOKED_AT) {
            table.reserve_for(records.read(), all);
        }
    }
    records.check_last_quote()?;
    if table.rows() == 0 {
        return Err(DataError::NoRows { source_name: source.to_string() });
    }
    Ok(table)
}

/// The same error, which says how many rows were read if reading was stopped.
fn with_rows(error: DataError, rows: usize) -> DataError {
    match error {
        DataError::StoppedReading { source_name, .. } => {
            DataError::StoppedReading { source_name, rows }
        }
        other => other,
    }
}

/// The names of the columns, from the first record or by number.
pub(crate) fn column_names(first: &StringRecord, header: bool) -> Vec<String> {
    if header {
        first.iter().map(|name| name.trim().to_string()).collect()
    } else {
        (1..=first.len()).map(|column| format!("c{column}")).collect()
    }
}

/// The records of a text, each with its line.
pub(crate) struct Records<'a, R> {
    source: &'a str,
    delimiter: u8,
    reader: csv::Reader<RecordText<R>>,
    /// The record that was read last.
    pub(crate) record: StringRecord,
}

impl<'a, R: Read> Records<'a, R> {
    fn new(text: R, source: &'a str, delimiter: u8) -> Self {
        let mut builder = csv::ReaderBuilder::new();
        builder.has_headers(false).delimiter(delimiter).buffer_capacity(CHUNK);
        let reader = builder.from_reader(RecordText::new(text));
        Records { source, delimiter, reader, record: StringRecord::new() }
    }

    /// Reads the next record and returns the line on which it begins; `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<u64>, DataError> {
        let start = self.reader.position().byte();
        match self.reader.read_record(&mut self.record) {
            Ok(true) => Ok(Some(self.reader.get_mut().begin_record(start))),
            Ok(false) => Ok(None),
            Err(error) => Err(self.explain(error, start)),
        }
    }

    /// How many bytes of the text the records so far take.
    fn read(&self) -> u64 {
        self.reader.position().byte()
    }

    fn explain(&mut self, error: csv::Error, start: u64) -> DataError {
        let line = self.reader.get_mut().begin_record(start);
        let source_name = self.source.to_string();
        match error.into_kind() {
            ErrorKind::Utf8 { .. } => DataError::NotUtf8 { source_name, line },
            ErrorKind::UnequalLengths { expected_len: expected, len: found, .. } => {
                DataError::Ragged { source_name, line, expected, found }
            }
            ErrorKind::Io(error) => unreadable(self.source, error),
            other => DataError::Io { source_name, error: io::Error::other(format!("{other:?}")) },
        }
    }

    /// The `csv` crate takes the end of the text for the missing quote, and would hand over what
    /// may be half the file as one cell.
    pub(crate) fn check_last_quote(&self) -> Result<(), DataError> {
        let last = self.reader.get_ref();
        if ends_inside_quotes(last.record(), self.delimiter) {
            let source_name = self.source.to_string();
            return Err(DataError::UnclosedQuote { source_name, line: last.line() });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use proptest::prelude::*;
    use std::cell::Cell;
    use std::io::Write;

    fn read(text: &str) -> Result<RawTable, DataError> {
        read_csv_from(text.as_bytes(), "f.csv", &CsvOptions::default())
    }

    fn cells(table: &RawTable) -> Vec<Vec<&str>> {
        let columns = 0..table.names.len();
        (0..table.rows()).map(|row| columns.clone().map(|c| table.cell(row, c)).collect()).collect()
    }

    fn message(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn every_delimiter_reads_the_same_table() {
        for delimiter in [',', ';', '\t', '|', ' '] {
            let text = "a,b,c\n1,2,3\n4,5,6\n".replace(',', &delimiter.to_string());
            let table = read(&text).unwrap();
            assert_eq!(table.names, ["a", "b", "c"]);
            assert_eq!(cells(&table), [["1", "2", "3"], ["4", "5", "6"]]);
        }
    }

    #[test]
    fn quotes_hold_delimiters_quotes_and_line_ends() {
        let table = read("a,\"b,c\"\n\"x\"\"y\",\"1\n2\"\nz,3\n").unwrap();
        assert_eq!(table.names, ["a", "b,c"]);
        assert_eq!(cells(&table), [["x\"y", "1\n2"], ["z", "3"]]);
        assert_eq!([table.line(0), table.line(1)], [2, 4]);
    }

    #[test]
    fn line_ends_of_every_system_count() {
        for text in ["a,b\n1,2\n\n3,4\n", "a,b\r\n1,2\r\n\r\n3,4\r\n", "a,b\r1,2\r\r3,4"] {
            let table = read(text).unwrap();
            assert_eq!(cells(&table), [["1", "2"], ["3", "4"]]);
            assert_eq!([table.line(0), table.line(1)], [2, 4], "{text:?}");
        }
    }

    #[test]
    fn byte_order_mark_is_no_part_of_the_first_name() {
        assert_eq!(read("\u{feff}a,b\n1,2\n").unwrap().names, ["a", "b"]);
    }

    #[test]
    fn trailing_spaces_are_ignored_between_spaces() {
        let table = read("a b \n1 2 \n \n3 4").unwrap();
        assert_eq!(cells(&table), [["1", "2"], ["3", "4"]]);
        assert_eq!(table.line(1), 4);
    }

    #[test]
    fn without_header_columns_are_numbered() {
        let options = CsvOptions { header: false, ..CsvOptions::default() };
        let table = read_csv_from("1;2\n3;4\n".as_bytes(), "f.csv", &options).unwrap();
        assert_eq!(table.names, ["c1", "c2"]);
        assert_eq!(cells(&table), [["1", "2"], ["3", "4"]]);
        assert_eq!([table.line(0), table.line(1)], [1, 2]);
    }

    #[test]
    fn given_delimiter_wins_over_the_first_line() {
        let options = CsvOptions { delimiter: Some(b';'), ..CsvOptions::default() };
        let table = read_csv_from("a,b;c\n1,2;3\n".as_bytes(), "f.csv", &options).unwrap();
        assert_eq!(table.names, ["a,b", "c"]);
    }

    #[test]
    fn impossible_delimiter_is_refused() {
        for delimiter in [b'"', b'\n', b'\r', 0xe9] {
            let options = CsvOptions { delimiter: Some(delimiter), ..CsvOptions::default() };
            let error = read_csv_from("a\n1\n".as_bytes(), "f.csv", &options).unwrap_err();
            assert!(matches!(error, DataError::BadDelimiter { .. }));
        }
    }

    fn gzip(text: &str) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn gzip_is_recognised_by_its_first_bytes() {
        let mut bytes = gzip("a,b\n1,2\n");
        bytes.extend(gzip("3,4\n"));
        let table = read_csv_from(&bytes[..], "<stdin>", &CsvOptions::default()).unwrap();
        assert_eq!(cells(&table), [["1", "2"], ["3", "4"]]);
    }

    #[test]
    fn truncated_gzip_is_refused() {
        let bytes = gzip("a,b\n1,2\n");
        let cut = &bytes[..bytes.len() - 9];
        let error = read_csv_from(cut, "f.csv.gz", &CsvOptions::default()).unwrap_err();
        assert!(error.to_string().starts_with("cannot read f.csv.gz: "));
    }

    #[test]
    fn reading_stops_within_a_chunk() {
        let text = "a,b\n".repeat(100_000).replacen('a', "x", 1).replacen('b', "y", 1);
        for packed in [text.clone().into_bytes(), gzip(&text)] {
            let calls = Cell::new(0);
            let read = |stop: &dyn Fn() -> bool| {
                read_csv_from_until(&packed[..], "f.csv", &CsvOptions::default(), stop)
            };
            read(&|| calls.replace(calls.get() + 1) == usize::MAX).unwrap();
            assert!(calls.get() > text.len() / CHUNK);
            for last in 0..calls.get() {
                let left = Cell::new(last);
                let stop = || left.get() == 0 || left.replace(left.get() - 1) == 0;
                let Err(DataError::StoppedReading { rows, .. }) = read(&stop) else {
                    panic!("not stopped after {last} calls")
                };
                assert!(rows < 100_000);
                // The reader is two buffers ahead of its caller at most.
                assert!(last + 3 < calls.get() || rows > 60_000, "{rows} rows, {last} calls");
            }
        }
    }

    #[test]
    fn files_of_other_kinds_are_named() {
        let read = |bytes: &[u8]| {
            read_csv_from(bytes, "f.csv", &CsvOptions::default()).unwrap_err().to_string()
        };
        let sheet = read(b"PK\x03\x04\n\x00\x00\x00[Content_Types].xml\n");
        assert_eq!(
            sheet,
            "f.csv is an Excel workbook (.xlsx): save the sheet as CSV (UTF-8) and give that file"
        );
        assert!(read(&gzip("{\"a\": 1}\n")).starts_with("f.csv is JSON Lines: "));
        assert!(read(b"PK\x03\x04\n\x00\x00").starts_with("f.csv is a zip archive: "));
    }

    #[test]
    fn file_that_is_not_there_is_named() {
        let error = read_csv("no/such/file.csv", &CsvOptions::default()).unwrap_err();
        assert!(error.to_string().starts_with("cannot read no/such/file.csv: "));
    }

    #[test]
    fn empty_file_is_refused() {
        for text in ["", "\n\n", "\u{feff}", "\r\n"] {
            assert!(matches!(read(text), Err(DataError::Empty { .. })), "{text:?}");
        }
    }

    #[test]
    fn header_without_rows_is_refused() {
        assert_eq!(message("a,b\n"), "f.csv has column names but no rows");
    }

    #[test]
    fn ragged_line_is_refused_with_its_line_and_counts() {
        assert_eq!(message("a,b\n1,2\n\n3\n"), "f.csv, line 4: expected 2 fields, found 1");
        assert_eq!(message("a,b\r\n1,2,3\r\n"), "f.csv, line 2: expected 2 fields, found 3");
    }

    #[test]
    fn duplicate_name_is_refused() {
        let expected = "f.csv: the column name `a` occurs more than once; rename one";
        assert_eq!(message("a,b, a\n1,2,3\n"), expected);
    }

    #[test]
    fn empty_name_is_refused() {
        assert_eq!(message("a, ,c\n1,2,3\n"), "f.csv: column 2 has no name; give it one");
    }

    #[test]
    fn unclosed_quote_is_refused() {
        let expected = "f.csv, line 3: a quoted field that begins here is never closed";
        assert_eq!(message("a,b\n1,2\n3,\"4\n5,6\n7,8\n"), expected);
    }

    #[test]
    fn text_that_is_not_utf8_is_refused_with_its_line() {
        let bytes = b"a,b\n1,2\n3,\xe9\n";
        let error = read_csv_from(&bytes[..], "f.csv", &CsvOptions::default()).unwrap_err();
        let expected = "f.csv, line 3: not UTF-8 text; save the file as UTF-8";
        assert_eq!(error.to_string(), expected);
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = read_csv_from(&bytes[..], "f.csv", &CsvOptions::default());
        }

        #[test]
        fn no_text_panics(text in "[ab1,;\"\r\n \t|]{0,40}") {
            let _ = read(&text);
        }

        #[test]
        fn written_tables_read_back(
            rows in proptest::collection::vec(["[a-c ,\"\n\r]{0,4}", "[a-c ,\"\n\r]{0,4}"], 1..20)
        ) {
            let mut writer = csv::Writer::from_writer(Vec::new());
            writer.write_record(["first", "second"]).unwrap();
            rows.iter().for_each(|row| writer.write_record(row).unwrap());
            let bytes = writer.into_inner().unwrap();
            let table = read_csv_from(&bytes[..], "f.csv", &CsvOptions::default()).unwrap();
            let trimmed: Vec<Vec<&str>> =
                rows.iter().map(|row| row.iter().map(|cell| cell.trim()).collect()).collect();
            prop_assert_eq!(cells(&table), trimmed);
        }
    }
}
