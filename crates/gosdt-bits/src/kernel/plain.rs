//! The kernels, written once. All are `inline(always)`, so that each instruction set compiles its
//! own copy; blocks of [`BLOCK`] features have a fixed length, so that the compiler vectorises
//! them.
use crate::matrix::{BLOCK, Matrix, Segment};
use crate::{Cut, Cuts};

/// How to move the selected bits of a word to its low end.
pub(crate) trait Extract: Copy {
    /// A mask, prepared for many words.
    type Mask: Copy;

    fn prepare(self, mask: u64) -> Self::Mask;

    fn extract(self, word: u64, mask: &Self::Mask) -> u64;
}

/// With the machine's `pext`. Whoever has one may run that instruction.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(crate) struct Bmi2(());

#[cfg(target_arch = "x86_64")]
impl Bmi2 {
    /// The right to run `pext`, which [`Extract::extract`] relies on without looking again.
    ///
    /// # Safety
    /// The machine must have BMI2.
    #[inline(always)]
    pub(crate) unsafe fn new() -> Bmi2 {
        Bmi2(())
    }
}

/// In six steps, the same for all words of a mask: the compiler makes vectors of them.
#[derive(Clone, Copy)]
pub(crate) struct NoBmi2;

/// A mask, and the steps that bring its bits to the low end of a word: step i moves some of them by 2^i
/// places ("compress" in H. S. Warren, Hacker's Delight, section 7-4).
#[derive(Clone, Copy)]
pub(crate) struct Steps {
    mask: u64,
    moved: [u64; 6],
}

impl Steps {
    fn new(mask: u64) -> Steps {
        let (mut left, mut moved) = (mask, [0; 6]);
        // Bits with an odd number of bits below them that the mask leaves out move in this step.
        let mut below = !mask << 1;
        for (i, moved) in moved.iter_mut().enumerate() {
            let odd = parity_of_all_up_to_each(below);
            *moved = odd & left;
            left = (left ^ *moved) | (*moved >> (1 << i));
            below &= !odd;
        }
        Steps { mask, moved }
    }
}

/// In each place, the parity of the bits there and below.
fn parity_of_all_up_to_each(mut word: u64) -> u64 {
    for i in 0..6 {
        word ^= word << (1 << i);
    }
    word
}

#[cfg(target_arch = "x86_64")]
impl Extract for Bmi2 {
    type Mask = u64;

    #[inline(always)]
    fn prepare(self, mask: u64) -> u64 {
        mask
    }

    #[inline(always)]
    fn extract(self, word: u64, mask: &u64) -> u64 {
        // SAFETY: a `Bmi2` is made only where the machine has the instruction.
        unsafe { std::arch::x86_64::_pext_u64(word, *mask) }
    }
}

impl Extract for NoBmi2 {
    type Mask = Steps;

    #[inline(always)]
    fn prepare(self, mask: u64) -> Steps {
        Steps::new(mask)
    }

    #[inline(always)]
    fn extract(self, word: u64, steps: &Steps) -> u64 {
        let mut word = word & steps.mask;
        for (i, moved) in steps.moved.iter().enumerate() {
            let moving = word & moved;
            word = (word ^ moving) | (moving >> (1 << i));
        }
        word
    }
}

/// Adds to `acc` the counts of a block of features within one segment, against the words `against`.
#[inline(always)]
fn count_block(
    matrix: &Matrix,
    segment: &Segment,
    block: usize,
    against: impl Fn(usize) -> u64,
) -> [i64; BLOCK] {
    let mut acc = [0u64; BLOCK];
    for k in segment.start as usize..segment.end as usize {
        let x = against(k);
        let words: &[u64; BLOCK] =
            matrix.data[k * matrix.stride + block..][..BLOCK].try_into().expect("a whole block");
        for t in 0..BLOCK {
            acc[t] += u64::from((x & words[t]).count_ones());
        }
    }
    let mut counts = [0; BLOCK];
    for t in 0..BLOCK {
        counts[t] = acc[t] as i64;
    }
    // Rows mostly count once, and a product of 64 bits takes longer than counting a word.
    if segment.mult != 1 {
        for count in &mut counts {
            *count *= segment.mult;
        }
    }
    counts
}

