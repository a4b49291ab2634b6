//! Sets of points of which a lower bound was proven, and what that says of sets that differ little.
//!
//! For any two sets A and B, R(B) ≥ R(A) − w(A ∖ B) ([`similar_support`]); if A lies in B, that is the
//! subset bound. So every side that was solved anywhere bounds the sides of all splits of other nodes:
//! neighbouring thresholds of the same column, thresholds of other columns that part the points much
//! alike, and the sides of a node by those of its neighbours. The latest sets of each level are kept, and a
//! node uses those that may tell it something. To compare two sets takes a pass over their words, which is
//! little beside a count.
//!
//! A bound of A holds for B only if every tree for B may be used for A: A's limits must be no tighter, and
//! leaves must not need a number of rows.
use super::instance::{ColumnInstance, ones};
use crate::bounds::similar_support;
use crate::memo::Remaining;
use gosdt_bits::Kernels;

/// So many sets of a level are kept for nodes that begin,...
const MOST_KEPT: usize = 64;

/// ... so many are used at a node,...
const MOST_USED: usize = 1024;

/// ... and either have at most so many bytes.
const MOST_BYTES: usize = 1 << 19;

/// Levels that have sets of their own. Nodes below do without.
const LEVELS: usize = 16;

/// Points that weigh the same, or that have a binary digit of their weight in common.
struct Plane {
    points: Vec<u64>,
    /// What each of them can cost at most, or the worth of the digit.
    weight: i64,
}

/// A set with a bound.
#[derive(Clone, Copy)]
struct Bounded {
    /// The bound less what the points can cost at most.
    less_weight: i64,
    remaining: Remaining,
    /// When it was kept.
    number: u64,
}

/// The latest sets of a level.
#[derive(Default)]
struct Level {
    sets: Vec<Bounded>,
    /// Of each set its points in every plane.
    points: Vec<u64>,
    /// The number of the set that comes next.
    next: u64,
}

/// The sets that were kept, and those that the nodes between the root and the one at work use, by level.
pub(super) struct SimilarSets {
    kernels: Kernels,
    planes: Vec<Plane>,
    words: usize,
    /// The most sets of a level, and of a node.
    most_kept: usize,
    most_used: usize,
    levels: Vec<Level>,
    near: Vec<NearSets>,
    counts: Vec<i64>,
}

/// The sets that a node uses.
#[derive(Default)]
struct NearSets {
    sets: Vec<NearSet>,
    points: Vec<u64>,
    /// Of each level the number of the first set that was not looked at.
    seen: [u64; LEVELS],
    /// Whether the sets of the parent were not looked at.
    is_new: bool,
}

/// A set that a node uses.
#[derive(Clone, Copy)]
struct NearSet {
    /// Its bound less what its points can cost at most.
    less_weight: i64,
    /// What its points within the node can cost at most.
    within: i64,
}

impl SimilarSets {
    pub fn new(problem: &ColumnInstance) -> SimilarSets {
        let planes = planes(problem);
        let words = problem.everything.len();
        // Where no point can cost anything, no set tells anything.
        let fit = MOST_BYTES.checked_div(words * planes.len() * size_of::<u64>()).unwrap_or(0);
        SimilarSets {
            kernels: problem.kernels,
            words,
            most_kept: fit.min(MOST_KEPT),
            most_used: fit.min(MOST_USED),
            planes,
            levels: (0..LEVELS).map(|_| Level::default()).collect(),
            near: (0..LEVELS).map(|_| NearSets::default()).collect(),
            counts: Vec::new(),
        }
    }

    /// Keeps a set of a level with its bound.
    pub fn add(&mut self, level: u32, points: &[u64], lower: i64, remaining: Remaining) {
        if self.most_kept == 0 || level as usize >= LEVELS {
            return;
        }
        let weight = self.weight(points);
        let level = &mut self.levels[level as usize];
        let bounded = Bounded { less_weight: lower - weight, remaining, number: level.next };
        let at = level.next as usize % self.most_kept;
        level.next += 1;
        let len = self.words * self.planes.len();
        match level.sets.get_mut(at) {
            Some(oldest) => *oldest = bounded,
            None => {
                level.sets.push(bounded);
                level.points.resize(level.sets.len() * len, 0);
            }
        }
        let kept = level.points[at * len..][..len].chunks_exact_mut(self.words.max(1));
        for (kept, plane) in kept.zip(&self.planes) {
            for (kept, (points, plane)) in kept.iter_mut().zip(points.iter().zip(&plane.points)) {
                *kept = points & plane;
            }
        }
    }

    /// What points can cost at most.
    fn weight(&mut self, points: &[u64]) -> i64 {
        let mut sum = 0;
        for plane in &self.planes {
            self.kernels.count_common(&plane.points, points, &mut self.counts);
            sum += self.counts.iter().sum::<i64>() * plane.weight;
        }
        sum
    }

