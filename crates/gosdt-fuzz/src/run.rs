//! Cases one after the other on every core, until the time is over or one fails.
use crate::arguments::Arguments;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A case that takes longer hangs. All take milliseconds, on a machine that does nothing else.
const LONGEST: Duration = Duration::from_secs(60);

/// What the threads share.
struct Shared<'a> {
    arguments: &'a Arguments,
    started: Instant,
    next: AtomicU64,
    ended: AtomicBool,
    failure: Mutex<Option<String>>,
}

/// The case that a thread works on: its seed, and when it began, in milliseconds since the start.
#[derive(Default)]
struct Current {
    seed: AtomicU64,
    since: AtomicU64,
}

/// Runs cases; what was run, or what failed.
pub fn run(arguments: &Arguments) -> Result<String, String> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let shared = Shared {
        arguments,
        started: Instant::now(),
        next: AtomicU64::new(0),
        ended: AtomicBool::new(false),
        failure: Mutex::new(None),
    };
    // The message of a panic is printed with the seed of its case, by the hook that is there.
    let current: Vec<Current> = (0..threads).map(|_| Current::default()).collect();
    let longest = thread::scope(|scope| {
        let workers: Vec<_> =
            current.iter().map(|own| scope.spawn(|| work(&shared, own))).collect();
        watch(&shared, &current, &workers);
        workers.into_iter().filter_map(|worker| worker.join().ok()).max().unwrap_or_default()
    });
    if let Some(failure) = shared.failure.into_inner().unwrap_or(None) {
        return Err(failure);
    }
    let cases = shared.next.load(Ordering::Relaxed).min(arguments.cases);
    Ok(format!(
        "{}: {cases} cases from seed {} in {:.0} s, 0 failures, the longest took {longest:?}",
        arguments.target.name(),
        arguments.seed,
        shared.started.elapsed().as_secs_f64()
    ))
}

/// Runs cases until all are run; how long the longest took.
fn work(shared: &Shared<'_>, own: &Current) -> Duration {
    let mut longest = Duration::ZERO;
    while !shared.ended.load(Ordering::Relaxed) {
        let number = shared.next.fetch_add(1, Ordering::Relaxed);
        let is_over = shared.started.elapsed() >= shared.arguments.time;
        if number >= shared.arguments.cases || is_over {
            shared.next.fetch_sub(u64::from(is_over), Ordering::Relaxed);
            break;
        }
        let seed = shared.arguments.seed.wrapping_add(number);
        own.seed.store(seed, Ordering::Relaxed);
        own.since.store(millis(shared.started), Ordering::Relaxed);
        let began = Instant::now();
        let found = catch_unwind(AssertUnwindSafe(|| shared.arguments.target.run(seed)));
        longest = longest.max(began.elapsed());
        own.since.store(u64::MAX, Ordering::Relaxed);
        let failure = match found {
            Ok(Ok(())) => continue,
            Ok(Err(broken)) => format!("seed {seed}: {broken}"),
            Err(_) => format!("seed {seed}: a panic"),
        };
        shared.fail(failure);
    }
    longest
}

/// Looks for cases that hang until the workers are done. These cannot be ended: the program is.
fn watch<T>(shared: &Shared<'_>, current: &[Current], workers: &[thread::ScopedJoinHandle<'_, T>]) {
    while !workers.iter().all(thread::ScopedJoinHandle::is_finished) {
        thread::sleep(Duration::from_millis(20));
        let now = millis(shared.started);
        for own in current {
            let since = own.since.load(Ordering::Relaxed);
            if since != u64::MAX && now.saturating_sub(since) > LONGEST.as_millis() as u64 {
                let seed = own.seed.load(Ordering::Relaxed);
                eprintln!("seed {seed}: a case takes longer than {LONGEST:?}");
                std::process::exit(1);
            }
        }
    }
}

fn millis(started: Instant) -> u64 {
    started.elapsed().as_millis() as u64
}

impl Shared<'_> {
    /// Keeps the first failure, and ends all work.
    fn fail(&self, failure: String) {
        let mut slot = self.failure.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        slot.get_or_insert(failure);
        self.ended.store(true, Ordering::Relaxed);
    }
}