#[inline(always)]
pub(crate) fn count_within<E: Extract>(matrix: &Matrix, rows: &[u64], out: &mut [i64], _: E) {
    out.fill(0);
    for segment in &matrix.segments {
        let out = &mut out[segment.measure as usize * matrix.stride..][..matrix.stride];
        for block in (0..matrix.stride).step_by(BLOCK) {
            let acc = count_block(matrix, segment, block, |k| rows[k]);
            for t in 0..BLOCK {
                out[block + t] += acc[t];
            }
        }
    }
}

#[inline(always)]
pub(crate) fn count_common<E: Extract>(sets: &[u64], with: &[u64], out: &mut Vec<i64>, _: E) {
    out.clear();
    // Without words there is nothing to count, and no length to cut the sets at.
    for set in sets.chunks_exact(with.len().max(1)) {
        let mut common = 0;
        for (set, with) in set.iter().zip(with) {
            common += u64::from((set & with).count_ones());
        }
        out.push(common as i64);
    }
}

#[inline(always)]
pub(crate) fn part<E: Extract>(
    matrix: &Matrix,
    rows: &[u64],
    feature: usize,
    sides: &mut [Vec<u64>; 2],
    totals: &mut [Vec<u64>; 2],
    words: &mut [usize; 2],
    _: E,
) {
    let [yes, no] = sides;
    yes.clear();
    no.clear();
    yes.reserve(rows.len());
    no.reserve(rows.len());
    for segment in &matrix.segments {
        let mut ones = [0u64; 2];
        let words_of_segment = segment.start as usize..segment.end as usize;
        let answers = words_of_segment.clone().map(|k| matrix.data[k * matrix.stride + feature]);
        for (rows, answers) in rows[words_of_segment].iter().zip(answers) {
            let with = rows & answers;
            let without = rows ^ with;
            ones[0] += u64::from(with.count_ones());
            ones[1] += u64::from(without.count_ones());
            yes.push(with);
            no.push(without);
        }
        for side in 0..2 {
            totals[side][segment.measure as usize] += segment.mult as u64 * ones[side];
            words[side] += ones[side].div_ceil(64) as usize;
        }
    }
}

/// Purities, which are at most 1, are told in parts of this.
const PURE: f64 = (1u64 << 60) as f64;

#[inline(always)]
pub(crate) fn purities<E: Extract>(
    ones: &[i64],
    totals: &[u64],
    prices: &[f64],
    out: &mut [i64],
    _: E,
) {
    let stride = out.len();
    for block in (0..stride).step_by(BLOCK) {
        let [mut yes, mut no] = [[0.0; BLOCK]; 2];
        let [mut yes_squares, mut no_squares] = [[0.0; BLOCK]; 2];
        for (class, &price) in prices.iter().enumerate().filter(|(class, _)| totals[*class] > 0) {
            let (weights, all) = (block_of(ones, class * stride + block), totals[class] as i64);
            for t in 0..BLOCK {
                let with = weights[t] as f64 * price;
                let without = (all - weights[t]) as f64 * price;
                yes[t] += with;
                no[t] += without;
                yes_squares[t] += with * with;
                no_squares[t] += without * without;
            }
        }
        let out = block_mut(out, block);
        for t in 0..BLOCK {
            // Nothing is pure: the least positive number keeps the quotient of zeros from being none.
            let purity = yes_squares[t] / yes[t].max(f64::MIN_POSITIVE)
                + no_squares[t] / no[t].max(f64::MIN_POSITIVE);
            out[t] = (purity * PURE) as i64;
        }
    }
}

#[inline(always)]
pub(crate) fn sums<E: Extract>(ones: &[i64], out: &mut [i64], _: E) {
    out.fill(0);
    for ones in ones.chunks_exact(out.len().max(1)) {
        for (sum, one) in out.iter_mut().zip(ones) {
            *sum += one;
        }
    }
}

