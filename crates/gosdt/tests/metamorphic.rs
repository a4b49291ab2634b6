//! Changes to a table that change nothing, or change the optimum in a way that is known, on tables too
//! large for an oracle.
use gosdt::{
    CsvOptions, Decimal, Fit, FitOptions, ObjectiveChoice, PathOptions, Schema, Silent, Table, fit,
    path, read_csv_from,
};
use std::time::Duration;

/// A table as text: names, then rows. The label is the last column.
#[derive(Clone)]
struct Cells {
    names: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// A stream of numbers below 2³¹ (a linear congruence).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

impl Cells {
    /// Numbers, categories and yes/no answers, and a label that follows from some of them but for noise.
    fn made(rows: usize, classes: u64) -> Cells {
        let mut numbers = Numbers(classes + rows as u64);
        let names = ["height", "width", "colour", "old", "size", "label"].map(str::to_string);
        let row = |_| {
            let [height, width, size] = [40, 25, 8].map(|end| numbers.below(end));
            let (colour, old) = (numbers.below(4), numbers.below(2));
            let rule =
                u64::from(height > 17) + 2 * u64::from(colour == 2) + u64::from(width < 9) * old;
            let label =
                if numbers.below(12) == 0 { numbers.below(classes) } else { rule % classes };
            let colour = ["red", "green", "blue", "grey"][colour as usize];
            let old = ["no", "yes"][old as usize];
            let label = format!("class {label}");
            [&height.to_string(), &width.to_string(), colour, old, &size.to_string(), &label]
                .map(str::to_string)
                .to_vec()
        };
        Cells { names: names.to_vec(), rows: (0..rows).map(row).collect() }
    }

    fn table_with(&self, schema: &Schema) -> Table {
        let lines = std::iter::once(&self.names).chain(&self.rows).map(|row| row.join(","));
        let text: String = lines.map(|line| line + "\n").collect();
        let raw = read_csv_from(text.as_bytes(), "made", &CsvOptions::default()).expect("csv");
        Table::from_raw(&raw, schema).expect("a table")
    }

    fn table(&self) -> Table {
        self.table_with(&Schema::default())
    }

    /// With another column, in front.
    fn with(&self, name: &str, cell: impl Fn(&[String]) -> String) -> Cells {
        let mut changed = self.clone();
        changed.names.insert(0, name.to_string());
        for row in &mut changed.rows {
            let cell = cell(row);
            row.insert(0, cell);
        }
        changed
    }

    /// With the cells of a column changed.
    fn mapped(&self, column: usize, cell: impl Fn(&str) -> String) -> Cells {
        let mut changed = self.clone();
        changed.rows.iter_mut().for_each(|row| row[column] = cell(&row[column]));
        changed
    }

