//! The thresholds that a boosted ensemble of short trees asks (McTavish et al., "Fast Sparse Decision
//! Tree Optimization via Reference Ensembles", 2022).
//!
//! Each class has a score for each row, or the second of two classes alone. A tree is grown on the
//! differences between labels and the shares that the scores stand for, and moves the scores of each
//! of its leaves by a part of Newton's step. Sums are integers and no function but the square root is
//! used, so that the order of the rows does not matter, nor does the machine.
use super::cut::Cut;
use super::quantiles::quantile_cuts;
use crate::Table;
use crate::ranked_column::{DistinctValues, RankedColumn, RankedColumns};
use crate::stop::{Poll, Stopped};
use std::collections::BTreeSet;

/// The most candidates of a numeric column, at quantiles; a text column that has more values is not
/// asked.
const MOST_BINS: usize = 1023;

/// Units that the weight of all rows is divided into.
const UNITS: u128 = 1 << 36;

/// The part of Newton's step that a tree makes, a power of two.
const RATE: f64 = 0.25;

/// The largest step of a score.
const LARGEST_STEP: f64 = 4.0;

/// The node of rows that have come to a leaf.
const AT_LEAF: u32 = u32::MAX;

/// The cuts that the trees of an ensemble ask, for each numeric column.
pub(super) fn guessed_cuts(
    ranked: &RankedColumns,
    table: &Table,
    trees: u32,
    depth: u32,
    poll: &mut Poll,
) -> Result<Vec<Option<Vec<Cut>>>, Stopped> {
    let binned = |column: &RankedColumn| BinnedColumn::new(column, table, poll);
    let columns: Vec<BinnedColumn> = ranked.columns.iter().map(binned).collect::<Result<_, _>>()?;
    let mut ensemble = Ensemble::new(&columns, table, poll)?;
    for _ in 0..trees {
        ensemble.add_tree(depth, poll)?;
    }
    let cuts = |(at, column): (usize, &RankedColumn)| {
        let numbers = column.numbers()?;
        let asked = ensemble.asked[at].iter().map(|bin| columns[at].cuts[*bin]);
        Some(asked.map(|after| Cut::between(numbers, after)).collect())
    };
    Ok(ranked.columns.iter().enumerate().map(cuts).collect())
}

/// A column with few codes.
struct BinnedColumn {
    /// A code below `bins` for each row; none where the column is not asked.
    codes: Vec<u16>,
    bins: usize,
    /// Of a numeric column, the last rank of each bin but the last.
    cuts: Vec<u32>,
    /// Whether a test asks for one bin rather than for all up to it.
    by_category: bool,
}

impl BinnedColumn {
    fn new(column: &RankedColumn, table: &Table, poll: &mut Poll) -> Result<BinnedColumn, Stopped> {
        let by_category = matches!(column.values, DistinctValues::Texts(_));
        let too_many = by_category && column.count() > MOST_BINS;
        if column.count() < 2 || too_many {
            return Ok(BinnedColumn { codes: vec![], bins: 0, cuts: vec![], by_category });
        }
        let cuts = match column.numbers() {
            Some(numbers) => {
                let weights = column.rank_weights(table, poll)?;
                quantile_cuts(&weights[..numbers.len()], MOST_BINS as u32)
            }
            None => (0..column.count() as u32 - 1).collect(),
        };
        let bin_of = bins(&cuts, column);
        let mut codes = Vec::with_capacity(column.ranks.len());
        poll.each(&column.ranks, |rank| codes.push(bin_of[*rank as usize]))?;
        let bins = 1 + usize::from(bin_of[bin_of.len() - 1]);
        Ok(BinnedColumn { codes, bins, cuts, by_category })
    }

    /// Whether rows of a bin answer yes to a test.
    fn answers(&self, test: usize, code: u16) -> bool {
        let code = usize::from(code);
        if self.by_category { code == test } else { code <= test }
    }
}

