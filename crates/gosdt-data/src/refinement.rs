//! Groups of items that agree in one key after the other.
use crate::key_sort::KeySorter;
use crate::stop::{Poll, Stopped};
use std::ops::Range;

/// Items in groups: two are in one group iff they agree in every key so far. The groups are in the
/// order of the keys, an earlier key first.
#[derive(Default)]
pub(crate) struct Refinement {
    /// The items, group by group.
    order: Vec<u32>,
    /// Whether a group begins at each place of the order.
    begins: Vec<bool>,
    /// The places of the groups that have two items or more.
    divisible: Vec<Range<u32>>,
    sorter: KeySorter,
}

impl Refinement {
    /// Starts again, with the items below `items` in one group.
    pub(crate) fn start(&mut self, items: usize) {
        self.order.clear();
        self.order.extend(0..items as u32);
        self.begins.clear();
        self.begins.resize(items, false);
        self.begins.iter_mut().take(1).for_each(|begins| *begins = true);
        self.divisible.clear();
        if items > 1 {
            self.divisible.push(0..items as u32);
        }
    }

    /// Whether every item is a group of its own, so that no key can change anything.
    pub(crate) fn is_complete(&self) -> bool {
        self.divisible.is_empty()
    }

    /// Splits every group by a further key.
    pub(crate) fn refine(
        &mut self,
        key: impl Fn(u32) -> u64,
        poll: &mut Poll,
    ) -> Result<(), Stopped> {
        for group in std::mem::take(&mut self.divisible) {
            let places = group.start as usize..group.end as usize;
            self.sorter.sort(&mut self.order[places], &key, poll)?;
            self.split_where_keys_differ(group, &key, poll)?;
        }
        Ok(())
    }

    fn split_where_keys_differ(
        &mut self,
        group: Range<u32>,
        key: &impl Fn(u32) -> u64,
        poll: &mut Poll,
    ) -> Result<(), Stopped> {
        let mut start = group.start;
        let mut last = key(self.order[start as usize]);
        poll.in_parts(group.start as usize..group.end as usize, |part| {
            for place in part {
                let next = key(self.order[place]);
                if next != last {
                    self.begins[place] = true;
                    keep_divisible(&mut self.divisible, start..place as u32);
                    (start, last) = (place as u32, next);
                }
            }
        })?;
        keep_divisible(&mut self.divisible, start..group.end);
        Ok(())
    }

    /// An item of each group, in the order of the groups.
    pub(crate) fn representatives(&self, poll: &mut Poll) -> Result<Vec<u32>, Stopped> {
        let mut representatives = vec![];
        poll.in_parts(0..self.order.len(), |part| {
            let items = self.order[part.clone()].iter().zip(&self.begins[part]);
            representatives.extend(items.filter(|(_, begins)| **begins).map(|(item, _)| *item));
        })?;
        Ok(representatives)
    }

    /// The number of each item's group.
    pub(crate) fn groups(&self, poll: &mut Poll) -> Result<Vec<u32>, Stopped> {
        let mut groups = vec![0; self.order.len()];
        let mut begun = 0;
        poll.in_parts(0..self.order.len(), |part| {
            for (item, begins) in self.order[part.clone()].iter().zip(&self.begins[part]) {
                begun += u32::from(*begins);
                groups[*item as usize] = begun - 1;
            }
        })?;
        Ok(groups)
    }
}

fn keep_divisible(divisible: &mut Vec<Range<u32>>, group: Range<u32>) {
    if group.len() > 1 {
        divisible.push(group);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn without_a_key_all_items_are_one_group() {
        let mut refinement = Refinement::default();
        let mut poll = Poll::new(&|| false);
        for items in [0, 1, 2, 9] {
            refinement.start(items);
            assert_eq!(refinement.is_complete(), items < 2);
            assert_eq!(refinement.groups(&mut poll), Ok(vec![0; items]));
            assert_eq!(refinement.representatives(&mut poll).unwrap().len(), items.min(1));
        }
    }

    proptest! {
        #[test]
        fn groups_are_the_tuples_of_keys_in_their_order(
            tuples in proptest::collection::vec((0u64..3, 0u64..3, 0u64..9), 0..60)
        ) {
            let mut refinement = Refinement::default();
            let mut poll = Poll::new(&|| false);
            refinement.start(tuples.len());
            refinement.refine(|item| tuples[item as usize].0, &mut poll).unwrap();
            refinement.refine(|item| tuples[item as usize].1, &mut poll).unwrap();
            refinement.refine(|item| tuples[item as usize].2, &mut poll).unwrap();
            let mut distinct = tuples.clone();
            distinct.sort_unstable();
            distinct.dedup();
            let representatives = refinement.representatives(&mut poll).unwrap();
            let shown: Vec<_> = representatives.iter().map(|item| tuples[*item as usize]).collect();
            prop_assert_eq!(&shown, &distinct);
            prop_assert_eq!(refinement.is_complete(), distinct.len() == tuples.len());
            for (tuple, group) in tuples.iter().zip(refinement.groups(&mut poll).unwrap()) {
                prop_assert_eq!(*tuple, distinct[group as usize]);
            }
        }
    }
}
