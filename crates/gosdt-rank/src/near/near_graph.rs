//! The sets of points that trees within a budget are made of, from large sets to small ones.
//!
//! A side of a split matters as far as the other side's least cost leaves it budget; a set of points
//! that several parents share gets the largest of their leftovers. Sets are settled from large to
//! small, so that nearly all parents of a set come before it; one whose budget rises afterwards is
//! settled again.
//!
//! ## Threads
//! Each takes the largest set that waits, or helps with one that another has begun. The graph is
//! the same at any number of threads: a split is kept iff its sides' least costs fit the budget, these
//! are exact, and budgets only rise to the one fixpoint.
use crate::control::Control;
use crate::problem::{ClassCounts, RankInstance};
use crate::relaxation::counts;
use gosdt_search::{AdditiveSolver, KeyTable, NearSplit, NearSplitSearch, lock};
use std::collections::{BinaryHeap, HashSet};
use std::ops::Range;
use std::sync::{Arc, Condvar, Mutex};
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
    pub counts: ClassCounts,
    /// The splits within the budget, one of those with the same sides.
    pub edges: Vec<Edge>,
    depth: Option<u32>,
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
pub(crate) struct NearGraph {
    /// The numbers of the sets, by their points and the depth that is left.
    numbers: KeyTable<0>,
    pub sets: Vec<Set>,
    edges: usize,
}

impl NearGraph {
    /// The numbers of the sets, small ones first.
    pub fn upwards(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.sets.len()).collect();
        order.sort_by_key(|&number| self.sets[number].size);
        order
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let sets = self.sets.len() * size_of::<Set>();
        self.numbers.bytes() + (sets + self.edges * size_of::<Edge>()) as u64
    }

    fn extent(&self) -> u64 {
        (self.sets.len() + self.edges) as u64
    }
}

/// The sets that trees of cost at most `budget` are made of. `None` when these and their splits are
/// more than `most`, or the search was stopped.
pub(crate) fn near_graph(
    (instance, control): (&RankInstance, &Control),
    solver: &mut AdditiveSolver<'_>,
    budget: i64,
    most: u64,
) -> Option<NearGraph> {
    let work = Work::new(instance, control, budget, most);
    solver.run_on_workers(|survey| work.run(survey));
    let state = work.state.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    let is_whole = state.begun.is_empty() && state.waiting.is_empty() && !control.stopped();
    (is_whole && state.graph.extent() <= most).then_some(state.graph)
}

/// What the threads share.
struct Work<'a> {
    instance: &'a RankInstance,
    control: &'a Control,
    most: u64,
    state: Mutex<GraphState>,
    /// Notified when there is more to do, and when nothing is left.
    changed: Condvar,
}

/// What is known and what is to be done.
struct GraphState {
    graph: NearGraph,
    /// Sizes and numbers of sets.
    waiting: BinaryHeap<(u32, u32)>,
    begun: Vec<Arc<Begun>>,
    /// A thread panicked: what it had begun will never be settled.
    broken: bool,
}

/// Makes the other threads stop if this one panics, so that the panic reaches the caller.
struct PanicGuard<'a>(&'a Mutex<GraphState>);

impl Drop for PanicGuard<'_> {
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
    depth: Option<u32>,
    budget: i64,
    claims: Mutex<Claims>,
}

/// Its splits, and what was found.
#[derive(Default)]
struct Claims {
    /// Those that nobody has taken, once it is known how many there are.
    left: Option<Range<usize>>,
    /// Threads at work on it.
    workers: usize,
    leaf: i64,
    counts: ClassCounts,
    near: Vec<NearSplit>,
}

impl Claims {
    fn are_left(&self) -> bool {
        self.left.as_ref().is_none_or(|left| !left.is_empty())
    }
}

/// How often a thread with nothing to do checks whether the search was stopped.
const POLL: Duration = Duration::from_millis(5);

