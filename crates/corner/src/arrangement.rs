//! Answers that users give: is it right, and if not, where is it wrong?

use std::collections::BTreeMap;
use std::str::FromStr;

use petgraph::graph::NodeIndex;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::Result;
use super::assembly::{Placement, text_of};
use super::check::{Space, misfit};
use super::graph::Place;
use super::lattice::Solid;
use super::packing::PlacedSolid;
use super::puzzle::Puzzle;
use super::rule::{AnyPiece, Rule};
use super::solution::Options;
use cubegraph_core::cube::Rotation;
use cubegraph_core::fault::Fault;
use cubegraph_core::instance::Family;
use cubegraph_core::verdict::{Verdict, from_json, is_json, read_answer};
use cubegraph_core::work::{Error, Work};

/// A user's answer to a puzzle: JSON as a [`Solution`](super::Solution) is written, or the pieces
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
/// assert!(puzzle.check(&mine, &Work::default())?.is_right());
/// let swapped: Arrangement = "ADB AAD ACD ADD ACB BCC BBC BDC".parse()?;
/// let verdict = puzzle.check(&swapped, &Work::default())?;
/// assert!(verdict.why().is_some_and(|why| why.contains("bar")));
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Arrangement(Content);

#[derive(Clone, Debug, PartialEq)]
enum Content {
    /// Pieces in the order of the places.
    Words(Vec<String>),
    /// The assemblies of an answer in JSON, and what was not read.
    Json(AnswerParts, Vec<String>),
}

/// The parts of an answer in JSON that are checked; one of them is there.
#[derive(Clone, Debug, PartialEq, Deserialize)]
struct AnswerParts {
    /// How many assemblies there are.
    solutions: Option<u64>,
    assemblies: Option<Vec<Value>>,
}

/// A piece of an assembly as its keys say.
type PieceKeys = Map<String, Value>;

impl FromStr for Arrangement {
    type Err = Error;

    fn from_str(text: &str) -> Result<Arrangement> {
        if is_json(text) {
            return Ok(Arrangement(read_json(text)?));
        }
        let words = text.split(|c: char| c.is_whitespace() || c == ',');
        let words: Vec<String> = words.filter(|w| !w.is_empty()).map(str::to_owned).collect();
        if words.is_empty() {
            return Err(Error::invalid("the answer is empty").help(
                "give the pieces in the order of the corners, or JSON as an answer is written",
            ));
        }
        Ok(Arrangement(Content::Words(words)))
    }
}

/// Reads an object as `solve` writes it, a list of assemblies, or one assembly.
fn read_json(text: &str) -> Result<Content, Fault> {
    let (parts, unchecked) = if text.trim_start().starts_with('{') {
        let given = read_answer(text, Family::Corner, &["solutions", "assemblies"])?;
        (given.parts, given.unchecked)
    } else {
        let assemblies = Some(from_json(text)?);
        (AnswerParts { solutions: None, assemblies }, Vec::new())
    };
    if parts.solutions.is_none() && parts.assemblies.as_ref().is_none_or(Vec::is_empty) {
        let message = "there are no assemblies in this answer";
        let expected = "JSON with \"assemblies\", as an answer is written";
        return Err(Fault::new(message).at(0..text.len()).expected(expected));
    }
    Ok(Content::Json(parts, unchecked))
}

impl AnswerParts {
    /// The assemblies, a list of pieces each.
    fn assemblies(&self) -> Vec<Vec<PieceKeys>> {
        let keys = |piece: &Value| piece.as_object().cloned().unwrap_or_default();
        let pieces = |list: &Vec<Value>| list.iter().map(keys).collect();
        match &self.assemblies {
            Some(list) if list.iter().all(Value::is_array) => {
                list.iter().filter_map(Value::as_array).map(pieces).collect()
            }
            Some(single) => vec![pieces(single)],
            None => Vec::new(),
        }
    }
}

/// All ways in which a piece can lie, each with the values that say how.
type KnownWays = BTreeMap<AnyPiece, Vec<(Placement, Vec<String>)>>;

impl Puzzle {
    /// Checks an answer: every piece is one of the puzzle, and together they fill the cube. Where
    /// the answer says how many `solutions` there are, the puzzle is solved to compare.
    ///
    /// # Errors
    /// [`Error::Input`] if a word is not a piece; limits of `work`.
    pub fn check(&self, answer: &Arrangement, work: &Work) -> Result<Verdict> {
        match &answer.0 {
            Content::Words(words) => self.check_words(words),
            Content::Json(parts, unchecked) => {
                let verdict = self.check_parts(parts, work)?;
                Ok(verdict.without_checking(unchecked.clone()))
            }
        }
    }

