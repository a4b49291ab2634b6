//! What is known of subproblems, by the exact set of their points and the room left.
//!
//! Open addressing on a 64-bit hash with the full key compared: two subproblems are the same only
//! if their points are. Sharded by hash, one lock each, so that threads rarely meet. Only proven
//! bounds are ever put in, and they only tighten; a lost entry costs time, never truth.
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// No split: the best known tree is a leaf.
pub(crate) const LEAF: u32 = u32::MAX;

/// What a subproblem may still use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Room {
    /// Levels of splits left; `u32::MAX` is no limit.
    pub depth: u32,
    /// Leaves left; `u32::MAX` is no limit.
    pub leaves: u32,
}

impl Room {
    /// Below one split, with all leaves but those given to the sibling.
    pub fn below(self) -> Room {
        let depth = if self.depth == u32::MAX { u32::MAX } else { self.depth - 1 };
        Room { depth, leaves: self.leaves }
    }

    /// The same with this many leaves.
    pub fn with_leaves(self, leaves: u32) -> Room {
        Room { leaves, ..self }
    }

    fn word(self) -> u64 {
        u64::from(self.depth) << 32 | u64::from(self.leaves)
    }
}

/// What is known of a subproblem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// No tree costs less.
    pub lower: i64,
    /// A tree costs this.
    pub upper: i64,
    /// Its first split, or [`LEAF`].
    pub choice: u32,
    /// Threads at work on it.
    pub busy: u16,
    /// About how many expansions it took: the cheap ones are forgotten first.
    pub work: u32,
}

/// A key ready to be looked up.
#[derive(Clone, Debug, Default)]
pub(crate) struct Key {
    /// Points, then the room.
    words: Vec<u64>,
    hash: u64,
}

impl Key {
    /// The points of `of` that answer yes (or no) to the feature `bits`.
    pub fn side(of: &[u64], bits: &[u64], yes: bool, room: Room, out: &mut Key) {
        let flip = if yes { 0 } else { !0 };
        out.words.clear();
        out.words.extend(of.iter().zip(bits).map(|(points, bits)| points & (bits ^ flip)));
        out.finish(room);
    }

    /// The points `points`.
    pub fn of(points: &[u64], room: Room) -> Key {
        let mut key = Key { words: points.to_vec(), hash: 0 };
        key.finish(room);
        key
    }

    fn finish(&mut self, room: Room) {
        self.words.push(room.word());
        self.hash = hash(&self.words);
    }
}

fn hash(words: &[u64]) -> u64 {
    let mut state = 0x243f_6a88_85a3_08d3u64;
    for &word in words {
        let product = u128::from(state ^ word) * 0x9e37_79b9_7f4a_7c15;
        state = (product as u64) ^ ((product >> 64) as u64).rotate_left(23);
    }
    state ^ (state >> 29)
}

struct Shard {
    /// Index + 1 into `entries`, 0 where free; a power of two long, at most 3/4 full.
    slots: Vec<u32>,
    hashes: Vec<u64>,
    keys: Vec<u64>,
    entries: Vec<Entry>,
}

/// The memo.
pub(crate) struct Memo {
    shards: Vec<Mutex<Shard>>,
    words: usize,
    bytes: AtomicU64,
}

const SHARDS: usize = 64;

impl Memo {
    /// An empty memo for keys over `points` points.
    pub fn new(points: usize) -> Memo {
        let shard = || {
            Mutex::new(Shard {
                slots: vec![0; 16],
                hashes: Vec::new(),
                keys: Vec::new(),
                entries: Vec::new(),
            })
        };
        Memo {
            shards: (0..SHARDS).map(|_| shard()).collect(),
            words: points.div_ceil(64) + 1,
            bytes: AtomicU64::new(0),
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    fn with_shard<T>(&self, key: &Key, act: impl FnOnce(&mut Shard) -> T) -> T {
        let shard = &self.shards[(key.hash >> 58) as usize % SHARDS];
        act(&mut shard.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))
    }

    /// What is known of `key`.
    pub fn get(&self, key: &Key) -> Option<Entry> {
        self.with_shard(key, |shard| {
            let at = shard.find(key, self.words).ok()?;
            Some(shard.entries[at])
        })
    }

    /// Tightens what is known of `key` and returns it.
    pub fn put(&self, key: &Key, lower: i64, upper: i64, choice: u32, work: u32) -> Entry {
        self.with_shard(key, |shard| {
            let at = shard.find_or_insert(key, self.words, &self.bytes);
            let entry = &mut shard.entries[at];
            entry.lower = entry.lower.max(lower);
            if upper < entry.upper {
                entry.upper = upper;
                entry.choice = choice;
            }
            entry.work = entry.work.saturating_add(work);
            *entry
        })
    }

    /// Marks `key` as being worked on; returns what is known of it.
    pub fn begin(&self, key: &Key) -> Entry {
        self.with_shard(key, |shard| {
            let at = shard.find_or_insert(key, self.words, &self.bytes);
            let entry = &mut shard.entries[at];
            entry.busy = entry.busy.saturating_add(1);
            *entry
        })
    }

    /// Takes the mark back.
    pub fn end(&self, key: &Key) {
        self.with_shard(key, |shard| {
            if let Ok(at) = shard.find(key, self.words) {
                shard.entries[at].busy = shard.entries[at].busy.saturating_sub(1);
            }
        });
    }

    /// Forgets the cheapest half of the entries of every shard.
    pub fn forget_half(&self) {
        for shard in &self.shards {
            let mut shard = shard.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            shard.forget_half(self.words);
        }
        let bytes = |shard: &Mutex<Shard>| {
            shard.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).bytes()
        };
        self.bytes.store(self.shards.iter().map(bytes).sum(), Ordering::Relaxed);
    }
}

