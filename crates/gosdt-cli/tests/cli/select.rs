use crate::program::{Folder, Run, WEATHER};
use serde_json::Value;

/// Ninety rows: y says whether x is above 4; z says nothing.
fn rule(test: &str) -> Folder {
    let row = |at: usize| format!("{},{},{}\n", at % 9, at * 5 % 7, u8::from(at % 9 > 4));
    let rows: String = (0..90).map(row).collect();
    Folder::new(test).with("data.csv", format!("x,z,y\n{rows}"))
}

fn fit(folder: &Folder, more: &[&str]) -> Run {
    folder.gosdt(&[&["fit", "data.csv"], more].concat())
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn people_see_every_penalty_and_the_two_choices() {
    let folder = rule("select-table");
    let out = fit(&folder, &["--select", "cv:5", "--lambdas", "0.6,0.1,0.02"]).expect_success();
    assert!(out.contains("λ chosen by 5-fold cross-validation"), "{out}");
    let line = |lambda: &str| {
        let line = out.lines().find(|line| line.starts_with(&format!("{lambda}  "))).unwrap();
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let chosen = "0.1 0.0000 ± 0.0000 1.0000 ± 0.0000 2.0 \
                  chosen: least loss, within one standard error";
    assert_eq!(line("0.1"), chosen);
    assert_eq!(line("0.02"), "0.02 0.0000 ± 0.0000 1.0000 ± 0.0000 2.0");
    assert!(line("0.6").ends_with(" 1.0"), "{out}");
    assert!(out.contains("0.2 = 0 loss (accuracy) + 0.1 λ · 2 leaves"), "{out}");
}

#[test]
fn programs_get_the_whole_choice() {
    let folder = rule("select-json");
    let out = fit(&folder, &["--select", "cv:3", "--seed", "4", "--json", "-q"]).expect_success();
    let fit = json(&out);
    let selection = &fit["selection"];
    assert_eq!((&selection["folds"], &selection["rule"]), (&json("3"), &json("\"1se\"")));
    assert_eq!(selection["lambda"], fit["lambda"]);
    assert_eq!(selection["lambda_min"], 0.1);
    assert_eq!(selection["lambda_1se"], 0.1);
    let candidates = selection["candidates"].as_array().unwrap();
    // The path has two trees: a lone leaf, and one with a leaf on either side of the rule. It ends at
    // 0.015: a row is a ninetieth.
    let lambdas: Vec<&Value> = candidates.iter().map(|candidate| &candidate["lambda"]).collect();
    assert_eq!(lambdas, [&json("0.6"), &json("0.1"), &json("0.015")]);
    for (candidate, leaves) in candidates.iter().zip(["1.0", "2.0", "2.0"]) {
        assert_eq!(candidate["losses"].as_array().unwrap().len(), 3);
        assert_eq!((&candidate["proven"], &candidate["mean_leaves"]), (&json("3"), &json(leaves)));
    }
    assert_eq!(candidates[1]["mean_accuracy"], 1.0);
    assert!(selection["seconds"].is_number());
}

#[test]
fn a_report_shows_how_it_was_chosen() {
    let folder = rule("select-report");
    fit(&folder, &["--select", "cv:5", "--report", "r.html", "-q"]).expect_success();
    let page = folder.read("r.html");
    for part in ["How λ was chosen</h2>", "5-fold cross-validation", "class=\"picked\""] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    let demo = ["demo", "monk-1", "--select", "cv:3", "--lambdas", "0.1,0.01", "-q", "--json"];
    assert_eq!(json(&folder.gosdt(&demo).expect_success())["lambda"], 0.01);
}

#[test]
fn objectives_that_rank_are_chosen_for_too() {
    let folder = rule("select-auc");
    let args = ["--select", "cv:3", "--objective", "auc", "--select-rule", "min", "--json", "-q"];
    let fit = json(&fit(&folder, &args).expect_success());
    assert_eq!((&fit["loss"], &fit["selection"]["rule"]), (&json("0.0"), &json("\"min\"")));
}

#[test]
fn what_cannot_be_chosen_from_is_refused() {
    let folder = rule("select-refused").with("few.csv", WEATHER);
    let few = ["fit", "few.csv", "--select", "cv:3"];
    let parts = ["class 'no' has 2 rows with weight, fewer than the 3 folds; use fewer folds"];
    folder.gosdt(&few).expect_refusal(&parts);
    fit(&folder, &["--select", "5"]).expect_refusal(&["cv:5"]);
    fit(&folder, &["--select", "cv:5", "--lambda", "0.1"]).expect_refusal(&["--lambda"]);
    fit(&folder, &["--lambdas", "0.1,0.2"]).expect_refusal(&["--select"]);
    fit(&folder, &["--seed", "1"]).expect_refusal(&["--select"]);
    let negative = ["--select", "cv:5", "--lambdas=0.1,-0.2"];
    fit(&folder, &negative).expect_refusal(&["λ is -0.2; it must not be negative"]);
}
