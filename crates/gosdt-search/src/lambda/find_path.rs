//! Finds the optimal trees for all λ of a range, by searches at one λ after another.
use super::frontier::{Frontier, TreeLine};
use crate::clock::Instant;
use crate::outcome::{Status, StopReason};
use num_rational::BigRational;
use std::time::Duration;

/// What a search at one λ found.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The best tree.
    pub line: TreeLine,
    /// No tree has a smaller objective at this λ.
    pub lower: BigRational,
    /// Whether the tree has just that objective, or why the search stopped before.
    pub status: Status,
}

/// Searches at a λ that it is told.
pub trait SolveAt {
    /// Why a search cannot be made.
    type Error;

    /// Searches at `lambda`, for at most `time_limit`. The frontier holds what is known so far; the
    /// best tree of it at `lambda` may be handed back if there is none better.
    fn solve_at(
        &mut self,
        lambda: &BigRational,
        frontier: &Frontier,
        time_limit: Option<Duration>,
    ) -> Result<Solved, Self::Error>;
}

/// The time that is left for a whole path.
struct Clock {
    started: Instant,
    limit: Option<Duration>,
}

/// How long to try the smallest λ before descending from the largest step by step.
const TRY: Duration = Duration::from_secs(10);

/// When less time than this is left, it is not divided further.
const LITTLE: Duration = Duration::from_millis(50);

impl Clock {
    fn left(&self) -> Option<Duration> {
        self.limit.map(|limit| limit.saturating_sub(self.started.elapsed()))
    }

    /// The time for a first search at the smallest λ, which shows whether the whole range is within
    /// reach.
    fn try_out(&self) -> Option<Duration> {
        Some(self.left().map_or(TRY, |left| TRY.min(left / 8)))
    }

    fn is_over(&self) -> bool {
        self.left().is_some_and(|left| left.is_zero())
    }

    /// Half of the time that is left, so that one hard λ does not take all of it.
    fn half(&self) -> Option<Duration> {
        self.left().map(|left| if left < LITTLE { left } else { left / 2 })
    }
}

/// Finds all optimal trees between the λ `from` and `to`, or as many as the limits allow. Returns also
/// why it stopped, if something is left unproven.
///
/// The largest and the smallest λ come first, then the ties between trees. If the first search at the
/// smallest λ shows that it is out of reach, the rest is done downwards from the largest λ, so that
/// whenever it ends the upper part of the range is proven. Every λ gets at most half of the time that
/// is left; then those that were not proven get all of it.
pub fn find_path<S: SolveAt>(
    solver: &mut S,
    from: BigRational,
    to: BigRational,
    time_limit: Option<Duration>,
) -> Result<(Frontier, Option<StopReason>), S::Error> {
    let clock = Clock { started: Instant::now(), limit: time_limit };
    let mut frontier = Frontier::new(from, to);
    let mut hopeless: Vec<BigRational> = Vec::new();
    let mut reason = None;
    while let Some((lambda, time)) = next(&frontier, &hopeless, &clock) {
        let solved = solver.solve_at(&lambda, &frontier, time)?;
        frontier.learn(&lambda, solved.lower, solved.line);
        match solved.status {
            Status::Stopped(StopReason::Interrupted) => {
                reason = Some(StopReason::Interrupted);
                break;
            }
            Status::Stopped(StopReason::MemoryLimit) => {
                reason = Some(StopReason::MemoryLimit);
                hopeless.push(lambda.clone());
            }
            // A share of the time is over; the clock says whether all of it is.
            Status::Stopped(StopReason::TimeLimit) | Status::Optimal => {}
        }
        if solved.status != Status::Optimal && lambda == *frontier.to() {
            frontier.descend();
        }
        if clock.is_over() {
            reason.get_or_insert(StopReason::TimeLimit);
            break;
        }
    }
    let reason = reason.filter(|_| !frontier.is_proven());
    Ok((frontier, reason))
}

