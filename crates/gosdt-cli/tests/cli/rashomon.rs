use crate::program::{Folder, WEATHER};
use serde_json::Value;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn weather(test: &str) -> Folder {
    Folder::new(test).with("data.csv", WEATHER)
}

fn monk(test: &str) -> Folder {
    let folder = Folder::new(test);
    let data = folder.gosdt(&["demo", "monk-1", "--csv"]).expect_success();
    folder.with("monk.csv", data)
}

fn set(folder: &Folder, args: &[&str]) -> Value {
    let all = [&["rashomon", "monk.csv", "--json"], args].concat();
    json(&folder.gosdt(&all).expect_success())
}

#[test]
fn people_get_a_line_for_each_tree_and_the_count() {
    let out =
        monk("rashomon-people").gosdt(&["rashomon", "monk.csv", "--compare"]).expect_success();
    let head: Vec<&str> = out.lines().next().unwrap().split_whitespace().collect();
    assert_eq!(head, ["tree", "objective", "loss", "leaves", "depth", "columns"]);
    for part in ["count", "all trees up to the threshold, proven", "optimum", "used by", "best"] {
        assert!(out.contains(part), "{part}: {out}");
    }
}

#[test]
fn programs_get_one_json_object_with_the_documented_fields() {
    let folder = monk("rashomon-json");
    let found = set(&folder, &["--compare", "--limit", "3"]);
    let help = folder.gosdt(&["rashomon", "--help"]).expect_success();
    let names =
        |value: &Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
    let comparison = &found["comparison"];
    let parts = [
        &found,
        &found["trees"][0],
        comparison,
        &comparison["importance"][0],
        &comparison["best"][0],
    ];
    for name in parts.iter().flat_map(|part| names(part)) {
        assert!(help.contains(&name), "{name} is not in the help");
    }
    assert_eq!(found["status"], "optimal");
    let count: u64 = found["count"].as_str().unwrap().parse().unwrap();
    let histogram = found["histogram"].as_array().unwrap();
    let sum: u64 =
        histogram.iter().map(|bar| bar["count"].as_str().unwrap().parse::<u64>().unwrap()).sum();
    assert_eq!((count, found["trees"].as_array().unwrap().len()), (sum, 3));
    assert_eq!(found["trees"][0]["objective"], found["optimum"]);
    assert!(
        found["threshold"].as_f64().unwrap() <= 1.05 * found["optimum"].as_f64().unwrap() + 1e-12
    );
}

/// The first tree is one that `fit` may find, and the count of the optimal ones is that of `fit`.
#[test]
fn trees_of_no_slack_are_the_optimal_ones() {
    let folder = monk("rashomon-fit");
    let found = set(&folder, &["--slack", "0", "--limit", "1000"]);
    let fit = ["fit", "monk.csv", "--all-optima", "1000", "--json"];
    let fit = json(&folder.gosdt(&fit).expect_success());
    assert_eq!(fit["objective"], found["optimum"]);
    let mut optima: Vec<String> =
        fit["optima"].as_array().unwrap().iter().map(Value::to_string).collect();
    let mut trees: Vec<String> =
        found["trees"].as_array().unwrap().iter().map(|tree| tree["tree"].to_string()).collect();
    optima.sort();
    trees.sort();
    assert_eq!(trees, optima);
}

#[test]
fn filters_choose_among_the_trees() {
    let folder = monk("rashomon-filters");
    let count = |args: &[&str]| -> u64 {
        let all = [&["--below", "0.12"], args].concat();
        set(&folder, &all)["count"].as_str().unwrap().parse().unwrap()
    };
    let all = count(&[]);
    assert_eq!(count(&["--uses", "a5"]) + count(&["--avoids", "a5"]), all);
    let tops = ["a1", "a2", "a3", "a4", "a5", "a6"];
    let on_top: u64 = tops.iter().map(|name| count(&["--top", name])).sum();
    let leaf = count(&["--max-leaves", "1"]);
    assert_eq!(on_top + leaf, all);
    let few = count(&["--max-leaves", "5"]);
    assert_eq!(few + count(&["--min-leaves", "6"]), all);
    assert!(count(&["--no-trivial"]) < all);
    let refused = folder.gosdt(&["rashomon", "monk.csv", "--uses", "a9"]);
    refused.expect_refusal(&["a9", "a1"]);
}

