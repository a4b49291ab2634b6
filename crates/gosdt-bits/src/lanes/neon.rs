//! Vectors of NEON.
use super::vector::Vector;
use std::arch::aarch64::*;

/// 8 lanes of 16 bits.
#[derive(Clone, Copy)]
pub(super) struct Neon16(int16x8_t);

/// 4 lanes of 32 bits.
#[derive(Clone, Copy)]
pub(super) struct Neon32(int32x4_t);

/// Bit i for 16-bit lane i.
const BITS_OF_16: [u16; 8] = [1, 2, 4, 8, 16, 32, 64, 128];

/// Bit i for 32-bit lane i.
const BITS_OF_32: [u32; 4] = [1, 2, 4, 8];

macro_rules! neon_vector {
    (
        $name:ident, $rank:ty, $signed:ty, $ranks:ty, $lanes:expr, $bits:ident,
        [$splat:ident, $load:ident, $store:ident, $add:ident, $sub:ident, $mul:ident, $min:ident, $max:ident],
        [$splat_rank:ident, $load_rank:ident, $at_most:ident, $equal:ident, $and:ident, $not:ident, $sum:ident],
        [$select:ident, $as_mask:ident]
    ) => {
        impl Vector for $name {
            type Rank = $rank;
            type Signed = $signed;
            type Ranks = $ranks;
            type Mask = $ranks;
            const LANES: usize = $lanes;

            #[inline(always)]
            unsafe fn splat(value: $signed) -> Self {
                // SAFETY: the caller's promise, here and below.
                $name(unsafe { $splat(value) })
            }
            #[inline(always)]
            unsafe fn load(from: *const $signed) -> Self {
                // SAFETY: as above.
                $name(unsafe { $load(from) })
            }
            #[inline(always)]
            unsafe fn store(self, to: *mut $signed) {
                // SAFETY: as above.
                unsafe { $store(to, self.0) }
            }
            #[inline(always)]
            unsafe fn splat_rank(rank: $rank) -> $ranks {
                // SAFETY: as above.
                unsafe { $splat_rank(rank) }
            }
            #[inline(always)]
            unsafe fn load_ranks(from: *const $rank) -> $ranks {
                // SAFETY: as above.
                unsafe { $load_rank(from) }
            }
            #[inline(always)]
            unsafe fn at_most(ranks: $ranks, split: $ranks) -> $ranks {
                // SAFETY: as above.
                unsafe { $at_most(ranks, split) }
            }
            #[inline(always)]
            unsafe fn equal(ranks: $ranks, split: $ranks) -> $ranks {
                // SAFETY: as above.
                unsafe { $equal(ranks, split) }
            }
            #[inline(always)]
            unsafe fn marked(marks: Self) -> $ranks {
                // SAFETY: as above.
                unsafe { $as_mask(marks.0) }
            }
            #[inline(always)]
            unsafe fn both(a: $ranks, b: $ranks) -> $ranks {
                // SAFETY: as above.
                unsafe { $and(a, b) }
            }
            #[inline(always)]
            unsafe fn flip(mask: $ranks) -> $ranks {
                // SAFETY: as above.
                unsafe { $not(mask) }
            }
            #[inline(always)]
            unsafe fn bits(mask: $ranks) -> u32 {
                // SAFETY: as above.
                unsafe { $sum($and(mask, $load_rank($bits.as_ptr()))).into() }
            }
            #[inline(always)]
            unsafe fn select(self, mask: $ranks, other: Self) -> Self {
                // SAFETY: as above.
                $name(unsafe { $select(mask, self.0, other.0) })
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
        }
    };
}

neon_vector!(
    Neon16,
    u16,
    i16,
    uint16x8_t,
    8,
    BITS_OF_16,
    [vdupq_n_s16, vld1q_s16, vst1q_s16, vaddq_s16, vsubq_s16, vmulq_s16, vminq_s16, vmaxq_s16],
    [vdupq_n_u16, vld1q_u16, vcleq_u16, vceqq_u16, vandq_u16, vmvnq_u16, vaddvq_u16],
    [vbslq_s16, vreinterpretq_u16_s16]
);
neon_vector!(
    Neon32,
    u32,
    i32,
    uint32x4_t,
    4,
    BITS_OF_32,
    [vdupq_n_s32, vld1q_s32, vst1q_s32, vaddq_s32, vsubq_s32, vmulq_s32, vminq_s32, vmaxq_s32],
    [vdupq_n_u32, vld1q_u32, vcleq_u32, vceqq_u32, vandq_u32, vmvnq_u32, vaddvq_u32],
    [vbslq_s32, vreinterpretq_u32_s32]
);
