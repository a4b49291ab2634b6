//! The values at some places of a column, without the others.
use super::number::Number;
#[cfg(target_arch = "x86_64")]
use crate::InstructionSet;
use crate::Kernels;

/// Appends to `out` the values whose bit is set in `inside`, in their order. No bit may be set past
/// the last value.
///
/// # Panics
/// Where `inside` is too short, or has a bit past the last value.
pub fn pack<T: Number>(kernels: Kernels, values: &[T], inside: &[u64], out: &mut Vec<T>) {
    assert!(inside.len() * 64 >= values.len());
    let whole = values.len() / 64;
    let (words, rest) = inside.split_at(whole);
    let count: usize = words.iter().map(|word| word.count_ones() as usize).sum();
    match kernels.set() {
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx512 => {
            out.reserve(count + avx512::SLACK);
            // SAFETY: `Kernels` with this set is made only where the features were detected. There are
            // 64 values for each word, and room for all that are kept and a vector more.
            unsafe {
                let filled = avx512::pack(values.as_ptr(), words, out.as_mut_ptr().add(out.len()));
                out.set_len(out.len() + filled);
            }
        }
        _ => {
            out.reserve(count);
            pack_one_by_one(values, words, out);
        }
    }
    pack_one_by_one(&values[whole * 64..], rest, out);
}

/// The same, a value at a time.
fn pack_one_by_one<T: Number>(values: &[T], inside: &[u64], out: &mut Vec<T>) {
    for (at, &word) in inside.iter().enumerate() {
        let mut rest = word;
        while rest != 0 {
            out.push(values[at * 64 + rest.trailing_zeros() as usize]);
            rest &= rest - 1;
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::*;

    /// So many values may be written past the last one that is kept.
    pub const SLACK: usize = 64;

    /// Packs the 64 values of each word to `out`; returns how many.
    ///
    /// # Safety
    /// The instruction set must be available, `values` must have 64 values for each word, and `out`
    /// room for all that are kept and [`SLACK`] more.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,popcnt")]
    pub unsafe fn pack<T>(values: *const T, words: &[u64], out: *mut T) -> usize {
        let mut filled = 0;
        for (at, &word) in words.iter().enumerate() {
            // SAFETY: a vector has at most 64 values, so that it lies in the word's values, and in the
            // room behind those that were written before.
            filled += unsafe {
                let (from, to) = (values.add(at * 64), out.add(filled));
                match size_of::<T>() {
                    2 => pack_16(from.cast(), word, to.cast()),
                    4 => pack_32(from.cast(), word, to.cast()),
                    _ => pack_64(from.cast(), word, to.cast()),
                }
            };
        }
        filled
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,popcnt")]
    unsafe fn pack_16(from: *const i16, word: u64, to: *mut i16) -> usize {
        let mut filled = 0;
        for part in 0..2 {
            let mask = (word >> (32 * part)) as u32;
            // SAFETY: the caller's promise.
            unsafe {
                let values = _mm512_loadu_epi16(from.add(32 * part));
                _mm512_storeu_epi16(to.add(filled), _mm512_maskz_compress_epi16(mask, values));
            }
            filled += mask.count_ones() as usize;
        }
        filled
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,popcnt")]
    unsafe fn pack_32(from: *const i32, word: u64, to: *mut i32) -> usize {
        let mut filled = 0;
        for part in 0..4 {
            let mask = (word >> (16 * part)) as u16;
            // SAFETY: the caller's promise.
            unsafe {
                let values = _mm512_loadu_epi32(from.add(16 * part));
                _mm512_storeu_epi32(to.add(filled), _mm512_maskz_compress_epi32(mask, values));
            }
            filled += mask.count_ones() as usize;
        }
        filled
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,popcnt")]
    unsafe fn pack_64(from: *const i64, word: u64, to: *mut i64) -> usize {
        let mut filled = 0;
        for part in 0..8 {
            let mask = (word >> (8 * part)) as u8;
            // SAFETY: the caller's promise.
            unsafe {
                let values = _mm512_loadu_epi64(from.add(8 * part));
                _mm512_storeu_epi64(to.add(filled), _mm512_maskz_compress_epi64(mask, values));
            }
            filled += mask.count_ones() as usize;
        }
        filled
    }
}
