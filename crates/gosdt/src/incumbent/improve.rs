//! Improving the incumbent of a search while it goes on.
use super::coarse::Coarse;
use super::exact::Exact;
use super::measure::Measure;
use super::pace::Pace;
use super::room::Room;
use super::rounds::Rounds;
use super::scan::Scanner;
use super::stop::Stop;
use gosdt_search::{Incumbent, Problem, Shape};
use std::time::Duration;

/// Makes trees to start from, with their costs, until it is told to stop.
type FirstTrees<'a> = &'a dyn Fn(Stop<'_>) -> Vec<(i64, Shape)>;

/// Improves the incumbent of a search of `problem` until the search ends or nothing is left to try.
/// The process is kept below `memory` bytes. `first_trees` are made first, and are told when to stop: at once if
/// they take little time beside the search (`is_quick`), else once the search has taken so long that it may not end
/// soon; the proof may end within `delay`.
pub(crate) fn improve(
    problem: &Problem,
    memory: Option<u64>,
    (first_trees, is_quick, delay): (FirstTrees<'_>, bool, Duration),
    incumbent: &Incumbent<'_>,
) {
    let mut pace = Pace::new(incumbent);
    let is_due = || incumbent.has_ended();
    let stop = Stop::when(&is_due);
    let offer =
        || first_trees(stop).into_iter().for_each(|(cost, tree)| incumbent.offer(cost, tree));
    if is_quick {
        offer();
    }
    pace.await_start(delay);
    if !is_quick {
        offer();
    }
    let measure = Measure::of(problem);
    let min_leaf = problem.limits().min_leaf;
    let room = Room(memory);
    let Some(coarse) = Coarse::new(problem.points(), min_leaf, room, &stop) else { return };
    let scanner = Scanner::new(&coarse, &measure, *problem.limits(), stop).within(room);
    Rounds::new(Exact::new(problem, &measure), scanner, memory, &mut pace).run();
}
