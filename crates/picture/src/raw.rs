//! The raw instance of a picture puzzle, and its validation.

use std::fmt;
use std::ops::Range;

use serde::de::{self, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use toml::Spanned;

use super::{Metric, MoveSet, Moves, Puzzle, Rules, Size};
use cubegraph_core::fault::Fault;
use cubegraph_core::group::{NamedGroup, Permutation, StabiliserChain};
use cubegraph_core::text::counted;
use cubegraph_core::work::{Error, Work};

/// What an instance file of this family may say.
#[derive(Debug, Deserialize)]
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
    metric: Option<Spanned<String>>,
    configuration: Option<RawConfiguration>,
    moves: Option<Spanned<RawMoves>>,
    group: Option<Spanned<RawGroup>>,
}

/// Rows of cells, with the places of all three.
type RawConfiguration = Spanned<Vec<Spanned<Vec<Spanned<String>>>>>;

/// The table `[group]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawGroup {
    name: Option<Spanned<String>>,
    generators: Option<Spanned<Vec<Spanned<String>>>>,
    row_moves: Option<Spanned<RawMoves>>,
    column_moves: Option<Spanned<RawMoves>>,
}

/// `"all"` or a list of elements.
#[derive(Debug)]
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
        let metric = metric_of(self.metric.as_ref(), self.group.is_some())?;
        let rules = match self.group {
            None => Rules::cube(metric).map_err(|e| Fault::new(e.to_string()))?,
            Some(group) => rules_of(group)?,
        };
        let cells = match &self.configuration {
            None => None,
            Some(configuration) => Some(cells_of(configuration, size, &rules)?),
        };
        let puzzle = Puzzle { size, rules, cells };
        match self.moves {
            None => Ok(puzzle),
            Some(moves) if puzzle.cells.is_some() => {
                Err(Fault::new("the configuration is given twice, by its cells and by moves")
                    .at(moves.span())
                    .help("keep one of the two"))
            }
            Some(moves) => after_moves(&puzzle, &moves),
        }
    }
}

fn metric_of(metric: Option<&Spanned<String>>, has_group: bool) -> Result<Metric, Fault> {
    let Some(text) = metric else {
        return Ok(Metric::default());
    };
    let metric = text.get_ref().parse().map_err(|_| {
        Fault::new(format!("{:?} is not a metric", text.get_ref()))
            .at(text.span())
            .expected("\"quarter\" or \"half\"")
    })?;
    if has_group && metric == Metric::Half {
        return Err(Fault::new("half turns are for the cube only").at(text.span()).help(
            "for another group, list what counts as one move in row_moves and column_moves",
        ));
    }
    Ok(metric)
}

