//! Vectors of AVX2.
use super::vector::Vector;
use std::arch::x86_64::*;

/// 16 lanes of 16 bits.
#[derive(Clone, Copy)]
pub(super) struct Avx2of16(__m256i);

/// 8 lanes of 32 bits.
#[derive(Clone, Copy)]
pub(super) struct Avx2of32(__m256i);

macro_rules! avx2_vector {
    (
        $name:ident, $rank:ty, $signed:ty, $lanes:expr,
        $splat:ident, $equal:ident, $unsigned_min:ident, $add:ident, $sub:ident, $mul:ident, $min:ident, $max:ident,
        $bits:expr
    ) => {
        impl Vector for $name {
            type Rank = $rank;
            type Signed = $signed;
            type Ranks = __m256i;
            type Mask = __m256i;
            const LANES: usize = $lanes;

            #[inline(always)]
            unsafe fn splat(value: $signed) -> Self {
                // SAFETY: the caller's promise, here and below.
                $name(unsafe { $splat(value) })
            }
            #[inline(always)]
            unsafe fn load(from: *const $signed) -> Self {
                // SAFETY: as above.
                $name(unsafe { _mm256_loadu_si256(from.cast()) })
            }
            #[inline(always)]
            unsafe fn store(self, to: *mut $signed) {
                // SAFETY: as above.
                unsafe { _mm256_storeu_si256(to.cast(), self.0) }
            }
            #[inline(always)]
            unsafe fn splat_rank(rank: $rank) -> __m256i {
                // SAFETY: as above.
                unsafe { $splat(rank as $signed) }
            }
            #[inline(always)]
            unsafe fn load_ranks(from: *const $rank) -> __m256i {
                // SAFETY: as above.
                unsafe { _mm256_loadu_si256(from.cast()) }
            }
            #[inline(always)]
            unsafe fn at_most(ranks: __m256i, split: __m256i) -> __m256i {
                // SAFETY: as above.
                unsafe { $equal($unsigned_min(ranks, split), ranks) }
            }
            #[inline(always)]
            unsafe fn equal(ranks: __m256i, split: __m256i) -> __m256i {
                // SAFETY: as above.
                unsafe { $equal(ranks, split) }
            }
            #[inline(always)]
            unsafe fn marked(marks: Self) -> __m256i {
                marks.0
            }
            #[inline(always)]
            unsafe fn both(a: __m256i, b: __m256i) -> __m256i {
                // SAFETY: as above.
                unsafe { _mm256_and_si256(a, b) }
            }
            #[inline(always)]
            unsafe fn flip(mask: __m256i) -> __m256i {
                // SAFETY: as above.
                unsafe { _mm256_xor_si256(mask, _mm256_set1_epi32(-1)) }
            }
            #[inline(always)]
            unsafe fn bits(mask: __m256i) -> u32 {
                // SAFETY: as above.
                unsafe { $bits(mask) }
            }
            #[inline(always)]
            unsafe fn select(self, mask: __m256i, other: Self) -> Self {
                // SAFETY: as above.
                $name(unsafe { _mm256_blendv_epi8(other.0, self.0, mask) })
            }
            #[inline(always)]
            unsafe fn add(self, other: Self) -> Self {
                // SAFETY: as above.
                $name(unsafe { $add(self.0, other.0) })
            }
            #[inline(always)]
            unsafe fn sub(self, other: Self) -> Self {
                // SAFETY: as above.
                $name(unsafe { $sub(self.0, other.0) })
            }
            #[inline(always)]
            unsafe fn mul(self, other: Self) -> Self {
                // SAFETY: as above.
                $name(unsafe { $mul(self.0, other.0) })
            }
            #[inline(always)]
            unsafe fn min(self, other: Self) -> Self {
                // SAFETY: as above.
                $name(unsafe { $min(self.0, other.0) })
            }
            #[inline(always)]
            unsafe fn max(self, other: Self) -> Self {
                // SAFETY: as above.
                $name(unsafe { $max(self.0, other.0) })
            }
            #[inline(always)]
            unsafe fn add_where(self, mask: __m256i, other: Self) -> Self {
                // SAFETY: as above.
                $name(unsafe { $add(self.0, _mm256_and_si256(mask, other.0)) })
            }
        }
    };
}

/// Bit i is 16-bit lane i.
#[inline(always)]
unsafe fn bits_of_16(mask: __m256i) -> u32 {
    // SAFETY: the caller's promise.
    let bytes = unsafe { _mm256_movemask_epi8(_mm256_packs_epi16(mask, mask)) } as u32;
    (bytes & 0xff) | (bytes >> 8 & 0xff00)
}

/// Bit i is 32-bit lane i.
#[inline(always)]
unsafe fn bits_of_32(mask: __m256i) -> u32 {
    // SAFETY: the caller's promise.
    unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(mask)) as u32 }
}

avx2_vector!(
    Avx2of16,
    u16,
    i16,
    16,
    _mm256_set1_epi16,
    _mm256_cmpeq_epi16,
    _mm256_min_epu16,
    _mm256_add_epi16,
    _mm256_sub_epi16,
    _mm256_mullo_epi16,
    _mm256_min_epi16,
    _mm256_max_epi16,
    bits_of_16
);
avx2_vector!(
    Avx2of32,
    u32,
    i32,
    8,
    _mm256_set1_epi32,
    _mm256_cmpeq_epi32,
    _mm256_min_epu32,
    _mm256_add_epi32,
    _mm256_sub_epi32,
    _mm256_mullo_epi32,
    _mm256_min_epi32,
    _mm256_max_epi32,
    bits_of_32
);
