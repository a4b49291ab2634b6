//! The memo and the control under a scheduler that tries out many interleavings of threads:
//! `make interleavings`.
use crate::control::Control;
use crate::lock::atomic::{AtomicU64, Ordering};
use crate::memo::{Bounds, Key, LEAF, Memo, Remaining};
use crate::outcome::{Shape, StopReason};
use shuttle::thread;
use std::sync::Arc;

/// Interleavings of each test.
const TIMES: usize = 5_000;

fn key(number: u64) -> Key {
    Key::of(&[number], Remaining::UNLIMITED)
}

/// Whatever the order in which threads write, the tightest bounds are kept, and what a thread reads
/// only tightens.
#[test]
fn bounds_only_tighten() {
    let run = || {
        let memo = Arc::new(Memo::new(64, 2));
        let write = |own: i64| {
            let memo = Arc::clone(&memo);
            move || {
                let mut before = Bounds::UNKNOWN;
                for step in 0..3 {
                    let (lower, upper) = (own + 2 * step, 20 - own - 2 * step);
                    memo.put(&key(1), Bounds { lower, upper, choice: LEAF }, 1);
                    let now = memo.get(&key(1)).expect("it was put there");
                    assert!(now.lower >= before.lower.max(lower), "{now:?}");
                    assert!(now.upper <= before.upper.min(upper), "{now:?}");
                    before = now;
                }
            }
        };
        let threads: Vec<_> = (0..2).map(|own| thread::spawn(write(own))).collect();
        threads.into_iter().for_each(|thread| thread.join().expect("no panic"));
        let found = memo.get(&key(1)).expect("it was put there");
        assert_eq!((found.lower, found.upper), (5, 15));
    };
    shuttle::check_random(run, TIMES);
}

/// An entry that a thread works on is not dropped, entries that are dropped are forgotten as a whole,
/// and the bytes are counted right.
#[test]
fn what_is_worked_on_is_not_dropped() {
    let run = || {
        let memo = Arc::new(Memo::new(64, 2));
        let work = |own: u64| {
            let memo = Arc::clone(&memo);
            move || {
                memo.begin(&key(own));
                memo.put(&key(own), Bounds::at_least(7), 1);
                for other in 10..14 {
                    memo.put(&key(10 * own + other), Bounds::at_least(1), 1);
                }
                let known = memo.get(&key(own)).expect("busy entries stay");
                assert_eq!(known.lower, 7);
                memo.end(&key(own));
            }
        };
        let drops = Arc::clone(&memo);
        let mut threads: Vec<_> = (1..3).map(|own| thread::spawn(work(own))).collect();
        threads.push(thread::spawn(move || (0..2).for_each(|_| drops.drop_cheap_half(0))));
        threads.into_iter().for_each(|thread| thread.join().expect("no panic"));
        assert!(memo.bytes() < 1 << 30, "{}", memo.bytes());
        for own in 1..3 {
            assert!(!memo.begin(&key(own)), "nobody works on it any more");
        }
    };
    shuttle::check_random(run, TIMES);
}

/// Of the trees that threads offer the best is kept, the upper bound is its cost and never rises.
#[test]
fn the_best_tree_is_kept_and_the_upper_bound_never_rises() {
    let run = || {
        let control = Arc::new(Control::new());
        let offer = |costs: [i64; 3]| {
            let control = Arc::clone(&control);
            move || {
                let mut before = i64::MAX;
                for cost in costs {
                    control.offer(cost, Shape::leaf(cost as usize));
                    control.raise_lower(12 - cost);
                    let (lower, upper) = control.bounds();
                    assert!(upper <= before && upper <= cost && lower <= upper);
                    before = upper;
                }
            }
        };
        let threads = [[9, 7, 8], [10, 6, 11]].map(|costs| thread::spawn(offer(costs)));
        threads.into_iter().for_each(|thread| thread.join().expect("no panic"));
        assert_eq!(control.best(), Some((6, Shape::leaf(6))));
        assert_eq!(control.bounds(), (6, 6));
    };
    shuttle::check_random(run, TIMES);
}

/// A reason to stop that is given while another thread ends the proof and goes on to choose the tree is
/// not lost.
#[test]
fn a_reason_to_stop_is_not_lost() {
    let run = || {
        let control = Arc::new(Control::new());
        let stops = Arc::clone(&control);
        let stop = thread::spawn(move || stops.stop(StopReason::Interrupted));
        let goes_on = Arc::clone(&control);
        let finish = thread::spawn(move || {
            goes_on.finish();
            goes_on.resume();
        });
        [stop, finish].into_iter().for_each(|thread| thread.join().expect("no panic"));
        assert_eq!(control.reason(), Some(StopReason::Interrupted));
        assert!(control.stopped());
    };
    shuttle::check_random(run, TIMES);
}

/// Of the threads that begin to work on a subproblem exactly one is told that it is the first.
#[test]
fn one_thread_is_the_first_at_a_subproblem() {
    let run = || {
        let (memo, firsts) = (Arc::new(Memo::new(64, 2)), Arc::new(AtomicU64::new(0)));
        let begin = || {
            let (memo, firsts) = (Arc::clone(&memo), Arc::clone(&firsts));
            move || {
                let is_first = !memo.begin(&key(3));
                firsts.fetch_add(u64::from(is_first), Ordering::Relaxed);
            }
        };
        let threads: Vec<_> = (0..3).map(|_| thread::spawn(begin())).collect();
        threads.into_iter().for_each(|thread| thread.join().expect("no panic"));
        assert_eq!(firsts.load(Ordering::Relaxed), 1);
    };
    shuttle::check_random(run, TIMES);
}
