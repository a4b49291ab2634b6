//! A hash table from keys of a fixed number of words to numbers 0, 1, 2, … and values.
//!
//! Open addressing on a 64-bit hash, with the full key compared.
//!
//! Invariants:
//! - Records are numbered in the order of their insertion; a number changes only in
//!   [`KeyTable::retain`].
//! - Every record has exactly one slot, and all slots between the one that its hash points to and its
//!   own are taken (linear probing). There are no deleted slots: [`KeyTable::retain`] builds all
//!   slots anew.
//! - The number of slots is a power of two, and at most 3/4 of them are taken.

/// A hash table from keys of a fixed number of words to numbers, with `VALUE` words of value each.
///
/// ```
/// use gosdt_search::KeyTable;
///
/// let mut table = KeyTable::<1>::new(2);
/// let key = [7, 9];
/// let hash = KeyTable::<1>::hash(&key);
/// let number = table.find_or_insert(&key, hash, [5]);
/// assert_eq!(number, 0);
/// assert_eq!(table.find(&key, hash), Some(number));
/// assert_eq!((table.key(number), table.value(number)), (&key[..], [5]));
/// ```
pub struct KeyTable<const VALUE: usize> {
    /// The number of a record + 1 in the low half, 0 where free; in the high half that of its hash,
    /// so that a record with another key is hardly ever read.
    slots: Vec<u64>,
    key_words: usize,
    /// Records in chunks that never move, so that growing copies nothing. A record is its hash, its
    /// value, its key.
    chunks: Vec<Box<[u64]>>,
    per_chunk: usize,
    len: usize,
    /// The most records that it may hold.
    most: usize,
}

/// The words of a chunk: few, so that a small table touches little memory.
const CHUNK_WORDS: usize = 1 << 11;

const FEWEST_SLOTS: usize = 16;

/// The most records of a table: the number of a record + 1 has 32 bits.
const MOST_RECORDS: usize = u32::MAX as usize - 1;

impl<const VALUE: usize> KeyTable<VALUE> {
    /// The words of a record before its key: the hash and the value.
    const HEAD: usize = 1 + VALUE;

    /// An empty table for keys of this many words.
    pub fn new(key_words: usize) -> KeyTable<VALUE> {
        let per_chunk = (CHUNK_WORDS / (Self::HEAD + key_words)).max(1);
        let slots = vec![0; FEWEST_SLOTS];
        KeyTable { slots, key_words, chunks: Vec::new(), per_chunk, len: 0, most: MOST_RECORDS }
    }

    /// The same table, which is empty, for at most this many records.
    #[cfg(any(test, feature = "checked-bounds"))]
    pub(super) fn holding_at_most(self, most: usize) -> KeyTable<VALUE> {
        KeyTable { most, ..self }
    }

    /// The hash of a key.
    pub fn hash(key: &[u64]) -> u64 {
        let mut state = 0x243f_6a88_85a3_08d3u64;
        for &word in key {
            let product = u128::from(state ^ word) * 0x9e37_79b9_7f4a_7c15;
            state = (product as u64) ^ ((product >> 64) as u64).rotate_left(23);
        }
        state ^ (state >> 29)
    }

