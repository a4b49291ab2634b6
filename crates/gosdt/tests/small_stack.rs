//! Fits that are called from threads with little stack.
use gosdt::{CsvOptions, FitOptions, Schema, Silent, Table, fit, read_csv_from};
use std::fmt::Write;
use std::thread::Builder;
use std::time::Duration;

/// A category for each row, with alternating labels: trees are chains that ask for one category after
/// the other, and the first expansions go down them.
fn chain(rows: usize) -> Table {
    let mut text = String::from("x,y\n");
    for row in 0..rows {
        let _ = writeln!(text, "c{row},{}", row % 2);
    }
    let raw = read_csv_from(text.as_bytes(), "chain", &CsvOptions::default()).expect("csv");
    Table::from_raw(&raw, &Schema::default()).expect("a table")
}

#[test]
fn a_fit_needs_little_of_the_callers_stack() {
    let lambda = "0.0000001".parse().expect("a decimal");
    let work = move || {
        let time_limit = Some(Duration::from_millis(200));
        let options = FitOptions { lambda, time_limit, threads: Some(1), ..FitOptions::default() };
        let fitted = fit(&chain(120), &options, &mut Silent).expect("a fit");
        assert!(fitted.model.tree.leaves() > 50);
    };
    let thread = Builder::new().stack_size(96 << 10).spawn(work).expect("a thread");
    thread.join().expect("no panic");
}
