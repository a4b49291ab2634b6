//! What a leaf costs and how pure a split is, in integers.
use super::entropy::times_log;
use super::part::Counts;
use gosdt_search::{Costs, Kernels, Problem};

/// All rows count this much in the information of splits.
const ALL: f64 = (1u64 << 31) as f64;

/// Tables of logarithms are no longer than this.
const MOST_LOGS: u64 = 1 << 16;

/// The costs of a problem, laid out for counting.
pub(super) struct Measure {
    /// Cost per unit of weight: label by label, a class after the other.
    matrix: Vec<i64>,
    classes: usize,
    /// What every mistake costs per unit of weight, if there is a label for each class and it is the same for all.
    per_mistake: Option<i64>,
    /// The price of a leaf.
    pub(super) per_leaf: i64,
    /// What a unit of weight of each class costs at least in a leaf of another label.
    elsewhere: Vec<i64>,
    /// What a unit of weight of each class counts in the impurity, as CART does with unequal costs: the
    /// sum over the labels of what they cost for the class, as a part of what all rows count.
    prices: Vec<f64>,
    /// The weights times their logarithms, where all classes have the same price and weigh little.
    logs: Vec<i64>,
}

impl Measure {
    /// The costs of a problem.
    pub(super) fn of(problem: &Problem) -> Measure {
        let points = problem.points();
        let mut totals = vec![0; points.classes];
        for weights in points.weights.chunks(points.classes) {
            totals.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
        }
        Measure::new(problem.costs(), &totals)
    }

    /// `totals` is the weight of each class.
    pub(super) fn new(costs: &Costs, totals: &[u64]) -> Measure {
        let classes = costs.classes();
        let labels = 0..costs.labels();
        let row = |label| (0..classes).map(move |class| costs.per_weight(label, class));
        let matrix: Vec<i64> = labels.flat_map(row).collect();
        let per_mistake = per_mistake(&matrix, classes);
        let elsewhere = |class: usize| {
            let others = (0..costs.labels()).filter(|&label| label != class);
            others.map(|label| costs.per_weight(label, class)).min().unwrap_or(0)
        };
        let elsewhere = (0..classes).map(elsewhere).collect();
        let price =
            |class: usize| matrix.iter().skip(class).step_by(classes).map(|&c| c as f64).sum();
        let prices: Vec<f64> = (0..classes).map(price).collect();
        let are_equal = prices.iter().all(|&price| price == prices[0]);
        let weight: u64 = totals.iter().sum();
        let logs = match are_equal && weight <= MOST_LOGS {
            true => (0..=weight as i64).map(times_log).collect(),
            false => Vec::new(),
        };
        let all: f64 = prices.iter().zip(totals).map(|(price, &w)| price * w as f64).sum();
        let part = if all > 0.0 { all.recip() } else { 0.0 };
        let prices = prices.into_iter().map(|price| price * part).collect();
        Measure {
            matrix,
            classes,
            per_mistake,
            per_leaf: costs.per_leaf(),
            elsewhere,
            prices,
            logs,
        }
    }

    /// Number of true classes.
    pub(super) fn classes(&self) -> usize {
        self.classes
    }

    /// What weights cost with a label, without the price of a leaf.
    pub(super) fn loss(&self, weights: &[u64], label: usize) -> i64 {
        let costs = &self.matrix[label * self.classes..][..self.classes];
        weights.iter().zip(costs).map(|(&weight, cost)| weight as i64 * cost).sum()
    }

    /// The cheapest leaf for these weights, its price included, and its label; of equal ones the first.
    pub(super) fn leaf(&self, weights: &[u64]) -> (i64, usize) {
        let labels = 0..self.matrix.len() / self.classes;
        let (loss, label) =
            labels.map(|label| (self.loss(weights, label), label)).min().unwrap_or((0, 0));
        (loss + self.per_leaf, label)
    }

    /// What every tree of these weights costs at least. Each class but one either has a leaf of its own or is
    /// in leaves of other labels.
    pub(super) fn least(&self, weights: &[u64]) -> i64 {
        let (mut sum, mut most) = (0, 0);
        for (&weight, price) in weights.iter().zip(&self.elsewhere) {
            let cost = (weight as i64 * price).min(self.per_leaf);
            sum += cost;
            most = most.max(cost);
        }
        sum - most + self.per_leaf
    }

