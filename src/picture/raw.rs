//! The raw instance of a picture puzzle, and its validation.

use std::fmt;
use std::ops::Range;

use serde::de::{self, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use super::{Metric, MoveSet, Puzzle, Rules, Size};
use crate::fault::Fault;
use crate::group::{NamedGroup, Permutation, StabiliserChain};
use crate::work::{Error, Work};

/// What an instance file of this family may say.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Raw {
    #[serde(rename = "kind")]
    _kind: IgnoredAny,
    #[serde(rename = "title")]
    _title: Option<IgnoredAny>,
    #[serde(rename = "source")]
    _source: Option<IgnoredAny>,
    rows: Spanned<i64>,
    columns: Spanned<i64>,
    configuration: Option<RawConfiguration>,
    group: Option<Spanned<RawGroup>>,
}

/// Rows of cells, with the places of all three.
type RawConfiguration = Spanned<Vec<Spanned<Vec<Spanned<String>>>>>;

/// The table `[group]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawGroup {
    name: Option<Spanned<String>>,
    generators: Option<Spanned<Vec<Spanned<String>>>>,
    row_moves: Option<Spanned<RawMoves>>,
    column_moves: Option<Spanned<RawMoves>>,
}

/// `"all"` or a list of elements.
enum RawMoves {
    Word(String),
    List(Vec<Spanned<String>>),
}

impl<'de> Deserialize<'de> for RawMoves {
    // An untagged enum would lose the places of the elements.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawMoves, D::Error> {
        struct Moves;

