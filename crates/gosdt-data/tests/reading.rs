//! Cells that are not plain numbers or categories.
use gosdt_data::{
    CsvOptions, DataError, NumberFormat, OrderedColumn, ReadingOptions, Schema, Table, Values,
    read_csv_from,
};

fn read(text: &str, schema: &Schema) -> Result<Table, DataError> {
    let raw = read_csv_from(text.as_bytes(), "f.csv", &CsvOptions::default()).unwrap();
    Table::from_raw(&raw, schema)
}

fn message(text: &str) -> String {
    read(text, &Schema::default()).unwrap_err().to_string()
}

fn numbers(table: &Table, column: usize) -> &[f64] {
    match &table.columns[column].values {
        Values::Numeric(numbers) => numbers,
        other => panic!("not numeric: {other:?}"),
    }
}

fn with_reading(reading: ReadingOptions) -> Schema {
    Schema { reading, ..Schema::default() }
}

/// A table of one column beside the label, made of so many rows.
fn column(name: &str, rows: usize, cell: impl Fn(usize) -> String) -> String {
    let lines = (0..rows).map(|row| format!("{};{};{}\n", cell(row), row % 3, row % 2));
    format!("{name};other;y\n{}", lines.collect::<String>())
}

#[test]
fn decimal_commas_are_named_and_read_when_told() {
    let file = column("price", 300, |row| match row < 298 {
        true => format!("{},5", row),
        false => "free".to_string(),
    });
    assert_eq!(
        message(&file),
        "f.csv: `price`: 298 of 300 cells are numbers with a decimal comma, but not `free`; correct \
         such cells (NA is missing), and read them with `--decimal ,` (`--categorical price` reads \
         texts as they are)"
    );
    let file = file.replace("free", "7,25");
    let format = NumberFormat { decimal: ',', thousands: None };
    let table = read(&file, &with_reading(ReadingOptions { format, ..Default::default() }));
    let table = table.unwrap();
    assert_eq!((numbers(&table, 0)[3], numbers(&table, 0)[299]), (3.5, 7.25));
    assert_eq!(table.readings["price"].format, Some(format));
    let forced = Schema { categorical: vec!["price".into()], ..Schema::default() };
    let forced = read(&file, &forced).unwrap();
    assert!(matches!(forced.columns[0].values, Values::Categorical { .. }));
}

#[test]
fn all_columns_that_look_like_something_else_are_named_at_once() {
    let error = message("a;b;y\n2,740.00;2020-01-02;0\n1.50;2020-01-03;1\n");
    let expected = "f.csv: columns would be read as categories and are something else\n  \
        `a`: 2 of 2 cells are numbers with a comma between thousands; read them with \
        `--thousands ,`\n  \
        `b`: 2 of 2 cells look like dates, each of 2 values would be a category; `--ignore b`, or \
        `--date b` to use year, month and weekday as numbers\n  \
        (`--categorical COL` reads texts as they are)";
    assert_eq!(error, expected);
}

#[test]
fn a_currency_or_per_cent_of_a_whole_column_is_left_away() {
    let table = read(
        "fee;rate;y\n$5.00;3.2%;0\n$7;NA;1\n-$1;4 %;1\n",
        &Schema { missing: gosdt_data::Missing::Category, ..Schema::default() },
    );
    let table = table.unwrap();
    assert_eq!(numbers(&table, 0), [5.0, 7.0, -1.0]);
    assert_eq!((numbers(&table, 1)[0], numbers(&table, 1)[2]), (3.2, 4.0));
    assert_eq!(table.readings["fee"].unit.as_deref(), Some("$"));
    assert!(message("fee;y\n$5.00;0\n7;1\n").contains("2 of 2 cells are numbers with `$`"));
}

