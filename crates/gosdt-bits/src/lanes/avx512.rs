//! Vectors of AVX-512.
use super::cuts::Extremes;
use super::vector::Vector;
use std::arch::x86_64::*;

/// 32 lanes of 16 bits.
#[derive(Clone, Copy)]
pub(super) struct Avx512of16(__m512i);

/// 16 lanes of 32 bits.
#[derive(Clone, Copy)]
pub(super) struct Avx512of32(__m512i);

macro_rules! avx512_vector {
    (
        $name:ident, $rank:ty, $signed:ty, $lanes:expr, $mask:ty,
        $splat:ident, $at_most:ident, $equal:ident, $marked:ident, $blend:ident,
        $add:ident, $sub:ident, $mul:ident, $min:ident, $max:ident, $mask_add:ident, { $($join:tt)* }
    ) => {
        impl Vector for $name {
            type Rank = $rank;
            type Signed = $signed;
            type Ranks = __m512i;
            type Mask = $mask;
            const LANES: usize = $lanes;

            #[inline(always)]
            unsafe fn splat(value: $signed) -> Self {
                // SAFETY: the caller's promise, here and below.
                $name(unsafe { $splat(value) })
            }
            #[inline(always)]
            unsafe fn load(from: *const $signed) -> Self {
                // SAFETY: as above.
                $name(unsafe { _mm512_loadu_si512(from.cast()) })
            }
            #[inline(always)]
            unsafe fn store(self, to: *mut $signed) {
                // SAFETY: as above.
                unsafe { _mm512_storeu_si512(to.cast(), self.0) }
            }
            #[inline(always)]
            unsafe fn splat_rank(rank: $rank) -> __m512i {
                // SAFETY: as above.
                unsafe { $splat(rank as $signed) }
            }
            #[inline(always)]
            unsafe fn load_ranks(from: *const $rank) -> __m512i {
                // SAFETY: as above.
                unsafe { _mm512_loadu_si512(from.cast()) }
            }
            #[inline(always)]
            unsafe fn at_most(ranks: __m512i, split: __m512i) -> $mask {
                // SAFETY: as above.
                unsafe { $at_most(ranks, split) }
            }
            #[inline(always)]
            unsafe fn equal(ranks: __m512i, split: __m512i) -> $mask {
                // SAFETY: as above.
                unsafe { $equal(ranks, split) }
            }
            #[inline(always)]
            unsafe fn marked(marks: Self) -> $mask {
                // SAFETY: as above.
                unsafe { $marked(marks.0) }
            }
            #[inline(always)]
            unsafe fn both(a: $mask, b: $mask) -> $mask {
                a & b
            }
            #[inline(always)]
            unsafe fn flip(mask: $mask) -> $mask {
                !mask
            }
            #[inline(always)]
            unsafe fn bits(mask: $mask) -> u32 {
                u32::from(mask)
            }
            #[inline(always)]
            unsafe fn select(self, mask: $mask, other: Self) -> Self {
                // SAFETY: as above.
                $name(unsafe { $blend(mask, other.0, self.0) })
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
            unsafe fn add_where(self, mask: $mask, other: Self) -> Self {
                // SAFETY: as above.
                $name(unsafe { $mask_add(self.0, mask, self.0, other.0) })
            }
            $($join)*
        }
    };
}

/// Joins 32 lanes of 16 bits as two vectors of 16 lanes of 32 bits.
#[inline(always)]
unsafe fn join_32_of_16(sum: __m512i, min: __m512i, max: __m512i) -> Extremes {
    // SAFETY: the caller's promise, here and below.
    unsafe {
        let (first, second) = (low_lanes(sum), high_lanes(sum));
        let (first_sums, second_sums) = (prefix_sums(first), prefix_sums(second));
        // What the lanes before each lane sum to.
        let half = _mm512_permutexvar_epi32(_mm512_set1_epi32(15), first_sums);
        let before_first = _mm512_sub_epi32(first_sums, first);
        let before_second = _mm512_add_epi32(_mm512_sub_epi32(second_sums, second), half);
        let low = join_16_of_32(before_first, low_lanes(min), low_lanes(max));
        let high = join_16_of_32(before_second, high_lanes(min), high_lanes(max));
        Extremes {
            min: i64::from(_mm512_reduce_min_epi32(_mm512_min_epi32(low.0, high.0)).min(0)),
            max: i64::from(_mm512_reduce_max_epi32(_mm512_max_epi32(low.1, high.1)).max(0)),
        }
    }
}

/// The first 16 of 32 lanes, widened.
#[inline(always)]
unsafe fn low_lanes(v: __m512i) -> __m512i {
    // SAFETY: the caller's promise.
    unsafe { _mm512_cvtepi16_epi32(_mm512_castsi512_si256(v)) }
}

/// The last 16 of 32 lanes, widened.
#[inline(always)]
unsafe fn high_lanes(v: __m512i) -> __m512i {
    // SAFETY: the caller's promise.
    unsafe { _mm512_cvtepi16_epi32(_mm512_extracti64x4_epi64::<1>(v)) }
}

/// The least and the largest of each lane after `before`, and 0 in lanes in which no prefix ends.
#[inline(always)]
unsafe fn join_16_of_32(before: __m512i, min: __m512i, max: __m512i) -> (__m512i, __m512i) {
    // SAFETY: the caller's promise.
    unsafe {
        let ends = _mm512_cmple_epi32_mask(min, max);
        (_mm512_maskz_add_epi32(ends, before, min), _mm512_maskz_add_epi32(ends, before, max))
    }
}

/// The sum of each lane and all before it.
#[inline(always)]
unsafe fn prefix_sums(v: __m512i) -> __m512i {
    // SAFETY: the caller's promise.
    unsafe {
        let zero = _mm512_setzero_si512();
        let v = _mm512_add_epi32(v, _mm512_alignr_epi32::<15>(v, zero));
        let v = _mm512_add_epi32(v, _mm512_alignr_epi32::<14>(v, zero));
        let v = _mm512_add_epi32(v, _mm512_alignr_epi32::<12>(v, zero));
        _mm512_add_epi32(v, _mm512_alignr_epi32::<8>(v, zero))
    }
}

avx512_vector!(
    Avx512of16,
    u16,
    i16,
    32,
    __mmask32,
    _mm512_set1_epi16,
    _mm512_cmple_epu16_mask,
    _mm512_cmpeq_epi16_mask,
    _mm512_movepi16_mask,
    _mm512_mask_blend_epi16,
    _mm512_add_epi16,
    _mm512_sub_epi16,
    _mm512_mullo_epi16,
    _mm512_min_epi16,
    _mm512_max_epi16,
    _mm512_mask_add_epi16,
    {
        #[inline(always)]
        unsafe fn join<const PARTS: usize>(
            sum: &[Self; PARTS],
            min: &[Self; PARTS],
            max: &[Self; PARTS],
        ) -> Extremes {
            // SAFETY: as above; a step is one vector.
            unsafe { join_32_of_16(sum[0].0, min[0].0, max[0].0) }
        }
        #[inline(always)]
        unsafe fn total<const PARTS: usize>(sums: &[Self; PARTS]) -> i64 {
            // SAFETY: as above.
            unsafe {
                let pairs = _mm512_madd_epi16(sums[0].0, _mm512_set1_epi16(1));
                i64::from(_mm512_reduce_add_epi32(pairs))
            }
        }
    }
);
avx512_vector!(
    Avx512of32,
    u32,
    i32,
    16,
    __mmask16,
    _mm512_set1_epi32,
    _mm512_cmple_epu32_mask,
    _mm512_cmpeq_epi32_mask,
    _mm512_movepi32_mask,
    _mm512_mask_blend_epi32,
    _mm512_add_epi32,
    _mm512_sub_epi32,
    _mm512_mullo_epi32,
    _mm512_min_epi32,
    _mm512_max_epi32,
    _mm512_mask_add_epi32,
    {}
);
