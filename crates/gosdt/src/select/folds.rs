//! The rows of a cross-validation: each fold holds some out and fits the rest.
use super::error::SelectError;
use gosdt_data::Table;

/// One round of a cross-validation: rows of the table by index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fold {
    /// The rows to fit.
    pub train: Vec<usize>,
    /// The rows to measure on.
    pub test: Vec<usize>,
}

/// Stratified folds: every row is held out once, and of every class each fold holds out as many rows
/// as any other, or one more. The same seed makes the same folds.
///
/// ```
/// use gosdt::{demo, stratified_folds};
///
/// let table = demo::find("monk-1").unwrap().table()?;
/// let folds = stratified_folds(&table, 5, 1)?;
/// assert!(folds.iter().all(|fold| fold.train.len() + fold.test.len() == table.rows));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn stratified_folds(table: &Table, folds: usize, seed: u64) -> Result<Vec<Fold>, SelectError> {
    if folds < 2 {
        return Err(SelectError::FewFolds(folds));
    }
    let fold_of_row = deal(&by_class(table, folds)?, folds, seed, table.rows);
    let fold = |fold: usize| {
        let (test, train) = (0..table.rows).partition(|&row| fold_of_row[row] == fold);
        Fold { train, test }
    };
    Ok((0..folds).map(fold).collect())
}

/// The rows of each class that have weight, and last all rows that have none.
fn by_class(table: &Table, folds: usize) -> Result<Vec<Vec<usize>>, SelectError> {
    let weighs = |row: &usize| table.weights.as_ref().is_none_or(|all| all.values[*row] > 0);
    let mut groups = Vec::new();
    for (code, class) in table.labels.classes.iter().enumerate() {
        let here = (0..table.rows).filter(|&row| table.labels.codes[row] as usize == code);
        let rows: Vec<usize> = here.filter(weighs).collect();
        if rows.len() < folds {
            return Err(SelectError::FewRows { class: class.clone(), rows: rows.len(), folds });
        }
        groups.push(rows);
    }
    groups.push((0..table.rows).filter(|row| !weighs(row)).collect());
    Ok(groups)
}

/// Shuffles each group and deals it out; each goes on where the one before it ended, so that the
/// folds are of one size, too.
fn deal(groups: &[Vec<usize>], folds: usize, seed: u64, rows: usize) -> Vec<usize> {
    let mut random = Random { state: seed };
    let mut fold_of_row = vec![0; rows];
    let mut turn = 0;
    for group in groups {
        let mut group = group.clone();
        random.shuffle(&mut group);
        for row in group {
            fold_of_row[row] = turn;
            turn = (turn + 1) % folds;
        }
    }
    fold_of_row
}

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers on every machine.
struct Random {
    state: u64,
}

impl Random {
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, each as likely as the others to within 2⁻⁶⁴ · `end`.
    fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }

    /// Fisher and Yates.
    fn shuffle(&mut self, rows: &mut [usize]) {
        for at in (1..rows.len()).rev() {
            rows.swap(at, self.below(at + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosdt_data::{Column, Labels, Missing, Values, Weights};

    /// 23 rows of class a, 9 of class b, the first three of a without weight.
    fn table() -> Table {
        let codes: Vec<u32> = (0..32).map(|row| u32::from(row % 7 % 3 == 1)).collect();
        let labels =
            Labels { name: "y".to_string(), classes: ["a", "b"].map(String::from).into(), codes };
        let values = Values::Numeric((0..32).map(f64::from).collect());
        let column = Column { name: "x".to_string(), values };
        let mut weights = vec![2; 32];
        weights[0] = 0;
        let weights = Some(Weights { name: "w".to_string(), values: weights, denominator: 1 });
        Table::new("table", vec![column], labels, weights, Missing::Error).unwrap()
    }

    #[test]
    fn every_row_is_held_out_once_and_fitted_otherwise() {
        let table = table();
        let folds = stratified_folds(&table, 4, 9).unwrap();
        let mut held_out: Vec<usize> =
            folds.iter().flat_map(|fold| fold.test.iter().copied()).collect();
        held_out.sort_unstable();
        assert_eq!(held_out, (0..32).collect::<Vec<_>>());
        for fold in folds {
            let mut all = [fold.train, fold.test].concat();
            all.sort_unstable();
            assert_eq!(all, (0..32).collect::<Vec<_>>());
        }
    }

    #[test]
    fn folds_have_the_same_share_of_each_class_and_the_same_size() {
        let table = table();
        for seed in 0..50 {
            let folds = stratified_folds(&table, 5, seed).unwrap();
            for class in 0..2 {
                let count = |fold: &Fold| {
                    let of_class = |row: &&usize| table.labels.codes[**row] == class && **row > 0;
                    fold.test.iter().filter(of_class).count()
                };
                let counts: Vec<usize> = folds.iter().map(count).collect();
                let spread = counts.iter().max().unwrap() - counts.iter().min().unwrap();
                assert!(spread <= 1 && counts[0] > 0, "seed {seed}: {counts:?}");
            }
            assert!(folds.iter().all(|fold| [6, 7].contains(&fold.test.len())), "seed {seed}");
        }
    }

    #[test]
    fn a_seed_makes_its_folds_and_another_makes_others() {
        let table = table();
        let folds = |seed| stratified_folds(&table, 3, seed).unwrap();
        assert_eq!(folds(5), folds(5));
        assert_ne!(folds(5), folds(6));
    }

    #[test]
    fn a_class_with_fewer_rows_than_folds_is_refused_by_name() {
        let rows = table().labels.codes.iter().filter(|&&code| code == 1).count();
        assert!(stratified_folds(&table(), rows, 0).is_ok());
        let error = stratified_folds(&table(), rows + 1, 0).unwrap_err();
        let text =
            format!("class 'b' has {rows} rows with weight, fewer than the {} folds", rows + 1);
        assert!(error.to_string().starts_with(&text), "{error}");
        assert!(matches!(stratified_folds(&table(), 1, 0), Err(SelectError::FewFolds(1))));
    }
}