    fn check_words(&self, words: &[String]) -> Result<Verdict> {
        let parse = |word: &String| {
            let piece = AnyPiece::parse(self.rule(), word);
            Ok(piece.map_err(|fault| fault.within("the answer", word))?)
        };
        let pieces = words.iter().map(parse).collect::<Result<Vec<AnyPiece>>>()?;
        let places = Place::all(self.rule());
        if pieces.len() != places.len() {
            let (given, wanted) = (pieces.len(), places.len());
            return Ok(Verdict::wrong(format!("a cube has {wanted} pieces, not {given}")));
        }
        let numbers = match self.numbered(&pieces) {
            Ok(numbers) => numbers,
            Err(why) => return Ok(Verdict::wrong(why)),
        };
        let read: Vec<String> = words.iter().map(|word| word.to_ascii_uppercase()).collect();
        if self.rule() == Rule::Corners && misfit(&read).is_none() {
            return Ok(Verdict::right().because("every bar fits, as the pieces are read"));
        }
        let ways: Vec<Vec<Placement>> = (0..pieces.len())
            .map(|i| {
                let ways = self.ways(pieces[i], numbers[i]);
                ways.filter(|way| way.place() == places[i]).collect()
            })
            .collect();
        let stuck = match fitted(&ways) {
            Ok(placements) => {
                let fits = "the pieces can be turned in their places so that they fit";
                let fault = Space::of(self).fault(&placements);
                return Ok(fault.map_or(Verdict::right().because(fits), Verdict::wrong));
            }
            Err(stuck) => stuck,
        };
        let met = self.graph().neighbors(NodeIndex::new(stuck));
        let before = met.filter(|n| n.index() < stuck).count();
        let (piece, place, shared) = (pieces[stuck], places[stuck], self.rule().words().shared);
        Ok(Verdict::wrong(format!(
            "however the pieces before it are turned, {piece} does not fit {place}, where \
             it shares a {shared} with {before} of them"
        )))
    }

    /// Every way in which a piece can lie in the cube.
    fn ways(&self, piece: AnyPiece, number: usize) -> impl Iterator<Item = Placement> {
        let shapes = piece.shapes(self.rolls()).into_iter().enumerate();
        shapes.flat_map(move |(shape, solid)| {
            Rotation::all().map(move |rotation| {
                let solid = solid.rotated(rotation);
                Placement::new(number, self.rule(), piece, PlacedSolid { solid, shape, rotation })
            })
        })
    }

    /// Which of the given pieces each of these is, or which of them is not there.
    fn numbered(&self, pieces: &[AnyPiece]) -> Result<Vec<usize>, String> {
        let mut free = vec![true; self.pieces().len()];
        let number = |piece: &AnyPiece| {
            let kind = self.kind_of(*piece);
            let same = |i: &usize| free[*i] && self.kind_of(self.pieces()[*i]) == kind;
            let number = (0..free.len()).find(same).ok_or_else(|| {
                match self.pieces().iter().filter(|p| *p == piece).count() {
                    0 => format!("{piece} is not one of the pieces"),
                    1 => format!("{piece} is used more than once"),
                    n => format!("{piece} is used more than {n} times"),
                }
            })?;
            free[number] = false;
            Ok(number)
        };
        pieces.iter().map(number).collect()
    }

    fn check_parts(&self, parts: &AnswerParts, work: &Work) -> Result<Verdict> {
        let (space, assemblies) = (Space::of(self), parts.assemblies());
        let (mut known, mut seen) = (KnownWays::new(), BTreeMap::new());
        for (i, assembly) in assemblies.iter().enumerate() {
            work.check(&format!("{i} assemblies are right"))?;
            let turned = |before: usize| format!("it is assembly {} turned", before + 1);
            let checked = self.check_assembly(assembly, &space, &mut known).and_then(|solids| {
                seen.insert(space.looks(solids.into_iter()).0, i).map_or(Ok(()), |b| Err(turned(b)))
            });
            if let Err(why) = checked {
                return Ok(Verdict::wrong(match assemblies.len() {
                    1 => why,
                    _ => format!("assembly {}, counted from 1: {why}", i + 1),
                }));
            }
        }
        let Some(claimed) = parts.solutions else {
            return Ok(Verdict::right().because("every piece fits"));
        };
        let count = self.solve(&Options { count_only: true }, work)?.count();
        if claimed != count as u64 {
            let why = format!("the answer counts {claimed} assemblies, there are {count}");
            return Ok(Verdict::wrong(why));
        }
        Ok(match (assemblies.len(), count) {
            (0, 1..) if parts.assemblies.is_some() => {
                Verdict::wrong(format!("the answer counts {claimed} assemblies and lists none"))
            }
            (0, _) => Verdict::right().because(format!("there are {count} assemblies")),
            (1, 1) => Verdict::right().because("every piece fits, and it is the only assembly"),
            (n, _) => {
                let why = format!("all {n} assemblies fit, and there are {count} in all");
                Verdict::right().because(why)
            }
        })
    }

