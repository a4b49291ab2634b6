//! Choosing λ: what the folds measure, and what is chosen by it.
use gosdt::{
    CsvOptions, FitError, FitOptions, Fold, Folds, Metrics, ObjectiveChoice, OptionsError,
    PathOptions, RawTable, Schema, SelectError, SelectOptions, SelectProgress, SelectRule,
    Selected, Selection, Silent, Table, Watch, demo, evaluate, fit, path, read_csv_from, select,
    select_on_path, stratified_folds, true_classes,
};
use gosdt_oracle::random::Stream;
use std::time::Duration;

const HEADER: &str = "x,z,colour,y\n";

/// Lines of rows: y says whether x is above 5, but for one row in `noise`.
fn lines(rows: usize, noise: usize, seed: u64) -> Vec<String> {
    let mut stream = Stream::new(seed);
    let mut line = || {
        let (x, z) = (stream.below(12), stream.below(9));
        let colour = ["red", "green", "blue"][stream.below(3)];
        let wrong = noise > 0 && stream.once_in(noise);
        format!("{x}.5,{z},{colour},{}\n", if (x > 5) != wrong { "yes" } else { "no" })
    };
    (0..rows).map(|_| line()).collect()
}

fn raw(lines: &[String]) -> RawTable {
    let text = HEADER.to_string() + &lines.concat();
    read_csv_from(text.as_bytes(), "rows", &CsvOptions::default()).unwrap()
}

fn table(lines: &[String]) -> Table {
    let categorical = vec!["colour".to_string()];
    let numeric = vec!["x".to_string(), "z".to_string()];
    let schema = Schema { categorical, numeric, ..Schema::default() };
    Table::from_raw(&raw(lines), &schema).unwrap()
}

fn how(lambdas: &[&str], folds: usize, seed: u64) -> SelectOptions {
    let lambdas = lambdas.iter().map(|text| text.parse().unwrap()).collect();
    let folds = Folds::Stratified { folds, seed };
    SelectOptions { folds, lambdas: Some(lambdas), ..SelectOptions::default() }
}

fn options(objective: &str) -> FitOptions {
    let objective = ObjectiveChoice::parse(objective).unwrap();
    FitOptions { objective, threads: Some(2), ..FitOptions::default() }
}

fn selected(table: &Table, objective: &str, how: &SelectOptions) -> Selected {
    select(table, &options(objective), how, &mut Silent).unwrap()
}

/// The rule and nothing else: two leaves, whatever the folds.
#[test]
fn a_clean_rule_is_chosen() {
    let table = table(&lines(120, 0, 1));
    for objective in ["accuracy", "balanced", "auc", "fscore"] {
        let chosen = selected(&table, objective, &SelectOptions::default());
        let model = &chosen.fit.model;
        assert_eq!((model.tree.leaves(), model.certificate.loss), (2, 0.0), "{objective}");
        assert!(model.certificate.status.is_optimal());
        assert_eq!(chosen.selection.choice().mean_loss, 0.0);
        assert_eq!(model.objective.lambda, chosen.selection.choice().lambda.to_string());
    }
}

#[test]
fn of_noise_a_lone_leaf_is_chosen() {
    let table = table(&lines(90, 2, 3));
    let chosen = selected(&table, "accuracy", &how(&["0.3", "0.1", "0.03", "0.02"], 5, 0));
    assert_eq!(chosen.selection.one_se, 0);
    assert_eq!(chosen.fit.model.tree.leaves(), 1);
    assert!(chosen.selection.candidates[3].mean_leaves > 4.0);
}

/// The same fold and λ by hand: read, fitted, predicted and measured with what users have.
#[test]
fn folds_measure_what_a_fit_to_their_rows_would() {
    type Loss = fn(&Metrics) -> f64;
    let cases: [(&str, Loss); 5] = [
        ("accuracy", |metrics| 1.0 - metrics.accuracy),
        ("balanced", |metrics| 1.0 - metrics.balanced_accuracy),
        ("auc", |metrics| 1.0 - metrics.auc.unwrap()),
        ("pauc:0.5", |metrics| 1.0 - metrics.partial_auc(0.5).unwrap()),
        ("fscore", |metrics| 1.0 - metrics.per_class[1].f1.unwrap()),
    ];
    let lines = lines(100, 5, 8);
    let lambdas = ["0.2", "0.05", "0.03"];
    let folds = stratified_folds(&table(&lines), 3, 4).unwrap();
    let part = |rows: &[usize]| rows.iter().map(|&row| lines[row].clone()).collect::<Vec<_>>();
    for (objective, loss) in cases {
        let chosen = selected(&table(&lines), objective, &how(&lambdas, 3, 4));
        for (at, lambda) in lambdas.iter().enumerate() {
            let candidate = &chosen.selection.candidates[at];
            for (number, fold) in folds.iter().enumerate() {
                let lambda = lambda.parse().unwrap();
                let options = FitOptions { lambda, ..options(objective) };
                let model = fit(&table(&part(&fold.train)), &options, &mut Silent).unwrap().model;
                let held_out = raw(&part(&fold.test));
                let truth = true_classes(&model, &held_out).unwrap();
                let metrics = evaluate(&model, &model.predict(&held_out).unwrap(), &truth, None);
                assert_eq!(candidate.leaves[number], model.tree.leaves(), "{objective}");
                let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{objective} {a} {b}");
                close(candidate.losses[number], loss(&metrics));
                close(candidate.accuracies[number], metrics.accuracy);
            }
            assert_eq!(candidate.proven, 3);
        }
    }
}

