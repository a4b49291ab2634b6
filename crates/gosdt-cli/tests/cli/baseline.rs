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

#[test]
fn trees_are_compared_by_what_was_optimised() {
    let folder = xor("baseline-auc").with("test.csv", "a,b,c,y\n1,0,1,1\n1,1,1,0\n0,1,1,1\n");
    let headings = |objective: &str| {
        let more = ["--objective", objective, "--test", "test.csv"];
        let out = folder.gosdt(&[&FIT[..], &more].concat()).expect_success();
        let line = out.split("\n\n").last().unwrap().lines().next().unwrap().to_string();
        line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).map(String::from).collect()
    };
    let three: [&str; 4] = ["tree", "objective", "loss", "leaves"];
    for (objective, measures) in [
        ("accuracy", vec!["accuracy, training", "accuracy, test"]),
        ("balanced", vec!["balanced accuracy, training", "balanced accuracy, test"]),
        ("auc", vec!["AUC, training", "AUC, test"]),
        ("pauc:0.5", vec!["area left of 0.5, training", "area left of 0.5, test"]),
        ("f1", vec!["F1, training", "F1, test"]),
        ("weighted:2", vec!["loss, test", "accuracy, training", "accuracy, test"]),
    ] {
        let found: Vec<String> = headings(objective);
        assert_eq!(found, [three.to_vec(), measures].concat(), "{objective}");
    }
}

#[test]
fn the_figures_are_those_of_the_objective() {
    let args = [&FIT[..], &["--objective", "auc", "--max-leaves", "2"]].concat();
    let folder = xor("baseline-figures");
    let out = folder.gosdt(&args).expect_success();
    let fit = json(&folder.gosdt(&[&args[..], &["--json"]].concat()).expect_success());
    let auc = format!("{:.4}", fit["train"]["auc"].as_f64().unwrap());
    let line = out.lines().find(|line| line.starts_with("optimal")).unwrap();
    assert_eq!(line.split_whitespace().last(), Some(auc.as_str()), "{out}");
}

#[test]
fn a_report_says_when_optimality_bought_nothing() {
    let folder = Folder::new("bought-nothing").with("data.csv", WEATHER);
    let args = ["fit", "data.csv", "--lambda", "0.2", "-q", "--report", "r.html"];
    folder.gosdt(&args).expect_success();
    let page = folder.read("r.html");
    let heading = "Optimality bought nothing here: a greedy tree is as good</h2>";
    assert!(page.contains(heading), "{page}");
    assert!(!page.contains("What optimality bought"));
}