impl Shard {
    fn bytes(&self) -> u64 {
        let entry = size_of::<Entry>() + 8;
        (self.slots.capacity() * 4 + self.keys.capacity() * 8 + self.entries.capacity() * entry)
            as u64
    }

    /// The entry of `key`, or the free slot where it belongs.
    fn find(&self, key: &Key, words: usize) -> Result<usize, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = key.hash as usize & mask;
        loop {
            match self.slots[slot] {
                0 => return Err(slot),
                index => {
                    let at = index as usize - 1;
                    if self.hashes[at] == key.hash && self.keys[at * words..][..words] == key.words
                    {
                        return Ok(at);
                    }
                }
            }
            slot = (slot + 1) & mask;
        }
    }

    fn find_or_insert(&mut self, key: &Key, words: usize, bytes: &AtomicU64) -> usize {
        let slot = match self.find(key, words) {
            Ok(at) => return at,
            Err(slot) => slot,
        };
        let before = self.bytes();
        let at = self.entries.len();
        self.slots[slot] = at as u32 + 1;
        self.hashes.push(key.hash);
        self.keys.extend_from_slice(&key.words);
        let entry = Entry { lower: 0, upper: i64::MAX, choice: LEAF, busy: 0, work: 0 };
        self.entries.push(entry);
        if self.entries.len() * 4 > self.slots.len() * 3 {
            self.rehash(self.slots.len() * 2);
        }
        bytes.fetch_add(self.bytes() - before, Ordering::Relaxed);
        at
    }

    fn rehash(&mut self, slots: usize) {
        self.slots.clear();
        self.slots.resize(slots, 0);
        for (at, hash) in self.hashes.iter().enumerate() {
            let mut slot = *hash as usize & (slots - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (slots - 1);
            }
            self.slots[slot] = at as u32 + 1;
        }
    }

    fn forget_half(&mut self, words: usize) {
        let mut works: Vec<u32> = self.entries.iter().map(|entry| entry.work).collect();
        if works.is_empty() {
            return;
        }
        let middle = works.len() / 2;
        let median = *works.select_nth_unstable(middle).1;
        let mut spare = works.len() - middle;
        let mut kept = 0;
        for at in 0..self.entries.len() {
            let entry = self.entries[at];
            let keep = entry.busy > 0 || entry.work > median || (entry.work == median && spare > 0);
            if entry.work >= median {
                spare = spare.saturating_sub(1);
            }
            if keep {
                self.entries[kept] = entry;
                self.hashes[kept] = self.hashes[at];
                self.keys.copy_within(at * words..(at + 1) * words, kept * words);
                kept += 1;
            }
        }
        self.entries.truncate(kept);
        self.hashes.truncate(kept);
        self.keys.truncate(kept * words);
        self.entries.shrink_to_fit();
        self.hashes.shrink_to_fit();
        self.keys.shrink_to_fit();
        self.rehash((kept * 2).next_power_of_two().max(16));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(points: &[u64]) -> Key {
        Key::of(points, Room { depth: u32::MAX, leaves: u32::MAX })
    }

    #[test]
    fn bounds_only_tighten() {
        let memo = Memo::new(64);
        memo.put(&key(&[5]), 3, 10, 1, 1);
        let entry = memo.put(&key(&[5]), 2, 12, 2, 1);
        assert_eq!((entry.lower, entry.upper, entry.choice), (3, 10, 1));
        let entry = memo.put(&key(&[5]), 4, 9, 7, 1);
        assert_eq!((entry.lower, entry.upper, entry.choice), (4, 9, 7));
    }

    #[test]
    fn keys_differ_by_points_and_by_room() {
        let memo = Memo::new(128);
        for n in 0..2000u64 {
            memo.put(&key(&[n, n * n]), n as i64, i64::MAX, LEAF, 1);
        }
        for n in 0..2000u64 {
            assert_eq!(memo.get(&key(&[n, n * n])).map(|entry| entry.lower), Some(n as i64));
        }
        let shallow = Room { depth: 2, leaves: u32::MAX };
        assert_eq!(memo.get(&Key::of(&[3, 9], shallow)), None);
    }

    #[test]
    fn forgetting_keeps_the_dear_half_and_the_busy() {
        let memo = Memo::new(64);
        for n in 0..4000u64 {
            memo.put(&key(&[n]), 1, 2, LEAF, n as u32);
        }
        memo.begin(&key(&[0]));
        let before = memo.bytes();
        memo.forget_half();
        assert!(memo.bytes() < before);
        assert!(memo.get(&key(&[0])).is_some(), "busy entries stay");
        assert!(memo.get(&key(&[3999])).is_some());
        let kept = (0..4000u64).filter(|&n| memo.get(&key(&[n])).is_some()).count();
        assert!((1900..2200).contains(&kept), "{kept}");
    }
}