#[inline(always)]
fn block_of(values: &[i64], block: usize) -> [i64; BLOCK] {
    values[block..][..BLOCK].try_into().expect("a whole block")
}

#[inline(always)]
fn block_mut(values: &mut [i64], block: usize) -> &mut [i64; BLOCK] {
    (&mut values[block..][..BLOCK]).try_into().expect("a whole block")
}

/// The loss of a leaf with these two measures, and the same if a split may make the leaf.
#[inline(always)]
fn smaller(a: i64, b: i64, least: i64) -> (i64, i64) {
    let (loss, right) = (a.min(b), a.max(b));
    (loss, if right > least { loss } else { NOT_ALLOWED })
}

#[inline(always)]
fn least_of(block: [i64; BLOCK]) -> i64 {
    block.into_iter().fold(i64::MAX, i64::min)
}

// The two kernels below spell out their minima on plain arrays: that is what the compiler
// vectorises.

#[inline(always)]
pub(crate) fn pairs_of_two<E: Extract>(
    matrix: &Matrix,
    ones: &[i64],
    totals: &[i64],
    least: i64,
    cuts: &mut [Cuts; 2],
    _: E,
) {
    for first in (0..matrix.features).step_by(ABREAST) {
        for block in (first / BLOCK * BLOCK..matrix.stride).step_by(BLOCK) {
            let both = both_of_two_abreast(matrix, first, block);
            for (i, both) in (first..).zip(&both) {
                lower_cuts(matrix.stride, ones, totals, least, i, block, both, cuts);
            }
        }
    }
}

/// Lowers the cuts of feature `i` and of a block of features by the cells they make.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "a kernel's arguments are its registers")]
fn lower_cuts(
    stride: usize,
    ones: &[i64],
    totals: &[i64],
    least: i64,
    i: usize,
    block: usize,
    both: &[[i64; BLOCK]; 2],
    cuts: &mut [Cuts; 2],
) {
    let (ones0, ones1) = ones.split_at(stride);
    let [yes, no] = cuts;
    let (i0, i1) = (ones0[i], ones1[i]);
    let (not0, not1) = (totals[0] - i0, totals[1] - i1);
    let (j0, j1) = (block_of(ones0, block), block_of(ones1, block));
    let (mut yes_two, mut no_two) = ([0; BLOCK], [0; BLOCK]);
    let (mut yes_one, mut no_one) = ([0; BLOCK], [0; BLOCK]);
    // Copies, which cannot overlap: the compiler then keeps them in registers.
    let (mut yes_two_j, mut no_two_j) = (block_of(&yes.two, block), block_of(&no.two, block));
    let (mut yes_one_j, mut no_one_j) = (block_of(&yes.one, block), block_of(&no.one, block));
    for t in 0..BLOCK {
        let (a0, a1) = (both[0][t], both[1][t]);
        let (b0, b1) = (j0[t] - a0, j1[t] - a1);
        let (in_both, one_both) = smaller(a0, a1, least);
        let (only_i, one_i) = smaller(i0 - a0, i1 - a1, least);
        let (only_j, one_j) = smaller(b0, b1, least);
        let (neither, one_neither) = smaller(not0 - b0, not1 - b1, least);
        yes_two[t] = in_both + only_i;
        no_two[t] = only_j + neither;
        yes_two_j[t] = yes_two_j[t].min(in_both + only_j);
        no_two_j[t] = no_two_j[t].min(only_i + neither);
        yes_one[t] = one_both.min(one_i);
        no_one[t] = one_j.min(one_neither);
        yes_one_j[t] = yes_one_j[t].min(one_both).min(one_j);
        no_one_j[t] = no_one_j[t].min(one_i).min(one_neither);
    }
    *block_mut(&mut yes.two, block) = yes_two_j;
    *block_mut(&mut no.two, block) = no_two_j;
    *block_mut(&mut yes.one, block) = yes_one_j;
    *block_mut(&mut no.one, block) = no_one_j;
    yes.two[i] = yes.two[i].min(least_of(yes_two));
    no.two[i] = no.two[i].min(least_of(no_two));
    yes.one[i] = yes.one[i].min(least_of(yes_one));
    no.one[i] = no.one[i].min(least_of(no_one));
}

