//! Certificates: written after a fit, and checked.
use crate::failure::{from_any, from_fit, in_python};
use crate::observer::Observer;
use crate::options::missing_policy;
use crate::table::{ColumnIn, LabelsIn, WeightsIn, table};
use gosdt::{FitOptions, Model, ProofOptions, ProofProgress, Watch};
use gosdt_check::{Failure, Verdict, check, check_table, on_large_stack};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::time::Duration;

/// Whether a claim is proven, what is proven in words (or why it is not), the bound and the objective of
/// the tree as fractions, and the number of lemmas.
type Checked = (bool, String, String, String, u64);

/// Fits a model's tree again, and writes a certificate of it.
#[pyfunction]
#[pyo3(signature = (columns, labels, weights, missing, model, time_limit=None))]
pub fn certify(
    py: Python<'_>,
    columns: Vec<ColumnIn>,
    labels: LabelsIn,
    weights: Option<WeightsIn>,
    missing: &str,
    model: &str,
    time_limit: Option<f64>,
) -> PyResult<Vec<u8>> {
    let missing = missing_policy(missing)?;
    let model = Model::from_json(model).map_err(|error| from_any(&error))?;
    let limit = |seconds| Duration::try_from_secs_f64(seconds).map_err(|error| from_any(&error));
    let time_limit = time_limit.map(limit).transpose()?;
    py.detach(move || {
        let table = table(columns, labels, weights, missing)?;
        let options = FitOptions::of_model(&model).map_err(|error| from_any(&error))?;
        let options = FitOptions { time_limit, ..options };
        let how = ProofOptions { time_limit, ..ProofOptions::default() };
        let mut observer = Observer::new(None);
        let written = gosdt::fit_with_proof(&table, &options, &how, &mut observer);
        observer.finish()?;
        let (_, proof) = written.map_err(|error| from_fit(&error))?;
        let proof =
            proof.map_err(|error| PyRuntimeError::new_err(in_python(&error.to_string())))?;
        Ok(proof.bytes)
    })
}

/// Checks a certificate on the text of a file.
#[pyfunction]
pub fn check_text(py: Python<'_>, data: &str, model: &str, proof: &[u8]) -> PyResult<Checked> {
    py.detach(|| checked(on_large_stack(|| check(data, model.as_bytes(), proof))))
}

/// Checks a certificate on rows.
#[pyfunction]
pub fn check_rows(
    py: Python<'_>,
    columns: Vec<ColumnIn>,
    labels: LabelsIn,
    weights: Option<WeightsIn>,
    missing: &str,
    model: &str,
    proof: &[u8],
) -> PyResult<Checked> {
    let missing = missing_policy(missing)?;
    py.detach(move || {
        let rows = gosdt::checked_table(&table(columns, labels, weights, missing)?);
        let rows = rows.ok_or_else(|| PyValueError::new_err("the weights are too large"))?;
        checked(on_large_stack(|| check_table(&rows, model.as_bytes(), proof)))
    })
}

fn checked(outcome: Result<Verdict, Failure>) -> PyResult<Checked> {
    match outcome {
        Err(Failure::Input(why)) => Err(PyValueError::new_err(why)),
        Err(Failure::NotProven(why)) => Ok((false, why, String::new(), String::new(), 0)),
        Ok(verdict) => {
            let [bound, objective] = [verdict.bound, verdict.objective].map(|one| one.to_string());
            Ok((true, verdict.text, bound, objective, verdict.lemmas))
        }
    }
}

impl Watch<ProofProgress> for Observer {
    fn should_stop(&mut self) -> bool {
        self.is_stopped()
    }
}
