//! `gosdt show`: a model in another form.
use crate::exit_code::{Ending, Failure};
use crate::input::{Dialect, Form, ShowArgs, read_model};
#[cfg(feature = "png")]
use crate::output::is_terminal;
use crate::output::{
    Named, check_clashes, check_writable, command_line, print, tree_on_screen, write_file,
};
use gosdt::{Model, SqlLabels};
use gosdt_report::Page;

/// Reads the model and prints it, or writes it to a file.
pub fn run(args: &ShowArgs) -> Result<Ending, Failure> {
    let inputs = [("model", args.model.as_path())];
    let outputs: Vec<Named<'_>> =
        args.output.iter().map(|path| ("result", path.as_path())).collect();
    check_clashes(&inputs, &outputs)?;
    args.output.iter().try_for_each(|path| check_writable(path))?;
    let model = read_model(&args.model)?;
    let form = args.form();
    #[cfg(feature = "png")]
    if form == Form::Png && args.output.is_none() && is_terminal() {
        let text = "an image cannot be shown on a terminal; write it to a file with -o FILE.png";
        return Err(Failure::Input(text.to_string()));
    }
    match &args.output {
        Some(path) => write_file(path, content(&model, form, args.dialect)?)?,
        None if form == Form::Text => print(tree_on_screen(&model))?,
        None => print(content(&model, form, args.dialect)?)?,
    }
    Ok(Ending::Done)
}

/// The content of a file with the model in some form.
pub fn content(model: &Model, form: Form, dialect: Dialect) -> Result<Vec<u8>, Failure> {
    let text = match form {
        Form::Text => gosdt::text(model),
        Form::Rules => gosdt::rules(model),
        Form::Svg => gosdt_report::svg(model),
        #[cfg(feature = "png")]
        Form::Png => {
            return gosdt_report::png(model).map_err(|error| Failure::Other(error.to_string()));
        }
        Form::Html => Page { command: Some(&command_line()), ..Page::new(model) }.html(),
        Form::Dot => gosdt::dot(model),
        Form::Sql => gosdt::sql(model, dialect.into(), SqlLabels::AsSpelled)
            .map_err(|error| Failure::Input(error.to_string()))?,
        Form::Json => model.to_json() + "\n",
    };
    Ok(text.into_bytes())
}