/// How many features are counted against a block at once: each word of the block is then loaded
/// once for all of them. Divides [`BLOCK`].
const ABREAST: usize = 4;

/// The two measures of [`ABREAST`] features from `first` on and a block of features, both answering
/// yes.
#[inline(always)]
fn both_of_two_abreast(
    matrix: &Matrix,
    first: usize,
    block: usize,
) -> [[[i64; BLOCK]; 2]; ABREAST] {
    let mut both = [[[0i64; BLOCK]; 2]; ABREAST];
    for segment in &matrix.segments {
        let (start, end) = (segment.start as usize, segment.end as usize);
        let mut acc = [[0u64; BLOCK]; ABREAST];
        for row in
            matrix.data[start * matrix.stride..end * matrix.stride].chunks_exact(matrix.stride)
        {
            let words: &[u64; BLOCK] = row[block..][..BLOCK].try_into().expect("a whole block");
            let against: &[u64; ABREAST] =
                row[first..][..ABREAST].try_into().expect("within the block");
            for (acc, x) in acc.iter_mut().zip(against) {
                for t in 0..BLOCK {
                    acc[t] += u64::from((x & words[t]).count_ones());
                }
            }
        }
        for (both, acc) in both.iter_mut().zip(&acc) {
            let sum = &mut both[segment.measure as usize & 1];
            for t in 0..BLOCK {
                sum[t] += acc[t] as i64 * segment.mult;
            }
        }
    }
    both
}

#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "a kernel's arguments are its registers")]
pub(crate) fn row_of_two<E: Extract>(
    matrix: &Matrix,
    ones: &[i64],
    totals: &[i64],
    least: i64,
    i: usize,
    within: &mut [i64],
    cut: &mut [Cut; 2],
    _: E,
) {
    let (ones0, ones1) = ones.split_at(matrix.stride);
    let (i0, i1) = (ones0[i], ones1[i]);
    let (not0, not1) = (totals[0] - i0, totals[1] - i1);
    let (mut yes_two, mut no_two) = ([cut[0].two; BLOCK], [cut[1].two; BLOCK]);
    let (mut yes_one, mut no_one) = ([cut[0].one; BLOCK], [cut[1].one; BLOCK]);
    for block in (0..matrix.stride).step_by(BLOCK) {
        let both = both_of_two(matrix, i, block);
        let (j0, j1) = (block_of(ones0, block), block_of(ones1, block));
        let within = block_mut(within, block);
        for t in 0..BLOCK {
            let (a0, a1) = (both[0][t], both[1][t]);
            let (b0, b1) = (j0[t] - a0, j1[t] - a1);
            within[t] = a0 + a1;
            let (in_both, one_both) = smaller(a0, a1, least);
            let (only_i, one_i) = smaller(i0 - a0, i1 - a1, least);
            let (only_j, one_j) = smaller(b0, b1, least);
            let (neither, one_neither) = smaller(not0 - b0, not1 - b1, least);
            yes_two[t] = yes_two[t].min(in_both + only_i);
            no_two[t] = no_two[t].min(only_j + neither);
            yes_one[t] = yes_one[t].min(one_both).min(one_i);
            no_one[t] = no_one[t].min(one_j).min(one_neither);
        }
    }
    cut[0] = Cut { two: least_of(yes_two), one: least_of(yes_one) };
    cut[1] = Cut { two: least_of(no_two), one: least_of(no_one) };
}

/// The two measures of feature `i` and a block of features, both answering yes.
#[inline(always)]
fn both_of_two(matrix: &Matrix, i: usize, block: usize) -> [[i64; BLOCK]; 2] {
    let mut both = [[0i64; BLOCK]; 2];
    for segment in &matrix.segments {
        let acc = count_block(matrix, segment, block, |k| matrix.data[k * matrix.stride + i]);
        let sum = &mut both[segment.measure as usize & 1];
        for t in 0..BLOCK {
            sum[t] += acc[t];
        }
    }
    both
}