/// The bin of each rank; missing numbers have one of their own.
fn bins(cuts: &[u32], column: &RankedColumn) -> Vec<u16> {
    let own = column.numbers().is_some() && column.missing;
    let last = column.count() as u32 - 1;
    let bin = |rank: u32| {
        let passed = cuts.partition_point(|cut| *cut < rank);
        (passed + usize::from(own && rank == last)) as u16
    };
    (0..=last).map(bin).collect()
}

/// A question of a tree: a column, and a test of its bins.
#[derive(Clone, Copy)]
struct Question {
    column: usize,
    test: usize,
}

/// Trees that were added up.
struct Ensemble<'a> {
    columns: &'a [BinnedColumn],
    labels: &'a [u32],
    /// The weight of each row, in units.
    weights: Vec<i64>,
    /// How many scores a row has.
    scores_each: usize,
    /// The scores, row by row.
    scores: Vec<f64>,
    /// The difference between label and share for each score, times the weight.
    differences: Vec<i64>,
    /// The cuts of each column that trees have asked, by bin.
    asked: Vec<BTreeSet<usize>>,
}

impl<'a> Ensemble<'a> {
    /// No tree: scores say how frequent each class is.
    fn new(
        columns: &'a [BinnedColumn],
        table: &'a Table,
        poll: &mut Poll,
    ) -> Result<Ensemble<'a>, Stopped> {
        let classes = table.labels.classes.len();
        let weights = units(table, poll)?;
        let frequent = first_scores(&table.labels.codes, &weights, classes);
        let (rows, scores_each) = (weights.len(), frequent.len());
        let mut scores = Vec::with_capacity(rows * scores_each);
        poll.in_parts(0..rows, |part| part.for_each(|_| scores.extend(&frequent)))?;
        Ok(Ensemble {
            columns,
            labels: &table.labels.codes,
            weights,
            scores_each,
            scores,
            differences: vec![0; rows * scores_each],
            asked: vec![BTreeSet::new(); columns.len()],
        })
    }

    /// Grows a tree, a level after the other, and adds it.
    fn add_tree(&mut self, depth: u32, poll: &mut Poll) -> Result<(), Stopped> {
        self.differ(poll)?;
        let mut node_of_row = vec![0; self.weights.len()];
        let mut leaf_of_row = vec![0; self.weights.len()];
        let (mut nodes, mut leaves) = (1, 0);
        for level in 0..=depth {
            let questions = match level < depth {
                true => self.questions(&node_of_row, nodes, poll)?,
                false => vec![None; nodes],
            };
            let next = Descent::new(&questions, leaves);
            poll.in_parts(0..node_of_row.len(), |part| {
                for row in part {
                    next.step(row, self.columns, &mut node_of_row[row], &mut leaf_of_row[row]);
                }
            })?;
            self.note(&questions);
            (nodes, leaves) = (next.nodes, next.leaves);
        }
        self.step(&leaf_of_row, leaves as usize, poll)
    }

    /// Computes the differences.
    fn differ(&mut self, poll: &mut Poll) -> Result<(), Stopped> {
        let each = self.scores_each;
        poll.in_parts(0..self.weights.len(), |part| {
            for row in part {
                for score in 0..each {
                    let is = f64::from(is_class(self.labels[row], score, each));
                    let difference = is - share(self.scores[row * each + score]);
                    let weighted = self.weights[row] as f64 * difference;
                    self.differences[row * each + score] = weighted.round() as i64;
                }
            }
        })
    }

    /// The best question at each node, if any separates anything.
    fn questions(
        &self,
        node_of_row: &[u32],
        nodes: usize,
        poll: &mut Poll,
    ) -> Result<Vec<Option<Question>>, Stopped> {
        let mut best = vec![(0.0, None); nodes];
        for (at, column) in self.columns.iter().enumerate().filter(|(_, one)| one.bins > 1) {
            let sums = self.sums(column, node_of_row, nodes, poll)?;
            poll.spend(sums.len())?;
            for (node, best) in best.iter_mut().enumerate() {
                let size = column.bins * (1 + self.scores_each);
                let sums = NodeSums { sums: &sums[node * size..][..size], each: self.scores_each };
                let (gain, test) = sums.best_test(column.by_category);
                if gain > best.0 {
                    *best = (gain, Some(Question { column: at, test }));
                }
            }
        }
        Ok(best.into_iter().map(|(_, question)| question).collect())
    }

    /// Weight and differences of each bin of a column at each node.
    fn sums(
        &self,
        column: &BinnedColumn,
        node_of_row: &[u32],
        nodes: usize,
        poll: &mut Poll,
    ) -> Result<Vec<i64>, Stopped> {
        let each = self.scores_each;
        let mut sums = vec![0; nodes * column.bins * (1 + each)];
        poll.in_parts(0..node_of_row.len(), |part| {
            for row in part.filter(|row| node_of_row[*row] != AT_LEAF) {
                let bin = node_of_row[row] as usize * column.bins + usize::from(column.codes[row]);
                let sums = &mut sums[bin * (1 + each)..][..1 + each];
                sums[0] += self.weights[row];
                let differences = &self.differences[row * each..][..each];
                sums[1..].iter_mut().zip(differences).for_each(|(sum, one)| *sum += one);
            }
        })?;
        Ok(sums)
    }

    /// Notes the thresholds that are asked; a test for missing numbers is none.
    fn note(&mut self, questions: &[Option<Question>]) {
        for question in questions.iter().flatten() {
            let column = &self.columns[question.column];
            if !column.by_category && question.test < column.cuts.len() {
                self.asked[question.column].insert(question.test);
            }
        }
    }

    /// Moves the scores of each leaf.
    fn step(&mut self, leaf_of_row: &[u32], leaves: usize, poll: &mut Poll) -> Result<(), Stopped> {
        let each = self.scores_each;
        let mut sums = vec![(0i64, 0i64); leaves * each];
        poll.in_parts(0..leaf_of_row.len(), |part| {
            for row in part {
                for score in 0..each {
                    let slope = slope(self.scores[row * each + score]) * self.weights[row] as f64;
                    let (differences, slopes) = &mut sums[leaf_of_row[row] as usize * each + score];
                    *differences += self.differences[row * each + score];
                    *slopes += slope.round() as i64;
                }
            }
        })?;
        let step = |&(difference, slope): &(i64, i64)| {
            let newton = difference as f64 / slope.max(1) as f64;
            RATE * newton.clamp(-LARGEST_STEP, LARGEST_STEP)
        };
        let steps: Vec<f64> = sums.iter().map(step).collect();
        poll.in_parts(0..leaf_of_row.len(), |part| {
            for row in part {
                let steps = &steps[leaf_of_row[row] as usize * each..][..each];
                let scores = &mut self.scores[row * each..][..each];
                scores.iter_mut().zip(steps).for_each(|(score, step)| *score += step);
            }
        })
    }
}

