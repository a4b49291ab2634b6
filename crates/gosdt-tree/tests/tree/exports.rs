//! What the exports say, word for word.
use crate::samples::{categorical, iris, is, leaf, model, numeric, shop, shop_with_missing, split};
use gosdt_data::{Reading, Test};
use gosdt_tree::{
    ColumnKind, Model, Node, SqlDialect, SqlLabels, Tree, describe, dot, rules, sql, text,
};

const NASTY: [&str; 7] = [
    "\"><script>alert(1)</script>",
    "it's \"quoted\"",
    "ends in \\",
    "two\nlines\r\n",
    "\u{1b}[2Jclear",
    "&lt;b&gt; & {x|y}",
    "\u{202e}backwards",
];

#[test]
fn text_of_three_classes() {
    let expected = "\
petal_length <= 2.45?
  yes: setosa  (50 rows, 100.0 %)
  no:  petal_width <= 1.75?
    yes: petal_length <= 4.95?
      yes: versicolor  (48 rows, 97.9 %)
      no:  virginica  (6 rows, 66.7 %)
    no:  virginica  (46 rows, 97.8 %)
";
    assert_eq!(text(&iris()), expected);
}

#[test]
fn text_of_a_boolean_and_a_categorical_column() {
    let expected = "\
member = yes?
  yes: buys  (10 rows, 80.0 %)
  no:  colour is red?
    yes: buys  (1 row, 100.0 %)
    no:  colour is blue?
      yes: stays  (5 rows, 100.0 %)
      no:  stays  (5 rows, 60.0 %)
";
    assert_eq!(text(&shop()), expected);
}

#[test]
fn rules_of_three_classes_say_each_column_once() {
    let expected = "\
IF petal_length <= 2.45 THEN setosa  (50 rows, 100.0 % right)
IF 2.45 < petal_length <= 4.95 AND petal_width <= 1.75 THEN versicolor  (48 rows, 97.9 % right)
IF petal_length > 4.95 AND petal_width <= 1.75 THEN virginica  (6 rows, 66.7 % right)
IF petal_length > 2.45 AND petal_width > 1.75 THEN virginica  (46 rows, 97.8 % right)
";
    assert_eq!(rules(&iris()), expected);
}

#[test]
fn rules_of_a_boolean_and_a_categorical_column() {
    let expected = "\
IF member = yes THEN buys  (10 rows, 80.0 % right)
IF member = no AND colour is red THEN buys  (1 row, 100.0 % right)
IF member = no AND colour is blue THEN stays  (5 rows, 100.0 % right)
IF member = no AND colour is not red, blue THEN stays  (5 rows, 60.0 % right)
";
    assert_eq!(rules(&shop()), expected);
}

#[test]
fn rules_say_where_missing_values_go() {
    let expected = "\
IF age is missing THEN buys  (4 rows, 100.0 % right)
IF age <= 30.5 THEN stays  (5 rows, 80.0 % right)
IF age > 30.5 AND member = yes THEN buys  (6 rows, 83.3 % right)
IF age > 30.5 AND member = no (or missing) AND colour is red THEN buys  (1 row, 100.0 % right)
IF age > 30.5 AND member = no (or missing) AND colour is not red THEN stays  \
(5 rows, 100.0 % right)
";
    assert_eq!(rules(&shop_with_missing()), expected);
}

#[test]
fn a_lone_leaf_is_always() {
    let model = model(&["a", "b"], vec![], vec![leaf(1, &[1.0, 3.0])]);
    assert_eq!(text(&model), "b  (4 rows, 75.0 %)\n");
    assert_eq!(rules(&model), "ALWAYS b  (4 rows, 75.0 % right)\n");
}

#[test]
fn a_leaf_without_weight_has_no_percentage() {
    let model = model(&["a", "b"], vec![], vec![leaf(1, &[0.0, 0.0])]);
    assert_eq!(text(&model), "b  (0 rows)\n");
    let weightless = Node::Leaf { class: 1, rows: 2, weights: vec![0.0, 0.0] };
    let model = Model { tree: Tree { nodes: vec![weightless] }, ..model };
    assert_eq!(text(&model), "b  (2 rows, no weight)\n");
    assert!(dot(&model).contains("2 rows, no weight"));
}

