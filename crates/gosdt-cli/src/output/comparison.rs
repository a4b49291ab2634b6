//! What is said of the trees of a set in comparison.
use crate::exit_code::Failure;
use gosdt::{Criterion, Examined, ImportanceRange, Model, Rashomon, RashomonTree};
use std::cell::RefCell;

/// The accuracy of a model on a test table.
pub type TestAccuracy<'a> = &'a dyn Fn(&Model) -> Result<f64, Failure>;

/// The most trees that are compared.
const MOST: usize = 10_000;

/// The trees that are listed.
pub struct Listed {
    /// The trees, by number.
    pub trees: Vec<RashomonTree>,
    /// Whether they were drawn at random.
    pub sampled: bool,
}

/// What is said of the trees of a set in comparison.
pub struct Comparison {
    /// How many trees were compared.
    pub trees: usize,
    /// Whether these are all of the set.
    pub all: bool,
    /// How much they rely on each column.
    pub importance: Vec<ImportanceRange>,
    /// The share of the rows that trees disagree on.
    pub ambiguity: f64,
    /// The largest share of the rows on which a tree and the first one disagree.
    pub discrepancy: f64,
    /// The best trees by other measures: the measure, its value, the number of the tree.
    pub best: Vec<(&'static str, f64, String)>,
}

impl Comparison {
    /// Compares all trees of a set, or a sample if there are many; by their accuracy on a test table, too,
    /// if `test` tells it.
    pub fn new(set: &Rashomon, test: Option<TestAccuracy<'_>>) -> Result<Comparison, Failure> {
        let examined = set.examine(MOST, 0);
        let multiplicity = set.multiplicity(&examined);
        let criteria = [
            ("accuracy", Criterion::Accuracy),
            ("balanced_accuracy", Criterion::BalancedAccuracy),
            ("auc", Criterion::Auc),
            ("fewest_columns", Criterion::FewestColumns),
        ];
        let best = criteria.into_iter().filter_map(|(name, criterion)| {
            let (tree, value) = set.best_by(&examined, criterion)?;
            value.is_finite().then(|| (name, value, tree.number.to_string()))
        });
        let mut best: Vec<_> = best.collect();
        best.extend(test.map(|test| best_on(set, &examined, test)).transpose()?.flatten());
        Ok(Comparison {
            trees: examined.trees.len(),
            all: examined.are_all,
            importance: set.importance_ranges(&examined),
            ambiguity: multiplicity.ambiguity,
            discrepancy: multiplicity.discrepancy,
            best,
        })
    }
}

/// The tree that is right on most of a table.
fn best_on(
    set: &Rashomon,
    examined: &Examined,
    test: TestAccuracy<'_>,
) -> Result<Option<(&'static str, f64, String)>, Failure> {
    let failure = RefCell::new(None);
    let accuracy = |tree: &RashomonTree| match test(&set.model(tree)) {
        Ok(accuracy) => accuracy,
        Err(error) => {
            failure.borrow_mut().get_or_insert(error);
            f64::NEG_INFINITY
        }
    };
    let best = examined.best_of(accuracy);
    let best = best.map(|(tree, value)| ("test_accuracy", value, tree.number.to_string()));
    match failure.into_inner() {
        Some(error) => Err(error),
        None => Ok(best),
    }
}
