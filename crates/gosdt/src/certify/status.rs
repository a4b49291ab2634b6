//! Whether bounds are a proof.
use super::error::CertifyError;
use gosdt_search::StopReason;
use gosdt_tree::Status;

/// The status that bounds speak for: optimal if and only if they are equal. `claimed` says why a
/// search ended before that, and must say so.
pub(crate) fn certify_status<N: PartialOrd + ToString>(
    lower: &N,
    upper: &N,
    claimed: gosdt_search::Status,
) -> Result<Status, CertifyError> {
    certify_status_of(lower, upper, claimed, true)
}

/// The same; unless costs were exact, their rounding may be left open between the bounds.
pub(crate) fn certify_status_of<N: PartialOrd + ToString>(
    lower: &N,
    upper: &N,
    claimed: gosdt_search::Status,
    exact: bool,
) -> Result<Status, CertifyError> {
    match claimed {
        _ if lower == upper => Ok(Status::Optimal),
        gosdt_search::Status::Optimal if lower < upper && !exact => Ok(Status::OptimalUpToRounding),
        gosdt_search::Status::Stopped(reason) if lower < upper => Ok(stopped_by(reason)),
        _ => {
            let [lower, upper] = [lower, upper].map(ToString::to_string);
            Err(CertifyError::WrongBounds { lower, upper })
        }
    }
}

fn stopped_by(reason: StopReason) -> Status {
    match reason {
        StopReason::TimeLimit => Status::TimeLimit,
        StopReason::MemoryLimit => Status::MemoryLimit,
        StopReason::Interrupted => Status::Interrupted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_must_meet_at_the_optimum_and_never_cross() {
        let proven = gosdt_search::Status::Optimal;
        let stopped = gosdt_search::Status::Stopped(StopReason::TimeLimit);
        let wrong = |lower: i64| {
            Err(CertifyError::WrongBounds { lower: lower.to_string(), upper: "3".to_string() })
        };
        assert_eq!(certify_status(&3, &3, proven), Ok(Status::Optimal));
        assert_eq!(certify_status(&3, &3, stopped), Ok(Status::Optimal));
        assert_eq!(certify_status(&2, &3, stopped), Ok(Status::TimeLimit));
        assert_eq!(certify_status(&2, &3, proven), wrong(2));
        assert_eq!(certify_status(&4, &3, stopped), wrong(4));
        let rounded = |lower: i64, claimed| certify_status_of(&lower, &3, claimed, false);
        assert_eq!(rounded(3, proven), Ok(Status::Optimal));
        assert_eq!(rounded(2, proven), Ok(Status::OptimalUpToRounding));
        assert_eq!(rounded(2, stopped), Ok(Status::TimeLimit));
        assert_eq!(rounded(4, proven), wrong(4));
    }
}
