//! What a node knows of its splits: of every column the splits that were evaluated, with bounds of
//! both their sides, and between them intervals of splits that were not, in a queue.
//!
//! # Invariants
//! Along a column of thresholds the optimum of the yes-side never falls and that of the no-side never
//! rises (subset bound). The lists of evaluated splits are closed under this: lower bounds of
//! yes-sides rise along a list and those of no-sides fall. An interval between two evaluated splits
//! then costs at least the yes-side of the one before it plus the no-side of the one behind it. Every
//! split that may cost at most the limit is evaluated and exact, or in the queue.
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A split that was evaluated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Evaluated {
    pub rank: u32,
    /// Lower bounds of both sides (yes, no).
    pub lower: [i64; 2],
    /// Costs of known trees for both sides.
    pub upper: [i64; 2],
    /// Where [`State::two`] has the least costs of two leaves by column.
    pub counted: Option<u32>,
}

/// Splits that are still to be worked on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Item {
    /// Where tracks are worked on one after the other, the track.
    turn: u32,
    /// None of them costs less.
    pub bound: i64,
    /// Among equal bounds the least comes first: long intervals tell most.
    priority: i64,
    pub track: u32,
    pub first: u32,
    pub last: u32,
    /// Whether it is one split that was counted and whose sides are not solved.
    pub counted: bool,
}

/// Neighbouring splits of a track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Splits {
    pub track: u32,
    pub first: u32,
    pub last: u32,
}

impl Item {
    pub fn splits(&self) -> Splits {
        Splits { track: self.track, first: self.first, last: self.last }
    }
}

/// The evaluated splits of a column.
#[derive(Default)]
struct Track {
    evaluated: Vec<Evaluated>,
}

/// The state of a node.
#[derive(Default)]
pub(super) struct State {
    tracks: Vec<Track>,
    queue: BinaryHeap<Reverse<Item>>,
    /// What waits for other threads, to be taken up when nothing else is left.
    deferred: Vec<Item>,
    /// The least bound of what left the queue unsolved.
    dropped: Option<i64>,
    /// Intervals that left the queue with a bound of at most this are kept in `kept`.
    pub keep_up_to: Option<i64>,
    pub kept: Vec<Item>,
    two: Vec<i64>,
    least: i64,
    /// Whether tracks are worked on one after the other.
    pub one_by_one: bool,
}

impl State {
    /// Nothing evaluated yet; every side costs at least `least`.
    pub fn new(tracks: usize, least: i64) -> State {
        let mut state = State { least, ..State::default() };
        state.tracks.resize_with(tracks, Track::default);
        state
    }

    /// Puts splits into the queue if they may cost at most `limit`.
    pub fn push(&mut self, bound: i64, splits: Splits, counted: bool, limit: i64) {
        let Splits { track, first, last } = splits;
        let priority = -i64::from(last - first);
        let turn = if self.one_by_one { track } else { 0 };
        let item = Item { turn, bound, priority, track, first, last, counted };
        match bound > limit {
            true => self.drop_item(item),
            false => self.queue.push(Reverse(item)),
        }
    }

    /// Takes note that what is left of the queue's first item is solved no further.
    pub fn drop_item(&mut self, item: Item) {
        self.drop_bound(item.bound);
        if self.keep_up_to.is_some_and(|most| item.bound <= most) {
            self.kept.push(item);
        }
    }

    /// Takes note that splits with this bound are no longer in the queue.
    pub fn drop_bound(&mut self, bound: i64) {
        self.dropped = Some(self.dropped.map_or(bound, |least| least.min(bound)));
    }

    /// Leaves a split that was counted to other threads for now.
    pub fn defer(&mut self, bound: i64, track: u32, rank: u32) {
        let (first, last) = (rank, rank);
        let item = Item { turn: 0, bound, priority: 0, track, first, last, counted: true };
        self.deferred.push(item);
    }

    /// The next splits to work on, and whether to do so even if another thread does.
    pub fn pop(&mut self, limit: i64) -> Option<(Item, bool)> {
        let next = self.queue.peek().is_some_and(|Reverse(item)| item.bound <= limit);
        match self.deferred.pop_if(|_| !next) {
            Some(item) => Some((item, true)),
            None => self.queue.pop().map(|Reverse(item)| (item, false)),
        }
    }