#[test]
fn a_seed_decides_and_the_number_of_threads_does_not() {
    let table = table(&lines(80, 6, 5));
    let with = |threads: usize, seed: u64| {
        let options = FitOptions { threads: Some(threads), ..FitOptions::default() };
        let how = how(&["0.2", "0.1", "0.05", "0.03"], 4, seed);
        let Selected { fit, selection } = select(&table, &options, &how, &mut Silent).unwrap();
        (Selection { seconds: 0.0, ..selection }, fit.model.to_json())
    };
    let alone = with(1, 7);
    for threads in [2, 3, 8] {
        assert_eq!(with(threads, 7), alone, "{threads} threads");
    }
    assert_ne!(with(1, 8).0.candidates, alone.0.candidates);
}

/// One for each of its trees, the largest first, and the smallest λ; at any number of threads.
#[test]
fn without_a_list_there_is_a_penalty_for_each_tree_of_the_path() {
    let table = demo::find("monk-3").unwrap().table().unwrap();
    let with = |threads: usize| {
        let options = FitOptions { threads: Some(threads), ..FitOptions::default() };
        let how = SelectOptions::default();
        let Selected { fit, selection } = select(&table, &options, &how, &mut Silent).unwrap();
        (Selection { seconds: 0.0, ..selection }, fit.model.to_json())
    };
    let (selection, model) = with(1);
    assert_eq!(with(4), (selection.clone(), model));
    let range = PathOptions {
        from: "1".parse().unwrap(),
        to: "0.003".parse().unwrap(),
        ..PathOptions::default()
    };
    let trees = path(&table, &range, &mut Silent).unwrap().trees;
    assert_eq!(selection.candidates.len(), trees.len() + 1);
    for (candidate, tree) in selection.candidates.iter().zip(&trees) {
        let lambda = candidate.lambda.value();
        assert!(tree.low.value() < lambda && lambda < tree.high.value(), "{}", candidate.lambda);
    }
    assert_eq!(selection.candidates[trees.len()].lambda, range.to);
}

#[test]
fn the_rule_decides_which_of_the_two_is_fitted() {
    let table = demo::find("tic-tac-toe").unwrap().table().unwrap();
    let lambdas = ["0.02", "0.1", "0.05", "0.05"];
    for rule in [SelectRule::Min, SelectRule::OneSe] {
        let how = SelectOptions { rule, ..how(&lambdas, 3, 1) };
        let Selected { fit, selection } = selected(&table, "accuracy", &how);
        let listed: Vec<String> =
            selection.candidates.iter().map(|candidate| candidate.lambda.to_string()).collect();
        assert_eq!(listed, ["0.1", "0.05", "0.02"]);
        let expected = if rule == SelectRule::Min { selection.min } else { selection.one_se };
        assert_eq!(selection.chosen, expected);
        assert_eq!(fit.model.objective.lambda, listed[expected]);
        assert!(selection.one_se <= selection.min);
    }
}

#[test]
fn given_folds_are_used_or_refused_by_number() {
    let table = table(&lines(40, 6, 2));
    let halves = [0, 1].map(|odd| {
        let (test, train) = (0..40).partition(|row| row % 2 == odd);
        Fold { train, test }
    });
    let chosen = |folds: Vec<Fold>, objective: &str| {
        let how = SelectOptions { folds: Folds::Given(folds), ..how(&["0.1"], 2, 0) };
        select(&table, &options(objective), &how, &mut Silent)
    };
    assert_eq!(chosen(halves.to_vec(), "accuracy").unwrap().selection.folds, 2);
    let refusal = |fold: Fold, objective: &str| {
        chosen(vec![halves[0].clone(), fold], objective).unwrap_err().to_string()
    };
    let [train, test] = [halves[1].train.clone(), vec![40]];
    let error = refusal(Fold { train: train.clone(), test }, "accuracy");
    assert_eq!(error, "fold 2 has row 40 in its held-out rows, but the table has 40");
    let error = refusal(Fold { train: train.clone(), test: vec![] }, "accuracy");
    assert_eq!(error, "fold 2 has no weight in its held-out rows");
    let error = refusal(Fold { train, test: vec![1] }, "auc");
    assert!(error.starts_with("fold 2 has no weight of class"), "{error}");
    assert!(matches!(chosen(vec![], "auc"), Err(SelectError::FewFolds(0))));
}

