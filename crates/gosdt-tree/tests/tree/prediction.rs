//! Prediction on raw tables.
use crate::samples::{
    boolean, categorical, iris, is, leaf, model, numeric, shop, shop_with_missing, split, table,
};
use gosdt_data::{
    DataError, DatePart, DateReading, Missing, NumberFormat, RawTable, Reading, Test,
};
use gosdt_tree::{Model, ModelError, true_classes};

fn classes(model: &Model, text: &str) -> Vec<usize> {
    model.predict(&table(text)).unwrap().classes
}

fn fault(model: &Model, text: &str) -> String {
    model.predict(&table(text)).unwrap_err().to_string()
}

/// One question about one column; yes is class 1.
fn one_question(column: gosdt_tree::ModelColumn, test: Test) -> Model {
    let nodes =
        vec![split(0, test, [1, 2], &[1.0, 1.0]), leaf(1, &[0.0, 1.0]), leaf(0, &[1.0, 0.0])];
    model(&["no", "yes"], vec![column], nodes)
}

#[test]
fn columns_are_matched_by_name_and_others_are_ignored() {
    let text = "petal_width,note,petal_length\n0.2,?,1.4\n1.3,x,4.9\n1.5,,5.0\n2.5,y,6.0\n";
    let predictions = iris().predict(&table(text)).unwrap();
    assert_eq!(predictions.leaves, [1, 4, 5, 6]);
    assert_eq!(predictions.classes, [0, 1, 2, 2]);
}

#[test]
fn a_threshold_belongs_to_yes() {
    let model = one_question(numeric("x"), Test::AtMost(0.3));
    assert_eq!(classes(&model, "x,y\n0.3,0\n0.30000000000000004,0\n3e-1,0\n-7,0\n"), [1, 0, 1, 1]);
}

#[test]
fn a_lone_leaf_needs_no_column() {
    let model = model(&["a", "b"], vec![numeric("x")], vec![leaf(1, &[1.0, 2.0])]);
    assert_eq!(classes(&model, "other\n1\nabc\n"), [1, 1]);
}

#[test]
fn a_category_unseen_in_training_is_none_of_those_asked_for() {
    let text = "member,colour\nno,red\nno,purple\nno,RED\n";
    assert_eq!(shop().predict(&table(text)).unwrap().leaves, [3, 6, 6]);
}

#[test]
fn booleans_are_read_in_any_spelling() {
    let text = "member,colour\nYES,x\n1,x\ntrue,x\nT,x\n0,red\nfalse,red\nN,red\n0.0,red\n";
    let leaves = shop().predict(&table(text)).unwrap().leaves;
    assert_eq!(leaves, [1, 1, 1, 1, 3, 3, 3, 3]);
}

#[test]
fn a_question_for_the_false_side_is_answered_as_such() {
    let model = one_question(boolean("b", "no", "yes"), is("no"));
    assert_eq!(classes(&model, "b,c\nno,1\nyes,1\n0,1\n"), [1, 0, 1]);
}

#[test]
fn one_missing_column_is_named_with_the_nearest_there_is() {
    let error = fault(&shop(), "members,colour\nno,red\n");
    let expected = "new.csv: there is no column `member`; did you mean `members`? \
                    (columns: members, colour)";
    assert_eq!(error, expected);
}

#[test]
fn all_missing_columns_are_named() {
    let error = shop().predict(&table("age,x\n1,2\n")).unwrap_err();
    let text = error.to_string();
    let ModelError::MissingColumns { missing, .. } = error else { panic!("{text}") };
    assert_eq!(missing, ["member", "colour"]);
    let start = "new.csv: there is no column `member`";
    let end = "; of the columns that the tree asks about, 2 are missing: member, colour";
    assert!(text.starts_with(start) && text.ends_with(end), "{text}");
}

