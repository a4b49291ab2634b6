//! The greedy trees beside the optimal one: on the same terms, and never better.
use gosdt::{
    Baseline, BaselineError, Column, CostMatrix, CsvOptions, Fit, FitOptions, GreedyTree, Labels,
    Missing, ObjectiveChoice, Schema, Silent, Table, Values, Weights, baseline, demo, fit,
    read_csv_from,
};
use gosdt_oracle::random::{Generated, Ranges, generate_within};

fn table(text: &str) -> Table {
    let raw = read_csv_from(text.as_bytes(), "table", &CsvOptions::default()).unwrap();
    Table::from_raw(&raw, &Schema::default()).unwrap()
}

fn both(table: &Table, options: &FitOptions) -> (Fit, Baseline) {
    let fitted = fit(table, options, &mut Silent).unwrap();
    assert!(fitted.model.certificate.status.is_optimal());
    let greedy = baseline(table, &fitted.model).unwrap();
    (fitted, greedy)
}

fn options(objective: &str, lambda: &str) -> FitOptions {
    let objective = ObjectiveChoice::parse(objective).unwrap();
    FitOptions { objective, lambda: lambda.parse().unwrap(), ..FitOptions::default() }
}

/// A random problem of two classes as a table, if both occur with weight.
fn random_table(seed: u64) -> Option<(Table, FitOptions)> {
    let ranges = Ranges { classes: 2..=2, labels: 2, ..Ranges::default() };
    let Generated { problem, .. } = generate_within(seed, &ranges);
    let column = |at: usize| Column {
        name: format!("x{at}"),
        values: Values::Boolean {
            spelling: ["0", "1"].map(String::from),
            values: problem.rows.iter().map(|row| Some(row[at])).collect(),
        },
    };
    let labels = Labels {
        name: "y".to_string(),
        classes: ["a", "b"].map(String::from).into(),
        codes: problem.labels.iter().map(|&label| label as u32).collect(),
    };
    // AUC and its kin need weights below 2³¹ and both classes.
    let values: Vec<u64> = problem.weights.iter().map(|weight| weight % 7).collect();
    let weight = |class: usize| -> u64 {
        problem.labels.iter().zip(&values).filter(|(l, _)| **l == class).map(|(_, w)| w).sum()
    };
    if weight(0) == 0 || weight(1) == 0 {
        return None;
    }
    let weights = Some(Weights { name: "w".to_string(), values, denominator: 1 });
    let columns = (0..problem.features()).map(column).collect();
    let options = FitOptions {
        max_depth: problem.max_depth,
        max_leaves: problem.max_leaves,
        min_leaf: problem.min_leaf,
        threads: Some(1),
        ..FitOptions::default()
    };
    Some((Table::new("random", columns, labels, weights, Missing::Error).unwrap(), options))
}

#[test]
fn no_greedy_tree_is_better_than_the_optimum_and_each_keeps_the_limits() {
    let costs = CostMatrix::parse("0,3\n1,0\n", "costs").unwrap();
    let additive = ["accuracy", "balanced", "weighted:2.5"];
    let ranked = ["auc", "pauc:0.3", "fscore", "fscore:1.1", "fbeta:2", "jaccard"];
    let mut objectives: Vec<ObjectiveChoice> =
        additive.iter().chain(&ranked).map(|name| ObjectiveChoice::parse(name).unwrap()).collect();
    objectives.push(ObjectiveChoice::Costs(costs));
    let (mut worse, mut same) = (0, 0);
    for seed in 0..400 {
        let Some((table, limits)) = random_table(seed) else { continue };
        let objective = objectives[seed as usize % objectives.len()].clone();
        let lambda = ["0.01", "0.05", "0.1"][seed as usize % 3].parse().unwrap();
        let options = FitOptions { objective, lambda, ..limits };
        let (fitted, greedy) = both(&table, &options);
        for tree in [&greedy.pruned, &greedy.same_leaves] {
            let best = fitted.model.certificate.objective;
            assert!(tree.objective >= best, "seed {seed}: {} below {best}", tree.objective);
            check_limits(tree, &options, seed);
        }
        assert!(greedy.same_leaves.tree.leaves() <= fitted.model.tree.leaves());
        match greedy.pruned.objective > fitted.model.certificate.objective {
            true => worse += 1,
            false => same += 1,
        }
    }
    assert!(worse > 30 && same > 30, "{worse} worse, {same} as good");
}