        impl<'de> Visitor<'de> for Moves {
            type Value = RawMoves;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "\"all\" or a list of elements such as [\"(1 2 3)\"]")
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<RawMoves, E> {
                Ok(RawMoves::Word(word.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<RawMoves, A::Error> {
                let mut moves = Vec::new();
                while let Some(element) = list.next_element()? {
                    moves.push(element);
                }
                Ok(RawMoves::List(moves))
            }
        }

        deserializer.deserialize_any(Moves)
    }
}

/// The most points a group of an instance may move: a stabiliser chain of more takes too long.
const MOST_POINTS: usize = 400;
/// The most generators or moves of a kind.
const MOST_MOVES: usize = 10_000;

impl Raw {
    pub(super) fn validate(self) -> Result<Puzzle, Fault> {
        let size = size_of(&self.rows, &self.columns)?;
        let rules = match self.group {
            None => Rules::cube(Metric::Quarter).map_err(|e| Fault::new(e.to_string()))?,
            Some(group) => rules_of(group)?,
        };
        let cells = match &self.configuration {
            None => None,
            Some(configuration) => Some(cells_of(configuration, size, &rules)?),
        };
        Ok(Puzzle { size, rules, cells })
    }
}

fn size_of(rows: &Spanned<i64>, columns: &Spanned<i64>) -> Result<Size, Fault> {
    let count = |value: &Spanned<i64>, what: &str| {
        usize::try_from(*value.get_ref())
            .ok()
            .filter(|count| (1..=Size::LIMIT).contains(count))
            .ok_or_else(|| {
                Fault::new(format!("{} {what} are not possible", value.get_ref()))
                    .at(value.span())
                    .expected(format!("a number from 1 to {}", Size::LIMIT))
                    .help(format!("for instance {what} = 2"))
            })
    };
    let (rows_count, columns_count) = (count(rows, "rows")?, count(columns, "columns")?);
    Size::new(rows_count, columns_count)
        .ok_or_else(|| Fault::new("there is no such size").at(rows.span()))
}

fn rules_of(group: Spanned<RawGroup>) -> Result<Rules, Fault> {
    let place = group.span();
    let group = group.into_inner();
    let (name, chain) = match (&group.name, &group.generators) {
        (Some(name), None) => named(name)?,
        (None, Some(generators)) => generated(generators)?,
        (Some(_), Some(generators)) => {
            return Err(
                Fault::new("the group is given twice, by name and by generators")
                    .at(generators.span())
                    .help("keep one of the two"),
            );
        }
        (None, None) => {
            return Err(Fault::new("the table [group] does not say which group")
                .at(place)
                .expected("name = \"A5\" or generators = [\"(1 2 3 4 5)\", \"(1 2 3)\"]")
                .help("without [group] the puzzle is the cube"));
        }
    };
    let whole = |span| move |error: Error| Fault::new(error.to_string()).at(span);
    // The elements are read before the rules are complete: only the group matters for that.
    let reader = Rules::new(name.clone(), chain.clone(), MoveSet::All, MoveSet::All)
        .map_err(whole(place.clone()))?;
    let rows = moves_of(group.row_moves.as_ref(), &reader, "row_moves")?;
    let columns = moves_of(group.column_moves.as_ref(), &reader, "column_moves")?;
    Rules::new(name, chain, rows, columns).map_err(whole(place))
}

fn named(name: &Spanned<String>) -> Result<(String, StabiliserChain), Fault> {
    let named = NamedGroup::parse(name.get_ref()).map_err(|reason| {
        Fault::new(reason)
            .at(name.span())
            .expected("the name of a group")
            .help("any other group: generators = [\"(1 2 3 4 5)\", \"(1 2 3)\"]")
    })?;
    let chain = chain_of(named.generators(), &name.span())?;
    Ok((named.name().to_owned(), chain))
}

fn generated(list: &Spanned<Vec<Spanned<String>>>) -> Result<(String, StabiliserChain), Fault> {
    let mut generators = Vec::new();
    for text in list.get_ref() {
        let generator: Permutation = text.get_ref().parse().map_err(|reason: String| {
            Fault::new(reason)
                .at(text.span())
                .expected("cycles such as \"(1 2 3)(4 5)\", points from 1")
                .help("for instance generators = [\"(1 2 3 4 5)\", \"(1 2 3)\"]")
        })?;
        generators.push(generator);
    }
    let chain = chain_of(&generators, &list.span())?;
    let texts: Vec<String> = generators.iter().map(ToString::to_string).collect();
    Ok((format!("⟨{}⟩", texts.join(", ")), chain))
}

fn chain_of(generators: &[Permutation], span: &Range<usize>) -> Result<StabiliserChain, Fault> {
    let points = generators
        .iter()
        .map(Permutation::degree)
        .max()
        .unwrap_or(0);
    if points > MOST_POINTS || generators.len() > MOST_MOVES {
        return Err(Fault::new(format!(
            "the group is too large: {} generators on {points} points",
            generators.len()
        ))
        .at(span.clone())
        .expected(format!(
            "at most {MOST_POINTS} points and {MOST_MOVES} generators"
        )));
    }
    StabiliserChain::build(generators, &Work::default())
        .map_err(|error| Fault::new(error.to_string()).at(span.clone()))
}

fn moves_of(
    moves: Option<&Spanned<RawMoves>>,
    reader: &Rules,
    key: &str,
) -> Result<MoveSet, Fault> {
    let Some(moves) = moves else {
        return Ok(MoveSet::All);
    };
    match moves.get_ref() {
        RawMoves::Word(word) if word == "all" => Ok(MoveSet::All),
        RawMoves::Word(word) => Err(Fault::new(format!("{word:?} are no moves"))
            .at(moves.span())
            .expected("\"all\" or a list of elements")
            .help(format!("one element is a list too: {key} = [{word:?}]"))),
        RawMoves::List(list) if list.len() > MOST_MOVES => {
            Err(Fault::new(format!("{} moves are too many", list.len()))
                .at(moves.span())
                .expected(format!("at most {MOST_MOVES}")))
        }
        RawMoves::List(list) => list
            .iter()
            .map(|text| element(text, reader))
            .collect::<Result<_, Fault>>()
            .map(MoveSet::Listed),
    }
}

fn element(text: &Spanned<String>, rules: &Rules) -> Result<Permutation, Fault> {
    rules.parse(text.get_ref()).map_err(|reason| {
        let (expected, help) = if rules.is_cube() {
            (
                "a word in u d l r, or cycles such as \"(1 4 2 3)\"",
                "letters are quarter turns, cycles are of the four diagonals, and \"\" turns nothing",
            )
        } else {
            (
                "an element of the group: cycles such as \"(1 2 3)\" or a word such as \"abA\"",
                "in a word a is the first generator and A its inverse; `cubegraph picture group FILE` describes the group",
            )
        };
        Fault::new(reason)
            .at(text.span())
            .expected(expected)
            .help(help)
    })
}

fn cells_of(
    configuration: &RawConfiguration,
    size: Size,
    rules: &Rules,
) -> Result<Vec<Permutation>, Fault> {
    let rows = configuration.get_ref();
    if rows.len() != size.rows() {
        return Err(Fault::new(format!(
            "the configuration has {} of cubes, the puzzle has {}",
            counted(rows.len(), "row"),
            size.rows()
        ))
        .at(configuration.span())
        .expected(counted(size.rows(), "row"))
        .help("rows are listed from the top; leave `configuration` out for the solved one"));
    }
    let mut cells = Vec::with_capacity(size.cells());
    for (row, i) in rows.iter().zip(1..) {
        if row.get_ref().len() != size.columns() {
            return Err(Fault::new(format!(
                "row {i} (from 1) has {}, the puzzle has {} columns",
                counted(row.get_ref().len(), "cube"),
                size.columns()
            ))
            .at(row.span())
            .expected(counted(size.columns(), "cube"))
            .help("cubes are listed from the left; \"\" is a cube that is not turned"));
        }
        for cell in row.get_ref() {
            cells.push(element(cell, rules)?);
        }
    }
    Ok(cells)
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Puzzle, Fault> {
        let raw: Raw = toml::from_str(text)
            .map_err(|e| Fault::new(e.message().to_owned()).at(e.span().unwrap_or(0..0)))?;
        Puzzle::from_raw(raw)
    }

    #[test]
    fn a_complete_instance_is_read() {
        let puzzle = read(
            "kind = \"picture\"\nrows = 1\ncolumns = 2\nconfiguration = [[\"(1 2 3)\", \"aB\"]]\n\
             [group]\ngenerators = [\"(1 2 3 4 5)\", \"(1 2 3)\"]\nrow_moves = [\"a\", \"A\"]\ncolumn_moves = \"all\"\n",
        )
        .unwrap();
        assert_eq!(puzzle.rules().group_order(), 60u32.into());
        assert_eq!(puzzle.cells().unwrap().len(), 2);
        assert_eq!(puzzle.rules().columns(), &MoveSet::All);
        assert!(
            read("kind = \"picture\"\nrows = 2\ncolumns = 2")
                .unwrap()
                .rules()
                .is_cube()
        );
    }

    #[test]
    fn every_mistake_is_found_at_its_place() {
        let cube = "kind = \"picture\"\nrows = 2\ncolumns = 2\n";
        let group = "kind = \"picture\"\nrows = 2\ncolumns = 2\n[group]\n";
        for (text, place, message) in [
            (
                "kind = \"picture\"\nrows = 0\ncolumns = 2".to_owned(),
                "0",
                "0 rows",
            ),
            (
                "kind = \"picture\"\nrows = 2\ncolumns = -3".to_owned(),
                "-3",
                "-3 columns",
            ),
            (
                format!("{cube}configuration = [[\"\", \"\"]]"),
                "[[\"\", \"\"]]",
                "1 row of cubes",
            ),
            (
                format!("{cube}configuration = [[\"\", \"\"], [\"u\"]]"),
                "[\"u\"]",
                "row 2 (from 1) has 1 cube",
            ),
            (
                format!("{cube}configuration = [[\"\", \"\"], [\"u\", \"x\"]]"),
                "\"x\"",
                "no turn",
            ),
            (
                format!("{group}name = \"X9\""),
                "\"X9\"",
                "no group known here",
            ),
            (
                format!("{group}name = \"A4\"\nrow_moves = [\"(1 2 3)\", \"(1 2)\"]"),
                "\"(1 2)\"",
                "not in the group",
            ),
            (
                format!("{group}name = \"A4\"\nrow_moves = \"some\""),
                "\"some\"",
                "no moves",
            ),
            (
                format!("{group}generators = [\"(1 2\"]"),
                "\"(1 2\"",
                "no cycle",
            ),
            (
                format!("{group}generators = [\"(1 9999)\"]"),
                "[\"(1 9999)\"]",
                "too large",
            ),
            (
                format!("{group}name = \"A4\"\ngenerators = [\"(1 2)\"]"),
                "[\"(1 2)\"]",
                "given twice",
            ),
        ] {
            let fault = read(&text).unwrap_err();
            assert!(fault.message.contains(message), "{text}: {fault:?}");
            assert_eq!(&text[fault.span.unwrap()], place, "{text}");
        }
        assert!(
            read(&format!("{group}row_moves = \"all\""))
                .unwrap_err()
                .message
                .contains("which group")
        );
        assert!(read(&format!("{group}name = \"A4\"\nrow_moves = 3")).is_err());
    }

    #[test]
    fn a_group_of_order_above_a_thousand_million_needs_no_table() {
        let puzzle =
            read("kind = \"picture\"\nrows = 2\ncolumns = 2\n[group]\nname = \"S13\"").unwrap();
        assert_eq!(puzzle.rules().group_order(), 6_227_020_800u64.into());
        assert!(matches!(
            puzzle.rules().tabled().unwrap_err(),
            crate::Error::TooLarge(_)
        ));
    }
}
