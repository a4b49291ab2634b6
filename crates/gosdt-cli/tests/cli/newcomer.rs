use crate::program::Folder;

#[test]
fn every_command_has_help_with_an_example() {
    let folder = Folder::new("help");
    for command in ["fit", "path", "predict", "evaluate", "show", "demo", "completions"] {
        let help = folder.gosdt(&[command, "--help"]).expect_success();
        assert!(help.contains("Example") && help.contains(&format!("gosdt {command}")), "{help}");
    }
}

#[test]
fn the_exit_codes_are_documented() {
    let help = Folder::new("codes").gosdt(&["--help"]).expect_success();
    for code in ["  0 ", "  1 ", "  2 ", "  130 "] {
        assert!(help.contains(code), "{code:?} is not in:\n{help}");
    }
}

#[test]
fn the_version_is_that_of_the_package() {
    let out = Folder::new("version").gosdt(&["--version"]).expect_success();
    assert_eq!(out, format!("gosdt {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn there_are_completions_for_each_shell() {
    let folder = Folder::new("completions");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = folder.gosdt(&["completions", shell]).expect_success();
        assert!(script.contains("max-depth"), "{shell}");
    }
}

#[test]
fn an_option_that_there_is_not_is_bad_input() {
    Folder::new("usage").gosdt(&["fit", "data.csv", "--lamda", "1"]).expect_refusal(&["--lambda"]);
}