#[test]
fn text_in_a_numeric_column_is_refused_with_its_place() {
    let error = fault(&iris(), "petal_length,petal_width\n1,1\n3.x,1\n");
    assert_eq!(error, "new.csv, line 3, column `petal_length`: `3.x` is not a number");
}

#[test]
fn an_infinite_number_is_refused() {
    for infinite in ["inf", "-Infinity", "1e999"] {
        let error = fault(&iris(), &format!("petal_length,petal_width\n{infinite},1\n"));
        let place = "new.csv, line 2, column `petal_length`";
        assert_eq!(error, format!("{place}: `{infinite}` is not a finite number"));
    }
}

#[test]
fn another_word_in_a_boolean_column_is_refused() {
    let error = fault(&shop(), "member,colour\nmaybe,red\n");
    assert_eq!(error, "new.csv, line 2, column `member`: `maybe` is not `no` or `yes`");
}

#[test]
fn a_cell_that_is_quoted_in_an_error_brings_no_controls_along() {
    let error = fault(&shop(), "member,colour\n\u{1b}[2J,red\n");
    assert!(!error.contains('\u{1b}'), "{error:?}");
}

#[test]
fn missing_values_are_refused_with_their_count() {
    let text = "petal_length,petal_width\n?,1\n1,1\n5,\nNA,2\n";
    for missing in [Missing::Error, Missing::Drop] {
        let model = Model { missing, ..iris() };
        let expected = "new.csv, line 2, column `petal_length`: the row has a missing value in a \
                        column that the tree asks about (3 such rows in all): fill in or leave out \
                        such rows, or fit the model again with `--missing category`";
        assert_eq!(fault(&model, text), expected);
    }
    let one = fault(&shop(), "member,colour\nyes,\nno,\n");
    assert!(one.starts_with("new.csv, line 3, column `colour`: the row has a missing"), "{one}");
    assert!(one.contains("(the only such row)"), "{one}");
}

#[test]
fn only_what_the_way_through_the_tree_asks_about_matters() {
    let text = "petal_length,petal_width,sepal_length\n1,,?\n2,rubbish,inf\n";
    assert_eq!(classes(&iris(), text), [0, 0]);
    assert_eq!(classes(&shop(), "member,colour\nyes,?\n"), [1]);
}

#[test]
fn missing_as_a_category_answers_no_to_all_but_is_missing() {
    let text = "age,member,colour\n?,no,red\n20,,\n40,NA,red\n40,,null\n40,yes,\n";
    let leaves = shop_with_missing().predict(&table(text)).unwrap().leaves;
    assert_eq!(leaves, [1, 3, 7, 8, 5]);
    let model = one_question(numeric("x"), Test::AtMost(3.0));
    let model = Model { missing: Missing::Category, ..model };
    assert_eq!(classes(&model, "x,y\nNaN,1\n2,1\n,1\n"), [0, 1, 0]);
}

#[test]
fn an_unreadable_cell_is_refused_even_where_missing_is_a_category() {
    let error = fault(&shop_with_missing(), "age,member,colour\nold,yes,red\n");
    assert_eq!(error, "new.csv, line 2, column `age`: `old` is not a number");
}

#[test]
fn a_model_that_cannot_be_is_refused() {
    let model = one_question(categorical("c", &["a"]), Test::AtMost(1.0));
    let expected = "the model is damaged: node 0: it compares column \"c\", which is not numeric";
    assert_eq!(fault(&model, "c,d\na,1\n"), expected);
}

#[test]
fn shares_are_those_of_the_training_weight() {
    assert_eq!(shop().shares(1), [0.2, 0.8]);
    assert_eq!(iris().shares(1), [1.0, 0.0, 0.0]);
}

#[test]
fn a_leaf_without_weight_is_sure_of_its_class() {
    let model = model(&["a", "b"], vec![], vec![leaf(1, &[0.0, 0.0])]);
    assert_eq!(model.shares(0), [0.0, 1.0]);
}

