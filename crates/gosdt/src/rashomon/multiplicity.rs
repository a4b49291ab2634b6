//! How much trees of a set disagree on rows.
use super::examined::Examined;
use super::set::Rashomon;

/// How much trees of a set disagree on the training rows (Marx, Calmon, Ustun: *Predictive multiplicity
/// in classification*, ICML 2020).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Multiplicity {
    /// For each row of the table the share of the trees that say each class: `shares[row][class]`.
    pub shares: Vec<Vec<f64>>,
    /// The share of the rows on which some tree says another class than the first one.
    pub ambiguity: f64,
    /// The largest share of the rows on which one tree says another class than the first one.
    pub discrepancy: f64,
}

impl Rashomon {
    /// How much these trees disagree on the training rows.
    pub fn multiplicity(&self, examined: &Examined) -> Multiplicity {
        let classes = &self.found.classes;
        let labels = self.found.table.labels.classes.len();
        let mut counts = vec![0u64; classes.len * labels];
        let mut discrepancy = 0.0f64;
        let all_rows = self.found.table.data_rows().max(1) as f64;
        let Some(first) = self.trees().next() else { return self.no_multiplicity() };
        for tree in &examined.trees {
            let mut differing = 0.0;
            for class in 0..classes.len {
                counts[class * labels + tree.label(class)] += 1;
                if tree.label(class) != first.label(class) {
                    differing += f64::from(classes.rows[class]);
                }
            }
            discrepancy = discrepancy.max(differing / all_rows);
        }
        let trees = examined.trees.len().max(1);
        let is_ambiguous = |class: usize| {
            let own = counts[class * labels + first.label(class)];
            own < examined.trees.len() as u64
        };
        let ambiguous = (0..classes.len).filter(|&class| is_ambiguous(class));
        let ambiguous: f64 = ambiguous.map(|class| f64::from(classes.rows[class])).sum();
        let share = |&class: &u32| -> Vec<f64> {
            let counts = &counts[class as usize * labels..][..labels];
            counts.iter().map(|&count| count as f64 / trees as f64).collect()
        };
        let shares = classes.class_of_row.iter().map(share).collect();
        Multiplicity { shares, ambiguity: ambiguous / all_rows, discrepancy }
    }

    fn no_multiplicity(&self) -> Multiplicity {
        let shares = vec![vec![0.0; self.found.table.labels.classes.len()]; self.found.table.rows];
        Multiplicity { shares, ambiguity: 0.0, discrepancy: 0.0 }
    }
}
