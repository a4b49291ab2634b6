//! Costs that are linear in two measures of the points: however many labels there are, two values of
//! each point tell what it costs with any of them.
//!
//! A tangent of a curve has a dozen labels, each with a price per unit of positive and of negative
//! weight. Scanning needs what points cost with one label less what they cost with another; that is a
//! difference of two products, and parts of the cost that all labels share cancel out.

/// What the points cost with each label.
#[derive(Clone, Debug)]
pub(crate) struct LinearCosts {
    /// The two measures, by point.
    measures: [Vec<i64>; 2],
    /// What a point costs with any label beside that.
    fixed: Vec<i64>,
    /// What a unit of either measure costs, by label.
    prices: Vec<[i64; 2]>,
}

/// The sums of both measures and of the fixed part over a set of points.
pub(super) type LinearSums = [i64; LinearCosts::KINDS];

impl LinearCosts {
    /// How many values of a point are summed: both measures and the fixed part.
    pub const KINDS: usize = 3;

    /// Costs from measures (by number, then point) and what labels pay per unit of each, measure by
    /// measure. `None` where labels differ in more than two measures.
    pub fn of(measures: &[Vec<i64>], label_costs: &[i64]) -> Option<LinearCosts> {
        let points = measures.first()?.len();
        let rows: Vec<&[i64]> = label_costs.chunks_exact(measures.len()).collect();
        let first = rows.first()?;
        let (varying, shared): (Vec<usize>, Vec<usize>) = (0..measures.len())
            .partition(|&measure| rows.iter().any(|row| row[measure] != first[measure]));
        if varying.len() > 2 {
            return None;
        }
        let values = |at: usize| match varying.get(at) {
            Some(&measure) => measures[measure].clone(),
            None => vec![0; points],
        };
        let price = |row: &&[i64], at: usize| varying.get(at).map_or(0, |&measure| row[measure]);
        let fixed = |point: usize| {
            shared.iter().map(|&measure| first[measure] * measures[measure][point]).sum()
        };
        Some(LinearCosts {
            measures: [values(0), values(1)],
            fixed: (0..points).map(fixed).collect(),
            prices: rows.iter().map(|row| [price(row, 0), price(row, 1)]).collect(),
        })
    }

    /// Number of labels.
    pub fn labels(&self) -> usize {
        self.prices.len()
    }

    /// A value of a point: of the first measure, of the second, or the fixed part.
    pub fn value(&self, kind: usize, point: u32) -> i64 {
        match kind {
            0 | 1 => self.measures[kind][point as usize],
            _ => self.fixed[point as usize],
        }
    }

    /// What a point costs with a label.
    pub fn cost(&self, point: u32, label: usize) -> i64 {
        let sums = [0, 1, 2].map(|kind| self.value(kind, point));
        self.total(&sums, label)
    }

    /// What points with these sums cost with a label.
    fn total(&self, sums: &LinearSums, label: usize) -> i64 {
        let [first, second] = self.prices[label];
        first * sums[0] + second * sums[1] + sums[2]
    }

    /// What points with these sums cost, by label.
    pub fn totals(&self, sums: &LinearSums, out: &mut Vec<i64>) {
        out.clear();
        out.extend((0..self.labels()).map(|label| self.total(sums, label)));
    }

    /// The factors of the measures whose products differ by what a point costs with label `a` less what
    /// it costs with label `b`.
    pub fn factors(&self, a: usize, b: usize) -> [i64; 2] {
        let [of_a, of_b] = [self.prices[a], self.prices[b]];
        [of_a[0] - of_b[0], of_b[1] - of_a[1]]
    }

    /// What points with these sums cost at least where each has one of two labels: both measures pay
    /// the lower of their prices.
    pub fn least_of_pair(&self, sums: &LinearSums, a: usize, b: usize) -> i64 {
        let [of_a, of_b] = [self.prices[a], self.prices[b]];
        of_a[0].min(of_b[0]) * sums[0] + of_a[1].min(of_b[1]) * sums[1] + sums[2]
    }

    /// How much less the points of these sums can cost with one pair of labels than with another, however
    /// they are cut in two: each point's label is replaced by that at the same place of the other pair.
    pub fn most_saved(
        &self,
        sums: &LinearSums,
        (a, b): (usize, usize),
        (other_a, other_b): (usize, usize),
    ) -> i64 {
        let saved = |measure: usize| {
            let price = |label: usize| self.prices[label][measure];
            (price(a) - price(other_a)).max(price(b) - price(other_b)).max(0)
        };
        saved(0) * sums[0] + saved(1) * sums[1]
    }

    /// Whether no point counts for both measures. Then points of the same measure make any prefix of
    /// differences rise, or all of them make it fall.
    pub fn is_pure(&self) -> bool {
        self.measures[0]
            .iter()
            .zip(&self.measures[1])
            .all(|(first, second)| *first.min(second) == 0)
    }

    /// The largest number that is held of a point or multiplied by.
    pub fn largest_number(&self) -> i64 {
        let [first, second] = &self.measures;
        let values =
            first.iter().chain(second).chain(&self.fixed).chain(self.prices.as_flattened());
        values.map(|value| value.abs()).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three labels, two measures in which they differ, and one that all pay alike.
    fn costs() -> LinearCosts {
        let measures = [vec![1, 0, 2], vec![0, 3, 4], vec![5, 6, 7]];
        LinearCosts::of(&measures, &[0, 9, -1, 4, 5, -1, 8, 0, -1]).expect("two measures vary")
    }

    #[test]
    fn a_point_costs_what_its_measures_say() {
        let costs = costs();
        for (point, expected) in [[-5, -1, 3], [21, 9, -6], [29, 21, 9]].into_iter().enumerate() {
            for (label, expected) in expected.into_iter().enumerate() {
                assert_eq!(costs.cost(point as u32, label), expected, "{point} {label}");
            }
        }
        assert!(!costs.is_pure());
        assert_eq!(costs.largest_number(), 9);
    }

    #[test]
    fn products_differ_by_what_costs_differ_by_and_no_pair_is_cheaper_than_its_bound() {
        let costs = costs();
        for (a, b) in [(0, 1), (0, 2), (1, 2), (2, 0)] {
            let factors = costs.factors(a, b);
            for point in 0..3 {
                let of = |label: usize| costs.cost(point, label);
                let sums = [0, 1, 2].map(|kind| costs.value(kind, point));
                assert_eq!(of(a) - of(b), factors[0] * sums[0] - factors[1] * sums[1]);
                assert!(costs.least_of_pair(&sums, a, b) <= of(a).min(of(b)));
            }
        }
    }

    #[test]
    fn labels_that_differ_in_three_measures_are_not_linear_in_two() {
        let measures = [vec![1], vec![1], vec![1]];
        assert!(LinearCosts::of(&measures, &[0, 1, 2, 1, 2, 0]).is_none());
        assert!(LinearCosts::of(&measures, &[0, 1, 2, 1, 2, 2]).is_some());
        assert!(LinearCosts::of(&[], &[]).is_none());
    }
}
