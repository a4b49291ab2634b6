//! The sets of points that trees within a budget are made of, each with the splits that such trees
//! start with there.
//!
//! A side of a split may cost what the least cost of the other side leaves of the budget; a set that
//! several parents share gets the largest of these budgets. Sets are settled from large to small, so
//! that all parents of a set come before it and each is settled once.
//!
//! Only lower bounds of the least cost of a set rule splits out. What is said of trees that are optimal
//! (a split with a useless side, a threshold that another dominates) does not hold here: a tree with
//! such a split may be within the budget.
use crate::answers::Answers;
use gosdt_search::{KeyTable, NearSearch, NearSolver, NearSplit, SearchControl, StopReason};
use std::collections::{BinaryHeap, HashMap};
use std::ops::Range;

/// A lone leaf.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Leaf {
    pub cost: i64,
    pub label: u16,
}

/// What is below a split on one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Side {
    /// Within the budget there is room for a leaf only.
    Leaf(Leaf),
    /// The set of this number.
    Set(u32),
}

/// The splits of a set that have the same sides.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    /// Where [`Graph::features`] has the splits.
    features: Range<u32>,
    pub yes: Side,
    pub no: Side,
}

/// A set of points and what trees of it may cost.
#[derive(Clone, Debug)]
pub(crate) struct Set {
    /// The most that a tree may cost.
    pub budget: i64,
    /// Its leaf.
    pub leaf: Leaf,
    /// Where [`Graph::edges`] has the splits.
    edges: Range<usize>,
    /// Number of points.
    pub size: u32,
    depth: Option<u32>,
    is_settled: bool,
}

/// The sets that trees within a budget are made of. Number 0 is all points.
pub(crate) struct Graph {
    /// The numbers of the sets, by their points and the depth that is left.
    numbers: KeyTable<0>,
    pub sets: Vec<Set>,
    edges: Vec<Edge>,
    features: Vec<u32>,
    /// Why trees may be missing, if they may.
    pub stopped: Option<StopReason>,
}

impl Graph {
    /// A graph of which nothing is known but the number of points, and why that is.
    pub fn of_nothing(points: usize, stopped: Option<StopReason>) -> Graph {
        let mut numbers = KeyTable::new(points.div_ceil(64) + 1);
        let key = vec![0; points.div_ceil(64) + 1];
        numbers.find_or_insert(&key, KeyTable::<0>::hash(&key), []);
        let (budget, leaf, edges) = (-1, Leaf::default(), 0..0);
        let root = Set { budget, leaf, edges, size: 0, depth: Some(0), is_settled: false };
        Graph { numbers, sets: vec![root], edges: Vec::new(), features: Vec::new(), stopped }
    }

    /// The splits of a set.
    pub fn edges(&self, set: usize) -> &[Edge] {
        &self.edges[self.sets[set].edges.clone()]
    }

    /// The features that split alike.
    pub fn features(&self, edge: &Edge) -> &[u32] {
        &self.features[edge.features.start as usize..edge.features.end as usize]
    }

    /// The points of a set.
    pub fn points(&self, set: usize) -> &[u64] {
        let key = self.numbers.key(set);
        &key[..key.len() - 1]
    }

    /// Number of splits of all sets, those with equal sides as one.
    pub fn len_edges(&self) -> usize {
        self.edges.len()
    }

    /// The numbers of the sets, small ones first.
    pub fn upwards(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.sets.len()).collect();
        order.sort_by_key(|&number| self.sets[number].size);
        order
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let sets = self.sets.capacity() * size_of::<Set>();
        let edges = self.edges.capacity() * size_of::<Edge>();
        self.numbers.bytes() + (sets + edges + self.features.capacity() * size_of::<u32>()) as u64
    }
}

/// What building a graph needs.
pub(crate) struct Builder<'b> {
    pub search: &'b NearSearch<'b>,
    pub solver: NearSolver<'b>,
    pub control: &'b SearchControl,
    pub answers: &'b Answers,
    /// Rows at each point, and the least that a leaf must have.
    pub rows: (&'b [u32], u32),
    /// The most bytes that the process may hold.
    pub memory_limit: Option<u64>,
}

/// A graph while it is built.
struct Growing {
    graph: Graph,
    /// Sizes and numbers of the sets that are to be settled.
    waiting: BinaryHeap<(u32, u32)>,
}

/// How many sets are settled between two looks at memory.
const SETS_PER_LOOK: usize = 256;

