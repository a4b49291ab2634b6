use crate::program::{Folder, Run, WEATHER};

/// Fits a file with this content.
fn fit(test: &str, content: impl AsRef<[u8]>, more: &[&str]) -> Run {
    let args = [&["fit", "data.csv"], more].concat();
    Folder::new(test).with("data.csv", content).gosdt(&args)
}

#[test]
fn missing_values_name_their_columns_and_say_what_to_do() {
    let content = "a,b,label\n1,,x\nNA,2,y\n?,3,x\n4,null,y\n5,NaN,x\n";
    fit("missing", content, &[]).expect_refusal(&[
        "data.csv",
        "a",
        "2",
        "b",
        "3",
        "--missing drop",
    ]);
}

#[test]
fn an_infinite_number_is_named_with_its_line_and_column() {
    fit("infinite", "a,label\n1,x\n2,y\ninf,x\n", &[])
        .expect_refusal(&["data.csv", "line 4", "a", "inf"]);
    fit("too-large", "a,label\n1,x\n-1e999,y\n", &[]).expect_refusal(&["line 3", "-1e999"]);
}

#[test]
fn two_columns_of_one_name_are_refused() {
    fit("duplicate", "age,age,label\n1,2,x\n3,4,y\n", &[]).expect_refusal(&["data.csv", "age"]);
}

#[test]
fn a_ragged_line_is_named() {
    fit("ragged", "a,b,label\n1,2,x\n1,y\n", &[]).expect_refusal(&["data.csv", "line 3", "3", "2"]);
}

#[test]
fn an_empty_file_is_refused() {
    fit("empty", "", &[]).expect_refusal(&["data.csv", "empty"]);
    fit("header-only", "a,b,label\n", &[]).expect_refusal(&["data.csv", "no rows"]);
}

#[test]
fn a_label_with_one_class_is_refused() {
    fit("one-class", "a,label\n1,x\n2,x\n", &[]).expect_refusal(&[
        "data.csv",
        "label",
        "one class",
        "x",
    ]);
}

#[test]
fn a_target_that_is_not_there_gets_the_nearest_name() {
    fit("target", WEATHER, &["--target", "pley"]).expect_refusal(&["data.csv", "pley", "play"]);
}

#[test]
fn other_columns_that_are_not_there_are_refused() {
    for option in ["--weights", "--ignore", "--numeric", "--categorical"] {
        fit("columns", WEATHER, &[option, "windy"]).expect_refusal(&["windy", "wind"]);
    }
}

#[test]
fn a_file_that_is_not_there_is_refused() {
    Folder::new("no-file").gosdt(&["fit", "nowhere.csv"]).expect_refusal(&["nowhere.csv"]);
}

#[test]
fn text_in_a_numeric_column_is_named_with_its_line() {
    fit("not-numeric", WEATHER, &["--numeric", "wind"]).expect_refusal(&["line 2", "wind", "weak"]);
}

#[test]
fn a_bad_weight_is_named_with_its_line() {
    let content = "a,w,label\n1,1,x\n2,-2,y\n";
    fit("weight", content, &["--weights", "w"]).expect_refusal(&["line 3", "w", "-2"]);
}

#[test]
fn an_objective_that_there_is_not_lists_those_that_there_are() {
    fit("objective", WEATHER, &["--objective", "f-measure"]).expect_refusal(&[
        "did you mean fscore?",
        "f1",
        "balanced",
        "cost:FILE",
    ]);
}

#[test]
fn options_out_of_range_are_refused() {
    let refused = |more: &[&str], parts: &[&str]| fit("range", WEATHER, more).expect_refusal(parts);
    refused(&["--lambda", "-0.1"], &["λ", "-0.1"]);
    refused(&["--lambda", "tiny"], &["tiny", "0.01"]);
    refused(&["--max-leaves", "0"], &["leaves", "at least 1"]);
    refused(&["--min-leaf", "0"], &["leaf", "at least 1"]);
    refused(&["--threads", "0"], &["threads", "at least 1"]);
    refused(&["--all-optima", "0"], &["optimal trees", "at least 1"]);
    refused(&["--time-limit", "soon"], &["soon", "60s"]);
    refused(&["--memory-limit", "lots"], &["lots", "500M"]);
    refused(&["--objective", "weighted:0"], &["0", "greater than 0"]);
    refused(&["--delimiter", "ab"], &["one ASCII character"]);
}

#[test]
fn a_positive_label_must_be_one_of_two() {
    fit("positive", WEATHER, &["--positive", "y"]).expect_refusal(&["'y'", "play", "'no', 'yes'"]);
    let three = "a,label\n1,x\n2,y\n3,z\n";
    fit("positive", three, &["--positive", "x"]).expect_refusal(&["two classes", "label", "3"]);
    fit("positive", three, &["--objective", "weighted:2"])
        .expect_refusal(&["two classes", "cost:FILE"]);
}

