//! The forms that a model can be shown in.
use clap::ValueEnum;
use std::path::Path;

/// How a model is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// A tree: drawn with lines and colour on a terminal, indented text elsewhere
    Text,
    /// One if-then rule per leaf
    Rules,
    /// A picture, for slides and papers
    Svg,
    /// The same picture as an image
    #[cfg(feature = "png")]
    Png,
    /// A page with pictures that needs no other file
    Html,
    /// Graphviz
    Dot,
    /// An SQL expression whose value is the class, to score rows in a database
    Sql,
    /// The model file, checked
    Json,
}

impl Form {
    /// The form that the ending of a file's name stands for, if it does for any.
    pub fn of_file(path: &Path) -> Option<Form> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "txt" => Some(Form::Text),
            "svg" => Some(Form::Svg),
            #[cfg(feature = "png")]
            "png" => Some(Form::Png),
            "html" | "htm" => Some(Form::Html),
            "dot" | "gv" => Some(Form::Dot),
            "sql" => Some(Form::Sql),
            "json" => Some(Form::Json),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_stands_for_a_form_in_small_or_large_letters() {
        let form = |name: &str| Form::of_file(Path::new(name));
        assert_eq!(form("trees/a.b.SVG"), Some(Form::Svg));
        assert_eq!(form("tree.htm"), Some(Form::Html));
        for name in ["model", "model.bak", ".svg", "/dev/stdout"] {
            assert_eq!(form(name), None, "{name}");
        }
    }
}
