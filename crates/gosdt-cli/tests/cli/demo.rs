use crate::program::Folder;

#[test]
fn without_a_name_the_sets_are_listed() {
    let out = Folder::new("demo-list").gosdt(&["demo"]).expect_success();
    let names: Vec<&str> = out.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, ["tic-tac-toe", "monk-1", "monk-2", "monk-3", "balance-scale"]);
}

#[test]
fn a_demo_prints_its_tree_and_certificate() {
    let out = Folder::new("demo-monk").gosdt(&["demo", "monk-1", "--quiet"]).expect_success();
    assert!(out.contains("optimal: no tree has a smaller objective"), "{out}");
    assert!(out.contains("432 rows"), "{out}");
}

#[test]
fn the_data_of_a_demo_can_be_fitted_as_a_file() {
    let folder = Folder::new("demo-csv");
    let data = folder.gosdt(&["demo", "monk-3", "--csv"]).expect_success();
    assert_eq!(data.lines().count(), 433);
    let options = ["--max-leaves", "4", "--json", "--quiet"];
    let categorical = ["a1", "a2", "a3", "a4", "a5", "a6"].map(|name| ["--categorical", name]);
    let fit = [&["fit", "-"], categorical.as_flattened(), &options].concat();
    let objective =
        |out: String| serde_json::from_str::<serde_json::Value>(&out).unwrap()["objective"].clone();
    let from_file = objective(folder.gosdt_reading(data.as_bytes(), &fit).expect_success());
    let demo = [&["demo", "monk-3"], &options[..]].concat();
    assert_eq!(from_file, objective(folder.gosdt(&demo).expect_success()));
}
