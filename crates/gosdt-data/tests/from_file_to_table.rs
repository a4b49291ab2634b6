//! Files, good and bad, as a user meets them.
use gosdt_data::{
    Column, CsvOptions, DataError, Missing, RowClasses, Schema, Table, Test, Values, group_rows,
    read_csv_from,
};
use std::cell::Cell;

fn read(file: &str, schema: &Schema) -> Result<Table, DataError> {
    let raw = read_csv_from(file.as_bytes(), "f.csv", &CsvOptions::default())?;
    let table = Table::from_raw(&raw, schema);
    let freed = Table::from_raw_until(raw, schema, &|| false);
    assert_eq!(format!("{table:?}"), format!("{freed:?}"));
    table
}

fn error(file: &str, schema: &Schema) -> String {
    read(file, schema).unwrap_err().to_string()
}

fn under(missing: Missing) -> Schema {
    Schema { missing, ..Schema::default() }
}

fn weighted(missing: Missing) -> Schema {
    Schema { weights: Some("w".into()), missing, ..Schema::default() }
}

const GAPS: &str = "n,c,b,y\n1,p,no,0\n,q,yes,1\n3,?,NA,0\nNaN,q,no,1\n";

#[test]
fn table_holds_features_labels_and_weights() {
    let table = read(
        "id,n,w,y,c\n1,2.5,1,a,p\n2,3,0.5,b,q\n",
        &Schema {
            target: Some("y".into()),
            weights: Some("w".into()),
            ignore: vec!["id".into()],
            ..Schema::default()
        },
    );
    let table = table.unwrap();
    let names: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names, ["n", "c"]);
    assert_eq!(table.columns[0].values, Values::Numeric(vec![2.5, 3.0]));
    assert_eq!((table.labels.name.as_str(), &table.labels.codes[..]), ("y", &[0, 1][..]));
    let weights = table.weights.unwrap();
    assert_eq!((&weights.values[..], weights.denominator), (&[10, 5][..], 10));
}

#[test]
fn missing_values_are_one_error_that_lists_all_columns() {
    let expected = "f.csv: missing values in `n` (2, first in line 3), `c` (1, first in line 4), \
                    `b` (1, first in line 4). Leave those rows out with `--missing drop`, make \
                    missing a value of its own with `--missing category`, or leave the columns out \
                    with `--ignore COL`";
    assert_eq!(error(GAPS, &Schema::default()), expected);
}

#[test]
fn ignored_columns_may_have_missing_values() {
    let ignore = ["n", "c"].map(String::from).to_vec();
    let file = "n,c,b,y\n1,p,no,0\n,?,yes,1\n";
    let table = read(file, &Schema { ignore: ignore.clone(), ..Schema::default() }).unwrap();
    assert_eq!(table.rows, 2);
    let dropped = read(file, &Schema { ignore, ..under(Missing::Drop) }).unwrap();
    assert_eq!((dropped.rows, dropped.dropped_rows), (2, 0));
}

#[test]
fn dropping_gives_the_table_of_the_file_without_those_rows() {
    let with = "n,w,y\n1,1,a\n?,1,b\nabc,?,a\n2,0.5,?\n3,0.25,b\n";
    let without = "n,w,y\n1,1,a\n3,0.25,b\n";
    let table = read(with, &weighted(Missing::Drop)).unwrap();
    assert_eq!(table.dropped_rows, 3);
    let expected = read(without, &weighted(Missing::Drop)).unwrap();
    assert_eq!(Table { dropped_rows: 0, ..table }, expected);
}

#[test]
fn dropping_every_row_is_refused() {
    let error = error("n,y\n?,0\n?,1\n", &under(Missing::Drop));
    assert!(error.starts_with("f.csv: each of the 2 rows has a missing value"), "{error}");
}

#[test]
fn missing_label_is_refused_unless_dropped() {
    let file = "n,y\n1,a\n2,?\n3,b\n4,\n";
    let expected = "f.csv: missing values in `y` (the label; 2, first in line 3). Labels and \
                    weights must be known: drop those rows (`--missing drop`)";
    assert_eq!(error(file, &Schema::default()), expected);
    assert_eq!(error(file, &under(Missing::Category)), expected);
    assert_eq!(read(file, &under(Missing::Drop)).unwrap().rows, 2);
}

#[test]
fn missing_weight_is_refused_unless_dropped() {
    let file = "n,w,y\n?,1,a\n2,?,b\n3,2,a\n4,1,b\n";
    let weights = "`w` (the weights; 1, first in line 3). ";
    let all = error(file, &weighted(Missing::Error));
    let expected = format!("missing values in `n` (1, first in line 2), {weights}");
    assert!(all.contains(&expected), "{all}");
    let category = error(file, &weighted(Missing::Category));
    assert!(category.contains(&format!("missing values in {weights}")), "{category}");
    assert_eq!(read(file, &weighted(Missing::Drop)).unwrap().rows, 2);
}

