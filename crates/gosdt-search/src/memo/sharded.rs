//! The memo: bounds of subproblems, shared by all threads.
//!
//! Invariants:
//! - Two subproblems have the same entry only if their points and what remains of the limits are the
//!   same: keys are compared in full.
//! - Only proven bounds are stored, and they only tighten. A lost entry costs time, never
//!   correctness.
//! - An entry that a thread works on is not dropped.
//! - A shard that can take no further entry drops cheap ones first, and forgets what is new if that
//!   does not help.
//!
//! The table is split into shards by hash, with one lock each, so that threads rarely wait for each
//! other.
use super::bounds::Bounds;
use super::key::{Key, Keys};
use super::table::KeyTable;
use crate::lock::atomic::{AtomicU64, Ordering};
use crate::lock::{Mutex, lock};

/// What is known of a subproblem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    bounds: Bounds,
    /// Number of threads that work on it.
    busy: u8,
    /// About how many expansions it took: entries that took few are dropped first.
    work: u32,
}

/// Work is stored in 24 bits.
const MOST_WORK: u32 = (1 << 24) - 1;

/// The words of an entry.
const WORDS: usize = 3;

type Shard = KeyTable<WORDS>;

impl Entry {
    const EMPTY: Entry = Entry { bounds: Bounds::UNKNOWN, busy: 0, work: 0 };

    fn from_words([lower, upper, rest]: [u64; WORDS]) -> Entry {
        let (lower, upper) = (lower as i64, upper as i64);
        Entry {
            bounds: Bounds { lower, upper, choice: rest as u32 },
            busy: (rest >> 56) as u8,
            work: (rest >> 32) as u32 & MOST_WORK,
        }
    }

    fn words(self) -> [u64; WORDS] {
        let work = u64::from(self.work.min(MOST_WORK));
        let rest = u64::from(self.bounds.choice) | work << 32 | u64::from(self.busy) << 56;
        [self.bounds.lower as u64, self.bounds.upper as u64, rest]
    }
}

/// The memo.
pub(crate) struct Memo {
    shards: Vec<Mutex<Shard>>,
    bytes: AtomicU64,
    peak: AtomicU64,
    /// Held by the thread that drops entries.
    dropping: Mutex<()>,
    /// What compares bounds with optima.
    #[cfg(feature = "checked-bounds")]
    pub(super) checked: Option<crate::checked::Checked>,
}