impl<'a> Work<'a> {
    fn new(instance: &'a RankInstance, control: &'a Control, budget: i64, most: u64) -> Work<'a> {
        let numbers = KeyTable::new(instance.everything.len() + 1);
        let graph = NearGraph { numbers, sets: Vec::new(), edges: 0 };
        let (waiting, begun) = Default::default();
        let mut state = GraphState { graph, waiting, begun, broken: false };
        let mut key = instance.everything.clone();
        key.push(depth_word(instance.max_depth));
        state.visit(&key, instance.max_depth, budget);
        Work { instance, control, most, state: Mutex::new(state), changed: Condvar::new() }
    }

    /// One thread's share.
    fn run(&self, survey: &mut NearSplitSearch<'_, '_>) {
        let _guard = PanicGuard(&self.state);
        while let Some(begun) = self.take() {
            let take =
                &mut |splits: usize| lock(&begun.claims).left.get_or_insert(0..splits).next();
            let Begun { points, depth, budget, .. } = &*begun;
            let found = survey.near_splits(points, *depth, *budget, take);
            let mut state = lock(&self.state);
            let mut claims = lock(&begun.claims);
            claims.leaf = found.leaf;
            claims.counts = counts(&found.measures);
            claims.near.extend(found.splits);
            claims.workers -= 1;
            if claims.workers == 0 {
                state.settle(self.instance, &begun, &mut claims);
                self.control.hold(state.graph.bytes());
                self.changed.notify_all();
            }
        }
        self.changed.notify_all();
    }

    /// The set to work on next; `None` when there is nothing left to do.
    fn take(&self) -> Option<Arc<Begun>> {
        let mut state = lock(&self.state);
        loop {
            if state.broken || self.control.stopped() || state.graph.extent() > self.most {
                return None;
            }
            if let Some((_, number)) = state.waiting.pop() {
                return Some(state.begin(number as usize));
            }
            if state.begun.is_empty() {
                return None;
            }
            let with_work = state.begun.iter().find(|begun| lock(&begun.claims).are_left());
            if let Some(begun) = with_work {
                lock(&begun.claims).workers += 1;
                return Some(begun.clone());
            }
            let waited = self.changed.wait_timeout(state, POLL);
            state = waited.unwrap_or_else(|poisoned| poisoned.into_inner()).0;
        }
    }
}

impl GraphState {
    /// The number of a set with a depth, which may cost up to `budget`.
    fn visit(&mut self, key: &[u64], depth: Option<u32>, budget: i64) -> u32 {
        let number = self.graph.numbers.find_or_insert(key, KeyTable::<0>::hash(key), []);
        if number == self.graph.sets.len() {
            let points = &key[..key.len() - 1];
            self.graph.sets.push(Set {
                budget: i64::MIN,
                leaf: 0,
                counts: ClassCounts::default(),
                edges: Vec::new(),
                depth,
                size: points.iter().map(|word| word.count_ones()).sum(),
                stage: Stage::Settled,
            });
        }
        let set = &mut self.graph.sets[number];
        if budget > set.budget {
            set.budget = budget;
            if set.stage == Stage::Settled {
                self.wait(number);
            }
        }
        number as u32
    }

    fn wait(&mut self, number: usize) {
        let set = &mut self.graph.sets[number];
        set.stage = Stage::Waiting;
        self.waiting.push((set.size, number as u32));
    }

    fn begin(&mut self, number: usize) -> Arc<Begun> {
        let key = self.graph.numbers.key(number);
        let points = key[..key.len() - 1].to_vec();
        let set = &mut self.graph.sets[number];
        set.stage = Stage::Begun;
        let claims = Mutex::new(Claims { workers: 1, ..Claims::default() });
        let (depth, budget) = (set.depth, set.budget);
        let begun = Arc::new(Begun { number, points, depth, budget, claims });
        self.begun.push(begun.clone());
        begun
    }

    /// Takes over what was found of a set and visits both sides of its splits.
    fn settle(&mut self, instance: &RankInstance, begun: &Arc<Begun>, claims: &mut Claims) {
        self.begun.retain(|other| !Arc::ptr_eq(other, begun));
        let set = &mut self.graph.sets[begun.number];
        set.stage = Stage::Settled;
        (set.leaf, set.counts) = (claims.leaf, claims.counts);
        if set.budget > begun.budget {
            return self.wait(begun.number);
        }
        claims.near.sort_by_key(|split| split.feature);
        let depth = begun.depth.map(|depth| depth.saturating_sub(1));
        let (mut edges, mut seen) = (Vec::new(), HashSet::new());
        for split in &claims.near {
            let [yes, no] = [true, false].map(|yes| {
                let mut key = instance.side(&begun.points, split.feature as usize, yes);
                key.push(depth_word(depth));
                self.visit(&key, depth, begun.budget - split.lower[usize::from(yes)])
            });
            if seen.insert((yes.min(no), yes.max(no))) {
                edges.push(Edge { feature: split.feature, yes, no });
            }
        }
        self.graph.edges += edges.len();
        let before = std::mem::replace(&mut self.graph.sets[begun.number].edges, edges);
        self.graph.edges -= before.len();
    }
}

