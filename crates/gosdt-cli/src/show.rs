//! `gosdt show`: a model in another form.
use crate::args::{Form, ShowArgs};
use crate::command_line;
use crate::ending::{Ending, Failure};
use crate::files;
use crate::output::print;
use crate::screen;
use gosdt::Model;
use gosdt_report::Page;

/// Reads the model and prints it, or writes it to a file.
pub fn run(args: &ShowArgs) -> Result<Ending, Failure> {
    args.output.iter().try_for_each(|path| files::check_writable(path))?;
    let model = files::read_model(&args.model)?;
    match &args.output {
        Some(path) => files::write(path, &shown(&model, args))?,
        None => print(&shown(&model, args))?,
    }
    Ok(Ending::Done)
}

fn shown(model: &Model, args: &ShowArgs) -> String {
    match args.form {
        Form::Text if args.output.is_some() => gosdt::text(model),
        Form::Text => screen::tree(model),
        Form::Rules => gosdt::rules(model),
        Form::Svg => gosdt_report::svg(model),
        Form::Html => {
            Page { command: Some(&command_line::typed()), ..Page::new(model) }.html()
        }
        Form::Dot => gosdt::dot(model),
        Form::Json => model.to_json() + "\n",
    }
}
