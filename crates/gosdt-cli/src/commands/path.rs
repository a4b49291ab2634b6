//! `gosdt path`: a table in, every tree that is optimal for some λ of a range out.
use crate::exit_code::{Ending, Failure};
use crate::input::{PathArgs, TestSet, check_certifiable, read_table};
use crate::output::{PathResults, command_line, json, print, tell, text, write_file, write_noted};
use crate::progress::{Observer, PathObserver, RunLimits, listen};
use gosdt::{
    FitOptions, Path, PathOptions, PathProof, PathTree, ProofOptions, Selection, Status, Table,
};
use gosdt_report::{Measured, PathPage};
use std::path::PathBuf;

/// Reads the tables, makes the path, measures its trees elsewhere, reports.
pub fn run(args: &PathArgs) -> Result<Ending, Failure> {
    listen(args.results.quiet)?;
    args.results.check(&args.inputs())?;
    let options = args.options()?;
    let limits = RunLimits::start(options.fit.time_limit, options.fit.memory_limit);
    let schema = args.columns.schema();
    let table = read_table(&args.data, &args.csv.options(), &schema, limits)?.table;
    if args.results.certificates.is_some() {
        check_certifiable("--certificates", &table)?;
    }
    let test = test_set(args, &table, limits)?;
    let options = PathOptions { fit: time_for_path(args, options.fit, limits), ..options };
    let limited = limits.time().is_some();
    let mut observer = PathObserver::new(args.results.quiet, limited);
    let mut found = gosdt::path(&table, &options, &mut observer)?;
    drop(observer);
    let selection = selected(args, &table, &options, &found, limits)?;
    found.warnings.extend(selection.as_ref().and_then(Selection::warning));
    let (test, untested) = match tested(test.as_ref(), &found) {
        Ok(test) => (test, Ok(())),
        Err(failure) => (None, Err(failure)),
    };
    let results = PathResults { found, test, selection };
    let written = write(args, &results);
    let certified = certify(args, &table, &options, &results.found);
    if !args.results.quiet {
        results.found.warnings.iter().for_each(|warning| tell(&format!("warning: {warning}")));
    }
    print(shown(args, &results))?;
    written.and(certified).and(untested)?;
    Ok(ending(args, &results))
}

fn test_set(args: &PathArgs, table: &Table, limits: RunLimits) -> Result<Option<TestSet>, Failure> {
    let (csv, weights) = (args.csv.options(), args.columns.weights());
    let test = args.test.as_deref();
    test.map(|test| TestSet::read([test, &args.data], &csv, weights, &table.labels, limits))
        .transpose()
}

/// The options with the time that is left for the path: half of it, if folds are to follow.
fn time_for_path(args: &PathArgs, fit: FitOptions, limits: RunLimits) -> FitOptions {
    let left = limits.left();
    let time_limit = if args.folds.options().is_some() { left.map(|left| left / 2) } else { left };
    FitOptions { time_limit, ..fit }
}

/// What the cross-validation says of the trees, if there is to be one and it was not interrupted.
fn selected(
    args: &PathArgs,
    table: &Table,
    options: &PathOptions,
    found: &Path,
    limits: RunLimits,
) -> Result<Option<Selection>, Failure> {
    let Some((folds, rule)) = args.folds.options() else { return Ok(None) };
    if found.status == Status::Interrupted {
        return Ok(None);
    }
    let fit = FitOptions { time_limit: limits.left(), ..options.fit.clone() };
    let options = PathOptions { fit, ..options.clone() };
    let mut observer = Observer::new(args.results.quiet, false, limits.time().is_some());
    let selection = gosdt::select_on_path(table, &options, found, &folds, rule, &mut observer)?;
    observer.finish();
    Ok(selection)
}

/// How good each tree is on the test rows.
fn tested(test: Option<&TestSet>, found: &Path) -> Result<Option<Vec<Measured>>, Failure> {
    let measure =
        |test: &TestSet| found.trees.iter().map(|tree| test.measure(&tree.model)).collect();
    test.map(measure).transpose()
}

