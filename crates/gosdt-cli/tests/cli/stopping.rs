use crate::program::{Folder, Run};
#[cfg(target_os = "linux")]
use std::io::Write;
#[cfg(unix)]
use std::process::{Child, Command};
use std::time::{Duration, Instant};

/// Fits noise: there is nothing to find, so that nothing short of looking everywhere proves it.
const LONG: [&str; 4] = ["fit", "noise.csv", "--lambda", "0.001"];

/// A folder with 400 rows of ten columns of noise and a coin as label.
fn noise(test: &str) -> Folder {
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        state >> 44
    };
    let mut text = "a,b,c,d,e,f,g,h,i,j,label\n".to_string();
    for _ in 0..400 {
        let numbers: Vec<String> = (0..10).map(|_| next().to_string()).collect();
        text += &format!("{},{}\n", numbers.join(","), next() % 2);
    }
    Folder::new(test).with("noise.csv", text)
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn a_time_limit_is_kept_and_the_bounds_hold() {
    let args = [&LONG[..], &["--time-limit", "500ms", "--json"]].concat();
    let started = Instant::now();
    let fit = json(&noise("limit").gosdt(&args).expect_success());
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    assert_eq!(fit["status"], "time-limit");
    let number = |name: &str| fit[name].as_f64().unwrap();
    assert!(number("lower_bound") < number("upper_bound"));
    assert_eq!(number("objective"), number("upper_bound"));
    assert!((number("gap") - (number("upper_bound") - number("lower_bound"))).abs() < 1e-9);
}

/// The objectives that rank lay out and grow trees with 4,000 thresholds before their proof.
#[test]
fn a_time_limit_is_kept_by_objectives_that_rank() {
    let folder = noise("limit-rank");
    for objective in ["auc", "fscore", "fscore:1.1"] {
        let args = [&LONG[..], &["--time-limit", "500ms", "--objective", objective]].concat();
        let started = Instant::now();
        folder.gosdt(&args).expect_success();
        assert!(started.elapsed() < Duration::from_secs(5), "{objective}: {:?}", started.elapsed());
    }
}

#[test]
fn people_are_told_what_stopped_the_search() {
    let args = [&LONG[..], &["--time-limit", "200ms"]].concat();
    let out = noise("told").gosdt(&args).expect_success();
    assert!(out.contains("stopped (time-limit): the best tree found"), "{out}");
}

#[test]
fn a_memory_limit_is_kept() {
    let folder = noise("memory");
    let limits = ["--memory-limit", "30M", "--time-limit", "3s", "--trace", "t.csv"];
    folder.gosdt(&[&LONG[..], &limits].concat()).expect_success();
    let trace = folder.read("t.csv");
    let memory = |line: &str| line.rsplit(',').next().unwrap().parse::<u64>().unwrap();
    let most = trace.lines().skip(1).map(memory).max().unwrap();
    assert!((1..=30_000_000).contains(&most), "{most}");
}

/// A header and so many rows of the same text.
fn repeated_rows(rows: usize) -> String {
    "a,b,label\n".to_string() + &"0.5,1.5,x\n0.75,2.5,y\n".repeat(rows / 2)
}

#[test]
fn reading_ends_at_the_time_limit_and_says_what_to_do() {
    let folder = Folder::new("slow-reading").with("big.csv", repeated_rows(2_000_000));
    let run = folder.gosdt(&["fit", "big.csv", "--time-limit", "1ms", "-o", "m.json"]);
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{run:?}");
    for part in ["the time limit of 0.001 s", "big.csv after", " rows", "--time-limit"] {
        assert!(run.err.contains(part), "{part:?} is not in: {}", run.err);
    }
    assert_eq!(folder.names(), ["big.csv"]);
}

#[test]
fn reading_that_waits_for_input_ends_at_the_time_limit() {
    let folder = Folder::new("no-input");
    let started = Instant::now();
    let mut child = folder.start(&["fit", "-", "--time-limit", "200ms", "-o", "m.json"]);
    let _open = child.stdin.take();
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.err.contains("the time limit of 0.2 s"), "{}", run.err);
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    assert_eq!(folder.names(), Vec::<String>::new());
}

#[cfg(unix)]
#[test]
fn signals_end_reading_that_waits_for_input() {
    let demo = Folder::new("model-of-demo");
    demo.gosdt(&["demo", "monk-1", "-o", "m.json"]).expect_success();
    let model = demo.path("m.json");
    let predict = ["predict", model.to_str().unwrap(), "-"];
    for (name, args) in [("-INT", &["fit", "-", "-o", "m.json"][..]), ("-TERM", &predict[..])] {
        let folder = Folder::new("no-input-signal");
        let mut child = folder.start(args);
        let _open = child.stdin.take();
        std::thread::sleep(Duration::from_millis(500));
        let asked = Instant::now();
        signal(&child, name);
        let run = Run::from(child.wait_with_output().unwrap());
        assert_eq!((run.code, run.out.as_str()), (Some(130), ""), "{run:?}");
        assert!(run.err.contains("nothing was written"), "{}", run.err);
        assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
        assert_eq!(folder.names(), Vec::<String>::new());
    }
}

#[cfg(unix)]
#[test]
fn a_termination_signal_hands_over_the_best_tree() {
    let folder = noise("terminate");
    let child = folder.start(&[&LONG[..], &["--time-limit", "60s", "-o", "m.json"]].concat());
    std::thread::sleep(Duration::from_secs(1));
    signal(&child, "-TERM");
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!(run.code, Some(130), "{run:?}");
    folder.gosdt(&["show", "m.json"]).expect_success();
}