#[test]
fn dot_of_three_classes() {
    let expected = r#"digraph tree {
  node [shape=box, style="rounded,filled", fillcolor="white", fontname="sans-serif"];
  edge [fontname="sans-serif"];
  n0 [label="petal_length <= 2.45?"];
  n1 [label="setosa\n50 rows, 100.0 %", fillcolor="0.580 0.600 0.950"];
  n0 -> n1 [label="yes"];
  n2 [label="petal_width <= 1.75?"];
  n0 -> n2 [label="no"];
  n3 [label="petal_length <= 4.95?"];
  n2 -> n3 [label="yes"];
  n4 [label="versicolor\n48 rows, 97.9 %", fillcolor="0.198 0.590 0.950"];
  n3 -> n4 [label="yes"];
  n5 [label="virginica\n6 rows, 66.7 %", fillcolor="0.816 0.433 0.950"];
  n3 -> n5 [label="no"];
  n6 [label="virginica\n46 rows, 97.8 %", fillcolor="0.816 0.589 0.950"];
  n2 -> n6 [label="no"];
}
"#;
    assert_eq!(dot(&iris()), expected);
}

#[test]
fn dot_of_a_boolean_column() {
    let mut model = shop();
    model.tree.nodes.truncate(3);
    model.tree.nodes[2] = leaf(0, &[8.0, 3.0]);
    let expected = r#"digraph tree {
  node [shape=box, style="rounded,filled", fillcolor="white", fontname="sans-serif"];
  edge [fontname="sans-serif"];
  n0 [label="member = yes?"];
  n1 [label="buys\n10 rows, 80.0 %", fillcolor="0.198 0.500 0.950"];
  n0 -> n1 [label="yes"];
  n2 [label="stays\n11 rows, 72.7 %", fillcolor="0.580 0.464 0.950"];
  n0 -> n2 [label="no"];
}
"#;
    assert_eq!(dot(&model), expected);
}

/// The contents of the quoted strings of one line, read as Graphviz reads them; `None` when one is
/// not closed.
fn quoted_strings(line: &str) -> Option<Vec<String>> {
    let mut strings = Vec::new();
    let mut rest = line.chars();
    while rest.by_ref().any(|c| c == '"') {
        let mut content = String::new();
        loop {
            match rest.next()? {
                '"' => break,
                '\\' => content.extend(['\\', rest.next()?]),
                other => content.push(other),
            }
        }
        strings.push(content);
    }
    Some(strings)
}

fn nasty_model(name: &str) -> Model {
    let mut model = shop();
    model.classes[0] = name.into();
    for column in &mut model.columns {
        column.name.push_str(name);
    }
    let ColumnKind::Categorical { categories } = &mut model.columns[1].kind else { unreachable!() };
    *categories = vec![name.into(), "blue".into()];
    model.tree.nodes[2] = split(1, is(name), [3, 4], &[8.0, 3.0]);
    model.validate().unwrap();
    model
}

#[test]
fn no_name_breaks_out_of_its_label() {
    let shape = |line: &str| quoted_strings(line).expect("closed strings").len();
    let harmless = dot(&shop());
    for name in NASTY {
        let nasty = dot(&nasty_model(name));
        let shapes = |dot: &str| dot.lines().map(shape).collect::<Vec<_>>();
        assert_eq!(shapes(&nasty), shapes(&harmless), "{name:?}");
    }
}

#[test]
fn no_name_brings_line_breaks_or_controls_along() {
    for name in NASTY {
        let model = nasty_model(name);
        for (export, lines) in [(text(&model), 7), (rules(&model), 4), (dot(&model), 17)] {
            assert_eq!(export.lines().count(), lines, "{name:?}");
            let bad = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
            assert!(!export.contains(bad), "{name:?}");
        }
    }
}

