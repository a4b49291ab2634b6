#[cfg(unix)]
use crate::program::Run;
use crate::program::{Folder, WEATHER};
use std::io::Write;
#[cfg(unix)]
use std::process::{Command, Stdio};
use std::time::Duration;

/// Costs as a file.
const COSTS: &str = "predicted,no,yes\nno,0,1\nyes,2,0\n";

fn folder(test: &str) -> Folder {
    let folder = Folder::new(&format!("fault-{test}"));
    let folder = folder.with("data.csv", WEATHER).with("costs.csv", COSTS);
    folder.gosdt(&["fit", "data.csv", "-o", "model.json", "-q"]).expect_success();
    folder
}

#[test]
fn an_output_that_is_an_input_is_refused() {
    let folder = folder("output-is-input");
    let before = [folder.read("data.csv"), folder.read("costs.csv"), folder.read("model.json")];
    let costs = ["--objective", "cost:costs.csv"];
    let cases: [(&[&str], &str); 9] = [
        (&["fit", "data.csv", "-o", "data.csv"], "data.csv is the table that is read"),
        (&["fit", "data.csv", "--report", "./data.csv"], "./data.csv is the table that is read"),
        (&["fit", "data.csv", "--trace", "data.csv"], "writing the trace there would destroy it"),
        (
            &["fit", "data.csv", costs[0], costs[1], "-o", "costs.csv"],
            "is the cost file that is read",
        ),
        (
            &["demo", "monk-1", costs[0], costs[1], "-o", "costs.csv"],
            "is the cost file that is read",
        ),
        (
            &["fit", "model.json", "--test", "data.csv", "-o", "data.csv"],
            "is the test table that is read",
        ),
        (&["path", "data.csv", "--csv", "data.csv"], "data.csv is the table that is read"),
        (&["predict", "model.json", "data.csv", "-o", "model.json"], "is the model that is read"),
        (&["show", "model.json", "--as", "html", "-o", "model.json"], "is the model that is read"),
    ];
    for (args, part) in cases {
        folder.gosdt(args).expect_refusal(&[part, "give another file"]);
    }
    let after = [folder.read("data.csv"), folder.read("costs.csv"), folder.read("model.json")];
    assert_eq!(after, before);
    assert_eq!(folder.names(), ["costs.csv", "data.csv", "model.json"]);
}

#[test]
fn two_outputs_that_are_one_file_are_refused() {
    let folder = folder("output-twice");
    for args in [
        ["fit", "data.csv", "-o", "new", "--report", "new"],
        ["fit", "data.csv", "-o", "./new", "--trace", "new"],
        ["path", "data.csv", "--csv", "new", "--report", "new"],
        ["path", "data.csv", "--csv", "new", "--json", "./new"],
    ] {
        folder.gosdt(&args).expect_refusal(&["cannot both be written to"]);
    }
    let both = ["fit", "data.csv", "-o", "/dev/null", "--report", "/dev/null"];
    if cfg!(unix) {
        folder.gosdt(&both).expect_success();
    }
}

