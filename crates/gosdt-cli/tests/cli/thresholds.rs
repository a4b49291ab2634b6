use crate::program::Folder;

/// Two columns of many values, the second noise, and a label with three changes along the first.
fn folder(test: &str) -> Folder {
    let row = |row: u32| {
        let label =
            if [12, 31, 47].iter().filter(|cut| row > **cut).count() % 2 == 0 { "a" } else { "b" };
        format!("{},{},{label}\n", f64::from(row) / 2.0, row * 37 % 60)
    };
    let rows: String = (0..60).map(row).collect();
    Folder::new(&format!("thresholds-{test}"))
        .with("data.csv", "x,noise,label\n".to_string() + &rows)
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn people_read_among_what_the_tree_is_optimal() {
    let out =
        folder("among").gosdt(&["fit", "data.csv", "--thresholds", "quantile:5"]).expect_success();
    let status = "status      optimal among at most 5 thresholds per column (10 of 118, quantile:5): \
                  no tree that asks these alone has a smaller objective\n";
    assert!(out.contains(status), "{out}");
    assert!(out.contains("(of 118 tests, 108 thresholds left out, 0 constant, 0 merged)"), "{out}");
    assert!(!out.contains("optimal:"), "{out}");
}

#[test]
fn all_is_the_default_and_plainly_optimal() {
    let folder = folder("all");
    let without = folder.gosdt(&["fit", "data.csv", "-o", "a.json"]).expect_success();
    folder.gosdt(&["fit", "data.csv", "--thresholds", "all", "-o", "b.json"]).expect_success();
    assert!(without.contains("status      optimal: no tree has a smaller objective\n"));
    assert_eq!(folder.read("a.json"), folder.read("b.json"));
}

#[test]
fn programs_read_it_in_the_status_and_the_model() {
    let folder = folder("json");
    for (rule, spelled) in
        [("quantile:3", "quantile:3"), ("guess", "guess:40,2"), ("guess:6,1", "guess:6,1")]
    {
        let args = [
            "fit",
            "data.csv",
            "--thresholds",
            rule,
            "--json",
            "-o",
            "m.json",
            "--report",
            "r.html",
        ];
        let fit = json(&folder.gosdt(&args).expect_success());
        assert_eq!(fit["status"], "optimal-among-thresholds", "{rule}");
        assert_eq!(fit["thresholds"]["rule"], spelled);
        assert_eq!(fit["thresholds"]["offered"], 118);
        assert!(fit["thresholds"]["most_per_column"].as_u64() > Some(0));
        let model = json(&folder.read("m.json"));
        assert_eq!(model["certificate"]["status"], "optimal-among-thresholds");
        assert_eq!(model["certificate"]["thresholds"], fit["thresholds"]);
        let page = folder.read("r.html");
        assert!(
            page.contains("Proven optimal among at most ") && !page.contains("Proven optimal:")
        );
        assert!(
            page.contains("<td>optimal among thresholds</td>")
                || page.contains("optimal among thresholds")
        );
        let labels = folder.gosdt(&["predict", "m.json", "data.csv"]).expect_success();
        assert_eq!(labels.lines().count(), 61);
        let shown = folder.gosdt(&["show", "m.json", "--as", "html"]).expect_success();
        assert!(shown.contains("Proven optimal among at most "));
    }
}

#[test]
fn the_guess_finds_the_changes_of_the_label() {
    let args = ["fit", "data.csv", "--thresholds", "guess:20,1", "--json"];
    let fit = json(&folder("guess").gosdt(&args).expect_success());
    assert_eq!((&fit["loss"], &fit["leaves"]), (&serde_json::json!(0.0), &serde_json::json!(4)));
}

#[test]
fn paths_and_choices_of_lambda_say_it_too() {
    let folder = folder("path");
    let args = ["path", "data.csv", "--thresholds", "quantile:4", "--json", "p.json"];
    let out = folder.gosdt(&args).expect_success();
    assert!(out.contains("status      optimal among at most 4 thresholds per column"), "{out}");
    let path = json(&folder.read("p.json"));
    assert_eq!(path["status"], "optimal-among-thresholds");
    assert_eq!(path["thresholds"]["rule"], "quantile:4");
    let args = ["fit", "data.csv", "--thresholds", "guess:9,1", "--select", "cv:3", "--json"];
    let chosen = json(&folder.gosdt(&args).expect_success());
    assert_eq!(chosen["status"], "optimal-among-thresholds");
    assert_eq!(chosen["selection"]["candidates"][0]["proven"], 3);
}

#[test]
fn what_is_no_choice_of_thresholds_is_refused_with_what_to_write() {
    let folder = folder("bad");
    for (rule, part) in [
        ("quantile:0", "K must be a whole number from 1 to"),
        ("quantile:many", "such as quantile:8"),
        ("deciles", "write all, quantile:K (at most K per column, K ≥ 1), guess, guess:TREES"),
        ("guess:5,40", "the depth must be a whole number from 1 to 8"),
        ("given", "'given' is not a choice of thresholds"),
    ] {
        for command in ["fit", "path"] {
            folder.gosdt(&[command, "data.csv", "--thresholds", rule]).expect_refusal(&[part]);
        }
    }
}