    /// Number of records.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let words = self.slots.len() + self.chunks.len() * self.per_chunk * self.record_words();
        8 * words as u64
    }

    /// The key of a record.
    pub fn key(&self, number: usize) -> &[u64] {
        &self.record(number)[Self::HEAD..]
    }

    /// The value of a record.
    pub fn value(&self, number: usize) -> [u64; VALUE] {
        let mut value = [0; VALUE];
        value.copy_from_slice(&self.record(number)[1..Self::HEAD]);
        value
    }

    /// Changes the value of a record.
    pub fn set_value(&mut self, number: usize, value: [u64; VALUE]) {
        self.record_mut(number)[1..Self::HEAD].copy_from_slice(&value);
    }

    /// The number of a key whose hash is `hash`, if it is in the table.
    pub fn find(&self, key: &[u64], hash: u64) -> Option<usize> {
        self.find_slot(key, hash).ok()
    }

    /// Whether no further record has a number: a slot has 32 bits for it.
    pub fn is_full(&self) -> bool {
        self.len >= self.most
    }

    /// The number of a key whose hash is `hash`; if it is new, it is added with this value, for which
    /// the table must not be full.
    pub fn find_or_insert(&mut self, key: &[u64], hash: u64, value: [u64; VALUE]) -> usize {
        let slot = match self.find_slot(key, hash) {
            Ok(number) => return number,
            Err(slot) => slot,
        };
        let number = self.push(key, hash, value);
        self.slots[slot] = slot_of(hash, number);
        if self.len * 4 > self.slots.len() * 3 {
            self.rebuild_slots(self.slots.len() * 2);
        }
        number
    }

    /// Reads what [`KeyTable::find`] is most likely to read, so that it is in the processor's cache
    /// afterwards. The result only keeps the compiler from leaving the reads out.
    pub fn touch(&self, hash: u64) -> u64 {
        let slot = self.slots[hash as usize & (self.slots.len() - 1)];
        if slot == 0 || slot >> 32 != hash >> 32 {
            return slot;
        }
        let record = self.record(number_of(slot));
        record[0] ^ record[record.len() - 1]
    }

    /// Removes the records whose value `keep` refuses; the others are numbered anew, in their order.
    pub fn retain(&mut self, mut keep: impl FnMut([u64; VALUE]) -> bool) {
        let mut kept = 0;
        for number in 0..self.len {
            if keep(self.value(number)) {
                self.move_down(number, kept);
                kept += 1;
            }
        }
        self.len = kept;
        self.chunks.truncate(kept.div_ceil(self.per_chunk));
        self.rebuild_slots((kept * 2).next_power_of_two().max(FEWEST_SLOTS));
    }

    /// The number of a key, or the free slot where it belongs.
    fn find_slot(&self, key: &[u64], hash: u64) -> Result<usize, usize> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            match self.slots[at] {
                0 => return Err(at),
                slot if slot >> 32 == hash >> 32 => {
                    let record = self.record(number_of(slot));
                    if record[0] == hash && record[Self::HEAD..] == *key {
                        return Ok(number_of(slot));
                    }
                }
                _ => {}
            }
            at = (at + 1) & mask;
        }
    }

    fn rebuild_slots(&mut self, slots: usize) {
        self.slots = vec![0; slots];
        for number in 0..self.len {
            let hash = self.record(number)[0];
            let mut at = hash as usize & (slots - 1);
            while self.slots[at] != 0 {
                at = (at + 1) & (slots - 1);
            }
            self.slots[at] = slot_of(hash, number);
        }
    }

    fn record_words(&self) -> usize {
        Self::HEAD + self.key_words
    }

    fn record(&self, number: usize) -> &[u64] {
        let words = self.record_words();
        &self.chunks[number / self.per_chunk][number % self.per_chunk * words..][..words]
    }

    fn record_mut(&mut self, number: usize) -> &mut [u64] {
        let words = self.record_words();
        &mut self.chunks[number / self.per_chunk][number % self.per_chunk * words..][..words]
    }

    fn push(&mut self, key: &[u64], hash: u64, value: [u64; VALUE]) -> usize {
        let number = self.len;
        if number == self.chunks.len() * self.per_chunk {
            self.chunks.push(vec![0; self.per_chunk * self.record_words()].into());
        }
        self.len += 1;
        let record = self.record_mut(number);
        record[0] = hash;
        record[1..Self::HEAD].copy_from_slice(&value);
        record[Self::HEAD..].copy_from_slice(key);
        number
    }

    /// Moves a record to a smaller number.
    fn move_down(&mut self, from: usize, to: usize) {
        if from != to {
            let record = self.record(from).to_vec();
            self.record_mut(to).copy_from_slice(&record);
        }
    }
}

/// The slot of a record.
fn slot_of(hash: u64, number: usize) -> u64 {
    hash >> 32 << 32 | (number as u64 + 1)
}

/// The number of the record that a taken slot is about.
fn number_of(slot: u64) -> usize {
    slot as u32 as usize - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(table: &mut KeyTable<1>, n: u64) -> usize {
        let key = [n, n * n];
        table.find_or_insert(&key, KeyTable::<1>::hash(&key), [n])
    }

    #[test]
    fn every_key_has_its_own_number() {
        let mut table = KeyTable::new(2);
        for _ in 0..2 {
            for n in 0..5000u64 {
                assert_eq!(number(&mut table, n), n as usize);
                assert_eq!(table.key(n as usize), [n, n * n]);
                assert_eq!(table.value(n as usize), [n]);
            }
        }
        assert_eq!(table.len(), 5000);
    }

    #[test]
    fn the_last_number_fits_its_slot_and_is_told_from_a_free_one() {
        for number in [0, 1, MOST_RECORDS - 1] {
            let slot = slot_of(u64::MAX, number);
            assert_eq!((slot >> 32, number_of(slot)), (u64::from(u32::MAX), number));
            assert_ne!(slot_of(0, number), 0);
        }
    }

    #[test]
    fn a_table_says_when_it_is_full() {
        let mut table = KeyTable::new(2).holding_at_most(3);
        assert!((0..3).all(|n| !table.is_full() && number(&mut table, n) == n as usize));
        assert!(table.is_full());
        table.retain(|[n]| n > 0);
        assert!(!table.is_full());
    }

    #[test]
    fn what_is_retained_keeps_its_order() {
        let mut table = KeyTable::new(2);
        (0..5000).for_each(|n| assert_eq!(number(&mut table, n), n as usize));
        let before = table.bytes();
        table.retain(|[n]| n % 3 == 0);
        assert!(table.bytes() < before);
        for n in (0..5000u64).step_by(3) {
            assert_eq!(number(&mut table, n), n as usize / 3);
        }
        assert_eq!(table.len(), 1667);
        assert_eq!(number(&mut table, 1), 1667, "what was removed is new again");
    }
}