#[test]
fn dot_says_quotes_backslashes_and_entities_as_they_are() {
    let mut model = model(&["a & \"b\"\\"], vec![], vec![leaf(0, &[1.0])]);
    assert!(dot(&model).contains(r#"label="\"a &amp; \\\"b\\\"\\\\\"\n1 row"#));
    model.classes[0] = "<b>".into();
    assert!(dot(&model).contains(r#"label="<b>\n1 row"#));
}

#[test]
fn names_that_read_as_more_than_one_are_quoted() {
    let mut model = shop();
    model.classes[1] = "buys, then".into();
    model.columns[0].name = " ".into();
    assert!(text(&model).starts_with("\" \" = yes?\n  yes: \"buys, then\"  (10 rows"));
}

#[test]
fn every_test_is_described_with_both_answers() {
    let model = shop_with_missing();
    let both = |column, test: Test| [true, false].map(|yes| describe(&model, column, &test, yes));
    assert_eq!(both(2, Test::AtMost(-0.1)), ["age <= -0.1", "age > -0.1 (or missing)"]);
    assert_eq!(both(0, is("yes")), ["member = yes", "member = no (or missing)"]);
    assert_eq!(both(0, is("no")), ["member = no", "member = yes (or missing)"]);
    assert_eq!(both(1, is("red")), ["colour is red", "colour is not red"]);
    for (column, name) in [(0, "member"), (1, "colour"), (2, "age")] {
        let expected = [format!("{name} is missing"), format!("{name} is not missing")];
        assert_eq!(both(column, Test::IsMissing), expected);
    }
}

/// The rule of the deepest leaf of a chain of questions, each with the answer given.
fn rule_after(model: &Model, answers: &[(usize, Test, bool)]) -> String {
    let mut model = model.clone();
    let weights = [1.0, 0.0];
    model.tree.nodes.clear();
    for (column, test, yes) in answers {
        let at = model.tree.nodes.len();
        let (next, other) = (at + 2, at + 1);
        let children = if *yes { [next, other] } else { [other, next] };
        model.tree.nodes.push(split(*column, test.clone(), children, &weights));
        model.tree.nodes.push(leaf(1, &weights));
    }
    model.tree.nodes.push(leaf(0, &weights));
    model.validate().unwrap();
    let rules = rules(&model);
    let deepest = rules.lines().find(|rule| rule.contains("THEN stays")).unwrap();
    deepest.split_once(" THEN").unwrap().0.to_owned()
}

#[test]
fn answers_about_one_column_become_one_condition() {
    let model = shop_with_missing();
    let age = |t: f64, yes| (2, Test::AtMost(t), yes);
    let after = |answers: &[_]| rule_after(&model, answers);
    assert_eq!(after(&[age(9.0, true), age(5.0, true)]), "IF age <= 5");
    assert_eq!(after(&[age(1.0, false), age(3.0, false)]), "IF age > 3 (or missing)");
    assert_eq!(after(&[age(1.0, false), (2, Test::IsMissing, false)]), "IF age > 1");
    assert_eq!(after(&[age(1.0, false), (2, Test::IsMissing, true)]), "IF age is missing");
    let (red, blue) = (|yes| (1, is("red"), yes), |yes| (1, is("blue"), yes));
    assert_eq!(after(&[red(false), blue(true)]), "IF colour is blue");
    let there = (1, Test::IsMissing, false);
    assert_eq!(after(&[red(false), there]), "IF colour is not missing and not red");
    let (yes, no) = ((0, is("yes"), false), (0, is("no"), false));
    assert_eq!(after(&[yes.clone(), (0, Test::IsMissing, false)]), "IF member = no");
    assert_eq!(after(&[yes, no]), "IF member is missing");
}

#[test]
fn contradicting_answers_are_said_to_be_impossible() {
    let model = shop_with_missing();
    let after = |answers: &[_]| rule_after(&model, answers);
    let never = |name| format!("IF {name} has no possible value");
    assert_eq!(after(&[(0, is("yes"), true), (0, is("no"), true)]), never("member"));
    assert_eq!(after(&[(1, is("red"), true), (1, is("red"), false)]), never("colour"));
    let there_and_not = [(2, Test::IsMissing, true), (2, Test::IsMissing, false)];
    assert_eq!(after(&there_and_not), never("age"));
    assert_eq!(after(&[(2, Test::AtMost(0.0), true), (2, Test::IsMissing, true)]), never("age"));
}

#[test]
fn numbers_are_printed_with_all_their_digits() {
    let threshold = Test::AtMost(0.1 + 0.2);
    let nodes = vec![split(0, threshold, [1, 2], &[1.0]), leaf(0, &[1.0]), leaf(0, &[0.0])];
    let model = model(&["a"], vec![numeric("x")], nodes);
    assert!(text(&model).starts_with("x <= 0.30000000000000004?"));
}

#[test]
fn sql_of_a_boolean_and_a_categorical_column() {
    let expected = "\
CASE WHEN LOWER(CAST(\"member\" AS VARCHAR)) IN ('yes', '1', '1.0', 'true', 't', 'y') THEN
  'buys'
WHEN LOWER(CAST(\"member\" AS VARCHAR)) IN ('no', '0', '0.0', 'false', 'f', 'n') OR \
LOWER(CAST(\"member\" AS VARCHAR)) IN ('yes', '1', '1.0', 'true', 't', 'y') THEN
  CASE WHEN CAST(\"colour\" AS VARCHAR) = 'red' THEN
    'buys'
  WHEN \"colour\" IS NOT NULL THEN
    CASE WHEN CAST(\"colour\" AS VARCHAR) = 'blue' THEN
      'stays'
    WHEN \"colour\" IS NOT NULL THEN
      'stays'
    END
  END
END
";
    assert_eq!(sql(&shop(), SqlDialect::DuckDb, SqlLabels::AsSpelled).unwrap(), expected);
}

#[test]
fn sql_lets_missing_values_go_their_way_where_the_model_does() {
    let text = sql(&shop_with_missing(), SqlDialect::Postgres, SqlLabels::AsSpelled).unwrap();
    assert!(text.contains("ELSE\n") && !text.contains("IS NOT NULL"), "{text}");
}

#[test]
fn sql_spells_numbers_exactly_and_as_doubles() {
    let nodes = vec![
        split(0, Test::AtMost(0.1 + 0.2), [1, 2], &[1.0, 1.0]),
        leaf(0, &[1.0, 0.0]),
        leaf(1, &[0.0, 1.0]),
    ];
    let model = model(&["no", "yes"], vec![numeric("x")], nodes);
    for (dialect, number) in [
        (SqlDialect::DuckDb, "0.30000000000000004e0"),
        (SqlDialect::BigQuery, "0.30000000000000004e0"),
        (SqlDialect::Spark, "0.30000000000000004D"),
        (SqlDialect::Postgres, "CAST('0.30000000000000004' AS DOUBLE PRECISION)"),
    ] {
        let text = sql(&model, dialect, SqlLabels::AsSpelled).unwrap();
        assert!(text.contains(&format!("<= {number} THEN")), "{text}");
        assert!(text.contains("<= 1.797") || text.contains("'1.797"), "{text}");
    }
}

#[test]
fn sql_quotes_names_and_texts_of_any_kind() {
    let quoted = |dialect, name: &str| {
        let nodes = vec![
            split(0, is(name), [1, 2], &[1.0, 1.0]),
            leaf(0, &[1.0, 0.0]),
            leaf(1, &[0.0, 1.0]),
        ];
        let model = model(&["0", "1"], vec![categorical(name, &[name])], nodes);
        sql(&model, dialect, SqlLabels::AsSpelled)
    };
    let hostile = "a\"b'c`d\\e\n${f}";
    for (dialect, name, value) in [
        (SqlDialect::DuckDb, "\"a\"\"b'c`d\\e\n${f}\"", "'a\"b''c`d\\e\n${f}'"),
        (SqlDialect::Postgres, "\"a\"\"b'c`d\\e\n${f}\"", "E'a\"b''c`d\\\\e\n${f}'"),
        (SqlDialect::Spark, "`a\"b'c``d\\e\n${f}`", "'a\"b\\'c`d\\\\e\\n\\u0024{f}'"),
        (SqlDialect::BigQuery, "`a\"b'c\\`d\\\\e\\n${f}`", "'a\"b\\'c`d\\\\e\\n${f}'"),
    ] {
        let text = quoted(dialect, hostile).unwrap();
        assert!(text.contains(&format!("CAST({name} AS ")), "{text}");
        assert!(text.contains(&format!(") = {value} THEN\n  0\n")), "{text}");
    }
    let error = quoted(SqlDialect::DuckDb, "a\0b").unwrap_err().to_string();
    assert!(error.contains("zero character"), "{error}");
}

#[test]
fn sql_dialects_are_known_by_name() {
    assert_eq!("PostgreSQL".parse(), Ok(SqlDialect::Postgres));
    let error = "oracle".parse::<SqlDialect>().unwrap_err().to_string();
    assert!(error.contains("choose duckdb, spark, postgres or bigquery"), "{error}");
}

/// A tree over an ordered column: `size <= mid` is asked, then `size <= low`.
fn sizes() -> Model {
    let mut column = numeric("size");
    column.reading = Reading::of_levels(["low", "mid", "high"].map(String::from).to_vec());
    let nodes = vec![
        split(0, Test::AtMost(1.5), [1, 2], &[5.0, 5.0]),
        split(0, Test::AtMost(0.5), [3, 4], &[4.0, 2.0]),
        leaf(1, &[1.0, 3.0]),
        leaf(0, &[3.0, 0.0]),
        leaf(1, &[1.0, 2.0]),
    ];
    model(&["no", "yes"], vec![column], nodes)
}

#[test]
fn ordered_categories_are_said_by_their_names() {
    let expected = "\
IF size <= low THEN no  (3 rows, 100.0 % right)
IF low < size <= mid THEN yes  (3 rows, 66.7 % right)
IF size > mid THEN yes  (4 rows, 75.0 % right)
";
    assert_eq!(rules(&sizes()), expected);
    let sql = sql(&sizes(), SqlDialect::DuckDb, SqlLabels::AsSpelled).unwrap();
    assert!(
        sql.starts_with("CASE WHEN CAST(\"size\" AS VARCHAR) IN ('low', 'mid') THEN\n"),
        "{sql}"
    );
    assert!(sql.contains("WHEN CAST(\"size\" AS VARCHAR) IN ('low', 'mid', 'high') THEN"), "{sql}");
}

#[test]
fn thresholds_have_one_text_everywhere() {
    let model = |threshold| {
        let nodes = vec![
            split(0, Test::AtMost(threshold), [1, 2], &[1.0, 1.0]),
            leaf(0, &[1.0, 0.0]),
            leaf(1, &[0.0, 1.0]),
        ];
        model(&["no", "yes"], vec![numeric("x")], nodes)
    };
    for (threshold, words) in
        [(0.085, "0.085"), (-1234.5, "-1234.5"), (2e20, "2e20"), (3e-9, "3e-9")]
    {
        let model = model(threshold);
        assert!(text(&model).contains(&format!("x <= {words}?")), "{}", text(&model));
        assert!(rules(&model).contains(&format!("x > {words} THEN")));
        assert!(dot(&model).contains(&format!("x <= {words}?")));
        for (dialect, literal) in [
            (
                SqlDialect::DuckDb,
                if words.contains('e') { words.to_string() } else { format!("{words}e0") },
            ),
            (SqlDialect::Spark, format!("{}D", words.to_uppercase())),
            (SqlDialect::Postgres, format!("CAST('{words}' AS DOUBLE PRECISION)")),
        ] {
            let sql = sql(&model, dialect, SqlLabels::AsSpelled).unwrap();
            assert!(sql.contains(&format!("<= {literal} THEN")), "{sql}");
        }
    }
}

#[test]
fn leaves_say_why_they_have_their_class_where_classes_count_differently() {
    let nodes = vec![
        split(0, Test::AtMost(0.5), [1, 2], &[94.0, 6.0]),
        leaf(0, &[70.0, 0.0]),
        leaf(1, &[24.0, 6.0]),
    ];
    let mut model = model(&["no", "yes"], vec![numeric("x")], nodes);
    assert!(text(&model).contains("yes  (30 rows, 20.0 %)\n"));
    model.objective.name = "balanced".into();
    assert!(text(&model).contains("yes  (30 rows, 20.0 %; 79.7 % of the weight)\n"));
    assert!(rules(&model).contains("(30 rows, 20.0 % right; 79.7 % of the weight)"));
    model.objective.name = "weighted:13/2".into();
    assert!(text(&model).contains("yes  (30 rows, 20.0 %; 61.9 % of the weight)\n"));
}

#[test]
fn a_column_that_lacked_nothing_does_not_speak_of_missing_values() {
    let mut model = shop_with_missing();
    assert!(rules(&model).contains("member = no (or missing)"));
    for column in &mut model.columns {
        column.has_missing = Some(column.name == "age");
    }
    let rules = rules(&model);
    assert!(rules.contains("age is missing") && rules.contains("member = no AND"), "{rules}");
    assert!(!rules.contains("(or missing)"), "{rules}");
}
