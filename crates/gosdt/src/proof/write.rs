//! Writes a proof of what a finished search found.
use super::error::ProofError;
use super::extract::{Extraction, Failure};
use super::header::header;
use super::lemma::Lemma;
use super::options::ProofOptions;
use super::splits::search_splits;
use super::table::checked_table;
use super::units::Units;
use super::watch::ProofProgress;
use crate::memory::{check_memory, size_of};
use crate::options::CheckedOptions;
use crate::training_data::TrainingData;
use crate::watch::Watch;
use gosdt_check::json::Json;
use gosdt_check::node::Checker;
use gosdt_check::problem::Problem;
use gosdt_search::Instant;
use gosdt_search::{
    Costs, FinishedSearch, Kernels, SearchControl, StopReason, Watched, memory_allowance,
    run_watched,
};
use gosdt_tree::Model;
use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};

/// A search that was kept so that its proof can be written.
pub(crate) struct KeptSearch {
    pub(crate) search: FinishedSearch,
    pub(crate) costs: Costs,
    /// The lower bound that it ended with.
    pub(crate) lower: i64,
}

/// A certificate: a header and a proof, as `gosdt-check` reads them.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Proof {
    /// The file.
    pub bytes: Vec<u8>,
    /// Bytes of the lemmas alone.
    pub lemma_bytes: usize,
    /// Number of lemmas.
    pub lemmas: u64,
    /// Seconds that it took to write it.
    pub seconds: f64,
}

/// Writes the proof of a kept search.
pub(crate) fn write_proof(
    data: &TrainingData<'_>,
    (kept, model): (&KeptSearch, &Model),
    options: &CheckedOptions,
    proof_options: &ProofOptions,
    watch: &mut dyn Watch<ProofProgress>,
) -> Result<Proof, ProofError> {
    let started = Instant::now();
    if data.table.merged.is_some() {
        return Err(ProofError::MergedRows(data.table.source.clone()));
    }
    if !kept.costs.is_exact() {
        return Err(ProofError::Rounded);
    }
    check_checking(data, COPIES, options)?;
    let table = checked_table(data.table).ok_or(ProofError::Rounded)?;
    let (rules, bound) = (&options.thresholds, kept.costs.rational(kept.lower));
    let header = header(data, model, &table.digest(), (rules, &proof_options.csv), &bound);
    let stated = Json::read(&header).ok_or_else(|| disagreement("the header is no JSON"))?;
    let problem = Problem::new(&table, &stated).map_err(ProofError::Disagreement)?;
    let digits = |counts: &Vec<i64>| 64 - counts.iter().max().unwrap_or(&0).leading_zeros();
    let digits: u32 = problem.measures.iter().map(digits).sum();
    check_checking(data, COPIES + u64::from(digits), options)?;
    let splits = search_splits(data, &problem);
    let splits = splits.ok_or_else(|| disagreement("a split is unknown to the search"))?;
    let units = Units::new(&kept.costs, problem.unit);
    let units = units.ok_or_else(|| disagreement("their costs are too far apart"))?;
    let unavoidable = kept.search.unavoidable_cost();
    if units.bound_for_search(problem.paid) != unavoidable {
        return Err(disagreement("search and checker reduce the problem differently"));
    }
    let work = Work {
        control: SearchControl::default(),
        lemmas: AtomicU64::new(0),
        memory_limit: options.search.memory_limit,
        started,
    };
    let target = units.bound_for_checker(kept.lower - unavoidable);
    let write = || {
        let mut extraction = Extraction {
            checker: Checker::new(&problem),
            adviser: kept.search.adviser(&work.control),
            splits: &splits,
            units,
            control: &work.control,
            lemmas: &work.lemmas,
            least_weight: problem.measures[problem.cells.len()].iter().copied().min().unwrap_or(0),
            kernels: Kernels::detect(),
            common: Vec::new(),
            found: Vec::new(),
            proven: HashSet::new(),
            repeated: 0,
            repeats_many: false,
        };
        extraction.run(target).map(|lemma| written(&lemma))
    };
    let deadline = proof_options.time_limit.and_then(|limit| started.checked_add(limit));
    let lemmas = run_watched(write, &work, deadline, watch).map_err(|failure| match failure {
        Failure::Disagreement(what) => ProofError::Disagreement(what),
        Failure::Stopped => {
            ProofError::Stopped(work.control.reason().unwrap_or(StopReason::Interrupted))
        }
    })?;
    let mut bytes = header.into_bytes();
    bytes.extend(&lemmas);
    let seconds = started.elapsed().as_secs_f64();
    let number = work.lemmas.load(Ordering::Relaxed);
    Ok(Proof { bytes, lemma_bytes: lemmas.len(), lemmas: number, seconds })
}

fn disagreement(what: &str) -> ProofError {
    ProofError::Disagreement(what.to_string())
}

fn written(lemma: &Lemma) -> Vec<u8> {
    let mut bytes = Vec::new();
    lemma.write(&mut bytes);
    bytes
}

/// The writing of a proof as the thread that watches it sees it.
struct Work {
    control: SearchControl,
    lemmas: AtomicU64,
    memory_limit: Option<u64>,
    started: Instant,
}

impl Watched for Work {
    type Progress = ProofProgress;

    fn progress(&self) -> ProofProgress {
        let lemmas = self.lemmas.load(Ordering::Relaxed);
        ProofProgress { elapsed: self.started.elapsed(), lemmas }
    }

    fn stop(&self, reason: StopReason) {
        self.control.stop(reason);
    }

    fn watch_inline(&self) {
        self.control.watch_inline();
    }

    fn adapt(&self) {
        if let Some(limit) = self.memory_limit {
            self.control.limit_memory(memory_allowance(limit, self.control.memory()));
        }
    }
}

/// How many times a bit for every point and split is held while a proof is written: by the checker and
/// by the sets on the way down. While the root is laid out there is one more for each binary digit of what
/// points count.
const COPIES: u64 = 6;

/// Fails where there is no memory for so many bits for every point and split beside the search.
fn check_checking(
    data: &TrainingData<'_>,
    copies: u64,
    options: &CheckedOptions,
) -> Result<(), ProofError> {
    let size = size_of(data);
    let bits = (size.points as u64).saturating_mul(size.splits as u64) / 8;
    let advice = "allow more, keep fewer thresholds (--thresholds), or fit without a certificate";
    let step = "checking a certificate, which has a bit for every row and threshold,";
    Ok(check_memory(step, bits.saturating_mul(copies), options.search.memory_limit, advice)?)
}
