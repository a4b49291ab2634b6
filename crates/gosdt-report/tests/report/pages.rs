use crate::samples::{coupons, full, leaf, model, split};
use gosdt::{FitOptions, Progress, SelectOptions, Silent, baseline, demo, fit, select};
use gosdt_report::{Beside, Measured, Page};
use gosdt_tree::{KeptThresholds, Model, Predictions, Status};
use std::time::{Duration, Instant};

fn stopped(status: Status) -> Model {
    let mut model = coupons();
    model.certificate.status = status;
    model.certificate.lower_bound = 0.0877;
    model.certificate.gap = 0.0123;
    model
}

#[track_caller]
fn assert_has(page: &str, parts: &[&str]) {
    for part in parts {
        assert!(page.contains(part), "{part} is not in {page}");
    }
}

#[test]
fn the_verdict_comes_first_and_names_the_splits() {
    let page = Page::new(&coupons()).html();
    assert_has(&page, &["Proven optimal: no tree on these 1,357 splits has a lower objective."]);
}

#[test]
fn the_verdict_names_what_limited_the_trees() {
    let mut model = coupons();
    model.objective.max_depth = Some(4);
    model.objective.max_leaves = Some(8);
    model.objective.min_leaf = 5;
    let verdict = "Proven optimal: no tree of depth at most 4, with at most 8 leaves, \
                   with at least 5 rows in each leaf on these 1,357 splits has a lower objective.";
    assert_has(&Page::new(&model).html(), &[verdict]);
}

#[test]
fn a_search_that_was_stopped_says_how_far_the_optimum_is_at_most() {
    let verdicts = [
        (Status::TimeLimit, "Stopped by the time limit; at most 0.0123 above the optimum."),
        (Status::MemoryLimit, "Stopped by the memory limit; at most 0.0123 above the optimum."),
        (Status::Interrupted, "Interrupted; at most 0.0123 above the optimum."),
    ];
    for (status, verdict) in verdicts {
        assert_has(&Page::new(&stopped(status)).html(), &[verdict]);
    }
}

#[test]
fn the_metric_shown_first_is_the_one_that_was_optimised() {
    let first = [
        ("accuracy", "accuracy, training</dt><dd>0.9000"),
        ("balanced", "balanced accuracy, training</dt><dd>0.8958"),
        ("auc", "AUC, training</dt><dd>0.9375"),
        ("pauc:0.5", "area left of 0.5, training</dt><dd>0.4375"),
        ("pauc:nonsense", "AUC, training</dt><dd>0.9375"),
        ("fscore", "F1, training</dt><dd>0.8750"),
        ("fbeta:2", "F2, training</dt><dd>0.8750"),
        ("jaccard", "Jaccard index, training</dt><dd>0.7778"),
    ];
    for (objective, tile) in first {
        let mut model = coupons();
        model.objective.name = objective.into();
        assert_has(&Page::new(&model).html(), &[tile]);
    }
}

#[test]
fn a_fit_has_all_parts() {
    let table = demo::find("tic-tac-toe").unwrap().table().unwrap();
    let options = FitOptions { lambda: "0.02".parse().unwrap(), ..FitOptions::default() };
    let fitted = fit(&table, &options, &mut Silent).unwrap();
    let moment = |millis, lower_bound| Progress {
        elapsed: Duration::from_millis(millis),
        lower_bound,
        upper_bound: Some(0.32),
        nodes: 1,
        memory: 1,
    };
    let mut test = Measured::on_training(&fitted.model);
    test.name = "test (more.csv)".into();
    let page = Page {
        data: Some("games.csv"),
        report: Some(&fitted.report),
        test: Some(&test),
        trace: &[moment(10, 0.1), moment(20, 0.2), moment(30, 0.32)],
        command: Some("gosdt fit games.csv --lambda 0.02"),
        ..Page::new(&fitted.model)
    };
    let headings = ["The tree", "The same tree as rules", "How good it is", "ROC curve"];
    let later = ["How the bounds met", "The data", "Make it again"];
    let html = page.html();
    let places: Vec<usize> = headings
        .iter()
        .chain(&later)
        .map(|heading| html.find(&format!(">{heading}</h2>")).expect(heading))
        .collect();
    assert!(places.is_sorted(), "{places:?}");
    assert_has(
        &html,
        &["class=\"chart bounds\"", "test (more.csv): AUC 0.7509", "27: the columns"],
    );
    assert_has(&html, &["gosdt fit games.csv --lambda 0.02</code>", "accuracy, test (more.csv)"]);
}

