//! Costs that need more than 64 bits: bounds hold all the same, and nothing is called plainly optimal.
use gosdt::{
    CostError, CsvOptions, FitError, FitOptions, ObjectiveChoice, PathOptions, RashomonOptions,
    RashomonThreshold, Schema, Silent, Status, Table, fit, path, rashomon, read_csv_from,
};

/// Two classes whose weights are odd and large, so that the shares of balanced accuracy have a
/// denominator beyond 64 bits. Columns tell all rows but the last two apart.
fn table() -> Table {
    let text = "x,w,y\n\
                1,1000000039,a\n2,900000001,b\n3,1100000077,a\n4,700000003,b\n\
                5,300000007,a\n5,500000009,b\n";
    let raw = read_csv_from(text.as_bytes(), "weights", &CsvOptions::default()).expect("csv");
    let schema = Schema { weights: Some("w".to_string()), ..Schema::default() };
    Table::from_raw(&raw, &schema).expect("a table")
}

fn options(lambda: &str) -> FitOptions {
    FitOptions {
        objective: ObjectiveChoice::Balanced,
        lambda: lambda.parse().expect("a decimal"),
        ..FitOptions::default()
    }
}

/// The balanced loss of a lone leaf is a half, whatever the weights: at λ = 5 the optimum is 5.5.
#[test]
fn the_bounds_hold_where_costs_are_rounded() {
    let fitted = fit(&table(), &options("5"), &mut Silent).expect("a fit");
    let proof = &fitted.model.certificate;
    assert_eq!((proof.objective, proof.loss, proof.upper_bound), (5.5, 0.5, 5.5));
    assert!(proof.lower_bound <= 5.5 && proof.gap < 1e-4, "{proof:?}");
    assert!(!proof.exact, "{proof:?}");
    assert_ne!(proof.status, Status::Optimal);
    assert!(proof.status.is_ended());
}

/// The optimum of the whole problem by its definition: nothing tells the last two rows apart, and the
/// lighter of both classes is wrong there; all else is right.
#[test]
fn a_tree_of_rounded_costs_has_its_exact_loss() {
    let fitted = fit(&table(), &options("0.000001"), &mut Silent).expect("a fit");
    let proof = &fitted.model.certificate;
    let a = 300_000_007.0 / 2_400_000_123.0 / 2.0;
    assert!((proof.loss - a).abs() < 1e-15, "{proof:?} {a}");
    assert_eq!(fitted.model.tree.leaves(), 4);
    assert!(proof.lower_bound <= proof.upper_bound && proof.gap >= 0.0);
    let again = gosdt::Model::from_json(&fitted.model.to_json()).expect("a model");
    assert_eq!(again.certificate, *proof);
}

#[test]
fn a_path_takes_the_weights_that_a_fit_takes() {
    let range = |from: &str, to: &str| PathOptions {
        from: from.parse().expect("a decimal"),
        to: to.parse().expect("a decimal"),
        fit: options("0"),
    };
    for (from, to) in [("5", "0.001"), ("0.3", "0.000001"), ("1/3", "0.017")] {
        let found = path(&table(), &range(from, to), &mut Silent).expect("a path");
        assert_eq!(found.status, Status::OptimalUpToRounding, "{from} {to}");
        assert!(found.unproven.is_empty());
        for tree in &found.trees {
            let lambda = tree.model.objective.lambda.clone();
            let single = fit(&table(), &options(&lambda), &mut Silent).expect("a fit");
            let (one, many) = (&single.model.certificate, &tree.model.certificate);
            assert!(many.lower_bound <= one.upper_bound && one.lower_bound <= many.upper_bound);
            assert!(!many.exact && many.gap < 1e-3, "{many:?}");
        }
    }
}

#[test]
fn a_set_of_near_optimal_trees_is_exact_or_refused() {
    let threshold = RashomonThreshold::Slack("0.1".parse().expect("a decimal"));
    let how = RashomonOptions { fit: options("0.01"), threshold };
    let found = rashomon(&table().into(), &how, &mut Silent);
    assert!(matches!(found, Err(FitError::Costs(CostError::TooWide))));
}
