//! Weight times its logarithm, in integers: the same on every machine.

/// Bits of a logarithm behind the point.
const FRACTION: u32 = 20;

/// Bits of a number that choose the entry of the table; the next ones interpolate.
const INDEX: u32 = 8;

/// The binary logarithms of 1 to 2 in equal steps.
const LOGS: [u64; (1 << INDEX) + 1] = logs();

const fn logs() -> [u64; (1 << INDEX) + 1] {
    let mut logs = [0; (1 << INDEX) + 1];
    let mut at = 0;
    while at < 1 << INDEX {
        // Squaring a number doubles its logarithm: each time it gets to two there is a bit.
        let mut number = ((1 << INDEX) + at as u64) << (31 - INDEX);
        let mut bits = 0;
        while bits < FRACTION {
            number = (number * number) >> 31;
            let bit = number >> 32;
            number >>= bit;
            logs[at] = 2 * logs[at] + bit;
            bits += 1;
        }
        at += 1;
    }
    logs[1 << INDEX] = 1 << FRACTION;
    logs
}

/// `number` times its binary logarithm, in parts of `1 << FRACTION`; `number` is less than 2^32.
#[inline(always)]
pub(super) fn times_log(number: i64) -> i64 {
    let number = number as u64;
    let whole = 63 - (number | 1).leading_zeros();
    // The number between 1 and 2, without the 1, in parts of 2^32.
    let rest = (number << (32 - whole)) & 0xffff_ffff;
    let at = (rest >> (32 - INDEX)) as usize;
    let (low, high) = (LOGS[at], LOGS[at + 1]);
    let between = ((high - low) * (rest & ((1 << (32 - INDEX)) - 1))) >> (32 - INDEX);
    (number * ((u64::from(whole) << FRACTION) + low + between)) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_close_to_the_logarithm() {
        assert_eq!([0, 1, 2, 4].map(times_log), [0, 0, 2 << FRACTION, 8 << FRACTION]);
        for number in [3, 5, 7, 100, 1797, 65_535, 1_000_003, (1 << 31) + 12345, (1 << 32) - 1] {
            let log = times_log(number) as f64 / number as f64 / f64::from(1 << FRACTION);
            let expected = (number as f64).log2();
            assert!((log - expected).abs() < 1e-5, "{number}: {log} {expected}");
        }
    }
}