/// The λ to search at next, and for how long.
fn next(
    frontier: &Frontier,
    hopeless: &[BigRational],
    clock: &Clock,
) -> Option<(BigRational, Option<Duration>)> {
    if let Some(lambda) = frontier.untried() {
        let last = lambda == frontier.to() && lambda != frontier.from();
        return Some((lambda.clone(), if last { clock.try_out() } else { clock.half() }));
    }
    let open = frontier.unproven().find(|lambda| !hopeless.contains(lambda));
    open.map(|lambda| (lambda.clone(), clock.left()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Shape;

    /// Trees with 1, 3 and 9 leaves that lose 5, 3 and 0 tenths: they tie at 1/10 and 1/20. A search
    /// below λ = `reach` ends with nothing proven, for want of time or, if it has no limit, because
    /// the user has enough.
    struct Reaching {
        reach: BigRational,
        asked: Vec<BigRational>,
    }

    fn ratio(numerator: i64, denominator: i64) -> BigRational {
        BigRational::new(numerator.into(), denominator.into())
    }

    impl SolveAt for Reaching {
        type Error = std::convert::Infallible;

        fn solve_at(
            &mut self,
            lambda: &BigRational,
            _: &Frontier,
            time_limit: Option<Duration>,
        ) -> Result<Solved, Self::Error> {
            self.asked.push(lambda.clone());
            let line = |(leaves, tenths): (usize, i64)| TreeLine {
                tree: Shape::leaf(0),
                leaves,
                loss: ratio(tenths, 10),
            };
            let lines = [(1, 5), (3, 3), (9, 0)].map(line);
            let line = lines.into_iter().min_by_key(|line| line.at(lambda)).expect("a line");
            let lower = line.at(lambda);
            let (lower, status) = match (*lambda < self.reach, time_limit) {
                (false, _) => (lower, Status::Optimal),
                (true, Some(_)) => (ratio(0, 1), Status::Stopped(StopReason::TimeLimit)),
                (true, None) => (ratio(0, 1), Status::Stopped(StopReason::Interrupted)),
            };
            Ok(Solved { line, lower, status })
        }
    }

    fn found(reach: BigRational) -> (Frontier, Option<StopReason>, Vec<BigRational>) {
        let mut solver = Reaching { reach, asked: Vec::new() };
        let Ok((frontier, reason)) = find_path(&mut solver, ratio(1, 2), ratio(1, 100), None);
        (frontier, reason, solver.asked)
    }

    #[test]
    fn within_reach_the_ends_come_first_and_no_step_is_made() {
        let (frontier, reason, asked) = found(ratio(0, 1));
        assert!(frontier.is_proven());
        assert_eq!(reason, None);
        assert_eq!(asked[..2], [ratio(1, 2), ratio(1, 100)]);
        // Between the ends the trees with 1 and 9 leaves tie at 1/16, where 3 leaves are better.
        assert_eq!(asked[2..], [ratio(1, 16), ratio(1, 10), ratio(1, 20)]);
    }

    #[test]
    fn out_of_reach_what_is_proven_grows_from_the_top() {
        let (frontier, reason, asked) = found(ratio(1, 15));
        assert_eq!(reason, Some(StopReason::Interrupted));
        let down = &asked[2..];
        assert!(down.windows(2).all(|pair| pair[0] > pair[1]), "{down:?}");
        assert_eq!(frontier.proven_to(), Some(ratio(1, 8)));
        let open = frontier.open_ranges();
        assert_eq!(open.len(), 1);
        assert!(open[0].high <= ratio(1, 8) && open[0].low == ratio(1, 100), "{open:?}");
    }

    #[test]
    fn on_the_way_down_nothing_is_asked_twice() {
        let (_, _, asked) = found(ratio(1, 15));
        let mut once = asked.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), asked.len(), "{asked:?}");
    }
}
