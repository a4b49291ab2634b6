//! `gosdt show`: a model in another form.
use crate::args::{Form, ShowArgs};
use crate::ending::{Ending, Failure};
use crate::files::read_model;
use crate::output::print;

/// Reads the model and prints it.
pub fn run(args: &ShowArgs) -> Result<Ending, Failure> {
    let model = read_model(&args.model)?;
    let shown = match args.form {
        Form::Text => gosdt::text(&model),
        Form::Rules => gosdt::rules(&model),
        Form::Dot => gosdt::dot(&model),
        Form::Json => model.to_json() + "\n",
    };
    print(&shown)?;
    Ok(Ending::Done)
}
