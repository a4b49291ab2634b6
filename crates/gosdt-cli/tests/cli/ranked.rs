use crate::program::Folder;
use serde_json::Value;

const OBJECTIVES: [&str; 6] = ["auc", "pauc:.5", "fscore", "fscore:1.1", "fbeta:2", "jaccard"];

/// A row as `predict --proba` sees it: the share of positives, the prediction, the truth.
struct Row {
    share: f64,
    called: bool,
    positive: bool,
}

/// A folder with eighty rows, of which one in five is labelled at random.
fn data(test: &str) -> Folder {
    let mut state = 7_u64;
    let mut next = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) % below
    };
    let mut text = "a,b,c,label\n".to_string();
    for _ in 0..80 {
        let (a, b, c, luck) = (next(4), next(3), next(2), next(10));
        let label = if luck < 2 { luck == 0 } else { a + b > 3 };
        text += &format!("{a},{b},{c},{}\n", if label { "yes" } else { "no" });
    }
    Folder::new(test).with("data.csv", text)
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is not a number"))
}

#[track_caller]
fn close(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-9, "{a} and {b}");
}

fn fitted(folder: &Folder, objective: &str) -> Value {
    let args = ["fit", "data.csv", "--objective", objective, "--lambda", "0.03", "--json", "-q"];
    let files = ["-o", "m.json", "--report", "r.html"];
    json(&folder.gosdt(&[&args[..], &files].concat()).expect_success())
}

/// What `predict --proba` writes, beside the truth.
fn predicted(folder: &Folder) -> Vec<Row> {
    let out = folder.gosdt(&["predict", "m.json", "data.csv", "--proba"]).expect_success();
    let (data, mut lines) = (folder.read("data.csv"), out.lines());
    assert_eq!(lines.next(), Some("label,P(no),P(yes)"));
    let row = |(line, truth): (&str, &str)| {
        let cells: Vec<&str> = line.split(',').collect();
        let [no, yes] = [1, 2].map(|at| cells[at].parse::<f64>().unwrap());
        close(no + yes, 1.0);
        Row { share: yes, called: cells[0] == "yes", positive: truth.ends_with(",yes") }
    };
    lines.zip(data.lines().skip(1)).map(row).collect()
}

/// The score of the predictions, from the definition of the objective.
fn score(objective: &str, rows: &[Row]) -> f64 {
    let count = |called: bool, positive: bool| {
        rows.iter().filter(|row| (row.called, row.positive) == (called, positive)).count() as f64
    };
    let (found, missed, alarms) = (count(true, true), count(false, true), count(true, false));
    let f =
        |square: f64| (1.0 + square) * found / ((1.0 + square) * found + square * missed + alarms);
    match objective {
        "auc" => area(rows, 1.0),
        "pauc:.5" => area(rows, 0.5),
        "fscore" | "fscore:1.1" => f(1.0),
        "fbeta:2" => f(4.0),
        "jaccard" => found / (found + missed + alarms),
        other => panic!("{other}"),
    }
}

/// The area under the ROC curve left of a false positive rate.
fn area(rows: &[Row], end: f64) -> f64 {
    let mut shares: Vec<f64> = rows.iter().map(|row| row.share).collect();
    shares.sort_by(|a, b| b.total_cmp(a));
    shares.dedup();
    let part = |positive: bool, least: f64| {
        let those = rows.iter().filter(|row| row.positive == positive);
        let all = those.clone().count() as f64;
        those.filter(|row| row.share >= least).count() as f64 / all
    };
    let (mut area, mut from) = (0.0, (0.0, 0.0));
    for least in shares {
        let to = (part(false, least), part(true, least));
        let width = (to.0.min(end) - from.0).max(0.0);
        if width > 0.0 {
            let there = from.1 + (to.1 - from.1) * width / (to.0 - from.0);
            area += width * (from.1 + there) / 2.0;
        }
        from = to;
    }
    area
}