/// The time that the table takes to be read is part of the limit.
#[test]
fn a_limit_that_reading_uses_up_but_for_a_moment_still_gives_a_tree() {
    let folder = Folder::new("moment").with("big.csv", repeated_rows(400_000));
    let fit = |limit: &str| folder.gosdt(&["fit", "big.csv", "--time-limit", limit, "--json"]);
    let phases = json(&fit("60s").expect_success())["phases"].clone();
    let read = phases["reading"].as_f64().unwrap() + phases["typing"].as_f64().unwrap();
    let started = Instant::now();
    let run = fit(&format!("{}s", read * 1.3 + 0.01));
    assert!(started.elapsed() < Duration::from_secs_f64(read * 2.0 + 1.0));
    // Busy machines may take longer to read it this time.
    assert!(run.code == Some(0) || run.err.contains("ended the reading"), "{run:?}");
}

#[test]
fn a_fit_tells_what_its_steps_took() {
    let fit = json(&noise("phases").gosdt(&["fit", "noise.csv", "--lambda", "0.2", "--json"]).out);
    for phase in ["reading", "typing", "grouping", "greedy", "search", "certifying"] {
        assert!(fit["phases"][phase].as_f64().unwrap() >= 0.0, "{phase}");
    }
    #[cfg(target_os = "linux")]
    assert!(fit["peak_memory"].as_u64().unwrap() > 1_000_000);
}

/// The greedy trees beside the tree are grown on the same clock.
#[test]
fn a_report_is_made_within_the_time_limit() {
    let folder = noise("report-limit");
    let args = [&LONG[..], &["--time-limit", "1s", "--report", "r.html", "--baseline"]].concat();
    let started = Instant::now();
    folder.gosdt(&args).expect_success();
    assert!(started.elapsed() < Duration::from_secs(4), "{:?}", started.elapsed());
    assert!(folder.path("r.html").exists());
}

#[cfg(unix)]
fn signal(child: &Child, name: &str) {
    let kill = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
}

#[cfg(unix)]
fn ctrl_c(child: &Child) {
    signal(child, "-INT");
}

/// Starts a long fit and interrupts it after a second.
#[cfg(unix)]
fn interrupted(folder: &Folder, more: &[&str]) -> Run {
    interrupted_run(folder, &[&LONG[..], &["--time-limit", "60s"], more].concat())
}

#[cfg(unix)]
fn interrupted_run(folder: &Folder, args: &[&str]) -> Run {
    let child = folder.start(args);
    std::thread::sleep(Duration::from_secs(1));
    ctrl_c(&child);
    Run::from(child.wait_with_output().unwrap())
}

#[cfg(unix)]
#[test]
fn ctrl_c_hands_over_the_best_tree() {
    let folder = noise("interrupt");
    let run = interrupted(&folder, &["-o", "m.json", "--trace", "t.csv", "--json"]);
    assert_eq!(run.code, Some(130), "{run:?}");
    let fit = json(&run.out);
    assert_eq!(fit["status"], "interrupted");
    assert!(fit["seconds"].as_f64().unwrap() < 30.0);
    let model = json(&folder.read("m.json"));
    assert_eq!(model["certificate"]["upper_bound"], fit["upper_bound"]);
    assert!(folder.read("t.csv").lines().count() > 2);
    folder.gosdt(&["show", "m.json"]).expect_success();
}

/// `timeout -s INT` and others send it to the program and then to its group.
#[cfg(unix)]
#[test]
fn a_ctrl_c_that_arrives_twice_is_one() {
    let folder = noise("interrupt-echo");
    let child = folder.start(&[&LONG[..], &["--time-limit", "60s", "--json"]].concat());
    std::thread::sleep(Duration::from_secs(1));
    ctrl_c(&child);
    ctrl_c(&child);
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!(run.code, Some(130), "{run:?}");
    assert_eq!(json(&run.out)["status"], "interrupted");
}

/// Waits until something holds, for at most twenty seconds.
#[cfg(target_os = "linux")]
#[track_caller]
fn wait_until(mut holds: impl FnMut() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < Duration::from_secs(20), "it never came to that");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The first Ctrl-C hands over the tree. Here that takes for ever: nobody reads standard output,
/// and it is full (a pipe holds 64 kB on Linux). The second does not wait for it.
#[cfg(target_os = "linux")]
#[test]
fn a_second_ctrl_c_quits_at_once() {
    let folder = noise("interrupt-twice");
    let (_unread, mut full) = std::io::pipe().unwrap();
    full.write_all(&[b' '; 1 << 16]).unwrap();
    let args = [&LONG[..], &["--time-limit", "60s", "-o", "m.json"]].concat();
    let mut child = folder.command(&args).stdout(full).spawn().unwrap();
    std::thread::sleep(Duration::from_secs(1));
    ctrl_c(&child);
    wait_until(|| folder.path("m.json").exists());
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(child.try_wait().unwrap(), None, "it did not wait for its reader");

    let asked = Instant::now();
    ctrl_c(&child);
    wait_until(|| child.try_wait().unwrap().is_some());
    assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    folder.gosdt(&["show", "m.json"]).expect_success();
}

#[cfg(unix)]
#[test]
fn ctrl_c_during_a_cross_validation_hands_over_a_tree() {
    let folder = noise("interrupt-select");
    let args = ["fit", "noise.csv", "--select", "cv:3", "--lambdas", "0.001", "-o", "m.json"];
    let run = interrupted_run(&folder, &args);
    assert_eq!(run.code, Some(130), "{run:?}");
    assert!(run.err.contains("λ = 0.001 is a guess"), "{}", run.err);
    let model = json(&folder.read("m.json"));
    assert_eq!(model["objective"]["lambda"], "0.001");
    assert_eq!(model["certificate"]["status"], "interrupted");
    assert!(run.out.contains("objective"), "{}", run.out);
    folder.gosdt(&["show", "m.json"]).expect_success();
}