#[test]
fn what_cannot_be_is_refused() {
    let table = table(&lines(40, 0, 2));
    let refusal =
        |how: &SelectOptions| select(&table, &FitOptions::default(), how, &mut Silent).unwrap_err();
    assert!(matches!(refusal(&how(&[], 3, 0)), SelectError::NoLambda));
    assert!(matches!(refusal(&how(&["0.1"], 1, 0)), SelectError::FewFolds(1)));
    assert!(matches!(refusal(&how(&["0.1"], 30, 0)), SelectError::FewRows { .. }));
    let negative = refusal(&how(&["0.1", "-0.1"], 3, 0));
    let SelectError::Fit(FitError::Options(OptionsError::NegativeLambda(lambda))) = negative else {
        panic!("{negative}");
    };
    assert_eq!(lambda.to_string(), "-0.1");
}

/// Notes what it is told of the folds, and stops at once if asked to.
#[derive(Default)]
struct Note {
    told: Vec<SelectProgress>,
    stop: bool,
}

impl Watch for Note {}

impl Watch<SelectProgress> for Note {
    fn progress(&mut self, progress: &SelectProgress) {
        self.told.push(progress.clone());
    }
    fn should_stop(&mut self) -> bool {
        self.stop
    }
}

#[test]
fn a_watch_hears_of_every_fold() {
    let mut note = Note::default();
    let how = how(&["0.2", "0.1"], 3, 0);
    select(&table(&lines(40, 6, 2)), &options("accuracy"), &how, &mut note).unwrap();
    let last = note.told.last().unwrap();
    assert_eq!((last.trees, last.all_trees, last.folds, last.all_folds), (6, 6, 3, 3));
}

#[test]
fn a_watch_that_stops_the_folds_gets_the_tree_of_a_guess() {
    let mut note = Note { stop: true, ..Note::default() };
    let table = demo::find("tic-tac-toe").unwrap().table().unwrap();
    let error = select(&table, &FitOptions::default(), &SelectOptions::default(), &mut note);
    let Err(SelectError::Interrupted(fitted)) = error else { panic!("it was not interrupted") };
    assert_eq!(fitted.model.objective.lambda, "0.01");
    assert!(fitted.model.tree.leaves() > 1, "a lone leaf is no answer");
    assert!(fitted.report.warnings.last().unwrap().contains("λ = 0.01 is a guess"));
}

#[test]
fn a_choice_that_rests_on_unproven_trees_says_so() {
    let table = demo::find("tic-tac-toe").unwrap().table().unwrap();
    let options = FitOptions { time_limit: Some(Duration::from_millis(20)), ..options("accuracy") };
    let chosen = select(&table, &options, &how(&["0.002", "0.001"], 5, 0), &mut Silent).unwrap();
    let warning = chosen.fit.report.warnings.last().unwrap();
    assert!(warning.contains("of the 10 trees of the cross-validation were stopped"), "{warning}");
}

/// For each tree of a path, the folds say what `select` says of the same λ.
#[test]
fn the_trees_of_a_path_are_measured_as_candidates_are() {
    let table = table(&lines(150, 6, 5));
    for objective in ["accuracy", "auc"] {
        let to = "0.02".parse().unwrap();
        let how_far = PathOptions { fit: options(objective), to, ..PathOptions::default() };
        let found = path(&table, &how_far, &mut Silent).unwrap();
        let folds = Folds::Stratified { folds: 3, seed: 2 };
        let rule = SelectRule::Min;
        let along = select_on_path(&table, &how_far, &found, &folds, rule, &mut Silent);
        let along = along.unwrap().unwrap();
        assert_eq!(along.candidates.len(), found.trees.len());
        for (tree, candidate) in found.trees.iter().zip(&along.candidates) {
            let lambda = candidate.lambda.value();
            assert!(tree.low.value() <= lambda && lambda <= tree.high.value(), "{objective}");
        }
        let lambdas = along.candidates.iter().map(|one| one.lambda.clone()).collect();
        let how = SelectOptions { folds, lambdas: Some(lambdas), rule };
        let chosen = selected(&table, objective, &how).selection;
        assert_eq!(chosen.candidates, along.candidates, "{objective}");
        assert_eq!(chosen.chosen, along.chosen, "{objective}");
    }
}

#[test]
fn a_watch_that_stops_the_folds_of_a_path_gets_nothing() {
    struct Impatient;
    impl<P> Watch<P> for Impatient {
        fn should_stop(&mut self) -> bool {
            true
        }
    }
    let table = table(&lines(150, 6, 5));
    let options = PathOptions { fit: options("accuracy"), ..PathOptions::default() };
    let found = path(&table, &options, &mut Silent).unwrap();
    let folds = Folds::Stratified { folds: 3, seed: 2 };
    let stopped = select_on_path(&table, &options, &found, &folds, SelectRule::Min, &mut Impatient);
    assert!(stopped.unwrap().is_none());
}