#[track_caller]
fn check_limits(greedy: &GreedyTree, options: &FitOptions, seed: u64) {
    let tree = &greedy.tree;
    tree.validate().unwrap();
    assert!(options.max_depth.is_none_or(|most| tree.depth() <= most as usize), "seed {seed}");
    assert!(options.max_leaves.is_none_or(|most| tree.leaves() <= most as usize), "seed {seed}");
    let rows = tree.leaf_nodes().map(|leaf| tree.nodes[leaf].rows()).min().unwrap();
    assert!(tree.leaves() == 1 || rows >= options.min_leaf.into(), "seed {seed}");
}

#[test]
fn the_figures_are_those_of_the_metrics() {
    let table = demo::find("tic-tac-toe").unwrap().table().unwrap();
    type Quality = fn(&GreedyTree) -> f64;
    let cases: [(&str, Quality); 4] = [
        ("accuracy", |greedy| greedy.train.accuracy),
        ("balanced", |greedy| greedy.train.balanced_accuracy),
        ("auc", |greedy| greedy.train.auc.unwrap()),
        ("fscore", |greedy| greedy.train.per_class[1].f1.unwrap()),
    ];
    for (objective, quality) in cases {
        let (fitted, greedy) = both(&table, &options(objective, "0.05"));
        for tree in [&greedy.pruned, &greedy.same_leaves] {
            assert!((tree.loss + quality(tree) - 1.0).abs() < 1e-12, "{objective}");
            let penalty = 0.05 * tree.tree.leaves() as f64;
            assert!((tree.objective - tree.loss - penalty).abs() < 1e-12, "{objective}");
            let own = fitted.model.clone();
            assert_eq!(tree.model(&own).tree, tree.tree);
        }
    }
}

#[test]
fn on_data_that_one_question_settles_greed_is_enough() {
    let rows: String =
        (0..40).map(|at| format!("{at},{},{}\n", at * 7 % 11, u8::from(at > 17))).collect();
    let table = table(&format!("x,z,y\n{rows}"));
    let (fitted, greedy) = both(&table, &FitOptions::default());
    assert_eq!(greedy.pruned.tree, fitted.model.tree);
    assert_eq!(greedy.same_leaves.tree, fitted.model.tree);
    assert_eq!(greedy.pruned.objective, fitted.model.certificate.objective);
}

#[test]
fn greed_asks_the_wrong_question_first_where_two_columns_decide_together() {
    // y = a xor b; c agrees with y in six rows of eight, and is what greed asks first.
    let rows = "1,1,0\n1,1,0\n0,0,0\n0,0,1\n1,0,1\n1,0,1\n0,1,1\n0,1,0\n";
    let label = |line: &str| u8::from(line.as_bytes()[0] != line.as_bytes()[2]);
    let rows: String = rows.lines().map(|line| format!("{line},{}\n", label(line))).collect();
    let (fitted, greedy) = both(&table(&format!("a,b,c,y\n{rows}")), &options("accuracy", "0.02"));
    assert_eq!((fitted.model.certificate.loss, fitted.model.tree.leaves()), (0.0, 4));
    assert_eq!(greedy.same_leaves.tree.leaves(), 4);
    assert!(greedy.same_leaves.loss > 0.0);
    assert!(greedy.pruned.objective > fitted.model.certificate.objective);
}

#[test]
fn another_table_than_the_models_is_refused() {
    let monk = |name: &str| demo::find(name).unwrap().table().unwrap();
    let model = fit(&monk("monk-1"), &FitOptions::default(), &mut Silent).unwrap().model;
    let error = baseline(&monk("tic-tac-toe"), &model).unwrap_err();
    assert!(matches!(error, BaselineError::OtherTable { what: "list of columns", .. }), "{error}");
    let mut fewer = monk("monk-1");
    fewer.rows = 431;
    let error = baseline(&fewer, &model).unwrap_err().to_string();
    assert!(error.contains("its number of rows is 431, the model's 432"), "{error}");
}