#[test]
fn a_bare_model_leaves_out_what_only_a_fit_knows() {
    let page = Page::new(&coupons()).html();
    for part in ["How the bounds met", "Make it again", "rows left out", "search;"] {
        assert!(!page.contains(part), "{part}");
    }
    assert_has(&page, &["ROC curve", "Confusion matrix, training", "<td>0.9000</td>"]);
}

#[test]
fn training_is_measured_from_the_leaves_as_from_the_rows() {
    let table = demo::find("monk-2").unwrap().table().unwrap();
    let options = FitOptions { max_leaves: Some(6), ..FitOptions::default() };
    let fitted = fit(&table, &options, &mut Silent).unwrap();
    assert_eq!(Measured::on_training(&fitted.model).metrics, fitted.report.train);
}

#[test]
fn test_rows_that_rank_otherwise_dent_the_curve() {
    // Training ranks the leaf with 35 of 40 positives before the one with 5 of 20.
    let model = coupons();
    let predictions = Predictions { leaves: vec![3, 3, 4, 4, 1], classes: vec![1, 1, 0, 0, 0] };
    let test = Measured::new("test", &model, &predictions, &[0, 0, 1, 1, 0], None);
    let page = Page { test: Some(&test), ..Page::new(&model) }.html();
    assert_has(&page, &["The dashed line is the convex hull", "test: AUC 0.3333"]);
    let page = Page::new(&model).html();
    assert_has(&page, &["The curve is its own convex hull"]);
}

#[test]
fn a_partial_area_is_marked_on_the_curve_and_has_both_its_values() {
    let mut model = coupons();
    model.objective.name = "pauc:0.5".into();
    model.certificate.loss = 1.0 - 0.4375;
    let page = Page::new(&model).html();
    // The curve rises to (1/12, 7/8) and to (1/3, 1); the line is half of the way from 46 to 346.
    let part = "class=\"left\" points=\"46.0,312.0 71.0,49.5 146.0,12.0 196.0,12.0 196.0,312\"";
    assert_has(&page, &[part, "class=\"theta\" d=\"M196.0 12V312\"", ">θ = 0.5</text>"]);
    assert_has(&page, &["training: AUC 0.9375; left of 0.5: 0.4375, divided by 0.5: 0.8750"]);
    assert_has(&page, &["area left of 0.5</th><td>0.4375", "divided by 0.5</th><td>0.8750"]);
    assert!(!Page::new(&coupons()).html().contains("class=\"left\""));
}

