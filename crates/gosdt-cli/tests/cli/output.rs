use crate::program::{Folder, WEATHER};

#[test]
fn an_output_that_cannot_be_written_is_told_before_the_data_is_read() {
    let folder = Folder::new("unwritable");
    for option in ["-o", "--trace", "--report"] {
        let run = folder.gosdt(&["fit", "nowhere.csv", option, "no/such/folder/file"]);
        assert_eq!(run.code, Some(1), "{run:?}");
        assert!(run.err.contains("cannot write no/such/folder/file"), "{}", run.err);
    }
    let run = folder.gosdt(&["fit", "nowhere.csv", "-o", "."]);
    assert_eq!(run.code, Some(1), "{run:?}");
}

#[test]
fn a_read_only_file_is_not_replaced() {
    let folder = Folder::new("read-only").with("data.csv", WEATHER).with("m.json", "precious");
    let mut permissions = std::fs::metadata(folder.path("m.json")).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(folder.path("m.json"), permissions).unwrap();
    let run = folder.gosdt(&["fit", "data.csv", "-o", "m.json"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert_eq!(folder.read("m.json"), "precious");
}

#[test]
fn a_failed_fit_leaves_the_old_model_and_nothing_else() {
    let folder = Folder::new("failed").with("data.csv", "a,label\n1,x\n").with("m.json", "old");
    assert_eq!(folder.gosdt(&["fit", "data.csv", "-o", "m.json"]).code, Some(2));
    assert_eq!(folder.read("m.json"), "old");
    assert_eq!(folder.names(), ["data.csv", "m.json"]);
}

#[test]
fn a_model_replaces_the_old_one_and_leaves_nothing_else() {
    let folder = Folder::new("replaced").with("data.csv", WEATHER).with("m.json", "old");
    folder.gosdt(&["fit", "data.csv", "-o", "m.json"]).expect_success();
    assert!(folder.read("m.json").contains("gosdt-model"));
    assert_eq!(folder.names(), ["data.csv", "m.json"]);
}

#[cfg(unix)]
#[test]
fn a_device_is_written_to_and_not_replaced() {
    let folder = Folder::new("device").with("data.csv", WEATHER);
    folder.gosdt(&["fit", "data.csv", "-o", "/dev/null"]).expect_success();
    let kind = std::fs::metadata("/dev/null").unwrap().file_type();
    assert!(!kind.is_file());
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let folder = Folder::new("link").with("data.csv", WEATHER).with("real.json", "old");
    std::os::unix::fs::symlink("real.json", folder.path("m.json")).unwrap();
    folder.gosdt(&["fit", "data.csv", "-o", "m.json"]).expect_success();
    assert!(folder.read("real.json").contains("gosdt-model"));
    assert!(std::fs::symlink_metadata(folder.path("m.json")).unwrap().is_symlink());
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = Folder::new("pipe");
    let mut child = folder.start(&["demo", "tic-tac-toe", "--csv"]);
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}
