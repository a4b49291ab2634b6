//! Model ↔ JSON. The text may come from anywhere: it is checked before anything uses it.
use crate::{Model, ModelError};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What every version of the format has. Read first, so that a file from the future is called
/// that and not damaged.
#[derive(Deserialize)]
struct Heading {
    format: Option<String>,
    version: Option<u64>,
}

impl Model {
    /// What [`Model::format`] says.
    pub const FORMAT: &'static str = "gosdt-model";
    /// The version of the format that this program writes, and the newest that it reads.
    pub const VERSION: u32 = 1;

    /// Reads and checks a model. Never panics, whatever the text.
    ///
    /// ```
    /// let error = gosdt_tree::Model::from_json("[1, 2]").unwrap_err();
    /// assert!(error.to_string().starts_with("this is not a gosdt model file"));
    /// ```
    pub fn from_json(text: &str) -> Result<Model, ModelError> {
        check_heading(text)?;
        let mut json = serde_json::Deserializer::from_str(text);
        // The inherent function, derived: parses without checking.
        let model = Model::deserialize(&mut json).map_err(|error| not_a_model(&error))?;
        model.validate()?;
        Ok(model)
    }

    /// The model as indented JSON; numbers are read back exactly. Safe to print on a terminal.
    pub fn to_json(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        escape_controls(text.expect("a model holds nothing that JSON cannot"))
    }
}

/// Escapes the controls that JSON allows in a text as they are (delete and U+0080 to U+009F), so that
/// printing it does nothing to a terminal.
pub fn escape_controls(json: String) -> String {
    let control = |c: char| c.is_control() && c != '\n';
    if !json.contains(control) {
        return json;
    }
    let escape = |c: char| match control(c) {
        true => format!("\\u{:04x}", u32::from(c)),
        false => c.to_string(),
    };
    json.chars().map(escape).collect()
}

fn check_heading(text: &str) -> Result<(), ModelError> {
    let heading: Heading = serde_json::from_str(text).map_err(|error| not_a_model(&error))?;
    if heading.format.as_deref() != Some(Model::FORMAT) {
        let problem = format!("its \"format\" is not \"{}\"", Model::FORMAT);
        return Err(ModelError::NotAModel(problem));
    }
    match heading.version {
        None => Err(ModelError::NotAModel("it has no \"version\"".into())),
        Some(found) if found > Model::VERSION.into() => {
            Err(ModelError::NewerVersion { found, known: Model::VERSION })
        }
        Some(_) => Ok(()),
    }
}

fn not_a_model(error: &serde_json::Error) -> ModelError {
    // The message may quote the file.
    let harmless = error.to_string().replace(char::is_control, "\u{fffd}");
    ModelError::NotAModel(harmless)
}

impl Serialize for Model {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Model::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Model {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Model, D::Error> {
        let model = Model::deserialize(deserializer)?;
        model.validate().map_err(serde::de::Error::custom)?;
        Ok(model)
    }
}
