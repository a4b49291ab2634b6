//! Writes the lemmas of a proof, from the root down.
//!
//! `prove` does what the checker will do, with the checker's own code, and so knows which splits of a
//! set stay open. It takes the one with the least bound and proves more of one of its sides: of what the
//! search knows of both (asked for where it has forgotten), as little as is enough, and a little more
//! where that rules out thresholds beside it. Where enough follows from a lemma before, it is cited instead.
//! Of thresholds side by side, one is taken of which the search remembers enough.
use super::lemma::{Lemma, Reason};
use super::splits::OfSearch;
use super::units::Units;
use gosdt_check::node::{Checker, Node};
use gosdt_check::problem::{Limits, NONE};
use gosdt_check::proof::{Kin, Relatives, relatives_of};
use gosdt_search::{Adviser, Kernels, SearchControl};
use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};

/// Of the latest lemmas those are searched for one that can be cited whose sets have so many words.
const SEARCHED_WORDS: usize = 1 << 16;

/// So many of these words are compared at once.
const WORDS_AT_ONCE: usize = 1 << 12;

/// Once one lemma in this many is about a set that was proven before, more is asked of each set...
const FEW_REPEATED: usize = 3;

/// ... but not before so many lemmas...
const SOME_LEMMAS: usize = 1000;

/// ... up to the price of so many leaves, if the search remembers that.
const AT_ONCE: i64 = 2;

/// So many thresholds on either side of one are looked at for one of which the search remembers more.
const MOST_BESIDE: usize = 4;

/// Why no lemma could be written.
#[derive(Debug)]
pub(super) enum Failure {
    /// It was told to stop.
    Stopped,
    /// What the search knows does not follow by the rules of the checker.
    Disagreement(String),
}

/// Writes the lemmas of a proof.
pub(super) struct Extraction<'a, 'p> {
    pub(super) checker: Checker<'p>,
    pub(super) adviser: Adviser<'a>,
    pub(super) splits: &'a [OfSearch],
    pub(super) units: Units,
    pub(super) control: &'a SearchControl,
    /// Number of lemmas so far.
    pub(super) lemmas: &'a AtomicU64,
    /// The least that a point weighs.
    pub(super) least_weight: i64,
    pub(super) kernels: Kernels,
    /// How many points latest sets have in common with one, while it is compared with them.
    pub(super) common: Vec<i64>,
    /// What the lemmas so far prove, in their order.
    pub(super) found: Vec<Found>,
    /// The hashes of the sets that were proven, with their limits: where two have the same, more is proven than
    /// is needed, nothing else.
    pub(super) proven: HashSet<u64>,
    /// Lemmas about sets that were proven before.
    pub(super) repeated: usize,
    /// Whether many of the lemmas are.
    pub(super) repeats_many: bool,
}

/// What was proven of a set.
pub(super) struct Found {
    bound: i64,
    /// What the points of the set weigh.
    weight: i64,
    /// How many points the set has.
    points: i64,
}

/// A split to work on: a position among those of a node, and how it shares leaves.
#[derive(Clone, Copy)]
struct Lane {
    t: usize,
    share: usize,
}

/// A side of a lane.
#[derive(Clone, Copy)]
struct Side {
    t: usize,
    side: usize,
    share: usize,
}

impl Extraction<'_, '_> {
    /// Proves that all points cost at least `bound`.
    pub(super) fn run(&mut self, bound: i64) -> Result<Lemma, Failure> {
        let mut root = self.checker.root();
        Ok(self.prove(&mut root, bound, &[])?.0)
    }

