use crate::program::{Folder, WEATHER};
use serde_json::Value;

/// y is a xor b; c agrees with it in six rows of eight, and greed asks it first.
const XOR: &str = "\
a,b,c,y
1,1,0,0
1,1,0,0
0,0,0,0
0,0,1,0
1,0,1,1
1,0,1,1
0,1,1,1
0,1,0,1
";

const FIT: [&str; 6] = ["fit", "xor.csv", "--lambda", "0.02", "-q", "--baseline"];

fn xor(test: &str) -> Folder {
    Folder::new(test).with("xor.csv", XOR)
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn people_see_what_optimality_bought() {
    let out = xor("bought").gosdt(&FIT).expect_success();
    let figures = out.split("\n\n").last().unwrap();
    let lines: Vec<Vec<&str>> =
        figures.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0], ["tree", "objective", "loss", "leaves", "accuracy,", "training"]);
    assert_eq!(lines[1], ["optimal", "0.08", "0", "4", "1.0000"]);
    assert_eq!(lines[2][..2], ["greedy,", "pruned"]);
    assert!(figures.contains("A greedy tree pruned for the same λ of 0.02 has an objective"));
    assert!(figures.contains("A greedy tree with as many leaves (4) has a loss 12.50 percentage"));
}

#[test]
fn programs_get_both_greedy_trees() {
    let folder = xor("baseline-json").with("test.csv", "a,b,c,y\n1,0,1,1\n1,1,1,0\n");
    let args = [&FIT[..], &["--json", "--test", "test.csv"]].concat();
    let fit = json(&folder.gosdt(&args).expect_success());
    let same = &fit["baseline"]["same_leaves"];
    assert_eq!((&same["leaves"], &same["loss"]), (&json("4"), &json("0.125")));
    assert_eq!(same["train"]["accuracy"], 0.875);
    assert_eq!(same["test"]["rows"], 2);
    let pruned = &fit["baseline"]["pruned"];
    assert!(pruned["objective"].as_f64() > fit["objective"].as_f64());
    assert!(pruned["depth"].is_u64());
}

#[test]
fn a_report_has_them_and_a_bare_fit_has_not() {
    let folder = xor("baseline-report");
    let args = ["fit", "xor.csv", "--lambda", "0.02", "-q", "--report", "r.html", "--json"];
    let fit = json(&folder.gosdt(&args).expect_success());
    assert!(fit.get("baseline").is_none());
    let page = folder.read("r.html");
    assert!(page.contains("What optimality bought</h2>"), "{page}");
    assert!(page.contains("<th scope=\"row\">greedy, as many leaves</th>"), "{page}");
}

#[test]
fn a_model_is_evaluated_beside_trees_grown_on_its_training_table() {
    let folder = xor("evaluate-beside").with("new.csv", "y,b,a,c\n1,0,1,0\n0,0,0,0\n");
    let fit = ["fit", "xor.csv", "--lambda", "0.02", "-o", "m.json", "-q"];
    folder.gosdt(&fit).expect_success();
    let args = ["evaluate", "m.json", "new.csv", "--baseline-from", "xor.csv"];
    let out = folder.gosdt(&args).expect_success();
    assert!(out.starts_with("rows"), "{out}");
    assert!(out.contains("accuracy, test") && out.contains("greedy, pruned"), "{out}");
    let metrics = json(&folder.gosdt(&[&args[..], &["--json"]].concat()).expect_success());
    assert_eq!(metrics["accuracy"], 1.0);
    assert_eq!(metrics["baseline"]["same_leaves"]["test"]["rows"], 2);
}

#[test]
fn another_table_than_the_training_one_is_refused() {
    let folder = xor("evaluate-other").with("data.csv", WEATHER);
    folder.gosdt(&["fit", "data.csv", "-o", "m.json", "-q"]).expect_success();
    let less: String = WEATHER.lines().take(8).map(|line| line.to_string() + "\n").collect();
    let folder = folder.with("less.csv", less);
    let args = ["evaluate", "m.json", "data.csv", "--baseline-from", "less.csv"];
    folder.gosdt(&args).expect_refusal(&["less.csv is not what the model was fitted to", "7"]);
    let args = ["evaluate", "m.json", "data.csv", "--baseline-from", "xor.csv"];
    folder.gosdt(&args).expect_refusal(&["xor.csv: there is no column `degrees`"]);
}