    fn shuffled(&self) -> Cells {
        let (mut changed, mut numbers) = (self.clone(), Numbers(5));
        for at in (1..changed.rows.len()).rev() {
            changed.rows.swap(at, numbers.below(at as u64 + 1) as usize);
        }
        changed
    }
}

fn options(objective: &str, lambda: &str) -> FitOptions {
    FitOptions {
        objective: ObjectiveChoice::parse(objective).expect("an objective"),
        lambda: decimal(lambda),
        threads: Some(1),
        ..FitOptions::default()
    }
}

fn decimal(text: &str) -> Decimal {
    text.parse().expect("a decimal")
}

fn fitted(table: &Table, options: &FitOptions) -> Fit {
    let fitted = fit(table, options, &mut Silent).expect("a fit");
    assert!(fitted.model.certificate.status.is_optimal());
    fitted
}

/// What is optimal, and by how many leaves.
fn found(table: &Table, options: &FitOptions) -> (f64, usize) {
    let fitted = fitted(table, options);
    (fitted.model.certificate.objective, fitted.model.tree.leaves())
}

/// The same objective for all of the tables, whatever the objective.
fn assert_same(what: &str, cells: &Cells, others: &[Cells]) {
    let depth = FitOptions { max_depth: Some(3), ..options("accuracy", "0.001") };
    let all = [options("accuracy", "0.03"), options("balanced", "0.03"), depth];
    for options in &all {
        let expected = found(&cells.table(), options).0;
        for other in others {
            assert_eq!(found(&other.table(), options).0, expected, "{what}, {options:?}");
        }
    }
}

#[test]
fn the_order_of_rows_and_columns_does_not_matter() {
    for classes in [2, 3] {
        let cells = Cells::made(1200, classes);
        let mut moved = cells.clone();
        let (label, columns) = (cells.names.len() - 1, [3, 0, 4, 2, 1]);
        let order: Vec<usize> = columns.into_iter().chain([label]).collect();
        for row in std::iter::once(&mut moved.names).chain(&mut moved.rows) {
            *row = order.iter().map(|&at| row[at].clone()).collect();
        }
        assert_same("order", &cells, &[cells.shuffled(), moved]);
    }
}

#[test]
fn the_order_of_rows_does_not_matter_to_the_model() {
    let cells = Cells::made(1200, 2);
    let options = options("accuracy", "0.015");
    let model = |cells: &Cells| fitted(&cells.table(), &options).model.to_json();
    assert_eq!(model(&cells), model(&cells.shuffled()));
}

#[test]
fn the_names_of_labels_do_not_matter() {
    let cells = Cells::made(1200, 2);
    let label = cells.names.len() - 1;
    let renamed = cells.mapped(label, |label| format!("z{label}"));
    let swapped = cells
        .mapped(label, |label| if label == "class 0" { "class 1" } else { "class 0" }.to_string());
    assert_same("labels", &cells, &[renamed, swapped]);
}

#[test]
fn columns_that_say_nothing_new_do_not_matter() {
    let cells = Cells::made(1000, 3);
    let constant = cells.with("constant", |_| "7".to_string());
    let equal = cells.with("copy", |row| row[0].clone());
    let negative = cells.with("negative", |row| format!("-{}", row[1]));
    let complement =
        cells.with("young", |row| if row[3] == "yes" { "no" } else { "yes" }.to_string());
    assert_same("columns", &cells, &[constant, equal, negative, complement]);
}

#[test]
fn a_monotone_change_of_a_numeric_column_does_not_matter() {
    let cells = Cells::made(1000, 2);
    let number = |cell: &str| cell.parse::<i64>().expect("a number");
    let cubed = cells.mapped(0, |cell| (number(cell).pow(3) - 500).to_string());
    let scaled = cells.mapped(1, |cell| format!("{:e}", number(cell) as f64 * 1e-7));
    assert_same("monotone", &cells, &[cubed, scaled]);
}

#[test]
fn rows_in_copies_and_rows_with_weights_are_the_same() {
    let cells = Cells::made(600, 2);
    let mut thrice = cells.clone();
    (0..2).for_each(|_| thrice.rows.extend(cells.rows.clone()));
    assert_same("copies", &cells, &[thrice]);
    let mut repeated = cells.clone();
    repeated.rows = cells.rows.iter().flat_map(|row| vec![row.clone(); times(row)]).collect();
    let weighted = cells.with("weight", |row| times(row).to_string());
    let schema = Schema { weights: Some("weight".to_string()), ..Schema::default() };
    for objective in ["accuracy", "balanced", "weighted:3"] {
        let options = options(objective, "0.015");
        let [copies, weights] =
            [repeated.table(), weighted.table_with(&schema)].map(|table| found(&table, &options));
        assert_eq!(copies, weights, "{objective}");
    }
}

/// The same for objectives that are not sums over leaves, all at once: in each table the positive class
/// is the one of the same rows.
#[test]
fn nothing_of_this_matters_to_objectives_that_rank() {
    let cells = Cells::made(250, 2);
    let label = cells.names.len() - 1;
    let mut thrice = cells.clone();
    (0..2).for_each(|_| thrice.rows.extend(cells.rows.clone()));
    let number = |cell: &str| cell.parse::<i64>().expect("a number");
    let swap = |label: &str| if label == "class 0" { "class 1" } else { "class 0" }.to_string();
    let changed = [
        (cells.shuffled(), "class 1"),
        (thrice, "class 1"),
        (cells.mapped(label, |label| format!("z{label}")), "zclass 1"),
        (cells.mapped(label, swap), "class 0"),
        (cells.with("constant", |_| "7".to_string()), "class 1"),
        (cells.with("copy", |row| row[0].clone()), "class 1"),
        (cells.with("negative", |row| format!("-{}", row[1])), "class 1"),
        (cells.mapped(0, |cell| (number(cell).pow(3) - 500).to_string()), "class 1"),
    ];
    for objective in ["auc", "pauc:0.4", "fscore", "jaccard"] {
        let expected = found(&cells.table(), &options(objective, "0.05")).0;
        for (other, positive) in &changed {
            let positive = Some(positive.to_string());
            let options = FitOptions { positive, ..options(objective, "0.05") };
            assert_eq!(found(&other.table(), &options).0, expected, "{objective}");
        }
    }
}

/// How often a row is repeated: something that its cells decide.
fn times(row: &[String]) -> usize {
    1 + row[0].len() + usize::from(row[2] == "blue")
}

/// A tree of a path with L leaves is on the convex hull: no tree with at most L leaves loses less, and
/// at its λ none is better.
#[test]
fn limits_on_leaves_agree_with_the_path() {
    let table = Cells::made(300, 2).table();
    let range =
        PathOptions { from: decimal("0.2"), to: decimal("0.008"), fit: options("accuracy", "0") };
    let trees = path(&table, &range, &mut Silent).expect("a path").trees;
    assert!(trees.len() > 2);
    for tree in &trees {
        let (model, leaves) = (&tree.model, tree.model.tree.leaves());
        let limited = |lambda: &str| FitOptions {
            max_leaves: Some(leaves as u32),
            ..options("accuracy", lambda)
        };
        let here = fitted(&table, &limited(&model.objective.lambda));
        assert_eq!(here.model.certificate.objective, model.certificate.objective);
        let cheap = fitted(&table, &limited("0.008"));
        assert_eq!(cheap.model.certificate.loss, model.certificate.loss, "{leaves} leaves");
    }
}

#[test]
fn sixty_four_threads_write_the_same_model() {
    let table = Cells::made(1200, 2).table();
    let model = |threads: usize| {
        let options = FitOptions { threads: Some(threads), ..options("balanced", "0.01") };
        fitted(&table, &options).model.to_json()
    };
    let alone = model(1);
    assert!([2, 8, 64].iter().all(|&threads| model(threads) == alone));
}

/// Bounds of a fit that was stopped contain the optimum that is found later.
#[test]
fn stopped_bounds_contain_the_optimum() {
    let (large, small) = (Cells::made(1000, 3).table(), Cells::made(250, 2).table());
    let cases = [("accuracy", "0.02"), ("balanced", "0.02"), ("auc", "0.03"), ("fscore", "0.03")];
    for (objective, lambda) in cases {
        let table = if lambda == "0.02" { &large } else { &small };
        let whole = options(objective, lambda);
        let optimum = fitted(table, &whole).model.certificate.objective;
        for milliseconds in [1, 3, 10, 30, 60] {
            let time_limit = Some(Duration::from_millis(milliseconds));
            let options = FitOptions { time_limit, ..whole.clone() };
            let proof = fit(table, &options, &mut Silent).expect("a fit").model.certificate;
            assert!(proof.lower_bound <= optimum && optimum <= proof.upper_bound, "{proof:?}");
        }
    }
}