    /// Begins a node: it may use what its parent uses.
    pub fn begin(&mut self, level: u32) {
        let level = level as usize;
        if level >= LEVELS {
            return;
        }
        let (above, below) = self.near.split_at_mut(level);
        let Some(near) = below.first_mut() else { return };
        near.sets.clear();
        near.points.clear();
        near.is_new = true;
        near.seen = above.last().map_or([0; LEVELS], |parent| parent.seen);
    }

    /// Lower bounds of both sides of a split of a node, whose yes-side has these points.
    pub fn bounds(&mut self, level: u32, yes: &[u64]) -> [i64; 2] {
        let mut bounds = [0; 2];
        let Some(near) = self.near.get(level as usize).filter(|near| !near.sets.is_empty()) else {
            return bounds;
        };
        self.kernels.count_common(&near.points, yes, &mut self.counts);
        let counts = self.counts.chunks_exact(self.planes.len().max(1));
        for (set, counts) in near.sets.iter().zip(counts) {
            let weighted =
                counts.iter().zip(&self.planes).map(|(count, plane)| count * plane.weight);
            let in_yes: i64 = weighted.sum();
            for (bound, within) in bounds.iter_mut().zip([in_yes, set.within - in_yes]) {
                *bound = (*bound).max(similar_support::without(set.less_weight, -within));
            }
        }
        bounds
    }

    /// Looks at the sets that a node has not looked at: at first those of its parent, and always those
    /// that were kept since. Those that may bound sides of it by more than `least` are used from now on,
    /// if their limits allow what `remaining` does.
    pub fn find_near(&mut self, level: u32, points: &[u64], remaining: Remaining, least: i64) {
        let at = level as usize;
        if at >= LEVELS || self.most_kept == 0 {
            return;
        }
        let mut near = std::mem::take(&mut self.near[at]);
        let len = self.words * self.planes.len();
        if std::mem::take(&mut near.is_new) && at > 0 {
            let parent = std::mem::take(&mut self.near[at - 1]);
            for (set, of_set) in parent.sets.iter().zip(parent.points.chunks_exact(len)) {
                self.take(&mut near, set.less_weight, of_set, points, least);
            }
            self.near[at - 1] = parent;
        }
        // Where the depth is limited, sets below the sides have tighter limits.
        let levels = if remaining.depth.is_none() { at + 3 } else { at + 2 };
        for deep in 0..LEVELS.min(levels) {
            let of_level = std::mem::take(&mut self.levels[deep]);
            let first = std::mem::replace(&mut near.seen[deep], of_level.next);
            for (which, bounded) in of_level.sets.iter().enumerate() {
                if bounded.number >= first && bounded.remaining.covers(remaining) {
                    let set = &of_level.points[which * len..][..len];
                    self.take(&mut near, bounded.less_weight, set, points, least);
                }
            }
            self.levels[deep] = of_level;
        }
        self.near[at] = near;
    }

    /// Takes a set in if it may bound sides of a node by more than `least`.
    fn take(
        &mut self,
        near: &mut NearSets,
        less_weight: i64,
        set: &[u64],
        points: &[u64],
        least: i64,
    ) {
        let mut within = 0;
        for (set, plane) in set.chunks_exact(self.words.max(1)).zip(&self.planes) {
            self.kernels.count_common(set, points, &mut self.counts);
            within += self.counts.iter().sum::<i64>() * plane.weight;
        }
        if less_weight + within > least {
            near.add(NearSet { less_weight, within }, set, self.most_used);
        }
    }
}

impl NearSets {
    /// Takes a set in, if need be in the place of the one that tells least.
    fn add(&mut self, set: NearSet, points: &[u64], most: usize) {
        let tells = |set: &NearSet| set.less_weight + set.within;
        if self.sets.len() < most {
            self.sets.push(set);
            self.points.extend_from_slice(points);
            return;
        }
        let least = self.sets.iter().enumerate().min_by_key(|(_, set)| tells(set));
        let Some((at, _)) = least.filter(|(_, other)| tells(other) <= tells(&set)) else { return };
        self.sets[at] = set;
        self.points[at * points.len()..][..points.len()].copy_from_slice(points);
    }
}