#[test]
fn dates_become_year_month_and_weekday() {
    let reading = ReadingOptions { dates: vec!["day".into()], ..Default::default() };
    let file = "day,y\n2024-02-29,0\n2023-12-31,1\n";
    let table = read(file, &with_reading(reading.clone())).unwrap();
    let names: Vec<&str> = table.columns.iter().map(|column| &column.name[..]).collect();
    assert_eq!(names, ["day.year", "day.month", "day.weekday"]);
    assert_eq!(numbers(&table, 0), [2024.0, 2023.0]);
    assert_eq!(numbers(&table, 1), [2.0, 12.0]);
    assert_eq!(numbers(&table, 2), [4.0, 7.0]);
    let error = read("day,y\n1/2/2020,0\n3/4/2020,1\n", &with_reading(reading.clone()));
    assert!(error.unwrap_err().to_string().contains("whether day or month comes first"));
    let error = read("day,y\n2020-01-01,0\nsoon,1\n", &with_reading(reading)).unwrap_err();
    let expected = "f.csv, line 3, column `day`: `soon` is not a date such as 2020-12-31";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn ordered_categories_are_their_places() {
    let order = |levels: &[&str]| {
        let levels = levels.iter().map(|level| level.to_string()).collect();
        let ordered = vec![OrderedColumn { name: "size".into(), levels }];
        with_reading(ReadingOptions { ordered, ..Default::default() })
    };
    let file = "size,y\nmid,0\nlow,1\nhigh,1\n";
    let table = read(file, &order(&["low", "mid", "high"])).unwrap();
    assert_eq!(numbers(&table, 0), [1.0, 0.0, 2.0]);
    assert_eq!(table.readings["size"].levels.as_ref().unwrap().len(), 3);
    let error = read(file, &order(&["low", "mid"])).unwrap_err().to_string();
    assert_eq!(error, "f.csv, line 4, column `size`: `high` is not one of low, mid");
    assert!(read(file, &order(&["low"])).unwrap_err().to_string().contains("at least two"));
}

#[test]
fn identifiers_are_left_out_with_a_note_unless_they_are_wanted() {
    for (name, cell) in [("customer", "c"), ("customer_id", "")] {
        let file = column(name, 100, |row| format!("{cell}{}", 1000 + 7 * row));
        let table = read(&file, &Schema::default()).unwrap();
        assert_eq!(table.columns.len(), 1, "{name}");
        assert_eq!(
            table.notes[0].to_string(),
            format!(
                "`{name}`: 100 different values in 100 rows; left out, `--categorical {name}` to \
                 force"
            )
        );
        let wanted = Schema { categorical: vec![name.into()], ..Schema::default() };
        let table = read(&file, &wanted).unwrap();
        assert_eq!((table.columns.len(), table.notes.len()), (2, 0));
    }
    // Numbers that are all different are a measurement, not a name.
    let file = column("height", 100, |row| format!("{}", 1000 + 7 * row));
    assert_eq!(read(&file, &Schema::default()).unwrap().columns.len(), 2);
}

#[test]
fn many_numbers_are_no_label_unless_they_are_wanted() {
    let rows = (0..60).map(|row| format!("{},{row}.5\n", row % 7)).collect::<String>();
    let file = format!("a,price\n{rows}");
    let error = message(&file);
    assert!(error.contains("the label column `price` has 60 different numbers"), "{error}");
    let wanted = Schema { categorical: vec!["price".into()], ..Schema::default() };
    assert_eq!(read(&file, &wanted).unwrap().labels.classes.len(), 60);
}

#[test]
fn weights_are_written_as_all_numbers_are() {
    let format = NumberFormat { decimal: ',', thousands: Some('.') };
    let schema = Schema {
        weights: Some("w".into()),
        ..with_reading(ReadingOptions { format, ..Default::default() })
    };
    let table = read("a;w;y\n1;0,5;0\n2;1.000,25;1\n", &schema).unwrap();
    let weights = table.weights.unwrap();
    assert_eq!((&weights.values[..], weights.denominator), (&[50, 100_025][..], 100));
}
