use crate::program::{Folder, Run, WEATHER};
use std::time::{Duration, Instant};

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn weather(test: &str) -> Folder {
    Folder::new(test).with("data.csv", WEATHER)
}

/// A lone leaf loses 2 of 8, three leaves nothing: they tie at λ = 1/8.
#[test]
fn people_get_a_line_for_each_tree_with_its_range() {
    let out = weather("path-people").gosdt(&["path", "data.csv"]).expect_success();
    let lines: Vec<Vec<&str>> = out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[1], ["0.2", "0.125", "1", "0", "0.25", "0.45", "0.375", "0.7500"]);
    assert_eq!(lines[2], ["0.125", "0.001", "3", "2", "0", "0.375", "0.003", "1.0000"]);
    assert!(out.contains("each of the 2 trees is proven to be the best"), "{out}");
}

#[test]
fn programs_get_one_json_object_with_the_documented_fields() {
    let folder = weather("path-json");
    let path = json(&folder.gosdt(&["path", "data.csv", "--json"]).expect_success());
    let names = |value: &serde_json::Value| -> Vec<String> {
        value.as_object().unwrap().keys().cloned().collect()
    };
    let help = folder.gosdt(&["path", "--help"]).expect_success();
    for name in names(&path).iter().chain(&names(&path["trees"][0])) {
        assert!(help.contains(name.trim_end_matches("_exact")), "{name} is not in the help");
    }
    assert_eq!(path["status"], "optimal");
    assert_eq!(path["trees"][0]["lambda_low_exact"], "1/8");
    assert_eq!(path["trees"][0]["lambda_high_exact"], "0.2");
    assert_eq!(path["trees"][1]["proven"], true);
    assert_eq!(path["trees"][1]["tree"]["nodes"].as_array().unwrap().len(), 5);
}

#[test]
fn files_get_the_table_the_object_and_every_model() {
    let folder = weather("path-files");
    let args = ["path", "data.csv", "--csv", "t.csv", "--json", "p.json", "--save-all", "models"];
    let out = folder.gosdt(&args).expect_success();
    assert!(out.starts_with("λ from"), "{out}");
    assert_eq!(json(&folder.read("p.json"))["trees"].as_array().unwrap().len(), 2);
    let table = folder.read("t.csv");
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0][..3], ["lambda_low", "lambda_high", "lambda_low_exact"]);
    assert_eq!(rows[2][..6], ["0.001", "0.125", "0.001", "1/8", "0.1", "3"]);
    for (leaves, lambda) in [(1, "0.16"), (3, "0.1")] {
        let model = format!("models/leaves-{leaves}.json");
        assert_eq!(json(&folder.read(&model))["objective"]["lambda"], lambda);
        folder.gosdt(&["evaluate", &model, "data.csv"]).expect_success();
    }
}

/// What `path` says of a tree, `fit` says at a λ of its range.
#[test]
fn a_fit_at_the_λ_of_a_model_is_that_model() {
    let folder = Folder::new("path-fit");
    let data = folder.gosdt(&["demo", "monk-3", "--csv"]).expect_success();
    let folder = folder.with("monk.csv", data);
    let args = ["path", "monk.csv", "--to", "0.005", "--save-all", "m", "--json"];
    let path = json(&folder.gosdt(&args).expect_success());
    let trees = path["trees"].as_array().unwrap();
    assert!(trees.len() > 2);
    for tree in trees {
        let lambda = tree["lambda"].as_str().unwrap();
        let fit = folder.gosdt(&["fit", "monk.csv", "--lambda", lambda, "-o", "fit.json"]);
        fit.expect_success();
        let saved = format!("m/leaves-{}.json", tree["leaves"]);
        assert_eq!(folder.read("fit.json"), folder.read(&saved), "λ = {lambda}");
    }
}

#[test]
fn objectives_that_are_not_sums_and_limits_work() {
    let folder = weather("path-objectives");
    for objective in ["balanced", "weighted:2", "auc", "pauc:0.5", "fscore", "jaccard"] {
        let args = ["path", "data.csv", "--objective", objective, "--max-leaves", "2", "--json"];
        let path = json(&folder.gosdt(&args).expect_success());
        assert_eq!(path["status"], "optimal", "{objective}");
        assert_eq!(path["objective"], objective);
        let leaves = path["trees"].as_array().unwrap().iter().map(|tree| &tree["leaves"]);
        assert!(leaves.into_iter().all(|leaves| leaves.as_u64().unwrap() <= 2), "{objective}");
    }
}

#[test]
fn bad_ranges_are_refused() {
    let folder = weather("path-ranges");
    let refused =
        |from: &str, to: &str| folder.gosdt(&["path", "data.csv", "--from", from, "--to", to]);
    refused("0.01", "0.1").expect_refusal(&["0.01", "0.1", "smaller"]);
    refused("0.1", "-1").expect_refusal(&["-1", "negative"]);
    refused("many", "0.1").expect_refusal(&["--from", "many"]);
    let one = refused("1/9", "1/9").expect_success();
    assert!(one.contains("the tree is proven"), "{one}");
}

#[test]
fn an_output_that_cannot_be_written_is_told_before_the_search() {
    let folder = weather("path-output").with("file", "");
    for option in ["--csv", "--json", "--save-all"] {
        let run = folder.gosdt(&["path", "data.csv", option, "file/inside"]);
        assert_eq!(run.code, Some(1), "{run:?}");
        assert!(run.err.contains("cannot write"), "{}", run.err);
    }
}

/// Noise: a proof down to λ = 0.001 takes longer than any test.
fn noise(test: &str) -> Folder {
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        state >> 44
    };
    let mut text = "a,b,c,d,e,f,label\n".to_string();
    for _ in 0..300 {
        let numbers: Vec<String> = (0..6).map(|_| next().to_string()).collect();
        text += &format!("{},{}\n", numbers.join(","), next() % 2);
    }
    Folder::new(test).with("noise.csv", text)
}

fn check_unproven(path: &serde_json::Value) {
    let trees = path["trees"].as_array().unwrap();
    let gap = |tree: &serde_json::Value| tree["gap"].as_f64().unwrap();
    let open = path["unproven"].as_array().unwrap();
    assert!(open[0]["gap"].as_f64().unwrap() > 0.0);
    assert_eq!(open.last().unwrap()["lambda_low_exact"], "0.001");
    assert!(trees.iter().any(|tree| tree["proven"] == false && gap(tree) > 0.0));
    assert!(trees.iter().all(|tree| (tree["proven"] == true) == (gap(tree) == 0.0)));
}

#[test]
fn a_time_limit_is_for_the_whole_path_and_leaves_what_is_proven() {
    let folder = noise("path-limit");
    let started = Instant::now();
    let args = ["path", "noise.csv", "--time-limit", "1s", "--json"];
    let path = json(&folder.gosdt(&args).expect_success());
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    assert_eq!(path["status"], "time-limit");
    check_unproven(&path);
}

#[cfg(unix)]
#[test]
fn ctrl_c_hands_over_what_is_found() {
    let folder = noise("path-interrupt");
    let child = folder.start(&["path", "noise.csv", "--time-limit", "60s", "--json", "p.json"]);
    std::thread::sleep(Duration::from_secs(2));
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!(run.code, Some(130), "{run:?}");
    assert!(run.out.contains("stopped (interrupted)"), "{}", run.out);
    let path = json(&folder.read("p.json"));
    assert_eq!(path["status"], "interrupted");
    check_unproven(&path);
}
