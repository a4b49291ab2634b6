//! AUC, partial AUC, F-score and Jaccard from a table to a certified tree.
use gosdt::{
    Fit, FitError, FitOptions, ObjectiveChoice, OptionsError, PartialAuc, Progress, Silent, Table,
    Watch, demo, fit,
};

fn table(name: &str) -> Table {
    demo::find(name).expect("a demo").table().expect("a table")
}

fn options(objective: &str, lambda: &str) -> FitOptions {
    FitOptions {
        objective: ObjectiveChoice::parse(objective).expect("an objective"),
        lambda: lambda.parse().expect("a decimal"),
        ..FitOptions::default()
    }
}

fn fitted(objective: &str, lambda: &str) -> Fit {
    let fitted = fit(&table("monk-1"), &options(objective, lambda), &mut Silent).expect("a fit");
    assert!(fitted.model.certificate.status.is_optimal());
    assert_eq!(fitted.model.certificate.gap, 0.0);
    assert_eq!(fitted.model.objective.name, objective);
    fitted
}

fn close(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-12, "{a} and {b}");
}

#[test]
fn the_loss_of_auc_is_one_minus_the_auc_on_the_training_rows() {
    for lambda in ["0.1", "0.02", "0.01"] {
        let fitted = fitted("auc", lambda);
        close(fitted.model.certificate.loss, 1.0 - fitted.report.train.auc.expect("an AUC"));
    }
}

#[test]
fn the_loss_of_fscore_is_one_minus_the_f1_of_the_positive_class() {
    for objective in ["fscore", "fscore:1.1"] {
        let fitted = fitted(objective, "0.05");
        let f1 = fitted.report.train.per_class[1].f1.expect("an F1");
        close(fitted.model.certificate.loss, 1.0 - f1);
    }
}

#[test]
fn one_is_the_whole_partial_area_and_the_first_f_of_beta() {
    let objective = |name: &str| fitted(name, "0.02").model.certificate.objective;
    close(objective("auc"), objective("pauc:1"));
    close(objective("fscore"), objective("fbeta:1"));
}

#[test]
fn the_partial_area_is_a_figure_of_its_own_and_no_warning() {
    let fitted = fitted("pauc:0.1", "0.05");
    let partial = PartialAuc::certified(&fitted.model).expect("an area");
    assert_eq!(partial.theta.to_string(), "0.1");
    close(partial.area, 1.0 - fitted.model.certificate.loss);
    close(partial.normalised, partial.area / 0.1);
    let measured = PartialAuc::measured(&fitted.model, &fitted.report.train).expect("an area");
    close(measured.area, partial.area);
    let is_about_area = |warning: &String| warning.contains("area");
    assert!(!fitted.report.warnings.iter().any(is_about_area), "{:?}", fitted.report.warnings);
}

#[test]
fn other_objectives_have_no_partial_area() {
    let fitted = fitted("auc", "0.05");
    assert_eq!(PartialAuc::certified(&fitted.model), None);
    let mut damaged = fitted.model;
    for name in ["pauc", "pauc:", "pauc:0", "pauc:2", "pauc:x"] {
        damaged.objective.name = name.to_string();
        assert_eq!(PartialAuc::certified(&damaged), None, "{name}");
    }
}

#[test]
fn limits_are_kept() {
    let limited = FitOptions { max_leaves: Some(3), max_depth: Some(2), ..options("auc", "0") };
    let fitted = fit(&table("monk-1"), &limited, &mut Silent).expect("a fit");
    assert!(fitted.model.certificate.status.is_optimal());
    assert!(fitted.model.tree.leaves() <= 3 && fitted.model.tree.depth() <= 2);
}

#[test]
fn what_has_no_proof_is_refused_with_a_reason() {
    for name in ["gmean", "mcc", "gmean:2"] {
        let refused = ObjectiveChoice::parse(name).expect_err("no such objective");
        assert!(matches!(refused, OptionsError::Refused(why) if why.contains("quasi-concave")));
    }
}

#[test]
fn one_optimal_tree_is_all_there_is() {
    let several = FitOptions { all_optima: 5, ..options("auc", "0.1") };
    let error = fit(&table("monk-1"), &several, &mut Silent).expect_err("no list");
    assert!(matches!(error, FitError::Options(OptionsError::RankedListsOne(_))));
}

#[test]
fn numbers_out_of_range_are_refused() {
    for objective in ["pauc:0", "pauc:1.5", "fscore:0", "fbeta:-1"] {
        let error = fit(&table("monk-1"), &options(objective, "0.1"), &mut Silent);
        assert!(matches!(error, Err(FitError::Rank(_))), "{objective}");
    }
}

#[derive(Default)]
struct Counting(usize);

impl Watch for Counting {
    fn progress(&mut self, progress: &Progress) {
        assert!(Some(progress.lower_bound) <= progress.upper_bound);
        self.0 += 1;
    }
}

#[test]
fn progress_is_reported() {
    let mut watch = Counting::default();
    fit(&table("monk-1"), &options("auc", "0.01"), &mut watch).expect("a fit");
    assert!(watch.0 >= 1);
}

/// Notes what is told of the bounds.
#[derive(Default)]
struct Told(Vec<(f64, Option<f64>)>);

impl Watch for Told {
    fn progress(&mut self, progress: &Progress) {
        self.0.push((progress.lower_bound, progress.upper_bound));
    }
}

#[test]
fn bounds_of_ranked_objectives_only_tighten() {
    for objective in ["auc", "pauc:0.4", "fscore", "jaccard"] {
        let time_limit = Some(std::time::Duration::from_millis(400));
        let options = FitOptions { time_limit, ..options(objective, "0.002") };
        let mut told = Told::default();
        let fitted = fit(&table("tic-tac-toe"), &options, &mut told).expect("a fit");
        for pair in told.0.windows(2) {
            assert!(pair[0].0 <= pair[1].0, "{objective}: the lower bound fell, {pair:?}");
            let rose = matches!((pair[0].1, pair[1].1), (Some(a), Some(b)) if b > a);
            assert!(!rose, "{objective}: the upper bound rose, {pair:?}");
        }
        let proof = &fitted.model.certificate;
        let last = told.0.last().expect("the end is told");
        assert_eq!((last.0, last.1), (proof.lower_bound, Some(proof.upper_bound)), "{objective}");
    }
}