fn group(table: &Table) -> RowClasses {
    group_rows(table, &|| false).unwrap()
}

/// The tests of the splits of a column of the table.
fn asked(classes: &RowClasses, column: usize) -> Vec<Test> {
    let columns = classes.columns.iter().filter(|splits| splits.column == column);
    columns.flat_map(|splits| (0..splits.splits).map(|split| splits.test(split))).collect()
}

#[test]
fn missing_as_a_category_is_asked_about() {
    let table = read(GAPS, &under(Missing::Category)).unwrap();
    let classes = group(&table);
    let is = |text: &str| Test::Is(text.into());
    assert_eq!(asked(&classes, 0), [Test::AtMost(2.0), Test::IsMissing]);
    assert_eq!(asked(&classes, 1), [is("p"), is("q"), Test::IsMissing]);
    assert_eq!(asked(&classes, 2), [is("no"), is("yes"), Test::IsMissing]);
    let without_number = classes.class_of_row[1] as usize;
    assert!(!classes.columns[0].answers(0, without_number));
}

#[test]
fn boolean_column_is_one_test_of_its_true_spelling() {
    let classes = group(&read("b,y\nYes,0\nNo,1\n", &Schema::default()).unwrap());
    assert_eq!(asked(&classes, 0), [Test::Is("Yes".into())]);
}

#[test]
fn column_without_any_value_is_allowed_as_a_category() {
    let table = read("n,m,y\n1,?,0\n2,,1\n", &under(Missing::Category)).unwrap();
    let values = Values::Categorical { categories: vec![], codes: vec![None, None] };
    assert_eq!(table.columns[1], Column { name: "m".into(), values });
}

#[test]
fn one_class_is_refused_by_name() {
    let expected =
        "f.csv: the label column `y` has one class only, `a`; there must be at least two";
    assert_eq!(error("n,y\n1,a\n2,a\n", &Schema::default()), expected);
    assert_eq!(error("n,y\n1,a\n?,b\n", &under(Missing::Drop)), expected);
}

#[test]
fn target_that_is_not_there_is_refused_with_the_nearest_name() {
    let schema = Schema { target: Some("clas".into()), ..Schema::default() };
    let expected = "f.csv: there is no column `clas`; did you mean `class`? (columns: n, class)";
    assert_eq!(error("n,class\n1,a\n2,b\n", &schema), expected);
}

#[test]
fn infinite_number_is_refused_with_its_place() {
    let error = error("n,y\n1,a\n\ninf,b\n", &Schema::default());
    assert!(error.starts_with("f.csv, line 4, column `n`: `inf` is an infinite number"), "{error}");
}

#[test]
fn text_in_a_column_that_is_to_be_numeric_is_refused() {
    let schema = Schema { numeric: vec!["n".into()], ..Schema::default() };
    let error = error("n,y\n1,a\nx,b\n", &schema);
    assert!(error.starts_with("f.csv, line 3, column `n`: `x` is not a number"), "{error}");
}

#[test]
fn weights_that_are_all_zero_are_refused() {
    let error = error("n,w,y\n1,0,a\n2,0.0,b\n", &weighted(Missing::Error));
    assert_eq!(error, "f.csv: all weights in column `w` are 0");
}

#[test]
fn rows_of_weight_zero_stay() {
    let table = read("n,w,y\n1,0,a\n2,1,b\n", &weighted(Missing::Error)).unwrap();
    assert_eq!(table.weights.unwrap().values, [0, 1]);
}

#[test]
fn file_with_the_label_alone_is_refused() {
    let error = error("y\na\nb\n", &Schema::default());
    assert_eq!(error, "f.csv: no feature column is left beside the label `y`");
}

#[test]
fn typing_stops_at_any_call() {
    let rows = (0..50_000).map(|row| format!("{row},{},t{row},{}\n", row % 2, row % 3));
    let file = format!("n,b,c,y\n{}", rows.collect::<String>());
    let raw = read_csv_from(file.as_bytes(), "f.csv", &CsvOptions::default()).unwrap();
    for missing in [Missing::Error, Missing::Drop, Missing::Category] {
        let schema = Schema { weights: Some("n".into()), ..under(missing) };
        let calls = Cell::new(0);
        let count = || calls.replace(calls.get() + 1) == usize::MAX;
        Table::from_raw_until(raw.clone(), &schema, &count).unwrap();
        assert!(calls.get() > 20, "called {} times", calls.get());
        for last in (0..calls.get()).step_by(9) {
            let left = Cell::new(last);
            let stop = || left.get() == 0 || left.replace(left.get() - 1) == 0;
            let table = Table::from_raw_until(raw.clone(), &schema, &stop);
            assert!(matches!(table, Err(DataError::Stopped(_))), "after {last} calls");
        }
    }
}
