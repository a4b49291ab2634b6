use gosdt::{Folds, Path, PathOptions, SelectRule, Silent, Unproven, demo, path, select_on_path};
use gosdt_report::{Measured, PathPage};
use gosdt_tree::Status;

fn monks() -> Path {
    let table = demo::find("monk-3").unwrap().table().unwrap();
    path(&table, &PathOptions::default(), &mut Silent).unwrap()
}

#[track_caller]
fn assert_has(page: &str, parts: &[&str]) {
    for part in parts {
        assert!(page.contains(part), "{part} is not in {page}");
    }
}

#[test]
fn every_tree_is_a_point_a_picture_a_row_and_a_list_of_rules() {
    let found = monks();
    let page = PathPage::new(&found).html();
    assert!(found.trees.len() > 2);
    assert_eq!(page.matches("class=\"vertex\"").count(), found.trees.len());
    assert_eq!(page.matches("<svg class=\"gosdt-tree").count(), found.trees.len());
    for tree in &found.trees {
        let leaves = tree.model.tree.leaves();
        let last = format!("id=\"rule-{leaves}-{leaves}\"");
        let name = format!("id=\"tree-{leaves}\"");
        assert_has(&page, &[&last, &name, &format!("href=\"#tree-{leaves}\"")]);
        assert!(!page.contains(&format!("id=\"rule-{leaves}-{}\"", leaves + 1)));
    }
    assert_has(&page, &["Proven optimal: for every λ from 0.2 to 0.001, one of these"]);
    assert!(!page.contains("dashed"));
}

#[test]
fn what_is_not_proven_is_dashed_and_said_first() {
    let mut found = monks();
    let (first, last) = (found.trees[0].clone(), found.trees.len() - 1);
    found.status = Status::TimeLimit;
    found.seconds = 60.0;
    found.trees[last].gap = 0.0123;
    let low = found.trees[last].low.clone();
    found.unproven = vec![Unproven { low: low.clone(), high: first.low.clone(), gap: 0.0123 }];
    let page = PathPage::new(&found).html();
    assert_has(&page, &["Stopped by the time limit after 60 s; for λ from", "The rest is proven."]);
    assert_has(&page, &["at most 0.0123 above the optimum", "class=\"edge open\"", "up to 0.0123"]);
    found.unproven[0].high = first.high;
    assert!(!PathPage::new(&found).html().contains("The rest is proven."));
}

#[test]
fn losses_on_other_rows_are_drawn_and_listed_beside_those_of_training() {
    let found = monks();
    let table = demo::find("monk-3").unwrap().table().unwrap();
    let folds = Folds::Stratified { folds: 4, seed: 0 };
    let options = PathOptions::default();
    let chosen = select_on_path(&table, &options, &found, &folds, SelectRule::OneSe, &mut Silent);
    let chosen = chosen.unwrap().unwrap();
    let mut test: Vec<Measured> =
        found.trees.iter().map(|tree| Measured::on_training(&tree.model)).collect();
    test.iter_mut().for_each(|set| set.name = "test (<other>)".to_string());
    test[1].loss = None;
    let selection = Some(&chosen);
    let page = PathPage { test: Some(&test), selection, ..PathPage::new(&found) }.html();
    let trees = found.trees.len();
    assert_eq!(page.matches("class=\"dot-other\"").count(), 2 * trees - 1);
    assert_eq!(page.matches("(chosen)</th>").count(), 1);
    assert_eq!(page.matches("class=\"vertex chosen\"").count(), 1);
    assert_has(
        &page,
        &["test (&#60;other&#62;)</text>", "4 folds held out, mean ± standard error"],
    );
    assert_has(&page, &["<th scope=\"col\">loss, test</th><th scope=\"col\">loss, held out</th>"]);
    let alone = PathPage::new(&found).html();
    assert!(!alone.contains("class=\"other ") && !alone.contains("loss, test"));
}

#[test]
fn names_cannot_break_out() {
    let mut found = monks();
    let nasty = "</script><script>alert(1)</script>";
    for tree in &mut found.trees {
        tree.model.target = nasty.to_string();
        tree.model.classes[0] = nasty.to_string();
        tree.model.objective.name = nasty.to_string();
    }
    let page = PathPage { data: Some(nasty), command: Some(nasty), ..PathPage::new(&found) }.html();
    assert_eq!(page.matches("<script>").count(), 1);
}

#[test]
fn a_path_among_some_thresholds_says_so() {
    let rows: String = (0..40).map(|row| format!("{row},{}\n", row / 6 % 2)).collect();
    let text = "x,y\n".to_string() + &rows;
    let raw = gosdt::read_csv_from(text.as_bytes(), "made", &gosdt::CsvOptions::default()).unwrap();
    let table = gosdt::Table::from_raw(&raw, &gosdt::Schema::default()).unwrap();
    let fit = gosdt::FitOptions { thresholds: "guess:4,1".parse().unwrap(), ..Default::default() };
    let found = path(&table, &PathOptions { fit, ..PathOptions::default() }, &mut Silent).unwrap();
    let page = PathPage::new(&found).html();
    assert_has(
        &page,
        &["Proven optimal among at most ", "the least objective on these thresholds."],
    );
    assert_has(&page, &[" of 39, guess:4,1)"]);
    assert!(!page.contains("Proven optimal:"));
}
