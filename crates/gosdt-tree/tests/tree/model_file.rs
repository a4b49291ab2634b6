//! The model file: what is written is read back, and whatever is read does no harm.
use crate::random_models::{any_model, finite};
use crate::samples::{iris, shop, shop_with_missing};
use gosdt_data::{CsvOptions, RawTable, read_csv_from};
use gosdt_tree::{
    ColumnKind, KeptThresholds, Model, ModelError, Status, dot, evaluate, rules, text, true_classes,
};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

/// What [`Model::from_json`] says when the value at `pointer` is replaced.
fn fault(model: &Model, pointer: &str, value: Value) -> String {
    Model::from_json(&with(model, pointer, value)).unwrap_err().to_string()
}

fn with(model: &Model, pointer: &str, value: Value) -> String {
    let mut json = serde_json::to_value(model).unwrap();
    *json.pointer_mut(pointer).expect(pointer) = value;
    json.to_string()
}

fn damage(model: &Model, pointer: &str, value: Value) -> String {
    let text = fault(model, pointer, value);
    text.strip_prefix("the model is damaged: ").expect(&text).to_owned()
}

#[test]
fn the_file_is_as_documented() {
    let json: Value = serde_json::from_str(&shop_with_missing().to_json()).unwrap();
    assert_eq!(json["format"], "gosdt-model");
    assert_eq!(json["version"], 1);
    assert_eq!(json["missing"], "category");
    let spelled = json!({"name": "member", "kind": "boolean", "spelling": ["no", "yes"]});
    assert_eq!(json["columns"][0], spelled);
    assert_eq!(json["columns"][2], json!({"name": "age", "kind": "numeric"}));
    assert_eq!(json["tree"]["nodes"][0]["test"], "is_missing");
    assert_eq!(json["tree"]["nodes"][2]["test"], json!({"at_most": 30.5}));
    let leaf = json!({"node": "leaf", "class": 1, "rows": 4, "weights": [0.0, 4.0]});
    assert_eq!(json["tree"]["nodes"][1], leaf);
}

#[test]
fn fields_that_are_not_known_are_ignored() {
    let mut json = serde_json::to_value(iris()).unwrap();
    json["comment"] = json!("by hand");
    assert_eq!(Model::from_json(&json.to_string()).unwrap(), iris());
}

#[test]
fn what_is_no_json_is_refused() {
    let error = |text: &str| Model::from_json(text).unwrap_err().to_string();
    let start = "this is not a gosdt model file: ";
    for text in ["", "{", "a,b\n1,2\n", "\u{1b}", "[[[", "{}}"] {
        assert!(error(text).starts_with(start), "{text:?}: {}", error(text));
    }
    assert_eq!(error("{}"), format!("{start}its \"format\" is not \"gosdt-model\""));
}

#[test]
fn nesting_without_end_is_refused() {
    assert!(Model::from_json(&"[".repeat(100_000)).is_err());
    assert!(Model::from_json(&"{\"a\":".repeat(100_000)).is_err());
}

#[test]
fn text_after_the_model_is_refused() {
    assert!(Model::from_json(&(iris().to_json() + "x")).is_err());
}

#[test]
fn another_format_is_refused() {
    let error = fault(&iris(), "/format", json!("other"));
    assert!(error.ends_with("its \"format\" is not \"gosdt-model\""), "{error}");
}

