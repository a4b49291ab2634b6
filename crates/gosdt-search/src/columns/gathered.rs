//! Ranks of columns along the orders of others, made when they are first asked for.
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Of more than this many bytes of gathered ranks, those of other columns are dropped before those of
/// another one are gathered.
const MOST_GATHERED: usize = 1 << 27;

/// Whether the ranks of all of `columns` columns along each other, so many `bytes` each, are too much
/// to hold at once.
pub(super) fn exceeds_memory(columns: usize, bytes: usize) -> bool {
    columns.saturating_mul(columns).saturating_mul(bytes) > MOST_GATHERED
}

/// The ranks of one column along each other column, or nothing where none was asked for.
type AlongOthers<R> = Vec<Option<Rc<Vec<R>>>>;

/// Ranks by the column that they are ranks of, then by the column along whose order they are.
pub(super) struct Gathered<R> {
    columns: usize,
    ranks: RefCell<Vec<AlongOthers<R>>>,
    bytes: Cell<usize>,
}

impl<R> Gathered<R> {
    pub fn new(columns: usize) -> Gathered<R> {
        Gathered { columns, ranks: RefCell::new(Vec::new()), bytes: Cell::new(0) }
    }

    /// The ranks of column `of` along column `along`.
    pub fn get(&self, of: usize, along: usize, gather: impl FnOnce() -> Rc<Vec<R>>) -> Rc<Vec<R>> {
        let known = |ranks: &Vec<AlongOthers<R>>| ranks.get(of)?.get(along)?.clone();
        if let Some(known) = known(&self.ranks.borrow()) {
            return known;
        }
        if self.bytes.get() > MOST_GATHERED {
            self.drop_others(of);
        }
        let gathered = gather();
        self.bytes.set(self.bytes.get() + size_of_val(&gathered[..]));
        let mut ranks = self.ranks.borrow_mut();
        ranks.resize_with(self.columns, Vec::new);
        // Most columns of a wide table are never asked for: only those that are have places.
        if ranks[of].is_empty() {
            ranks[of].resize_with(self.columns, || None);
            self.bytes.set(self.bytes.get() + size_of_val(&ranks[of][..]));
        }
        ranks[of][along] = Some(gathered.clone());
        gathered
    }

    /// Drops the ranks of all columns but `of`.
    fn drop_others(&self, of: usize) {
        for (at, ranks) in self.ranks.borrow_mut().iter_mut().enumerate() {
            if at != of {
                let dropped = std::mem::take(ranks);
                let bytes: usize =
                    dropped.iter().flatten().map(|ranks| size_of_val(&ranks[..])).sum();
                self.bytes.set(self.bytes.get() - bytes - size_of_val(&dropped[..]));
            }
        }
    }
}
