//! Small problems for the tests of the theorems.
//!
//! Every point is a true class of its own with a whole cost per label, so that the optimum of *any*
//! set of the points is a whole number that the oracle can tell.
use crate::{
    Costs, Feature, Limits, Objective, Outcome, Points, Problem, SearchOptions, Silent, Storage,
    Techniques, search,
};
use gosdt_oracle::random::Stream;
use gosdt_oracle::{Loss, OracleProblem, all_optima, optimum};
use num_rational::BigRational;
use num_traits::ToPrimitive;

/// Points, what each costs by label, and what a leaf costs.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// Answers of each point.
    pub rows: Vec<Vec<bool>>,
    /// Costs of each point, by label.
    pub costs: Vec<Vec<i64>>,
    /// Λ.
    pub penalty: i64,
    /// Column and place of each feature.
    pub places: Vec<(u32, Option<u32>)>,
    /// Limits on the tree.
    pub limits: Limits,
}

/// A set of points, one bit each.
pub(crate) type Set = u64;

/// The points of a set.
pub(crate) fn members(set: Set) -> impl Iterator<Item = usize> {
    (0..64).filter(move |point| set >> point & 1 == 1)
}

impl Case {
    /// Yes/no features on 4 to 12 points, two or three labels; each point has a label that costs
    /// nothing (as after the reduction).
    pub fn random(seed: u64) -> Case {
        let mut stream = Stream::new(seed);
        let (points, features) = (4 + stream.below(9), 2 + stream.below(4));
        let labels = 2 + stream.below(2);
        let rows = random_rows(&mut stream, points, features);
        let costs = (0..points).map(|_| random_costs(&mut stream, labels)).collect();
        let penalty = stream.below(5) as i64;
        let places = (0..features as u32).map(|column| (column, None)).collect();
        Case { rows, costs, penalty, places, limits: Limits::default() }
    }

    /// Two numeric columns of `thresholds` thresholds each on `points` points; points right of and
    /// above the middle, or neither, have label 1, one in `noise` has any.
    pub fn numeric(seed: u64, thresholds: usize, points: usize, noise: usize) -> Case {
        let mut stream = Stream::new(seed);
        let values: Vec<[usize; 2]> =
            (0..points).map(|_| [0, 0].map(|_| stream.below(thresholds + 1))).collect();
        let answers = |at: &[usize; 2]| -> Vec<bool> {
            at.iter().flat_map(|&value| (0..thresholds).map(move |cut| value <= cut)).collect()
        };
        let mut label = |at: &[usize; 2]| match stream.once_in(noise) {
            true => stream.below(2),
            false => usize::from((2 * at[0] > thresholds) == (2 * at[1] > thresholds)),
        };
        let costs = values.iter().map(|at| wrong_costs_one(label(at))).collect();
        let place = |at: usize| ((at / thresholds) as u32, Some((at % thresholds) as u32));
        Case {
            rows: values.iter().map(answers).collect(),
            costs,
            penalty: 1,
            places: (0..2 * thresholds).map(place).collect(),
            limits: Limits::default(),
        }
    }

    /// All answers to `features` features, once each; the label is the parity of the first `odd`,
    /// turned round on every `noise`th point. A wrong label costs 1.
    pub fn parity(features: usize, odd: usize, noise: usize, penalty: i64) -> Case {
        let answers =
            |point: usize| (0..features).map(|f| point >> f & 1 == 1).collect::<Vec<bool>>();
        let label = |point: usize| {
            let parity = (point & ((1 << odd) - 1)).count_ones() as usize;
            (parity + usize::from(point % noise == noise - 1)) % 2
        };
        Case {
            rows: (0..1 << features).map(answers).collect(),
            costs: (0..1 << features).map(|point| wrong_costs_one(label(point))).collect(),
            penalty,
            places: (0..features as u32).map(|column| (column, None)).collect(),
            limits: Limits::default(),
        }
    }

    /// With `rare` more features, each of which asks for one point.
    pub fn with_rare_features(mut self, rare: usize) -> Case {
        for (point, row) in self.rows.iter_mut().enumerate() {
            row.extend((0..rare).map(|asked| asked == point));
        }
        let first = self.places.len() as u32;
        self.places.extend((0..rare as u32).map(|at| (first + at, None)));
        self
    }

    /// The same points with other limits.
    pub fn within(mut self, limits: Limits) -> Case {
        self.limits = limits;
        self
    }

    /// The same points, each of which costs `times` as much.
    pub fn times(mut self, times: i64) -> Case {
        self.costs.iter_mut().flatten().for_each(|cost| *cost *= times);
        self
    }

