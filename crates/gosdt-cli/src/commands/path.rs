//! `gosdt path`: a table in, every tree that is optimal for some λ of a range out.
use crate::exit_code::{Ending, Failure};
use crate::input::{PathArgs, check_certifiable, read_table};
use crate::output::{command_line, json, print, tell, text, write_file};
use crate::progress::{Observer, PathObserver, RunLimits, listen};
use gosdt::{FitOptions, Path, PathOptions, PathProof, PathTree, ProofOptions, Status, Table};
use gosdt_report::PathPage;
use std::path::PathBuf;

/// Reads the table, makes the path, reports.
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
    let fit = FitOptions { time_limit: limits.left(), ..options.fit };
    let options = PathOptions { fit, ..options };
    let found = gosdt::path(&table, &options, &mut PathObserver::new(args.results.quiet))?;
    let written = write(args, &found);
    let certified = certify(args, &table, &options, &found);
    if !args.results.quiet {
        found.warnings.iter().for_each(|warning| tell(&format!("warning: {warning}")));
    }
    print(shown(args, &found))?;
    written.and(certified)?;
    Ok(ending(&found))
}

/// The files come before anything is printed: whatever becomes of standard output, no tree is lost.
/// All that can be written are; the first failure is that of the whole.
fn write(args: &PathArgs, found: &Path) -> Result<(), Failure> {
    let results = &args.results;
    let table = results.table.iter().map(|path| {
        let content = text::path_csv(found)?;
        write_noted(args, "table", path, &content)
    });
    let object = results
        .json_file()
        .map(|path| write_noted(args, "path", path, json::path(found).as_bytes()));
    let report = results.report.iter().map(|path| {
        let command = command_line();
        let page = PathPage { path: found, data: Some(&args.data), command: Some(&command) };
        write_noted(args, "report", path, page.html().as_bytes())
    });
    let models = std::iter::once(save(args, found));
    let all: Vec<Result<(), Failure>> = models.chain(table).chain(object).chain(report).collect();
    all.into_iter().collect()
}

/// Writes a file and tells where it is.
fn write_noted(
    args: &PathArgs,
    what: &str,
    path: &std::path::Path,
    content: &[u8],
) -> Result<(), Failure> {
    write_file(path, content)?;
    if !args.results.quiet {
        tell(&format!("the {what} is in {}", path.display()));
    }
    Ok(())
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
    let mut observer = Observer::new(args.results.quiet, false);
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

fn shown(args: &PathArgs, found: &Path) -> String {
    match args.results.json_on_screen() {
        true => json::path(found),
        false => text::path(found),
    }
}

fn ending(found: &Path) -> Ending {
    match found.status {
        Status::Interrupted => Ending::Interrupted,
        _ => Ending::Done,
    }
}
