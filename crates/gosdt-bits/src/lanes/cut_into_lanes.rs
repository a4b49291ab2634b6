//! From a column's order to lanes.
use super::number::Number;
#[cfg(target_arch = "x86_64")]
use crate::InstructionSet;
use crate::Kernels;

/// Cuts values, given in a column's order, into `lanes` lanes, and appends them to `out`. Places past
/// the last value get `padding`.
pub fn cut_into_lanes<T: Number>(
    kernels: Kernels,
    values: &[T],
    lanes: usize,
    padding: T,
    out: &mut Vec<T>,
) {
    let steps = steps_of(values.len(), lanes);
    let before = out.len();
    match kernels.set() {
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx512 if lanes == avx512::LANES && size_of::<T>() == 2 => {
            out.reserve(steps * lanes);
            // SAFETY: `Kernels` with this set is made only where the features were detected; numbers
            // of two bytes may be moved as such, and there is room for `steps` steps, all of which
            // are written.
            unsafe {
                avx512::transpose(values, steps, padding, out.as_mut_ptr().add(before));
                out.set_len(before + steps * lanes);
            }
        }
        _ => {
            out.resize(before + steps * lanes, padding);
            transpose(values, steps, lanes, &mut out[before..]);
        }
    }
}

/// The number of steps of so many places in `lanes` lanes.
pub fn steps_of(places: usize, lanes: usize) -> usize {
    places.div_ceil(lanes).max(1)
}

/// So many steps are written at a time: their lines stay in the cache until all lanes are in.
const BLOCK: usize = 16;

