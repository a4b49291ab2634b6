//! The real program, run as users run it.

/// Everything that can be wrong with data, models and options.
mod bad_input;
/// Greedy trees beside the optimal one.
mod baseline;
/// Certificates of fits and paths.
mod certificate;
/// `gosdt demo`.
mod demo;
/// Disks, pipes, links, signals and hostile files.
mod faults;
/// `gosdt fit`: what it prints and writes.
mod fit;
/// Memory limits, and what a fit would take.
mod memory;
/// Help, version, completions.
mod newcomer;
/// Files and pipes that the output goes to.
mod output;
/// `gosdt path`.
mod path;
/// What the trees of a path lose on other rows, to choose one by.
mod path_choice;
/// Reports, pictures, and metrics on test rows.
mod pictures;
/// `gosdt predict`, `evaluate`, `show` on a fitted model.
mod predict;
/// Runs the program.
mod program;
/// AUC, partial AUC, F-score and its kin, from fit to report.
mod ranked;
/// `gosdt rashomon`.
mod rashomon;
/// Cells, columns and files that are not what they seem.
mod reading;
/// λ chosen by cross-validation.
mod select;
/// Time limits and Ctrl-C.
mod stopping;
/// Fewer thresholds than all.
mod thresholds;
