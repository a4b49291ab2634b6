//! Which vector instructions may be used: a setting for measurements.
use crate::exit_code::Failure;
use gosdt::{InstructionSet, Kernels};

/// The variable that names the best set to use.
const VARIABLE: &str = "GOSDT_INSTRUCTION_SET";

/// Limits the instruction set to what the environment says, if it says anything.
pub fn limit_instruction_set() -> Result<(), Failure> {
    let Some(name) = std::env::var_os(VARIABLE) else { return Ok(()) };
    let set = match name.to_str() {
        Some("plain") => InstructionSet::Plain,
        Some("neon") => InstructionSet::Neon,
        Some("avx2") => InstructionSet::Avx2,
        Some("avx512") => InstructionSet::Avx512,
        _ => {
            let text = format!("{VARIABLE} is plain, neon, avx2 or avx512, not {}", name.display());
            return Err(Failure::Input(text));
        }
    };
    Kernels::limit(set);
    Ok(())
}
