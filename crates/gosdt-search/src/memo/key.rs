//! The keys of the memo: a set of points and what remains of the limits.
use super::KeyTable;
use super::remaining::Remaining;

/// A key with its hash.
#[derive(Clone, Debug, Default)]
pub(crate) struct Key {
    /// The words of the point set, then one for the limits.
    pub(super) words: Vec<u64>,
    pub(super) hash: u64,
}

impl Key {
    /// The key of a set of points.
    pub fn of(points: &[u64], remaining: Remaining) -> Key {
        let mut key = Key { words: points.to_vec(), hash: 0 };
        key.finish(remaining);
        key
    }

    /// The key of a set of points whose leaves need no number of rows, where those of the problem do.
    pub fn relaxed(points: &[u64], remaining: Remaining) -> Key {
        let mut key = Key { words: points.to_vec(), hash: 0 };
        // No other key has this word: a limit is below 2³² − 1, or all ones when there is none.
        key.words.push(remaining.word() ^ (1 << 31));
        key.hash = KeyTable::<0>::hash(&key.words);
        key
    }

    /// Becomes the key of a set of points.
    pub fn set_to(&mut self, points: &[u64], remaining: Remaining) {
        self.words.clear();
        self.words.extend_from_slice(points);
        self.finish(remaining);
    }

    /// Becomes the key of those of `points` that answer yes (or no) to the feature `bits`.
    pub fn set_to_side(&mut self, points: &[u64], bits: &[u64], yes: bool, remaining: Remaining) {
        let flip = if yes { 0 } else { !0 };
        self.words.clear();
        self.words.extend(points.iter().zip(bits).map(|(points, bits)| points & (bits ^ flip)));
        self.finish(remaining);
    }

    /// The set of points, the limits, and whether leaves need no number of rows.
    pub(super) fn subproblem(&self) -> (&[u64], Remaining, bool) {
        let (limits, points) = self.words.split_last().expect("the last word is the limits");
        let relaxed =
            *limits as u32 != u32::MAX && *limits >> 31 & 1 == 1 || *limits as u32 == u32::MAX >> 1;
        (points, Remaining::of_word(limits ^ u64::from(relaxed) << 31), relaxed)
    }

    fn finish(&mut self, remaining: Remaining) {
        self.words.push(remaining.word());
        self.hash = KeyTable::<0>::hash(&self.words);
    }
}

/// Keys to be looked up together, in memory that is reused.
#[derive(Default)]
pub(crate) struct Keys {
    keys: Vec<Key>,
    /// The keys in use are the first `len`.
    len: usize,
    /// Their positions, sorted by shard.
    order: Vec<u32>,
}

impl Keys {
    /// Removes all keys.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a key, to be set by the caller.
    pub fn push(&mut self) -> &mut Key {
        if self.len == self.keys.len() {
            self.keys.push(Key::default());
        }
        self.len += 1;
        &mut self.keys[self.len - 1]
    }

    /// The keys, and the memory for their order.
    pub(super) fn parts(&mut self) -> (&[Key], &mut Vec<u32>) {
        (&self.keys[..self.len], &mut self.order)
    }
}
