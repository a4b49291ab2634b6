//! The search's splits among those of the checker.
//!
//! Both number splits for themselves, and a column of two values may be numbers to the one and
//! categories to the other. They are told by how the points answer, and by nothing else.
use crate::training_data::TrainingData;
use gosdt_check::problem::{Problem, set_of};
use std::collections::HashMap;

/// A split of the search, and whether its answers are those of the checker's or the other way round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OfSearch {
    pub(super) feature: u32,
    pub(super) turned: bool,
}

/// The search's split for each of the checker's; `None` if there is one without.
pub(super) fn search_splits(data: &TrainingData<'_>, problem: &Problem) -> Option<Vec<OfSearch>> {
    let by_answers = by_answers(data, problem);
    problem.splits.iter().map(|split| by_answers.get(&split.yes).copied()).collect()
}

fn by_answers(data: &TrainingData<'_>, problem: &Problem) -> HashMap<Vec<u64>, OfSearch> {
    let class_of_row = &data.classes.class_of_row;
    let class_of_point = problem.points.iter().map(|row| class_of_row[*row] as usize);
    let class_of_point: Vec<usize> = class_of_point.collect();
    let all = set_of(&class_of_point, |_| true);
    let mut found = HashMap::new();
    let mut feature = 0;
    for column in &data.classes.columns {
        for split in 0..column.splits {
            let mut yes = vec![0u64; all.len()];
            for (point, &class) in class_of_point.iter().enumerate() {
                yes[point / 64] |= u64::from(column.answers(split, class)) << (point % 64);
            }
            let no: Vec<u64> = yes.iter().zip(&all).map(|(yes, all)| !yes & all).collect();
            found.entry(yes).or_insert(OfSearch { feature, turned: false });
            found.entry(no).or_insert(OfSearch { feature, turned: true });
            feature += 1;
        }
    }
    found
}
