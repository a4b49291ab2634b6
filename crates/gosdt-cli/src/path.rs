//! `gosdt path`: a table in, every tree that is optimal for some λ of a range out.
use crate::args::PathArgs;
use crate::command_line;
use crate::ending::{Ending, Failure};
use crate::files;
use crate::interrupt;
use crate::output::{print, tell};
use crate::path_json;
use crate::path_onlooker::PathOnlooker;
use crate::path_table;
use gosdt::{Path, PathOptions, PathTree, Status, Table, read_csv};
use gosdt_report::PathPage;
use std::path::PathBuf;

/// Reads the table, makes the path, reports.
pub fn run(args: &PathArgs) -> Result<Ending, Failure> {
    args.results.check()?;
    let options = args.options()?;
    let raw = read_csv(&args.data, &args.csv.options())?;
    let table = Table::from_raw(&raw, &args.columns.schema())?;
    drop(raw);
    let found = make(&table, &options, args.results.quiet)?;
    write(args, &found)?;
    if !args.results.quiet {
        warn(args, &found);
    }
    print(shown(args, &found))?;
    Ok(ending(&found))
}

fn make(table: &Table, options: &PathOptions, quiet: bool) -> Result<Path, Failure> {
    interrupt::listen(quiet)?;
    Ok(gosdt::path(table, options, &mut PathOnlooker::new(quiet))?)
}

/// The files come before anything is printed: whatever becomes of standard output, no tree is lost.
fn write(args: &PathArgs, found: &Path) -> Result<(), Failure> {
    let results = &args.results;
    for (file, tree) in saved(args, found) {
        files::write(&file, tree.model.to_json() + "\n")?;
    }
    if let Some(path) = &results.table {
        files::write(path, path_table::csv(found)?)?;
    }
    if let Some(path) = results.json_file() {
        files::write(path, path_json::render(found))?;
    }
    if let Some(path) = &results.report {
        let command = command_line::typed();
        let page = PathPage { path: found, data: Some(&args.data), command: Some(&command) };
        files::write(path, page.html())?;
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
        true => path_json::render(found),
        false => path_table::render(found),
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
