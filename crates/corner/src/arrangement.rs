//! Answers that people write themselves: is it right, and if not, where is it wrong?

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use petgraph::graph::NodeIndex;
use serde::Serialize;
use serde_json::Value;

use super::Result;
use super::assembly::Placement;
use super::check::{Space, misfit};
use super::graph::Place;
use super::lattice::Solid;
use super::pattern::{Axis, Corner};
use super::puzzle::{AnyPiece, Puzzle, Rule};
use super::solution::Options;
use cubegraph_core::cube::{Face, Rotation};
use cubegraph_core::fault::Fault;
use cubegraph_core::work::{Error, Work};

/// Somebody's answer to a puzzle: JSON as a [`Solution`](super::Solution) is written, or the pieces
/// in the order of the places (corners: left front bottom, right front bottom, left back bottom,
/// right back bottom, then the top likewise).
///
/// Pieces in the order of the places are right if they can be turned there so that everything fits.
///
/// # Examples
/// ```
/// # use cubegraph_core::Work;
/// # use cubegraph_corner::{Arrangement, Puzzle};
/// let puzzle: Puzzle = "AAD ACB ACD ADB ADD BBC BCC BDC".parse()?;
/// let mine: Arrangement = "AAD ADB ACD ADD ACB BCC BBC BDC".parse()?;
/// assert!(puzzle.check(&mine, &Work::default())?.right());
/// let swapped: Arrangement = "ADB AAD ACD ADD ACB BCC BBC BDC".parse()?;
/// let verdict = puzzle.check(&swapped, &Work::default())?;
/// assert!(!verdict.right() && verdict.why().contains("bar"));
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrangement(Content);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Content {
    /// Pieces in the order of the places.
    Words(Vec<String>),
    /// Assemblies as they are written in JSON, and how many there are said to be.
    Listed {
        solutions: Option<u64>,
        assemblies: Vec<Vec<Row>>,
    },
}

/// A piece of an assembly: what its keys say.
type Row = BTreeMap<String, String>;

/// Whether an answer is right, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verdict {
    right: bool,
    why: String,
}

impl Verdict {
    /// Whether the answer is right.
    pub fn right(&self) -> bool {
        self.right
    }

    /// Why it is right, or where it is wrong, in a sentence.
    pub fn why(&self) -> &str {
        &self.why
    }

    fn yes(why: impl Into<String>) -> Verdict {
        let (right, why) = (true, why.into());
        Verdict { right, why }
    }

    fn no(why: impl Into<String>) -> Verdict {
        let (right, why) = (false, why.into());
        Verdict { right, why }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.right { "right: " } else { "wrong: " })?;
        f.write_str(&self.why)
    }
}

impl FromStr for Arrangement {
    type Err = Error;

    fn from_str(text: &str) -> Result<Arrangement> {
        if text.trim_start().starts_with(['{', '[']) {
            return Ok(Arrangement(read_json(text)?));
        }
        let words: Vec<String> = text
            .split(|c: char| c.is_whitespace() || c == ',')
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect();
        if words.is_empty() {
            return Err(Error::invalid("the answer is empty").help(
                "give the pieces in the order of the corners, or JSON as an answer is written",
            ));
        }
        Ok(Arrangement(Content::Words(words)))
    }
}

fn read_json(text: &str) -> Result<Content, Fault> {
    let value: Value = serde_json::from_str(text).map_err(|error| {
        let lines = text
            .split_inclusive('\n')
            .take(error.line().saturating_sub(1));
        let at = lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
        let at = at.min(text.len());
        Fault::new(format!("this is not JSON: {error}")).at(at..at)
    })?;
    let solutions = value.get("solutions").and_then(Value::as_u64);
    let list = value.get("assemblies").unwrap_or(&value);
    let assemblies = match list.as_array() {
        Some(list) if list.iter().all(Value::is_array) => list.iter().map(rows).collect(),
        Some(_) => vec![rows(list)],
        None if solutions.is_some() => Vec::new(),
        None => {
            let message = "there are no assemblies in this answer";
            let expected = "JSON with \"assemblies\", as an answer is written";
            return Err(Fault::new(message).at(0..text.len()).expected(expected));
        }
    };
    Ok(Content::Listed {
        solutions,
        assemblies,
    })
}

