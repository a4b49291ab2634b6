//! Dates, and the numbers that they are read as.
use serde::{Deserialize, Serialize};

/// A number that a date has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DatePart {
    /// The year.
    Year,
    /// The month, from 1 to 12.
    Month,
    /// The day of the week, from 1 for Monday to 7 for Sunday.
    Weekday,
}

impl DatePart {
    /// All parts.
    pub const ALL: [DatePart; 3] = [DatePart::Year, DatePart::Month, DatePart::Weekday];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            DatePart::Year => "year",
            DatePart::Month => "month",
            DatePart::Weekday => "weekday",
        }
    }
}

/// How a number is read from a column of dates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DateReading {
    /// The column of dates.
    pub column: String,
    /// The number.
    pub part: DatePart,
    /// Whether `1/2/2020` is in February.
    #[serde(default)]
    pub day_first: bool,
}

impl DateReading {
    /// The name of the column of numbers: `date.year`.
    pub fn name(&self) -> String {
        format!("{}.{}", self.column, self.part.name())
    }

    /// The number of a cell; `None` if it holds no date.
    ///
    /// ```
    /// use gosdt_data::{DatePart, DateReading};
    ///
    /// let weekday = DateReading { column: "day".into(), part: DatePart::Weekday, day_first: true };
    /// assert_eq!(weekday.number("2024-02-29"), Some(4.0)); // a Thursday
    /// assert_eq!(weekday.number("30.2.2024"), None);
    /// ```
    pub fn number(&self, cell: &str) -> Option<f64> {
        let date = Date::read(cell, self.day_first)?;
        Some(f64::from(match self.part {
            DatePart::Year => date.year,
            DatePart::Month => date.month,
            DatePart::Weekday => date.weekday(),
        }))
    }
}

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Date {
    year: u32,
    month: u32,
    day: u32,
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

impl Date {
    /// Reads `2020-12-31`, `31.12.2020`, `12/31/2020`, `31 Dec 2020`, each with a time or without.
    fn read(cell: &str, day_first: bool) -> Option<Date> {
        let mut words =
            without_time(cell).split(['-', '/', '.', ',', ' ']).filter(|word| !word.is_empty());
        let words = [words.next()?, words.next()?, words.next()?, words.next().unwrap_or("")];
        let [first, second, third, ""] = words else { return None };
        let [year, month, day] = match (month_named(first), month_named(second)) {
            (Some(month), _) => [year(third)?, month, short(second)?],
            (_, Some(month)) => [year(third)?, month, short(first)?],
            _ if first.len() == 4 => [year(first)?, short(second)?, short(third)?],
            _ if day_first => [year(third)?, short(second)?, short(first)?],
            _ => [year(third)?, short(first)?, short(second)?],
        };
        Date { year, month, day }.checked()
    }

    fn checked(self) -> Option<Date> {
        let leap = self.year.is_multiple_of(4)
            && (!self.year.is_multiple_of(100) || self.year.is_multiple_of(400));
        let days = match self.month {
            4 | 6 | 9 | 11 => 30,
            2 if leap => 29,
            2 => 28,
            1..=12 => 31,
            _ => return None,
        };
        (self.year > 0 && (1..=days).contains(&self.day)).then_some(self)
    }

    /// From 1 for Monday to 7 for Sunday, by Sakamoto's table of the days that months begin with.
    fn weekday(self) -> u32 {
        const SHIFT: [u32; 12] = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4];
        let year = if self.month < 3 { self.year - 1 } else { self.year };
        let since = year + year / 4 + year / 400 - year / 100;
        (since + SHIFT[self.month as usize - 1] + self.day + 6) % 7 + 1
    }
}

/// The text without the time that follows the date.
fn without_time(cell: &str) -> &str {
    let is_time = |rest: &str| {
        rest.starts_with(|c: char| c.is_ascii_digit())
            && rest
                .find(|c: char| !c.is_ascii_digit())
                .is_some_and(|at| rest[at..].starts_with(':'))
    };
    let cut =
        cell.char_indices().find(|(at, c)| matches!(c, 'T' | ' ') && is_time(&cell[at + 1..]));
    cut.map_or(cell, |(at, _)| &cell[..at])
}

