//! `gosdt fit`: a table in, a certified tree out.
use crate::args::{FitArgs, ResultArgs};
use crate::certificate;
use crate::ending::{Ending, Failure};
use crate::files;
use crate::fit_json;
use crate::interrupt;
use crate::onlooker::Onlooker;
use crate::output::{print, tell};
use gosdt::{Fit, FitOptions, Table, read_csv};

/// Reads the table, fits, reports.
pub fn run(args: &FitArgs) -> Result<Ending, Failure> {
    args.results.check()?;
    let options = args.search.options()?;
    let raw = read_csv(&args.data, &args.csv.options())?;
    let table = Table::from_raw(&raw, &args.columns.schema())?;
    drop(raw);
    fit_and_report(&table, &options, &args.results)
}

/// Fits, writes the files, prints the result. The files come first: whatever becomes of standard
/// output, the tree is not lost.
pub fn fit_and_report(
    table: &Table,
    options: &FitOptions,
    results: &ResultArgs,
) -> Result<Ending, Failure> {
    interrupt::listen(results.quiet)?;
    let mut onlooker = Onlooker::new(results.quiet, results.trace.is_some());
    let fitted = gosdt::fit(table, options, &mut onlooker);
    if let (Some(path), Some(trace)) = (&results.trace, onlooker.finish()) {
        files::write(path, &trace.csv())?;
    }
    let fitted = fitted?;
    if let Some(path) = &results.output {
        files::write(path, &(fitted.model.to_json() + "\n"))?;
    }
    warn(&fitted, results);
    print(&match results.json {
        true => fit_json::render(&fitted, options.all_optima > 1),
        false => certificate::render(&fitted),
    })?;
    Ok(ending(&fitted))
}

fn warn(fitted: &Fit, results: &ResultArgs) {
    if results.quiet {
        return;
    }
    for warning in &fitted.report.warnings {
        tell(&format!("warning: {warning}"));
    }
    if let Some(path) = &results.output {
        tell(&format!("the model is in {}", path.display()));
    }
}

fn ending(fitted: &Fit) -> Ending {
    match fitted.model.certificate.status.as_str() {
        "interrupted" => Ending::Interrupted,
        _ => Ending::Done,
    }
}