/// The files come before anything is printed: whatever becomes of standard output, no tree is lost.
/// All that can be written are; the first failure is that of the whole.
fn write(args: &PathArgs, results: &PathResults) -> Result<(), Failure> {
    let (asked, quiet) = (&args.results, args.results.quiet);
    let table = asked.table.iter().map(|path| {
        let content = text::path_csv(results)?;
        write_noted(quiet, "table", path, &content)
    });
    let object = asked
        .json
        .file()
        .map(|path| write_noted(quiet, "path", path, json::path(results).as_bytes()));
    let report = asked.report.iter().map(|path| {
        let page = PathPage {
            path: &results.found,
            data: Some(&args.data),
            test: results.test.as_deref(),
            selection: results.selection.as_ref(),
            command: Some(&command_line()),
        };
        write_noted(quiet, "report", path, page.html().as_bytes())
    });
    let models = std::iter::once(save(args, &results.found));
    let all: Vec<Result<(), Failure>> = models.chain(table).chain(object).chain(report).collect();
    all.into_iter().collect()
}

/// Writes the models, if they are wanted, and tells where they are.
fn save(args: &PathArgs, found: &Path) -> Result<(), Failure> {
    for (file, tree) in saved(args, found) {
        write_file(&file, tree.model.to_json() + "\n")?;
    }
    if let (Some(folder), false) = (&args.results.save_all, args.results.quiet) {
        tell(&format!("the models are in {}", folder.display()));
    }
    Ok(())
}

/// Writes the certificates, if they are wanted, and tells where they are. All that can be had are
/// written; the first failure is that of the whole.
fn certify(
    args: &PathArgs,
    table: &Table,
    options: &PathOptions,
    found: &Path,
) -> Result<(), Failure> {
    let Some(folder) = &args.results.certificates else { return Ok(()) };
    let time_limit = args.results.certificate_time_limit;
    let how = ProofOptions { time_limit, csv: args.csv.options() };
    let mut observer = Observer::new(args.results.quiet, false, time_limit.is_some());
    let proofs = gosdt::path_proofs(table, options, found, &how, &mut observer)?;
    observer.finish();
    let wide = proofs.len().to_string().len();
    let mut failure = Ok(());
    for (at, PathProof { model, proof, lambda, .. }) in proofs.into_iter().enumerate() {
        let file = |end: &str| folder.join(format!("breakpoint-{:0wide$}.{end}", at + 1));
        let written = proof.map_err(|error| Failure::Other(format!("λ = {lambda}: {error}")));
        let written = written.and_then(|proof| {
            write_file(&file("json"), model.to_json() + "\n")?;
            write_file(&file("proof"), &proof.bytes)
        });
        failure = failure.and(written);
    }
    if !args.results.quiet {
        tell(&format!("the certificates are in {}", folder.display()));
    }
    failure
}

/// The trees with the files that they are to be saved in.
fn saved<'a>(args: &PathArgs, found: &'a Path) -> Vec<(PathBuf, &'a PathTree)> {
    let Some(folder) = &args.results.save_all else { return Vec::new() };
    let leaves = |tree: &PathTree| tree.model.tree.leaves();
    let wide = found.trees.iter().map(leaves).max().unwrap_or(1).to_string().len();
    let file = |tree: &PathTree| folder.join(format!("leaves-{:0wide$}.json", leaves(tree)));
    found.trees.iter().map(|tree| (file(tree), tree)).collect()
}

fn shown(args: &PathArgs, results: &PathResults) -> String {
    match args.results.json.on_screen() {
        true => json::path(results),
        false => text::path(results),
    }
}

/// Interrupted, too, if folds were asked for and not all of them were done.
fn ending(args: &PathArgs, results: &PathResults) -> Ending {
    let unselected = args.folds.options().is_some() && results.selection.is_none();
    match results.found.status {
        Status::Interrupted => Ending::Interrupted,
        _ if unselected => Ending::Interrupted,
        _ => Ending::Done,
    }
}