    /// The least that any split costs, but for those that are exact.
    pub fn lower(&self) -> Option<i64> {
        let queued = match self.one_by_one {
            true => self.queue.iter().map(|Reverse(item)| item.bound).min(),
            false => self.queue.peek().map(|Reverse(item)| item.bound),
        };
        let deferred = self.deferred.iter().map(|item| item.bound).min();
        [queued, deferred, self.dropped].into_iter().flatten().min()
    }

    /// Whether no split may cost less than `cost`. (Another thread may have ended the work before.)
    pub fn rules_out_below(&self, cost: i64) -> bool {
        self.kept.iter().all(|item| item.bound >= cost)
    }

    /// Takes all splits out of the queue, keeping those that may cost at most [`State::keep_up_to`]. What
    /// waits for other threads is still open, too: these may have ended the work.
    pub fn close(&mut self) {
        let queue = std::mem::take(&mut self.queue).into_iter().map(|Reverse(item)| item);
        let deferred = std::mem::take(&mut self.deferred);
        for item in queue.chain(deferred) {
            self.drop_item(item);
        }
    }

    /// Lower bounds of the yes-side and of the no-side of all splits from `first` to `last` of an
    /// ordered track, by what was evaluated around them.
    pub fn around(&self, splits: Splits) -> [i64; 2] {
        let Splits { track, first, last } = splits;
        let list = &self.tracks[track as usize].evaluated;
        let before = list.partition_point(|split| split.rank < first);
        let behind = list.partition_point(|split| split.rank <= last);
        [
            before.checked_sub(1).map_or(self.least, |at| list[at].lower[0]),
            list.get(behind).map_or(self.least, |split| split.lower[1]),
        ]
    }

    /// The least costs of two leaves by column (in units) that hold for both sides of a split,
    /// by what was counted around it.
    pub fn two_around(&self, track: u32, rank: u32, columns: usize) -> [Option<&[i64]>; 2] {
        let list = &self.tracks[track as usize].evaluated;
        let before = list.partition_point(|split| split.rank < rank);
        let behind = list.partition_point(|split| split.rank <= rank);
        let of = |at: u32, side: usize| &self.two[at as usize + side * columns..][..columns];
        [
            list[..before].iter().rev().find_map(|split| split.counted).map(|at| of(at, 0)),
            list[behind..].iter().find_map(|split| split.counted).map(|at| of(at, 1)),
        ]
    }

    /// What holds for the sides of any split.
    pub fn nothing(&self) -> [i64; 2] {
        [self.least; 2]
    }

    /// Keeps what was counted for both sides of a split; returns where.
    pub fn keep_two(&mut self, two: [&[i64]; 2]) -> u32 {
        let at = self.two.len();
        self.two.extend_from_slice(two[0]);
        self.two.extend_from_slice(two[1]);
        at as u32
    }

    /// What is known of the evaluated splits of a track.
    pub fn evaluated(&self, track: u32) -> &[Evaluated] {
        &self.tracks[track as usize].evaluated
    }

    /// What is known of an evaluated split.
    pub fn get(&self, track: u32, rank: u32) -> Option<Evaluated> {
        let list = &self.tracks[track as usize].evaluated;
        list.binary_search_by_key(&rank, |split| split.rank).ok().map(|at| list[at])
    }

    /// Takes over what was proven of a split. On an ordered track the list stays closed.
    pub fn learn(&mut self, track: u32, found: Evaluated, ordered: bool) {
        let list = &mut self.tracks[track as usize].evaluated;
        let at = match list.binary_search_by_key(&found.rank, |split| split.rank) {
            Ok(at) => {
                let split = &mut list[at];
                for side in 0..2 {
                    split.lower[side] = split.lower[side].max(found.lower[side]);
                    split.upper[side] = split.upper[side].min(found.upper[side]);
                }
                at
            }
            Err(at) => {
                list.insert(at, found);
                at
            }
        };
        if !ordered {
            return;
        }
        let [yes, no] = list[at].lower;
        for split in list[at + 1..].iter_mut().take_while(|split| split.lower[0] < yes) {
            split.lower[0] = yes;
        }
        for split in list[..at].iter_mut().rev().take_while(|split| split.lower[1] < no) {
            split.lower[1] = no;
        }
    }
}