/// From the nodes of a level to those of the next: nodes without a question become leaves.
struct Descent<'a> {
    questions: &'a [Option<Question>],
    /// The child for yes, which that for no follows; or the leaf.
    places: Vec<u32>,
    nodes: usize,
    leaves: u32,
}

impl Descent<'_> {
    fn new(questions: &[Option<Question>], leaves: u32) -> Descent<'_> {
        let (mut nodes, mut leaves) = (0, leaves);
        let place = |question: &Option<Question>| match question {
            Some(_) => {
                nodes += 2;
                nodes as u32 - 2
            }
            None => {
                leaves += 1;
                leaves - 1
            }
        };
        let places = questions.iter().map(place).collect();
        Descent { questions, places, nodes, leaves }
    }

    /// Moves a row from its node to the next, unless it is at a leaf.
    fn step(&self, row: usize, columns: &[BinnedColumn], node: &mut u32, leaf: &mut u32) {
        if *node == AT_LEAF {
            return;
        }
        let (question, place) = (self.questions[*node as usize], self.places[*node as usize]);
        match question {
            Some(Question { column, test }) => {
                let column = &columns[column];
                *node = place + u32::from(!column.answers(test, column.codes[row]));
            }
            None => (*node, *leaf) = (AT_LEAF, place),
        }
    }
}