/// A cost that no leaf reaches, small enough that two of them can be added.
const NOT_ALLOWED: i64 = i64::MAX / 4;

/// How the measures of a leaf make its cost, for a block of leaves at once.
trait Leaf: Copy {
    fn costs(self, cells: &[[i64; BLOCK]]) -> [i64; BLOCK];
}

/// The least over labels of the sum of the label's costs times the measures.
#[derive(Clone, Copy)]
struct ByCosts<'a> {
    costs: &'a [i64],
    least_rows: Option<(usize, i64)>,
}

impl Leaf for ByCosts<'_> {
    #[inline(always)]
    fn costs(self, cells: &[[i64; BLOCK]]) -> [i64; BLOCK] {
        let mut best = [NOT_ALLOWED; BLOCK];
        for row in self.costs.chunks_exact(cells.len()) {
            let mut sum = [0i64; BLOCK];
            for (cell, &cost) in cells.iter().zip(row) {
                for t in 0..BLOCK {
                    sum[t] += cell[t] * cost;
                }
            }
            for t in 0..BLOCK {
                best[t] = best[t].min(sum[t]);
            }
        }
        if let Some((measure, least)) = self.least_rows {
            for t in 0..BLOCK {
                best[t] = if cells[measure][t] < least { NOT_ALLOWED } else { best[t] };
            }
        }
        best
    }
}

/// The sum of all measures but the largest: label m is right for measure m alone.
#[derive(Clone, Copy)]
struct AllButLargest;

impl Leaf for AllButLargest {
    #[inline(always)]
    fn costs(self, cells: &[[i64; BLOCK]]) -> [i64; BLOCK] {
        let (mut sum, mut largest) = ([0i64; BLOCK], [0i64; BLOCK]);
        for cell in cells {
            for t in 0..BLOCK {
                sum[t] += cell[t];
                largest[t] = largest[t].max(cell[t]);
            }
        }
        for t in 0..BLOCK {
            sum[t] -= largest[t];
        }
        sum
    }
}

/// The measures of the four cells that feature `i` and a block of features make: both, only i,
/// only the other, neither.
#[inline(always)]
fn four_cells(
    matrix: &Matrix,
    ones: &[i64],
    totals: &[i64],
    i: usize,
    block: usize,
    cells: &mut [Vec<[i64; BLOCK]>; 4],
) {
    let stride = matrix.stride;
    cells[0].fill([0; BLOCK]);
    for segment in &matrix.segments {
        let acc = count_block(matrix, segment, block, |k| matrix.data[k * stride + i]);
        let sum = &mut cells[0][segment.measure as usize];
        for t in 0..BLOCK {
            sum[t] += acc[t];
        }
    }
    for m in 0..matrix.measures {
        let (i_yes, total) = (ones[m * stride + i], totals[m]);
        let j_yes = block_of(&ones[m * stride..], block);
        for t in 0..BLOCK {
            let both = cells[0][m][t];
            cells[1][m][t] = i_yes - both;
            cells[2][m][t] = j_yes[t] - both;
            cells[3][m][t] = total - i_yes - j_yes[t] + both;
        }
    }
}

#[inline(always)]
fn pairs<L: Leaf>(
    matrix: &Matrix,
    ones: &[i64],
    totals: &[i64],
    leaf: L,
    yes: &mut [i64],
    no: &mut [i64],
) {
    let mut cells = [0; 4].map(|_| vec![[0i64; BLOCK]; matrix.measures]);
    for i in 0..matrix.features {
        for block in (i / BLOCK * BLOCK..matrix.stride).step_by(BLOCK) {
            four_cells(matrix, ones, totals, i, block, &mut cells);
            let (both, only_i) = (leaf.costs(&cells[0]), leaf.costs(&cells[1]));
            let (only_j, neither) = (leaf.costs(&cells[2]), leaf.costs(&cells[3]));
            for t in 0..BLOCK {
                let j = block + t;
                yes[i] = yes[i].min(both[t] + only_i[t]);
                no[i] = no[i].min(only_j[t] + neither[t]);
                yes[j] = yes[j].min(both[t] + only_j[t]);
                no[j] = no[j].min(only_i[t] + neither[t]);
            }
        }
    }
}