fn rows(assembly: &Value) -> Vec<Row> {
    let words = |row: &Value| -> Row {
        let keys = row.as_object().into_iter().flatten();
        keys.map(|(key, value)| {
            let word = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            (key.clone(), word)
        })
        .collect()
    };
    assembly
        .as_array()
        .into_iter()
        .flatten()
        .map(words)
        .collect()
}

/// A piece, and the solids it may be where it is said to lie.
struct Claimed {
    number: usize,
    piece: AnyPiece,
    place: Place,
    solids: Vec<Solid>,
    read: Option<String>,
}

impl Puzzle {
    /// Says whether somebody's answer is right, and if not, where it is wrong.
    ///
    /// # Errors
    /// [`Error::Input`] if a word is not a piece; limits of `work`.
    pub fn check(&self, answer: &Arrangement, work: &Work) -> Result<Verdict> {
        match &answer.0 {
            Content::Words(words) => self.check_words(words),
            Content::Listed {
                solutions,
                assemblies,
            } => self.check_listed(*solutions, assemblies, work),
        }
    }

    fn check_words(&self, words: &[String]) -> Result<Verdict> {
        let pieces = words
            .iter()
            .map(|word| {
                let piece = AnyPiece::parse(self.rule(), word);
                Ok(piece.map_err(|fault| fault.within("the answer", word))?)
            })
            .collect::<Result<Vec<AnyPiece>>>()?;
        let places = Place::all(self.rule());
        if pieces.len() != places.len() {
            let (given, wanted) = (pieces.len(), places.len());
            return Ok(Verdict::no(format!(
                "a cube has {wanted} pieces, not {given}"
            )));
        }
        if self.rule() == Rule::Corners {
            let read: Vec<String> = words.iter().map(|word| word.to_ascii_uppercase()).collect();
            if let (None, Ok(_)) = (misfit(&read), self.numbered(&pieces)) {
                return Ok(Verdict::yes("every bar fits, as the pieces are read"));
            }
        }
        let numbers = match self.numbered(&pieces) {
            Ok(numbers) => numbers,
            Err(why) => return Ok(Verdict::no(why)),
        };
        let space = Space::of(self);
        let claimed: Vec<Claimed> = (0..pieces.len())
            .map(|i| Claimed {
                number: numbers[i],
                piece: pieces[i],
                place: places[i],
                solids: space
                    .positions_of(pieces[i])
                    .filter(|solid| solid.contains(heart(places[i])))
                    .collect(),
                read: None,
            })
            .collect();
        Ok(match fitted(&claimed) {
            Ok(solids) => {
                let filled: Vec<_> = filled(&claimed, &solids);
                match space.fault(&filled) {
                    None => {
                        Verdict::yes("the pieces can be turned in their places so that they fit")
                    }
                    Some(why) => Verdict::no(why),
                }
            }
            Err(stuck) => {
                let Claimed { place, piece, .. } = &claimed[stuck];
                let met = self.graph().neighbors(NodeIndex::new(stuck));
                let before = met.filter(|n| n.index() < stuck).count();
                let shared = if self.rule() == Rule::Edges {
                    "corner"
                } else {
                    "bar"
                };
                Verdict::no(format!(
                    "however the pieces before it are turned, {piece} does not fit {place}, where \
                     it shares a {shared} with {before} of them"
                ))
            }
        })
    }

    /// Which of the given pieces each of these is, or which of them is not there.
    fn numbered(&self, pieces: &[AnyPiece]) -> Result<Vec<usize>, String> {
        let mut free = vec![true; self.pieces().len()];
        pieces
            .iter()
            .map(|piece| {
                let same =
                    |i: &usize| free[*i] && self.kind_of(self.pieces()[*i]) == self.kind_of(*piece);
                let number = (0..free.len()).find(same).ok_or_else(|| {
                    let given = self.pieces().iter().filter(|p| *p == piece).count();
                    match given {
                        0 => format!("{piece} is not one of the pieces"),
                        1 => format!("{piece} is used more than once"),
                        n => format!("{piece} is used more than {n} times"),
                    }
                })?;
                free[number] = false;
                Ok(number)
            })
            .collect()
    }