/// Weight and differences of each bin at a node.
struct NodeSums<'a> {
    sums: &'a [i64],
    each: usize,
}

impl NodeSums<'_> {
    /// The test with the greatest gain, the first of equals; 0 where none gains anything.
    fn best_test(&self, by_category: bool) -> (f64, usize) {
        let bins: Vec<&[i64]> = self.sums.chunks_exact(1 + self.each).collect();
        let total = add(vec![0; 1 + self.each], bins.iter().copied());
        let base = quality(&total);
        // Sums are exact, quotients are not: a gain within their rounding is none.
        let (mut best, mut yes) = ((1e-9 * total[0] as f64, None), vec![0; 1 + self.each]);
        for (test, bin) in bins.iter().enumerate() {
            yes = if by_category { bin.to_vec() } else { add(yes, [*bin]) };
            let no: Vec<i64> = total.iter().zip(&yes).map(|(all, yes)| all - yes).collect();
            let gain = quality(&yes) + quality(&no) - base;
            if yes[0] > 0 && no[0] > 0 && gain > best.0 {
                best = (gain, Some(test));
            }
        }
        best.1.map_or((0.0, 0), |test| (best.0, test))
    }
}

/// Adds bins up.
fn add<'a>(sum: Vec<i64>, bins: impl IntoIterator<Item = &'a [i64]>) -> Vec<i64> {
    let plus = |mut sum: Vec<i64>, bin: &[i64]| {
        sum.iter_mut().zip(bin).for_each(|(sum, one)| *sum += one);
        sum
    };
    bins.into_iter().fold(sum, plus)
}

/// How much of the squared differences a leaf with these sums explains.
fn quality(sums: &[i64]) -> f64 {
    let square = |difference: &i64| *difference as f64 * *difference as f64;
    if sums[0] == 0 { 0.0 } else { sums[1..].iter().map(square).sum::<f64>() / sums[0] as f64 }
}

/// The weight of each row, in units of the weight of all.
fn units(table: &Table, poll: &mut Poll) -> Result<Vec<i64>, Stopped> {
    let weight = |row: usize| table.weights.as_ref().map_or(1, |weights| weights.values[row]);
    let (mut total, mut units) = (0u128, Vec::with_capacity(table.rows));
    poll.in_parts(0..table.rows, |part| part.for_each(|row| total += u128::from(weight(row))))?;
    poll.in_parts(0..table.rows, |part| {
        units.extend(part.map(|row| (u128::from(weight(row)) * UNITS / total.max(1)) as i64));
    })?;
    Ok(units)
}

/// The scores that stand for the frequencies of the classes.
fn first_scores(labels: &[u32], weights: &[i64], classes: usize) -> Vec<f64> {
    let mut sums = vec![0; classes];
    labels.iter().zip(weights).for_each(|(label, weight)| sums[*label as usize] += weight);
    let total = sums.iter().sum::<i64>().max(1) as f64;
    let score = |sum: &i64| {
        let centred = (2.0 * *sum as f64 / total - 1.0).clamp(-0.99, 0.99);
        centred / (1.0 - centred * centred).sqrt()
    };
    let scored = if classes == 2 { &sums[1..] } else { &sums[..] };
    scored.iter().map(score).collect()
}

/// Whether a label is the class that a score is for: of two classes the second has the only one.
fn is_class(label: u32, score: usize, scores: usize) -> bool {
    label as usize == if scores == 1 { 1 } else { score }
}

/// The share of a class that a score stands for: between 0 and 1, and rising with the score.
fn share(score: f64) -> f64 {
    0.5 * (1.0 + score / (1.0 + score * score).sqrt())
}

