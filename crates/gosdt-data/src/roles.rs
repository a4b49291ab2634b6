//! What each column is for.
use crate::{DataError, Missing, RawTable, ReadingOptions};
use std::fmt;

/// How columns are to be read. Names refer to header names.
#[derive(Clone, Debug, Default)]
pub struct Schema {
    /// The label column; `None` is the last column that is neither ignored nor the weights.
    pub target: Option<String>,
    /// The weight column.
    pub weights: Option<String>,
    /// Columns to leave out.
    pub ignore: Vec<String>,
    /// Columns to read as numbers, whatever they look like.
    pub numeric: Vec<String>,
    /// Columns to read as categories, whatever they look like.
    pub categorical: Vec<String>,
    /// Missing values.
    pub missing: Missing,
    /// How cells are read.
    pub reading: ReadingOptions,
}

/// What a column is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A feature whose kind its cells tell.
    Feature,
    /// A feature that is to be read as numbers.
    Numeric,
    /// A feature that is to be read as categories.
    Categorical,
    /// A column of dates.
    Date,
    /// A feature of ordered categories.
    Ordered,
    /// The label.
    Label,
    /// The row weights.
    Weights,
    /// Nothing.
    Ignored,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Role::Feature => "a feature",
            Role::Numeric => "a numeric feature",
            Role::Categorical => "a categorical feature",
            Role::Date => "a date",
            Role::Ordered => "an ordered feature",
            Role::Label => "the label",
            Role::Weights => "the weights",
            Role::Ignored => "ignored",
        })
    }
}

/// The role of every column of a text table.
#[derive(Debug)]
pub(crate) struct Roles {
    pub(crate) label: usize,
    /// Whether the label is one of classes, whatever it looks like.
    pub(crate) label_is_categorical: bool,
    pub(crate) weights: Option<usize>,
    roles: Vec<Role>,
}

impl Roles {
    /// Resolves the names of `schema`.
    pub(crate) fn new(raw: &RawTable, schema: &Schema) -> Result<Roles, DataError> {
        let mut claims = Claims { raw, roles: vec![None; raw.names.len()] };
        claims.claim_all(&schema.ignore, Role::Ignored)?;
        let weights = schema.weights.as_ref().map(|name| claims.claim_named(name, Role::Weights));
        let weights = weights.transpose()?;
        claims.claim_all(&schema.numeric, Role::Numeric)?;
        claims.claim_all(&schema.categorical, Role::Categorical)?;
        claims.claim_all(&schema.reading.dates, Role::Date)?;
        for ordered in &schema.reading.ordered {
            claims.claim_named(&ordered.name, Role::Ordered)?;
        }
        let (label, label_is_categorical) = claims.claim_label(schema.target.as_deref())?;
        let roles = claims.roles.into_iter().map(|role| role.unwrap_or(Role::Feature)).collect();
        let roles = Roles { label, label_is_categorical, weights, roles };
        roles.check_features(raw)?;
        Ok(roles)
    }

    /// The columns that are not ignored.
    pub(crate) fn used(&self) -> Vec<(usize, Role)> {
        let all = self.roles.iter().copied().enumerate();
        all.filter(|(_, role)| *role != Role::Ignored).collect()
    }

    /// The feature columns.
    pub(crate) fn features(&self) -> impl Iterator<Item = (usize, Role)> {
        let is_feature = |role: &Role| !matches!(role, Role::Label | Role::Weights | Role::Ignored);
        self.used().into_iter().filter(move |(_, role)| is_feature(role))
    }

    fn check_features(&self, raw: &RawTable) -> Result<(), DataError> {
        match self.features().next() {
            Some(_) => Ok(()),
            None => Err(DataError::NoFeatures {
                source_name: raw.source.clone(),
                target: raw.names[self.label].clone(),
            }),
        }
    }
}

/// Roles while they are handed out: none is handed out twice.
struct Claims<'a> {
    raw: &'a RawTable,
    roles: Vec<Option<Role>>,
}

