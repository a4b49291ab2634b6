//! How many counts the latest nodes took, from which it is guessed how many the next one will.
use super::base::Purpose;

/// A node with fewer counts per column is not worth a layout of its own.
const FEW_PER_COLUMN: u64 = 4;

/// The mean has so many parts of a count, and the latest node so small a share in it.
const SHARE: u64 = 8;

/// The mean number of counts of the latest nodes whose splits are counted only.
#[derive(Default)]
pub(super) struct RecentCounts {
    parts: u64,
}

impl RecentCounts {
    /// Takes over what a node took.
    pub fn add(&mut self, counts: u64) {
        self.parts = self.parts - self.parts / SHARE + counts;
    }

    /// What the layout of the next node will be for, if that has so many columns.
    pub fn purpose(&self, columns: usize) -> Purpose {
        match self.parts < SHARE * FEW_PER_COLUMN * columns as u64 {
            true => Purpose::FewCounts,
            false => Purpose::Counts,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_with_many_counts_are_packed_and_those_with_few_are_not() {
        let mut recent = RecentCounts::default();
        assert!(recent.purpose(10) == Purpose::FewCounts);
        (0..30).for_each(|_| recent.add(400));
        assert!(recent.purpose(10) == Purpose::Counts);
        (0..60).for_each(|_| recent.add(10));
        assert!(recent.purpose(10) == Purpose::FewCounts);
    }
}