fn transpose<T: Number>(values: &[T], steps: usize, lanes: usize, out: &mut [T]) {
    for first in (0..steps).step_by(BLOCK) {
        for (lane, places) in values.chunks(steps).enumerate() {
            let end = places.len().min(first + BLOCK);
            for step in first..end {
                out[step * lanes + lane] = places[step];
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::*;

    /// Lanes of a vector of 16-bit numbers.
    pub const LANES: usize = 32;

    /// So few steps are picked from all numbers, one after the other: transposing 32 of them takes longer.
    const FEW: usize = 8;

    /// The same for 16-bit numbers in 32 lanes: 32 steps of all lanes are transposed in registers.
    ///
    /// # Safety
    /// The instruction set must be available, `T` must have two bytes, and `out` room for
    /// `steps` × [`LANES`] numbers.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    pub unsafe fn transpose<T: Copy>(values: &[T], steps: usize, padding: T, out: *mut T) {
        // SAFETY: `T` has two bytes, and any bits are an `i16`.
        let padding: i16 = unsafe { std::mem::transmute_copy(&padding) };
        let from: *const i16 = values.as_ptr().cast();
        let out: *mut i16 = out.cast();
        if steps <= FEW {
            // SAFETY: as many numbers as `values` has are read, and `steps` × `LANES` are written.
            return unsafe { pick((from, values.len()), steps, padding, out) };
        }
        for first in (0..steps).step_by(LANES) {
            let mut rows = [_mm512_set1_epi16(padding); LANES];
            for (lane, row) in rows.iter_mut().enumerate() {
                let place = lane * steps + first;
                let left = values.len().saturating_sub(place).min(LANES);
                let mask = ((1u64 << left) - 1) as u32;
                // SAFETY: only the `left` numbers at `place` are read.
                *row = unsafe { _mm512_mask_loadu_epi16(*row, mask, from.wrapping_add(place)) };
            }
            transpose_block(&mut rows);
            for (step, row) in rows.iter().take(steps - first).enumerate() {
                // SAFETY: there is room for the lanes of each step.
                unsafe { _mm512_storeu_epi16(out.add((first + step) * LANES), *row) };
            }
        }
    }

    /// The same for up to [`FEW`] steps, whose numbers lie in as many vectors.
    ///
    /// # Safety
    /// The instruction set must be available, `from` must have `len` numbers, no more than there are
    /// places, and `out` room for `steps` × [`LANES`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    unsafe fn pick((from, len): (*const i16, usize), steps: usize, padding: i16, out: *mut i16) {
        let mut vectors = [_mm512_set1_epi16(padding); FEW];
        for (at, vector) in vectors.iter_mut().enumerate().take(steps) {
            let left = len.saturating_sub(at * LANES).min(LANES);
            let mask = ((1u64 << left) - 1) as u32;
            // SAFETY: only the `left` numbers from there on are read.
            *vector =
                unsafe { _mm512_mask_loadu_epi16(*vector, mask, from.wrapping_add(at * LANES)) };
        }
        let lanes: [i16; LANES] = std::array::from_fn(|lane| lane as i16);
        // SAFETY: the array is as long as a vector.
        let lanes = unsafe { _mm512_loadu_epi16(lanes.as_ptr()) };
        let mut places = _mm512_mullo_epi16(lanes, _mm512_set1_epi16(steps as i16));
        for step in 0..steps {
            let mut row = _mm512_permutex2var_epi16(vectors[0], places, vectors[1]);
            let pair = _mm512_srli_epi16::<6>(places);
            for at in 1..steps.div_ceil(2) {
                let here = _mm512_cmpeq_epi16_mask(pair, _mm512_set1_epi16(at as i16));
                let [a, b] = [vectors[2 * at], vectors[2 * at + 1]];
                row = _mm512_mask_mov_epi16(row, here, _mm512_permutex2var_epi16(a, places, b));
            }
            // SAFETY: there is room for the lanes of each step.
            unsafe { _mm512_storeu_epi16(out.add(step * LANES), row) };
            places = _mm512_add_epi16(places, _mm512_set1_epi16(1));
        }
    }

    /// Transposes 32 × 32 numbers: first 8 × 8 in each quarter of the vectors, then the quarters.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    fn transpose_block(rows: &mut [__m512i; LANES]) {
        for group in rows.chunks_exact_mut(8) {
            transpose_quarters(group);
        }
        let of = *rows;
        for column in 0..8 {
            let [a, b, c, d] = [0, 8, 16, 24].map(|group: usize| of[group + column]);
            let low = [_mm512_shuffle_i32x4::<0x44>(a, b), _mm512_shuffle_i32x4::<0x44>(c, d)];
            let high = [_mm512_shuffle_i32x4::<0xEE>(a, b), _mm512_shuffle_i32x4::<0xEE>(c, d)];
            rows[column] = _mm512_shuffle_i32x4::<0x88>(low[0], low[1]);
            rows[column + 8] = _mm512_shuffle_i32x4::<0xDD>(low[0], low[1]);
            rows[column + 16] = _mm512_shuffle_i32x4::<0x88>(high[0], high[1]);
            rows[column + 24] = _mm512_shuffle_i32x4::<0xDD>(high[0], high[1]);
        }
    }

    /// Of 8 vectors, transposes the 8 × 8 numbers of each quarter.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    fn transpose_quarters(rows: &mut [__m512i]) {
        let mut next = [_mm512_setzero_si512(); 8];
        for i in 0..4 {
            next[2 * i] = _mm512_unpacklo_epi16(rows[2 * i], rows[2 * i + 1]);
            next[2 * i + 1] = _mm512_unpackhi_epi16(rows[2 * i], rows[2 * i + 1]);
        }
        let mut pairs = [_mm512_setzero_si512(); 8];
        for i in 0..2 {
            for j in 0..2 {
                let (a, b) = (next[4 * i + j], next[4 * i + 2 + j]);
                pairs[4 * i + 2 * j] = _mm512_unpacklo_epi32(a, b);
                pairs[4 * i + 2 * j + 1] = _mm512_unpackhi_epi32(a, b);
            }
        }
        for j in 0..4 {
            rows[2 * j] = _mm512_unpacklo_epi64(pairs[j], pairs[4 + j]);
            rows[2 * j + 1] = _mm512_unpackhi_epi64(pairs[j], pairs[4 + j]);
        }
    }
}