impl Claims<'_> {
    fn claim_all(&mut self, names: &[String], role: Role) -> Result<(), DataError> {
        names.iter().try_for_each(|name| self.claim_named(name, role).map(drop))
    }

    fn claim_named(&mut self, name: &str, role: Role) -> Result<usize, DataError> {
        let column = self.raw.column_index(name)?;
        self.claim(column, role)
    }

    fn claim(&mut self, column: usize, role: Role) -> Result<usize, DataError> {
        match self.roles[column].replace(role) {
            Some(earlier) if earlier != role => Err(DataError::RoleConflict {
                source_name: self.raw.source.clone(),
                name: self.raw.names[column].clone(),
                first: earlier,
                second: role,
            }),
            _ => Ok(column),
        }
    }

    /// Claims the label, and tells whether it is to be read as categories.
    fn claim_label(&mut self, name: Option<&str>) -> Result<(usize, bool), DataError> {
        let taken = |role: &Option<Role>| matches!(role, Some(Role::Ignored | Role::Weights));
        let column = match name {
            Some(name) => Ok(self.raw.column_index(name)?),
            None => self.roles.iter().rposition(|role| !taken(role)).ok_or(()),
        };
        let column =
            column.map_err(|()| DataError::NoTarget { source_name: self.raw.source.clone() })?;
        let is_categorical = self.roles[column] == Some(Role::Categorical);
        if is_categorical {
            self.roles[column] = None;
        }
        Ok((self.claim(column, Role::Label)?, is_categorical))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CsvOptions, read_csv_from};

    fn roles(change: impl Fn(&mut Schema)) -> Result<Vec<Role>, String> {
        let file = "a,b,c,d\n1,2,3,4\n".as_bytes();
        let raw = read_csv_from(file, "f.csv", &CsvOptions::default()).unwrap();
        let mut schema = Schema::default();
        change(&mut schema);
        let roles = Roles::new(&raw, &schema);
        roles.map(|roles| roles.roles).map_err(|error| error.to_string())
    }

    fn names(text: &str) -> Vec<String> {
        text.split_whitespace().map(String::from).collect()
    }

    #[test]
    fn label_is_the_last_column_by_default() {
        use Role::*;
        assert_eq!(roles(|_| ()), Ok(vec![Feature, Feature, Feature, Label]));
        let last_taken = |schema: &mut Schema| {
            schema.ignore = names("d");
            schema.weights = Some("c".into());
        };
        assert_eq!(roles(last_taken), Ok(vec![Feature, Label, Weights, Ignored]));
    }

    #[test]
    fn named_roles_are_given() {
        use Role::*;
        let all = |schema: &mut Schema| {
            schema.target = Some("a".into());
            schema.numeric = names("b b");
            schema.categorical = names("d");
        };
        assert_eq!(roles(all), Ok(vec![Label, Numeric, Feature, Categorical]));
    }

    #[test]
    fn unknown_names_are_refused_wherever_they_stand() {
        let changes: [fn(&mut Schema); 5] = [
            |schema| schema.target = Some("x".into()),
            |schema| schema.weights = Some("x".into()),
            |schema| schema.ignore = names("x"),
            |schema| schema.numeric = names("x"),
            |schema| schema.categorical = names("x"),
        ];
        for change in changes {
            let error = roles(change).unwrap_err();
            assert!(error.starts_with("f.csv: there is no column `x`"), "{error}");
        }
    }

    fn conflict(change: fn(&mut Schema)) -> String {
        let error = roles(change).unwrap_err();
        error.strip_prefix("f.csv: column ").unwrap().to_string()
    }

    #[test]
    fn roles_that_exclude_each_other_are_refused() {
        let both = |schema: &mut Schema| {
            schema.numeric = names("a");
            schema.categorical = names("a");
        };
        let expected = "`a` cannot be both a numeric feature and a categorical feature";
        assert_eq!(conflict(both), expected);
        let ignored_target = |schema: &mut Schema| {
            schema.target = Some("b".into());
            schema.ignore = names("b");
        };
        assert_eq!(conflict(ignored_target), "`b` cannot be both ignored and the label");
        let weights_target = |schema: &mut Schema| {
            schema.target = Some("b".into());
            schema.weights = Some("b".into());
        };
        assert_eq!(conflict(weights_target), "`b` cannot be both the weights and the label");
        let ignored_weights = |schema: &mut Schema| {
            schema.weights = Some("b".into());
            schema.ignore = names("b");
        };
        assert_eq!(conflict(ignored_weights), "`b` cannot be both ignored and the weights");
        let numeric_label = |schema: &mut Schema| schema.numeric = names("d");
        assert_eq!(conflict(numeric_label), "`d` cannot be both a numeric feature and the label");
        let ignored_numeric = |schema: &mut Schema| {
            schema.numeric = names("a");
            schema.ignore = names("a");
        };
        assert_eq!(conflict(ignored_numeric), "`a` cannot be both ignored and a numeric feature");
    }

    #[test]
    fn nothing_left_is_refused() {
        let error = roles(|schema| schema.ignore = names("a b c")).unwrap_err();
        assert_eq!(error, "f.csv: no feature column is left beside the label `d`");
        let error = roles(|schema| schema.ignore = names("a b c d")).unwrap_err();
        assert_eq!(error, "f.csv: no column is left to be the label; ignore fewer columns");
    }
}