#[test]
fn a_file_without_a_version_is_refused() {
    let error = Model::from_json(r#"{"format": "gosdt-model"}"#).unwrap_err().to_string();
    assert_eq!(error, "this is not a gosdt model file: it has no \"version\"");
}

#[test]
fn a_newer_version_is_called_that_whatever_else_has_changed() {
    let text = r#"{"format": "gosdt-model", "version": 2, "forest": []}"#;
    let error = Model::from_json(text).unwrap_err();
    assert!(matches!(error, ModelError::NewerVersion { found: 2, known: 1 }));
    assert!(error.to_string().starts_with("this model was made by a newer gosdt"));
}

#[test]
fn version_zero_is_refused() {
    assert_eq!(
        damage(&iris(), "/version", json!(0)),
        "version: 0 is not a version (this gosdt reads 1)"
    );
}

#[test]
fn a_missing_field_is_named() {
    let mut json = serde_json::to_value(iris()).unwrap();
    json.as_object_mut().unwrap().remove("tree");
    let error = Model::from_json(&json.to_string()).unwrap_err().to_string();
    assert!(error.contains("missing field `tree`"), "{error}");
}

#[test]
fn a_quoted_word_of_the_file_brings_no_controls_along() {
    let error = fault(&iris(), "/missing", json!("\u{1b}[2J"));
    assert!(error.contains("unknown variant") && !error.contains('\u{1b}'), "{error:?}");
}

#[test]
fn classes_must_be_there_and_differ() {
    assert_eq!(damage(&iris(), "/classes", json!([])), "classes: there is none");
    assert_eq!(damage(&iris(), "/classes", json!(["a", "b", "a"])), "classes: \"a\" occurs twice");
}

#[test]
fn the_positive_class_must_exist() {
    let error = damage(&shop(), "/positive", json!(2));
    assert_eq!(error, "positive: class 2 does not exist (the model has 2)");
}

#[test]
fn column_names_must_differ() {
    let error = damage(&shop(), "/columns/2/name", json!("member"));
    assert_eq!(error, "columns: \"member\" occurs twice");
}

#[test]
fn the_values_of_a_column_must_differ() {
    let error = damage(&shop(), "/columns/0/spelling", json!(["a", "a"]));
    assert_eq!(error, "column \"member\": \"a\" occurs twice");
    let error = damage(&shop(), "/columns/1/categories/0", json!("red"));
    assert_eq!(error, "column \"colour\": \"red\" occurs twice");
}

#[test]
fn costs_must_be_one_for_each_pair_of_classes() {
    let expected = "objective.costs: the matrix must have 2 rows and columns, one for each class";
    for costs in [json!([]), json!([["0", "1"]]), json!([["0", "1"], ["1"]])] {
        assert_eq!(damage(&shop(), "/objective/costs", costs), expected);
    }
    assert!(
        Model::from_json(&with(&shop(), "/objective/costs", json!([["0", "1"], ["2", "0"]])))
            .is_ok()
    );
}

#[test]
fn words_that_are_printed_as_they_are_must_be_printable() {
    let text = json!("\u{1b}[2J");
    let end = ": \"\\u{1b}[2J\" holds characters that have no place here";
    for (pointer, place) in
        [("/objective/name", "objective.name"), ("/objective/lambda", "objective.lambda")]
    {
        assert_eq!(damage(&shop(), pointer, text.clone()), format!("{place}{end}"));
    }
    let costs = json!([["0", text], ["1", "0"]]);
    assert_eq!(damage(&shop(), "/objective/costs", costs), format!("objective.costs{end}"));
}

#[test]
fn a_status_that_does_not_exist_is_refused() {
    let text = fault(&shop(), "/certificate/status", json!("\u{1b}[2J"));
    assert!(text.starts_with("this is not a gosdt model file: unknown variant"), "{text}");
    for status in
        ["`optimal-among-thresholds`", "`optimal-up-to-rounding`", "`near-optimal`", "`time-limit`"]
    {
        assert!(text.contains(status), "{status}: {text}");
    }
    assert!(!text.contains('\u{1b}'), "{text}");
}

#[test]
fn a_column_that_does_not_exist_is_refused() {
    let error = damage(&iris(), "/tree/nodes/3/column", json!(9));
    assert_eq!(error, "node 3: column 9 does not exist (the model has 3)");
}

#[test]
fn a_class_that_does_not_exist_is_refused() {
    let error = damage(&iris(), "/tree/nodes/4/class", json!(3));
    assert_eq!(error, "node 4: class 3 does not exist (the model has 3)");
}

#[test]
fn a_child_that_does_not_exist_is_refused() {
    let error = damage(&iris(), "/tree/nodes/2/no", json!(70));
    assert_eq!(error, "node 2: child 70 does not exist (the tree has 7 nodes)");
}

#[test]
fn weights_must_be_one_for_each_class() {
    let error = damage(&iris(), "/tree/nodes/1/weights", json!([1.0]));
    assert_eq!(error, "node 1: 1 weights for 3 classes");
}

#[test]
fn weights_must_be_finite_and_not_negative() {
    let error = damage(&shop(), "/tree/nodes/1/weights", json!([1.0, -0.5]));
    assert_eq!(error, "node 1: the weight -0.5 is not a finite number of at least 0");
    let error = damage(&shop(), "/tree/nodes/1/weights", json!([1e308, 1e308]));
    assert_eq!(error, "node 1: the weights are too large to add up");
}

#[test]
fn a_comparison_needs_a_numeric_column() {
    let error = damage(&shop(), "/tree/nodes/0/test", json!({"at_most": 0.5}));
    assert_eq!(error, "node 0: it compares column \"member\", which is not numeric");
}

#[test]
fn a_question_for_a_value_needs_a_column_of_values() {
    let error = damage(&iris(), "/tree/nodes/0/test", json!({"is": "red"}));
    assert_eq!(error, "node 0: it asks column \"petal_length\", which is numeric, for a value");
}

#[test]
fn a_question_for_a_value_that_the_column_does_not_have_is_refused() {
    let error = damage(&shop(), "/tree/nodes/2/test", json!({"is": "pink"}));
    assert_eq!(error, "node 2: \"pink\" is not a value of column \"colour\"");
    let error = damage(&shop(), "/tree/nodes/0/test", json!({"is": "Yes"}));
    assert_eq!(error, "node 0: \"Yes\" is not a value of column \"member\"");
}

#[test]
fn a_question_for_missing_values_needs_a_model_that_knows_them() {
    let error = damage(&iris(), "/tree/nodes/0/test", json!("is_missing"));
    let expected = "node 0: it asks for missing values, but the model was fitted without them";
    assert_eq!(error, expected);
}

/// JSON has no infinite numbers; these come from a program.
#[test]
fn numbers_that_are_not_finite_are_refused() {
    let fault = |change: fn(&mut Model)| {
        let mut model = shop_with_missing();
        change(&mut model);
        model.validate().unwrap_err().to_string()
    };
    let nan = fault(|model| model.certificate.lower_bound = f64::NAN);
    assert_eq!(nan, "the model is damaged: certificate.lower_bound: NaN is not a finite number");
    let infinite = fault(|model| {
        let gosdt_tree::Node::Split { test, .. } = &mut model.tree.nodes[2] else { unreachable!() };
        *test = gosdt_data::Test::AtMost(f64::INFINITY);
    });
    let expected = "the model is damaged: node 2: the threshold inf is not a finite number";
    assert_eq!(infinite, expected);
    let written = fault(|model| model.format = "x".into());
    assert_eq!(written, "the model is damaged: format: it must be \"gosdt-model\"");
}

#[test]
fn serde_checks_too() {
    let text = with(&iris(), "/tree/nodes/4/class", json!(3));
    let error = serde_json::from_str::<Model>(&text).unwrap_err().to_string();
    assert!(error.contains("node 4: class 3 does not exist"), "{error}");
    assert_eq!(serde_json::from_str::<Model>(&iris().to_json()).unwrap(), iris());
}

/// A table with the model's columns and target, and cells of every kind.
fn table_for(model: &Model, picks: &[Index]) -> Option<RawTable> {
    let mut cells: Vec<&str> = vec!["", "?", "1", "-2.5e3", "inf", "rubbish", "yes", "0"];
    cells.extend(model.classes.iter().map(String::as_str));
    for column in &model.columns {
        match &column.kind {
            ColumnKind::Numeric => {}
            ColumnKind::Boolean { spelling } => cells.extend(spelling.iter().map(String::as_str)),
            ColumnKind::Categorical { categories } => {
                cells.extend(categories.iter().map(String::as_str));
            }
        }
    }
    let names = model.columns.iter().map(|column| column.name.as_str());
    let names: Vec<&str> = names.chain([model.target.as_str()]).collect();
    let rows = picks.chunks_exact(names.len());
    let rows = rows.map(|row| line(row.iter().map(|pick| *pick.get(&cells))));
    let text: String = std::iter::once(line(names.iter().copied())).chain(rows).collect();
    let options = CsvOptions { delimiter: Some(b','), ..CsvOptions::default() };
    read_csv_from(text.as_bytes(), "new.csv", &options).ok()
}

fn line<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    let quoted: Vec<String> =
        cells.map(|cell| format!("\"{}\"", cell.replace('"', "\"\""))).collect();
    quoted.join(",") + "\n"
}

