//! Raising the root's lower bound until a budget is decided.
use super::constants::{LONG, NOTICEABLE};
use crate::clock::Instant;
use crate::control::{Control, Raising, Steps};
use crate::memo::Bounds;
use std::time::Duration;

/// Where steps are short: of the gap, what the first one is at most. It is no longer than the price of a leaf,
/// either: counting alone decides whether trees cost little more than two or three leaves.
const FIRST_STEP: i64 = 16;

/// Of the upper bound, what is proven before a step may go all the way.
const EARLY: i64 = 3;

/// No attempt is ended before so many expansions, about: where points are many, one may take long.
const SOME_EXPANSIONS: u32 = 8;

/// A rise of the lower bound by less than one in so many parts of the upper is not seen.
const SEEN: i64 = 128;

/// A rise of the lower bound by more than one in so many parts of the upper, in half of the time after which the
/// budget would be raised in steps, does without steps...
const RISES: i64 = 64;

/// ... if less than one in so many parts of the upper bound is left to be proven.
const NEARLY: i64 = 4;

/// The proof that all threads seek: the optimum, if it is within a budget.
#[derive(Clone, Copy)]
pub(super) struct Proof<'a> {
    pub control: &'a Control,
    /// What a tree may cost; `i64::MAX` is no limit.
    pub budget: i64,
    /// Cost of a leaf.
    pub per_leaf: i64,
    /// Whether a search that has taken long raises the root's budget in steps.
    pub deepening: bool,
    /// The kind of steps.
    pub kind: StepKind,
}

/// How the root's budget is raised where it is raised in steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepKind {
    /// By large parts of the gap, in a search that has taken long. Of the splits of a node all are evaluated before
    /// the sides of one are solved, so that the lower bound rises within an attempt, too.
    Large,
    /// By a short step and then by longer ones, until part of the upper bound is proven; then at once, which takes
    /// a tenth less. To evaluate a split is to solve its sides, so that a bound may be long in coming.
    Short {
        /// Whether a search that ends soon is not to be held up: it raises the budget in steps once it has taken long.
        is_late: bool,
    },
}

impl StepKind {
    /// When to raise the budget in steps.
    fn begin(self) -> Duration {
        match self {
            StepKind::Large => NOTICEABLE,
            StepKind::Short { is_late: true } => LONG,
            StepKind::Short { is_late: false } => Duration::ZERO,
        }
    }
}

impl Proof<'_> {
    /// Raises the root's lower bound until it meets the upper or is above the budget, or until work
    /// is ended. `solve` is one thread's search of the root for a budget. The thread that is first to
    /// have the proof ends the work of all.
    pub fn raise_root(&self, mut solve: impl FnMut(i64) -> Bounds) -> Bounds {
        if self.deepening {
            let begin = self.kind.begin();
            self.control.raising(|raising| raising.begin = begin);
            note_elapsed(self.control, Duration::ZERO);
        }
        loop {
            let attempt = self.control.begin_attempt();
            let (begun, target) = (Instant::now(), self.next_budget());
            let found = solve(target);
            drop(attempt);
            debug_assert!(found.lower <= found.upper, "bounds contradict each other");
            if found.settles(target) {
                // Where expansions are counted, nothing depends on the time.
                let took = if self.control.is_counted() { Duration::ZERO } else { begun.elapsed() };
                self.control.raising(|raising| raising.lengthen(took));
            }
            if found.settles(self.budget) {
                self.control.raise_lower(found.lower);
                self.control.finish();
            }
            if self.control.ended() {
                return found;
            }
        }
    }

    fn next_budget(&self) -> i64 {
        let (lower, upper) = self.control.bounds();
        let end = self.budget.min(upper);
        match self.control.steps().filter(|_| self.deepening && lower < end) {
            Some(steps) => self.control.raising(|raising| {
                raising.least = self.per_leaf.max(2) / 2;
                let is_short = self.kind != StepKind::Large;
                if is_short && raising.longest == i64::MAX {
                    let most = if self.per_leaf > 0 { self.per_leaf } else { i64::MAX };
                    raising.longest = raising.least.max((end - lower) / FIRST_STEP).min(most);
                }
                raising.step = match is_short {
                    true => short_step(lower, end, raising.longest),
                    false => large_step(steps, lower, end, raising),
                };
                lower + raising.step
            }),
            None => end,
        }
    }
}