    /// Whether a leaf that costs this may be worth splitting: two leaves have to pay for themselves.
    pub(super) fn is_worth_splitting(&self, leaf: i64) -> bool {
        leaf > 2 * self.per_leaf
    }

    /// How pure the two sides of each split of a node are, with priced weights. The larger is the better.
    /// It is rounded, which a greedy choice can afford, and the same on every machine.
    pub(super) fn purities(&self, kernels: Kernels, counts: &Counts, totals: &[u64]) -> Vec<i64> {
        let mut purities = vec![0; counts.stride()];
        kernels.purities(counts.first(totals.len()), totals, &self.prices, &mut purities);
        purities
    }

    /// How little entropy the two sides of each split of a node have, with priced weights. The larger is
    /// the better.
    pub(super) fn informations(&self, counts: &Counts, totals: &[u64]) -> Vec<i64> {
        if !self.logs.is_empty() {
            return self.informations_by_table(counts, totals);
        }
        let [mut informations, mut yes_weights] = [0; 2].map(|_| vec![0; counts.stride()]);
        let mut all_weights = 0;
        for class in (0..self.classes).filter(|&class| totals[class] > 0) {
            let price = self.prices[class] * ALL;
            let priced = |weight: i64| (weight as f64 * price) as i64;
            let all = priced(totals[class] as i64);
            all_weights += all;
            let sums = informations.iter_mut().zip(&mut yes_weights);
            for ((information, yes_weight), &weight) in sums.zip(counts.of_measure(class)) {
                let yes = priced(weight);
                *information += times_log(yes) + times_log(all - yes);
                *yes_weight += yes;
            }
        }
        for (information, &yes) in informations.iter_mut().zip(&yes_weights) {
            *information -= times_log(yes) + times_log(all_weights - yes);
        }
        informations
    }

    /// The same where all weights have one price, with what a class adds for each weight on the yes-side from a
    /// table.
    fn informations_by_table(&self, counts: &Counts, totals: &[u64]) -> Vec<i64> {
        let (mut informations, mut of_weight) = (vec![0; counts.stride()], Vec::new());
        for class in (0..self.classes).filter(|&class| totals[class] > 0) {
            self.fill_table(totals[class] as usize, &mut of_weight);
            for (information, &weight) in informations.iter_mut().zip(counts.of_measure(class)) {
                *information += of_weight[weight as usize];
            }
        }
        self.fill_table(totals[..self.classes].iter().sum::<u64>() as usize, &mut of_weight);
        for (information, &yes) in informations.iter_mut().zip(counts.sums(self.classes).iter()) {
            *information -= of_weight[yes as usize];
        }
        informations
    }

    /// For each weight on one side and the rest of `all` on the other, the sum of both times their logarithms.
    fn fill_table(&self, all: usize, table: &mut Vec<i64>) {
        // A sample may weigh more than all points.
        let log = |weight: usize| {
            self.logs.get(weight).copied().unwrap_or_else(|| times_log(weight as i64))
        };
        table.clear();
        table.extend((0..=all).map(|weight| log(weight) + log(all - weight)));
    }

    /// What two leaves cost on the sides of each split of a node, with the price of both.
    pub(super) fn stumps(&self, kernels: Kernels, counts: &Counts, totals: &[u64]) -> Vec<i64> {
        let totals: Vec<i64> = totals[..self.classes].iter().map(|&total| total as i64).collect();
        let [mut yes, mut no] = [0; 2].map(|_| vec![0; counts.stride()]);
        let ones = counts.first(self.classes);
        let unit = match self.per_mistake {
            Some(cost) => {
                kernels.leaves_of_all_but_largest(ones, &totals, &mut yes, &mut no);
                cost
            }
            None => {
                kernels.leaves_of_many(ones, &totals, &self.matrix, &mut yes, &mut no);
                1
            }
        };
        yes.iter().zip(&no).map(|(yes, no)| (yes + no) * unit + 2 * self.per_leaf).collect()
    }
}