#[test]
fn the_loss_is_that_of_the_predictions() {
    let folder = data("ranked-loss");
    for objective in OBJECTIVES {
        let fit = fitted(&folder, objective);
        assert_eq!(fit["status"], "optimal", "{objective}");
        assert!(number(&fit["leaves"]) >= 2.0, "{objective}: nothing to rank");
        close(number(&fit["objective"]), number(&fit["loss"]) + 0.03 * number(&fit["leaves"]));
        close(1.0 - number(&fit["loss"]), score(objective, &predicted(&folder)));
    }
}

#[test]
fn the_model_knows_its_objective_and_is_shown() {
    let folder = data("ranked-show");
    for objective in OBJECTIVES {
        let fit = fitted(&folder, objective);
        let model = json(&folder.gosdt(&["show", "m.json", "--as", "json"]).expect_success());
        assert_eq!(model["objective"]["name"], objective);
        let rules = folder.gosdt(&["show", "m.json", "--as", "rules"]).expect_success();
        assert_eq!(rules.lines().count() as f64, number(&fit["leaves"]));
    }
}

#[test]
fn evaluation_has_the_curve_and_its_area() {
    let folder = data("ranked-evaluate");
    for objective in OBJECTIVES {
        fitted(&folder, objective);
        let out = folder.gosdt(&["evaluate", "m.json", "data.csv", "--json"]).expect_success();
        let metrics = json(&out);
        close(number(&metrics["auc"]), area(&predicted(&folder), 1.0));
        let points = metrics["roc"].as_array().unwrap();
        assert_eq!(points.first().unwrap(), &serde_json::json!([0.0, 0.0]));
        assert_eq!(points.last().unwrap(), &serde_json::json!([1.0, 1.0]));
        assert_eq!(metrics.get("partial_auc").is_some(), objective == "pauc:.5");
    }
}

#[test]
fn a_partial_area_is_told_as_it_is_and_as_a_share() {
    let folder = data("ranked-partial");
    let fit = fitted(&folder, "pauc:.5");
    let part = &fit["partial_auc"];
    assert_eq!(part["theta"], 0.5);
    close(number(&part["area"]), 1.0 - number(&fit["loss"]));
    close(number(&part["normalised"]), 2.0 * number(&part["area"]));
    let evaluate = |more: &[&str]| {
        folder.gosdt(&[&["evaluate", "m.json", "data.csv"], more].concat()).expect_success()
    };
    let evaluated = json(&evaluate(&["--json"]));
    close(number(&evaluated["partial_auc"]["area"]), number(&part["area"]));
    let table = evaluate(&[]);
    let share = format!("{:.4}", number(&part["normalised"]));
    assert!(table.contains("area left of .5") && table.contains(&share), "{table}");

    let args = ["fit", "data.csv", "--objective", "pauc:.5", "--lambda", "0.03"];
    let run = folder.gosdt(&args);
    assert_eq!(run.err, "");
    let text = run.expect_success();
    assert!(text.contains("\narea        0."), "{text}");
    assert!(text.contains("under the ROC curve left of .5; divided by .5, 0."), "{text}");
}

#[test]
fn the_report_shows_what_was_optimised() {
    let folder = data("ranked-report");
    let tiles = ["AUC", "area left of .5", "F1", "F1", "F2", "Jaccard index"];
    for (objective, tile) in OBJECTIVES.into_iter().zip(tiles) {
        let fit = fitted(&folder, objective);
        let page = folder.read("r.html");
        let shown = format!("{tile}, training</dt><dd>{:.4}</dd>", 1.0 - number(&fit["loss"]));
        assert!(page.contains(&shown), "{objective}: {shown} is not in {page}");
        assert!(page.contains(&format!("loss ({objective})")), "{objective}");
        assert_eq!(page.contains("θ = .5"), objective == "pauc:.5");
    }
}
