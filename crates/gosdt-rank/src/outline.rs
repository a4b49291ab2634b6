//! Downwards: the sets of points that trees within a budget are made of.
//!
//! A side of a split matters as far as the other side's least cost leaves it budget; a set of points
//! that several parents share gets the largest of their leftovers. Sets are settled from large to
//! small, so that nearly all parents of a set come before it; one whose budget rises afterwards is
//! settled again.
//!
//! ## Threads
//! Each takes the largest set that waits, or helps with one that another has begun. The outline is
//! the same at any number of threads: a split is kept iff its sides' least costs fit the budget, these
//! are exact, and budgets only rise to the one fixpoint.
use crate::control::Control;
use crate::ground::{Counts, Ground};
use crate::index::Index;
use crate::priced::counts;
use gosdt_search::{AdditiveSolver, NearSplit, NearSplitSearch};
use std::collections::{BinaryHeap, HashSet};
use std::ops::Range;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// A split of a set, with the numbers of its sides.
#[derive(Clone, Copy)]
pub(crate) struct Edge {
    pub feature: u32,
    pub yes: u32,
    pub no: u32,
}

/// A set of points and what trees of it may cost.
pub(crate) struct Set {
    /// The most that matters.
    pub budget: i64,
    /// The cost of a leaf.
    pub leaf: i64,
    pub counts: Counts,
    /// The splits within the budget, one of those with the same sides.
    pub edges: Vec<Edge>,
    depth: u32,
    size: u32,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq)]
enum Stage {
    Waiting,
    Begun,
    Settled,
}

/// All sets that matter; number 0 is all points.
pub(crate) struct Outline {
    index: Index,
    pub sets: Vec<Set>,
    edges: usize,
}

impl Outline {
    /// The numbers of the sets, small ones first.
    pub fn upwards(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.sets.len()).collect();
        order.sort_by_key(|&number| self.sets[number].size);
        order
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let sets = self.sets.len() * size_of::<Set>();
        self.index.bytes() + (sets + self.edges * size_of::<Edge>()) as u64
    }

    fn extent(&self) -> u64 {
        (self.sets.len() + self.edges) as u64
    }
}

/// The sets that trees of cost at most `budget` are made of. `None` when these and their splits are
/// more than `most`, or the search was stopped.
pub(crate) fn outline(
    (ground, control): (&Ground, &Control),
    questions: &mut AdditiveSolver<'_>,
    budget: i64,
    most: u64,
) -> Option<Outline> {
    let work = Work::new(ground, control, budget, most);
    questions.run_on_workers(|survey| work.run(survey));
    let board = work.board.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    let is_whole = board.begun.is_empty() && board.waiting.is_empty() && !control.stopped();
    (is_whole && board.outline.extent() <= most).then_some(board.outline)
}

/// What the threads share.
struct Work<'a> {
    ground: &'a Ground,
    control: &'a Control,
    most: u64,
    board: Mutex<Board>,
    /// Rung when there is more to do, or nothing any more.
    bell: Condvar,
}

/// What is known and what is to be done.
struct Board {
    outline: Outline,
    /// Sizes and numbers of sets.
    waiting: BinaryHeap<(u32, u32)>,
    begun: Vec<Arc<Begun>>,
    /// A thread died: what it had begun will never be settled.
    broken: bool,
}

/// Sends the other threads home if this one panics, so that the panic gets to the caller.
struct Alarm<'a>(&'a Mutex<Board>);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            lock(self.0).broken = true;
        }
    }
}

/// A set that is being settled.
struct Begun {
    number: usize,
    points: Vec<u64>,
    depth: u32,
    budget: i64,
    claims: Mutex<Claims>,
}

/// Its splits, and what was found.
#[derive(Default)]
struct Claims {
    /// Those that nobody has taken, once it is known how many there are.
    left: Option<Range<usize>>,
    /// Threads at work on it.
    hands: usize,
    leaf: i64,
    counts: Counts,
    near: Vec<NearSplit>,
}

impl Claims {
    fn are_left(&self) -> bool {
        self.left.as_ref().is_none_or(|left| !left.is_empty())
    }
}