/// The puzzle after the moves of the key `moves`.
fn after_moves(puzzle: &Puzzle, given: &Spanned<RawMoves>) -> Result<Puzzle, Fault> {
    let mut moves = Vec::new();
    let mut read = |text: &str, span: Range<usize>| {
        // Without escapes the text is what lies between the quotes.
        let start = span.start + 1;
        let is_plain = span.len() == text.len() + 2;
        let part = Moves::parse(text).map_err(|fault| {
            let inside = fault.place().filter(|_| is_plain);
            fault.at(inside.map_or(span.clone(), |at| start + at.start..start + at.end))
        })?;
        moves.extend(part.iter().cloned());
        Ok::<_, Fault>(())
    };
    match given.get_ref() {
        RawMoves::Word(text) => read(text, given.span())?,
        RawMoves::List(list) => {
            for text in list {
                read(text.get_ref(), text.span())?;
            }
        }
    }
    let moves: Moves = moves.into_iter().collect();
    puzzle.after(&moves).map_err(|error| {
        let message = error.to_string();
        let message = message.lines().next().unwrap_or_default();
        Fault::new(message).at(given.span())
    })
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
            return Err(Fault::new("the group is given twice, by name and by generators")
                .at(generators.span())
                .help("keep one of the two"));
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
        let generator = Permutation::read(text.get_ref()).map_err(|fault| {
            Fault::new(fault.message())
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
    let points = generators.iter().map(Permutation::degree).max().unwrap_or(0);
    if points > MOST_POINTS || generators.len() > MOST_MOVES {
        return Err(Fault::new(format!(
            "the group is too large: {} generators on {points} points",
            generators.len()
        ))
        .at(span.clone())
        .expected(format!("at most {MOST_POINTS} points and {MOST_MOVES} generators")));
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
        RawMoves::Word(word) => Err(Fault::new(format!("{word:?} are not moves"))
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
                "the face on top such as \"B>\", turns such as \"ul\", or cycles",
                "capitals A to F are faces (> turned right, v upside down, < turned left), letters \
                 u d l r are quarter turns, cycles such as \"(1 4 2 3)\" are of the four diagonals, \
                 and \"\" turns nothing",
            )
        } else {
            (
                "an element of the group: cycles such as \"(1 2 3)\" or a word such as \"abA\"",
                "in a word a is the first generator and A its inverse",
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

/// An instance as it is written: by [`Puzzle`]'s `Display` as TOML, by serde as anything.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    kind: String,
    rows: usize,
    columns: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    metric: Option<Metric>,
    #[serde(skip_serializing_if = "Option::is_none")]
    configuration: Option<Vec<Vec<String>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Moves>,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<WrittenGroup>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenGroup {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    generators: Option<Vec<String>>,
    #[serde(default)]
    row_moves: WrittenMoves,
    #[serde(default)]
    column_moves: WrittenMoves,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum WrittenMoves {
    Word(String),
    List(Vec<String>),
}

impl Default for WrittenMoves {
    fn default() -> WrittenMoves {
        WrittenMoves::Word("all".to_owned())
    }
}

impl Written {
    fn new(puzzle: &Puzzle) -> Written {
        let (size, rules) = (puzzle.size(), puzzle.rules());
        let rows = |cells: &[Permutation]| {
            let rows = cells.chunks(size.columns());
            rows.map(|row| row.iter().map(ToString::to_string).collect()).collect()
        };
        Written {
            kind: "picture".to_owned(),
            rows: size.rows(),
            columns: size.columns(),
            metric: rules.metric().filter(|&metric| metric != Metric::default()),
            configuration: puzzle.cells().map(rows),
            moves: None,
            group: (!rules.is_cube()).then(|| WrittenGroup::new(rules)),
        }
    }
}

impl WrittenGroup {
    fn new(rules: &Rules) -> WrittenGroup {
        let texts = |list: &[Permutation]| list.iter().map(ToString::to_string).collect();
        let moves = |set: &MoveSet| match set {
            MoveSet::All => WrittenMoves::default(),
            MoveSet::Listed(list) => WrittenMoves::List(texts(list)),
        };
        let is_named = NamedGroup::parse(rules.name()).is_ok();
        WrittenGroup {
            name: is_named.then(|| rules.name().to_owned()),
            generators: (!is_named).then(|| texts(rules.group().generators())),
            row_moves: moves(rules.rows()),
            column_moves: moves(rules.columns()),
        }
    }
}

impl fmt::Display for Puzzle {
    /// An instance file, which is read back by `parse`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = toml::to_string(&Written::new(self)).map_err(|_| fmt::Error)?;
        for line in text.lines() {
            match line.strip_prefix("configuration = [") {
                // One row per line, as people see it.
                Some(rows) => {
                    let rows = rows.trim_end_matches(']').replace("], [", "],\n  [");
                    writeln!(f, "configuration = [\n  {rows}],\n]")?;
                }
                None => writeln!(f, "{line}")?,
            }
        }
        Ok(())
    }
}

impl Serialize for Puzzle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Written::new(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Puzzle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Puzzle, D::Error> {
        let written = Written::deserialize(deserializer)?;
        // What a file may say is decided in one place.
        let text = toml::to_string(&written).map_err(de::Error::custom)?;
        text.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests;