/// What is not on the diagonal of a square matrix whose diagonal is zero, if that is all the same.
fn per_mistake(matrix: &[i64], classes: usize) -> Option<i64> {
    let cost = *matrix.get(1)?;
    let is_right = |at: usize| at / classes == at % classes;
    let fits = |(at, &of): (usize, &i64)| of == if is_right(at) { 0 } else { cost };
    (matrix.len() == classes * classes && matrix.iter().enumerate().all(fits)).then_some(cost)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosdt_search::Objective;
    use num_rational::BigRational;

    /// Counts of splits are padded to a multiple of this.
    const STRIDE: usize = 8;

    fn measure(objective: &Objective, totals: &[u64]) -> Measure {
        let lambda = BigRational::new(1.into(), 100.into());
        Measure::new(&Costs::new(objective, &lambda, totals, 9).unwrap(), totals)
    }

    #[test]
    fn the_purer_split_is_the_better() {
        for totals in [[8, 8], [8 << 40, 8 << 40]] {
            let measure = measure(&Objective::Accuracy, &totals);
            let scale = totals[0] / 8;
            let purity = |yes: [u64; 2]| {
                let counts = yes.iter().flat_map(|weight| [(weight * scale) as i64; STRIDE]);
                measure.purities(
                    Kernels::detect(),
                    &Counts::new(Kernels::detect(), counts.collect(), STRIDE),
                    &totals,
                )[0]
            };
            assert!(purity([8, 0]) > purity([8, 4]));
            assert!(purity([8, 4]) > purity([4, 4]));
            assert_eq!(purity([4, 4]), purity([0, 0]));
        }
    }

    #[test]
    fn a_split_that_parts_classes_is_informative() {
        for totals in [[8, 8, 4], [8 << 40, 8 << 40, 4 << 40]] {
            let measure = measure(&Objective::Accuracy, &totals);
            let scale = totals[0] / 8;
            let information = |yes: [u64; 3]| {
                let counts = yes.iter().flat_map(|weight| [(weight * scale) as i64; STRIDE]);
                let counts = Counts::new(Kernels::detect(), counts.collect(), STRIDE);
                measure.informations(&counts, &totals)[0]
            };
            assert!(information([8, 0, 0]) > information([8, 0, 2]));
            assert!(information([8, 0, 2]) > information([4, 4, 2]));
            assert_eq!(information([8, 0, 0]), information([0, 8, 4]));
        }
    }

    #[test]
    fn a_leaf_takes_the_cheapest_label() {
        let measure = measure(&Objective::Balanced, &[30, 10]);
        let (cost, label) = measure.leaf(&[12, 5]);
        assert_eq!(label, 1, "a unit of the rarer class costs three times as much");
        assert_eq!(cost, measure.per_leaf + measure.loss(&[12, 0], 1));
    }

    #[test]
    fn no_choice_of_labels_costs_less_than_the_least() {
        let (totals, balanced) = ([30, 10, 7], Objective::Balanced);
        let measure = measure(&balanced, &totals);
        let mut is_met = false;
        for weights in [[30, 10, 7], [3, 0, 0], [9, 1, 0], [1, 5, 1], [0, 2, 2], [1, 1, 1]] {
            // With a leaf for each label of a set, every class has the cheapest of these labels.
            let cost = |set: usize| {
                let labels: Vec<usize> = (0..3).filter(|label| set >> label & 1 == 1).collect();
                let loss = |class: usize| {
                    let mut of_class = [0; 3];
                    of_class[class] = weights[class];
                    labels.iter().map(|&label| measure.loss(&of_class, label)).min().unwrap()
                };
                labels.len() as i64 * measure.per_leaf + (0..3).map(loss).sum::<i64>()
            };
            let cheapest = (1..8).map(cost).min().unwrap();
            assert!(measure.least(&weights) <= cheapest, "{weights:?}");
            is_met |= measure.least(&weights) == cheapest;
        }
        assert!(is_met);
    }

    #[test]
    fn a_stump_has_the_cheapest_leaves() {
        let (totals, yes) = ([30, 10, 7], [12, 5, 0]);
        let measure = measure(&Objective::Balanced, &totals);
        let no = [0, 1, 2].map(|class| totals[class] - yes[class]);
        let expected = measure.leaf(&yes).0 + measure.leaf(&no).0;
        let counts = yes.iter().flat_map(|&weight| [weight as i64; STRIDE]).collect();
        let stumps = measure.stumps(
            Kernels::detect(),
            &Counts::new(Kernels::detect(), counts, STRIDE),
            &totals,
        );
        assert_eq!(stumps, [expected; STRIDE]);
    }
}