/// How often a thread with nothing to do looks whether the search was stopped.
const NAP: Duration = Duration::from_millis(5);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl<'a> Work<'a> {
    fn new(ground: &'a Ground, control: &'a Control, budget: i64, most: u64) -> Work<'a> {
        let index = Index::new(ground.everything.len() + 1);
        let outline = Outline { index, sets: Vec::new(), edges: 0 };
        let (waiting, begun) = Default::default();
        let mut board = Board { outline, waiting, begun, broken: false };
        let mut key = ground.everything.clone();
        key.push(u64::from(ground.max_depth));
        board.visit(&key, ground.max_depth, budget);
        Work { ground, control, most, board: Mutex::new(board), bell: Condvar::new() }
    }

    /// One thread's share.
    fn run(&self, survey: &mut NearSplitSearch<'_, '_>) {
        let _alarm = Alarm(&self.board);
        while let Some(begun) = self.take() {
            let take = |splits: usize| lock(&begun.claims).left.get_or_insert(0..splits).next();
            let Begun { points, depth, budget, .. } = &*begun;
            let found = survey.near_splits(points, *depth, *budget, take);
            let mut board = lock(&self.board);
            let mut claims = lock(&begun.claims);
            claims.leaf = found.leaf;
            claims.counts = counts(&found.measures);
            claims.near.extend(found.splits);
            claims.hands -= 1;
            if claims.hands == 0 {
                board.settle(self.ground, &begun, &mut claims);
                self.control.hold(board.outline.bytes());
                self.bell.notify_all();
            }
        }
        self.bell.notify_all();
    }

    /// The set to work on next; `None` when there is nothing left to do.
    fn take(&self) -> Option<Arc<Begun>> {
        let mut board = lock(&self.board);
        loop {
            if board.broken || self.control.stopped() || board.outline.extent() > self.most {
                return None;
            }
            if let Some((_, number)) = board.waiting.pop() {
                return Some(board.begin(number as usize));
            }
            if board.begun.is_empty() {
                return None;
            }
            let with_work = board.begun.iter().find(|begun| lock(&begun.claims).are_left());
            if let Some(begun) = with_work {
                lock(&begun.claims).hands += 1;
                return Some(begun.clone());
            }
            let waited = self.bell.wait_timeout(board, NAP);
            board = waited.unwrap_or_else(|poisoned| poisoned.into_inner()).0;
        }
    }
}

impl Board {
    /// The number of a set with a depth, which may cost up to `budget`.
    fn visit(&mut self, key: &[u64], depth: u32, budget: i64) -> u32 {
        let number = self.outline.index.number(key);
        if number == self.outline.sets.len() {
            let points = &key[..key.len() - 1];
            self.outline.sets.push(Set {
                budget: i64::MIN,
                leaf: 0,
                counts: Counts::default(),
                edges: Vec::new(),
                depth,
                size: points.iter().map(|word| word.count_ones()).sum(),
                stage: Stage::Settled,
            });
        }
        let set = &mut self.outline.sets[number];
        if budget > set.budget {
            set.budget = budget;
            if set.stage == Stage::Settled {
                self.wait(number);
            }
        }
        number as u32
    }

    fn wait(&mut self, number: usize) {
        let set = &mut self.outline.sets[number];
        set.stage = Stage::Waiting;
        self.waiting.push((set.size, number as u32));
    }

    fn begin(&mut self, number: usize) -> Arc<Begun> {
        let key = self.outline.index.key(number);
        let points = key[..key.len() - 1].to_vec();
        let set = &mut self.outline.sets[number];
        set.stage = Stage::Begun;
        let claims = Mutex::new(Claims { hands: 1, ..Claims::default() });
        let (depth, budget) = (set.depth, set.budget);
        let begun = Arc::new(Begun { number, points, depth, budget, claims });
        self.begun.push(begun.clone());
        begun
    }

    /// Takes over what was found of a set and visits both sides of its splits.
    fn settle(&mut self, ground: &Ground, begun: &Arc<Begun>, claims: &mut Claims) {
        self.begun.retain(|other| !Arc::ptr_eq(other, begun));
        let set = &mut self.outline.sets[begun.number];
        set.stage = Stage::Settled;
        (set.leaf, set.counts) = (claims.leaf, claims.counts);
        if set.budget > begun.budget {
            return self.wait(begun.number);
        }
        claims.near.sort_by_key(|split| split.feature);
        let depth = below(begun.depth);
        let (mut edges, mut seen) = (Vec::new(), HashSet::new());
        for split in &claims.near {
            let [yes, no] = [true, false].map(|yes| {
                let mut key = ground.side(&begun.points, split.feature as usize, yes);
                key.push(u64::from(depth));
                self.visit(&key, depth, begun.budget - split.lower[usize::from(yes)])
            });
            if seen.insert((yes.min(no), yes.max(no))) {
                edges.push(Edge { feature: split.feature, yes, no });
            }
        }
        self.outline.edges += edges.len();
        let before = std::mem::replace(&mut self.outline.sets[begun.number].edges, edges);
        self.outline.edges -= before.len();
    }
}