    /// Expansions of the searches with all techniques but those named, where leaves are limited to
    /// half as many, to one fewer and to as many as the optimum has.
    pub fn nodes_with_limited_leaves(&self, off: &[&str]) -> u64 {
        let leaves = self.search(Techniques::ALL).tree.leaves() as u32;
        let nodes = |most: u32| {
            let limits = Limits { max_leaves: Some(most.max(1)), ..self.limits };
            let limited = self.clone().within(limits);
            limited.search(without(Techniques::ALL, off)).statistics.nodes
        };
        [leaves.div_ceil(2), leaves - 1, leaves].map(nodes).iter().sum()
    }

    /// The same features, known as unordered.
    pub fn without_places(mut self) -> Case {
        self.places.iter_mut().for_each(|(_, place)| *place = None);
        self
    }

    /// The same points without a feature.
    pub fn without_feature(mut self, feature: usize) -> Case {
        for row in &mut self.rows {
            row.remove(feature);
        }
        self.places.remove(feature);
        self
    }

    /// All points.
    pub fn everything(&self) -> Set {
        !0 >> (64 - self.rows.len())
    }

    /// A random set of the points.
    pub fn some(&self, stream: &mut Stream) -> Set {
        self.everything() & (stream.next_number() | stream.next_number())
    }

    /// The points of a set that answer yes.
    pub fn yes(&self, set: Set, feature: usize) -> Set {
        members(set).filter(|&point| self.rows[point][feature]).fold(0, |set, at| set | 1 << at)
    }

    /// w: the most that the points of a set can cost.
    pub fn avoidable_cost(&self, set: Set) -> i64 {
        members(set).filter_map(|point| self.costs[point].iter().max()).sum()
    }

    /// The loss of a leaf on a set.
    pub fn loss(&self, set: Set) -> i64 {
        let of_label = |label: usize| members(set).map(|point| self.costs[point][label]).sum();
        (0..self.costs[0].len()).map(of_label).min().expect("there is a label")
    }

    /// R: the optimum of a set, by the oracle. An empty set is a leaf.
    pub fn best(&self, set: Set) -> i64 {
        let best = match set {
            0 => return self.penalty,
            _ => optimum(&self.oracle_problem(set)),
        };
        whole(best * count(set.count_ones()))
    }

    /// R where a tree may have at most `leaves` leaves.
    pub fn best_of_leaves(&self, set: Set, leaves: u32) -> i64 {
        let limits = Limits { max_leaves: Some(leaves), ..self.limits };
        self.clone().within(limits).best(set)
    }

    /// The numbers of leaves of optimal trees of a set.
    pub fn leaves_of_optima(&self, set: Set) -> Vec<i64> {
        let optima = all_optima(&self.oracle_problem(set), 50);
        optima.iter().map(|tree| tree.leaves() as i64).collect()
    }

    /// The oracle's problem on a set: the mean cost, and a leaf's cost to match.
    pub fn oracle_problem(&self, set: Set) -> OracleProblem {
        let points: Vec<usize> = members(set).collect();
        OracleProblem {
            rows: points.iter().map(|&point| self.rows[point].clone()).collect(),
            labels: (0..points.len()).collect(),
            classes: points.len(),
            weights: vec![1; points.len()],
            loss: Loss::Costs(self.matrix(&points)),
            lambda: self.lambda(points.len()),
            max_depth: self.limits.max_depth,
            max_leaves: self.limits.max_leaves,
            min_leaf: self.limits.min_leaf,
        }
    }

    /// Costs by label, then point.
    fn matrix(&self, points: &[usize]) -> Vec<Vec<BigRational>> {
        let cost = |label: usize| move |&point: &usize| count(self.costs[point][label]);
        let of_label = |label: usize| points.iter().map(cost(label)).collect();
        (0..self.costs[0].len()).map(of_label).collect()
    }

    fn lambda(&self, points: usize) -> BigRational {
        BigRational::new(self.penalty.into(), points.into())
    }

    /// The search's problem on all points.
    pub fn problem(&self) -> Problem {
        let len = self.rows.len();
        let costs = Costs::new(&self.objective(), &self.lambda(len), &vec![1; len], len);
        let own_class = |at: usize| u64::from(at / len == at % len);
        let points = Points {
            len,
            classes: len,
            weights: (0..len * len).map(own_class).collect(),
            rows: vec![1; len],
            columns: Vec::new(),
        };
        let features: Vec<Feature> =
            (0..self.places.len()).map(|feature| self.feature(feature)).collect();
        let points = points.with_features(&features).expect("thresholds are nested");
        Problem::new(points, costs.expect("small costs"), self.limits).expect("a problem")
    }

    /// The objective of the search on all points.
    pub fn objective(&self) -> Objective {
        let all: Vec<usize> = (0..self.rows.len()).collect();
        Objective::Costs(self.matrix(&all))
    }

