//! The cost vectors of points as multiples of a few base vectors.
//!
//! A measure is a base vector: point p, whose costs by label are a whole multiple of it, counts that
//! multiple for the measure.
use super::measures::LeafKind;
use super::replicas::Multiples;
use num_integer::Integer;

/// Base vectors (costs by label), and what each point counts of them.
#[derive(Default)]
pub(super) struct BaseVectors {
    pub vectors: Vec<Vec<i64>>,
    pub multiples: Vec<Multiples>,
}

impl BaseVectors {
    /// One base vector per direction of the points' cost vectors if there are few directions, else
    /// one per label.
    pub fn of(costs: &[&[i64]], labels: usize) -> BaseVectors {
        let mut bases = BaseVectors::default();
        for (point, costs_of_point) in costs.iter().enumerate() {
            let multiple = costs_of_point.iter().fold(0, |g, cost| g.gcd(cost));
            if multiple == 0 {
                continue;
            }
            let vector: Vec<i64> = costs_of_point.iter().map(|cost| cost / multiple).collect();
            let known = bases.vectors.iter().position(|other| *other == vector);
            let measure = known.unwrap_or_else(|| bases.add(vector));
            bases.multiples[measure].points.push((point, multiple));
            if bases.vectors.len() > 2 * labels {
                bases = BaseVectors::per_label(costs, labels);
                break;
            }
        }
        bases.multiples.iter_mut().for_each(divide_by_common_factor);
        bases
    }

    fn per_label(costs: &[&[i64]], labels: usize) -> BaseVectors {
        let mut bases = BaseVectors::default();
        for label in 0..labels {
            let measure = bases.add(indicator(labels, |other| other == label));
            let costs = costs.iter().map(|costs| costs[label]);
            bases.multiples[measure] = Multiples::of_one(costs);
        }
        bases
    }

    fn add(&mut self, vector: Vec<i64>) -> usize {
        self.vectors.push(vector);
        self.multiples.push(Multiples { unit: 1, points: Vec::new() });
        self.vectors.len() - 1
    }

    /// Adds a measure that costs nothing and counts `rows` per point. Returns its index.
    pub fn add_rows(&mut self, rows: impl Iterator<Item = i64>, labels: usize) -> usize {
        let measure = self.add(vec![0; labels]);
        self.multiples[measure] = Multiples::of_one(rows);
        measure
    }

    /// The simplest form that the loss of a leaf has; puts the base vectors into the order that this
    /// form needs.
    pub fn leaf_kind(&mut self, labels: usize) -> LeafKind {
        let only = |label: usize| indicator(labels, |other| other == label);
        let all_but = |label: usize| indicator(labels, |other| other != label);
        if labels == 2 && self.reorder((0..labels).map(only).collect()) {
            return LeafKind::SmallerOfTwo;
        }
        if labels > 2 && self.reorder((0..labels).map(all_but).collect()) {
            return LeafKind::AllButLargest;
        }
        LeafKind::ByCosts
    }

    /// Puts the base vectors into the order of `vectors`, adding those that no point needs. Returns
    /// false, and changes nothing, when there are base vectors that are not in `vectors`.
    fn reorder(&mut self, vectors: Vec<Vec<i64>>) -> bool {
        if !self.vectors.iter().all(|vector| vectors.contains(vector)) {
            return false;
        }
        let mut ordered = BaseVectors::default();
        for vector in vectors {
            let found = self.vectors.iter().position(|other| *other == vector);
            let measure = ordered.add(vector);
            if let Some(at) = found {
                ordered.multiples[measure] = std::mem::take(&mut self.multiples[at]);
            }
        }
        *self = ordered;
        true
    }

    /// `costs[l * measures + m]`: what label l pays per unit of measure m.
    pub fn label_costs(&self, labels: usize) -> Vec<i64> {
        (0..labels).flat_map(|label| self.vectors.iter().map(move |vector| vector[label])).collect()
    }

    /// The most that a unit of each measure can cost.
    pub fn max_unit_costs(&self) -> Vec<i64> {
        self.vectors.iter().map(|vector| vector.iter().copied().max().unwrap_or(0)).collect()
    }
}

/// The vector with 1 for the labels that `holds` accepts, else 0.
fn indicator(labels: usize, holds: impl Fn(usize) -> bool) -> Vec<i64> {
    (0..labels).map(|label| i64::from(holds(label))).collect()
}

/// Moves the common factor of all multiples into the unit: smaller multiples need fewer replicas.
fn divide_by_common_factor(multiples: &mut Multiples) {
    let common = multiples.points.iter().fold(0, |g: i64, (_, multiple)| g.gcd(multiple));
    if common > 1 {
        multiples.unit = common;
        multiples.points.iter_mut().for_each(|(_, multiple)| *multiple /= common);
    }
}
