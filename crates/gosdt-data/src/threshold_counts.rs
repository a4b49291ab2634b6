//! How many thresholds of numeric columns a tree may ask.

/// How many thresholds of numeric columns a tree may ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThresholdCounts {
    /// Gaps between adjacent distinct values, in all columns.
    pub offered: usize,
    /// Thresholds that may be asked, in all columns.
    pub kept: usize,
    /// The most of a column that may be asked.
    pub most: usize,
}

impl ThresholdCounts {
    /// Counts a column that has `kept` of `offered` thresholds.
    pub(crate) fn add(&mut self, offered: usize, kept: usize) {
        self.offered += offered;
        self.kept += kept;
        self.most = self.most.max(kept);
    }

    /// How many were left out.
    pub fn left_out(&self) -> usize {
        self.offered - self.kept
    }
}
