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
    let shown = shown(&model, args)?;
    match &args.output {
        Some(path) => files::write(path, shown)?,
        None => print(shown)?,
    }
    Ok(Ending::Done)
}

fn shown(model: &Model, args: &ShowArgs) -> Result<Vec<u8>, Failure> {
    let text = match args.form {
        Form::Text if args.output.is_some() => gosdt::text(model),
        Form::Text => screen::tree(model),
        Form::Rules => gosdt::rules(model),
        Form::Svg => gosdt_report::svg(model),
        #[cfg(feature = "png")]
        Form::Png => return image(model, args),
        Form::Html => Page { command: Some(&command_line::typed()), ..Page::new(model) }.html(),
        Form::Dot => gosdt::dot(model),
        Form::Json => model.to_json() + "\n",
    };
    Ok(text.into_bytes())
}

#[cfg(feature = "png")]
fn image(model: &Model, args: &ShowArgs) -> Result<Vec<u8>, Failure> {
    if args.output.is_none() && screen::is_there() {
        let text = "an image cannot be shown on a terminal; write it to a file with -o FILE.png";
        return Err(Failure::Input(text.to_string()));
    }
    gosdt_report::png(model).map_err(|error| Failure::Other(error.to_string()))
}
