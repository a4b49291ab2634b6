//! Rows that no test tells apart are one class: the search sees classes only.
use crate::bit_columns::{DistinctFeatures, bits_of_tests, sort_by_code};
use crate::{BinaryFeature, Candidates, Table, YesCodes};

/// Classes of equal rows, with the binary features over them.
///
/// The classes are numbered in the order of their codes, column by column, whatever the order of
/// the rows.
#[derive(Clone, Debug)]
pub struct EquivalenceClasses {
    /// Number of classes.
    pub len: usize,
    /// Number of labels K.
    pub labels: usize,
    /// The class of each row.
    pub class_of_row: Vec<u32>,
    /// Rows per class.
    pub rows: Vec<u32>,
    /// Weight of label k in class c at `c * labels + k` (units of the table's weight denominator).
    pub weights: Vec<u64>,
    /// The features: constant ones dropped, equal and complementary ones merged (the first stays).
    pub features: Vec<BinaryFeature>,
    /// How many candidate tests there were.
    pub candidates: usize,
    /// How many were constant.
    pub constant: usize,
    /// How many were equal or complementary to an earlier one.
    pub merged: usize,
}

/// Groups equal rows and builds the bit columns over the groups.
///
/// # Panics
/// When `candidates` are not those of `table`, or the table's fields were changed so that they
/// break their promises.
pub fn group_equivalent_rows(candidates: &Candidates, table: &Table) -> EquivalenceClasses {
    let codes = joined(&candidates.codes, table.rows);
    let order = rows_in_code_order(&codes, table.rows);
    let members = split_where_codes_differ(&order, &codes);
    let features = distinct_features(candidates, &members);
    EquivalenceClasses {
        len: members.len(),
        labels: table.labels.classes.len(),
        class_of_row: class_of_row(&members, table.rows),
        rows: members.iter().map(|rows| rows.len() as u32).collect(),
        weights: label_weights(&members, table),
        features: features.features,
        candidates: candidates.tests.iter().map(Vec::len).sum(),
        constant: features.constant,
        merged: features.merged,
    }
}

/// The same tuples of codes in fewer columns: neighbouring columns become one as long as it has no
/// more codes than there are rows. Sorting costs a pass over the rows per column.
fn joined(columns: &[Vec<u32>], rows: usize) -> Vec<Vec<u32>> {
    let most = rows.clamp(256, 1 << 20);
    let mut joined: Vec<(Vec<u32>, usize)> = Vec::new();
    for codes in columns {
        let count = codes.iter().max().map_or(1, |code| *code as usize + 1);
        match joined.last_mut() {
            Some((last, known)) if known.saturating_mul(count) <= most => {
                last.iter_mut()
                    .zip(codes)
                    .for_each(|(sum, code)| *sum = *sum * count as u32 + code);
                *known *= count;
            }
            _ => joined.push((codes.clone(), count)),
        }
    }
    joined.into_iter().map(|(codes, _)| codes).collect()
}

/// The rows sorted by their tuples of codes: from the last column to the first, each sort stable.
fn rows_in_code_order(codes: &[Vec<u32>], rows: usize) -> Vec<u32> {
    let mut order: Vec<u32> = (0..rows as u32).collect();
    for codes in codes.iter().rev() {
        sort_by_code(&mut order, codes);
    }
    order
}

/// The rows of each class.
fn split_where_codes_differ<'a>(order: &'a [u32], codes: &[Vec<u32>]) -> Vec<&'a [u32]> {
    let equal =
        |a: &u32, b: &u32| codes.iter().all(|codes| codes[*a as usize] == codes[*b as usize]);
    order.chunk_by(equal).collect()
}

fn class_of_row(members: &[&[u32]], rows: usize) -> Vec<u32> {
    let mut class_of_row = vec![0; rows];
    for (class, rows) in (0..).zip(members) {
        rows.iter().for_each(|row| class_of_row[*row as usize] = class);
    }
    class_of_row
}

fn label_weights(members: &[&[u32]], table: &Table) -> Vec<u64> {
    let labels = table.labels.classes.len();
    let mut weights = vec![0u64; members.len() * labels];
    for (class, rows) in weights.chunks_mut(labels).zip(members) {
        for row in rows.iter().map(|row| *row as usize) {
            let weight = table.weights.as_ref().map_or(1, |weights| weights.values[row]);
            let sum = &mut class[table.labels.codes[row] as usize];
            *sum = sum.checked_add(weight).expect("a table's weights sum to at most 64 bits");
        }
    }
    weights
}

fn distinct_features(candidates: &Candidates, members: &[&[u32]]) -> DistinctFeatures {
    let mut features = DistinctFeatures::new(members.len());
    for (column, codes) in candidates.codes.iter().enumerate() {
        let codes: Vec<u32> = members.iter().map(|rows| codes[rows[0] as usize]).collect();
        let yes = &candidates.yes[column];
        let asked = candidates.tests[column].iter().zip(yes).zip(bits_of_tests(&codes, yes));
        for ((test, yes), bits) in asked {
            features.add(BinaryFeature { column, place: place(*yes), test: test.clone(), bits });
        }
    }
    features
}

/// Nested tests are numbered by the last code that answers yes.
fn place(yes: YesCodes) -> Option<u32> {
    match yes {
        YesCodes::UpTo(last) => Some(last),
        YesCodes::Only(_) => None,
    }
}
