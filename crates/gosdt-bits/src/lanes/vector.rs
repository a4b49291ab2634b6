//! What the kernels need of a vector register, for each instruction set.
//!
//! All functions are `inline(always)` and compile to the instructions named in them only inside a
//! function that enables the instruction set; see the dispatch in the parent module.
use super::{Extremes, Rank, Signed};

/// The most lanes that a step has.
const MOST_LANES: usize = 32;

/// A vector of signed values, one of ranks, and what comparing ranks gives.
///
/// # Safety
/// Every function may be called only where the instruction set of the implementation is available,
/// and pointers must be valid for a whole vector (no alignment is needed).
pub(super) trait Vector: Copy {
    type Rank: Rank;
    type Signed: Signed;
    /// A vector of ranks.
    type Ranks: Copy;
    /// Which lanes are chosen.
    type Mask: Copy;
    /// Lanes of a vector, at most 32.
    const LANES: usize;

    unsafe fn splat(value: Self::Signed) -> Self;
    unsafe fn load(from: *const Self::Signed) -> Self;
    unsafe fn store(self, to: *mut Self::Signed);
    unsafe fn splat_rank(rank: Self::Rank) -> Self::Ranks;
    unsafe fn load_ranks(from: *const Self::Rank) -> Self::Ranks;
    /// Where the ranks are at most those of `split`.
    unsafe fn at_most(ranks: Self::Ranks, split: Self::Ranks) -> Self::Mask;
    /// Where the ranks are those of `split`.
    unsafe fn equal(ranks: Self::Ranks, split: Self::Ranks) -> Self::Mask;
    /// Where a vector of marks, each 0 or −1, is −1.
    unsafe fn marked(marks: Self) -> Self::Mask;
    unsafe fn both(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    unsafe fn flip(mask: Self::Mask) -> Self::Mask;
    /// Bit i is lane i.
    unsafe fn bits(mask: Self::Mask) -> u32;
    /// `self` where chosen, else `other`.
    unsafe fn select(self, mask: Self::Mask, other: Self) -> Self;
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn min(self, other: Self) -> Self;
    unsafe fn max(self, other: Self) -> Self;

    /// Joins the prefix sums of lanes that follow each other: their sums, and the least and the
    /// largest of each. A lane in which no prefix ends has a least that is more than its largest;
    /// it counts with its sum alone.
    #[inline(always)]
    unsafe fn join<const PARTS: usize>(
        sum: &[Self; PARTS],
        min: &[Self; PARTS],
        max: &[Self; PARTS],
    ) -> Extremes {
        // SAFETY: the caller's promise.
        let [sum, min, max] = unsafe { [spill(sum), spill(min), spill(max)] };
        let (mut before, mut low, mut high) = (0i64, 0i64, 0i64);
        for lane in 0..PARTS * Self::LANES {
            if min[lane] <= max[lane] {
                low = low.min(before + min[lane].wide());
                high = high.max(before + max[lane].wide());
            }
            before += sum[lane].wide();
        }
        Extremes { min: low, max: high }
    }

    /// Adds `other` where chosen.
    #[inline(always)]
    unsafe fn add_where(self, mask: Self::Mask, other: Self) -> Self {
        // SAFETY: the caller's promise.
        unsafe { self.add(other.select(mask, Self::splat(Self::Signed::ZERO))) }
    }
}

/// The lanes of a step as numbers.
#[inline(always)]
pub(super) unsafe fn spill<V: Vector, const PARTS: usize>(
    vectors: &[V; PARTS],
) -> [V::Signed; MOST_LANES] {
    let mut lanes = [V::Signed::ZERO; MOST_LANES];
    for (vector, lanes) in vectors.iter().zip(lanes.chunks_exact_mut(V::LANES)) {
        // SAFETY: the chunk is as long as the vector; for the rest the caller's promise.
        unsafe { vector.store(lanes.as_mut_ptr()) }
    }
    lanes
}

macro_rules! plain_vector {
    ($name:ident, $rank:ty, $signed:ty, $lanes:expr) => {
        /// Arrays, which the compiler maps to what the target has.
        #[derive(Clone, Copy)]
        pub(super) struct $name([$signed; $lanes]);

        impl $name {
            #[inline(always)]
            fn map2(self, other: Self, f: impl Fn($signed, $signed) -> $signed) -> Self {
                $name(std::array::from_fn(|lane| f(self.0[lane], other.0[lane])))
            }
        }

        impl Vector for $name {
            type Rank = $rank;
            type Signed = $signed;
            type Ranks = [$rank; $lanes];
            type Mask = Self;
            const LANES: usize = $lanes;

            #[inline(always)]
            unsafe fn splat(value: $signed) -> Self {
                $name([value; $lanes])
            }
            #[inline(always)]
            unsafe fn load(from: *const $signed) -> Self {
                // SAFETY: the caller's promise.
                $name(unsafe { from.cast::<[$signed; $lanes]>().read_unaligned() })
            }
            #[inline(always)]
            unsafe fn store(self, to: *mut $signed) {
                // SAFETY: the caller's promise.
                unsafe { to.cast::<[$signed; $lanes]>().write_unaligned(self.0) }
            }
            #[inline(always)]
            unsafe fn splat_rank(rank: $rank) -> Self::Ranks {
                [rank; $lanes]
            }
            #[inline(always)]
            unsafe fn load_ranks(from: *const $rank) -> Self::Ranks {
                // SAFETY: the caller's promise.
                unsafe { from.cast::<[$rank; $lanes]>().read_unaligned() }
            }
            #[inline(always)]
            unsafe fn at_most(ranks: Self::Ranks, split: Self::Ranks) -> Self {
                $name(std::array::from_fn(|lane| -<$signed>::from(ranks[lane] <= split[lane])))
            }
            #[inline(always)]
            unsafe fn equal(ranks: Self::Ranks, split: Self::Ranks) -> Self {
                $name(std::array::from_fn(|lane| -<$signed>::from(ranks[lane] == split[lane])))
            }
            #[inline(always)]
            unsafe fn marked(marks: Self) -> Self {
                marks
            }
            #[inline(always)]
            unsafe fn both(a: Self, b: Self) -> Self {
                a.map2(b, |a, b| a & b)
            }
            #[inline(always)]
            unsafe fn flip(mask: Self) -> Self {
                mask.map2(mask, |a, _| !a)
            }
            #[inline(always)]
            unsafe fn bits(mask: Self) -> u32 {
                let bit = |lane: usize| u32::from(mask.0[lane] != 0) << lane;
                (0..$lanes).map(bit).fold(0, |all, bit| all | bit)
            }
            #[inline(always)]
            unsafe fn select(self, mask: Self, other: Self) -> Self {
                let pick =
                    |lane: usize| (self.0[lane] & mask.0[lane]) | (other.0[lane] & !mask.0[lane]);
                $name(std::array::from_fn(pick))
            }
            #[inline(always)]
            unsafe fn add(self, other: Self) -> Self {
                self.map2(other, |a, b| a.plus(b))
            }
            #[inline(always)]
            unsafe fn min(self, other: Self) -> Self {
                self.map2(other, |a, b| a.least(b))
            }
            #[inline(always)]
            unsafe fn max(self, other: Self) -> Self {
                self.map2(other, |a, b| a.most(b))
            }
        }
    };
}
plain_vector!(Plain16, u16, i16, 8);
plain_vector!(Plain32, u32, i32, 4);
plain_vector!(Plain64, u32, i64, 4);

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::Vector;
    use crate::lanes::Extremes;
    use std::arch::x86_64::*;

