use crate::program::{Folder, WEATHER};
use gosdt_check::{Verdict, check};
use std::fs;

/// Checks files of a folder as the program gosdt-check does.
fn checked(folder: &Folder, model: &str, proof: &str) -> Verdict {
    let proof = fs::read(folder.path(proof)).unwrap();
    check(&folder.read("data.csv"), folder.read(model).as_bytes(), &proof).unwrap()
}

#[test]
fn a_certificate_is_written_and_accepted() {
    let folder = Folder::new("certificate").with("data.csv", WEATHER);
    let args = ["fit", "data.csv", "-o", "m.json", "--certificate", "m.proof"];
    folder.gosdt(&args).expect_success();
    let verdict = checked(&folder, "m.json", "m.proof");
    assert_eq!(verdict.bound, verdict.objective);
    assert_eq!((verdict.bound.over, verdict.bound.under), (3, 100));
    assert!(verdict.text.ends_with("This tree has exactly that: it is optimal."));
}

#[test]
fn a_report_says_that_the_proof_was_checked_if_it_was() {
    let folder = Folder::new("certificate-report").with("data.csv", WEATHER);
    folder.gosdt(&["fit", "data.csv", "--report", "r.html"]).expect_success();
    assert!(!folder.read("r.html").contains("checked by gosdt-check"));
    let args = ["fit", "data.csv", "--report", "r.html", "--certificate", "m.proof"];
    folder.gosdt(&args).expect_success();
    assert!(folder.read("r.html").contains("checked by gosdt-check"));
}

#[test]
fn a_chosen_penalty_is_certified() {
    let folder = Folder::new("certificate-select").with("data.csv", WEATHER);
    let select = ["fit", "data.csv", "--select", "cv:2", "--lambdas", "0.1,0.02"];
    let args = [&select[..], &["-o", "m.json", "--certificate", "m.proof"]].concat();
    folder.gosdt(&args).expect_success();
    checked(&folder, "m.json", "m.proof");
}

#[test]
fn a_path_has_a_certificate_for_each_breakpoint_and_both_ends() {
    let folder = Folder::new("certificate-path").with("data.csv", WEATHER);
    folder.gosdt(&["path", "data.csv", "--certificates", "proofs"]).expect_success();
    let bounds = [1, 2, 3].map(|at| {
        let file = |end: &str| format!("proofs/breakpoint-{at}.{end}");
        let verdict = checked(&folder, &file("json"), &file("proof"));
        assert_eq!(verdict.bound, verdict.objective);
        (verdict.bound.over, verdict.bound.under)
    });
    // λ = 0.2 and one leaf, 1/8 where one and three leaves tie, 0.001 and three leaves.
    assert_eq!(bounds, [(9, 20), (3, 8), (3, 1000)]);
}

#[test]
fn without_a_certificate_the_tree_is_handed_over_all_the_same() {
    let folder = Folder::new("certificate-refused").with("data.csv", WEATHER);
    let args = ["fit", "data.csv", "--objective", "auc", "-o", "m.json", "--certificate", "c"];
    let run = folder.gosdt(&args);
    assert_eq!(run.code, Some(2), "{}", run.err);
    assert!(run.err.contains("no certificate can be written for the objective auc"));
    assert!(folder.read("m.json").contains("gosdt-model"));
    assert!(!folder.path("c").exists());
}