/// Does with a model what a program does.
fn use_model(model: &Model, picks: &[Index]) {
    let exports = [text(model), rules(model), dot(model), model.to_json()];
    for export in exports {
        let control = |c: char| c.is_control() && c != '\n';
        assert!(!export.contains(control), "{export:?}");
    }
    let Some(raw) = table_for(model, picks) else { return };
    let (predictions, truth) = (model.predict(&raw), true_classes(model, &raw));
    if let (Ok(predictions), Ok(truth)) = (predictions, truth) {
        evaluate(model, &predictions, &truth, None);
    }
}

/// Pointers to all that a JSON value is made of.
fn pointers(value: &Value) -> Vec<String> {
    let below = |key: String, value: &Value| -> Vec<String> {
        pointers(value).into_iter().map(|rest| format!("/{key}{rest}")).collect()
    };
    let mut found = vec![String::new()];
    match value {
        Value::Array(items) => {
            found.extend(
                items.iter().enumerate().flat_map(|(at, item)| below(at.to_string(), item)),
            );
        }
        Value::Object(fields) => {
            found.extend(fields.iter().flat_map(|(key, item)| below(key.clone(), item)));
        }
        _ => {}
    }
    found
}

fn replacement() -> impl Strategy<Value = Value> {
    prop_oneof![
        (-1..12i64).prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        finite().prop_map(Value::from),
        ".{0,3}".prop_map(Value::from),
        Just(Value::Null),
        Just(json!([])),
        Just(json!({"is": "a"})),
        Just(json!({"at_most": 1e308})),
        Just(json!("is_missing")),
        Just(json!("category")),
    ]
}

