//! Memory limits: refused with numbers, kept, and never worse when there is more.
use crate::program::Folder;

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// So many rows of six columns of different numbers.
fn numbers(rows: u64) -> String {
    let mut text = "a,b,c,d,e,f,label\n".to_string();
    let mut state = 7u64;
    for _ in 0..rows {
        for _ in 0..6 {
            state =
                state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
            text += &format!("{},", (state >> 33) as f64 / 1e6);
        }
        text += &format!("{}\n", state >> 40 & 1);
    }
    text
}

#[cfg(target_os = "linux")]
#[test]
fn a_table_that_takes_more_than_the_limit_is_refused_while_it_is_read() {
    let folder = Folder::new("memory-reading").with("big.csv", numbers(400_000));
    let run = folder.gosdt(&["fit", "big.csv", "--memory-limit", "20M", "-o", "m.json"]);
    run.expect_refusal(&[
        "big.csv takes more than the memory limit of 20 MB",
        "rows",
        "--memory-limit",
    ]);
    assert_eq!(folder.names(), ["big.csv"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_bit_for_every_threshold_that_does_not_fit_is_refused_with_numbers() {
    let folder = Folder::new("memory-auc").with("big.csv", numbers(20_000));
    let args = ["fit", "big.csv", "--objective", "fscore:2", "--memory-limit", "500M"];
    let parts = [
        "a bit for every row and threshold",
        "MB",
        "the memory limit of 500 MB",
        "best for the score",
    ];
    folder.gosdt(&args).expect_refusal(&parts);
}

/// Objectives that rank need no bit for every threshold, unless a rule labels leaves.
#[cfg(target_os = "linux")]
#[test]
fn the_area_under_the_curve_takes_ranks_where_there_are_many_thresholds() {
    let folder = Folder::new("memory-ranks").with("big.csv", numbers(20_000));
    let limits = ["--memory-limit", "500M", "--time-limit", "2s", "--threads", "1"];
    let args = [&["fit", "big.csv", "--objective", "auc", "--json"][..], &limits].concat();
    let fit = json(&folder.gosdt(&args).expect_success());
    assert!(fit["peak_memory"].as_u64().unwrap() <= 500_000_000, "{}", fit["peak_memory"]);
    assert!(fit["lower_bound"].as_f64().unwrap() > 0.0);
}

/// Where there is no room for a search, a tree is handed over all the same.
#[cfg(target_os = "linux")]
#[test]
fn a_search_that_does_not_fit_leaves_the_greedy_tree() {
    let folder = Folder::new("memory-search").with("big.csv", numbers(200_000));
    let args = ["fit", "big.csv", "--memory-limit", "100M", "--time-limit", "40s", "--json"];
    let fit = json(&folder.gosdt(&args).expect_success());
    assert_eq!(fit["status"], "memory-limit");
    assert!(fit["peak_memory"].as_u64().unwrap() <= 110_000_000, "{}", fit["peak_memory"]);
}

/// Memory that the memo gave back once counted as taken by others, so that a search that ends with
/// 12 MB was stopped with 13. (The program that is tested takes a few more than the one that is installed.)
#[cfg(target_os = "linux")]
#[test]
fn more_memory_never_stops_a_search_that_less_let_finish() {
    let folder = Folder::new("memory-monotone");
    for _ in 0..2 {
        let optimal = |limit: &str| {
            let args =
                ["demo", "tic-tac-toe", "--lambda", "0.005", "--json", "--memory-limit", limit];
            json(&folder.gosdt(&args).expect_success())["status"] == "optimal"
        };
        let ends: Vec<bool> =
            ["14M", "15M", "16M", "17M", "18M", "20M", "40M"].map(optimal).to_vec();
        assert!(ends.is_sorted(), "{ends:?}");
        assert!(ends[6]);
    }
}

#[test]
fn explain_says_what_a_fit_would_work_on_and_does_not_search() {
    let folder = Folder::new("explain").with("small.csv", numbers(100));
    let about = json(&folder.gosdt(&["fit", "small.csv", "--explain", "--json"]).expect_success());
    assert_eq!((&about["rows"], &about["distinct_rows"]), (&100.into(), &100.into()));
    assert_eq!((&about["splits"], &about["stored"]), (&594.into(), &"ranks".into()));
    assert_eq!(about["columns"][1]["name"], "b");
    assert_eq!(about["columns"][1]["splits"], 99);
    assert!(about["search_memory"].as_u64().unwrap() > 0);
    let text = folder.gosdt(&["fit", "small.csv", "--explain", "-o", "m.json"]).expect_success();
    assert!(
        text.contains("100, 100 distinct") && text.contains("99 splits  f (numeric)"),
        "{text}"
    );
    assert_eq!(folder.names(), ["small.csv"]);
    let folder = folder.with("few.csv", numbers(15));
    let about = json(&folder.gosdt(&["fit", "few.csv", "--explain", "--json"]).expect_success());
    assert_eq!((&about["splits"], &about["stored"]), (&84.into(), &"bits".into()));
}