    fn feature(&self, feature: usize) -> Feature {
        let mut bits = vec![0; self.rows.len().div_ceil(64)];
        for point in (0..self.rows.len()).filter(|&point| self.rows[point][feature]) {
            bits[point / 64] |= 1 << (point % 64);
        }
        let (column, place) = self.places[feature];
        Feature { bits, column, place }
    }

    /// A search on one thread.
    pub fn search(&self, techniques: Techniques) -> Outcome {
        self.search_stored(techniques, Storage::default())
    }

    /// The same with columns stored as bits or as ranks.
    pub fn search_stored(&self, techniques: Techniques, storage: Storage) -> Outcome {
        let options = SearchOptions { techniques, storage, ..SearchOptions::default() };
        search(&self.problem(), &options, &mut Silent)
    }

    /// The optimum that the search finds, however columns are stored.
    pub fn found(&self, techniques: Techniques) -> i64 {
        let problem = self.problem();
        let found = [Storage::Bits, Storage::Ranks].map(|storage| {
            let outcome = self.search_stored(techniques, storage);
            assert_eq!(outcome.lower, outcome.upper);
            whole(problem.costs().rational(outcome.upper) * count(self.rows.len() as i64))
        });
        assert_eq!(found[0], found[1], "bits and ranks: {self:?}");
        found[0]
    }

    /// Expansions of the search where no technique is on but the memo (so that none hides what another
    /// does), with `technique` on and off.
    pub fn nodes_with_and_without(&self, technique: &str) -> (u64, u64) {
        let nodes = |techniques: Techniques| self.search(techniques).statistics.nodes;
        let with = only(&["memo", technique]);
        (nodes(with), nodes(without(with, &[technique])))
    }
}

/// The techniques without those named.
pub(crate) fn without(techniques: Techniques, names: &[&str]) -> Techniques {
    names
        .iter()
        .fold(techniques, |techniques, name| techniques.without(name).expect("a technique's name"))
}

/// All techniques off but those named.
pub(crate) fn only(names: &[&str]) -> Techniques {
    let others: Vec<&str> = Techniques::names().filter(|name| !names.contains(name)).collect();
    without(Techniques::ALL, &others)
}

/// Shows that switching a technique off changes no optimum, on hundreds of problems with and without
/// ordered features.
pub(crate) fn assert_neutral(technique: &str) {
    let techniques = without(Techniques::ALL, &[technique]);
    let numeric = (0..60).map(|seed| Case::numeric(seed, 4, 24, 5));
    for case in (0..400).map(Case::random).chain(numeric) {
        let best = case.best(case.everything());
        assert_eq!(case.found(techniques), best, "without {technique}: {case:?}");
        assert_eq!(case.found(Techniques::ALL), best, "{case:?}");
    }
}

/// As [`assert_neutral`], where leaves are limited to fewer and to as many as the optimum has.
pub(crate) fn assert_neutral_with_limited_leaves(technique: &str) {
    let techniques = without(Techniques::ALL, &[technique]);
    let numeric = (0..30).map(|seed| Case::numeric(seed, 4, 24, 5));
    for case in (0..300).map(Case::random).chain(numeric) {
        let leaves = case.search(Techniques::ALL).tree.leaves() as u32;
        for most in [leaves.div_ceil(2), leaves - 1, leaves] {
            let limits = Limits { max_leaves: Some(most.max(1)), ..case.limits };
            let limited = case.clone().within(limits);
            let best = limited.best(limited.everything());
            assert_eq!(limited.found(techniques), best, "without {technique}: {limited:?}");
            assert_eq!(limited.found(Techniques::ALL), best, "{limited:?}");
        }
    }
}

fn random_rows(stream: &mut Stream, points: usize, features: usize) -> Vec<Vec<bool>> {
    let mut row = |_| (0..features).map(|_| stream.once_in(2)).collect();
    (0..points).map(&mut row).collect()
}

fn random_costs(stream: &mut Stream, labels: usize) -> Vec<i64> {
    let free = stream.below(labels);
    let mut cost = |label: usize| match label == free {
        true => 0,
        false => 1 + stream.below(4) as i64,
    };
    (0..labels).map(&mut cost).collect()
}

fn wrong_costs_one(label: usize) -> Vec<i64> {
    vec![i64::from(label != 0), i64::from(label != 1)]
}

fn count(number: impl Into<i64>) -> BigRational {
    BigRational::from_integer(number.into().into())
}

fn whole(number: BigRational) -> i64 {
    assert!(number.is_integer(), "{number} is not whole");
    number.to_integer().to_i64().expect("a small number")
}
