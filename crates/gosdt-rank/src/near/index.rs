//! Sets of points by number. Keys are compared in full.

/// A table from keys of a fixed number of words to numbers 0, 1, 2, …
pub(crate) struct Index {
    words: usize,
    /// Number + 1, 0 where free; a power of two long, at most 3/4 full.
    slots: Vec<u32>,
    hashes: Vec<u64>,
    keys: Vec<u64>,
}

impl Index {
    /// An empty table.
    pub fn new(words: usize) -> Index {
        Index { words, slots: vec![0; 64], hashes: Vec::new(), keys: Vec::new() }
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        (self.slots.capacity() * 4 + (self.keys.capacity() + self.hashes.capacity()) * 8) as u64
    }

    /// The key of a number.
    pub fn key(&self, number: usize) -> &[u64] {
        &self.keys[number * self.words..][..self.words]
    }

    /// The number of a key; the next free number if it is new.
    pub fn number(&mut self, key: &[u64]) -> usize {
        let hash = hash(key);
        let slot = match self.find(key, hash) {
            Ok(number) => return number,
            Err(slot) => slot,
        };
        let number = self.hashes.len();
        self.slots[slot] = number as u32 + 1;
        self.hashes.push(hash);
        self.keys.extend_from_slice(key);
        if self.hashes.len() * 4 > self.slots.len() * 3 {
            self.grow();
        }
        number
    }

    fn find(&self, key: &[u64], hash: u64) -> Result<usize, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != 0 {
            let number = self.slots[slot] as usize - 1;
            if self.hashes[number] == hash && self.key(number) == key {
                return Ok(number);
            }
            slot = (slot + 1) & mask;
        }
        Err(slot)
    }

    fn grow(&mut self) {
        let slots = self.slots.len() * 2;
        self.slots.clear();
        self.slots.resize(slots, 0);
        for (number, &hash) in self.hashes.iter().enumerate() {
            let mut slot = hash as usize & (slots - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (slots - 1);
            }
            self.slots[slot] = number as u32 + 1;
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_its_own_number() {
        let mut index = Index::new(2);
        for n in 0..5000u64 {
            assert_eq!(index.number(&[n, n * n]), n as usize);
        }
        for n in 0..5000u64 {
            assert_eq!(index.number(&[n, n * n]), n as usize);
            assert_eq!(index.key(n as usize), [n, n * n]);
        }
    }
}
