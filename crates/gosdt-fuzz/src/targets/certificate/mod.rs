//! Certificates: whatever is done to data, model and certificate, the checker ends with an answer, and
//! what it accepts is true: no tree is below the bound by the oracle's enumeration.
mod certified;
mod claim;
mod forge;
mod made;

use certified::CERTIFIED;
use claim::Claim;
use forge::Files;
use gosdt_check::{Fraction, Verdict, check, on_large_stack};
use gosdt_oracle::random::Stream;
use num_rational::BigRational;

/// Checks a certificate after some changes.
pub fn run(seed: u64) -> Result<(), String> {
    let mut stream = Stream::new(seed);
    let [own, other] = [0; 2].map(|_| stream.pick(&CERTIFIED));
    let mut files = own.files.clone();
    for _ in 0..stream.below(4) {
        forge::change(&mut stream, &mut files, &other.files);
    }
    match verdict(&files) {
        Some(verdict) => judge(&verdict, &files.claim),
        None => Ok(()),
    }
}

/// What the checker says of the files, if it accepts them.
fn verdict(files: &Files) -> Option<Verdict> {
    let certificate = [&files.header[..], &files.proof].concat();
    on_large_stack(|| check(&files.data, &files.model, &certificate)).ok()
}

/// No tree is below the bound, and the model's tree is none that is too good to be.
fn judge(verdict: &Verdict, claim: &Claim) -> Result<(), String> {
    let optimum = claim.optimum();
    let [bound, objective] = [verdict.bound, verdict.objective].map(rational);
    match bound <= optimum && optimum <= objective {
        true => Ok(()),
        false => {
            let text = &verdict.text;
            Err(format!("accepted: {text}\nbut the optimum is {optimum} for\n{claim}"))
        }
    }
}

fn rational(fraction: Fraction) -> BigRational {
    BigRational::new(fraction.over.into(), fraction.under.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was not changed is accepted, and the bound is the oracle's optimum.
    #[test]
    fn certificates_are_accepted_as_they_are_written() {
        for certified in CERTIFIED.iter() {
            let verdict = verdict(&certified.files).expect("a certificate");
            assert_eq!(rational(verdict.bound), certified.files.claim.optimum());
        }
    }

    /// The target finds what it looks for: a bound above the optimum is not let pass.
    #[test]
    fn verdict_above_the_optimum_is_found_out() {
        let files = &CERTIFIED[0].files;
        let mut verdict = verdict(files).expect("a certificate");
        assert_eq!(judge(&verdict, &files.claim), Ok(()));
        verdict.bound.over += 1;
        assert!(judge(&verdict, &files.claim).is_err());
        verdict.bound = verdict.objective;
        verdict.objective.over -= 1;
        assert!(judge(&verdict, &files.claim).is_err());
    }

    /// Changes are neither all harmless nor all so coarse that nothing gets past the header.
    #[test]
    fn some_changed_certificates_are_accepted_and_most_are_refused() {
        let accepted = |seed: &u64| {
            let mut stream = Stream::new(*seed);
            let [own, other] = [0; 2].map(|_| stream.pick(&CERTIFIED));
            let mut files = own.files.clone();
            forge::change(&mut stream, &mut files, &other.files);
            verdict(&files).is_some()
        };
        let accepted = (0..1000).filter(accepted).count();
        assert!((50..500).contains(&accepted), "{accepted}");
    }
}