/// The depth left below a split.
fn below(depth: u32) -> u32 {
    if depth == u32::MAX { depth } else { depth.saturating_sub(1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::{random_ground, random_prices};
    use crate::control::State;
    use crate::outcome::RankOptions;
    use crate::priced::Priced;
    use gosdt_oracle::random::Stream;
    use gosdt_search::{Shape, Workers};
    use num_rational::BigRational;
    use num_traits::Zero;
    use std::collections::BTreeMap;

    /// Of every set its budget, its leaf's cost, and the keys of the sides of its splits.
    type Listed = BTreeMap<Vec<u64>, (i64, i64, Vec<[Vec<u64>; 2]>)>;

    fn listed(seed: u64, threads: usize) -> Listed {
        let mut stream = Stream::new(seed);
        let (ground, prices) = (random_ground(&mut stream), random_prices(&mut stream));
        let crew = Workers { threads, solo_expansions: 0 };
        let control = control(crew);
        let priced = Priced::new(&ground, &prices, &control.reins).with(crew);
        let mut questions = priced.questions();
        let (least, _) = questions.solve(i64::MAX / 16);
        let budget = least + stream.below(30) as i64;
        let place = (&ground, &control);
        let outline = outline(place, &mut questions, budget, u64::MAX).expect("nothing stops it");
        let key = |number: u32| outline.index.key(number as usize).to_vec();
        let list = |(number, set): (usize, &Set)| {
            assert!(set.stage == Stage::Settled);
            let edges = set.edges.iter().map(|edge| [key(edge.yes), key(edge.no)]);
            (key(number as u32), (set.budget, set.leaf, edges.collect()))
        };
        outline.sets.iter().enumerate().map(list).collect()
    }

    #[test]
    fn the_outline_is_the_same_at_any_number_of_threads() {
        let mut sets = 0;
        for seed in 0..400 {
            let alone = listed(seed, 1);
            assert_eq!(listed(seed, 3), alone, "seed {seed}");
            sets += alone.len();
        }
        assert!(sets > 4000, "{sets}");
    }

    fn control(crew: Workers) -> Control {
        let (lower, upper) = (BigRational::zero(), BigRational::zero());
        let options = RankOptions { crew, ..RankOptions::default() };
        Control::new(State { lower, upper, tree: Shape::leaf(0) }, &options)
    }

    #[test]
    fn a_thread_that_panics_keeps_nobody_waiting() {
        let ground = random_ground(&mut Stream::new(1));
        let control = control(Workers::default());
        let work = Work::new(&ground, &control, 5, u64::MAX);
        let died = std::thread::scope(|scope| {
            let dying = scope.spawn(|| {
                let _alarm = Alarm(&work.board);
                let begun = work.take().expect("all points wait");
                lock(&begun.claims).left = Some(0..0);
                panic!("a bug");
            });
            dying.join().is_err()
        });
        assert!(died);
        assert!(!lock(&work.board).begun.is_empty());
        assert!(work.take().is_none(), "what is begun will never be settled");
    }

    #[test]
    fn a_set_whose_budget_rises_is_settled_again() {
        let mut stream = Stream::new(1);
        let ground = random_ground(&mut stream);
        let control = control(Workers::default());
        let work = Work::new(&ground, &control, 5, u64::MAX);
        let mut board = lock(&work.board);
        let mut key = ground.everything.clone();
        key.push(u64::from(ground.max_depth));
        let raise = |board: &mut Board, budget: i64| board.visit(&key, ground.max_depth, budget);
        raise(&mut board, 6);
        assert_eq!(board.waiting.len(), 1, "it waits already");
        board.waiting.pop();
        let begun = board.begin(0);
        assert_eq!(begun.budget, 6);
        raise(&mut board, 7);
        assert!(board.waiting.is_empty(), "it is being settled");
        board.settle(&ground, &begun, &mut lock(&begun.claims));
        assert_eq!(board.waiting.len(), 1, "for a smaller budget");
        board.waiting.pop();
        let begun = board.begin(0);
        board.settle(&ground, &begun, &mut lock(&begun.claims));
        raise(&mut board, 7);
        assert!(board.waiting.is_empty() && board.begun.is_empty(), "that is enough for 7");
        raise(&mut board, 8);
        assert_eq!(board.waiting.len(), 1, "but not for 8");
    }
}