#[test]
fn a_bad_cost_file_is_named_with_its_line_and_column() {
    let fit = |costs: &str| {
        let folder = Folder::new("costs").with("data.csv", WEATHER).with("costs.csv", costs);
        folder.gosdt(&["fit", "data.csv", "--objective", "cost:costs.csv"])
    };
    fit("predicted,no,yes\nno,0,x\nyes,1,0\n").expect_refusal(&[
        "costs.csv",
        "line 2",
        "column 3",
        "'x'",
    ]);
    fit("predicted,no,yes\nno,0,1\n").expect_refusal(&["costs.csv", "no row for class 'yes'"]);
    fit("predicted,no,yes\nno,0,1\nmaybe,1,0\n").expect_refusal(&[
        "line 3",
        "'maybe'",
        "'no', 'yes'",
    ]);
    fit("0,1,2\n1,0,2\n2,1,0\n").expect_refusal(&["costs.csv", "3 × 3", "2 classes"]);
    fit("").expect_refusal(&["costs.csv"]);
}

#[test]
fn what_is_not_a_model_is_refused() {
    let show =
        |content: &[u8]| Folder::new("model").with("m.json", content).gosdt(&["show", "m.json"]);
    for content in [&b""[..], b"{}", b"[1, 2]", b"\xff\xfe", WEATHER.as_bytes()] {
        show(content).expect_refusal(&["m.json", "not a gosdt model file"]);
    }
    Folder::new("no-model").gosdt(&["show", "m.json"]).expect_refusal(&["cannot read m.json"]);
}

#[test]
fn a_damaged_or_newer_model_is_refused() {
    let folder = Folder::new("damaged").with("data.csv", WEATHER);
    folder.gosdt(&["fit", "data.csv", "--lambda", "0.05", "-o", "m.json"]).expect_success();
    let model = folder.read("m.json");
    let changed = |from: &str, to: &str| {
        assert!(model.contains(from), "{model}");
        std::fs::write(folder.path("changed.json"), model.replacen(from, to, 1)).unwrap();
        folder.gosdt(&["show", "changed.json"])
    };
    changed("\"version\": 1", "\"version\": 99").expect_refusal(&["changed.json", "newer", "99"]);
    changed("\"column\": 0", "\"column\": 77").expect_refusal(&["changed.json", "damaged"]);
    changed("\"yes\": 1", "\"yes\": 0").expect_refusal(&["changed.json", "damaged"]);
}

/// A folder with a model of the weather.
fn fitted(test: &str) -> Folder {
    let folder = Folder::new(test).with("data.csv", WEATHER);
    folder.gosdt(&["fit", "data.csv", "--lambda", "0.05", "-o", "m.json"]).expect_success();
    folder
}

#[test]
fn a_column_that_the_tree_asks_about_must_be_there_to_predict() {
    let folder = fitted("predict-column").with("new.csv", "rain,winds\nno,weak\n");
    folder.gosdt(&["predict", "m.json", "new.csv"]).expect_refusal(&["new.csv", "wind", "winds"]);
}

#[test]
fn a_missing_value_that_the_tree_asks_about_is_refused() {
    let folder = fitted("predict-missing").with("new.csv", "rain,wind\nyes,\n,weak\n");
    folder.gosdt(&["predict", "m.json", "new.csv"]).expect_refusal(&["new.csv", "line", "missing"]);
}

#[test]
fn evaluation_needs_labels_that_the_model_knows() {
    let folder = fitted("evaluate").with("new.csv", "rain,wind,play\nyes,weak,perhaps\n");
    let parts = ["new.csv", "line 2", "play", "perhaps"];
    folder.gosdt(&["evaluate", "m.json", "new.csv"]).expect_refusal(&parts);
    let folder = folder.with("bare.csv", "rain,wind\nyes,weak\n");
    folder.gosdt(&["evaluate", "m.json", "bare.csv"]).expect_refusal(&["bare.csv", "play"]);
}

#[test]
fn evaluation_weights_must_be_numbers_that_are_not_negative() {
    let folder = fitted("evaluate-weights").with("new.csv", "rain,wind,w,play\nyes,weak,-1,yes\n");
    let args = ["evaluate", "m.json", "new.csv", "--weights", "w"];
    folder.gosdt(&args).expect_refusal(&["new.csv", "line 2", "'w'", "-1"]);
}

#[test]
fn a_demo_that_there_is_not_lists_those_that_there_are() {
    Folder::new("no-demo").gosdt(&["demo", "iris"]).expect_refusal(&[
        "iris",
        "monk-1",
        "tic-tac-toe",
    ]);
}

#[test]
fn an_objective_may_be_written_in_large_letters_and_f1_is_one() {
    let objective = |name: &str| {
        let run = fit(&format!("objective-{name}"), WEATHER, &["--objective", name, "-q"]);
        run.expect_success()
    };
    assert!(objective("Balanced").contains("loss (balanced)"));
    assert!(objective("F1").contains("loss (fscore)"));
    assert!(objective("AUC").contains("loss (auc)"));
}

/// A model from elsewhere must not make the program read a file, however that is written.
#[test]
fn a_model_cannot_name_a_cost_file() {
    let folder = Folder::new("cost-in-model").with("data.csv", WEATHER);
    folder.gosdt(&["fit", "data.csv", "-o", "m.json", "-q"]).expect_success();
    let model = folder.read("m.json").replace("\"accuracy\"", "\"COST:data.csv\"");
    let folder = folder.with("n.json", model);
    let args = ["evaluate", "n.json", "data.csv", "--baseline-from", "data.csv"];
    folder.gosdt(&args).expect_refusal(&["'COST:data.csv' is not an objective"]);
}