    /// Proves a bound of a node; returns the lemma and the bound that was found.
    fn prove(
        &mut self,
        node: &mut Node,
        bound: i64,
        relatives: &Relatives<'_>,
    ) -> Result<(Lemma, i64), Failure> {
        self.check_stopped()?;
        self.lemmas.fetch_add(1, Ordering::Relaxed);
        self.checker.begin(node, bound, relatives);
        let (mut below, mut kin) = (Vec::new(), Vec::new());
        while let Some(lane) = next_lane(node, bound) {
            self.check_stopped()?;
            if let Some((side, back)) = self.citation(node, bound, lane) {
                let (at, leaves) = ((side.t, side.side), side.leaves(node));
                let cited = self.checker.cite(node, at, leaves, back);
                cited.ok_or_else(|| Failure::Disagreement("nothing can be cited".to_string()))?;
                self.lemmas.fetch_add(1, Ordering::Relaxed);
                below.push((node.splits[at.0].number, at.1, leaves, Reason::Cited(back)));
                continue;
            }
            let lane = self.remembered(node, bound, lane);
            let (side, lemma, child) = self.raise((node, relatives), bound, lane, &kin)?;
            let number = node.splits[side.t].number;
            below.push((number, side.side, side.leaves(node), Reason::Lemma(lemma)));
            kin.push((side.t, side.side, child));
        }
        self.note(node);
        let found = self.checker.conclude(node);
        match found >= bound {
            true => Ok((Lemma { bound, below }, found)),
            false => Err(Failure::Disagreement(format!("{found} follows, not {bound}"))),
        }
    }

    fn check_stopped(&self) -> Result<(), Failure> {
        if self.control.stopped() { Err(Failure::Stopped) } else { Ok(()) }
    }

    /// A side of a threshold of which enough follows from one of the latest lemmas, and how many lemmas before
    /// that is. Other splits seldom have sides that differ little.
    fn citation(&mut self, node: &Node, bound: i64, lane: Lane) -> Option<(Side, u64)> {
        let is_threshold = |t: usize| node.splits.get(t).is_some_and(|live| live.follows);
        if !is_threshold(lane.t) && !is_threshold(lane.t + 1) {
            return None;
        }
        let sides = lane.sides();
        let lower = sides.map(|side| node.shares[side.share].lower[side.t][side.side]);
        sides.into_iter().find_map(|side| {
            let back = self.cited_lemma(node, side, bound - lower[1 - side.side])?;
            Some((side, back))
        })
    }

    /// The latest lemma from which it follows that a side costs at least so much: how many lemmas before it is.
    fn cited_lemma(&mut self, node: &Node, side: Side, least: i64) -> Option<u64> {
        let set: Vec<u64> = self.checker.points_of(node, (side.t, side.side)).collect();
        let limits = Limits { depth: node.depth_below(), leaves: side.leaves(node) };
        let weight = node.splits[side.t].weight[side.side];
        let words = set.len().max(1);
        let many = (SEARCHED_WORDS / words).min(self.found.len());
        let (mut latest, sets) =
            ((1..).zip(self.found.iter().rev().take(many)), &self.checker.sets);
        for sets in
            sets[sets.len() - many * words..].rchunks((WORDS_AT_ONCE / words).max(1) * words)
        {
            self.common.clear();
            self.kernels.count_common(sets, &set, &mut self.common);
            for common in self.common.iter().rev() {
                let (back, known) = latest.next()?;
                // So many points are outside of this set, and a heavier set has at least so much more there.
                let outside = (known.points - common) * self.least_weight;
                let most = known.bound - outside.max(known.weight - weight);
                if most >= least && self.checker.cited(back, &set, limits, least).is_some() {
                    return Some(back);
                }
            }
        }
        None
    }

    /// The split of a run of open thresholds that is nearest to a lane's, and of which the search remembers
    /// enough; the lane's own where there is none near.
    fn remembered(&mut self, node: &Node, bound: i64, lane: Lane) -> Lane {
        let share = &node.shares[lane.share];
        let joins = |t: usize| node.splits[t].follows && share.sum(t).max(share.sum(t - 1)) < bound;
        let later = lane.t + 1..node.splits.len().min(lane.t + 1 + MOST_BESIDE);
        let later = later.take_while(|t| joins(*t));
        let before = (lane.t.saturating_sub(MOST_BESIDE)..lane.t).rev();
        let before = before.take_while(|t| joins(*t + 1));
        let mut near: Vec<usize> = std::iter::once(lane.t).chain(later).chain(before).collect();
        near.sort_by_key(|t| t.abs_diff(lane.t));
        let lanes = near.into_iter().map(|t| Lane { t, ..lane });
        let mut known = |side: Side| self.known(node, side).max(share.lower[side.t][side.side]);
        let is_enough = |lane: &Lane| lane.sides().map(&mut known).iter().sum::<i64>() >= bound;
        lanes.into_iter().find(is_enough).unwrap_or(lane)
    }

