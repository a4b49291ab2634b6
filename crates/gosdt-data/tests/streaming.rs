//! Files read batch by batch, their equal rows merged, against files that are read whole.
use gosdt_data::{
    CsvOptions, DataError, Inputs, Missing, NumberFormat, OrderedColumn, ReadWatch, ReadingOptions,
    RowClasses, Schema, Table, Thresholds, group_rows_at, read_csv_from, read_merged,
};
use proptest::prelude::*;
use std::fs;
use std::path::PathBuf;

const NOBODY: ReadWatch<'static> = ReadWatch { stop: &|| false, show: &|_| {} };

/// A folder for one test, removed with it.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str, files: &[(&str, &str)]) -> Folder {
        let path = std::env::temp_dir().join(format!("gosdt-{test}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        files.iter().for_each(|(name, text)| fs::write(path.join(name), text).unwrap());
        Folder(path)
    }

    fn inputs(&self) -> Inputs {
        Inputs::find(&[self.0.to_string_lossy().to_string()]).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn merged(folder: &Folder, schema: &Schema, thresholds: &Thresholds) -> Result<Table, DataError> {
    read_merged(&folder.inputs(), &CsvOptions::default(), schema, thresholds, &NOBODY)
}

/// What a search sees of a table.
fn seen(table: &Table, thresholds: &Thresholds) -> RowClasses {
    let mut classes = group_rows_at(table, thresholds, &|| false).unwrap();
    classes.class_of_row.clear();
    classes
}

fn weighted() -> Schema {
    Schema { weights: Some("w".into()), target: Some("y".into()), ..Schema::default() }
}

#[test]
fn several_files_are_one_table_whatever_the_order_of_their_columns() {
    let files =
        [("a.csv", "x,c,y\n1,p,no\n2,q,yes\n1,p,no\n"), ("b.csv", "y,c,x\nyes,q,2\nno,p,3\n")];
    let table = merged(&Folder::new("several", &files), &target(), &Thresholds::All).unwrap();
    let whole = "x,c,y\n1,p,no\n2,q,yes\n1,p,no\n2,q,yes\n3,p,no\n";
    let raw = read_csv_from(whole.as_bytes(), "f.csv", &CsvOptions::default()).unwrap();
    let whole = Table::from_raw(&raw, &target()).unwrap();
    assert_eq!(seen(&table, &Thresholds::All), seen(&whole, &Thresholds::All));
    assert_eq!((table.rows, table.data_rows()), (3, 5));
}

fn target() -> Schema {
    Schema { target: Some("y".into()), ..Schema::default() }
}

/// The table that is read whole, and what a search sees of it.
fn whole(text: &str, schema: &Schema) -> Table {
    let raw = read_csv_from(text.as_bytes(), "f.csv", &CsvOptions::default()).unwrap();
    Table::from_raw(&raw, schema).unwrap()
}

#[test]
fn numbers_dates_and_orders_are_read_as_in_a_file_that_is_read_whole() {
    let row = |i: usize| {
        let size = ["small", "mid", "large"][i % 3];
        let (year, month, day) = (2000 + i % 9, i % 12 + 1, i % 28 + 1);
        format!(
            "{},{};{year}-{month:02}-{day:02};{size};${};{},5;{}\n",
            i % 17,
            i % 4,
            i % 23,
            i % 3,
            i % 2
        )
    };
    let header = "x;day;size;price;w;y\n";
    let rows: Vec<String> = (0..400).map(row).collect();
    let parts = [&rows[..150], &rows[150..]].map(|part| format!("{header}{}", part.concat()));
    let folder = Folder::new("readings", &[("a.csv", &parts[0]), ("b.csv", &parts[1])]);
    let levels = ["small", "mid", "large"].map(String::from).to_vec();
    let reading = ReadingOptions {
        format: NumberFormat { decimal: ',', thousands: None },
        dates: vec!["day".into()],
        ordered: vec![OrderedColumn { name: "size".into(), levels }],
    };
    let schema = Schema { reading, ..weighted() };
    let whole = whole(&format!("{header}{}", rows.concat()), &schema);
    for thresholds in [Thresholds::All, Thresholds::Quantile { most: 2 }] {
        let table = merged(&folder, &schema, &thresholds).unwrap();
        let kept = if table.cuts().is_some() { Thresholds::All } else { thresholds.clone() };
        assert_eq!(seen(&table, &kept), seen(&whole, &thresholds));
        assert_eq!(table.readings, whole.readings);
        assert_eq!(table.heaviest(), whole.heaviest());
        #[cfg(feature = "parquet")]
        written_and_read(&folder, &table).unwrap();
    }
}

#[test]
fn columns_that_name_rows_are_left_out_and_noted() {
    let rows = (0..300).map(|i| format!("{i},user {i},{},{}\n", i % 7, i % 2)).collect::<String>();
    let text = format!("id,name,x,y\n{rows}");
    let folder = Folder::new("identifiers", &[("a.csv", &text)]);
    let whole = whole(&text, &target());
    for thresholds in [Thresholds::All, Thresholds::Quantile { most: 3 }] {
        let table = merged(&folder, &target(), &thresholds).unwrap();
        let kept = if table.cuts().is_some() { Thresholds::All } else { thresholds.clone() };
        assert_eq!(seen(&table, &kept), seen(&whole, &thresholds));
        assert_eq!(
            (table.rows, table.data_rows()),
            if kept == thresholds { (14, 300) } else { (8, 300) }
        );
        let mut names: Vec<&str> = table.notes.iter().map(|note| note.name.as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, ["id", "name"]);
        #[cfg(feature = "parquet")]
        written_and_read(&folder, &table).unwrap();
    }
}

#[test]
fn columns_that_look_like_something_else_are_refused() {
    for (cell, expected) in
        [("2020-01-", "look like dates"), ("1,", "numbers with a decimal comma")]
    {
        let row = |i: usize| format!("{cell}{:02};{}\n", i % 28 + 1, i % 2);
        let text = format!("x;y\n{}", (0..200).map(row).collect::<String>());
        let folder = Folder::new("misread", &[("a.csv", &text)]);
        for thresholds in [Thresholds::All, Thresholds::Quantile { most: 3 }] {
            let error = merged(&folder, &target(), &thresholds).unwrap_err().to_string();
            assert!(error.contains("`x`") && error.contains(expected), "{error}");
        }
    }
}

#[test]
fn rubbish_is_refused_with_file_and_line() {
    let rows = |from: usize| (from..from + 500).map(|i| format!("{i}.5,{}\n", i % 2));
    let good = format!("x,y\n{}", rows(0).collect::<String>());
    for (rubbish, expected) in [
        ("@@@,1\n", "line 502, column `x`: `@@@` is not a number, though the column has"),
        ("1,2,3\n", "line 502: expected 2 fields, found 3"),
        ("\"1,1\n", "line 502: expected 2 fields, found 1"),
    ] {
        let bad = format!("{good}{rubbish}{}", rows(500).collect::<String>());
        let folder = Folder::new("rubbish", &[("a.csv", &good), ("b.csv", &bad)]);
        for thresholds in [Thresholds::All, Thresholds::Quantile { most: 4 }] {
            let error = merged(&folder, &target(), &thresholds).unwrap_err().to_string();
            assert!(error.contains("b.csv") && error.contains(expected), "{error}");
        }
    }
}

#[test]
fn other_columns_in_a_later_file_are_refused() {
    let files = [("a.csv", "x,y\n1,0\n"), ("b.csv", "x,z\n1,0\n")];
    let error = merged(&Folder::new("other", &files), &target(), &Thresholds::All).unwrap_err();
    assert!(error.to_string().contains("the first has no column `z`"), "{error}");
}

#[test]
fn reading_stops_when_it_is_told_to() {
    let folder = Folder::new("stop", &[("a.csv", "x,y\n1,0\n2,1\n")]);
    let watch = ReadWatch { stop: &|| true, show: &|_| {} };
    let inputs = folder.inputs();
    let read = read_merged(&inputs, &CsvOptions::default(), &target(), &Thresholds::All, &watch);
    assert!(matches!(read, Err(DataError::StoppedReading { .. })), "{read:?}");
}

/// Rows of a file: two numbers, a text and a boolean that may be missing, a weight, a label.
fn row() -> impl Strategy<Value = String> {
    let number = prop_oneof![
        Just("".to_string()),
        (0..12).prop_map(|n| format!("{}.5", n)),
        Just("2.50".into())
    ];
    let text = prop_oneof![Just(""), Just("p"), Just("q"), Just("r")];
    let boolean = prop_oneof![Just("no"), Just("YES"), Just("yes"), Just("?")];
    let weight = prop_oneof![Just("1"), Just("0.25"), Just("0"), Just("3")];
    let label = prop_oneof![Just("a"), Just("b")];
    (number, 0..5i32, text, boolean, weight, label)
        .prop_map(|(x, z, c, b, w, y)| format!("{x},{z},{c},{b},{w},{y}\n"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn merged_rows_are_the_rows(rows in proptest::collection::vec(row(), 2..60), cut in 1usize..40) {
        let header = "x,z,c,b,w,y\n";
        let ends = ["1,1,p,no,1,a\n", "2,0,q,yes,1,b\n"].concat();
        let all = format!("{header}{}{ends}", rows.concat());
        let cut = cut.min(rows.len());
        let parts = [rows[..cut].concat(), format!("{}{ends}", rows[cut..].concat())];
        let parts = parts.map(|part| format!("{header}{part}"));
        let folder = Folder::new("merged", &[("a.csv", &parts[0]), ("b.csv", &parts[1])]);
        for missing in [Missing::Drop, Missing::Category] {
            for thresholds in [Thresholds::All, Thresholds::Quantile { most: 2 }] {
                let schema = Schema { missing, ..weighted() };
                let raw = read_csv_from(all.as_bytes(), "f.csv", &CsvOptions::default()).unwrap();
                let whole = Table::from_raw(&raw, &schema).unwrap();
                let table = merged(&folder, &schema, &thresholds).unwrap();
                let kept = if table.cuts().is_some() { Thresholds::All } else { thresholds.clone() };
                prop_assert_eq!(seen(&table, &kept), seen(&whole, &thresholds));
                prop_assert_eq!(table.data_rows() as usize, whole.rows);
                prop_assert_eq!(table.dropped_rows, whole.dropped_rows);
                prop_assert_eq!(table.heaviest(), whole.heaviest());
                #[cfg(feature = "parquet")]
                written_and_read(&folder, &table)?;
            }
        }
    }
}

#[cfg(feature = "parquet")]
fn written_and_read(folder: &Folder, table: &Table) -> Result<(), TestCaseError> {
    let path = folder.0.join("classes.bin").to_string_lossy().to_string();
    fs::write(&path, gosdt_data::write_compressed(table).unwrap()).unwrap();
    prop_assert!(gosdt_data::is_compressed(&path));
    let mut read = gosdt_data::read_compressed(&path, &|| false).unwrap();
    read.source = table.source.clone();
    prop_assert_eq!(format!("{:?}", read), format!("{:?}", table));
    fs::remove_file(&path).unwrap();
    Ok(())
}

#[cfg(feature = "parquet")]
#[test]
fn reading_a_compressed_table_stops_when_it_is_told() {
    let rows = (0..300).map(|i| format!("{},{}\n", i % 70, i % 2)).collect::<String>();
    let folder = Folder::new("stopped", &[("a.csv", &format!("x,y\n{rows}"))]);
    let table = merged(&folder, &target(), &Thresholds::All).unwrap();
    let path = folder.0.join("classes.bin").to_string_lossy().to_string();
    fs::write(&path, gosdt_data::write_compressed(&table).unwrap()).unwrap();
    // It is asked once for each of the four columns: codes, labels, rows and weights.
    for last in 0..4 {
        let asked = std::cell::Cell::new(0);
        let stop = || asked.replace(asked.get() + 1) >= last;
        let read = gosdt_data::read_compressed(&path, &stop);
        assert!(matches!(read, Err(DataError::StoppedReading { rows: 0, .. })), "{read:?}");
        assert_eq!(asked.get(), last + 1);
    }
}
