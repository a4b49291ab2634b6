use crate::program::{Folder, WEATHER};
use flate2::{Compression, write::GzEncoder};
use std::io::Write;

const FIT: [&str; 4] = ["fit", "data.csv", "--lambda", "0.05"];

fn weather(test: &str) -> Folder {
    Folder::new(test).with("data.csv", WEATHER)
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn people_get_the_tree_and_its_certificate() {
    let out = weather("people").gosdt(&FIT).expect_success();
    let parts = [
        "rain",
        "wind",
        "optimal: no tree has a smaller objective",
        "0.15 = 0 loss (accuracy) + 0.05 λ · 3 leaves",
        "0.15 ≤ optimum ≤ 0.15, gap 0",
        "8 rows in 8 classes of equal rows, 3 binary features",
        "accuracy 1.0000",
    ];
    for part in parts {
        assert!(out.contains(part), "{part:?} is not in:\n{out}");
    }
}

#[test]
fn programs_get_one_json_object_with_the_documented_fields() {
    let out = weather("json").gosdt(&[&FIT[..], &["--json"]].concat()).expect_success();
    let fit = json(&out);
    let names: Vec<&String> = fit.as_object().unwrap().keys().collect();
    let mut documented = vec![
        "status",
        "objective",
        "loss",
        "lambda",
        "leaves",
        "depth",
        "lower_bound",
        "upper_bound",
        "gap",
        "exact",
        "canonical",
        "seconds",
        "search_seconds",
        "phases",
        "peak_memory",
        "nodes",
        "rows",
        "equivalence_classes",
        "binary_features",
        "train",
        "tree",
    ];
    documented.sort_unstable();
    assert_eq!(names, documented);
    assert_eq!(fit["status"], "optimal");
    assert_eq!(fit["objective"], 0.15);
    assert_eq!(fit["loss"], 0.0);
    assert_eq!(fit["lambda"], 0.05);
    assert_eq!(fit["leaves"], 3);
    assert_eq!(fit["depth"], 2);
    assert_eq!(fit["lower_bound"], 0.15);
    assert_eq!(fit["upper_bound"], 0.15);
    assert_eq!(fit["gap"], 0.0);
    assert_eq!((&fit["exact"], &fit["canonical"]), (&true.into(), &true.into()));
    assert_eq!(fit["rows"], 8);
    assert_eq!(fit["equivalence_classes"], 8);
    assert_eq!(fit["binary_features"], 3);
    assert_eq!(fit["train"]["accuracy"], 1.0);
    assert!(fit["seconds"].as_f64().unwrap() >= 0.0);
}

#[test]
fn the_json_tree_speaks_of_columns_and_classes_by_name() {
    let out = weather("json-tree").gosdt(&[&FIT[..], &["--json"]].concat()).expect_success();
    let nodes = json(&out)["tree"]["nodes"].as_array().unwrap().clone();
    let columns: Vec<_> = nodes.iter().filter_map(|node| node["column"].as_str()).collect();
    let classes: Vec<_> = nodes.iter().filter_map(|node| node["class"].as_str()).collect();
    assert_eq!((columns.len(), classes.len()), (2, 3));
    assert!(columns.contains(&"rain") && columns.contains(&"wind"));
    assert!(classes.contains(&"yes") && classes.contains(&"no"));
}

#[test]
fn gzip_and_standard_input_give_the_same_tree() {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(WEATHER.as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    let folder = weather("gzip").with("data.csv.gz", &packed);
    let tree = |out: &str| json(out)["tree"].clone();
    let plain = tree(&folder.gosdt(&["fit", "data.csv", "--json"]).expect_success());
    let gzip = tree(&folder.gosdt(&["fit", "data.csv.gz", "--json"]).expect_success());
    let args = ["fit", "-", "--json"];
    let stdin = tree(&folder.gosdt_reading(WEATHER.as_bytes(), &args).expect_success());
    let packed_stdin = tree(&folder.gosdt_reading(&packed, &args).expect_success());
    assert_eq!([&gzip, &stdin, &packed_stdin], [&plain, &plain, &plain]);
}

#[test]
fn a_delimiter_and_a_lack_of_names_can_be_said() {
    let content: String =
        WEATHER.lines().skip(1).map(|line| line.replace(',', "|") + "\n").collect();
    let folder = Folder::new("no-header").with("data.txt", content);
    let args = ["fit", "data.txt", "--no-header", "--delimiter", "|", "--lambda", "0.05"];
    let out = folder.gosdt(&args).expect_success();
    assert!(out.contains("c1") && out.contains("c2"), "{out}");
}

#[test]
fn another_column_can_be_the_target_and_others_left_out() {
    let folder = weather("target");
    let args = ["fit", "data.csv", "--target", "wind", "--ignore", "rain", "--json"];
    let fit = json(&folder.gosdt(&args).expect_success());
    assert_eq!(fit["binary_features"], 2);
    assert_eq!(fit["train"]["per_class"][0]["class"], "strong");
}

#[test]
fn rows_with_missing_values_can_be_dropped_and_are_reported() {
    let folder = Folder::new("drop").with("data.csv", format!("{WEATHER},weak,10,yes\n"));
    let args = ["fit", "data.csv", "--missing", "drop", "--lambda", "0.05"];
    let run = folder.gosdt(&args);
    assert!(run.err.contains("1 row"), "{}", run.err);
    assert!(run.expect_success().contains("8 rows"));
    let quiet = folder.gosdt(&[&args[..], &["--quiet"]].concat());
    assert_eq!(quiet.err, "");
}

#[test]
fn missing_can_be_a_value_that_the_tree_asks_about() {
    let content = "a,label\n1,x\n2,x\n3,x\n,y\n,y\n";
    let folder = Folder::new("category").with("data.csv", content);
    let args = ["fit", "data.csv", "--missing", "category", "-o", "m.json"];
    let out = folder.gosdt(&args).expect_success();
    assert!(out.contains("a is missing"), "{out}");
    let folder = folder.with("new.csv", "a\n\n7\nNA\n");
    // An empty line is no row.
    assert_eq!(folder.gosdt(&["predict", "m.json", "new.csv"]).expect_success(), "label\nx\ny\n");
}

#[test]
fn objectives_differ_as_they_should() {
    // One feature that tells nothing: the lone leaf's loss is the objective's own.
    let content = "a,label\n1,n\n1,n\n1,n\n1,p\n";
    let folder = Folder::new("objectives")
        .with("data.csv", content)
        .with("costs.csv", "predicted,n,p\nn,0,8\np,0.5,0\n");
    let loss = |objective: &str| {
        let args = ["fit", "data.csv", "--objective", objective, "--json"];
        json(&folder.gosdt(&args).expect_success())["loss"].as_f64().unwrap()
    };
    assert_eq!(loss("accuracy"), 0.25);
    assert_eq!(loss("balanced"), 0.5);
    assert_eq!(loss("weighted:7"), 0.3);
    assert_eq!(loss("cost:costs.csv"), 0.375);
}

#[test]
fn the_positive_label_is_what_weighting_is_about() {
    let content = "a,label\n1,n\n1,n\n1,n\n1,p\n";
    let folder = Folder::new("positive").with("data.csv", content);
    let args = ["fit", "data.csv", "--objective", "weighted:7", "--positive", "n", "--json"];
    let fit = json(&folder.gosdt(&args).expect_success());
    assert_eq!(fit["loss"].as_f64().unwrap(), 1.0 / 22.0);
}

#[test]
fn row_weights_count() {
    let content = "a,w,label\n1,0.5,n\n1,0.5,n\n1,3,p\n";
    let folder = Folder::new("weights").with("data.csv", content);
    let args = ["fit", "data.csv", "--weights", "w", "--json"];
    assert_eq!(json(&folder.gosdt(&args).expect_success())["loss"], 0.25);
}

#[test]
fn limits_on_the_tree_are_kept() {
    let fit = |more: &[&str]| {
        let args = [&["fit", "data.csv", "--lambda", "0", "--json"], more].concat();
        json(&weather("limits").gosdt(&args).expect_success())
    };
    assert_eq!(fit(&["--max-depth", "0"])["leaves"], 1);
    assert_eq!(fit(&["--max-depth", "1"])["loss"], 0.25);
    assert_eq!(fit(&["--max-leaves", "2"])["loss"], 0.25);
    assert_eq!(fit(&["--min-leaf", "5"])["leaves"], 1);
    assert_eq!(fit(&["--max-leaves", "3"])["loss"], 0.0);
}

#[test]
fn a_penalty_below_one_row_is_warned_about() {
    let run = weather("warning").gosdt(&["fit", "data.csv", "--lambda", "0.1"]);
    assert!(run.err.contains("λ is below one row's weight"), "{}", run.err);
    let run = weather("warning").gosdt(&["fit", "data.csv", "--lambda", "1/8"]);
    assert!(!run.err.contains("below one row's weight"), "{}", run.err);
}

#[test]
fn all_optima_are_listed() {
    // Two equal ways to say it in two leaves would be merged; two equal orders of asking are not.
    let args = [&FIT[..], &["--all-optima", "10", "--json"]].concat();
    let fit = json(&weather("optima").gosdt(&args).expect_success());
    let optima = fit["optima"].as_array().unwrap();
    assert_eq!(optima.len(), 2, "rain first or wind first");
    assert_eq!(optima[0], fit["tree"]);
    assert_ne!(optima[0], optima[1]);
    let args = [&FIT[..], &["--all-optima", "10"]].concat();
    assert!(weather("optima").gosdt(&args).expect_success().contains("optimal tree 2 of 2"));
}

/// Where the machine has no better set than another, they are the same run.
#[test]
fn the_instruction_set_does_not_change_the_model() {
    let rows = (0..200u32).map(|row| format!("{},{},{}\n", row * 37 % 101, row * 53 % 89, row % 3));
    let text = "a,b,y\n".to_string() + &rows.collect::<String>();
    let folder = Folder::new("instruction-set").with("d.csv", text);
    let args = ["fit", "d.csv", "--max-depth", "3", "--lambda", "0.001", "-o", "m.json", "-q"];
    let model_with = |set: &str| {
        let out = folder.command(&args).env("GOSDT_INSTRUCTION_SET", set).output().unwrap();
        assert!(out.status.success(), "{out:?}");
        folder.read("m.json")
    };
    let plain = model_with("plain");
    assert_eq!(model_with("avx2"), plain);
    assert_eq!(model_with("avx512"), plain);

    let out = folder.command(&args).env("GOSDT_INSTRUCTION_SET", "mmx").output().unwrap();
    assert_eq!(out.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&out.stderr).contains("plain, neon, avx2 or avx512"));
}

#[test]
fn threads_do_not_change_the_objective() {
    let fit = |threads: &str| {
        let args = [&FIT[..], &["--threads", threads, "--json"]].concat();
        json(&weather("threads").gosdt(&args).expect_success())["objective"].clone()
    };
    assert_eq!(fit("1"), fit("2"));
}

#[test]
fn the_trace_ends_where_the_certificate_does() {
    let folder = weather("trace");
    let args = [&FIT[..], &["--trace", "trace.csv"]].concat();
    folder.gosdt(&args).expect_success();
    let trace = folder.read("trace.csv");
    assert!(trace.starts_with("time,lower,upper,nodes,memory\n"), "{trace}");
    let last: Vec<&str> = trace.lines().last().unwrap().split(',').collect();
    assert_eq!(last[1..3], ["0.15", "0.15"]);
}

/// Odd weights whose shares of the classes need more than 64 bits; at λ = 5 the optimum is 5.5.
#[test]
fn rounded_costs_are_told_and_never_called_plainly_optimal() {
    let data =
        "x,w,y\n1,1000000039,a\n2,900000001,b\n3,1100000077,a\n4,700000003,b\n5,300000007,a\n";
    let folder = Folder::new("rounded").with("data.csv", format!("{data}5,500000009,b\n"));
    let fit = ["fit", "data.csv", "--weights", "w", "--objective", "balanced", "--lambda", "5"];
    let out = folder.gosdt(&fit).expect_success();
    assert!(out.contains("optimal up to"), "{out}");
    let args = [&fit[..], &["-q", "--json", "-o", "m.json"]].concat();
    let found = json(&folder.gosdt(&args).expect_success());
    assert_eq!(found["status"], "optimal-up-to-rounding");
    assert_eq!((&found["exact"], &found["objective"]), (&false.into(), &5.5.into()));
    assert!(found["lower_bound"].as_f64().unwrap() <= 5.5);
    assert!(folder.read("m.json").contains("\"exact\": false"));
    let path = ["path", "data.csv", "--weights", "w", "--objective", "balanced"];
    let out = folder.gosdt(&path).expect_success();
    assert!(out.contains("optimal up to the gaps"), "{out}");
}
