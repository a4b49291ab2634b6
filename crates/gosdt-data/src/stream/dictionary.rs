//! Distinct values, numbered in the order in which they are met.
use crate::raw_table::Texts;
use hashbrown::hash_map::Entry;
use hashbrown::{DefaultHashBuilder, HashMap, HashTable};
use std::hash::BuildHasher;

/// Distinct texts.
#[derive(Default)]
pub(crate) struct TextDictionary {
    words: Texts,
    codes: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl TextDictionary {
    /// The number of a text.
    pub(crate) fn code(&mut self, text: &str) -> u32 {
        let (words, hasher) = (&mut self.words, &self.hasher);
        let hash = hasher.hash_one(text);
        let found = self.codes.entry(
            hash,
            |code| words.get(*code as usize) == text,
            |code| hasher.hash_one(words.get(*code as usize)),
        );
        match found {
            hashbrown::hash_table::Entry::Occupied(known) => *known.get(),
            hashbrown::hash_table::Entry::Vacant(place) => {
                let code = words.len() as u32;
                place.insert(code);
                words.push(text);
                code
            }
        }
    }

    /// The texts by number.
    pub(crate) fn into_words(self) -> Texts {
        self.words
    }
}

/// Distinct numbers; NaN is none, and has no number of its own.
#[derive(Default)]
pub(crate) struct NumberDictionary {
    codes: HashMap<u64, u32>,
    numbers: Vec<f64>,
}

impl NumberDictionary {
    /// The number of a value. Both zeros are one.
    pub(crate) fn code(&mut self, number: f64) -> u32 {
        let number = number + 0.0;
        match self.codes.entry(number.to_bits()) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(place) => {
                self.numbers.push(number);
                *place.insert(self.numbers.len() as u32 - 1)
            }
        }
    }

    /// The values by number.
    pub(crate) fn into_numbers(self) -> Vec<f64> {
        self.numbers
    }
}