impl Builder<'_> {
    /// The graph of all trees of cost at most `budget` and at most this depth. If it is stopped, trees
    /// are missing, but none is too many.
    pub fn build(mut self, budget: i64, max_depth: Option<u32>) -> Graph {
        let everything = self.search.everything();
        let numbers = KeyTable::new(everything.len() + 1);
        let graph = Graph {
            numbers,
            sets: Vec::new(),
            edges: Vec::new(),
            features: Vec::new(),
            stopped: None,
        };
        let mut growing = Growing { graph, waiting: BinaryHeap::new() };
        let depth = self.binding_depth(max_depth, budget);
        growing.visit(everything, depth, budget);
        let mut settled = 0usize;
        while let Some((_, number)) = growing.waiting.pop() {
            if settled.is_multiple_of(SETS_PER_LOOK) {
                self.keep_memory_limit(&growing.graph);
            }
            settled += 1;
            self.settle(&mut growing, number as usize);
        }
        growing.graph.stopped = self.control.reason();
        growing.graph
    }

    fn keep_memory_limit(&self, graph: &Graph) {
        let Some(limit) = self.memory_limit else { return };
        // What is counted afterwards takes about as much again.
        let held = 2 * graph.bytes();
        if held > limit / 2 {
            self.control.stop(StopReason::MemoryLimit);
        }
        self.search.limit_memory(limit, held);
    }

    /// Finds the splits of a set and visits both sides of each.
    fn settle(&mut self, growing: &mut Growing, number: usize) {
        let Set { budget, depth, .. } = growing.graph.sets[number];
        let points = growing.graph.points(number).to_vec();
        let depth_to_search = if self.control.stopped() { Some(0) } else { depth };
        let near = self.solver.near_splits(&points, depth_to_search, budget);
        growing.graph.sets[number].leaf = Leaf { cost: near.leaf, label: near.label as u16 };
        if self.control.stopped() {
            // Splits may be missing or too many: the leaf alone is certain.
            return;
        }
        growing.graph.sets[number].is_settled = true;
        let mut by_sides: HashMap<(Side, Side), Vec<u32>> = HashMap::new();
        for split in &near.splits {
            let sides = self.sides(growing, &points, depth, budget, split);
            by_sides.entry(sides).or_default().push(split.feature);
        }
        growing.keep_edges(number, by_sides);
    }

    /// Both sides of a split of a set.
    fn sides(
        &self,
        growing: &mut Growing,
        points: &[u64],
        depth: Option<u32>,
        budget: i64,
        split: &NearSplit,
    ) -> (Side, Side) {
        let mut side = |yes: bool| {
            let (own, other) = (usize::from(!yes), usize::from(yes));
            let left = budget - split.lower[other];
            let leaf = Leaf { cost: split.lower[own], label: split.labels[own] as u16 };
            let depth = self.binding_depth(depth.map(|depth| depth.saturating_sub(1)), left);
            if depth == Some(0) || left < 2 * self.search.per_leaf() {
                return Side::Leaf(leaf);
            }
            let points = self.answers.side(points, split.feature, yes);
            if self.is_leaf(&points) {
                return Side::Leaf(leaf);
            }
            Side::Set(growing.visit(&points, depth, left))
        };
        (side(true), side(false))
    }

    /// Whether a set of points has too few of them to be split.
    fn is_leaf(&self, points: &[u64]) -> bool {
        let (rows, least) = self.rows;
        let size: u32 = points.iter().map(|word| word.count_ones()).sum();
        let rows = || -> u32 { crate::answers::ones(points).map(|point| rows[point]).sum() };
        size < 2 || (least > 1 && rows() / 2 < least)
    }

    /// The depth, or no limit if no tree within the budget is deeper.
    fn binding_depth(&self, depth: Option<u32>, budget: i64) -> Option<u32> {
        let per_leaf = self.search.per_leaf();
        let binds =
            |depth: &u32| *depth == 0 || per_leaf == 0 || budget / per_leaf > i64::from(*depth) + 1;
        depth.filter(binds)
    }
}

impl Growing {
    /// The number of a set with a depth, which may cost up to `budget`.
    fn visit(&mut self, points: &[u64], depth: Option<u32>, budget: i64) -> u32 {
        let mut key = points.to_vec();
        key.push(depth.map_or(u64::MAX, u64::from));
        let number = self.graph.numbers.find_or_insert(&key, KeyTable::<0>::hash(&key), []);
        if number == self.graph.sets.len() {
            let size = points.iter().map(|word| word.count_ones()).sum();
            let (leaf, edges, is_settled) = (Leaf::default(), 0..0, false);
            self.graph.sets.push(Set { budget, leaf, edges, size, depth, is_settled });
            self.waiting.push((size, number as u32));
        }
        let set = &mut self.graph.sets[number];
        debug_assert!(!set.is_settled, "all parents come before a set");
        set.budget = set.budget.max(budget);
        number as u32
    }

    /// Keeps the splits of a set, in the order of their features.
    fn keep_edges(&mut self, number: usize, by_sides: HashMap<(Side, Side), Vec<u32>>) {
        let mut groups: Vec<((Side, Side), Vec<u32>)> = by_sides.into_iter().collect();
        groups.iter_mut().for_each(|(_, features)| features.sort_unstable());
        groups.sort_unstable_by_key(|(_, features)| features[0]);
        let first = self.graph.edges.len();
        for ((yes, no), features) in groups {
            let start = self.graph.features.len() as u32;
            self.graph.features.extend(features);
            let features = start..self.graph.features.len() as u32;
            self.graph.edges.push(Edge { features, yes, no });
        }
        self.graph.sets[number].edges = first..self.graph.edges.len();
    }
}