#[test]
fn columns_without_a_question_are_only_named() {
    let names: Vec<String> = (0..70).map(|at| format!("x{at}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let nodes =
        vec![split(3, 0.5, [1, 2], &[2.0, 2.0]), leaf(0, &[2.0, 0.0]), leaf(1, &[0.0, 2.0])];
    let page = Page::new(&model("label", &["no", "yes"], &names, nodes)).html();
    assert_has(&page, &["<th scope=\"row\">x3</th><td>numeric</td><td>1</td>"]);
    assert_has(&page, &["does not ask about x0, x1, x2, x4, ", ", x60 and 9 more."]);
    assert!(!page.contains("<th scope=\"row\">x4</th>"));
}

#[test]
fn bounds_that_did_not_meet_are_not_said_to_have() {
    let table = demo::find("monk-1").unwrap().table().unwrap();
    let fitted = fit(&table, &FitOptions::default(), &mut Silent).unwrap();
    let heading = |model: &Model| Page { report: Some(&fitted.report), ..Page::new(model) }.html();
    assert_has(&heading(&coupons()), &[">How the bounds met</h2>"]);
    assert_has(&heading(&stopped(Status::TimeLimit)), &[">How close the bounds came</h2>"]);
}

#[test]
fn three_classes_have_no_roc_curve() {
    let nodes = vec![
        split(0, 0.5, [1, 2], &[2.0, 1.0, 1.0]),
        leaf(0, &[2.0, 0.0, 0.0]),
        leaf(1, &[0.0, 1.0, 1.0]),
    ];
    let page = Page::new(&model("label", &["a", "b", "c"], &["x"], nodes)).html();
    assert!(!page.contains("ROC") && !page.contains("AUC"));
}

#[test]
fn a_single_class_and_no_columns_make_a_page() {
    let page = Page::new(&model("label", &["only"], &[], vec![leaf(0, &[7.0])])).html();
    assert_has(&page, &["Always only", "always"]);
    assert!(!page.contains("NaN"), "{page}");
}

#[test]
fn the_page_names_no_other_file_and_no_address() {
    let page = Page::new(&full(5)).html();
    for part in ["http://", "https://", "src=", "url(", "@import", "<link", "//cdn"] {
        assert!(!page.contains(part), "{part}");
    }
}

#[test]
fn forty_leaves_are_small_and_made_at_once() {
    let model = full(6);
    let best = (0..5)
        .map(|_| {
            let start = Instant::now();
            let page = Page::new(&model).html();
            assert!(page.len() < 300_000, "{} bytes", page.len());
            start.elapsed()
        })
        .min();
    assert!(best < Some(Duration::from_millis(100)), "{best:?}");
}

#[test]
fn greedy_trees_are_shown_beside_the_optimal_one() {
    let table = demo::find("monk-1").unwrap().table().unwrap();
    let fitted = fit(&table, &FitOptions::default(), &mut Silent).unwrap();
    let greedy = baseline(&table, &fitted.model).unwrap();
    let measured = Measured::on_training(&fitted.model);
    let both = [&greedy.pruned, &greedy.same_leaves]
        .map(|tree| Measured::on_training(&tree.model(&fitted.model)));
    let beside = Beside { baseline: greedy, test: Some(both) };
    let page = Page { beside: Some(&beside), test: Some(&measured), ..Page::new(&fitted.model) };
    let html = page.html();
    assert_has(&html, &["What optimality bought</h2>", "accuracy, test</th>"]);
    let optimal = "optimal</th><td>0.07</td><td>0</td><td>7</td><td>1.0000</td><td>1.0000</td>";
    assert_has(&html, &[optimal, "A greedy tree with as many leaves (7) has"]);
    assert!(!Page::new(&fitted.model).html().contains("What optimality bought"));
}

#[test]
fn the_choice_of_the_penalty_is_drawn_and_listed() {
    let table = demo::find("monk-1").unwrap().table().unwrap();
    let lambdas = ["0.2", "0.1", "0.01"].map(|text| text.parse().unwrap());
    let how = SelectOptions { lambdas: Some(lambdas.into()), ..SelectOptions::default() };
    let chosen = select(&table, &FitOptions::default(), &how, &mut Silent).unwrap();
    let model = &chosen.fit.model;
    let html = Page { selection: Some(&chosen.selection), ..Page::new(model) }.html();
    assert_has(
        &html,
        &["How λ was chosen</h2>", "By 5-fold cross-validation", "(the dashed line)"],
    );
    assert_has(&html, &["0.01 (chosen)</th><td>0.0000 ± 0.0000</td>", "class=\"whisker\""]);
    assert!(!Page::new(model).html().contains("How λ was chosen"));
}

/// A model that was proven optimal among some thresholds.
fn among_thresholds() -> Model {
    let mut model = coupons();
    model.certificate.status = Status::OptimalAmongThresholds;
    let (rule, given) = ("quantile:8".to_string(), None);
    let kept = KeptThresholds { rule, kept: 34, offered: 1234, most_per_column: 8, given };
    model.certificate.thresholds = Some(kept);
    model.validate().unwrap();
    model
}

#[test]
fn a_proof_among_some_thresholds_is_never_called_a_plain_one() {
    let mut model = among_thresholds();
    let among = "among at most 8 thresholds per column (34 of 1234, quantile:8)";
    let page = Page::new(&model).html();
    assert_has(&page, &[&format!("Proven optimal {among}: no tree on these 1,357 splits")]);
    assert_has(&page, &["both bounds on the optimum among the thresholds kept are"]);
    assert!(!page.contains("Proven optimal:") && !page.contains("proven optimal."));
    model.certificate.status = Status::TimeLimit;
    model.certificate.gap = 0.0123;
    let verdict = format!("Stopped by the time limit; at most 0.0123 above the optimum {among}.");
    assert_has(&Page::new(&model).html(), &[&verdict]);
}

#[test]
fn a_report_says_how_many_thresholds_were_left_out() {
    let text: String = (0..60).map(|row| format!("{},{}\n", row, row / 7 % 2)).collect();
    let raw =
        gosdt::read_csv_from(("x,y\n".to_string() + &text).as_bytes(), "made", &Default::default());
    let table = gosdt::Table::from_raw(&raw.unwrap(), &gosdt::Schema::default()).unwrap();
    let options = FitOptions { thresholds: "quantile:5".parse().unwrap(), ..FitOptions::default() };
    let fitted = fit(&table, &options, &mut Silent).unwrap();
    let moment = |millis, lower_bound| Progress {
        elapsed: Duration::from_millis(millis),
        lower_bound,
        upper_bound: Some(0.3),
        nodes: 1,
        memory: 1,
    };
    let trace = [moment(10, 0.1), moment(20, 0.3)];
    let page =
        Page { report: Some(&fitted.report), trace: &trace, ..Page::new(&fitted.model) }.html();
    let met = "the tree is proven optimal among the thresholds that were kept.";
    assert_has(
        &page,
        &["the columns offer 59, of which 54 left out by quantile:5, 0 the same", met],
    );
}

/// The data of the form, unescaped.
fn case_data(page: &str) -> serde_json::Value {
    let data =
        page.split("class=\"case-data\">").nth(1).unwrap().split("</script>").next().unwrap();
    serde_json::from_str(data).unwrap()
}

#[test]
fn a_case_is_asked_for_what_the_tree_asks_and_nothing_else() {
    let names = ["age", "never asked", "visits"];
    let nodes = vec![
        split(2, 22.5, [1, 2], &[60.0, 40.0]),
        leaf(0, &[40.0, 0.0]),
        split(0, 0.1, [3, 4], &[20.0, 40.0]),
        leaf(1, &[5.0, 35.0]),
        leaf(0, &[15.0, 5.0]),
    ];
    let page = Page::new(&model("takes it", &["no", "yes"], &names, nodes)).html();
    let fields: Vec<&str> = page.split("class=\"field-name\">").skip(1).collect();
    assert_eq!(fields.len(), 2);
    assert!(
        fields[0].starts_with("visits<") && fields[1].starts_with("age<"),
        "in the tree's order"
    );
    let data = case_data(&page);
    assert_eq!(data["missing"], false);
    assert_eq!(data["nodes"][0]["next"], serde_json::json!([2, 1]));
    assert_eq!(data["nodes"][2]["test"], serde_json::json!({ "at_most": 0.1 }));
    assert_eq!(data["nodes"][3]["rule"], 1);
    assert_eq!(data["rules"][1][0], "yes");
    assert_eq!(data["nodes"][2]["says"], serde_json::json!(["age > 0.1", "age ≤ 0.1"]));
    let alone = Page::new(&model("label", &["only"], &[], vec![leaf(0, &[7.0])])).html();
    assert!(!alone.contains("Try a case"), "a lone leaf asks nothing");
}

#[test]
fn the_classes_of_the_data_are_counted() {
    let page = Page::new(&coupons()).html();
    assert_has(&page, &["no: 60 (60.0 %), yes: 40 (40.0 %)", "width:60.00%;background:#0072b2"]);
}

#[test]
fn training_and_test_are_compared_with_what_chance_explains() {
    let model = coupons();
    let at = |leaves: Vec<usize>, classes: Vec<usize>, truth: &[usize]| {
        let test = Measured::new("test", &model, &Predictions { leaves, classes }, truth, None);
        Page { test: Some(&test), ..Page::new(&model) }.html()
    };
    // 90 % in training; on these rows half are right, which ten rows alone do not excuse.
    let worse = at(vec![1; 100], vec![0; 100], &[[0; 50], [1; 50]].concat());
    assert_has(&worse, &["On test, accuracy is 0.5000: 0.4000 less than in training (0.9000)."]);
    assert_has(&worse, &["more than chance explains on 100 rows (about 0.1, two standard errors)"]);
    let near = at(vec![1; 10], vec![0; 10], &[0, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
    assert_has(&near, &["0.1000 less than in training", "Chance alone makes differences of about"]);
    assert!(!Page::new(&model).html().contains("in training ("), "there is nothing to compare");
}

#[test]
fn rules_of_a_large_tree_are_grouped_by_the_first_answer_and_keep_their_numbers() {
    let page = Page::new(&full(4)).html();
    assert_eq!(page.matches("<details class=\"rule-group\" open>").count(), 2);
    assert_has(&page, &["width of the leaf ≤ 0</span> <span class=\"counts\">8 rules, 128 rows"]);
    for number in 1..=16 {
        assert_has(&page, &[&format!("<li id=\"rule-{number}\" value=\"{number}\"")]);
    }
    assert!(!Page::new(&full(3)).html().contains("rule-group\""), "eight rules are one list");
}
