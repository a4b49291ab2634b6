//! Long lists of ascending numbers.

/// Numbers that never descend, in four bytes each: the lower halves, and where the upper half
/// grows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Offsets {
    lower: Vec<u32>,
    /// The index of the first number with an upper half of 1 or more, of 2 or more, and so on.
    carries: Vec<usize>,
}

impl Offsets {
    /// Adds a number that is no less than the last.
    pub(crate) fn push(&mut self, number: u64) {
        while (self.carries.len() as u64) < number >> 32 {
            self.carries.push(self.lower.len());
        }
        self.lower.push(number as u32);
    }

    /// Makes room for so many more, where there is room.
    pub(crate) fn reserve(&mut self, more: usize) {
        // Where there is none, they grow step by step.
        let _ = self.lower.try_reserve_exact(more);
    }

    /// The number at `index`.
    ///
    /// # Panics
    /// When there is none.
    pub(crate) fn get(&self, index: usize) -> u64 {
        let upper = self.carries.partition_point(|first| *first <= index) as u64;
        upper << 32 | u64::from(self.lower[index])
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.lower.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_size_come_back() {
        let numbers = [0, 3, 3, (1 << 32) - 1, 1 << 32, 5 << 32, (5 << 32) + 7, (6 << 32) + 1];
        let mut offsets = Offsets::default();
        numbers.iter().for_each(|number| offsets.push(*number));
        assert_eq!(offsets.len(), numbers.len());
        assert!(numbers.into_iter().eq((0..offsets.len()).map(|index| offsets.get(index))));
    }
}
