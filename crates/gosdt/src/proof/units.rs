//! The units of the search's costs and of the checker's.
//!
//! Both count in units that make all costs whole, but the search counts weights as the table has them,
//! and the checker divides them by what they share.
use gosdt_search::Costs;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;

/// A cost of `over` units of the checker is one of `times` units of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Units {
    times: i128,
    over: i128,
}

impl Units {
    /// The units of both; `None` if they are too far apart.
    pub(super) fn new(search: &Costs, checker: gosdt_check::Fraction) -> Option<Units> {
        let whole = |number: i128| BigInt::from(number);
        let of_checker = BigRational::new(whole(checker.over), whole(checker.under));
        let ratio = of_checker / search.rational(1);
        Some(Units { times: small(ratio.numer())?, over: small(ratio.denom())? })
    }

    /// A lower bound of the search in units of the checker: costs are whole, so it is rounded up.
    pub(super) fn bound_for_checker(self, bound: i64) -> i64 {
        ceil(i128::from(bound) * self.over, self.times)
    }

    /// A lower bound of the checker in units of the search.
    pub(super) fn bound_for_search(self, bound: i64) -> i64 {
        ceil(i128::from(bound) * self.times, self.over)
    }

    /// The budget above which the search must prove a cost to be, for it to be above a budget of the
    /// checker.
    pub(super) fn budget_for_search(self, budget: i64) -> i64 {
        self.bound_for_search(budget.saturating_add(1)) - 1
    }
}

/// Factors beyond this could carry a product of costs out of range.
fn small(number: &BigInt) -> Option<i128> {
    number.to_i128().filter(|number| *number < 1 << 62)
}

fn ceil(number: i128, by: i128) -> i64 {
    let rounded = number.div_euclid(by) + i128::from(number.rem_euclid(by) != 0);
    i64::try_from(rounded).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_rounded_up_and_budgets_ask_for_no_less() {
        let units = Units { times: 5, over: 2 };
        assert_eq!((units.bound_for_checker(5), units.bound_for_checker(6)), (2, 3));
        // More than 2 units of the checker are 3 or more, which are 7.5 of the search.
        assert_eq!(units.budget_for_search(2), 7);
        assert_eq!(units.bound_for_search(3), 8);
    }
}