#[cfg(unix)]
#[test]
fn links_to_an_input_are_seen_through() {
    let folder = folder("links");
    std::os::unix::fs::symlink("data.csv", folder.path("soft")).unwrap();
    std::fs::hard_link(folder.path("data.csv"), folder.path("hard")).unwrap();
    std::os::unix::fs::symlink(".", folder.path("here")).unwrap();
    for output in ["soft", "hard", "here/data.csv"] {
        folder
            .gosdt(&["fit", "data.csv", "-o", output])
            .expect_refusal(&["is the table that is read"]);
    }
    let twice = ["fit", "data.csv", "-o", "new.json", "--report", "here/new.json"];
    folder.gosdt(&twice).expect_refusal(&["cannot both be written"]);
    let redirected = folder.shell("\"$GOSDT\" fit - -o data.csv < data.csv");
    redirected.expect_refusal(&["data.csv is the table that is read"]);
    assert_eq!(folder.read("data.csv"), WEATHER);
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_yet_stays_and_its_target_is_made() {
    let folder = folder("dangling");
    std::os::unix::fs::symlink("later.json", folder.path("link")).unwrap();
    folder.gosdt(&["fit", "data.csv", "-o", "link"]).expect_success();
    assert!(std::fs::symlink_metadata(folder.path("link")).unwrap().is_symlink());
    assert!(folder.read("later.json").contains("gosdt-model"));
    std::os::unix::fs::symlink("round", folder.path("round")).unwrap();
    let run = folder.gosdt(&["fit", "data.csv", "-o", "round"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("leads back to itself"), "{}", run.err);
}

#[cfg(unix)]
#[test]
fn a_file_with_two_names_stays_one_file() {
    let folder = folder("hard").with("m.json", "old ".repeat(10_000));
    std::fs::hard_link(folder.path("m.json"), folder.path("other.json")).unwrap();
    folder.gosdt(&["fit", "data.csv", "-o", "m.json"]).expect_success();
    assert_eq!(folder.read("m.json"), folder.read("model.json"));
    assert_eq!(folder.read("other.json"), folder.read("model.json"));
    assert_eq!(folder.names().len(), 5);
}

#[cfg(unix)]
#[test]
fn a_draft_of_a_run_that_was_killed_is_in_nobodys_way() {
    let folder = folder("drafts");
    // The program takes over the shell's process, whose number a run before it had, too.
    let line = "for name in .m.json.$$.tmp .gosdt-$$.tmp; do echo old > $name; done; \
                exec \"$GOSDT\" fit data.csv -o m.json";
    folder.shell(line).expect_success();
    assert_eq!(folder.read("m.json"), folder.read("model.json"));
}

#[test]
fn a_name_of_255_bytes_is_a_name() {
    let folder = folder("long-name");
    let name = "n".repeat(250) + ".json";
    folder.gosdt(&["fit", "data.csv", "-o", &name]).expect_success();
    assert_eq!(folder.read(&name), folder.read("model.json"));
}

#[cfg(unix)]
#[test]
fn a_new_file_has_the_usual_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("mode");
    folder.shell("umask 027 && \"$GOSDT\" fit data.csv -o new.json").expect_success();
    let mode = std::fs::metadata(folder.path("new.json")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_at_the_report_does_not_lose_the_tree() {
    let folder = folder("full");
    let expected = folder.gosdt(&["show", "model.json"]).expect_success();
    for option in ["--report", "--trace", "-o"] {
        let run = folder.gosdt(&["fit", "data.csv", option, "/dev/full"]);
        assert_eq!(run.code, Some(1), "{option}");
        assert!(run.err.contains("cannot write /dev/full: No space left"), "{}", run.err);
        assert!(run.out.starts_with(&expected), "{option}: {}", run.out);
    }
    let run = folder.gosdt(&["fit", "data.csv", "--report", "/dev/full", "-o", "m.json"]);
    assert_eq!(run.code, Some(1));
    assert_eq!(folder.read("m.json"), folder.read("model.json"));
    let run = folder.gosdt(&["path", "data.csv", "--report", "/dev/full"]);
    assert_eq!(run.code, Some(1));
    assert!(run.out.contains("status      optimal"), "{}", run.out);
    let run = folder.shell("\"$GOSDT\" fit data.csv -o kept.json > /dev/full");
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("cannot write to standard output: No space left"), "{}", run.err);
    assert_eq!(folder.read("kept.json"), folder.read("model.json"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_limit_on_the_size_of_files_leaves_no_draft() {
    let folder = folder("ulimit").with("old.html", "old");
    let run = folder.shell("ulimit -f 1; \"$GOSDT\" fit data.csv --report old.html");
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.err.contains("(ulimit -f)"), "{}", run.err);
    assert!(run.out.contains("status      optimal"), "{}", run.out);
    assert_eq!(folder.read("old.html"), "old");
    assert_eq!(folder.names(), ["costs.csv", "data.csv", "model.json", "old.html"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_takes_no_files_is_told_before_the_search() {
    let run = folder("unwritable-folder").gosdt(&["fit", "data.csv", "-o", "/proc/model.json"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("cannot write /proc/model.json"), "{}", run.err);
    assert_eq!(run.out, "");
}

#[cfg(unix)]
#[test]
fn a_reader_of_a_fit_that_goes_away_is_no_error_and_the_model_is_whole() {
    let folder = folder("closed-pipe");
    let mut child = folder.start(&["fit", "data.csv", "-q", "-o", "m.json"]);
    drop(child.stdout.take());
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert_eq!(folder.read("m.json"), folder.read("model.json"));
}

#[cfg(unix)]
#[test]
fn a_run_that_is_killed_leaves_the_old_file_or_the_new_one_whole() {
    let folder = folder("killed");
    let new = folder.gosdt(&["show", "model.json", "--as", "html"]).expect_success();
    for micros in (0..40).map(|step| step * 250) {
        std::fs::write(folder.path("page.html"), "old").unwrap();
        let mut child = folder.start(&["show", "model.json", "--as", "html", "-o", "page.html"]);
        std::thread::sleep(Duration::from_micros(micros));
        let _ = child.kill();
        child.wait().unwrap();
        let now = folder.read("page.html");
        let tail = |page: &str| page[page.len().saturating_sub(20)..].to_string();
        assert!(now == "old" || tail(&now) == tail(&new), "after {micros} µs: {}", now.len());
    }
    folder.gosdt(&["show", "model.json", "--as", "html", "-o", "page.html"]).expect_success();
}

#[test]
fn runs_with_one_output_do_not_mix() {
    let folder = folder("together");
    let start = || folder.start(&["fit", "data.csv", "-o", "m.json", "-q"]);
    let runs: Vec<_> = (0..8).map(|_| start()).collect();
    for run in runs {
        assert_eq!(run.wait_with_output().unwrap().status.code(), Some(0));
    }
    assert_eq!(folder.read("m.json"), folder.read("model.json"));
    assert_eq!(folder.names(), ["costs.csv", "data.csv", "m.json", "model.json"]);
}

#[cfg(unix)]
#[test]
fn closed_standard_streams_are_no_panic() {
    let folder = folder("closed");
    let run = folder.shell("\"$GOSDT\" fit - <&-");
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(run.err.starts_with("error: ") && !run.err.contains("panicked"), "{}", run.err);
    let run = folder.shell("\"$GOSDT\" fit data.csv -q -o a.json <&- >&-");
    assert!(!run.err.contains("panicked"), "{}", run.err);
    assert_eq!(folder.read("a.json"), folder.read("model.json"));
    let run = folder.shell("\"$GOSDT\" fit nowhere.csv 2>&-");
    assert_eq!(run.code, Some(2));
}

#[test]
fn more_threads_than_cores_find_the_same_tree() {
    let folder = Folder::new("fault-threads");
    for (threads, model) in [("1", "a.json"), ("64", "b.json")] {
        let args = ["demo", "tic-tac-toe", "--lambda", "0.01", "--threads", threads, "-o", model];
        folder.gosdt(&args).expect_success();
    }
    assert_eq!(folder.read("a.json"), folder.read("b.json"));
}

#[test]
fn names_cannot_reach_the_terminal_as_they_are() {
    let evil = "ev\u{1b}[2Jil\u{9b}31m\u{202e}";
    let data = WEATHER.replace("degrees", evil).replace("yes\n", "y\u{1b}]0;x\u{7}\n");
    let folder =
        Folder::new("fault-escape").with("data.csv", data).with(&format!("{evil}.json"), "[]");
    let runs = [
        folder.gosdt(&["fit", "data.csv", "--target", "degree"]),
        folder.gosdt(&["fit", "data.csv", "--positive", "maybe"]),
        folder.gosdt(&["fit", "data.csv", "--categorical", "nothing"]),
        folder.gosdt(&["show", &format!("{evil}.json")]),
        folder.gosdt(&["fit", "data.csv", "-o", "m.json"]),
        folder.gosdt(&["evaluate", "m.json", "data.csv"]),
        folder.gosdt(&["evaluate", "m.json", "data.csv", "--json"]),
        folder.gosdt(&["fit", "data.csv", "--json"]),
    ];
    for run in &runs {
        let harms = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
        assert!(!run.err.contains(harms) && !run.out.contains(harms), "{run:?}");
    }
    assert!(runs[0].err.contains("\\u{1b}[2J"), "{}", runs[0].err);
}

#[test]
fn a_small_file_cannot_fill_the_memory() {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(b"a,label\n1,x\n2,").unwrap();
    let zeros = [b'0'; 1 << 16];
    (0..2048).for_each(|_| packed.write_all(&zeros).unwrap());
    let folder = Folder::new("fault-bomb").with("bomb.csv.gz", packed.finish().unwrap());
    let part = "it unpacks to more than 250 times its size; unpack it first (gunzip)";
    folder.gosdt(&["fit", "bomb.csv.gz"]).expect_refusal(&["bomb.csv.gz", part]);
}

/// A table whose best tree without errors has a leaf for each row but two.
fn chain(rows: usize) -> String {
    let line = |row: usize| format!("{row},{}\n", row % 2);
    "x,label\n".to_string() + &(0..rows).map(line).collect::<String>()
}

#[test]
fn a_deep_model_is_read_back_and_too_large_for_an_image() {
    let folder = Folder::new("fault-deep");
    let split = |at: usize| {
        format!(
            "{{\"node\":\"split\",\"column\":0,\"test\":{{\"at_most\":{at}.5}},\"yes\":{},\"no\":{},\
             \"rows\":2,\"weights\":[1,1]}},{{\"node\":\"leaf\",\"class\":0,\"rows\":1,\"weights\":[1,0]}}",
            2 * at + 1,
            2 * at + 2
        )
    };
    let nodes: Vec<String> = (0..1499).map(split).collect();
    let last = "{\"node\":\"leaf\",\"class\":1,\"rows\":1,\"weights\":[0,1]}";
    let model = format!(
        "{{\"format\":\"gosdt-model\",\"version\":1,\"target\":\"label\",\"classes\":[\"0\",\"1\"],\
         \"positive\":1,\"columns\":[{{\"name\":\"x\",\"kind\":\"numeric\"}}],\"missing\":\"error\",\
         \"objective\":{{\"name\":\"accuracy\",\"lambda\":\"0\",\"costs\":null,\"max_depth\":null,\
         \"max_leaves\":null,\"min_leaf\":1}},\"certificate\":{{\"status\":\"optimal\",\"objective\":0,\
         \"loss\":0,\"lower_bound\":0,\"upper_bound\":0,\"gap\":0,\"rows\":1500,\
         \"equivalence_classes\":1500,\"binary_features\":1499}},\"tree\":{{\"nodes\":[{},{last}]}}}}",
        nodes.join(",")
    );
    std::fs::write(folder.path("m.json"), model).unwrap();
    std::fs::write(folder.path("data.csv"), chain(1500)).unwrap();
    let labels = folder.gosdt(&["predict", "m.json", "data.csv"]).expect_success();
    assert!(labels.ends_with("\n1\n"));
    for form in ["text", "rules", "dot", "svg", "html", "json"] {
        folder.gosdt(&["show", "m.json", "--as", form]).expect_success();
    }
    if cfg!(feature = "png") {
        let run = folder.gosdt(&["show", "m.json", "--as", "png", "-o", "m.png"]);
        assert_eq!(run.code, Some(1));
        assert!(run.err.contains("depth 1499 is too large for an image"), "{}", run.err);
    }
}

/// Twenty thousand splits, none of them deep: an image of them would take a minute and gigabytes.
#[cfg(feature = "png")]
#[test]
fn a_tree_of_twenty_thousand_splits_is_refused_as_an_image_at_once() {
    let folder = Folder::new("fault-wide");
    folder.gosdt(&["demo", "monk-1", "-o", "small.json", "-q"]).expect_success();
    let mut model: serde_json::Value = serde_json::from_str(&folder.read("small.json")).unwrap();
    let weights = serde_json::json!([1.0, 1.0]);
    // A heap: the children of node n are 2n + 1 and 2n + 2.
    let splits = 20_000;
    let node = |at: usize| match at < splits {
        true => serde_json::json!({
            "node": "split", "column": 0, "test": {"is": "1"}, "yes": 2 * at + 1, "no": 2 * at + 2,
            "rows": 2, "weights": weights
        }),
        false => serde_json::json!({"node": "leaf", "class": 0, "rows": 1, "weights": weights}),
    };
    model["tree"]["nodes"] = (0..=2 * splits).map(node).collect();
    std::fs::write(folder.path("m.json"), model.to_string()).unwrap();
    let started = std::time::Instant::now();
    let run = folder.gosdt(&["show", "m.json", "--as", "png", "-o", "m.png"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.err.contains("20001 leaves"), "{}", run.err);
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    assert!(!folder.path("m.png").exists());
}

/// Where the address space leaves no room for large stacks and nobody set a limit, none is reported.
#[cfg(target_os = "linux")]
#[test]
fn little_address_space_is_no_memory_limit_and_keeps_the_time_limit() {
    let folder = folder("address-space");
    for objective in ["accuracy", "auc", "fscore"] {
        let line = format!(
            "ulimit -v 900000; \"$GOSDT\" demo tic-tac-toe --lambda 0.0005 --objective {objective} \
             --time-limit 1s --json"
        );
        let started = std::time::Instant::now();
        let run = folder.shell(&line);
        assert_eq!(run.code, Some(0), "{run:?}");
        let fit: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        let status = fit["status"].as_str().unwrap();
        assert!(status == "optimal" || status == "time-limit", "{objective}: {status}");
        assert!(started.elapsed() < Duration::from_secs(12), "{:?}", started.elapsed());
    }
}

#[cfg(unix)]
impl Folder {
    /// Runs a line of shell in the folder, in which `$GOSDT` is the program.
    fn shell(&self, line: &str) -> Run {
        let mut command = Command::new("sh");
        command.args(["-c", line]).current_dir(self.path("."));
        command.env("GOSDT", env!("CARGO_BIN_EXE_gosdt"));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Run::from(command.output().unwrap())
    }
}
