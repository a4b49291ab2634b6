//! Exact numbers.

/// A fraction in lowest terms; the denominator is positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    /// The numerator.
    pub over: i128,
    /// The denominator.
    pub under: i128,
}

/// The greatest common divisor; that of 0 and a number is the number.
pub fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

impl Fraction {
    /// `over / under` in lowest terms; `None` where that is no number, or too large.
    pub fn new(over: i128, under: i128) -> Option<Fraction> {
        let (common, sign) = (gcd(over, under), under.signum());
        let part = |number: i128| number.checked_div(common)?.checked_mul(sign);
        (under != 0).then_some(Fraction { over: part(over)?, under: part(under)? })
    }

    /// Reads a decimal such as `0.01` or `1e-3`, or a fraction of two such as `1/20`.
    pub fn read(text: &str) -> Option<Fraction> {
        if let Some((over, under)) = text.split_once('/') {
            return Fraction::read(over)?.over_by(Fraction::read(under)?);
        }
        let (digits, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let is_number = part.bytes().all(|byte| byte.is_ascii_digit());
        let over: i128 = format!("{whole}{part}").parse().ok().filter(|_| is_number)?;
        let power = power.parse::<i64>().ok()?.checked_sub(part.len() as i64)?;
        let ten = 10i128.checked_pow(u32::try_from(power.unsigned_abs()).ok()?)?;
        if power < 0 { Fraction::new(over, ten) } else { Fraction::new(over.checked_mul(ten)?, 1) }
    }

    /// The quotient.
    pub fn over_by(self, other: Fraction) -> Option<Fraction> {
        Fraction::new(self.over.checked_mul(other.under)?, self.under.checked_mul(other.over)?)
    }

    /// Whether it is no larger than another; not if that cannot be told.
    pub fn is_at_most(self, other: Fraction) -> bool {
        let [a, b] = [self.over.checked_mul(other.under), other.over.checked_mul(self.under)];
        a.is_some() && b.is_some() && a <= b
    }

    /// The largest unit in which all these are whole numbers, and those numbers; a unit of 1 where
    /// all are 0. `None` if one is negative or too large.
    pub fn in_units(all: &[Fraction]) -> Option<(Fraction, Vec<i64>)> {
        // In lowest terms, a divisor of all numerators divides none of the denominators.
        let over = all.iter().fold(0, |over, one| gcd(over, one.over)).max(1);
        let common = |all: i128, one: &Fraction| (all / gcd(all, one.under)).checked_mul(one.under);
        let unit = Fraction { over, under: all.iter().try_fold(1, common)? };
        let whole = |number: &Fraction| i64::try_from(number.over_by(unit)?.over).ok();
        let whole = all.iter().map(|number| whole(number).filter(|count| *count >= 0));
        Some((unit, whole.collect::<Option<_>>()?))
    }
}

impl std::fmt::Display for Fraction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.over, self.under)
    }
}
