//! The program: exit codes and what it says.
use gosdt_check::Fraction;
use gosdt_check::table::{Column, Table};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

const DATA: &str = "x,label\n1,no\n2,no\n3,yes\n4,yes\n";

const MODEL: &str = r#"{
  "target": "label", "classes": ["no", "yes"], "positive": 1,
  "columns": [{"name": "x", "kind": "numeric"}], "missing": "error",
  "objective": {"name": "accuracy", "lambda": "0.1", "costs": null, "max_depth": null,
                "max_leaves": null, "min_leaf": 1},
  "certificate": {"status": "optimal"},
  "tree": {"nodes": [{"node": "split", "column": 0, "test": {"at_most": 2.5}, "yes": 1, "no": 2},
                     {"node": "leaf", "class": 0}, {"node": "leaf", "class": 1}]}
}"#;

/// A certificate with this claim: two leaves cost 0.2, and the bound of the lemma is in tenths of 2.
fn certificate(bound: &str, lemma: &[u8]) -> Vec<u8> {
    let column = Column { values: vec![1.0, 2.0, 3.0, 4.0], ordered: true };
    let weights = [Fraction { over: 1, under: 1 }; 4];
    let digest = Table::new(vec![column], vec![0, 0, 1, 1], &weights).unwrap().digest();
    let shared = MODEL.split("\"certificate\"").next().unwrap().trim_start_matches('{');
    let header = format!(
        "{{\"format\": \"gosdt-certificate\", \"version\": 2, \"rows\": 4, \"digest\": \"{digest}\",
          \"bound\": \"{bound}\", {shared} \"weights\": null}}\n\n"
    );
    [header.as_bytes(), lemma].concat()
}

/// Writes the files and runs the program on them.
fn run(name: &str, data: &str, model: &str, certificate: &[u8]) -> Output {
    run_on(name, data.as_bytes(), model, certificate)
}

fn run_on(name: &str, data: &[u8], model: &str, certificate: &[u8]) -> Output {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    let files = [("data.csv", data), ("m.json", model.as_bytes()), ("c", certificate)];
    for (file, content) in files {
        fs::write(folder.join(file), content).unwrap();
    }
    let mut program = Command::new(env!("CARGO_BIN_EXE_gosdt-check"));
    program.args(files.map(|(file, _)| folder.join(file))).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned()
}

#[test]
fn what_is_proven_is_said_in_words() {
    // Costs are in twentieths: a row 5, a leaf 2. Two leaves are 4; one is 12.
    let output = run("proven", DATA, MODEL, &certificate("1/5", &[4, 0]));
    let text = said(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    let claim = "No tree on these 4 rows and 3 splits has accuracy loss + 0.1 · leaves below 1/5";
    assert!(text.starts_with(claim), "{text}");
    assert!(text.ends_with("This tree has exactly that: it is optimal.\n"), "{text}");
}

#[test]
fn what_does_not_follow_is_not_proven() {
    for (bound, lemma) in
        [("1/5", &[5, 0][..]), ("1/4", &[4, 0]), ("1/5", &[4, 0, 0]), ("1/5", &[4])]
    {
        let output = run("not-proven", DATA, MODEL, &certificate(bound, lemma));
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        assert!(said(&output).starts_with("Not proven: "));
    }
    let deep = MODEL.replace("\"at_most\": 2.5", "\"at_most\": 1.5");
    let output = run("other-tree", DATA, &deep, &certificate("1/5", &[4, 0]));
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("does not attain the bound"));
}

#[test]
fn parts_that_do_not_belong_together_are_bad_input() {
    let good = certificate("1/5", &[4, 0]);
    let other = MODEL.replace("0.1", "0.2");
    let cases = [
        ("other data", DATA.replace('4', "5"), MODEL.to_string(), good.clone()),
        ("differ in \"objective\"", DATA.to_string(), other, good.clone()),
        ("not a certificate", DATA.to_string(), MODEL.to_string(), b"{}\n\n".to_vec()),
        ("the model", DATA.to_string(), "{".to_string(), good),
    ];
    for (why, data, model, certificate) in cases {
        let output = run("input", &data, &model, &certificate);
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(said(&output).contains(why), "{}", said(&output));
    }
}

#[test]
fn help_has_an_example() {
    let output = Command::new(env!("CARGO_BIN_EXE_gosdt-check")).arg("--help").output().unwrap();
    assert!(output.status.success() && said(&output).contains("gosdt fit train.csv"));
    let output = Command::new(env!("CARGO_BIN_EXE_gosdt-check")).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn gzipped_data_are_to_be_unpacked() {
    let output = run_on("gzip", b"\x1f\x8b\x08\0", MODEL, &certificate("1/5", &[4, 0]));
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("gzip -dc"), "{}", said(&output));
}

/// The checker is to be read in one sitting: fewer than 1,000 lines that are neither blank nor a comment
/// (not counting `soundness.rs` and this file, which are tests).
#[test]
fn the_checker_is_small() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src");
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
    let mut lines = 0;
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let is_tests = path.file_name().unwrap() == "soundness.rs";
        if !is_tests && path.extension().is_some_and(|extension| extension == "rs") {
            lines += fs::read_to_string(path).unwrap().lines().filter(is_code).count();
        }
    }
    assert!((500..1000).contains(&lines), "{lines} lines");
}
