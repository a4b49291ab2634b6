//! Ranks of columns along the orders of others, made when they are first asked for.
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

/// Of more than this many bytes of gathered ranks, those of other columns are dropped before those of
/// another one are gathered.
const MOST_GATHERED: usize = 1 << 27;

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
}

impl<R> Gathered<R> {
    pub fn new(columns: usize) -> Gathered<R> {
        Gathered { columns, ranks: RefCell::new(Vec::new()), bytes: Cell::new(0) }
    }

    /// The ranks of column `of`, so many along each column.
    pub fn get(&self, of: usize, len: usize) -> Rc<AlongOthers<R>> {
        let mut ranks = self.ranks.borrow_mut();
        if let Some(Some(known)) = ranks.get(of) {
            return known.clone();
        }
        let bytes = self.columns * (len * size_of::<R>() + size_of::<OnceCell<Vec<R>>>());
        if self.bytes.get() + bytes > MOST_GATHERED {
            ranks.clear();
            self.bytes.set(0);
        }
        self.bytes.set(self.bytes.get() + bytes);
        // Most columns of a wide table are never asked for: only those that are have places.
        if ranks.len() <= of {
            ranks.resize_with(of + 1, || None);
        }
        let places = (0..self.columns).map(|_| OnceCell::new()).collect();
        ranks[of].insert(Rc::new(AlongOthers(places))).clone()
    }
}