    /// The solids of an assembly, or what is wrong with it.
    fn check_assembly(
        &self,
        assembly: &[PieceKeys],
        space: &Space,
        known: &mut KnownWays,
    ) -> Result<Vec<Solid>, String> {
        let mut ways = Vec::new();
        for (i, keys) in assembly.iter().enumerate() {
            let claimed = self.claimed(keys, known);
            let within = |why| format!("entry {}, counted from 1: {why}", i + 1);
            ways.push(claimed.map_err(within)?);
        }
        if self.rule() == Rule::Corners {
            let mut read = vec![String::new(); 8];
            for way in ways.iter().filter_map(|ways| ways.first()) {
                read[way.place().index()] = way.read().unwrap_or_default().0;
            }
            if let Some(why) = misfit(&read) {
                return Err(why);
            }
        }
        // Where the keys leave a choice, any choice that fits is right.
        let first = |_| ways.iter().filter_map(|ways| ways.first().copied()).collect();
        let placements: Vec<Placement> = fitted(&ways).unwrap_or_else(first);
        let solids = placements.iter().map(Placement::solid).collect();
        space.fault(&placements).map_or(Ok(solids), Err)
    }

    /// The ways in which a piece can lie that agree with what the answer says of it.
    fn claimed(&self, keys: &PieceKeys, known: &mut KnownWays) -> Result<Vec<Placement>, String> {
        let get = |key: &str| {
            let value = keys.get(key).map(text_of);
            value.ok_or_else(|| format!("there is no \"{key}\""))
        };
        let number = get("piece")?.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        let number = number.ok_or("\"piece\" is not a number from 1")?;
        let word = get("word")?;
        let piece = AnyPiece::parse(self.rule(), &word)
            .map_err(|fault| format!("{word:?} is not a piece: {}", fault.message()))?;
        let how: &[&str] = match self.rule() {
            Rule::Corners => &["corner", "read"],
            Rule::Edges => &["from", "to"],
            Rule::Faces => &["side", "lies"],
        };
        let all = known.entry(piece).or_insert_with(|| {
            let ways = self.ways(piece, 0).map(|way| {
                let keys = way.keys().into_iter().filter(|(key, _)| how.contains(key));
                (way, keys.map(|(_, value)| text_of(&value)).collect())
            });
            ways.collect()
        });
        let mut left: Vec<&(Placement, Vec<String>)> = all.iter().collect();
        for (i, key) in how.iter().enumerate() {
            let value = get(key)?;
            left.retain(|(_, values)| values[i] == value);
            if left.is_empty() {
                return Err(match *key {
                    "corner" | "side" => format!("{value:?} is not a {key}"),
                    "read" => format!("{value:?} is not a turn of {word}"),
                    _ => format!("{word} cannot lie with {key:?}: {value:?}"),
                });
            }
        }
        Ok(left.iter().map(|(way, _)| way.numbered(number)).collect())
    }
}

/// Chooses one of the ways of every piece so that no two meet, or says which piece is the first for
/// which there never is one.
fn fitted(ways: &[Vec<Placement>]) -> Result<Vec<Placement>, usize> {
    let (mut chosen, mut deepest) = (Vec::new(), 0);
    let done = choose(ways, Solid::default(), &mut chosen, &mut deepest);
    done.then_some(chosen).ok_or(deepest)
}

fn choose(
    ways: &[Vec<Placement>],
    filled: Solid,
    chosen: &mut Vec<Placement>,
    deepest: &mut usize,
) -> bool {
    let Some(next) = ways.get(chosen.len()) else {
        return true;
    };
    *deepest = chosen.len().max(*deepest);
    next.iter().any(|way| {
        !way.solid().meets(filled) && {
            chosen.push(*way);
            let done = choose(ways, filled.and(way.solid()), chosen, deepest);
            if !done {
                chosen.pop();
            }
            done
        }
    })
}

#[cfg(test)]
mod tests;
