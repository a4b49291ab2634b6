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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use std::cell::{Cell, RefCell};

    /// A page that asks to stop after so many looks, and notes what it is told.
    #[derive(Default)]
    struct Page {
        looks: Cell<Option<usize>>,
        told: RefCell<Vec<String>>,
    }

    impl Host for Page {
        fn should_stop(&self) -> bool {
            let left = self.looks.get();
            self.looks.set(left.map(|looks| looks.saturating_sub(1)));
            left == Some(0)
        }

        fn progress(&self, json: &str) {
            self.told.borrow_mut().push(json.to_string());
        }
    }

    fn ask_of(session: &mut Session, page: &Page, request: &Value) -> Result<Value, String> {
        let answer = session.call(&request.to_string(), page);
        let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
        match answer.get("done") {
            Some(done) => Ok(done.clone()),
            None => Err(answer["failed"].as_str().expect("a reason").to_string()),
        }
    }

    fn ask(session: &mut Session, request: Value) -> Result<Value, String> {
        ask_of(session, &Page::default(), &request)
    }

    fn options(lambda: &str) -> Value {
        json!({"objective": "accuracy", "lambda": lambda, "memory_limit": 1000})
    }

    fn open(session: &mut Session, text: &str) -> Result<Value, String> {
        session.attach(text.as_bytes().to_vec());
        ask(
            session,
            json!({"do": "open", "name": "t.csv", "header": true, "memory_limit": 100_000}),
        )
    }

    const TABLE: &str = "age,smokes,ill\n30,yes,no\n40,no,no\n60,yes,yes\n70,yes,yes\n65,no,no\n";

    #[test]
    fn a_demo_is_fitted_as_the_program_fits_it() {
        let mut session = Session::default();
        let demos = ask(&mut session, json!({"do": "demos"})).unwrap();
        assert_eq!(demos.as_array().unwrap().len(), DEMOS.len());
        let table = ask(&mut session, json!({"do": "open-demo", "name": "monk-1"})).unwrap();
        assert_eq!(table["rows"], 432);
        let columns = json!({"categorical": table["categorical"]});
        let request = json!({"do": "fit", "columns": columns, "options": options("0.01")});
        let tree = ask(&mut session, request).unwrap();
        let own = gosdt::demo::find("monk-1").unwrap().table().unwrap();
        let own = gosdt::fit(&own, &gosdt::FitOptions::default(), &mut gosdt::Silent).unwrap();
        assert_eq!(tree["model"], own.model.to_json() + "\n");
        assert_eq!(tree["proven"], true);
        assert_eq!(tree["form"].as_array().unwrap().len(), 3);
        let report = tree["report"].as_str().unwrap();
        assert!(report.contains("gosdt demo monk-1 --lambda 0.01"), "{report}");
    }

    #[test]
    fn a_case_is_told_with_its_rule_and_its_way() {
        let mut session = Session::default();
        let table = open(&mut session, TABLE).unwrap();
        assert_eq!(table["columns"][0]["kind"], "numeric");
        let request = json!({"do": "fit", "columns": {}, "options": options("0.01")});
        let tree = ask(&mut session, request).unwrap();
        let case = |session: &mut Session, age: &str, smokes: &str| {
            let values = json!({"age": age, "smokes": smokes});
            ask(session, json!({"do": "case", "values": values}))
        };
        let ill = case(&mut session, "61", "yes").unwrap();
        assert_eq!(ill["class"], "yes");
        assert_eq!(ill["way"].as_array().unwrap().len(), 2);
        assert_eq!(ill["conditions"].as_array().unwrap().len(), 2);
        assert_eq!(case(&mut session, "61", "no").unwrap()["class"], "no");
        assert!(case(&mut session, "old", "yes").unwrap_err().contains("old"));
        assert!(tree["picture"].as_str().unwrap().starts_with("<svg"));
        // The model file leads to the same tree, without a table.
        let mut other = Session::default();
        other.attach(tree["model"].as_str().unwrap().as_bytes().to_vec());
        let again = ask(&mut other, json!({"do": "open-model", "name": "m.json"})).unwrap();
        assert_eq!(again["model"], tree["model"]);
        assert_eq!(case(&mut other, "61", "yes").unwrap(), ill);
    }

    #[test]
    fn a_path_has_a_tree_for_each_step() {
        let mut session = Session::default();
        ask(&mut session, json!({"do": "open-demo", "name": "monk-1"})).unwrap();
        let request = json!({
            "do": "path", "columns": {}, "options": options("0.01"), "from": "0.2", "to": "0.001",
        });
        let path = ask(&mut session, request).unwrap();
        let trees = path["trees"].as_array().unwrap();
        for (at, tree) in trees.iter().enumerate() {
            let chosen = ask(&mut session, json!({"do": "choose", "tree": at})).unwrap();
            assert_eq!(chosen["leaves"], tree["leaves"]);
        }
        assert!(ask(&mut session, json!({"do": "choose", "tree": trees.len()})).is_err());
        let report = ask(&mut session, json!({"do": "path-report"})).unwrap();
        assert!(report.as_str().unwrap().contains("Decision trees for"));
    }

    #[test]
    fn what_cannot_be_done_is_said_and_nothing_is_lost() {
        let mut session = Session::default();
        let fit = json!({"do": "fit", "columns": {}, "options": options("0.01")});
        assert_eq!(ask(&mut session, fit.clone()).unwrap_err(), "there is no table yet");
        assert!(session.call("{", &Page::default()).contains("failed"));
        assert!(ask(&mut session, json!({"do": "dance"})).is_err());
        assert!(open(&mut session, "a,b\n1\n").unwrap_err().contains("t.csv, line 2"));
        open(&mut session, TABLE).unwrap();
        for change in [
            json!({"lambda": "-1"}),
            json!({"lambda": "much"}),
            json!({"objective": "cost:/etc/passwd"}),
            json!({"objective": "beauty"}),
            json!({"time_limit": -1.0}),
        ] {
            let mut request = fit.clone();
            let wanted = request["options"].as_object_mut().unwrap();
            wanted.extend(change.as_object().unwrap().clone());
            assert!(ask(&mut session, request).is_err(), "{change}");
        }
        let small = json!({"do": "open", "name": "t.csv", "header": true, "memory_limit": 0});
        session.attach(TABLE.as_bytes().to_vec());
        let refused = ask(&mut session, small);
        if gosdt::resident_memory().is_some() {
            assert!(refused.unwrap_err().contains("memory limit of 0 MB"));
        }
        open(&mut session, TABLE).unwrap();
        assert_eq!(ask(&mut session, fit).unwrap()["proven"], true);
    }

    #[test]
    fn a_search_is_stopped_and_tells_its_progress() {
        let mut session = Session::default();
        let table = ask(&mut session, json!({"do": "open-demo", "name": "tic-tac-toe"})).unwrap();
        let columns = json!({"categorical": table["categorical"]});
        let request = json!({"do": "fit", "columns": columns, "options": options("0.0001")});
        let page = Page { looks: Cell::new(Some(8)), ..Page::default() };
        let tree = ask_of(&mut session, &page, &request).unwrap();
        assert_eq!(tree["proven"], false);
        assert!(
            tree["verdict"].as_str().unwrap().starts_with("Interrupted"),
            "{}",
            tree["verdict"]
        );
        let told = page.told.borrow();
        assert!(told.iter().any(|moment| moment.contains("\"upper\"")), "{told:?}");
    }

    /// The scripts of the reports run in the page only if its policy names their hashes.
    #[test]
    fn the_policy_of_the_page_lets_the_reports_scripts_run() {
        let page = include_str!("../page/index.html");
        let mut session = Session::default();
        ask(&mut session, json!({"do": "open-demo", "name": "monk-1"})).unwrap();
        let options = options("0.01");
        let fit = json!({"do": "fit", "columns": {}, "options": options});
        let path =
            json!({"do": "path", "columns": {}, "options": options, "from": "1", "to": "0.1"});
        let tree = ask(&mut session, fit).unwrap()["report"].clone();
        ask(&mut session, path).unwrap();
        let report = ask(&mut session, json!({"do": "path-report"})).unwrap();
        for report in [tree, report] {
            let report = report.as_str().unwrap();
            let hash = report.split("script-src '").nth(1).unwrap().split('\'').next().unwrap();
            assert!(page.contains(hash), "index.html should name {hash}");
        }
    }

    #[test]
    fn the_command_says_what_was_chosen() {
        let mut session = Session::default();
        open(&mut session, TABLE).unwrap();
        let columns = json!({"target": "ill", "ignore": ["age"], "missing": "category"});
        let mut options = options("1/32");
        options["max_depth"] = json!(2);
        let tree = ask(&mut session, json!({"do": "fit", "columns": columns, "options": options}));
        let report = tree.unwrap()["report"].as_str().unwrap().to_string();
        let command = "gosdt fit t.csv --target ill --ignore age --missing category --lambda 1/32 --max-depth 2";
        assert!(report.contains(command), "{report}");
    }
}
