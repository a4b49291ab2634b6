//! `gosdt path --test` and `--select`: what trees lose on other rows, to choose one by.
use crate::program::{Folder, WEATHER};
use serde_json::Value;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// A lone leaf loses 2 of 8 training rows and 3 of 4 test rows; three leaves lose none and one.
fn weather(test: &str) -> Folder {
    let other = "play,wind,rain,degrees\nno,weak,no,10\nyes,weak,yes,20\nno,strong,yes,10\n\
                 no,strong,yes,15\n";
    Folder::new(test).with("data.csv", WEATHER).with("test.csv", other)
}

/// Ninety rows: y says whether x is above 4, but for every ninth row; z says nothing.
fn noisy(test: &str) -> Folder {
    let row = |at: usize| {
        let wrong = at % 10 == 3;
        format!("{},{},{}\n", at % 9, at * 5 % 7, u8::from((at % 9 > 4) != wrong))
    };
    let rows: String = (0..90).map(row).collect();
    Folder::new(test).with("data.csv", format!("x,z,y\n{rows}"))
}

#[test]
fn people_see_what_each_tree_loses_on_test_rows() {
    let args = ["path", "data.csv", "--test", "test.csv"];
    let out = weather("path-test").gosdt(&args).expect_success();
    let lines: Vec<Vec<&str>> = out.lines().map(|line| line.split_whitespace().collect()).collect();
    let head = "λ from to leaves depth loss loss, test objective from to accuracy accuracy, test";
    assert_eq!(lines[0].join(" "), head);
    assert_eq!(
        lines[1],
        ["0.2", "0.125", "1", "0", "0.25", "0.75", "0.45", "0.375", "0.7500", "0.2500"]
    );
    assert_eq!(
        lines[2],
        ["0.125", "0.001", "3", "2", "0", "0.25", "0.375", "0.003", "1.0000", "0.7500"]
    );
}

#[test]
fn programs_tables_and_pages_have_it_too() {
    let folder = weather("path-test-files");
    let args = [
        "path", "data.csv", "--test", "test.csv", "--json", "p.json", "--csv", "p.csv", "--report",
        "p.html", "-q",
    ];
    folder.gosdt(&args).expect_success();
    let path = json(&folder.read("p.json"));
    let trees = path["trees"].as_array().unwrap();
    let losses: Vec<&Value> = trees.iter().map(|tree| &tree["test_loss"]).collect();
    assert_eq!(losses, [0.75, 0.25]);
    assert_eq!(trees[1]["test"]["rows"], 4);
    assert!(path.get("selection").is_none() && trees[0].get("chosen").is_none());
    let table = folder.read("p.csv");
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
    let column = |name: &str| rows[0].iter().position(|head| *head == name).unwrap();
    assert_eq!(rows[2][column("test_loss")], "0.25");
    assert_eq!(rows[1][column("test_accuracy")], "0.25");
    let page = folder.read("p.html");
    for part in [
        "<th scope=\"col\">loss, test</th>",
        "1 leaf, test (test.csv): loss 0.75",
        "class=\"other tested\"",
        "; loss, test: 0.25",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
}

#[test]
fn the_loss_on_test_rows_is_that_of_the_objective() {
    let folder = weather("path-test-auc");
    for (objective, expected) in [("auc", 1.0 / 6.0), ("balanced", 1.0 / 6.0), ("f1", 1.0 / 3.0)] {
        let args = ["path", "data.csv", "--test", "test.csv", "--objective", objective, "--json"];
        let path = json(&folder.gosdt(&args).expect_success());
        let last = path["trees"].as_array().unwrap().last().unwrap();
        let loss = last["test_loss"].as_f64().unwrap();
        assert!((loss - expected).abs() < 1e-9, "{objective}: {loss}");
    }
}

#[test]
fn a_cross_validation_marks_the_tree_that_it_chooses() {
    let folder = noisy("path-select");
    let args = ["path", "data.csv", "--select", "cv:5", "--to", "0.003"];
    let out = folder.gosdt(&args).expect_success();
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].contains("loss, held out"), "{out}");
    let two = lines.iter().find(|line| line.contains("chosen: ")).unwrap();
    assert_eq!(two.split_whitespace().nth(2), Some("2"), "{out}");
    assert!(two.contains(" ± "), "{out}");
    assert!(out.contains("chosen      2 leaves: λ = "), "{out}");
}

#[test]
fn programs_get_a_candidate_for_each_tree() {
    let folder = noisy("path-select-json");
    let args = [
        "path",
        "data.csv",
        "--select",
        "cv:3",
        "--seed",
        "7",
        "--select-rule",
        "min",
        "--to",
        "0.002",
        "--json",
        "--csv",
        "p.csv",
        "--report",
        "p.html",
        "-q",
    ];
    let path = json(&folder.gosdt(&args).expect_success());
    let trees = path["trees"].as_array().unwrap();
    let candidates = path["selection"]["candidates"].as_array().unwrap();
    assert!(trees.len() > 2);
    assert_eq!(trees.len(), candidates.len());
    for (tree, candidate) in trees.iter().zip(candidates) {
        let inside = candidate["lambda"].as_f64().unwrap();
        let [low, high] = ["lambda_low", "lambda_high"].map(|end| tree[end].as_f64().unwrap());
        assert!(low <= inside && inside <= high, "{low} {inside} {high}");
    }
    let chosen: Vec<usize> = (0..trees.len()).filter(|at| trees[*at]["chosen"] == true).collect();
    let loss = |at: usize| candidates[at]["mean_loss"].as_f64().unwrap();
    assert_eq!(chosen.len(), 1);
    assert!((0..trees.len()).all(|at| loss(chosen[0]) <= loss(at)));
    let table = folder.read("p.csv");
    assert_eq!(table.lines().filter(|line| line.ends_with(",true")).count(), 1, "{table}");
    let page = folder.read("p.html");
    for part in
        ["class=\"other folded\"", "(chosen)</th>", "in 3 folds. Chosen is the least mean loss"]
    {
        assert!(page.contains(part), "{part} is not in {page}");
    }
}

#[test]
fn folds_that_there_are_no_rows_for_and_test_tables_without_labels_are_refused() {
    let folder = weather("path-select-refused").with("bare.csv", "rain\nno\n");
    let run = folder.gosdt(&["path", "data.csv", "--select", "cv:5"]);
    run.expect_refusal(&["class 'no' has 2 rows", "5 folds"]);
    let run = folder.gosdt(&["path", "data.csv", "--test", "bare.csv"]);
    run.expect_refusal(&["bare.csv", "play"]);
    let run = folder.gosdt(&["path", "-", "--test", "-"]);
    assert_eq!(run.code, Some(2), "{run:?}");
}