    #[derive(Clone, Copy)]
    pub(in super::super) struct Avx2of16(__m256i);
    #[derive(Clone, Copy)]
    pub(in super::super) struct Avx2of32(__m256i);
    #[derive(Clone, Copy)]
    pub(in super::super) struct Avx512of16(__m512i);
    #[derive(Clone, Copy)]
    pub(in super::super) struct Avx512of32(__m512i);

    macro_rules! avx2_vector {
        (
            $name:ident, $rank:ty, $signed:ty, $lanes:expr,
            $splat:ident, $equal:ident, $unsigned_min:ident, $add:ident, $min:ident, $max:ident,
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
        _mm256_min_epi32,
        _mm256_max_epi32,
        bits_of_32
    );

    macro_rules! avx512_vector {
        (
            $name:ident, $rank:ty, $signed:ty, $lanes:expr, $mask:ty,
            $splat:ident, $at_most:ident, $equal:ident, $marked:ident, $blend:ident,
            $add:ident, $min:ident, $max:ident, $mask_add:ident, { $($join:tt)* }
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
        _mm512_min_epi32,
        _mm512_max_epi32,
        _mm512_mask_add_epi32,
        {}
    );
}

#[cfg(target_arch = "x86_64")]
pub(super) use x86::{Avx2of16, Avx2of32, Avx512of16, Avx512of32};
