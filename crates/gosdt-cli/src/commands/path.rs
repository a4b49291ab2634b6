//! `gosdt path`: a table in, every tree that is optimal for some λ of a range out.
use crate::exit_code::{Ending, Failure};
use crate::input::{PathArgs, read_table};
use crate::output::{command_line, json, print, tell, text, write_file};
use crate::progress::{PathObserver, RunLimits, listen};
use gosdt::{FitOptions, Path, PathOptions, PathTree, Status};
use gosdt_report::PathPage;
use std::path::PathBuf;

/// Reads the table, makes the path, reports.
pub fn run(args: &PathArgs) -> Result<Ending, Failure> {
    listen(args.results.quiet)?;
    args.results.check()?;
    let options = args.options()?;
    let limits = RunLimits::start(options.fit.time_limit, options.fit.memory_limit);
    let schema = args.columns.schema();
    let table = read_table(&args.data, &args.csv.options(), &schema, limits)?.table;
    let fit = FitOptions { time_limit: limits.left(), ..options.fit };
    let options = PathOptions { fit, ..options };
    let found = gosdt::path(&table, &options, &mut PathObserver::new(args.results.quiet))?;
    write(args, &found)?;
    if !args.results.quiet {
        warn(args, &found);
    }
    print(shown(args, &found))?;
    Ok(ending(&found))
}

/// The files come before anything is printed: whatever becomes of standard output, no tree is lost.
fn write(args: &PathArgs, found: &Path) -> Result<(), Failure> {
    let results = &args.results;
    for (file, tree) in saved(args, found) {
        write_file(&file, tree.model.to_json() + "\n")?;
    }
    if let Some(path) = &results.table {
        write_file(path, text::path_csv(found)?)?;
    }
    if let Some(path) = results.json_file() {
        write_file(path, json::path(found))?;
    }
    if let Some(path) = &results.report {
        let command = command_line();
        let page = PathPage { path: found, data: Some(&args.data), command: Some(&command) };
        write_file(path, page.html())?;
    }
    Ok(())
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

fn warn(args: &PathArgs, found: &Path) {
    for warning in &found.warnings {
        tell(&format!("warning: {warning}"));
    }
    let results = &args.results;
    for (what, path) in [
        ("table", results.table.as_ref()),
        ("path", results.json_file()),
        ("report", results.report.as_ref()),
    ] {
        if let Some(path) = path {
            tell(&format!("the {what} is in {}", path.display()));
        }
    }
    if let Some(folder) = &results.save_all {
        tell(&format!("the models are in {}", folder.display()));
    }
}

fn ending(found: &Path) -> Ending {
    match found.status {
        Status::Interrupted => Ending::Interrupted,
        _ => Ending::Done,
    }
}
