//! What a session sees of the page.

/// The page, as a session sees it while it works.
pub trait Host {
    /// Whether the user has asked to stop.
    fn should_stop(&self) -> bool;

    /// Tells of a moment of the work, as JSON.
    fn progress(&self, json: &str);
}