/// The part of a set's key that tells the depth that is left.
fn depth_word(depth: Option<u32>) -> u64 {
    depth.map_or(u64::MAX, u64::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::{random_instance, random_prices};
    use crate::control::State;
    use crate::outcome::RankOptions;
    use crate::relaxation::AdditiveRelaxation;
    use gosdt_oracle::random::Stream;
    use gosdt_search::{Shape, Workers};
    use num_rational::BigRational;
    use num_traits::Zero;
    use std::collections::BTreeMap;
    use std::time::Instant;

    /// Of every set its budget, its leaf's cost, and the keys of the sides of its splits.
    type Listed = BTreeMap<Vec<u64>, (i64, i64, Vec<[Vec<u64>; 2]>)>;

    fn listed(seed: u64, threads: usize) -> Listed {
        let mut stream = Stream::new(seed);
        let (instance, prices) = (random_instance(&mut stream), random_prices(&mut stream));
        let workers = Workers { threads, solo_expansions: 0 };
        let control = control(workers);
        let relaxation = AdditiveRelaxation::new(&instance, &prices, &control.search).with(workers);
        let mut solver = relaxation.solver();
        let (least, _) = solver.solve(i64::MAX / 16);
        let budget = least + stream.below(30) as i64;
        let place = (&instance, &control);
        let graph = near_graph(place, &mut solver, budget, u64::MAX).expect("nothing stops it");
        let key = |number: u32| graph.numbers.key(number as usize).to_vec();
        let list = |(number, set): (usize, &Set)| {
            assert!(set.stage == Stage::Settled);
            let edges = set.edges.iter().map(|edge| [key(edge.yes), key(edge.no)]);
            (key(number as u32), (set.budget, set.leaf, edges.collect()))
        };
        graph.sets.iter().enumerate().map(list).collect()
    }

    #[test]
    fn the_graph_is_the_same_at_any_number_of_threads() {
        let mut sets = 0;
        for seed in 0..400 {
            let alone = listed(seed, 1);
            assert_eq!(listed(seed, 3), alone, "seed {seed}");
            sets += alone.len();
        }
        assert!(sets > 4000, "{sets}");
    }

    fn control(workers: Workers) -> Control {
        let (lower, upper) = (BigRational::zero(), BigRational::zero());
        let options = RankOptions { workers, ..RankOptions::default() };
        Control::new(State { lower, upper, tree: Shape::leaf(0) }, &options, Instant::now())
    }

    #[test]
    fn a_thread_that_panics_keeps_nobody_waiting() {
        let instance = random_instance(&mut Stream::new(1));
        let control = control(Workers::default());
        let work = Work::new(&instance, &control, 5, u64::MAX);
        let died = std::thread::scope(|scope| {
            let dying = scope.spawn(|| {
                let _guard = PanicGuard(&work.state);
                let begun = work.take().expect("all points wait");
                lock(&begun.claims).left = Some(0..0);
                panic!("a bug");
            });
            dying.join().is_err()
        });
        assert!(died);
        assert!(!lock(&work.state).begun.is_empty());
        assert!(work.take().is_none(), "what is begun will never be settled");
    }

    #[test]
    fn a_set_whose_budget_rises_is_settled_again() {
        let mut stream = Stream::new(1);
        let instance = random_instance(&mut stream);
        let control = control(Workers::default());
        let work = Work::new(&instance, &control, 5, u64::MAX);
        let mut state = lock(&work.state);
        let mut key = instance.everything.clone();
        key.push(depth_word(instance.max_depth));
        let raise =
            |state: &mut GraphState, budget: i64| state.visit(&key, instance.max_depth, budget);
        raise(&mut state, 6);
        assert_eq!(state.waiting.len(), 1, "it waits already");
        state.waiting.pop();
        let begun = state.begin(0);
        assert_eq!(begun.budget, 6);
        raise(&mut state, 7);
        assert!(state.waiting.is_empty(), "it is being settled");
        state.settle(&instance, &begun, &mut lock(&begun.claims));
        assert_eq!(state.waiting.len(), 1, "for a smaller budget");
        state.waiting.pop();
        let begun = state.begin(0);
        state.settle(&instance, &begun, &mut lock(&begun.claims));
        raise(&mut state, 7);
        assert!(state.waiting.is_empty() && state.begun.is_empty(), "that is enough for 7");
        raise(&mut state, 8);
        assert_eq!(state.waiting.len(), 1, "but not for 8");
    }
}
