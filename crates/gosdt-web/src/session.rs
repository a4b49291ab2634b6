//! What a page works with: the table, the tree, the path.
use crate::case;
use crate::error::Failure;
use crate::fitting::{Fitted, Found};
use crate::host::Host;
use crate::read::Opened;
use crate::request::Request;
use crate::result::TreeAnswer;
use gosdt::Model;
use gosdt::demo::DEMOS;
use gosdt_report::Page;
use serde::Serialize;

/// What a page works with. It answers one request after another.
#[derive(Default)]
pub struct Session {
    /// A file that was handed over and not yet read.
    file: Vec<u8>,
    opened: Option<Opened>,
    path: Option<Found>,
    /// The tree that cases are tried on.
    model: Option<Model>,
}

/// An answer, or why there is none.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Answer<T> {
    Done(T),
    Failed(String),
}

/// A built-in data set.
#[derive(Serialize)]
struct DemoAnswer {
    name: &'static str,
    about: &'static str,
}

impl Session {
    /// Hands over a file that the next request is about.
    pub fn attach(&mut self, file: Vec<u8>) {
        self.file = file;
    }

    /// Answers a request: `{"done": …}` or `{"failed": "why"}`. Nothing that is asked makes it panic.
    pub fn call(&mut self, request: &str, host: &dyn Host) -> String {
        let answer = self.answer(request, host);
        answer.unwrap_or_else(|Failure(text)| json(&Answer::<()>::Failed(text)))
    }

    fn answer(&mut self, request: &str, host: &dyn Host) -> Result<String, Failure> {
        match serde_json::from_str(request)? {
            Request::Demos => {
                Ok(done(&DEMOS.map(|demo| DemoAnswer { name: demo.name, about: demo.about })))
            }
            Request::Open { name, layout, memory_limit } => {
                let file = std::mem::take(&mut self.file);
                self.forget();
                self.keep(Opened::file(name, &file, layout, memory_limit, host)?, host)
            }
            Request::OpenDemo { name } => {
                self.forget();
                self.keep(Opened::demo(&name, host)?, host)
            }
            Request::OpenModel { name } => self.open_model(&name),
            Request::Fit { columns, options } => {
                let fitted = Fitted::new(self.opened()?, &columns, &options, host)?;
                let answer = done(&TreeAnswer::new(&fitted.page()));
                self.model = Some(fitted.fit.model);
                Ok(answer)
            }
            Request::Path { columns, options, from, to } => {
                let how = (&columns, &options);
                let found = Found::new(self.opened()?, how, [&from, &to], host)?;
                Ok(done(&self.path.insert(found).answer()))
            }
            Request::Choose { tree } => {
                let page = self.path()?.page(tree)?;
                let (answer, model) = (done(&TreeAnswer::new(&page)), page.model.clone());
                self.model = Some(model);
                Ok(answer)
            }
            Request::PathReport => Ok(done(&self.path()?.html())),
            Request::Case { values } => {
                let model = self.model.as_ref().ok_or_else(|| Failure::nothing("tree"))?;
                Ok(done(&case::answer(model, &values)?))
            }
        }
    }

    fn opened(&self) -> Result<&Opened, Failure> {
        self.opened.as_ref().ok_or_else(|| Failure::nothing("table"))
    }

    fn path(&self) -> Result<&Found, Failure> {
        self.path.as_ref().ok_or_else(|| Failure::nothing("path"))
    }

    /// Drops what was made of the last table, so that the next has its memory.
    fn forget(&mut self) {
        let file = std::mem::take(&mut self.file);
        *self = Session { file, ..Session::default() };
    }

    fn keep(&mut self, opened: Opened, host: &dyn Host) -> Result<String, Failure> {
        let answer = done(&opened.answer(host)?);
        self.opened = Some(opened);
        Ok(answer)
    }

    fn open_model(&mut self, name: &str) -> Result<String, Failure> {
        let file = std::mem::take(&mut self.file);
        let text = String::from_utf8(file)?;
        let model = Model::from_json(&text).map_err(|error| Failure(format!("{name}: {error}")))?;
        self.forget();
        let model = self.model.insert(model);
        Ok(done(&TreeAnswer::new(&Page::new(model))))
    }
}

fn done<T: Serialize>(answer: &T) -> String {
    json(&Answer::Done(answer))
}

fn json<T: Serialize>(answer: &T) -> String {
    serde_json::to_string(answer).unwrap_or_else(|error| format!(r#"{{"failed":"{error}"}}"#))
}
