//! The towers that a user gives as an answer: reading and checking them.

use petgraph::graph::NodeIndex;
use rustc_hash::FxHashMap;
use serde::Deserialize;

use super::text::{exactly, words_of, wrong_number};
use super::tower::{PLACES, Placed};
use super::{Puzzle, Tower, check};
use cubegraph_core::fault::Fault;
use cubegraph_core::instance::Family;
use cubegraph_core::verdict::{self, Verdict};
use cubegraph_core::work::{Error, Result};

/// Towers that a user gives as an answer, read by [`Puzzle::read_answer`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    towers: Vec<Tower>,
    unchecked: Vec<String>,
}

impl Answer {
    /// The towers, at least one.
    pub fn towers(&self) -> &[Tower] {
        &self.towers
    }
}

/// The sides of a tower as [`Solution`](super::Solution) serialises them.
#[derive(Deserialize)]
struct TowerSides {
    front: Vec<String>,
    back: Vec<String>,
    left: Vec<String>,
    right: Vec<String>,
    top: Vec<String>,
    bottom: Vec<String>,
    turns: Option<serde_json::Value>,
}

/// All towers of a solution, or a single one.
#[derive(Deserialize)]
struct AnswerParts {
    solutions: Option<Vec<TowerSides>>,
    #[serde(flatten)]
    single: Option<TowerSides>,
}

const CHECKED: [&str; 7] = ["solutions", "front", "back", "left", "right", "top", "bottom"];

impl Puzzle {
    /// Checks the towers of an answer: every cube must be the given one, turned and not mirrored
    /// (unless only its pairs are known), and no side may show a colour twice. Of several towers
    /// the fact `tower` is the number of the first wrong one, counted from 1.
    ///
    /// # Examples
    /// ```
    /// # use cubegraph_insanity::Puzzle;
    /// let puzzle: Puzzle = "AEDDEA BBCBDC ADBDCA BDABAE EEEBCD".parse()?;
    /// let answer = puzzle.read_answer("AEEDAD DCCBBB CBAADD BADEAB EDBCEE")?;
    /// assert!(puzzle.check(&answer).is_right());
    /// let answer = puzzle.read_answer("AEDDEA DCCBBB CBAADD BADEAB EDBCEE")?;
    /// assert_eq!(puzzle.check(&answer).why(), Some("D is twice on the right side"));
    /// # Ok::<(), cubegraph_core::Error>(())
    /// ```
    pub fn check(&self, answer: &Answer) -> Verdict {
        let checked = answer.towers.iter().map(|tower| check::tower(self, tower));
        let wrong =
            (1u64..).zip(checked).find_map(|(number, checked)| Some((number, checked.err()?)));
        let verdict = match wrong {
            None => Verdict::right(),
            Some((_, why)) if answer.towers.len() == 1 => Verdict::wrong(why),
            Some((number, why)) => Verdict::wrong(why).with("tower", number),
        };
        verdict.without_checking(answer.unchecked.clone())
    }

    /// Reads towers of this puzzle: the JSON of a solution, or one tower as six letters for each
    /// cube (left front right back top bottom), as it stands in the tower.
    ///
    /// # Errors
    /// [`Error::Input`] if the text has no tower, or shows a colour that the puzzle does not have.
    pub fn read_answer(&self, text: &str) -> Result<Answer> {
        if verdict::is_json(text) {
            return self.towers_in_json(text);
        }
        let names = self.names();
        let mut cubes = Vec::new();
        for (place, word) in words_of(text) {
            let mut faces = Vec::new();
            for (at, letter) in word.char_indices() {
                let at = place + at..place + at + letter.len_utf8();
                faces.push(self.colour_of(letter).ok_or_else(|| {
                    let names = names.join(", ");
                    let help = "an initial that no other colour has is enough";
                    let help = format!("the colours are {names}; {help}");
                    unknown_colour(&letter.to_string()).at(at).help(help)
                })?);
            }
            let whole = place..place + word.len();
            let faces =
                exactly(faces, |found| wrong_number("face", found, "six letters").at(whole))?;
            cubes.push(Placed { faces, rotation: None });
        }
        if cubes.is_empty() {
            let fault = Fault::new("the answer has no cubes").at(0..text.len());
            return Err(fault.expected("six letters for each cube of the tower").into());
        }
        let towers = vec![Tower { cubes, names }];
        let unchecked = Vec::new();
        Ok(Answer { towers, unchecked })
    }