fn year(word: &str) -> Option<u32> {
    (word.len() == 4).then(|| digits(word)).flatten()
}

fn short(word: &str) -> Option<u32> {
    (word.len() <= 2).then(|| digits(word)).flatten()
}

fn digits(word: &str) -> Option<u32> {
    word.bytes().all(|byte| byte.is_ascii_digit()).then(|| word.parse().ok()).flatten()
}

fn month_named(word: &str) -> Option<u32> {
    let word = word.to_ascii_lowercase();
    let is_named = |month: &&str| word.len() >= 3 && month.starts_with(&word);
    MONTHS.iter().position(is_named).map(|at| at as u32 + 1)
}

/// Whether a cell holds a date.
pub(super) fn is_date(cell: &str) -> bool {
    [true, false].iter().any(|day_first| Date::read(cell, *day_first).is_some())
}

/// Whether the day comes before the month in the dates of a column that begin with neither a year nor
/// a name; `None` where both orders fit and mean different days. `31.12.2020` has the day first.
pub(crate) fn column_is_day_first<'a>(cells: impl Iterator<Item = &'a str>) -> Option<bool> {
    let (mut fits, mut differ) = ([true; 2], false);
    for cell in cells {
        let read = [false, true].map(|day_first| Date::read(cell, day_first));
        let dots = cell.contains('.');
        fits = [
            fits[0] && read[0].is_some() && !(dots && read[0] != read[1]),
            fits[1] && read[1].is_some(),
        ];
        differ |= read[0] != read[1];
    }
    match fits {
        [true, true] if differ => None,
        [_, day_first] => Some(day_first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(cell: &str, day_first: bool) -> Option<[u32; 3]> {
        Date::read(cell, day_first).map(|date| [date.year, date.month, date.day])
    }

    #[test]
    fn dates_are_read_in_their_usual_forms() {
        for cell in [
            "2021-03-09",
            "2021/3/9",
            "2021-03-09T23:59:00Z",
            "2021-03-09 8:15",
            "9.3.2021",
            "09.03.2021 08:15:00",
            "09/03/2021",
            "9 March 2021",
            "9-Mar-2021",
            "Mar 9, 2021",
        ] {
            assert_eq!(read(cell, true), Some([2021, 3, 9]), "{cell}");
        }
        assert_eq!(read("3/9/2021", false), Some([2021, 3, 9]));
    }

    #[test]
    fn other_texts_are_no_dates() {
        for cell in [
            "",
            "2021",
            "2021-03",
            "2021-13-01",
            "2021-02-29",
            "0.5",
            "1.2.3",
            "a-b-c",
            "03/04/21",
            "2021-03-09-1",
            "ma 9 2021",
            "12:30",
            "0000-01-01",
            "é-é-é",
            "Té 1:2",
        ] {
            assert!(!is_date(cell), "{cell}");
        }
    }

    #[test]
    fn weekdays_count_from_monday() {
        for (cell, weekday) in
            [("1970-01-01", 4), ("2000-02-29", 2), ("2024-12-29", 7), ("2024-12-30", 1)]
        {
            assert_eq!(Date::read(cell, true).unwrap().weekday(), weekday, "{cell}");
        }
    }

    #[test]
    fn the_order_of_day_and_month_is_found_or_not_guessed() {
        let order = |cells: &[&str]| column_is_day_first(cells.iter().copied());
        assert_eq!(order(&["03/04/2020", "13/04/2020"]), Some(true));
        assert_eq!(order(&["03/04/2020", "03/14/2020"]), Some(false));
        assert_eq!(order(&["03/04/2020"]), None);
        assert_eq!(order(&["3.4.2020"]), Some(true));
        assert_eq!(order(&["2020-04-03", "3 Apr 2020"]), Some(true));
        assert_eq!(order(&["03/03/2020"]), Some(true));
    }
}