/// How fast the share rises.
fn slope(score: f64) -> f64 {
    let square = 1.0 + score * score;
    0.5 / (square * square.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Column, Labels, Missing, Values, Weights};

    fn table(columns: Vec<Vec<f64>>, codes: Vec<u32>, weights: Option<Vec<u64>>) -> Table {
        let column =
            |(at, values)| Column { name: format!("x{at}"), values: Values::Numeric(values) };
        let columns = columns.into_iter().enumerate().map(column).collect();
        let classes = (0..=*codes.iter().max().unwrap()).map(|code| code.to_string()).collect();
        let labels = Labels { name: "y".to_string(), classes, codes };
        let weights =
            weights.map(|values| Weights { name: "w".to_string(), values, denominator: 1 });
        Table::new("table", columns, labels, weights, Missing::Category).unwrap()
    }

    fn guessed(table: &Table, trees: u32, depth: u32) -> Vec<Vec<f64>> {
        let ranked = RankedColumns::new(table, &|| false).unwrap();
        let cuts = guessed_cuts(&ranked, table, trees, depth, &mut Poll::new(&|| false)).unwrap();
        let thresholds = |cuts: Option<Vec<Cut>>| {
            cuts.unwrap_or_default().iter().map(|cut| cut.threshold).collect()
        };
        cuts.into_iter().map(thresholds).collect()
    }

    /// Two columns of 60 rows; the first has 60 values, the second seven.
    fn columns() -> Vec<Vec<f64>> {
        let each = |value: fn(u32) -> u32| (0..60).map(|row| f64::from(value(row))).collect();
        vec![each(|row| row * 37 % 60), each(|row| row * 11 % 7)]
    }

    #[test]
    fn a_stump_asks_the_threshold_between_two_classes() {
        let columns = columns();
        let codes = columns[0].iter().map(|value| u32::from(*value > 21.0)).collect();
        assert_eq!(guessed(&table(columns, codes, None), 1, 1), [vec![21.5], vec![]]);
    }

    #[test]
    fn trees_of_many_classes_ask_the_thresholds_between_them() {
        let columns = columns();
        let code = |value: &f64| if *value <= 9.0 { 0 } else { 1 + u32::from(*value > 40.0) };
        let codes = columns[0].iter().map(code).collect();
        assert_eq!(guessed(&table(columns, codes, None), 1, 2), [vec![9.5, 40.5], vec![]]);
    }

    #[test]
    fn depth_two_finds_what_no_single_threshold_shows() {
        let columns = columns();
        let both = columns[0].iter().zip(&columns[1]);
        let codes = both.map(|(x, y)| u32::from((*x > 19.0) != (*y > 3.0))).collect();
        let found = guessed(&table(columns, codes, None), 8, 2);
        assert!(found[0].contains(&19.5) && found[1].contains(&3.5), "{found:?}");
    }

    #[test]
    fn rows_without_weight_do_not_count_and_their_order_does_not_matter() {
        let columns = columns();
        let codes: Vec<u32> = columns[0].iter().map(|x| u32::from(*x * *x % 7.0 > 2.0)).collect();
        let weights: Vec<u64> = (0..60).map(|row| u64::from(row % 5 != 0)).collect();
        let whole = table(columns, codes, Some(weights));
        let backwards = whole.at_rows(&(0..60).rev().collect::<Vec<_>>());
        let found = guessed(&whole, 20, 3);
        assert_eq!(found, guessed(&backwards, 20, 3));
        assert!(found[0].len() > 3);
    }

    #[test]
    fn missing_numbers_are_asked_for_without_a_threshold() {
        let mut columns = columns();
        let codes: Vec<u32> = (0..60).map(|row| u32::from(row % 3 == 0)).collect();
        for row in (0..60).step_by(3) {
            columns[0][row] = f64::NAN;
        }
        assert_eq!(guessed(&table(columns, codes, None), 1, 1), [vec![0.0; 0], vec![]]);
    }

    #[test]
    fn it_can_be_stopped() {
        let table = table(columns(), (0..60).map(|row| row % 2).collect(), None);
        let ranked = RankedColumns::new(&table, &|| false).unwrap();
        let found = guessed_cuts(&ranked, &table, 10_000, 8, &mut Poll::new(&|| true));
        assert_eq!(found, Err(Stopped));
    }
}