#[test]
fn what_is_no_leaf_has_no_shares() {
    assert!(shop().shares(0).is_empty());
    assert!(shop().shares(99).is_empty());
}

fn labels(classes: &[&str], text: &str) -> Result<Vec<usize>, ModelError> {
    let model = model(classes, vec![], vec![leaf(0, &vec![1.0; classes.len()])]);
    true_classes(&model, &labelled(text))
}

fn labelled(text: &str) -> RawTable {
    table(&format!("x,label\n{text}"))
}

#[test]
fn labels_are_found_by_name() {
    assert_eq!(labels(&["no", "yes"], "1,yes\n2,no\n").unwrap(), [1, 0]);
}

#[test]
fn labels_that_are_numbers_are_found_in_any_spelling() {
    let found = labels(&["0", "1", "2.50"], "1,1.0\n1,0\n1,2.5\n1,1e0\n").unwrap();
    assert_eq!(found, [1, 0, 2, 1]);
    assert_eq!(labels(&["1", "1.0"], "1,1.0\n1,1\n").unwrap(), [1, 0]);
}

#[test]
fn long_keys_that_differ_are_different_labels() {
    let keys = ["10000000000000000", "10000000000000001"];
    let text = "1,10000000000000001.0\n1,1e16\n";
    assert_eq!(labels(&keys, text).unwrap(), [1, 0]);
    assert!(labels(&keys[..1], "1,10000000000000001\n").is_err());
}

#[test]
fn an_unknown_label_is_refused_with_its_place() {
    let error = labels(&["no", "yes"], "1,no\n2,maybe\n").unwrap_err().to_string();
    let expected = "new.csv, line 3, column `label`: the label `maybe` is unknown to the model; \
                    its classes are no, yes";
    assert_eq!(error, expected);
}

#[test]
fn a_missing_label_is_refused_with_its_place() {
    let error = labels(&["no", "yes"], "1,no\n2,?\n").unwrap_err().to_string();
    let expected = "new.csv, line 3, column `label`: the label is missing: fill it in or leave \
                    the row out";
    assert_eq!(error, expected);
}

#[test]
fn a_table_without_the_target_is_refused() {
    let error = true_classes(&shop(), &table("x,labels\n1,buys\n")).unwrap_err();
    assert!(matches!(error, ModelError::Data(DataError::NoSuchColumn { .. })));
}

#[test]
fn cells_are_read_as_the_column_says() {
    let mut column = numeric("x");
    column.reading = Reading::of_format(NumberFormat { decimal: ',', thousands: None });
    let decimal = one_question(column, Test::AtMost(1.5));
    assert_eq!(classes(&decimal, "x;y\n1,5;0\n1,6;0\n"), [1, 0]);
    let error = fault(&decimal, "x;y\n1.5;0\n");
    assert!(error.contains("`1.5`") && error.contains("the decimal character `,`"), "{error}");

    let date = DateReading { column: "day".into(), part: DatePart::Month, day_first: true };
    let mut column = numeric("day.month");
    column.reading = Reading::of_date(date);
    let dates = one_question(column, Test::AtMost(6.5));
    assert_eq!(classes(&dates, "day,y\n30/6/2020,0\n1/7/2020,0\n"), [1, 0]);
    assert!(fault(&dates, "other\n1\n").contains("`day`"));
}

#[test]
fn a_reading_survives_the_model_file() {
    let mut column = numeric("size");
    column.reading = Reading::of_levels(["low", "mid", "high"].map(String::from).to_vec());
    column.has_missing = Some(false);
    let model = one_question(column, Test::AtMost(0.5));
    let again = Model::from_json(&model.to_json()).unwrap();
    assert_eq!(again, model);
    assert_eq!(classes(&again, "size\nlow\nmid\nhigh\n"), [1, 0, 0]);
    assert!(fault(&again, "size\nhuge\n").contains("one of low, mid, high"));
    assert!(!one_question(numeric("x"), Test::AtMost(0.5)).to_json().contains("reading"));
}
