//! The weight of both classes in a set of points.
use gosdt_search::LabelRule;

/// Weight of the two classes in a set of points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ClassCounts {
    /// Weight of the negatives.
    pub neg: i64,
    /// Weight of the positives.
    pub pos: i64,
}

impl std::ops::Add for ClassCounts {
    type Output = ClassCounts;
    fn add(self, other: ClassCounts) -> ClassCounts {
        ClassCounts { neg: self.neg + other.neg, pos: self.pos + other.pos }
    }
}

impl std::ops::Sub for ClassCounts {
    type Output = ClassCounts;
    fn sub(self, other: ClassCounts) -> ClassCounts {
        ClassCounts { neg: self.neg - other.neg, pos: self.pos - other.pos }
    }
}

impl ClassCounts {
    /// Whether a rule labels a leaf with these weights positive: iff ω·n⁺ > n⁻, with
    /// ω = `times` / `over`.
    pub fn is_positive_by(self, rule: LabelRule) -> bool {
        rule.is_second(&[self.pos, self.neg])
    }

    /// Twice the area between two vectors, positive when `self` has the larger share of positives.
    pub fn det(self, other: ClassCounts) -> i128 {
        i128::from(self.pos) * i128::from(other.neg) - i128::from(self.neg) * i128::from(other.pos)
    }
}
