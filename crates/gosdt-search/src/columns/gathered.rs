//! Ranks of columns along the orders of others, made when they are first asked for.
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Of more than this many bytes of gathered ranks, those of other columns are dropped before those of
/// another one are gathered.
const MOST_GATHERED: usize = 1 << 27;

/// Whether the ranks of all of `columns` columns along each other, so many `bytes` each, are too much
/// to hold at once.
pub(super) fn exceeds_memory(columns: usize, bytes: usize) -> bool {
    columns * columns * bytes > MOST_GATHERED
}

/// Ranks by the column that they are ranks of, then by the column along whose order they are.
pub(super) struct Gathered<R> {
    columns: usize,
    ranks: RefCell<Vec<Option<Rc<Vec<R>>>>>,
    bytes: Cell<usize>,
}

impl<R> Gathered<R> {
    pub fn new(columns: usize) -> Gathered<R> {
        Gathered { columns, ranks: RefCell::new(Vec::new()), bytes: Cell::new(0) }
    }

    /// The ranks of column `of` along column `along`.
    pub fn get(&self, of: usize, along: usize, gather: impl FnOnce() -> Rc<Vec<R>>) -> Rc<Vec<R>> {
        let at = of * self.columns + along;
        if let Some(known) = self.ranks.borrow().get(at).and_then(Option::as_ref) {
            return known.clone();
        }
        if self.bytes.get() > MOST_GATHERED {
            self.drop_others(of);
        }
        let gathered = gather();
        self.bytes.set(self.bytes.get() + size_of_val(&gathered[..]));
        let mut ranks = self.ranks.borrow_mut();
        ranks.resize_with(self.columns * self.columns, || None);
        ranks[at] = Some(gathered.clone());
        gathered
    }

    /// Drops the ranks of all columns but `of`.
    fn drop_others(&self, of: usize) {
        let own = of * self.columns..(of + 1) * self.columns;
        for (at, ranks) in self.ranks.borrow_mut().iter_mut().enumerate() {
            if !own.contains(&at) {
                let bytes = ranks.take().map_or(0, |ranks| size_of_val(&ranks[..]));
                self.bytes.set(self.bytes.get() - bytes);
            }
        }
    }
}
