//! Merged rows in an order of their own.
use crate::stop::Poll;
use crate::{RankedColumns, Stopped, Table, Values};

/// The same table with equal rows of one label merged, in the order of their values: whatever the order
/// and the number of the rows that it was read from, it is the same.
pub(crate) fn compact(table: &Table, stop: &dyn Fn() -> bool) -> Result<Table, Stopped> {
    let classes = RankedColumns::new(table, stop)?.group(table, stop)?;
    let (labels, mut poll) = (table.labels.classes.len(), Poll::new(stop));
    let cell =
        |row: usize| classes.class_of_row[row] as usize * labels + table.labels.codes[row] as usize;
    let mut order: Vec<usize> = (0..table.rows).collect();
    poll.spend(table.rows)?;
    order.sort_by_key(|row| cell(*row));
    let (mut rows, mut counts, mut weights) = (vec![], vec![], vec![]);
    for same in order.chunk_by(|a, b| cell(*a) == cell(*b)) {
        poll.spend(same.len())?;
        rows.push(same[0]);
        counts.push(same.iter().map(|row| table.count(*row) as u32).sum());
        let weight = |row: &usize| table.weights.as_ref().map_or(1, |all| all.values[*row]);
        weights.push(same.iter().map(weight).sum());
    }
    let mut compact = Table { dropped_rows: table.dropped_rows, ..table.at_rows(&rows) };
    compact.merged.iter_mut().for_each(|merged| merged.counts = std::mem::take(&mut counts));
    compact.weights.iter_mut().for_each(|all| all.values = std::mem::take(&mut weights));
    for column in &mut compact.columns {
        normal_zero(&mut column.values);
    }
    Ok(compact)
}

/// Both zeros are one value: the positive one stands for it.
fn normal_zero(values: &mut Values) {
    if let Values::Numeric(numbers) = values {
        numbers.iter_mut().for_each(|number| *number += 0.0);
    }
}