impl Raising {
    /// Whether to raise the budget in steps from now on: the time for that has come. To begin anew costs a tenth of
    /// what was done, so that it is put off where the proof seems near: most is proven, and the bound rises.
    fn is_due(&mut self, (lower, upper): (i64, i64), elapsed: Duration) -> bool {
        if elapsed < self.begin {
            if elapsed >= self.begin / 2 && self.since.is_zero() {
                (self.lower, self.since) = (lower, elapsed);
            }
            return false;
        }
        let rises = !self.since.is_zero() && lower - self.lower > upper / RISES;
        let is_near = upper - lower < upper / NEARLY;
        self.since = Duration::ZERO;
        if rises && is_near && self.begin < LONG {
            self.begin *= 2;
            (self.lower, self.since) = (lower, elapsed);
            return false;
        }
        true
    }

    /// How long the lower bound may stay where it is, as it was for some time before: a share of that.
    fn patience(&self) -> Duration {
        NOTICEABLE.max(self.since / 4)
    }

    /// Makes steps longer if an attempt took little time.
    fn lengthen(&mut self, took: Duration) {
        if took * 2 < self.patience() {
            self.longest = self.longest.saturating_mul(2);
        }
    }

    /// Takes note of the lower bound. Returns whether to end the attempt at hand, since its step was too long:
    /// little of the upper bound is proven, and no rise of the lower was seen for long.
    fn shorten(&mut self, (lower, upper): (i64, i64), elapsed: Duration, expansions: u64) -> bool {
        if lower - self.lower > upper / SEEN || self.since.is_zero() {
            (self.lower, self.since) = (lower, elapsed);
        }
        let of_some =
            elapsed / u32::try_from(expansions.max(1)).unwrap_or(u32::MAX) * SOME_EXPANSIONS;
        let is_due = elapsed.saturating_sub(self.since) >= self.patience().max(of_some);
        let is_too_long = is_due && self.step > self.least && lower < upper / EARLY;
        if is_too_long {
            self.longest = self.least.max(self.step / 2);
            self.since = elapsed;
        }
        is_too_long
    }
}

/// Lets a search that has taken long raise the root's budget in steps, and in shorter ones where the lower bound
/// does not rise.
pub(super) fn note_elapsed(control: &Control, elapsed: Duration) {
    let begin = control.raising(|raising| raising.begin);
    if control.is_counted() && !begin.is_zero() {
        return;
    }
    let (bounds, expansions) = (control.bounds(), control.nodes());
    if control.steps().is_none() && control.raising(|raising| raising.is_due(bounds, elapsed)) {
        control.restart_in_steps();
    }
    if elapsed >= LONG {
        control.make_steps_small();
    }
    let shorten = |raising: &mut Raising| raising.shorten(bounds, elapsed, expansions);
    if control.steps().is_some() && control.raising(shorten) {
        control.restart_in_other_steps();
    }
}

/// Half of the gap until an eighth of the upper bound is left: with few attempts the lower bound is seen to
/// rise at little cost. Small steps are a quarter of the gap.
fn large_step(steps: Steps, lower: i64, upper: i64, raising: &Raising) -> i64 {
    let (gap, least) = (upper - lower, raising.least);
    let (step, least_rest) = match steps {
        Steps::Large => (least.max(gap / 2), upper / 8),
        Steps::Small => (least.max(gap / 4), least.max(gap / 4)),
    };
    match step > raising.longest {
        true => raising.longest,
        false if gap - step <= least_rest => gap,
        false => step,
    }
}

