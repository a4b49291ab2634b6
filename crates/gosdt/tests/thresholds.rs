//! Fewer thresholds than all: the optimum of the smaller problem, and never more claimed than that.
use gosdt::{
    ColumnThresholds, CsvOptions, FitOptions, Model, ObjectiveChoice, PathOptions, RawTable,
    Schema, SelectOptions, Silent, Status, Table, Test, Thresholds, baseline, fit, parse_decimal,
    path, read_csv_from, select,
};
use gosdt_data::group_rows_at;
use gosdt_oracle::random::Stream;
use gosdt_oracle::{Loss, OracleProblem, optimum};
use gosdt_search::resident_memory;
use num_traits::ToPrimitive;

const LAMBDA: &str = "1/20";

/// Rows with two numeric columns, a category, and a label that depends on all of them and on chance.
fn csv(seed: u64, rows: usize, classes: usize) -> String {
    let mut stream = Stream::new(seed);
    let mut text = "x,y,colour,label\n".to_string();
    for _ in 0..rows {
        let [x, y, colour] = [stream.below(40), stream.below(15), stream.below(3)];
        let noise = if stream.below(5) == 0 { stream.below(classes) } else { 0 };
        let label = (x / 11 + y / 6 + colour + noise) % classes;
        text += &format!("{x},{y},{},c{label}\n", ["red", "green", "blue"][colour]);
    }
    text
}

fn read(text: &str) -> (RawTable, Table) {
    let raw = read_csv_from(text.as_bytes(), "made", &CsvOptions::default()).unwrap();
    let table = Table::from_raw(&raw, &Schema::default()).unwrap();
    (raw, table)
}

fn rules() -> Vec<Thresholds> {
    let given = vec![ColumnThresholds { column: "x".to_string(), at: vec![10.0, 21.5, 33.0] }];
    let mut rules: Vec<Thresholds> = ["quantile:1", "quantile:3", "guess:3,1", "guess:4,2"]
        .map(|rule| rule.parse().unwrap())
        .into();
    rules.push(Thresholds::Given(given));
    rules
}

fn options(thresholds: &Thresholds) -> FitOptions {
    FitOptions {
        lambda: LAMBDA.parse().unwrap(),
        thresholds: thresholds.clone(),
        ..FitOptions::default()
    }
}

/// The optimum over the kept tests, by the oracle, whose rows are the answers of the raw values.
fn judged(table: &Table, thresholds: &Thresholds, loss: Loss) -> f64 {
    let classes = group_rows_at(table, thresholds, &|| false).unwrap();
    let tests: Vec<(usize, Test)> = classes
        .columns
        .iter()
        .flat_map(|one| (0..one.splits).map(move |split| (one.column, one.test(split))))
        .collect();
    let answer =
        |row: usize, (column, test): &(usize, Test)| match (test, &table.columns[*column].values) {
            (Test::AtMost(threshold), gosdt::Values::Numeric(values)) => values[row] <= *threshold,
            (Test::Is(text), gosdt::Values::Categorical { categories, codes }) => {
                codes[row].is_some_and(|code| categories[code as usize] == *text)
            }
            other => panic!("{other:?} is not in this table"),
        };
    let problem = OracleProblem {
        rows: (0..table.rows)
            .map(|row| tests.iter().map(|test| answer(row, test)).collect())
            .collect(),
        labels: table.labels.codes.iter().map(|&code| code as usize).collect(),
        classes: table.labels.classes.len(),
        weights: vec![1; table.rows],
        loss,
        lambda: parse_decimal(LAMBDA).unwrap(),
        max_depth: None,
        max_leaves: None,
        min_leaf: 1,
    };
    optimum(&problem).to_f64().unwrap()
}

/// The tree's loss on the raw rows plus its leaves' price is what the certificate says.
fn check_on_raw_rows(model: &Model, raw: &RawTable, table: &Table) {
    let predicted = model.predict(raw).unwrap().classes;
    let pairs = predicted.iter().zip(&table.labels.codes);
    let wrong = pairs.filter(|(predicted, truth)| **predicted != **truth as usize).count();
    assert!((wrong as f64 / table.rows as f64 - model.certificate.loss).abs() < 1e-12);
}

#[test]
fn the_tree_is_the_optimum_of_the_smaller_problem() {
    for seed in 0..12 {
        let (raw, table) = read(&csv(seed, 24, 2 + seed as usize % 2));
        for rule in rules() {
            let model = fit(&table, &options(&rule), &mut Silent).unwrap().model;
            let proof = &model.certificate;
            assert_eq!(proof.status, Status::OptimalAmongThresholds, "{rule}");
            assert!(!proof.status.is_optimal() && proof.status.is_proven());
            assert_eq!(
                (proof.gap, proof.objective),
                (0.0, judged(&table, &rule, Loss::Accuracy)),
                "{rule}"
            );
            let kept = proof.among().unwrap();
            assert_eq!(kept.rule, rule.to_string());
            assert!(kept.kept < kept.offered && kept.most_per_column <= kept.kept);
            check_on_raw_rows(&model, &raw, &table);
            assert_eq!(Model::from_json(&model.to_json()).unwrap(), model);
        }
    }
}