/// The points by what they can cost at most: a plane for each weight, or, if there are many, for each of
/// its binary digits.
fn planes(problem: &ColumnInstance) -> Vec<Plane> {
    let most: Vec<i64> = (0..problem.points as u32).map(|point| problem.most(point)).collect();
    let mut weights = most.clone();
    weights.sort_unstable();
    weights.dedup();
    let digits = i64::BITS - problem.most_of_all.leading_zeros();
    let words = problem.everything.len();
    let plane = |weight: i64, has: &dyn Fn(i64) -> bool| {
        let mut points = vec![0; words];
        for point in ones(&problem.everything).filter(|&point| has(most[point as usize])) {
            points[point as usize / 64] |= 1 << (point % 64);
        }
        Plane { points, weight: weight * problem.unit }
    };
    match weights.len() <= digits as usize {
        true => weights.iter().map(|&weight| plane(weight, &|other| other == weight)).collect(),
        false => {
            (0..digits).map(|digit| plane(1 << digit, &|most| most >> digit & 1 == 1)).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::cases::{Case, Set, only};
    use crate::memo::Limit;
    use crate::problem::{Storage, Techniques};
    use gosdt_oracle::random::Stream;

    /// The case, whose points are all kept, and its sets.
    fn instance(case: &Case) -> ColumnInstance {
        ColumnInstance::new(&case.problem(), (false, true), &|| false).expect("nothing stops it")
    }

    fn remaining(depth: Option<u32>) -> Remaining {
        Remaining { depth: Limit::given(depth), leaves: Limit::NONE }
    }

    /// What the sets say of the sides of splits of a node, where every set is bounded by its optimum.
    #[test]
    fn sound_no_side_costs_less_than_other_sets_say() {
        let mut sharp = 0;
        for seed in 0..400 {
            let mut stream = Stream::new(seed);
            let case = Case::random(seed);
            let problem = instance(&case);
            let mut sets = SimilarSets::new(&problem);
            for _ in 0..6 {
                let set = case.some(&mut stream);
                sets.add(1, &[set], case.best(set), remaining(None));
            }
            let node = case.some(&mut stream);
            sets.begin(0);
            sets.find_near(0, &[node], remaining(None), 0);
            for feature in 0..case.places.len() {
                let yes = case.yes(node, feature);
                let sides: [Set; 2] = [yes, node & !yes];
                for (bound, side) in sets.bounds(0, &[yes]).into_iter().zip(sides) {
                    let best = case.best(side);
                    assert!(bound <= best, "{side:b} of {node:b}: {case:?}");
                    sharp += usize::from(bound == best);
                }
            }
        }
        assert!(sharp > 100, "{sharp}");
    }

    /// A node uses what its parent found and what was kept since, and nothing whose limits are tighter.
    #[test]
    fn a_node_uses_the_sets_of_its_parent_if_their_limits_allow_it() {
        let case = Case::numeric(1, 5, 16, 4);
        let problem = instance(&case);
        let all = case.everything();
        let mut sets = SimilarSets::new(&problem);
        let used = |sets: &mut SimilarSets, level: u32, depth: Option<u32>| {
            sets.find_near(level, &[all], remaining(depth), 0);
            sets.near[level as usize].sets.len()
        };
        sets.add(1, &[all], 7, remaining(Some(2)));
        sets.begin(0);
        assert_eq!(used(&mut sets, 0, Some(2)), 1);
        assert_eq!(used(&mut sets, 0, Some(2)), 1, "no set twice");
        sets.add(2, &[all & 0xfff], 7, remaining(Some(1)));
        assert_eq!(used(&mut sets, 0, Some(2)), 1, "tighter limits");
        sets.begin(1);
        assert_eq!(used(&mut sets, 1, Some(1)), 2, "the parent's, and those of the sides");
        sets.add(2, &[all & 0xff], 7, remaining(Some(1)));
        assert_eq!(used(&mut sets, 1, Some(1)), 3, "and the latest");
        sets.begin(1);
        assert_eq!(used(&mut sets, 1, Some(1)), 3, "again");
    }

    #[test]
    fn of_many_sets_those_that_tell_most_are_used() {
        let mut near = NearSets::default();
        let set = |less_weight: i64| NearSet { less_weight, within: 0 };
        for bound in [3, 9, 5, 1, 7] {
            near.add(set(bound), &[bound as u64], 2);
        }
        let kept: Vec<i64> = near.sets.iter().map(|set| set.less_weight).collect();
        assert_eq!((kept, near.points), (vec![7, 9], vec![7, 9]));
    }

    #[test]
    fn alive_thresholds_of_ranks_are_ruled_out_by_similar_sets_and_peeled_leaves() {
        for (technique, case) in [
            ("similar-support", Case::numeric(3, 12, 64, 5)),
            ("peeled-leaf", Case::parity(6, 3, 5, 3)),
        ] {
            let nodes = |techniques: Techniques| {
                case.search_stored(techniques, Storage::Ranks).statistics.nodes
            };
            let (with, without) = (nodes(only(&["memo", technique])), nodes(only(&["memo"])));
            assert!(with < without, "{technique}: {with} with, {without} without");
        }
    }
}
