//! The model file is the same, byte for byte, at any number of threads.
use gosdt::{
    CostMatrix, CsvOptions, FitOptions, ObjectiveChoice, Schema, Silent, Table, demo, fit,
    read_csv_from,
};
use std::fmt::Write;

const THREADS: [usize; 4] = [1, 2, 4, 8];

fn check(what: &str, table: &Table, options: &FitOptions) {
    let model = |threads: usize| {
        let options = FitOptions { threads: Some(threads), ..options.clone() };
        let fitted = fit(table, &options, &mut Silent).expect("a fit");
        assert!(fitted.model.certificate.status.is_optimal(), "{what} on {threads} threads");
        fitted.model.to_json()
    };
    let [alone, others @ ..] = THREADS;
    let expected = model(alone);
    for threads in others {
        assert_eq!(model(threads), expected, "{what} on {threads} threads");
    }
}

fn options(objective: &str, lambda: &str) -> FitOptions {
    FitOptions {
        objective: ObjectiveChoice::parse(objective).expect("an objective"),
        lambda: lambda.parse().expect("a decimal"),
        ..FitOptions::default()
    }
}

fn check_demo(name: &str, objective: &str, lambda: &str) {
    let table = demo::find(name).expect("a demo").table().expect("a table");
    check(&format!("{name}, {objective}, {lambda}"), &table, &options(objective, lambda));
}

#[test]
fn tic_tac_toe_has_one_tree() {
    check_demo("tic-tac-toe", "accuracy", "0.02");
    check_demo("tic-tac-toe", "accuracy", "0.01");
    check_demo("tic-tac-toe", "balanced", "0.02");
    check_demo("tic-tac-toe", "weighted:3", "0.02");
}

#[test]
fn the_monks_have_one_tree_each() {
    check_demo("monk-1", "accuracy", "0.01");
    check_demo("monk-1", "balanced", "0.001");
    check_demo("monk-2", "accuracy", "0.01");
    check_demo("monk-2", "weighted:0.5", "0.005");
    check_demo("monk-3", "accuracy", "0.001");
    check_demo("monk-3", "balanced", "0");
}

#[test]
fn objectives_that_rank_have_one_tree_each() {
    check_demo("tic-tac-toe", "auc", "0.03");
    check_demo("monk-1", "fscore", "0.005");
    check_demo("monk-2", "pauc:0.3", "0.01");
    check_demo("monk-3", "jaccard", "0.005");
    let numbers = Numbers { seed: 5, rows: 150, columns: 3, values: 12, classes: 2 }.table();
    check("numbers, auc", &numbers, &options("auc", "0.01"));
    check("numbers, fscore", &numbers, &options("fscore:1.1", "0.02"));
}

#[test]
fn the_scale_has_one_tree() {
    check_demo("balance-scale", "accuracy", "0.01");
    check_demo("balance-scale", "balanced", "0.02");
    let table = demo::find("balance-scale").expect("a demo").table().expect("a table");
    let costs = "predicted,L,B,R\nL,0,1,4\nB,1,0,1\nR,4,1,0\n";
    let matrix = CostMatrix::parse(costs, "costs").expect("a cost matrix");
    let objective = ObjectiveChoice::Costs(matrix);
    check("the scale, costs", &table, &FitOptions { objective, ..options("accuracy", "0.05") });
}

/// A table of numeric columns with few values: many trees are equally good.
struct Numbers {
    seed: u64,
    rows: usize,
    columns: usize,
    values: u64,
    classes: u64,
}

impl Numbers {
    /// The label follows the first two columns, one row in five any.
    fn table(&self) -> Table {
        let mut state = self.seed;
        let mut below = |end: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % end
        };
        let mut text: String = (0..self.columns).map(|column| format!("x{column},")).collect();
        text += "class\n";
        for _ in 0..self.rows {
            let row: Vec<u64> = (0..self.columns).map(|_| below(self.values)).collect();
            let noise = if below(5) == 0 { below(self.classes) } else { 0 };
            let class =
                (3 * row[0] / self.values + 2 * row[1] / self.values + noise) % self.classes;
            row.iter().for_each(|value| write!(text, "{}.5,", value).expect("text grows"));
            writeln!(text, "c{class}").expect("text grows");
        }
        let raw = read_csv_from(text.as_bytes(), "numbers", &CsvOptions::default()).expect("a CSV");
        Table::from_raw(&raw, &Schema::default()).expect("a table")
    }
}

#[test]
fn made_up_numbers_have_one_tree_each() {
    let plain = Numbers { seed: 1, rows: 150, columns: 3, values: 12, classes: 2 };
    let three = Numbers { seed: 2, rows: 200, columns: 4, values: 10, classes: 3 };
    let long = Numbers { seed: 3, rows: 400, columns: 3, values: 25, classes: 2 };
    for (objective, lambda) in [("accuracy", "0.01"), ("balanced", "0.015"), ("weighted:2", "0.02")]
    {
        check(&format!("plain {objective}"), &plain.table(), &options(objective, lambda));
    }
    for (objective, lambda) in [("accuracy", "0.03"), ("balanced", "0.04")] {
        check(&format!("three {objective}"), &three.table(), &options(objective, lambda));
    }
    check("long", &long.table(), &options("accuracy", "0.02"));
}

#[test]
fn limits_leave_one_tree() {
    let numbers = Numbers { seed: 4, rows: 150, columns: 3, values: 12, classes: 2 }.table();
    let limits = [
        FitOptions { max_depth: Some(3), ..options("accuracy", "0.005") },
        FitOptions { max_leaves: Some(5), ..options("accuracy", "0.005") },
        FitOptions { min_leaf: 10, ..options("accuracy", "0.01") },
    ];
    for limited in &limits {
        check(&format!("{limited:?}"), &numbers, limited);
    }
}
