/// What a further split tells of one side of a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The least loss of two leaves.
    pub two: i64,
    /// The least loss of one of the leaves, among those that a split may make.
    pub one: i64,
}

/// [`Cut`]s of one side of every feature.
#[derive(Clone, Debug, Default)]
pub struct Cuts {
    /// The least loss of two leaves.
    pub two: Vec<i64>,
    /// The least loss of one of the leaves, among those that a split may make.
    pub one: Vec<i64>,
}

impl Cuts {
    /// Nothing known of `stride` features: all losses are `most`.
    pub fn reset(&mut self, stride: usize, most: i64) {
        for losses in [&mut self.two, &mut self.one] {
            losses.clear();
            losses.resize(stride, most);
        }
    }

    /// What is known of feature `t`.
    pub fn of(&self, t: usize) -> Cut {
        Cut { two: self.two[t], one: self.one[t] }
    }
}
