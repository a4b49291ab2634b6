//! How a command ended, and the exit code that says so.
use gosdt::{BaselineError, DataError, FitError, ModelError, OptionsError, SelectError};
use std::fmt;
use std::process::ExitCode;

/// The command did what it was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// To the end, or to a limit that was set.
    Done,
    /// Until the user stopped it; the best tree was handed over.
    Interrupted,
}

/// Exit code of an interrupted run.
pub const INTERRUPTED: u8 = 130;

impl Ending {
    /// 0, or 130 when interrupted.
    pub fn exit_code(self) -> ExitCode {
        match self {
            Ending::Done => ExitCode::SUCCESS,
            Ending::Interrupted => ExitCode::from(INTERRUPTED),
        }
    }
}

/// The command could not do what it was asked for.
#[derive(Debug)]
pub enum Failure {
    /// The data, a model or an option is at fault.
    Input(String),
    /// Stopped by the user before there was anything to hand over.
    Interrupted(String),
    /// Anything else: an output that cannot be written, an internal error.
    Other(String),
}

impl Failure {
    /// 2 for bad input, 130 when interrupted, 1 for anything else.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.code())
    }

    /// Ends the program at once.
    pub fn exit(&self) -> ! {
        std::process::exit(self.code().into())
    }

    fn code(&self) -> u8 {
        match self {
            Failure::Input(_) => 2,
            Failure::Interrupted(_) => INTERRUPTED,
            Failure::Other(_) => 1,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(text) | Failure::Interrupted(text) | Failure::Other(text) => {
                f.write_str(text)
            }
        }
    }
}

impl From<DataError> for Failure {
    fn from(error: DataError) -> Failure {
        Failure::Input(error.to_string())
    }
}

impl From<ModelError> for Failure {
    fn from(error: ModelError) -> Failure {
        Failure::Input(error.to_string())
    }
}

impl From<OptionsError> for Failure {
    fn from(error: OptionsError) -> Failure {
        Failure::Input(error.to_string())
    }
}

impl From<FitError> for Failure {
    fn from(error: FitError) -> Failure {
        match error {
            FitError::Certify(_) => Failure::Other(error.to_string()),
            _ => Failure::Input(error.to_string()),
        }
    }
}

impl From<BaselineError> for Failure {
    fn from(error: BaselineError) -> Failure {
        Failure::Input(error.to_string())
    }
}

impl From<SelectError> for Failure {
    fn from(error: SelectError) -> Failure {
        match error {
            SelectError::Fit(error) => error.into(),
            SelectError::Interrupted(_) => Failure::Interrupted(error.to_string()),
            _ => Failure::Input(error.to_string()),
        }
    }
}
