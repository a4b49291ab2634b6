//! A good tree at once, and better ones while the proof goes on.
//!
//! Everything here is about upper bounds alone: what it finds is offered to the search, which proves
//! what is optimal and picks the tree by a rule of its own.
//!
//! - `sample`: some points of many; `of_sample`: their best tree; `measure`, `entropy`: what a leaf costs and how pure a
//!   split is;
//! - `coarse`, `part`, `scan`, `look_ahead`: greedy trees with few splits a column, which are bits;
//! - `room`: how much memory is left for them;
//! - `exact`, `prune`, `resplit`, `subproblem`: trees on all splits: pruned for the limits, with the
//!   best split of a node, with the best subtree of a node;
//! - `rounds`, `pace`, `improve`: the rounds of these, and how much of the time they take.
mod coarse;
mod entropy;
mod exact;
mod found;
mod improve;
mod look_ahead;
#[cfg(test)]
mod made;
mod measure;
mod of_sample;
mod pace;
mod part;
mod prune;
mod resplit;
mod room;
mod rounds;
mod sample;
mod scan;
mod stop;
mod subproblem;

pub(crate) use found::Found;
pub(crate) use improve::improve;
pub(crate) use of_sample::best_of_sample;
pub(crate) use room::Room;
pub(crate) use stop::Stop;

use coarse::Coarse;
use exact::Exact;
use gosdt_search::{Limits, Points, Problem, Shape};
use measure::Measure;
use sample::sample;
use scan::Scanner;

/// A greedy tree with few splits a column, pruned for the limits: of a sample where there are many points,
/// so that there is a tree at once, and of all if there is room. What is grown by the time it is stopped is pruned.
pub(crate) fn first_tree(problem: &Problem, room: Room, stop: Stop<'_>) -> Found {
    let measure = Measure::of(problem);
    let exact = Exact::new(problem, &measure);
    let grown = |points: &Points, limits: Limits| {
        let coarse = Coarse::new(points, limits.min_leaf, room, &stop)?;
        let scanner = Scanner::new(&coarse, &measure, limits, stop);
        Some(scanner.greedy(&scanner.everything(), scanner.depth()).tree)
    };
    let leaf = exact.pruned(&Shape::leaf(0));
    // How many rows a leaf has is for all points to say.
    let of_sample = sample(problem.points())
        .and_then(|points| grown(&points, Limits { min_leaf: 1, ..*problem.limits() }));
    let early = of_sample.map_or(leaf.clone(), |tree| leaf.or_cheaper(exact.pruned(&tree)));
    match grown(problem.points(), *problem.limits()) {
        Some(tree) => early.or_cheaper(exact.pruned(&tree)),
        None => early,
    }
}

#[cfg(test)]
mod tests {
    use super::made::{self, Made, thresholds};
    use super::*;
    use gosdt_oracle::random::Stream;
    use num_rational::BigRational;
    use std::cell::Cell;

    /// Many points, of which the sum of two columns tells the label.
    fn many_points() -> Made {
        let mut stream = Stream::new(3);
        let codes: Vec<[u32; 2]> =
            (0..70_000).map(|_| [0, 1].map(|_| stream.below(1000) as u32)).collect();
        let classes: Vec<usize> = codes.iter().map(|[a, b]| usize::from(a + b > 1000)).collect();
        let column = |at: usize| thresholds(codes.iter().map(|code| code[at]).collect());
        let lambda = BigRational::new(1.into(), 1000.into());
        made::problem(vec![column(0), column(1)], &classes, lambda, Limits::default())
    }

    #[test]
    fn a_sample_gives_a_tree_before_all_points_are_laid_out() {
        let Made { problem, measure } = many_points();
        let leaf = Exact::new(&problem, &measure).pruned(&Shape::leaf(0));
        // Stopped once the sample's tree is grown.
        let sampled = sample(problem.points()).unwrap();
        assert!(sampled.len < problem.points().len);
        let laid_out = Cell::new(0);
        let is_due = || {
            laid_out.set(laid_out.get() + 1);
            laid_out.get() > 40
        };
        let found = first_tree(&problem, Room(None), Stop::when(&is_due));
        assert!(found.cost < leaf.cost / 2, "{} {}", found.cost, leaf.cost);
    }
}