#[test]
fn objectives_that_rank_have_fewer_thresholds_too() {
    let (_, table) = read(&csv(3, 40, 2));
    let rule: Thresholds = "quantile:2".parse().unwrap();
    let options = FitOptions { objective: ObjectiveChoice::Auc, ..options(&rule) };
    let proof = fit(&table, &options, &mut Silent).unwrap().model.certificate;
    assert_eq!(proof.status, Status::OptimalAmongThresholds);
    assert!(proof.among().unwrap().most_per_column <= 2);
}

#[test]
fn where_none_is_left_out_the_tree_is_plainly_optimal() {
    let (_, table) = read(&csv(5, 30, 2));
    let rule: Thresholds = "quantile:1000".parse().unwrap();
    let [all, kept] =
        [Thresholds::All, rule].map(|rule| fit(&table, &options(&rule), &mut Silent).unwrap());
    assert_eq!(kept.model.certificate.status, Status::Optimal);
    assert!(kept.model.certificate.among().is_none());
    assert_eq!(kept.model.certificate.thresholds.unwrap().rule, "quantile:1000");
    assert_eq!(kept.model.tree, all.model.tree);
    assert_eq!(all.model.certificate.thresholds, None);
}

#[test]
fn all_leaves_no_trace_in_the_model() {
    let (_, table) = read(&csv(5, 30, 2));
    let json = fit(&table, &FitOptions::default(), &mut Silent).unwrap().model.to_json();
    assert!(!json.contains("thresholds"));
}

#[test]
fn paths_say_it_of_all_their_trees() {
    let (_, table) = read(&csv(7, 60, 2));
    for rule in rules() {
        let options = PathOptions { fit: options(&rule), ..PathOptions::default() };
        let found = path(&table, &options, &mut Silent).unwrap();
        assert_eq!(found.status, Status::OptimalAmongThresholds, "{rule}");
        for tree in &found.trees {
            assert_eq!(tree.model.certificate.status, Status::OptimalAmongThresholds);
        }
    }
}

#[test]
fn each_fold_chooses_its_own_thresholds() {
    let (_, table) = read(&csv(9, 80, 2));
    for rule in rules() {
        let chosen =
            select(&table, &options(&rule), &SelectOptions::default(), &mut Silent).unwrap();
        let proof = &chosen.fit.model.certificate;
        assert_eq!(proof.status, Status::OptimalAmongThresholds, "{rule}");
        let folds = chosen.selection.folds;
        assert!(chosen.selection.candidates.iter().all(|one| one.proven == folds), "{rule}");
    }
}

#[test]
fn greedy_trees_beside_ask_the_same_thresholds() {
    let (_, table) = read(&csv(11, 80, 2));
    for rule in rules() {
        let model = fit(&table, &options(&rule), &mut Silent).unwrap().model;
        let beside = baseline(&table, &model).unwrap();
        let objective = model.certificate.objective;
        assert!(beside.pruned.objective >= objective, "{rule}");
        assert!(beside.same_leaves.objective >= objective - 1e-12, "{rule}");
    }
}

#[test]
fn listed_thresholds_that_do_not_fit_the_table_are_refused_by_name() {
    let (_, table) = read(&csv(1, 20, 2));
    for (column, at, expected) in [
        ("xx", vec![1.0], "column `xx`, which is not in made; did you mean `x`?"),
        ("colour", vec![1.0], "column `colour`, which is not numeric; leave it out"),
        ("y", vec![f64::NAN], "column `y`: the threshold NaN is not a finite number"),
    ] {
        let rule = Thresholds::Given(vec![ColumnThresholds { column: column.to_string(), at }]);
        let error = fit(&table, &options(&rule), &mut Silent).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    let rule = Thresholds::Quantile { most: 0 };
    let error = fit(&table, &options(&rule), &mut Silent).unwrap_err().to_string();
    assert!(error.contains("quantile:0"), "{error}");
}

/// Many rows of many columns, of which the first tells the label.
fn wide_csv(rows: usize, columns: usize) -> String {
    let mut stream = Stream::new(7);
    let names: Vec<String> = (0..columns).map(|column| format!("x{column}")).collect();
    let mut text = names.join(",") + ",label\n";
    for _ in 0..rows {
        let first = stream.below(10);
        text += &first.to_string();
        for _ in 1..columns {
            text.push(',');
            text.push(char::from(b'0' + stream.below(10) as u8));
        }
        text += if first < 5 { ",a\n" } else { ",b\n" };
    }
    text
}

#[test]
fn where_ranks_do_not_fit_in_memory_bits_may() {
    // Without a penalty, what is left of many thresholds is stored as ranks. These would take 300 MB.
    let (_, table) = read(&wide_csv(20_000, 80));
    let limit = resident_memory().unwrap_or(0) + (200 << 20);
    let options = FitOptions {
        lambda: "0".parse().unwrap(),
        max_depth: Some(1),
        memory_limit: Some(limit),
        threads: Some(1),
        ..options(&"quantile:4".parse().unwrap())
    };
    let proof = fit(&table, &options, &mut Silent).unwrap().model.certificate;
    assert!(proof.among().unwrap().kept > 150);
    assert_eq!(proof.status, Status::OptimalAmongThresholds);
}
