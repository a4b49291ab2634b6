use crate::program::Folder;
use std::fmt::Write;

/// A table with a number, a text, weights and a label.
fn table(rows: usize) -> String {
    let mut text = "size,colour,w,big\n".to_string();
    for at in 0..rows {
        let (size, colour) = (at * 7 % 40, ["red", "blue", "green"][at % 3]);
        let big = if (size > 21) != (at % 11 == 0) { "yes" } else { "no" };
        writeln!(text, "{size}.25,{colour},0.{},{big}", at % 4 + 1).unwrap();
    }
    text
}

fn models(folder: &Folder, options: &[&str], fit: &[&str]) -> [String; 2] {
    let columns = ["--target", "big"];
    folder
        .gosdt(&[&["compress", "raw.csv", "-o", "classes.parquet"], &columns[..], options].concat())
        .expect_success();
    folder.gosdt(&[&["fit", "classes.parquet", "-o", "a.json"], fit].concat()).expect_success();
    let raw = [&["fit", "raw.csv", "-o", "b.json"], &columns[..], options, fit].concat();
    folder.gosdt(&raw).expect_success();
    ["a.json", "b.json"].map(|name| folder.read(name))
}

#[test]
fn a_compressed_table_fits_to_the_same_model() {
    let folder = Folder::new("compressed").with("raw.csv", table(500));
    for options in [
        &["--ignore", "w"][..],
        &["--weights", "w"],
        &["--weights", "w", "--thresholds", "quantile:3"],
    ] {
        let [compressed, raw] = models(&folder, options, &["--lambda", "0.02", "--min-leaf", "5"]);
        assert_eq!(compressed, raw, "{options:?}");
    }
    let out = folder.gosdt(&["path", "classes.parquet"]).expect_success();
    assert!(out.contains("leaves"), "{out}");
}

#[test]
fn a_compressed_table_keeps_how_its_cells_were_read() {
    let text = table(500).replace(',', ";").replace('.', ",");
    let folder = Folder::new("written").with("raw.csv", text);
    for thresholds in ["all", "quantile:3"] {
        let options = ["--weights", "w", "--decimal", ",", "--thresholds", thresholds];
        let [compressed, raw] = models(&folder, &options, &["--lambda", "0.02"]);
        assert_eq!(compressed, raw, "{thresholds}");
        folder.gosdt(&["predict", "a.json", "raw.csv"]).expect_success();
    }
}

#[test]
fn patterns_and_folders_are_one_table() {
    let whole = table(300);
    let (header, rows) = whole.split_once('\n').unwrap();
    let lines: Vec<&str> = rows.lines().collect();
    let part = |lines: &[&str]| format!("{header}\n{}\n", lines.join("\n"));
    let folder = Folder::new("parts").with("whole.csv", &whole);
    std::fs::create_dir(folder.path("parts")).unwrap();
    let folder =
        folder.with("parts/1.csv", part(&lines[..100])).with("parts/2.csv", part(&lines[100..]));
    let fit = |data: &str, model: &str| {
        folder.gosdt(&["fit", data, "--weights", "w", "-o", model]).expect_success();
        folder.read(model)
    };
    let cut = |data: &str, model: &str| {
        let cut = ["--weights", "w", "--thresholds", "quantile:3"];
        folder.gosdt(&[&["fit", data, "-o", model], &cut[..]].concat()).expect_success();
        folder.read(model)
    };
    assert_eq!(cut("parts", "a.json"), cut("whole.csv", "b.json"));
    let whole = fit("whole.csv", "a.json");
    assert_eq!(fit("parts", "b.json"), whole);
    assert_eq!(fit("parts/*.csv", "c.json"), whole);
    let rows = folder.gosdt(&["predict", "a.json", "parts"]).expect_success();
    assert_eq!(rows.lines().count(), 301);
}

#[test]
fn nothing_is_written_where_the_data_is_at_fault() {
    let good = table(2000);
    let at = good.match_indices('\n').nth(1200).unwrap().0;
    let bad = format!("{}\n%%,\u{1}garbage,,,,,\n{}", &good[..at], &good[at + 1..]);
    let folder = Folder::new("rubbish").with("raw.csv", bad);
    let run = folder.gosdt(&["compress", "raw.csv", "-o", "classes.parquet"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("raw.csv, line 1202: expected 4 fields, found 7"), "{}", run.err);
    assert_eq!(folder.names(), ["raw.csv"]);
}

#[test]
fn an_output_that_is_an_input_is_refused() {
    let folder = Folder::new("clash").with("raw.csv", table(20));
    let before = folder.read("raw.csv");
    let run = folder.gosdt(&["compress", ".", "-o", "raw.csv"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("would destroy it"), "{}", run.err);
    assert_eq!(folder.read("raw.csv"), before);
}

#[test]
fn a_time_limit_ends_it_with_nothing_written() {
    let folder = Folder::new("time").with("raw.csv", table(50_000));
    let limit = ["--time-limit", "1ms"];
    let run =
        folder.gosdt(&[&["compress", "raw.csv", "-o", "classes.parquet"], &limit[..]].concat());
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert_eq!(folder.names(), ["raw.csv"]);
}

#[test]
fn what_needs_rows_says_so() {
    let folder = Folder::new("rows").with("raw.csv", table(100));
    folder.gosdt(&["compress", "raw.csv", "-o", "classes.parquet"]).expect_success();
    for (args, words) in [
        (&["fit", "classes.parquet", "--select", "cv:3"][..], "folds are made of rows"),
        (
            &["fit", "classes.parquet", "--certificate", "proof"],
            "a certificate is checked against the rows",
        ),
        (&["path", "classes.parquet", "--select", "cv:3"], "folds are made of rows"),
        (
            &["path", "classes.parquet", "--certificates", "proofs"],
            "a certificate is checked against the rows",
        ),
        (&["fit", "classes.parquet", "--target", "size"], "chosen when it was compressed"),
        (&["fit", "classes.parquet", "--decimal", ","], "chosen when it was compressed"),
        (&["compress", "classes.parquet", "-o", "x.parquet"], "is compressed already"),
        (&["compress", "raw.csv", "-o", "x.parquet", "--thresholds", "guess"], "need every row"),
        (&["fit", "raw.csv", "classes.parquet"], "cannot be read together"),
    ] {
        let run = folder.gosdt(args);
        assert_ne!(run.code, Some(0), "{args:?}");
        assert!(run.err.contains(words), "{args:?}: {}", run.err);
    }
    folder
        .gosdt(&["compress", "raw.csv", "-o", "cut.parquet", "--thresholds", "quantile:2"])
        .expect_success();
    let run = folder.gosdt(&["fit", "cut.parquet", "--thresholds", "quantile:4"]);
    assert!(run.err.contains("was compressed with the thresholds `quantile:2`"), "{}", run.err);
    let out = folder.gosdt(&["fit", "cut.parquet"]).expect_success();
    assert!(out.contains("at most 2 thresholds per column"), "{out}");
}
