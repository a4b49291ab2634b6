//! A good tree at once, and better ones while the proof goes on.
//!
//! Everything here is about upper bounds alone: what it finds is offered to the search, which proves
//! what is optimal and picks the tree by a rule of its own.
//!
//! - `measure`: what a leaf costs and how pure a split is;
//! - `coarse`, `counters`, `scan`, `look_ahead`: greedy trees with few splits a column, which are bits;
//! - `exact`, `prune`, `resplit`, `subproblem`: trees on all splits: pruned for the limits, with the
//!   best split of a node, with the best subtree of a node;
//! - `rounds`, `pace`, `improve`: the rounds of these, and how much of the time they take.
mod coarse;
mod counters;
mod exact;
mod found;
mod improve;
mod look_ahead;
#[cfg(test)]
mod made;
mod measure;
mod pace;
mod prune;
mod resplit;
mod rounds;
mod scan;
mod stop;
mod subproblem;

pub(crate) use found::Found;
pub(crate) use improve::improve;
pub(crate) use stop::Stop;

use coarse::Coarse;
use exact::Exact;
use gosdt_search::{Problem, Shape};
use measure::Measure;
use scan::Scanner;

/// A greedy tree with few splits a column, pruned for the limits. What is grown by the time it is
/// stopped is pruned.
pub(crate) fn first_tree(problem: &Problem, stop: Stop<'_>) -> Found {
    let measure = Measure::of(problem);
    let grown = Coarse::new(problem.points(), &stop).map(|coarse| {
        let scanner = Scanner::new(&coarse, &measure, *problem.limits(), stop);
        scanner.greedy(&mut scanner.everything(), scanner.depth()).tree
    });
    Exact::new(problem, &measure).pruned(&grown.unwrap_or_else(|| Shape::leaf(0)))
}
