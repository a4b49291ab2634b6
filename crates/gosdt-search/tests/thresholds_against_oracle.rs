//! Columns of thresholds against the oracle: where a node takes over what its neighbours know.
use crate::bridge::ordered::Ordered;
use crate::bridge::problem_of;
use gosdt_oracle::random::Generated;
use gosdt_oracle::{Loss, OracleProblem, optimum};
use gosdt_search::{SearchOptions, Silent, search};
use num_rational::BigRational;

fn check(what: &str, generated: &Generated) {
    let problem = problem_of(generated);
    let outcome = search(&problem, &SearchOptions::default(), &mut Silent);
    let Generated { problem: raw, places } = generated;
    let found = problem.costs().rational(outcome.upper);
    assert_eq!(found, optimum(raw), "{what}: {raw}places {places:?}");
}

/// Rows as a string of answers and a class; accuracy, λ of half a row.
fn constructed(rows: &[(&str, usize)], places: &[(u32, Option<u32>)]) -> Generated {
    let answers = |text: &str| text.chars().map(|answer| answer == '1').collect();
    let problem = OracleProblem {
        rows: rows.iter().map(|(text, _)| answers(text)).collect(),
        labels: rows.iter().map(|&(_, class)| class).collect(),
        classes: 2,
        weights: vec![1; rows.len()],
        loss: Loss::Accuracy,
        lambda: BigRational::new(1.into(), (2 * rows.len()).into()),
        max_depth: None,
        max_leaves: None,
        min_leaf: 1,
    };
    Generated { problem, places: places.to_vec() }
}

/// The fourth feature asks whether the first column's value is missing: its yes-side is disjoint
/// from those of the column's thresholds, not nested with them.
#[test]
fn a_feature_without_a_place_inherits_nothing_from_thresholds_of_its_column() {
    let rows = [
        ("001010", 1),
        ("011010", 0),
        ("000011", 0),
        ("000001", 1),
        ("000100", 1),
        ("001010", 1),
        ("111011", 0),
        ("011001", 1),
        ("000000", 0),
        ("000111", 1),
    ];
    let first = [(0, Some(1)), (0, Some(2)), (0, Some(4)), (0, None)];
    let places = [&first[..], &[(1, Some(5)), (2, Some(2))]].concat();
    check("missing", &constructed(&rows, &places));
}

/// The fourth feature is a smaller threshold of the first one's column.
#[test]
fn thresholds_inherit_by_their_place_whatever_order_they_are_given_in() {
    let rows = [
        ("10010", 0),
        ("11011", 0),
        ("10011", 1),
        ("10111", 0),
        ("10011", 1),
        ("10100", 1),
        ("01001", 1),
    ];
    let places = [(0, Some(2)), (1, Some(2)), (2, Some(1)), (0, Some(1)), (1, Some(3))];
    check("shuffled", &constructed(&rows, &places));
}

fn check_many(missing: usize, shuffled: bool) {
    for seed in 0..400 {
        let at = seed as usize;
        let plain = Ordered::new(2, 8, 20 + at % 4 * 10);
        let kind = Ordered { missing, shuffled, classes: 2 + at % 2, ..plain };
        check(&format!("seed {seed}"), &kind.generate(seed));
    }
}

#[test]
fn ordered_columns_agree() {
    check_many(0, false);
}

#[test]
fn columns_with_missing_values_agree() {
    check_many(4, false);
}

#[test]
fn columns_in_any_order_agree() {
    check_many(0, true);
    check_many(4, true);
}
