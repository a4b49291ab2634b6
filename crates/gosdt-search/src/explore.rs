//! The whole trade-off between loss and leaves: searches at one λ after the other until nothing is
//! left between.
use crate::frontier::{Frontier, Line};
use crate::outcome::{Status, StopReason};
use num_rational::BigRational;
use std::time::{Duration, Instant};

/// What a search at one λ found.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The best tree.
    pub line: Line,
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

/// What is left of the time for a whole path.
struct Clock {
    started: Instant,
    limit: Option<Duration>,
}

/// When less than this is left, it is not shared out.
const LITTLE: Duration = Duration::from_millis(50);

impl Clock {
    fn left(&self) -> Option<Duration> {
        self.limit.map(|limit| limit.saturating_sub(self.started.elapsed()))
    }

    fn is_over(&self) -> bool {
        self.left().is_some_and(|left| left.is_zero())
    }

    /// Half of what is left, so that one hard λ does not take it all.
    fn half(&self) -> Option<Duration> {
        self.left().map(|left| if left < LITTLE { left } else { left / 2 })
    }
}

/// Finds all optimal trees between the λ `from` and `to`, or as many as the limits allow, and says
/// why it stopped if something is left unproven.
///
/// First every λ that matters gets at most half of the time that is left; then those that were not
/// proven get all of it.
pub fn explore<S: SolveAt>(
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
        if let Status::Stopped(why) = solved.status {
            reason.get_or_insert(why);
            if why == StopReason::Interrupted {
                break;
            }
            if why == StopReason::MemoryLimit {
                hopeless.push(lambda);
            }
        }
        if clock.is_over() {
            reason.get_or_insert(StopReason::TimeLimit);
            break;
        }
    }
    let reason = reason.filter(|_| !frontier.is_proven());
    Ok((frontier, reason))
}

/// Where to search next, and for how long.
fn next(
    frontier: &Frontier,
    hopeless: &[BigRational],
    clock: &Clock,
) -> Option<(BigRational, Option<Duration>)> {
    if let Some(lambda) = frontier.untried() {
        return Some((lambda.clone(), clock.half()));
    }
    let open = frontier.unproven().find(|lambda| !hopeless.contains(lambda));
    open.map(|lambda| (lambda.clone(), clock.left()))
}