/// The longest step until some of the upper bound is proven, then all of the gap.
fn short_step(lower: i64, upper: i64, longest: i64) -> i64 {
    match lower < upper / EARLY {
        true => longest.min(upper - lower),
        false => upper - lower,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn targets(steps: Steps, lower: i64, upper: i64, raising: Raising) -> Vec<i64> {
        let next = |target: &i64| {
            let step = large_step(steps, *target, upper, &raising);
            (*target < upper).then_some(target + step)
        };
        std::iter::successors(Some(lower), next).skip(1).collect()
    }

    fn with_least(least: i64) -> Raising {
        Control::new().raising(|raising| Raising { least, ..*raising })
    }

    #[test]
    fn large_steps_are_few_and_small_ones_end_at_half_a_leaf() {
        let targets = |steps, lower, upper, least| targets(steps, lower, upper, with_least(least));
        assert_eq!(targets(Steps::Large, 0, 800, 5), [400, 600, 800]);
        assert_eq!(targets(Steps::Small, 0, 800, 50), [200, 350, 462, 546, 609, 659, 709, 800]);
        assert_eq!(targets(Steps::Small, 0, 2, 1), [2]);
        assert_eq!(targets(Steps::Large, 799, 800, 5), [800]);
    }

    #[test]
    fn no_step_is_longer_than_the_longest() {
        let raising = Raising { longest: 150, ..with_least(5) };
        assert_eq!(targets(Steps::Large, 0, 800, raising), [150, 300, 450, 600, 800]);
        assert_eq!(targets(Steps::Large, 0, 100, raising), [50, 75, 87, 100]);
        assert_eq!(short_step(0, 800, 50), 50);
        assert_eq!(short_step(265, 800, 50), 50);
        assert_eq!(short_step(266, 800, 50), 534);
        assert_eq!(short_step(0, 800, 900), 800);
    }

    #[test]
    fn steps_are_put_off_while_the_lower_bound_rises_without_them() {
        let at = |part: u32| NOTICEABLE / 4 * part;
        let mut raising = Raising { begin: NOTICEABLE, ..with_least(1) };
        assert!(!raising.is_due((0, 1000), at(1)));
        assert!(!raising.is_due((770, 1000), at(2)), "noted at half the time");
        assert!(!raising.is_due((780, 1000), at(3)));
        assert!(!{ raising }.is_due((790, 1000), at(4)), "risen since then");
        assert!({ raising }.is_due((780, 1000), at(4)), "not by enough");
        assert!({ raising }.is_due((790, 1100), at(4)), "much is left");
        raising.is_due((790, 1000), at(4));
        assert_eq!((raising.begin, raising.lower), (2 * NOTICEABLE, 790));
        assert!(!raising.is_due((790, 1000), at(7)));
        assert!(raising.is_due((800, 1000), at(8)));
        let mut late = Raising { begin: LONG, ..with_least(1) };
        assert!(!late.is_due((0, 1000), LONG / 2));
        assert!(late.is_due((900, 1000), LONG), "a long search takes steps in any case");
        assert!(Raising { begin: Duration::ZERO, ..with_least(1) }.is_due((0, 9), Duration::ZERO));
    }

    #[test]
    fn steps_become_shorter_while_nothing_rises_and_longer_when_it_is_easy() {
        let second = Duration::from_secs(1);
        let shorten =
            |raising: &mut Raising, bounds, elapsed| raising.shorten(bounds, elapsed, 1 << 20);
        let mut raising = Raising { step: 400, ..with_least(30) };
        assert!(!shorten(&mut raising, (0, 1000), second), "the first look");
        assert!(!shorten(&mut raising, (0, 1000), second + NOTICEABLE / 2), "too early");
        assert!(!shorten(&mut raising, (100, 1000), 3 * second), "a rise");
        assert!(
            !shorten(&mut raising, (101, 1000), 3 * second + NOTICEABLE),
            "time goes by more slowly"
        );
        assert!(shorten(&mut raising, (101, 1000), 4 * second), "a rise that is not seen");
        assert_eq!((raising.longest, raising.since), (200, 4 * second));
        assert!(!shorten(&mut raising, (101, 1000), 4 * second + NOTICEABLE), "the next attempt");
        let few = { raising }.shorten((101, 1000), 6 * second, 8);
        assert!(!few, "in so much time there are few expansions");
        raising.step = 30;
        assert!(!shorten(&mut raising, (101, 1000), 9 * second), "no step is shorter");
        raising.step = 200;
        assert!(!shorten(&mut raising, (500, 1000), 90 * second), "much is proven");
        raising.lengthen(second);
        assert_eq!(raising.longest, 400);
        raising.lengthen(90 * second);
        assert_eq!(raising.longest, 400);
    }

    /// Threads that notice late that their attempt ended, and one that notices at once: none begins the next
    /// before all have ended theirs.
    #[test]
    fn no_attempt_begins_before_all_have_ended_the_last() {
        use std::sync::atomic::{AtomicBool, Ordering};
        let (control, has_ended) = (Control::new(), AtomicBool::new(false));
        std::thread::scope(|scope| {
            let (late, early) = (control.begin_attempt(), control.begin_attempt());
            control.restart_in_steps();
            let waits = scope.spawn(|| {
                drop(early);
                let attempt = control.begin_attempt();
                assert!(has_ended.load(Ordering::Relaxed), "the late one goes on");
                drop(attempt);
            });
            std::thread::sleep(Duration::from_millis(30));
            has_ended.store(true, Ordering::Relaxed);
            drop(late);
            waits.join().expect("the assertion holds");
        });
        assert!(control.steps().is_some());
    }
}
