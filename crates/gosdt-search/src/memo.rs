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
    pub busy: u8,
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

/// Keys to be looked up together, in memory that is used again.
#[derive(Default)]
pub(crate) struct Keys {
    keys: Vec<Key>,
    len: usize,
    /// Their places, by shard.
    order: Vec<u32>,
}

impl Keys {
    /// Forgets all keys.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Room for one more.
    pub fn push(&mut self) -> &mut Key {
        if self.len == self.keys.len() {
            self.keys.push(Key::default());
        }
        self.len += 1;
        &mut self.keys[self.len - 1]
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

/// The memo.
pub(crate) struct Memo {
    shards: Vec<Mutex<Shard>>,
    bytes: AtomicU64,
    peak: AtomicU64,
    forgetting: Mutex<()>,
}

impl Memo {
    /// An empty memo for keys over `points` points, shared by this many threads.
    pub fn new(points: usize, threads: usize) -> Memo {
        let words = points.div_ceil(64) + 1;
        // One thread needs one shard: a small search then touches little memory. More threads rarely
        // meet in a few, and keys that are looked up together share a lock.
        let shards = if threads > 1 { (4 * threads).next_power_of_two().min(64) } else { 1 };
        Memo {
            shards: (0..shards).map(|_| Mutex::new(Shard::new(words))).collect(),
            bytes: AtomicU64::new(0),
            peak: AtomicU64::new(0),
            forgetting: Mutex::new(()),
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

    fn shard_of(&self, key: &Key) -> usize {
        (key.hash >> 58) as usize & (self.shards.len() - 1)
    }

    fn with_shard<T>(&self, key: &Key, act: impl FnOnce(&mut Shard) -> T) -> T {
        act(&mut lock(&self.shards[self.shard_of(key)]))
    }

    /// What is known of `key`.
    pub fn get(&self, key: &Key) -> Option<Entry> {
        self.with_shard(key, |shard| shard.find(key).ok().map(|at| shard.records.entry(at)))
    }

    /// Tells what is known of `keys`: of each of which anything is, its place and that.
    ///
    /// Most of a lookup is waiting for memory. Here the waits overlap: of all keys of a shard what they
    /// lead to is read before the first is compared.
    pub fn get_all(&self, keys: &mut Keys, mut tell: impl FnMut(usize, Entry)) {
        let Keys { keys, len, order } = keys;
        order.clear();
        order.extend(0..*len as u32);
        let shard_of = |place: &u32| self.shard_of(&keys[*place as usize]);
        if self.shards.len() > 1 {
            order.sort_unstable_by_key(shard_of);
        }
        for places in order.chunk_by(|a, b| shard_of(a) == shard_of(b)) {
            let shard = lock(&self.shards[shard_of(&places[0])]);
            let own = || places.iter().map(|&place| (place as usize, &keys[place as usize]));
            std::hint::black_box(own().fold(0, |sum, (_, key)| sum ^ shard.touch(key)));
            for (place, key) in own() {
                if let Ok(at) = shard.find(key) {
                    tell(place, shard.records.entry(at));
                }
            }
        }
    }

    /// Changes what is known of `key` and returns it.
    fn change(&self, key: &Key, act: impl FnOnce(&mut Entry)) -> Entry {
        self.with_shard(key, |shard| {
            let before = shard.bytes();
            let at = shard.find_or_insert(key);
            self.bytes.fetch_add(shard.bytes() - before, Ordering::Relaxed);
            let mut entry = shard.records.entry(at);
            act(&mut entry);
            shard.records.set_entry(at, entry);
            entry
        })
    }

    /// Tightens what is known of `key` and returns it.
    pub fn put(&self, key: &Key, lower: i64, upper: i64, choice: u32, work: u32) -> Entry {
        self.change(key, |entry| {
            entry.lower = entry.lower.max(lower);
            if upper < entry.upper {
                entry.upper = upper;
                entry.choice = choice;
            }
            entry.work = entry.work.saturating_add(work);
        })
    }

    /// Marks `key` as being worked on; returns what is known of it.
    pub fn begin(&self, key: &Key) -> Entry {
        self.change(key, |entry| entry.busy = entry.busy.saturating_add(1))
    }

    /// Takes the mark back.
    pub fn end(&self, key: &Key) {
        self.with_shard(key, |shard| {
            if let Ok(at) = shard.find(key) {
                let mut entry = shard.records.entry(at);
                entry.busy = entry.busy.saturating_sub(1);
                shard.records.set_entry(at, entry);
            }
        });
    }

    /// Forgets the cheapest half of the entries of every shard, if there is more than `limit`.
    pub fn forget(&self, limit: u64) {
        let _one_at_a_time = lock(&self.forgetting);
        if self.bytes() <= limit {
            return;
        }
        self.peak.fetch_max(self.bytes(), Ordering::Relaxed);
        for shard in &self.shards {
            let mut shard = lock(shard);
            let before = shard.bytes();
            shard.forget_half();
            // Entries at work stay, and may want more slots than there were.
            self.bytes.fetch_add(shard.bytes().wrapping_sub(before), Ordering::Relaxed);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Entries with their keys, in chunks that never move: growing costs no copy and no second copy's
/// memory. A record is its hash, its entry in three words, its key.
struct Records {
    words: usize,
    per_chunk: usize,
    chunks: Vec<Box<[u64]>>,
    len: usize,
}

/// Words of a record before its key.
const HEAD: usize = 4;

impl Records {
    fn record(&self, at: usize) -> &[u64] {
        let size = HEAD + self.words;
        &self.chunks[at / self.per_chunk][at % self.per_chunk * size..][..size]
    }

    fn record_mut(&mut self, at: usize) -> &mut [u64] {
        let size = HEAD + self.words;
        &mut self.chunks[at / self.per_chunk][at % self.per_chunk * size..][..size]
    }

    fn hash(&self, at: usize) -> u64 {
        self.record(at)[0]
    }

    fn entry(&self, at: usize) -> Entry {
        let record = self.record(at);
        Entry {
            lower: record[1] as i64,
            upper: record[2] as i64,
            choice: record[3] as u32,
            busy: (record[3] >> 56) as u8,
            work: (record[3] >> 32) as u32 & MOST_WORK,
        }
    }

    fn set_entry(&mut self, at: usize, entry: Entry) {
        let work = u64::from(entry.work.min(MOST_WORK));
        let last = u64::from(entry.choice) | work << 32 | u64::from(entry.busy) << 56;
        self.record_mut(at)[1..HEAD].copy_from_slice(&[
            entry.lower as u64,
            entry.upper as u64,
            last,
        ]);
    }

    fn push(&mut self, key: &Key) -> usize {
        let at = self.len;
        if at == self.chunks.len() * self.per_chunk {
            self.chunks.push(vec![0; self.per_chunk * (HEAD + self.words)].into());
        }
        self.len += 1;
        let record = self.record_mut(at);
        record[0] = key.hash;
        record[HEAD..].copy_from_slice(&key.words);
        let nothing = Entry { lower: 0, upper: i64::MAX, choice: LEAF, busy: 0, work: 0 };
        self.set_entry(at, nothing);
        at
    }

    /// Moves record `from` to the earlier place `to`.
    fn move_down(&mut self, from: usize, to: usize) {
        if from != to {
            let record = self.record(from).to_vec();
            self.record_mut(to).copy_from_slice(&record);
        }
    }

    fn truncate(&mut self, len: usize) {
        self.len = len;
        self.chunks.truncate(len.div_ceil(self.per_chunk));
    }
}

/// Work is kept in 24 bits.
const MOST_WORK: u32 = (1 << 24) - 1;

struct Shard {
    /// Index + 1 into the records in the low half, 0 where free; in the high half that of the hash, so
    /// that another key's record is hardly ever looked at. A power of two long, at most 3/4 full.
    slots: Vec<u64>,
    records: Records,
}

impl Shard {
    fn new(words: usize) -> Shard {
        let per_chunk = (CHUNK / (HEAD + words)).max(1);
        let records = Records { words, per_chunk, chunks: Vec::new(), len: 0 };
        Shard { slots: vec![0; 16], records }
    }

    fn bytes(&self) -> u64 {
        let record = HEAD + self.records.words;
        (self.slots.len() * 8 + self.records.chunks.len() * self.records.per_chunk * record * 8)
            as u64
    }

    /// The entry of `key`, or the free slot where it belongs.
    fn find(&self, key: &Key) -> Result<usize, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = key.hash as usize & mask;
        loop {
            match self.slots[slot] {
                0 => return Err(slot),
                index if index >> 32 == key.hash >> 32 => {
                    let at = index as u32 as usize - 1;
                    let record = self.records.record(at);
                    if record[0] == key.hash && record[HEAD..] == key.words {
                        return Ok(at);
                    }
                }
                _ => {}
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Reads what [`Shard::find`] is most likely to look at.
    fn touch(&self, key: &Key) -> u64 {
        let slot = self.slots[key.hash as usize & (self.slots.len() - 1)];
        if slot == 0 || slot >> 32 != key.hash >> 32 {
            return slot;
        }
        let record = self.records.record(slot as u32 as usize - 1);
        record[0] ^ record[record.len() - 1]
    }

    fn find_or_insert(&mut self, key: &Key) -> usize {
        let slot = match self.find(key) {
            Ok(at) => return at,
            Err(slot) => slot,
        };
        let at = self.records.push(key);
        self.slots[slot] = slot_of(key.hash, at);
        if self.records.len * 4 > self.slots.len() * 3 {
            self.rehash(self.slots.len() * 2);
        }
        at
    }

    fn rehash(&mut self, slots: usize) {
        self.slots = vec![0; slots];
        for at in 0..self.records.len {
            let hash = self.records.hash(at);
            let mut slot = hash as usize & (slots - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (slots - 1);
            }
            self.slots[slot] = slot_of(hash, at);
        }
    }

    fn forget_half(&mut self) {
        let len = self.records.len;
        let mut works: Vec<u32> = (0..len).map(|at| self.records.entry(at).work).collect();
        if works.is_empty() {
            return;
        }
        let median = *works.select_nth_unstable(len / 2).1;
        let dearer = works.iter().filter(|&&work| work > median).count();
        let mut spare = (len / 2).saturating_sub(dearer);
        let mut kept = 0;
        for at in 0..len {
            let entry = self.records.entry(at);
            let as_dear = entry.work == median && spare > 0;
            spare -= usize::from(as_dear);
            if entry.busy > 0 || entry.work > median || as_dear {
                self.records.move_down(at, kept);
                kept += 1;
            }
        }
        self.records.truncate(kept);
        self.rehash((kept * 2).next_power_of_two().max(16));
    }
}

/// What a slot says of record `at`.
fn slot_of(hash: u64, at: usize) -> u64 {
    hash >> 32 << 32 | (at as u64 + 1)
}

/// Words of a chunk: small enough that a small search touches little memory.
const CHUNK: usize = 1 << 11;

#[cfg(test)]
mod tests {
    use super::*;

    fn key(points: &[u64]) -> Key {
        Key::of(points, Room { depth: u32::MAX, leaves: u32::MAX })
    }

    #[test]
    fn bounds_only_tighten() {
        let memo = Memo::new(64, 2);
        memo.put(&key(&[5]), 3, 10, 1, 1);
        let entry = memo.put(&key(&[5]), 2, 12, 2, 1);
        assert_eq!((entry.lower, entry.upper, entry.choice), (3, 10, 1));
        let entry = memo.put(&key(&[5]), 4, 9, 7, 1);
        assert_eq!((entry.lower, entry.upper, entry.choice), (4, 9, 7));
    }

    #[test]
    fn keys_differ_by_points_and_by_room() {
        let memo = Memo::new(128, 1);
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
    fn many_at_once_are_found_as_one_by_one() {
        for threads in [1, 2] {
            let memo = Memo::new(64, threads);
            for n in 0..1000u64 {
                memo.put(&key(&[3 * n]), n as i64, i64::MAX, LEAF, 1);
            }
            let mut keys = Keys::default();
            for n in [7, 3000] {
                keys.clear();
                (0..n).for_each(|n| *keys.push() = key(&[n]));
                let mut found = vec![None; n as usize];
                memo.get_all(&mut keys, |place, entry| found[place] = Some(entry));
                let alone: Vec<_> = (0..n).map(|n| memo.get(&key(&[n]))).collect();
                assert_eq!(found, alone);
            }
        }
    }

    #[test]
    fn forgetting_keeps_the_dear_half_and_the_busy() {
        let memo = Memo::new(64, 2);
        for n in 0..4000u64 {
            memo.put(&key(&[n]), 1, 2, LEAF, n as u32);
        }
        memo.begin(&key(&[0]));
        let before = memo.bytes();
        memo.forget(0);
        assert!(memo.bytes() < before);
        assert!(memo.get(&key(&[0])).is_some(), "busy entries stay");
        assert!(memo.get(&key(&[3999])).is_some());
        let kept = (0..4000u64).filter(|&n| memo.get(&key(&[n])).is_some()).count();
        assert!((1900..2200).contains(&kept), "{kept}");
    }

    #[test]
    fn forgetting_where_all_are_busy_keeps_all_and_counts_right() {
        let memo = Memo::new(64, 2);
        let keys: Vec<Key> = (0..800u64).map(|n| key(&[n])).collect();
        for key in &keys {
            memo.begin(key);
        }
        memo.forget(0);
        assert!(keys.iter().all(|key| memo.get(key).is_some()));
        assert!((1..1 << 30).contains(&memo.bytes()), "{}", memo.bytes());
    }
}
