use crate::program::{Folder, WEATHER};

fn fitted(test: &str) -> Folder {
    let folder = Folder::new(test).with("data.csv", WEATHER);
    folder.gosdt(&["fit", "data.csv", "--lambda", "0.05", "-o", "m.json"]).expect_success();
    folder
}

#[test]
fn a_model_predicts_its_training_rows_as_its_certificate_says() {
    let folder = fitted("round-trip");
    let labels: String = WEATHER
        .lines()
        .map(|line| format!("{}\n", &line[line.rfind(',').unwrap() + 1..]))
        .collect();
    assert_eq!(folder.gosdt(&["predict", "m.json", "data.csv"]).expect_success(), labels);
    let out = folder.gosdt(&["evaluate", "m.json", "data.csv", "--json"]).expect_success();
    let metrics: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(metrics["rows"], 8);
    assert_eq!(metrics["accuracy"], 1.0);
    assert_eq!(metrics["balanced_accuracy"], 1.0);
    assert_eq!(metrics["auc"], 1.0);
    assert_eq!(metrics["confusion"], serde_json::json!([[2.0, 0.0], [0.0, 6.0]]));
}

#[test]
fn columns_are_matched_by_name_and_strangers_are_fine() {
    let content = "wind;extra;rain\nstrong;1;yes\nstormy;2;yes\nweak;3;yes\n";
    let folder = fitted("by-name").with("new.csv", content);
    let run = folder.gosdt(&["predict", "m.json", "new.csv"]);
    let lines: Vec<String> = run.expect_success().lines().map(String::from).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!((lines[1].as_str(), lines[3].as_str()), ("no", "yes"));
}

#[test]
fn probabilities_have_a_column_per_class() {
    let content = "a,label\n1,x\n1,x\n1,x\n1,\"y, or z\"\n2,\"y, or z\"\n";
    let folder = Folder::new("proba").with("data.csv", content);
    folder.gosdt(&["fit", "data.csv", "-o", "m.json"]).expect_success();
    let out =
        folder.gosdt(&["predict", "m.json", "data.csv", "--proba", "-o", "p.csv"]).expect_success();
    assert_eq!(out, "");
    let text = folder.read("p.csv");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "label,P(x),\"P(y, or z)\"");
    assert_eq!(lines[1], "x,0.75,0.25");
    assert_eq!(lines[5], "\"y, or z\",0,1");
}

#[test]
fn evaluation_for_people_is_a_table() {
    let out = fitted("evaluate-table").gosdt(&["evaluate", "m.json", "data.csv"]).expect_success();
    for part in ["accuracy", "1.0000", "precision", "recall", "F1", "AUC", "true \\ predicted"] {
        assert!(out.contains(part), "{part:?} is not in:\n{out}");
    }
}

#[test]
fn evaluation_counts_row_weights() {
    let content = "rain,wind,w,play\nno,weak,3,yes\nno,weak,1,no\n";
    let folder = fitted("evaluate-weights").with("new.csv", content);
    let args = ["evaluate", "m.json", "new.csv", "--weights", "w", "--json"];
    let metrics: serde_json::Value =
        serde_json::from_str(&folder.gosdt(&args).expect_success()).unwrap();
    assert_eq!(metrics["accuracy"], 0.75);
}

#[test]
fn a_model_is_shown_in_each_form() {
    let folder = fitted("show");
    let show = |form: &str| folder.gosdt(&["show", "m.json", "--as", form]).expect_success();
    assert_eq!(folder.gosdt(&["show", "m.json"]).expect_success(), show("text"));
    assert!(show("text").contains("rain"));
    assert!(show("rules").to_lowercase().contains("if "));
    assert!(show("dot").starts_with("digraph"));
    assert_eq!(show("json"), folder.read("m.json"));
}

#[test]
fn a_shown_model_is_a_model() {
    let folder = fitted("show-again");
    let shown = folder.gosdt(&["show", "m.json", "--as", "json"]).expect_success();
    let folder = folder.with("again.json", shown);
    let predict = |model: &str| folder.gosdt(&["predict", model, "data.csv"]).expect_success();
    assert_eq!(predict("again.json"), predict("m.json"));
}

#[test]
fn a_model_is_shown_as_sql() {
    let folder = Folder::new("sql").with("size.csv", "size,big\n1,no\n2,no\n3,yes\n4,yes\n");
    folder.gosdt(&["fit", "size.csv", "-o", "m.json", "--lambda", "0.05"]).expect_success();
    let sql = folder.gosdt(&["show", "m.json", "--as", "sql", "--dialect", "spark"]);
    assert!(sql.expect_success().starts_with("CASE WHEN CAST(`size` AS DOUBLE) <= 2.5D THEN\n"));
}

#[test]
fn columns_are_carried_along() {
    let content = "id,wind,play,rain\n7,strong,yes,yes\n\"8,5\",weak,,no\n";
    let folder = fitted("keep").with("new.csv", content);
    let keep = |names: &[&str]| {
        folder.gosdt(&[&["predict", "m.json", "new.csv", "--keep"], names].concat())
    };
    let out = keep(&["id", "wind", "id"]).expect_success();
    assert_eq!(out, "id,wind,play\n7,strong,no\n\"8,5\",weak,yes\n");
    let out = keep(&["play", "--proba"]).expect_success();
    assert_eq!(out.lines().next(), Some("play,predicted play,P(no),P(yes)"));
    keep(&["name"]).expect_refusal(&["new.csv", "name"]);
}

#[test]
fn the_ending_of_a_file_chooses_the_form() {
    let folder = fitted("ending");
    for (file, start) in [("t.svg", "<svg"), ("t.html", "<!doctype html>"), ("t.dot", "digraph")] {
        folder.gosdt(&["show", "m.json", "-o", file]).expect_success();
        let shown = folder.read(file).to_lowercase();
        assert!(shown.trim_start().starts_with(start), "{file}: {shown}");
    }
    folder.gosdt(&["show", "m.json", "-o", "t.svg", "--as", "rules"]).expect_success();
    assert!(folder.read("t.svg").starts_with("IF "));

    let run = folder.gosdt(&["fit", "data.csv", "--lambda", "0.05", "-o", "fit.SVG"]);
    assert!(run.err.contains("the tree is in fit.SVG"), "{}", run.err);
    folder.gosdt(&["show", "m.json", "-o", "t.svg"]).expect_success();
    assert_eq!(folder.read("fit.SVG"), folder.read("t.svg"));
    folder.gosdt(&["fit", "data.csv", "--lambda", "0.05", "-o", "fit.model"]).expect_success();
    assert_eq!(folder.read("fit.model"), folder.read("m.json"));
}