#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "a kernel's arguments are its registers")]
fn row<L: Leaf>(
    matrix: &Matrix,
    ones: &[i64],
    totals: &[i64],
    leaf: L,
    max_unit_costs: &[i64],
    i: usize,
    within: &mut [i64],
    best: &mut [i64; 2],
) {
    let mut cells = [0; 4].map(|_| vec![[0i64; BLOCK]; matrix.measures]);
    let (mut best_yes, mut best_no) = ([best[0]; BLOCK], [best[1]; BLOCK]);
    for block in (0..matrix.stride).step_by(BLOCK) {
        four_cells(matrix, ones, totals, i, block, &mut cells);
        let (both, only_i) = (leaf.costs(&cells[0]), leaf.costs(&cells[1]));
        let (only_j, neither) = (leaf.costs(&cells[2]), leaf.costs(&cells[3]));
        for t in 0..BLOCK {
            best_yes[t] = best_yes[t].min(both[t] + only_i[t]);
            best_no[t] = best_no[t].min(only_j[t] + neither[t]);
        }
        let mut weights = [0; BLOCK];
        for (cell, &max_unit_cost) in cells[0].iter().zip(max_unit_costs) {
            for t in 0..BLOCK {
                weights[t] += cell[t] * max_unit_cost;
            }
        }
        within[block..][..BLOCK].copy_from_slice(&weights);
    }
    best[0] = best_yes.into_iter().fold(best[0], i64::min);
    best[1] = best_no.into_iter().fold(best[1], i64::min);
}

#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "a kernel's arguments are its registers")]
pub(crate) fn pairs_of_many<E: Extract>(
    matrix: &Matrix,
    ones: &[i64],
    totals: &[i64],
    costs: &[i64],
    least_rows: Option<(usize, i64)>,
    yes: &mut [i64],
    no: &mut [i64],
    _: E,
) {
    pairs(matrix, ones, totals, ByCosts { costs, least_rows }, yes, no);
}

#[inline(always)]
pub(crate) fn pairs_of_all_but_largest<E: Extract>(
    matrix: &Matrix,
    ones: &[i64],
    totals: &[i64],
    yes: &mut [i64],
    no: &mut [i64],
    _: E,
) {
    pairs(matrix, ones, totals, AllButLargest, yes, no);
}

#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "a kernel's arguments are its registers")]
pub(crate) fn row_of_many<E: Extract>(
    matrix: &Matrix,
    ones: &[i64],
    totals: &[i64],
    costs: &[i64],
    max_unit_costs: &[i64],
    least_rows: Option<(usize, i64)>,
    i: usize,
    within: &mut [i64],
    best: &mut [i64; 2],
    _: E,
) {
    row(matrix, ones, totals, ByCosts { costs, least_rows }, max_unit_costs, i, within, best);
}

#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "a kernel's arguments are its registers")]
pub(crate) fn row_of_all_but_largest<E: Extract>(
    matrix: &Matrix,
    ones: &[i64],
    totals: &[i64],
    max_unit_costs: &[i64],
    i: usize,
    within: &mut [i64],
    best: &mut [i64; 2],
    _: E,
) {
    row(matrix, ones, totals, AllButLargest, max_unit_costs, i, within, best);
}

#[inline(always)]
pub(crate) fn leaves_of_many<E: Extract>(
    ones: &[i64],
    totals: &[i64],
    costs: &[i64],
    yes: &mut [i64],
    no: &mut [i64],
    _: E,
) {
    let (stride, measures) = (yes.len(), totals.len());
    for block in (0..stride).step_by(BLOCK) {
        let (mut best_yes, mut best_no) = ([NOT_ALLOWED; BLOCK], [NOT_ALLOWED; BLOCK]);
        for row in costs.chunks_exact(measures.max(1)) {
            let mut sum = [0i64; BLOCK];
            for (m, &cost) in row.iter().enumerate().filter(|(m, _)| totals[*m] > 0) {
                let ones = block_of(&ones[m * stride..], block);
                for t in 0..BLOCK {
                    sum[t] += ones[t] * cost;
                }
            }
            let all: i64 = row.iter().zip(totals).map(|(cost, total)| cost * total).sum();
            for t in 0..BLOCK {
                best_yes[t] = best_yes[t].min(sum[t]);
                best_no[t] = best_no[t].min(all - sum[t]);
            }
        }
        yes[block..][..BLOCK].copy_from_slice(&best_yes);
        no[block..][..BLOCK].copy_from_slice(&best_no);
    }
}

