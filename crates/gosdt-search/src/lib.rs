//! The search: a problem in, an outcome out.
//!
//! [`Problem`] holds classes of equal rows, an integer cost per label and class, a penalty per leaf
//! and limits; [`search`] returns an [`Outcome`]: a tree, a lower bound and an upper bound that are
//! valid whatever stopped it, and whether they are equal.
//!
//! The modules, each of which uses only those before it:
//! - `checked`: for tests, the check of every bound;
//! - `problem`: what is asked, and how to search;
//! - `outcome`: what is answered;
//! - `clock`: the time, also where it is handed in;
//! - `inline_watch`: watching work from within, where no other thread can;
//! - `lock`: locking that ignores poison;
//! - `control`: what threads share besides the memo;
//! - `memo`: what is known of subproblems, by their set of points;
//! - `bounds`: the theorems, one per file;
//! - `layout`: the problem reduced and laid out for counting, and its projections to subproblems;
//! - `node`: what is known of a subproblem while it is worked on;
//! - `tree`: trees from what is known, without search;
//! - `solve`: the recursion;
//! - `columns`: the same for columns that are stored as ranks;
//! - `optima`: the canonical optimal tree, and all optimal trees;
//! - `run`: threads, limits, progress;
//! - `lambda`: searches at all penalties of a range.
#![forbid(unsafe_code)]

mod bounds;
#[cfg(feature = "checked-bounds")]
mod checked;
mod clock;
mod columns;
mod control;
mod inline_watch;
mod lambda;
mod layout;
mod lock;
mod memo;
mod node;
mod optima;
mod outcome;
mod problem;
mod run;
mod solve;
mod tree;

#[cfg(feature = "checked-bounds")]
pub use checked::{BoundCheck, Checked, Claim};
pub use clock::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use clock::set_clock;
pub use gosdt_bits::{InstructionSet, Kernels};
pub use lambda::{
    Frontier, OpenRange, Piece, SearchSeries, SeriesError, SolveAt, Solved, TreeLine, find_path,
};
pub use lock::lock;
pub use memo::KeyTable;
pub use outcome::{Outcome, Shape, ShapeNode, Statistics, Status, StopReason};
pub use problem::{
    AdditiveProblem, AdditiveSplits, Column, CostError, Costs, Feature, LabelRule, Limits,
    Objective, Points, Problem, ProblemError, SearchOptions, SplitKind, Storage, Techniques,
};
pub use run::{
    AdditiveSearch, AdditiveSolver, Adviser, FinishedSearch, GrownTree, Improve, Incumbent,
    NearSearch, NearSolver, NearSplit, NearSplitSearch, NearSplits, ProblemSize, Progress,
    SearchControl, Silent, StopCheck, Watch, Watched, Workers, memory_allowance,
    peak_resident_memory, planned_bytes, planned_storage, resident_memory, run_on_threads,
    run_watched, search, search_improving, search_kept, usual_memory_limit,
};
pub use tree::GrowthStep;