#[test]
fn monotone_trees_are_those_whose_class_does_not_fall() {
    let rows: String =
        (0..40).map(|n| format!("{},{},{}\n", n, n % 7, u8::from(n > 12 && n != 30))).collect();
    let folder = Folder::new("rashomon-monotone").with("n.csv", format!("x,y,label\n{rows}"));
    let count = |args: &[&str]| -> u64 {
        let all = [&["rashomon", "n.csv", "--json", "--slack", "0.05", "--max-leaves", "4"], args]
            .concat();
        json(&folder.gosdt(&all).expect_success())["count"].as_str().unwrap().parse().unwrap()
    };
    let (all, rising, falling) =
        (count(&[]), count(&["--rising", "x"]), count(&["--falling", "x"]));
    assert!(rising > 0 && rising < all, "{rising} of {all}");
    assert!(falling < rising, "{falling} falling");
}

#[test]
fn samples_files_and_pages_are_written() {
    let folder = monk("rashomon-files");
    let args = [
        "--limit",
        "5",
        "--seed",
        "3",
        "--save-all",
        "models",
        "--report",
        "set.html",
        "--timbertrek",
        "t.json",
    ];
    let found = set(&folder, &args);
    assert_eq!(found["sampled"], true);
    assert_eq!(set(&folder, &["--limit", "5", "--seed", "3"])["trees"], found["trees"]);
    let optimum = found["optimum"].as_f64().unwrap();
    for tree in found["trees"].as_array().unwrap() {
        let number = tree["number"].as_str().unwrap();
        let wide = found["trees"].as_array().unwrap().iter();
        let wide = wide.map(|tree| tree["number"].as_str().unwrap().len()).max().unwrap();
        let file = format!("models/tree-{number:0>wide$}.json");
        let model = json(&folder.read(&file));
        assert_eq!(model["certificate"]["objective"], tree["objective"]);
        let is_best = tree["objective"].as_f64().unwrap() == optimum;
        let status = if is_best { "optimal" } else { "near-optimal" };
        assert_eq!(model["certificate"]["status"], status);
        folder.gosdt(&["evaluate", &file, "monk.csv"]).expect_success();
        folder.gosdt(&["show", &file, "--as", "html", "-o", "one.html"]).expect_success();
    }
    let page = folder.read("set.html");
    assert!(page.contains("All trees of the set are here."), "{}", page.len());
    let paths = json(&folder.read("t.json"));
    assert_eq!(paths["treeMap"].as_object().unwrap().len(), 5);
    assert!(paths["trie"]["c"].as_array().is_some() && paths["featureMap"]["0"][0].is_string());
}

#[test]
fn what_cannot_be_is_refused() {
    let folder = weather("rashomon-refused");
    let refused = |args: &[&str]| folder.gosdt(&[&["rashomon", "data.csv"], args].concat());
    refused(&["--objective", "auc"]).expect_refusal(&["auc", "sum over leaves"]);
    refused(&["--within", "-0.1"]).expect_refusal(&["within", "-0.1", "negative"]);
    refused(&["--within", "0.1", "--slack", "0.1"]).expect_refusal(&["--within", "--slack"]);
}

#[test]
fn a_time_limit_leaves_a_valid_answer_that_says_so() {
    let folder = Folder::new("rashomon-stopped");
    let data = folder.gosdt(&["demo", "tic-tac-toe", "--csv"]).expect_success();
    let folder = folder.with("games.csv", data);
    let args = [
        "rashomon",
        "games.csv",
        "--lambda",
        "0.001",
        "--within",
        "0.5",
        "--time-limit",
        "300ms",
        "--json",
    ];
    let found = json(&folder.gosdt(&args).expect_success());
    assert_eq!(found["status"], "time-limit");
    let threshold = found["threshold"].as_f64().unwrap();
    for tree in found["trees"].as_array().unwrap() {
        assert!(tree["objective"].as_f64().unwrap() <= threshold + 1e-12);
    }
}