#[inline(always)]
pub(crate) fn leaves_of_all_but_largest<E: Extract>(
    ones: &[i64],
    totals: &[i64],
    yes: &mut [i64],
    no: &mut [i64],
    _: E,
) {
    let stride = yes.len();
    for block in (0..stride).step_by(BLOCK) {
        let ([mut sum_yes, mut sum_no], [mut most_yes, mut most_no]) =
            ([[0i64; BLOCK]; 2], [[0i64; BLOCK]; 2]);
        for (m, &total) in totals.iter().enumerate().filter(|(_, total)| **total > 0) {
            let ones = block_of(&ones[m * stride..], block);
            for t in 0..BLOCK {
                let rest = total - ones[t];
                sum_yes[t] += ones[t];
                sum_no[t] += rest;
                most_yes[t] = most_yes[t].max(ones[t]);
                most_no[t] = most_no[t].max(rest);
            }
        }
        let (yes, no) = (block_mut(yes, block), block_mut(no, block));
        for t in 0..BLOCK {
            yes[t] = sum_yes[t] - most_yes[t];
            no[t] = sum_no[t] - most_no[t];
        }
    }
}

#[inline(always)]
pub(crate) fn project<E: Extract>(
    from: &Matrix,
    rows: &[u64],
    features: &[u32],
    out: &mut Matrix,
    extract: E,
) {
    out.shape_like(from, rows, features.len());
    let mut word = 0;
    for segment in &from.segments {
        let mut shift = 0;
        let mut filled = 0;
        let words = segment.start as usize..segment.end as usize;
        for (k, &mask) in words.clone().zip(&rows[words]) {
            let count = mask.count_ones();
            if count == 0 {
                continue;
            }
            filled += count as usize;
            let mask = extract.prepare(mask);
            let source = &from.data[k * from.stride..][..from.stride];
            let spills = shift + count > 64;
            let (low, high) = out.data[word * out.stride..].split_at_mut(out.stride);
            if spills {
                for (t, &f) in features.iter().enumerate() {
                    let bits = extract.extract(source[f as usize], &mask);
                    low[t] |= bits << shift;
                    high[t] = bits >> (64 - shift);
                }
            } else {
                for (t, &f) in features.iter().enumerate() {
                    low[t] |= extract.extract(source[f as usize], &mask) << shift;
                }
            }
            shift += count;
            if shift >= 64 {
                shift -= 64;
                word += 1;
            }
        }
        // The next segment starts at a word of its own.
        if !filled.is_multiple_of(64) {
            word += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same, bit by bit.
    fn extract_naively(word: u64, mask: u64) -> u64 {
        let places = (0..64).filter(|place| mask >> place & 1 == 1);
        places.enumerate().map(|(to, from)| (word >> from & 1) << to).sum()
    }

    #[test]
    fn six_steps_move_the_bits_as_one_by_one() {
        let mut state = 1u64;
        let mut random = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            state ^ state >> 31
        };
        let edges = [0, 1, u64::MAX, 1 << 63, 0x5555_5555_5555_5555, u64::MAX >> 1];
        for round in 0..2000 {
            let mask = match edges.get(round) {
                Some(&edge) => edge,
                None if round % 3 == 0 => random() & random() & random(),
                None => random(),
            };
            let (word, steps) = (random(), NoBmi2.prepare(mask));
            assert_eq!(NoBmi2.extract(word, &steps), extract_naively(word, mask), "{mask:x}");
        }
    }
}
