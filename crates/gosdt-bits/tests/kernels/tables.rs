//! Random tables: few and many rows and features, around the ends of words and blocks.
use crate::naive::{Row, Table};
use proptest::prelude::*;

/// A table and a choice of its rows.
#[derive(Clone, Debug)]
pub struct Case {
    pub table: Table,
    pub chosen: Vec<bool>,
    /// Costs of three labels by measure.
    pub costs: Vec<i64>,
    /// A column to single out, and columns to keep.
    pub column: usize,
    pub kept: Vec<u32>,
}

/// Miri takes too long for many rows and features.
fn rows_of_a_segment() -> impl Strategy<Value = usize> {
    let most = if cfg!(miri) { 6usize } else { 200 };
    prop_oneof![Just(0), Just(1), Just(63), Just(64), Just(65), 0..most]
}

fn features() -> impl Strategy<Value = usize> {
    let most = if cfg!(miri) { 9usize } else { 70 };
    prop_oneof![Just(1), Just(7), Just(8), Just(9), 1..=most]
}

/// A table with this many measures.
fn table(measures: usize) -> impl Strategy<Value = Table> {
    let segment = (0..measures, prop_oneof![Just(1i64), 1..1000i64], rows_of_a_segment());
    let segments = if cfg!(miri) { 0..3 } else { 0..5 };
    (features(), prop::collection::vec(segment, segments), any::<u64>()).prop_map(
        move |(features, segments, seed)| {
            let mut bits = Bits { state: seed };
            let row = |bits: &mut Bits, measure, mult| Row {
                measure,
                mult,
                answers: (0..features).map(|feature| bits.answer(feature)).collect(),
            };
            let rows = segments
                .iter()
                .map(|&(measure, mult, rows)| {
                    (0..rows).map(|_| row(&mut bits, measure, mult)).collect()
                })
                .collect();
            let kinds = segments.iter().map(|&(measure, mult, _)| (measure as u32, mult)).collect();
            Table { features, measures, segments: rows, kinds }
        },
    )
}

/// A case with this many measures.
pub fn case(measures: usize) -> impl Strategy<Value = Case> {
    table(measures).prop_flat_map(move |table| {
        let rows = table.rows().count();
        let features = table.features;
        let chosen = prop_oneof![
            prop::collection::vec(any::<bool>(), rows),
            Just(vec![true; rows]),
            Just(vec![false; rows]),
        ];
        let kept = prop::collection::vec(any::<bool>(), features).prop_map(|kept| {
            kept.iter().enumerate().filter(|(_, kept)| **kept).map(|(at, _)| at as u32).collect()
        });
        let costs = prop::collection::vec(0..9i64, 3 * measures);
        (Just(table), chosen, costs, 0..features, kept).prop_map(
            |(table, chosen, costs, column, kept)| Case { table, chosen, costs, column, kept },
        )
    })
}

/// Answers, of which some features say yes rarely, some always, some never.
struct Bits {
    state: u64,
}

impl Bits {
    fn answer(&mut self, feature: usize) -> bool {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let number = self.state >> 33;
        match feature % 5 {
            0 => number.is_multiple_of(16),
            1 if feature > 20 => feature.is_multiple_of(2),
            _ => number.is_multiple_of(2),
        }
    }
}