impl Memo {
    /// An empty memo for sets of `points` points, shared by this many threads.
    pub fn new(points: usize, threads: usize) -> Memo {
        let words = points.div_ceil(64) + 1;
        // One thread needs one shard: a small search then touches little memory. More threads rarely
        // wait for each other with a few shards, and keys that are looked up together share a lock.
        let shards = if threads > 1 { (4 * threads).next_power_of_two().min(64) } else { 1 };
        Memo {
            shards: (0..shards).map(|_| Mutex::new(Shard::new(words))).collect(),
            bytes: AtomicU64::new(0),
            peak: AtomicU64::new(0),
            dropping: Mutex::new(()),
            #[cfg(feature = "checked-bounds")]
            checked: None,
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// The most bytes ever held.
    pub fn peak(&self) -> u64 {
        self.peak.load(Ordering::Relaxed).max(self.bytes())
    }

    /// What is known of `key`.
    pub fn get(&self, key: &Key) -> Option<Bounds> {
        let known = self.with_shard(key, |shard| {
            let number = shard.find(&key.words, key.hash)?;
            Some(Entry::from_words(shard.value(number)).bounds)
        });
        if let Some(known) = &known {
            self.check_entry("memo, read", key, known);
        }
        known
    }

    /// Calls `found` with the position and the bounds of every key that is in the memo.
    ///
    /// Most of a lookup is waiting for memory. Here the waits overlap, since the memory that the keys
    /// of a shard lead to is read before the first key is compared.
    pub fn get_all(&self, keys: &mut Keys, mut found: impl FnMut(usize, Bounds)) {
        let (keys, order) = keys.parts();
        order.clear();
        order.extend(0..keys.len() as u32);
        let shard_of = |position: &u32| self.shard_of(&keys[*position as usize]);
        if self.shards.len() > 1 {
            order.sort_unstable_by_key(shard_of);
        }
        for positions in order.chunk_by(|a, b| shard_of(a) == shard_of(b)) {
            let shard = lock(&self.shards[shard_of(&positions[0])]);
            let own = || positions.iter().map(|&at| (at as usize, &keys[at as usize]));
            std::hint::black_box(own().fold(0, |sum, (_, key)| sum ^ shard.touch(key.hash)));
            for (position, key) in own() {
                if let Some(number) = shard.find(&key.words, key.hash) {
                    found(position, Entry::from_words(shard.value(number)).bounds);
                }
            }
        }
    }

    /// Tightens what is known of `key`, which took `work` more expansions, and returns it.
    pub fn put(&self, key: &Key, bounds: Bounds, work: u32) -> Bounds {
        self.check_entry("memo, written", key, &bounds);
        let entry = self.change(key, |entry| {
            entry.bounds.tighten(&bounds);
            entry.work = entry.work.saturating_add(work);
        });
        entry.bounds
    }

    /// Notes that a thread begins to work on `key`; returns whether another one does already.
    pub fn begin(&self, key: &Key) -> bool {
        self.change(key, |entry| entry.busy = entry.busy.saturating_add(1)).busy > 1
    }

    /// Notes that a thread ended to work on `key`.
    pub fn end(&self, key: &Key) {
        self.with_shard(key, |shard| {
            if let Some(number) = shard.find(&key.words, key.hash) {
                let mut entry = Entry::from_words(shard.value(number));
                entry.busy = entry.busy.saturating_sub(1);
                shard.set_value(number, entry.words());
            }
        });
    }

    /// Drops the half of the entries of every shard that took the fewest expansions, if the memo
    /// holds more than `limit` bytes.
    pub fn drop_cheap_half(&self, limit: u64) {
        let _one_at_a_time = lock(&self.dropping);
        if self.bytes() <= limit {
            return;
        }
        self.peak.fetch_max(self.bytes(), Ordering::Relaxed);
        for shard in &self.shards {
            let mut shard = lock(shard);
            let before = shard.bytes();
            drop_cheap_half(&mut shard);
            // Entries that threads work on stay and may need more slots than there were.
            self.bytes.fetch_add(shard.bytes().wrapping_sub(before), Ordering::Relaxed);
        }
    }

    fn shard_of(&self, key: &Key) -> usize {
        (key.hash >> 58) as usize & (self.shards.len() - 1)
    }

    fn with_shard<T>(&self, key: &Key, act: impl FnOnce(&mut Shard) -> T) -> T {
        act(&mut lock(&self.shards[self.shard_of(key)]))
    }

    /// Changes the entry of `key`, which is empty if there was none, and returns it.
    fn change(&self, key: &Key, act: impl FnOnce(&mut Entry)) -> Entry {
        self.with_shard(key, |shard| {
            let before = shard.bytes();
            let number = find_or_insert(shard, key);
            // Dropping entries may free memory.
            self.bytes.fetch_add(shard.bytes().wrapping_sub(before), Ordering::Relaxed);
            let mut entry = number.map_or(Entry::EMPTY, |at| Entry::from_words(shard.value(at)));
            act(&mut entry);
            if let Some(number) = number {
                shard.set_value(number, entry.words());
            }
            entry
        })
    }

    /// The same memo, which is empty, for at most this many entries in a shard.
    #[cfg(any(test, feature = "checked-bounds"))]
    pub fn holding_at_most(mut self, most: usize) -> Memo {
        let limited = |shard: Mutex<Shard>| {
            let shard = shard.into_inner().expect("no thread has panicked");
            Mutex::new(shard.holding_at_most(most))
        };
        self.shards = self.shards.into_iter().map(limited).collect();
        self
    }
}

/// The number of a key, which gets an empty entry if it has none; `None` if it has none and the shard
/// is full of entries that threads work on.
fn find_or_insert(shard: &mut Shard, key: &Key) -> Option<usize> {
    if shard.is_full() {
        if let Some(number) = shard.find(&key.words, key.hash) {
            return Some(number);
        }
        drop_cheap_half(shard);
        if shard.is_full() {
            return None;
        }
    }
    Some(shard.find_or_insert(&key.words, key.hash, Entry::EMPTY.words()))
}

/// Drops the half of a shard's entries that took the fewest expansions.
fn drop_cheap_half(shard: &mut Shard) {
    let len = shard.len();
    let mut works: Vec<u32> =
        (0..len).map(|number| Entry::from_words(shard.value(number)).work).collect();
    if works.is_empty() {
        return;
    }
    let median = *works.select_nth_unstable(len / 2).1;
    let above = works.iter().filter(|&&work| work > median).count();
    let mut at_median = (len / 2).saturating_sub(above);
    shard.retain(|words| {
        let entry = Entry::from_words(words);
        let also = entry.work == median && at_median > 0;
        at_median -= usize::from(also);
        entry.busy > 0 || entry.work > median || also
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memo::{LEAF, Limit, Remaining};

    fn key(points: &[u64]) -> Key {
        Key::of(points, Remaining::UNLIMITED)
    }

    fn bounds(lower: i64, upper: i64, choice: u32) -> Bounds {
        Bounds { lower, upper, choice }
    }

    #[test]
    fn bounds_only_tighten() {
        let memo = Memo::new(64, 2);
        memo.put(&key(&[5]), bounds(3, 10, 1), 1);
        assert_eq!(memo.put(&key(&[5]), bounds(2, 12, 2), 1), bounds(3, 10, 1));
        assert_eq!(memo.put(&key(&[5]), bounds(4, 9, 7), 1), bounds(4, 9, 7));
    }

    #[test]
    fn keys_differ_by_points_and_by_remaining_limits() {
        let memo = Memo::new(128, 1);
        for n in 0..2000u64 {
            memo.put(&key(&[n, n * n]), Bounds::at_least(n as i64), 1);
        }
        for n in 0..2000u64 {
            assert_eq!(memo.get(&key(&[n, n * n])).map(|known| known.lower), Some(n as i64));
        }
        let shallow = Remaining { depth: Limit::at_most(2), leaves: Limit::NONE };
        assert_eq!(memo.get(&Key::of(&[3, 9], shallow)), None);
    }

    #[test]
    fn many_at_once_are_found_as_one_by_one() {
        for threads in [1, 2] {
            let memo = Memo::new(64, threads);
            for n in 0..1000u64 {
                memo.put(&key(&[3 * n]), Bounds::at_least(n as i64), 1);
            }
            let mut keys = Keys::default();
            for n in [7, 3000] {
                keys.clear();
                (0..n).for_each(|n| *keys.push() = key(&[n]));
                let mut found = vec![None; n as usize];
                memo.get_all(&mut keys, |position, bounds| found[position] = Some(bounds));
                let alone: Vec<_> = (0..n).map(|n| memo.get(&key(&[n]))).collect();
                assert_eq!(found, alone);
            }
        }
    }

    #[test]
    fn dropping_keeps_the_half_that_took_more_work_and_the_busy() {
        let memo = Memo::new(64, 2);
        for n in 0..4000u64 {
            memo.put(&key(&[n]), bounds(1, 2, LEAF), n as u32);
        }
        memo.begin(&key(&[0]));
        let before = memo.bytes();
        memo.drop_cheap_half(0);
        assert!(memo.bytes() < before);
        assert!(memo.get(&key(&[0])).is_some(), "busy entries stay");
        assert!(memo.get(&key(&[3999])).is_some());
        let kept = (0..4000u64).filter(|&n| memo.get(&key(&[n])).is_some()).count();
        assert!((1900..2200).contains(&kept), "{kept}");
    }

    #[test]
    fn a_full_shard_drops_cheap_entries_for_new_ones() {
        let memo = Memo::new(64, 1).holding_at_most(8);
        for n in 0..100u64 {
            memo.put(&key(&[n]), bounds(1, 2, LEAF), n as u32);
        }
        assert!(memo.get(&key(&[99])).is_some());
        let kept = (0..100u64).filter(|&n| memo.get(&key(&[n])).is_some()).count();
        assert!((4..=8).contains(&kept), "{kept}");
    }

    #[test]
    fn a_shard_full_of_busy_entries_forgets_what_is_new() {
        let memo = Memo::new(64, 1).holding_at_most(3);
        (0..3u64).for_each(|n| assert!(!memo.begin(&key(&[n]))));
        assert_eq!(memo.put(&key(&[7]), bounds(1, 2, LEAF), 1), bounds(1, 2, LEAF));
        assert_eq!(memo.get(&key(&[7])), None);
        assert!(memo.begin(&key(&[2])), "those that are there are still known");
    }

    #[test]
    fn dropping_where_all_are_busy_keeps_all_and_counts_right() {
        let memo = Memo::new(64, 2);
        let keys: Vec<Key> = (0..800u64).map(|n| key(&[n])).collect();
        for key in &keys {
            memo.begin(key);
        }
        memo.drop_cheap_half(0);
        assert!(keys.iter().all(|key| memo.get(key).is_some()));
        assert!((1..1 << 30).contains(&memo.bytes()), "{}", memo.bytes());
    }
}
