//! Columns of codes and bit columns tell the same of a table.
mod random;

use gosdt_data::{BinaryFeature, RowClasses, binarize, group_equivalent_rows, group_rows};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Every split as a feature; thresholds alone have places.
fn features(classes: &RowClasses) -> Vec<BinaryFeature> {
    let columns = classes.columns.iter();
    let features = columns.flat_map(|column| {
        (0..column.splits).map(|split| {
            let mut bits = vec![0u64; classes.len.div_ceil(64)];
            for class in (0..classes.len).filter(|class| column.answers(split, *class)) {
                bits[class / 64] |= 1 << (class % 64);
            }
            let test = column.test(split);
            let place = matches!(test, gosdt_data::Test::AtMost(_)).then_some(split);
            BinaryFeature { column: column.column, place, test, bits }
        })
    });
    features.collect()
}

/// The first of each split; those equal or complementary to an earlier one are left out.
fn first_of_each_split(features: Vec<BinaryFeature>, classes: usize) -> Vec<BinaryFeature> {
    let mut seen = BTreeSet::new();
    let mut is_new = |feature: &BinaryFeature| {
        let bit = |class: usize| feature.bits[class / 64] >> (class % 64) & 1;
        seen.insert((0..classes).map(|class| bit(class) != bit(0)).collect::<Vec<_>>())
    };
    features.into_iter().filter(|feature| is_new(feature)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn classes_splits_and_tests_are_the_same_in_the_same_order(table in random::table()) {
        let bits = group_equivalent_rows(&binarize(&table), &table);
        let codes = group_rows(&table, &|| false).unwrap();
        prop_assert_eq!((codes.len, codes.labels), (bits.len, bits.labels));
        prop_assert_eq!(&codes.class_of_row, &bits.class_of_row);
        prop_assert_eq!((&codes.rows, &codes.weights), (&bits.rows, &bits.weights));
        prop_assert_eq!((codes.offered, codes.constant), (bits.candidates, bits.constant));
        prop_assert_eq!(codes.splits(), codes.offered - codes.constant - codes.merged);
        let all = features(&codes);
        prop_assert!(codes.merged <= bits.merged);
        prop_assert_eq!(first_of_each_split(all, codes.len), bits.features);
    }
}
