//! A limit that ends before there is a tree: the best lone leaf, with bounds that hold.
use gosdt::{
    FitOptions, ObjectiveChoice, PathOptions, PathProgress, Progress, SelectOptions, Silent,
    Status, Table, Watch, baseline_until, demo, fit, path, select,
};
use std::time::Duration;

fn table() -> Table {
    demo::find("tic-tac-toe").unwrap().table().unwrap()
}

fn no_time(objective: &str) -> FitOptions {
    let objective = ObjectiveChoice::parse(objective).unwrap();
    FitOptions { objective, time_limit: Some(Duration::ZERO), ..FitOptions::default() }
}

/// Stops at once.
struct Impatient;

impl Watch for Impatient {
    fn should_stop(&mut self) -> bool {
        true
    }

    fn progress(&mut self, progress: &Progress) {
        assert!(progress.upper_bound.is_none_or(|upper| upper > progress.lower_bound));
    }
}

impl Watch<PathProgress> for Impatient {
    fn should_stop(&mut self) -> bool {
        true
    }
}

#[test]
fn without_time_the_tree_is_the_best_lone_leaf() {
    for objective in ["accuracy", "balanced", "auc", "fscore"] {
        let fitted = fit(&table(), &no_time(objective), &mut Silent).unwrap();
        let proof = &fitted.model.certificate;
        assert_eq!(proof.status, Status::TimeLimit, "{objective}");
        assert_eq!((fitted.model.tree.leaves(), proof.lower_bound), (1, 0.02), "{objective}");
        assert!((proof.gap - (proof.objective - 0.02)).abs() < 1e-12, "{objective}");
        assert!(fitted.report.warnings.iter().any(|text| text.contains("no time")));
    }
    let fitted = fit(&table(), &no_time("accuracy"), &mut Silent).unwrap();
    assert!((fitted.model.certificate.loss - 332.0 / 958.0).abs() < 1e-12);
    assert!((fitted.report.train.accuracy - 626.0 / 958.0).abs() < 1e-12);
}

#[test]
fn watch_is_asked_before_the_rows_are_grouped() {
    let fitted = fit(&table(), &FitOptions::default(), &mut Impatient).unwrap();
    assert_eq!(fitted.model.certificate.status, Status::Interrupted);
    assert_eq!(fitted.model.tree.leaves(), 1);
    let found = path(&table(), &PathOptions::default(), &mut Impatient).unwrap();
    assert_eq!(found.status, Status::Interrupted);
}

#[test]
fn lone_leaf_that_no_two_leaves_can_beat_is_proven_without_time() {
    let options = FitOptions { lambda: "0.4".parse().unwrap(), ..no_time("accuracy") };
    let fitted = fit(&table(), &options, &mut Silent).unwrap();
    assert_eq!(fitted.model.certificate.status, Status::Optimal);
}

#[test]
fn without_time_a_path_is_the_lone_leaf_and_says_how_far_it_may_be_from_the_optimum() {
    for objective in ["accuracy", "auc"] {
        let options = PathOptions { fit: no_time(objective), ..PathOptions::default() };
        let found = path(&table(), &options, &mut Silent).unwrap();
        assert_eq!((found.status, found.trees.len()), (Status::TimeLimit, 1), "{objective}");
        assert_eq!(found.trees[0].model.tree.leaves(), 1);
        assert!(found.trees[0].gap > 0.0 && !found.unproven.is_empty());
    }
}

#[test]
fn without_time_a_lambda_is_chosen_and_its_trees_are_not_called_proven() {
    let selected =
        select(&table(), &no_time("accuracy"), &SelectOptions::default(), &mut Silent).unwrap();
    assert!(selected.selection.candidates.iter().all(|candidate| candidate.proven == 0));
    assert_eq!(selected.fit.model.tree.leaves(), 1);
}

#[test]
fn greedy_trees_can_be_stopped() {
    let options = FitOptions { lambda: "0.02".parse().unwrap(), ..FitOptions::default() };
    let model = fit(&table(), &options, &mut Silent).unwrap().model;
    let error = baseline_until(&table(), &model, &|| true).unwrap_err();
    assert_eq!(error.to_string(), "there was no time to grow greedy trees");
}

#[test]
fn phases_sum_to_the_time_of_the_fit() {
    let fitted = fit(&table(), &FitOptions::default(), &mut Silent).unwrap();
    let phases = fitted.report.phases;
    let parts = [phases.grouping, phases.greedy, phases.search, phases.certifying];
    assert!(parts.iter().all(|seconds| *seconds >= 0.0));
    assert!((parts.iter().sum::<f64>() - fitted.report.seconds).abs() < 0.01);
    assert!(phases.search >= fitted.report.search_seconds);
}