    fn check_listed(
        &self,
        solutions: Option<u64>,
        assemblies: &[Vec<Row>],
        work: &Work,
    ) -> Result<Verdict> {
        let space = Space::of(self);
        let mut seen = BTreeMap::new();
        for (i, rows) in assemblies.iter().enumerate() {
            work.check(&format!("{i} assemblies are right"))?;
            let within = |why: String| match assemblies.len() {
                1 => why,
                _ => format!("assembly {}, counted from 1: {why}", i + 1),
            };
            let solids = match self.check_rows(rows, &space) {
                Ok(solids) => solids,
                Err(why) => return Ok(Verdict::no(within(why))),
            };
            if let Some(before) = seen.insert(space.looks(solids.into_iter()).0, i) {
                let why = format!("it is assembly {} turned", before + 1);
                return Ok(Verdict::no(within(why)));
            }
        }
        let Some(claimed) = solutions else {
            return Ok(Verdict::yes("every piece fits"));
        };
        let options = Options { count_only: true };
        let count = self.solve(&options, work)?.count();
        Ok(if claimed == count as u64 {
            Verdict::yes(match assemblies.len() {
                0 => format!("there are {count} assemblies"),
                1 => "every piece fits, and it is the only assembly".to_owned(),
                n => format!("all {n} assemblies fit, and there are {count} in all"),
            })
        } else {
            Verdict::no(format!(
                "the answer counts {claimed} assemblies, there are {count}"
            ))
        })
    }

    /// The solids of an assembly that is written in rows, or what is wrong with it.
    fn check_rows(&self, rows: &[Row], space: &Space) -> Result<Vec<Solid>, String> {
        let claimed = rows
            .iter()
            .enumerate()
            .map(|(i, row)| {
                self.claimed(row)
                    .map_err(|why| format!("entry {}, counted from 1: {why}", i + 1))
            })
            .collect::<Result<Vec<Claimed>, String>>()?;
        if self.rule() == Rule::Corners {
            let mut read = vec![String::new(); 8];
            for piece in &claimed {
                read[piece.place.index()] = piece.read.clone().unwrap_or_default();
            }
            if let Some(why) = misfit(&read) {
                return Err(why);
            }
        }
        // Where the rows leave a choice, any choice that fits is right.
        let solids = fitted(&claimed).unwrap_or_else(|_| {
            claimed
                .iter()
                .filter_map(|c| c.solids.first().copied())
                .collect()
        });
        match space.fault(&filled(&claimed, &solids)) {
            None => Ok(solids),
            Some(why) => Err(why),
        }
    }

    /// What a row says.
    fn claimed(&self, row: &Row) -> Result<Claimed, String> {
        let get = |key: &str| {
            let value = row.get(key).map(String::as_str);
            value.ok_or_else(|| format!("there is no \"{key}\""))
        };
        let number = get("piece")?
            .parse::<usize>()
            .ok()
            .and_then(|n| n.checked_sub(1));
        let number = number.ok_or("\"piece\" is not a number from 1")?;
        let word = get("word")?;
        let piece = AnyPiece::parse(self.rule(), word)
            .map_err(|fault| format!("{word:?} is not a piece: {}", fault.message()))?;
        let named =
            |name: &str| Corner::named(name).ok_or_else(|| format!("{name:?} is not a corner"));
        let (place, solids, read) = match piece {
            AnyPiece::Corner(corner_piece) => {
                let (corner, read) = (named(get("corner")?)?, get("read")?);
                let turn = (0..3).find(|turn| {
                    let letters = corner_piece.turned(*turn).map(super::HalfEdge::letter);
                    read.chars().eq(letters)
                });
                let turn = turn.ok_or_else(|| format!("{read:?} is not a turn of {word}"))?;
                let placement = Placement::in_corner(number, corner_piece, corner, turn);
                let read = Some(read.to_owned());
                (Place::Corner(corner), vec![placement.solid()], read)
            }
            AnyPiece::Edge(_) => {
                let (place, solids) = self.claimed_edge(piece, get("from")?, get("to")?)?;
                (place, solids, None)
            }
            AnyPiece::Side(_) => {
                let (side, lies) = (get("side")?, get("lies")?);
                let face = Face::ALL.into_iter().find(|face| face.name() == side);
                let face = face.ok_or_else(|| format!("{side:?} is not a side"))?;
                let (ends, over) = match lies.strip_suffix(", turned over") {
                    Some(ends) => (ends, true),
                    None => (lies, false),
                };
                let ends = ends
                    .strip_prefix("from ")
                    .and_then(|ends| ends.split_once(" to "));
                let (from, to) = ends.ok_or_else(|| format!("{lies:?} is not \"from … to …\""))?;
                let first = Corner::ALL[usize::from(over)];
                let rotation = rotation([first, first.along(Axis::X)], [named(from)?, named(to)?])
                    .filter(|r| r.place_of(Face::Bottom) == face)
                    .ok_or_else(|| format!("the rim of {side} does not go {lies}"))?;
                let shape = piece.shapes(false)[usize::from(over)];
                (Place::Side(face), vec![shape.rotated(rotation)], None)
            }
        };
        Ok(Claimed {
            number,
            piece,
            place,
            solids,
            read,
        })
    }

