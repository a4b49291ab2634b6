//! Parquet files: what their columns are read as, and what is refused.
use gosdt_data::{
    CsvOptions, DataError, Inputs, Missing, NumberFormat, ReadWatch, ReadingOptions, Schema, Table,
    Thresholds, Values, read_merged, read_rows,
};
use parquet::basic::{Compression, GzipLevel, ZstdLevel};
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DoubleType, FixedLenByteArray, FixedLenByteArrayType,
    FloatType, Int32Type, Int64Type,
};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

const NOBODY: ReadWatch<'static> = ReadWatch { stop: &|| false, show: &|_| {} };

/// A file for one test, removed with it.
struct TestFile(PathBuf);

impl TestFile {
    /// Of a schema, and a function for each column that writes it.
    fn new(test: &str, fields: &str, codec: Compression, columns: &[Column]) -> TestFile {
        let name = format!("gosdt-{test}-{}.parquet", std::process::id());
        let path = std::env::temp_dir().join(name);
        let schema = parse_message_type(&format!("message rows {{ {fields} }}")).unwrap();
        let properties = WriterProperties::builder().set_compression(codec).build();
        let file = fs::File::create(&path).unwrap();
        let mut writer =
            SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties)).unwrap();
        // Two row groups, each with the same rows.
        for _ in 0..2 {
            let mut group = writer.next_row_group().unwrap();
            for column in columns {
                let mut to = group.next_column().unwrap().unwrap();
                match column {
                    Column::I32(values) => {
                        drop(to.typed::<Int32Type>().write_batch(values, None, None))
                    }
                    Column::I64(values) => {
                        drop(to.typed::<Int64Type>().write_batch(values, None, None))
                    }
                    Column::F32(values) => {
                        drop(to.typed::<FloatType>().write_batch(values, None, None))
                    }
                    Column::F64(values, levels) => {
                        drop(to.typed::<DoubleType>().write_batch(values, Some(levels), None))
                    }
                    Column::Bool(values) => {
                        drop(to.typed::<BoolType>().write_batch(values, None, None))
                    }
                    Column::Text(values) => {
                        let values: Vec<ByteArray> =
                            values.iter().map(|text| (*text).into()).collect();
                        drop(to.typed::<ByteArrayType>().write_batch(&values, None, None));
                    }
                    Column::Bytes(values) => {
                        let bytes = |one: &Vec<u8>| FixedLenByteArray::from(one.clone());
                        let values: Vec<FixedLenByteArray> = values.iter().map(bytes).collect();
                        drop(to.typed::<FixedLenByteArrayType>().write_batch(&values, None, None));
                    }
                }
                to.close().unwrap();
            }
            group.close().unwrap();
        }
        writer.close().unwrap();
        TestFile(path)
    }

    fn inputs(&self) -> Inputs {
        Inputs::find(&[self.0.to_string_lossy().to_string()]).unwrap()
    }

    fn table(&self, schema: &Schema) -> Result<Table, DataError> {
        read_merged(&self.inputs(), &CsvOptions::default(), schema, &Thresholds::All, &NOBODY)
    }
}

