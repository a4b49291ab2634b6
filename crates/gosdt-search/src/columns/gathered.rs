//! Ranks of columns along the orders of others, made when they are first asked for.
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

/// Of more than this many bytes of gathered ranks, those of other columns are dropped before those of
/// another one are gathered.
const MOST_GATHERED: usize = 1 << 27;

/// The same for all bases that parts are laid out from, one after another: how much smaller a part is than
/// what it is a part of is not known before.
const MOST_OF_ALL: usize = 2 * MOST_GATHERED;

/// How many bytes of gathered ranks a base and all its parts hold.
pub(super) type BytesOfAll = Rc<Cell<usize>>;

/// Whether the ranks of all of `columns` columns along each other, so many `bytes` each, are too much
/// to hold at once.
pub(super) fn exceeds_memory(columns: usize, bytes: usize) -> bool {
    columns.saturating_mul(columns).saturating_mul(bytes) > MOST_GATHERED
}

/// The ranks of one column along each other column.
pub(super) struct AlongOthers<R>(Vec<OnceCell<Vec<R>>>);

impl<R> AlongOthers<R> {
    /// The ranks along a column.
    #[inline]
    pub fn along(&self, column: usize, gather: impl FnOnce() -> Vec<R>) -> &[R] {
        self.0[column].get_or_init(gather)
    }
}

/// Ranks by the column that they are ranks of.
pub(super) struct Gathered<R> {
    columns: usize,
    ranks: RefCell<Vec<Option<Rc<AlongOthers<R>>>>>,
    bytes: Cell<usize>,
    of_all: BytesOfAll,
}

impl<R> Drop for Gathered<R> {
    fn drop(&mut self) {
        self.of_all.set(self.of_all.get() - self.bytes.get());
    }
}

impl<R> Gathered<R> {
    pub fn new(columns: usize, of_all: BytesOfAll) -> Gathered<R> {
        Gathered { columns, ranks: RefCell::new(Vec::new()), bytes: Cell::new(0), of_all }
    }

    /// The bytes that it counts with others.
    pub fn of_all(&self) -> BytesOfAll {
        self.of_all.clone()
    }

    /// The ranks of column `of`, so many along each column.
    pub fn get(&self, of: usize, len: usize) -> Rc<AlongOthers<R>> {
        let mut ranks = self.ranks.borrow_mut();
        if let Some(Some(known)) = ranks.get(of) {
            return known.clone();
        }
        let bytes = self.columns * (len * size_of::<R>() + size_of::<OnceCell<Vec<R>>>());
        let is_too_much = self.bytes.get() + bytes > MOST_GATHERED;
        if is_too_much || self.of_all.get() + bytes > MOST_OF_ALL {
            ranks.clear();
            self.of_all.set(self.of_all.get() - self.bytes.replace(0));
        }
        self.bytes.set(self.bytes.get() + bytes);
        self.of_all.set(self.of_all.get() + bytes);
        // Most columns of a wide table are never asked for: only those that are have places.
        if ranks.len() <= of {
            ranks.resize_with(of + 1, || None);
        }
        let places = (0..self.columns).map(|_| OnceCell::new()).collect();
        ranks[of].insert(Rc::new(AlongOthers(places))).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_hold_no_more_than_all_may() {
        let of_all = BytesOfAll::default();
        // Two columns of four bytes, so that one of them takes an eighth of what all may hold.
        let len = MOST_OF_ALL / 8 / 2 / 4;
        let bases = [0; 5].map(|_| Gathered::<u32>::new(2, of_all.clone()));
        for base in &bases {
            for column in 0..2 {
                base.get(column, len);
                base.get(column, len);
            }
        }
        assert!(of_all.get() <= MOST_OF_ALL + MOST_OF_ALL / 4, "{}", of_all.get());
        let sum: usize = bases.iter().map(|base| base.bytes.get()).sum();
        assert_eq!(of_all.get(), sum);
        drop(bases);
        assert_eq!(of_all.get(), 0);
    }
}