    /// A bar from one corner and letter to another; two solids where both letters are the same.
    fn claimed_edge(
        &self,
        piece: AnyPiece,
        from: &str,
        to: &str,
    ) -> Result<(Place, Vec<Solid>), String> {
        let (to, rolled) = match to.split_once(", rolled ") {
            Some((to, turns)) => {
                let turns = turns
                    .split(' ')
                    .next()
                    .and_then(|n| n.parse::<usize>().ok());
                (to, turns.unwrap_or(usize::MAX))
            }
            None => (to, 0),
        };
        let end = |text: &str| {
            let (corner, letter) = text.split_once(": ")?;
            Some((Corner::named(corner)?, letter.to_owned()))
        };
        let wrong = || format!("{from:?} to {to:?} is not a bar");
        let [(one, first), (other, last)] =
            [end(from).ok_or_else(wrong)?, end(to).ok_or_else(wrong)?];
        let shapes = piece.shapes(self.rolls());
        let shape = shapes
            .get(rolled)
            .ok_or("this bar cannot be rolled like that")?;
        let word = piece.to_string();
        let mut solids = Vec::new();
        let axis = Axis::ALL.into_iter().find(|axis| one.along(*axis) == other);
        let place = Place::Bar(super::Bar::at(one, axis.ok_or_else(wrong)?));
        let ways = [
            (format!("{first}{last}"), [one, other]),
            (format!("{last}{first}"), [other, one]),
        ];
        for (read, corners) in ways {
            let turned = rotation([Corner::ALL[0], Corner::ALL[1]], corners);
            if let Some(turned) = turned.filter(|_| read == word) {
                solids.push(shape.rotated(turned));
            }
        }
        if solids.is_empty() {
            return Err(format!("{word} does not have the ends {first} and {last}"));
        }
        Ok((place, solids))
    }
}

/// The rotation that brings two neighbouring corners to two others.
fn rotation(from: [Corner; 2], to: [Corner; 2]) -> Option<Rotation> {
    Rotation::all().find(|r| from.map(|corner| corner.rotated(*r)) == to)
}

/// A cell that every piece in this place fills, and no other piece does.
fn heart(place: Place) -> [u8; 3] {
    place.middle().map(|at| match at {
        at if at < 0.0 => 0,
        at if at > 0.0 => 4,
        _ => 2,
    })
}

fn filled(claimed: &[Claimed], solids: &[Solid]) -> Vec<(usize, AnyPiece, Solid)> {
    claimed
        .iter()
        .zip(solids)
        .map(|(claim, solid)| (claim.number, claim.piece, *solid))
        .collect()
}

/// Chooses a solid for every piece so that no two meet, or says which piece is the first that never
/// finds a way.
fn fitted(claimed: &[Claimed]) -> Result<Vec<Solid>, usize> {
    let mut deepest = 0;
    let mut chosen = Vec::new();
    choose(claimed, Solid::default(), &mut chosen, &mut deepest)
        .then_some(chosen)
        .ok_or(deepest)
}

fn choose(
    claimed: &[Claimed],
    filled: Solid,
    chosen: &mut Vec<Solid>,
    deepest: &mut usize,
) -> bool {
    let Some(next) = claimed.get(chosen.len()) else {
        return true;
    };
    *deepest = chosen.len().max(*deepest);
    next.solids.iter().any(|solid| {
        !solid.meets(filled) && {
            chosen.push(*solid);
            let done = choose(claimed, filled.and(*solid), chosen, deepest);
            if !done {
                chosen.pop();
            }
            done
        }
    })
}

#[cfg(test)]
mod tests;