impl Drop for TestFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// The values of a column; `F64` has a level for each row, 0 where its value is missing.
enum Column {
    I32(Vec<i32>),
    I64(Vec<i64>),
    F32(Vec<f32>),
    F64(Vec<f64>, Vec<i16>),
    Bool(Vec<bool>),
    Text(Vec<&'static str>),
    Bytes(Vec<Vec<u8>>),
}

const FIELDS: &str = "required int32 small; required int32 day (INTEGER(32, false)); \
     required int64 long; required int64 price (DECIMAL(12, 2)); required float single; \
     optional double real; required boolean flag; required binary word (UTF8); \
     required fixed_len_byte_array(3) exact (DECIMAL(6, 1)); required binary y (UTF8);";

fn columns() -> Vec<Column> {
    vec![
        Column::I32(vec![-3, 4, 4]),
        Column::I32(vec![-1, 7, 7]),
        Column::I64(vec![9_007_199_254_740_991, 0, 1]),
        Column::I64(vec![1999, -5, 20]),
        Column::F32(vec![0.5, 0.1, -0.0]),
        Column::F64(vec![2.5, f64::NAN], vec![1, 0, 1]),
        Column::Bool(vec![true, false, true]),
        Column::Text(vec!["a b", " 1 ", "\u{fc}"]),
        Column::Bytes(vec![vec![255, 255, 254], vec![0, 1, 0], vec![0, 0, 0]]),
        Column::Text(vec!["no", "yes", "no"]),
    ]
}

fn missing_as_category() -> Schema {
    Schema { target: Some("y".into()), missing: Missing::Category, ..Schema::default() }
}

/// The numbers of a column, in the order of the rows.
fn numbers(table: &Table, name: &str) -> Vec<f64> {
    let column = table.columns.iter().find(|column| column.name == name).unwrap();
    let Values::Numeric(numbers) = &column.values else { panic!("{name}: {:?}", column.values) };
    numbers.clone()
}

#[test]
fn columns_are_what_the_file_says_whatever_the_codec() {
    let codecs = [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        Compression::GZIP(GzipLevel::default()),
        Compression::ZSTD(ZstdLevel::default()),
    ];
    for codec in codecs {
        let file = TestFile::new("kinds", FIELDS, codec, &columns());
        let table = file.table(&missing_as_category()).unwrap();
        assert_eq!((table.rows, table.data_rows()), (3, 6));
        // Merged rows are in the order of their values: of the first column, then of the next.
        assert_eq!(numbers(&table, "small"), [-3.0, 4.0, 4.0]);
        assert_eq!(numbers(&table, "day"), [4_294_967_295.0, 7.0, 7.0]);
        assert_eq!(numbers(&table, "long"), [9_007_199_254_740_991.0, 0.0, 1.0]);
        assert_eq!(numbers(&table, "price"), [19.99, -0.05, 0.2]);
        assert_eq!(numbers(&table, "single"), [0.5, f64::from(0.1f32), 0.0]);
        let real = numbers(&table, "real");
        assert!(real[0] == 2.5 && real[1].is_nan() && real[2].is_nan(), "{real:?}");
        assert_eq!(numbers(&table, "exact"), [-0.2, 25.6, 0.0]);
        let flag = table.columns.iter().find(|column| column.name == "flag").unwrap();
        assert!(matches!(&flag.values, Values::Boolean { .. }), "{:?}", flag.values);
        let word = table.columns.iter().find(|column| column.name == "word").unwrap();
        assert!(matches!(&word.values, Values::Categorical { .. }), "{:?}", word.values);
    }
}

#[test]
fn numbers_in_text_have_a_format_and_those_of_the_file_none() {
    let fields = "required binary x (UTF8); optional double z; required binary y (UTF8);";
    let columns = [
        Column::Text(vec!["1,5", "2,5", "3,25"]),
        Column::F64(vec![1.5, 2.5, 1.234], vec![1, 1, 1]),
        Column::Text(vec!["no", "yes", "no"]),
    ];
    let file = TestFile::new("format", fields, Compression::SNAPPY, &columns);
    let schema = Schema { target: Some("y".into()), ..Schema::default() };
    let error = file.table(&schema).unwrap_err().to_string();
    assert!(error.contains("6 of 6 cells are numbers with a decimal comma"), "{error}");
    assert!(error.contains("`--decimal ,`, and make it numeric with `--numeric x`"), "{error}");
    let format = NumberFormat { decimal: ',', thousands: Some('.') };
    let reading = ReadingOptions { format, ..ReadingOptions::default() };
    let table = file.table(&Schema { numeric: vec!["x".into()], reading, ..schema }).unwrap();
    assert_eq!(numbers(&table, "x"), [1.5, 2.5, 3.25]);
    assert_eq!(numbers(&table, "z"), [1.5, 2.5, 1.234]);
    assert_eq!(table.readings.keys().collect::<Vec<_>>(), ["x"]);
}

#[test]
fn rows_can_be_read_one_by_one() {
    let file = TestFile::new("rows", FIELDS, Compression::SNAPPY, &columns());
    let rows = read_rows(&file.inputs(), &CsvOptions::default(), &NOBODY).unwrap();
    assert_eq!(rows.rows(), 6);
    let row: Vec<&str> = (0..rows.names.len()).map(|column| rows.cell(4, column)).collect();
    assert_eq!(
        row,
        ["4", "7", "0", "-0.05", "0.10000000149011612", "", "False", "1", "25.6", "yes"]
    );
}

#[test]
fn what_cannot_be_read_is_refused_by_column_and_row() {
    let labels = || Column::Text(vec!["no", "yes"]);
    for (fields, column, expected) in [
        (
            "required int64 x;",
            Column::I64(vec![1, 1 << 53]),
            "row 2, column `x`: 9007199254740992 is beyond 2^53",
        ),
        (
            "required int64 x (INTEGER(64, false));",
            Column::I64(vec![1, -1]),
            "row 2, column `x`: 18446744073709551615 is beyond 2^53",
        ),
        (
            "required int32 x (DATE);",
            Column::I32(vec![1, 2]),
            "column `x` holds values of the type",
        ),
        (
            "required binary x (UTF8);",
            Column::Text(vec!["NA", "a"]),
            "missing values in `x` (2, first in row 1)",
        ),
    ] {
        let fields = format!("{fields} required binary y (UTF8);");
        let file = TestFile::new("refused", &fields, Compression::SNAPPY, &[column, labels()]);
        let schema = Schema { target: Some("y".into()), ..Schema::default() };
        let error = file.table(&schema).unwrap_err().to_string();
        assert!(error.contains(expected) && error.contains("gosdt-refused"), "{error}");
    }
}

#[test]
fn a_file_that_is_cut_off_is_refused_at_any_length() {
    let file = TestFile::new("cut", FIELDS, Compression::SNAPPY, &columns());
    let whole = fs::read(&file.0).unwrap();
    for length in (4..whole.len()).step_by(7) {
        fs::write(&file.0, &whole[..length]).unwrap();
        let error = file.table(&missing_as_category()).unwrap_err().to_string();
        assert!(error.contains("cannot be read as a Parquet file"), "{length}: {error}");
    }
}