proptest! {
    #[test]
    fn every_model_is_read_back_as_it_was(model in any_model()) {
        let text = model.to_json();
        let read = Model::from_json(&text).unwrap();
        prop_assert_eq!(&read, &model);
        prop_assert_eq!(read.to_json(), text);
    }

    #[test]
    fn every_model_can_be_used(
        model in any_model(),
        picks in prop::collection::vec(any::<Index>(), 0..60),
    ) {
        use_model(&model, &picks);
    }

    #[test]
    fn no_text_panics(text in ".{0,200}") {
        let _ = Model::from_json(&text);
    }

    #[test]
    fn changed_bytes_never_panic(
        model in any_model(),
        changes in prop::collection::vec((any::<Index>(), any::<u8>()), 1..4),
        cut in prop::option::weighted(0.1, any::<Index>()),
        picks in prop::collection::vec(any::<Index>(), 0..30),
    ) {
        let mut bytes = model.to_json().into_bytes();
        for (at, byte) in changes {
            *at.get_mut(&mut bytes) = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        if let Ok(model) = Model::from_json(&String::from_utf8_lossy(&bytes)) {
            use_model(&model, &picks);
        }
    }

    #[test]
    fn changed_digits_never_panic(
        model in any_model(),
        changes in prop::collection::vec((any::<Index>(), b'0'..=b'9'), 1..4),
        picks in prop::collection::vec(any::<Index>(), 0..30),
    ) {
        let mut bytes = model.to_json().into_bytes();
        let digits: Vec<usize> =
            (0..bytes.len()).filter(|&at| bytes[at].is_ascii_digit()).collect();
        for (at, digit) in changes {
            bytes[*at.get(&digits)] = digit;
        }
        if let Ok(model) = Model::from_json(&String::from_utf8_lossy(&bytes)) {
            use_model(&model, &picks);
        }
    }

    #[test]
    fn changed_values_never_panic(
        model in any_model(),
        changes in prop::collection::vec((any::<Index>(), replacement()), 1..4),
        picks in prop::collection::vec(any::<Index>(), 0..30),
    ) {
        let mut json = serde_json::to_value(&model).unwrap();
        for (at, value) in changes {
            let places = pointers(&json);
            *json.pointer_mut(at.get::<String>(&places)).unwrap() = value;
        }
        if let Ok(model) = Model::from_json(&json.to_string()) {
            use_model(&model, &picks);
        }
    }
}

#[test]
fn a_tree_among_some_thresholds_cannot_be_called_plainly_optimal() {
    let kept = |kept| {
        let (rule, given) = ("quantile:8".to_string(), None);
        Some(KeptThresholds { rule, kept, offered: 90, most_per_column: 8, given })
    };
    for (status, thresholds, fine) in [
        (Status::Optimal, None, true),
        (Status::Optimal, kept(90), true),
        (Status::Optimal, kept(24), false),
        (Status::OptimalAmongThresholds, kept(24), true),
        (Status::OptimalAmongThresholds, kept(90), false),
        (Status::OptimalAmongThresholds, None, false),
        (Status::TimeLimit, kept(24), true),
        (Status::TimeLimit, kept(91), false),
    ] {
        let mut model = iris();
        model.certificate.status = status;
        model.certificate.thresholds = thresholds;
        let read = Model::from_json(&model.to_json());
        assert_eq!(read.is_ok(), fine, "{status}: {read:?}");
    }
}

#[test]
fn models_from_before_thresholds_were_chosen_are_read() {
    let json = iris().to_json();
    assert!(!json.contains("thresholds"));
    assert_eq!(Model::from_json(&json).unwrap().certificate.thresholds, None);
}
