//! Whole paths on the sets that can be made from their definitions: the same objective as a single
//! fit for every λ of a grid, and trees that tie where their ranges meet.
use gosdt::{
    CsvOptions, Decimal, FitError, FitOptions, ObjectiveChoice, OptionsError, Path, PathOptions,
    PathProgress, PathTree, Schema, Silent, Status, Table, Watch, demo, fit, path, read_csv_from,
};

fn decimal(text: &str) -> Decimal {
    text.parse().unwrap()
}

fn table(name: &str) -> Table {
    demo::find(name).unwrap().table().unwrap()
}

fn range(fit: &FitOptions, from: &str, to: &str) -> PathOptions {
    PathOptions { fit: fit.clone(), from: decimal(from), to: decimal(to) }
}

/// The tree that is the best at a λ.
fn at<'a>(path: &'a Path, lambda: &Decimal) -> &'a PathTree {
    let holds = |tree: &&PathTree| {
        tree.low.value() <= lambda.value() && lambda.value() <= tree.high.value()
    };
    path.trees.iter().find(holds).unwrap()
}

/// A path is proven, and single fits at these λ find the same objective. (As floats: the exact
/// figures are compared where the searches are tested.)
fn check(table: &Table, options: &PathOptions, grid: &[&str]) -> Path {
    let found = path(table, options, &mut Silent).unwrap();
    assert!(found.status.is_optimal());
    assert!(found.unproven.is_empty() && found.trees.iter().all(PathTree::is_proven));
    for lambda in grid.iter().map(|text| decimal(text)) {
        let tree = &at(&found, &lambda).model;
        let objective = tree.certificate.loss + lambda.to_f64() * tree.tree.leaves() as f64;
        let single = FitOptions { lambda, ..options.fit.clone() };
        let best = fit(table, &single, &mut Silent).unwrap().model.certificate.objective;
        assert!((objective - best).abs() < 1e-12, "{} {objective} {best}", single.lambda);
    }
    for pair in found.trees.windows(2) {
        assert_eq!(pair[0].low, pair[1].high);
        assert!((pair[0].low_objective - pair[1].high_objective).abs() < 1e-12);
        assert!(pair[0].model.tree.leaves() < pair[1].model.tree.leaves());
    }
    found
}

fn leaves(found: &Path) -> Vec<usize> {
    found.trees.iter().map(|tree| tree.model.tree.leaves()).collect()
}

const GRID: [&str; 9] = ["0.2", "0.1", "0.07", "0.05", "1/32", "0.02", "0.01", "0.007", "0.005"];

#[test]
fn enumerable_sets_agree_with_single_fits() {
    for name in ["monk-1", "monk-2", "monk-3", "balance-scale"] {
        check(&table(name), &range(&FitOptions::default(), "0.2", "0.005"), &GRID);
    }
    let games = range(&FitOptions::default(), "0.2", "0.01");
    assert_eq!(leaves(&check(&table("tic-tac-toe"), &games, &GRID[..7])), [1, 2, 6, 8, 9]);
}

#[test]
fn limits_and_other_objectives_agree_with_single_fits() {
    let plain = FitOptions::default();
    let limited = [
        FitOptions { max_depth: Some(3), ..plain.clone() },
        FitOptions { max_leaves: Some(5), ..plain.clone() },
        FitOptions { min_leaf: 40, ..plain.clone() },
        FitOptions { objective: ObjectiveChoice::Balanced, ..plain.clone() },
        FitOptions { objective: ObjectiveChoice::parse("weighted:2.5").unwrap(), ..plain },
    ];
    for fit in limited {
        check(&table("monk-2"), &range(&fit, "0.2", "0.005"), &GRID);
    }
}

#[test]
fn objectives_that_rank_agree_with_single_fits() {
    for objective in ["auc", "pauc:0.3", "fscore", "fscore:1.5", "fbeta:2", "jaccard"] {
        let objective = ObjectiveChoice::parse(objective).unwrap();
        let fit = FitOptions { objective, max_depth: Some(3), ..FitOptions::default() };
        check(&table("monk-3"), &range(&fit, "0.2", "0.02"), &GRID[..6]);
    }
}

/// Twelve classes of prime sizes: the exact shares of balanced accuracy need far more than 64 bits.
#[test]
fn costs_that_leave_no_room_are_rounded_once_and_that_is_told() {
    let mut text = "x,y\n".to_string();
    for (class, size) in [11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53].iter().enumerate() {
        for row in 0..*size {
            text += &format!("{},{class}\n", 10 * class + row % 3);
        }
    }
    let raw = read_csv_from(text.as_bytes(), "primes", &CsvOptions::default()).unwrap();
    let table = Table::from_raw(&raw, &Schema::default()).unwrap();
    let fit = FitOptions { objective: ObjectiveChoice::Balanced, ..FitOptions::default() };
    let found = path(&table, &range(&fit, "0.2", "0.01"), &mut Silent).unwrap();
    assert!(
        found.warnings.iter().any(|warning| warning.contains("rounded")),
        "{:?}",
        found.warnings
    );
    assert_eq!(found.status, Status::OptimalUpToRounding);
    for tree in &found.trees {
        let proof = &tree.model.certificate;
        assert!(!proof.exact && proof.lower_bound <= proof.upper_bound && tree.gap < 1e-9);
    }
    assert_eq!(leaves(&found).last(), Some(&12));
}

#[test]
fn an_empty_range_and_several_optima_are_refused() {
    let table = table("monk-1");
    let refused = |options: &PathOptions| match path(&table, options, &mut Silent) {
        Err(FitError::Options(error)) => error,
        other => panic!("{other:?}"),
    };
    let fit = FitOptions::default();
    let error = refused(&range(&fit, "0.1", "0.2"));
    assert!(matches!(error, OptionsError::EmptyRange { .. }), "{error}");
    let error = refused(&range(&fit, "0.1", "-0.2"));
    assert!(matches!(error, OptionsError::NegativeLambda(_)), "{error}");
    let several = FitOptions { all_optima: 2, ..fit };
    assert!(matches!(refused(&range(&several, "0.1", "0.01")), OptionsError::PathListsOne));
}

/// Ends the path when the first search has begun.
struct Impatient;

impl Watch<PathProgress> for Impatient {
    fn should_stop(&mut self) -> bool {
        true
    }
}

#[test]
fn a_path_that_is_stopped_has_a_tree_and_says_what_is_open() {
    let slow = range(&FitOptions { threads: Some(1), ..FitOptions::default() }, "0.02", "0");
    let found = path(&table("tic-tac-toe"), &slow, &mut Impatient).unwrap();
    assert_eq!(found.status, Status::Interrupted);
    assert!(!found.trees.is_empty());
    let open = found.unproven.last().unwrap();
    assert!(open.gap > 0.0 && open.low.to_string() == "0");
    assert!(found.trees.iter().any(|tree| tree.gap > 0.0));
}
