//! What a session cannot do, said in words.

/// A sentence that says what went wrong and what to do.
#[derive(Debug)]
pub(crate) struct Failure(pub String);

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure(error.to_string())
    }
}

impl Failure {
    /// There is nothing to do this with.
    pub fn nothing(what: &str) -> Failure {
        Failure(format!("there is no {what} yet"))
    }
}