    fn towers_in_json(&self, text: &str) -> Result<Answer> {
        let given = verdict::read_answer::<AnswerParts>(text, Family::Insanity, &CHECKED)?;
        let parts = given.parts;
        let listed = parts.solutions.or_else(|| Some(vec![parts.single?]));
        let listed = listed.filter(|towers| !towers.is_empty()).ok_or_else(|| {
            Fault::new("the answer lists no tower")
                .expected("\"solutions\": [{ \"front\": […], \"back\": […], … }]")
        })?;
        let mut unchecked = given.unchecked;
        let turns = "turns".to_owned();
        if listed.iter().any(|sides| sides.turns.is_some()) && !unchecked.contains(&turns) {
            unchecked.push(turns);
        }
        let colours = self.graph.node_indices();
        let index = colours.map(|colour| (self.name(colour), colour)).collect();
        let towers = listed.iter().map(|sides| self.tower_of(sides, &index));
        let towers = towers.collect::<Result<_>>()?;
        Ok(Answer { towers, unchecked })
    }

    fn tower_of(&self, sides: &TowerSides, index: &FxHashMap<&str, NodeIndex>) -> Result<Tower> {
        let TowerSides { front, back, left, right, .. } = sides;
        // In the order of PLACES.
        let columns = [front, back, left, right, &sides.top, &sides.bottom];
        if columns.iter().any(|column| column.len() != front.len()) {
            let message = "the sides of the tower have different numbers of cubes";
            return Err(Error::invalid(message));
        }
        let mut cubes = Vec::new();
        for cube in 0..front.len() {
            let mut faces = [NodeIndex::default(); 6];
            for (place, column) in PLACES.into_iter().zip(columns) {
                let colour = index.get(column[cube].as_str());
                faces[place.index()] = *colour.ok_or_else(|| unknown_colour(&column[cube]))?;
            }
            cubes.push(Placed { faces, rotation: None });
        }
        let names = self.names();
        Ok(Tower { cubes, names })
    }

    /// The colour of that name, or the only one that begins with the letter.
    fn colour_of(&self, letter: char) -> Option<NodeIndex> {
        let colours = || self.graph.node_indices();
        let is_named = |&colour: &NodeIndex| self.name(colour) == letter.to_string();
        colours().find(is_named).or_else(|| {
            let lower = |first: char| first.to_lowercase().eq(letter.to_lowercase());
            let begins = |&colour: &NodeIndex| self.name(colour).chars().next().is_some_and(lower);
            let mut begun = colours().filter(begins);
            begun.next().filter(|_| begun.next().is_none())
        })
    }
}

fn unknown_colour(name: &str) -> Fault {
    Fault::new(format!("the puzzle has no colour {name:?}"))
}

#[cfg(test)]
mod tests {
    use super::super::{Options, Wanted};
    use super::*;
    use cubegraph_core::work::Work;

    #[test]
    fn what_solve_prints_is_read_back_and_right() {
        for text in ["ACBDCC ACDBDC ABBCDD ABBDCD", "GW,BW,BR BB,GW,RG RW,RG,BW RR,GW,BR"] {
            let puzzle: Puzzle = text.parse().unwrap();
            let options = Options { wanted: Wanted::All, ..Options::default() };
            let solution = puzzle.solve(&options, &Work::default()).unwrap();
            let json = serde_json::to_string(&solution).unwrap();
            let answer = puzzle.read_answer(&json).unwrap();
            assert_eq!(answer.towers().len(), solution.towers().len());
            let verdict = puzzle.check(&answer);
            assert!(verdict.is_right());
            for part in ["pairs", "turns"] {
                assert!(verdict.unchecked().contains(&part.to_owned()), "{part}");
            }
            let one = serde_json::to_string(&solution.towers()[0]).unwrap();
            let single = puzzle.read_answer(&one).unwrap();
            assert_eq!(single.towers(), &answer.towers()[..1]);
            assert_eq!(puzzle.check(&single).unchecked(), ["turns"]);
        }
    }

    #[test]
    fn a_wrong_answer_is_rejected_with_the_place() {
        let puzzle: Puzzle = "ABCDEF BCDEFA".parse().unwrap();
        for (answer, why) in [
            ("ABCDEF", "1 cube"),
            ("ABCDEF ABCDEF", "cube 2 of the tower is not the cube given"),
            ("ABCDFE BCDEFA", "cube 1 of the tower is not the cube given"),
            ("ABCDEF EBCDFA", "B is twice on the front side"),
        ] {
            let verdict = puzzle.check(&puzzle.read_answer(answer).unwrap());
            let found = verdict.why().unwrap_or_default();
            assert!(!verdict.is_right() && found.contains(why), "{found}");
        }
        let sides = |letter: char| {
            let keys = PLACES.map(|place| format!("\"{place}\": [\"{letter}\"]"));
            format!("{{\"solutions\": [{{{}}}]}}", keys.join(", "))
        };
        assert!(puzzle.read_answer(&sides('A')).is_ok());
        for text in ["", "ABCDEX BCDEFA", "ABCDE", "{}", "{\"solutions\": []}", &sides('X')] {
            assert!(puzzle.read_answer(text).is_err(), "{text}");
        }
    }
}
