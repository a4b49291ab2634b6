//! What `fit` hands over besides the tree.
use gosdt::{
    CsvOptions, Fit, FitError, FitOptions, ObjectiveChoice, OptionsError, Progress, Schema, Silent,
    Status, Table, Watch, demo, fit, read_csv_from,
};

fn table(text: &str, schema: &Schema) -> Table {
    let raw = read_csv_from(text.as_bytes(), "table", &CsvOptions::default()).unwrap();
    Table::from_raw(&raw, schema).unwrap()
}

fn fitted(text: &str, options: &FitOptions) -> Fit {
    fit(&table(text, &Schema::default()), options, &mut Silent).unwrap()
}

/// 16 rows in which a = b and c tells nothing; label 1 where a is 1 except for one row.
const ROWS: &str = "\
a,b,c,label
1,1,5,1\n1,1,5,1\n1,1,5,1\n1,1,5,1\n1,1,5,1\n1,1,5,1\n1,1,5,1\n1,1,5,0
0,0,5,0\n0,0,5,0\n0,0,5,0\n0,0,5,0\n0,0,5,0\n0,0,5,0\n0,0,5,0\n0,0,5,0
";

#[test]
fn the_certificate_counts_what_the_search_saw() {
    let fitted =
        fitted(ROWS, &FitOptions { lambda: "0.125".parse().unwrap(), ..FitOptions::default() });
    let certificate = &fitted.model.certificate;
    assert_eq!((certificate.rows, certificate.equivalence_classes), (16, 2));
    assert_eq!(certificate.binary_features, 1);
    assert_eq!((certificate.loss, certificate.objective), (0.0625, 0.3125));
    assert_eq!(fitted.report.merged, 1);
    assert_eq!(fitted.report.candidates, fitted.report.constant + 2);
    assert_eq!(fitted.report.warnings, Vec::<String>::new());
}

#[test]
fn the_training_metrics_are_those_of_the_tree() {
    let fitted = fitted(ROWS, &FitOptions::default());
    assert_eq!(fitted.report.train.rows, 16);
    assert_eq!(fitted.report.train.accuracy, 15.0 / 16.0);
    assert_eq!(fitted.report.train.confusion, [[8.0, 1.0], [0.0, 7.0]]);
}

#[test]
fn weights_enter_the_loss_and_the_leaves() {
    let text = "a,w,label\n1,0.5,x\n1,0.25,y\n2,0.25,y\n";
    let schema = Schema { weights: Some("w".to_string()), ..Schema::default() };
    let fitted = fit(&table(text, &schema), &FitOptions::default(), &mut Silent).unwrap();
    assert_eq!(fitted.model.certificate.loss, 0.25);
    assert_eq!(fitted.model.tree.nodes[0].weights(), [0.5, 0.5]);
    assert_eq!(fitted.model.tree.nodes[0].rows(), 3);
}

#[test]
fn what_to_be_wary_of_is_said() {
    let warnings = |lambda: &str| {
        let lambda = lambda.parse().unwrap();
        fitted(ROWS, &FitOptions { lambda, ..FitOptions::default() }).report.warnings
    };
    assert_eq!(warnings("0.0625"), Vec::<String>::new());
    assert!(warnings("0.0624")[0].contains("λ is below one row's weight"));
    assert!(warnings("0.1234567890123456789")[0].contains("rounded"));
}

#[test]
fn options_are_checked_before_anything_else() {
    let refusal =
        |options: FitOptions| match fit(&table(ROWS, &Schema::default()), &options, &mut Silent) {
            Err(FitError::Options(error)) => error,
            other => panic!("{other:?}"),
        };
    let none = FitOptions::default;
    let lambda = "-1".parse().unwrap();
    assert!(matches!(refusal(FitOptions { lambda, ..none() }), OptionsError::NegativeLambda(_)));
    assert!(matches!(refusal(FitOptions { min_leaf: 0, ..none() }), OptionsError::Zero(_)));
    let positive = Some("2".to_string());
    let error = refusal(FitOptions { positive, ..none() });
    assert!(matches!(error, OptionsError::UnknownPositive { .. }));
    let objective = ObjectiveChoice::Weighted("0".parse().unwrap());
    assert!(matches!(refusal(FitOptions { objective, ..none() }), OptionsError::BadOmega(_)));
}

#[test]
fn the_last_class_is_positive_unless_another_is_named() {
    let positive = |options: FitOptions| fitted(ROWS, &options).model.positive;
    assert_eq!(positive(FitOptions::default()), Some(1));
    let named = FitOptions { positive: Some("0".to_string()), ..FitOptions::default() };
    assert_eq!(positive(named), Some(0));
}

/// Notes what it is told, and stops at once if asked to.
#[derive(Default)]
struct Note {
    told: Vec<Progress>,
    stop: bool,
}

impl Watch for Note {
    fn progress(&mut self, progress: &Progress) {
        self.told.push(progress.clone());
    }
    fn should_stop(&mut self) -> bool {
        self.stop
    }
}

#[test]
fn the_last_that_a_watch_hears_is_the_certificate() {
    let mut note = Note::default();
    let table = demo::find("monk-2").unwrap().table().unwrap();
    let fitted = fit(&table, &FitOptions::default(), &mut note).unwrap();
    let last = note.told.last().unwrap();
    let certificate = &fitted.model.certificate;
    assert_eq!(last.lower_bound, certificate.lower_bound);
    assert_eq!(last.upper_bound, Some(certificate.upper_bound));
}

#[test]
fn a_watch_can_stop_a_fit_and_gets_a_tree_with_bounds() {
    let mut note = Note { stop: true, ..Note::default() };
    let table = demo::find("tic-tac-toe").unwrap().table().unwrap();
    let options = FitOptions { lambda: "0.0001".parse().unwrap(), ..FitOptions::default() };
    let fitted = fit(&table, &options, &mut note).unwrap();
    let certificate = &fitted.model.certificate;
    assert_eq!(certificate.status, Status::Interrupted);
    assert!(certificate.lower_bound <= certificate.upper_bound && certificate.gap > 0.0);
}