    /// The hash of a set and its limits.
    fn key(&self, node: &Node) -> u64 {
        let Limits { depth, leaves } = node.limits;
        self.checker.hash(node.set.iter().copied()) ^ (u64::from(depth) << 32 | u64::from(leaves))
    }

    /// Notes whether a set was proven before, and whether so many are that it pays to prove more of each at once.
    fn note(&mut self, node: &Node) {
        let is_new = self.proven.insert(self.key(node));
        self.repeated += usize::from(!is_new);
        let lemmas = self.repeated + self.proven.len();
        self.repeats_many |= lemmas > SOME_LEMMAS && self.repeated * FEW_REPEATED > lemmas;
    }

    /// Proves more of one side of a split.
    fn raise(
        &mut self,
        (node, relatives): (&mut Node, &Relatives<'_>),
        bound: i64,
        lane: Lane,
        kin: &Kin,
    ) -> Result<(Side, Lemma, Node), Failure> {
        let (side, target) = self.side_to_prove(node, bound, lane)?;
        let (at, leaves) = ((side.t, side.side), side.leaves(node));
        let mut child = self.checker.side(node, relatives, at, leaves);
        let (feature, yes) = self.in_search(node, side);
        self.adviser.enter(feature, yes);
        let relatives = relatives_of(node, kin, at);
        let proven = self.prove(&mut child, target, &relatives);
        self.adviser.leave();
        let (lemma, found) = proven?;
        let points = child.set.iter().map(|word| i64::from(word.count_ones())).sum();
        let weight = node.splits[side.t].weight[side.side];
        self.found.push(Found { bound: found, weight, points });
        if child.limits.leaves == NONE {
            self.adviser.learn(feature, yes, self.units.bound_for_search(found));
        }
        self.checker.learn_child(node, at, &child, found);
        Ok((side, lemma, child))
    }

    /// The side to prove more of, and how much: one that can make up for both alone, the lighter if
    /// either can; else the lighter for all that it has.
    fn side_to_prove(
        &mut self,
        node: &Node,
        bound: i64,
        lane: Lane,
    ) -> Result<(Side, i64), Failure> {
        let sides = lane.sides();
        let lower = sides.map(|side| node.shares[side.share].lower[side.t][side.side]);
        let need = [bound - lower[1], bound - lower[0]];
        let mut known = [0, 1].map(|side| self.known(node, sides[side]).max(lower[side]));
        let [yes, no] = node.splits[lane.t].weight;
        let lighter = usize::from(yes > no);
        let mut side = lighter;
        for _ in 0..8 {
            if known[0] + known[1] >= bound {
                break;
            }
            let budget = bound - known[1 - side] - 1;
            known[side] = known[side].max(self.ask(node, sides[side], budget));
            side = 1 - side;
            self.check_stopped()?;
        }
        if known[0] + known[1] < bound {
            return Err(Failure::Disagreement(format!("the search knows {known:?}, not {bound}")));
        }
        let (side, target) = match [known[0] >= need[0], known[1] >= need[1]] {
            [true, true] => (lighter, need[lighter]),
            [true, false] => (0, need[0]),
            [false, true] => (1, need[1]),
            [false, false] => (lighter, known[lighter]),
        };
        let more = target + slack(node, bound, sides[side], self.checker.problem.per_leaf);
        if known[side] < more {
            known[side] = known[side].max(self.ask(node, sides[side], more - 1));
        }
        // What the search remembers costs nothing to ask for.
        let at_once = if self.repeats_many { AT_ONCE * self.checker.problem.per_leaf } else { 0 };
        let more = more.max(target + at_once);
        Ok((sides[side], more.min(known[side]).max(target)))
    }

    /// The feature and the answer by which the search knows a side.
    fn in_search(&self, node: &Node, side: Side) -> (u32, bool) {
        let OfSearch { feature, turned } = self.splits[node.splits[side.t].number];
        (feature, (side.side == 0) != turned)
    }

    /// A lower bound of a side that the search remembers.
    fn known(&mut self, node: &Node, side: Side) -> i64 {
        let (feature, yes) = self.in_search(node, side);
        let known = self.adviser.known(feature, yes, leaves(node, side));
        self.without_depth(node, self.units.bound_for_checker(known))
    }

    /// A lower bound of a side, which the search is to raise above a budget if it can.
    fn ask(&mut self, node: &Node, side: Side, budget: i64) -> i64 {
        let (feature, yes) = self.in_search(node, side);
        let budget = self.units.budget_for_search(budget);
        let found = self.adviser.ask(feature, yes, leaves(node, side), budget);
        self.without_depth(node, self.units.bound_for_checker(found))
    }

    /// What a bound of the search, which keeps the limit on the depth, says where the checker has
    /// dropped that limit: deeper trees have more leaves than that, and these cost something.
    fn without_depth(&self, node: &Node, bound: i64) -> i64 {
        match self.adviser.depth_below() {
            Some(depth) if node.limits.depth == NONE => {
                let leaves = i64::from(depth) + 2;
                bound.min(leaves.saturating_mul(self.checker.problem.per_leaf))
            }
            _ => bound,
        }
    }
}

impl Lane {
    /// Its sides, yes first.
    fn sides(self) -> [Side; 2] {
        [0, 1].map(|side| Side { t: self.t, side, share: self.share })
    }
}

impl Side {
    /// The most leaves that it may have, or [`NONE`].
    fn leaves(self, node: &Node) -> u32 {
        node.shares[self.share].leaves[self.side]
    }
}

/// The open split with the least bound; of a run of open thresholds the middle one.
fn next_lane(node: &Node, bound: i64) -> Option<Lane> {
    let open = (0..node.splits.len()).filter(|t| node.least(*t) < bound);
    let t = open.min_by_key(|t| node.least(*t))?;
    let share = (0..node.shares.len()).min_by_key(|share| node.shares[*share].sum(t))?;
    let is_open = |k: usize| node.shares[share].sum(k) < bound;
    let middles = node.middles(|k| is_open(*k));
    let in_run = |m: &&usize| {
        (t.min(**m) + 1..=t.max(**m))
            .all(|k| node.splits[k].follows && is_open(k) && is_open(k - 1))
    };
    Some(Lane { t: *middles.iter().find(in_run)?, share })
}

/// The most leaves that a side may have.
fn leaves(node: &Node, side: Side) -> Option<u32> {
    Some(side.leaves(node)).filter(|leaves| *leaves != NONE)
}

/// How much more than needed to ask of a side, at most the price of a leaf, so that what is proven of it
/// rules out open thresholds beside it: the bound of a yes-side is one of all larger yes-sides, and that
/// of a no-side one of all larger no-sides.
fn slack(node: &Node, bound: i64, side: Side, per_leaf: i64) -> i64 {
    let (n, share) = (node.splits.len(), &node.shares[side.share]);
    let lower = |t: usize| share.lower[t][1 - side.side];
    let is_open = |t: usize| share.sum(t) < bound;
    let more = |t: usize| lower(side.t) - lower(t);
    let is_affordable = |more: &i64| *more <= per_leaf;
    let most = match side.side {
        0 => {
            let run = (side.t + 1..n).take_while(|t| node.splits[*t].follows && is_open(*t));
            run.map(more).take_while(is_affordable).max()
        }
        _ => {
            let run = (1..=side.t).rev().take_while(|t| node.splits[*t].follows && is_open(t - 1));
            run.map(|t| more(t - 1)).take_while(is_affordable).max()
        }
    };
    most.unwrap_or(0).max(0)
}
