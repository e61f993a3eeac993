//! Somebody's own answer: reading it, and saying where it is wrong.

use std::sync::Arc;

use petgraph::graph::NodeIndex;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::tower::{PLACES, Placed};
use super::{Puzzle, Tower, check, text};
use cubegraph_core::fault::Fault;
use cubegraph_core::work::{Error, Result};

/// Whether an answer is right, and if not, where it is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verdict {
    right: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

impl Verdict {
    /// Whether the answer is right.
    pub fn is_right(&self) -> bool {
        self.right
    }

    /// The first thing that is wrong, in a sentence without a full stop.
    pub fn why(&self) -> Option<&str> {
        self.why.as_deref()
    }
}

/// The sides of a tower as [`Solution`](super::Solution) serialises them.
#[derive(Deserialize)]
struct Sides {
    front: Vec<String>,
    back: Vec<String>,
    left: Vec<String>,
    right: Vec<String>,
    top: Vec<String>,
    bottom: Vec<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Listed {
    All { solutions: Vec<Sides> },
    One(Sides),
}

impl Puzzle {
    /// Judges a tower of somebody else: every cube must be the given one, turned and not mirrored
    /// (unless only its pairs are known), and no side may show a colour twice.
    ///
    /// # Examples
    /// ```
    /// # use cubegraph_insanity::Puzzle;
    /// let puzzle: Puzzle = "AEDDEA BBCBDC ADBDCA BDABAE EEEBCD".parse()?;
    /// let answer = puzzle.towers_from("AEEDAD DCCBBB CBAADD BADEAB EDBCEE")?;
    /// assert!(puzzle.check(&answer[0]).is_right());
    /// let answer = puzzle.towers_from("AEDDEA DCCBBB CBAADD BADEAB EDBCEE")?;
    /// assert_eq!(puzzle.check(&answer[0]).why(), Some("D is twice on the right side"));
    /// # Ok::<(), cubegraph_core::Error>(())
    /// ```
    pub fn check(&self, tower: &Tower) -> Verdict {
        let why = check::tower(self, tower).err();
        Verdict {
            right: why.is_none(),
            why,
        }
    }

    /// Reads towers of this puzzle: the JSON of a solution, or one tower as six letters for each
    /// cube (left front right back top bottom), as it stands in the tower.
    ///
    /// # Errors
    /// [`Error::Input`] where the text is no tower, or shows a colour that the puzzle does not
    /// have.
    pub fn towers_from(&self, text: &str) -> Result<Vec<Tower>> {
        let names = self.names();
        let index: FxHashMap<&str, NodeIndex> = self
            .graph
            .node_indices()
            .map(|colour| (self.name(colour), colour))
            .collect();
        if text.trim_start().starts_with(['{', '[']) {
            return from_json(text)?
                .iter()
                .map(|sides| tower_of(sides, &index, &names))
                .collect();
        }
        let mut cubes = Vec::new();
        for (place, word) in text::words_of(text) {
            let faces: Vec<NodeIndex> = word
                .char_indices()
                .map(|(at, letter)| {
                    let span = place + at..place + at + letter.len_utf8();
                    self.colour_of(letter).ok_or_else(|| {
                        foreign(&letter.to_string()).at(span).help(format!(
                            "the colours are {}; a letter that only one of them begins with will do",
                            names.join(", ")
                        ))
                    })
                })
                .collect::<std::result::Result<_, Fault>>()?;
            let number = faces.len();
            let faces: [NodeIndex; 6] = faces.try_into().map_err(|_| {
                text::wrong_number("face", number, place..place + word.len(), "six letters")
            })?;
            cubes.push(Placed {
                faces,
                rotation: None,
            });
        }
        Ok(vec![Tower { cubes, names }])
    }

    /// The colour of that name, or the only one that begins with the letter.
    fn colour_of(&self, letter: char) -> Option<NodeIndex> {
        let colours = || self.graph.node_indices();
        let is_named = |&colour: &NodeIndex| self.name(colour) == letter.to_string();
        colours().find(is_named).or_else(|| {
            let lower = |first: char| first.to_lowercase().eq(letter.to_lowercase());
            let mut begun =
                colours().filter(|&colour| self.name(colour).chars().next().is_some_and(lower));
            begun.next().filter(|_| begun.next().is_none())
        })
    }
}

fn foreign(name: &str) -> Fault {
    Fault::new(format!("the puzzle has no colour {name:?}"))
}

fn from_json(text: &str) -> Result<Vec<Sides>> {
    let listed = serde_json::from_str(text).map_err(|error| {
        Fault::new(format!("the JSON is not a solution: {error}"))
            .expected("\"solutions\": [{ \"front\": […], \"back\": […], … }]")
    })?;
    let towers = match listed {
        Listed::All { solutions } => solutions,
        Listed::One(sides) => vec![sides],
    };
    if towers.is_empty() {
        return Err(Error::invalid("the answer lists no tower"));
    }
    Ok(towers)
}

fn tower_of(
    sides: &Sides,
    index: &FxHashMap<&str, NodeIndex>,
    names: &Arc<[String]>,
) -> Result<Tower> {
    // In the order of the answer's places.
    let columns = [
        &sides.front,
        &sides.back,
        &sides.left,
        &sides.right,
        &sides.top,
        &sides.bottom,
    ];
    if columns
        .iter()
        .any(|column| column.len() != sides.front.len())
    {
        return Err(Error::invalid(
            "the sides of the tower have different numbers of cubes",
        ));
    }
    let mut cubes = Vec::new();
    for cube in 0..sides.front.len() {
        let mut faces = [NodeIndex::default(); 6];
        for (place, column) in PLACES.into_iter().zip(columns) {
            let colour = index.get(column[cube].as_str());
            faces[place.index()] = *colour.ok_or_else(|| foreign(&column[cube]))?;
        }
        cubes.push(Placed {
            faces,
            rotation: None,
        });
    }
    let names = names.clone();
    Ok(Tower { cubes, names })
}

#[cfg(test)]
mod tests {
    use super::super::{Options, Wanted};
    use super::*;
    use cubegraph_core::work::Work;

    #[test]
    fn what_solve_prints_is_read_back_and_right() {
        for text in [
            "ACBDCC ACDBDC ABBCDD ABBDCD",
            "GW,BW,BR BB,GW,RG RW,RG,BW RR,GW,BR",
        ] {
            let puzzle: Puzzle = text.parse().unwrap();
            let options = Options {
                wanted: Wanted::All,
                ..Options::default()
            };
            let solution = puzzle.solve(&options, &Work::default()).unwrap();
            let json = serde_json::to_string(&solution).unwrap();
            let towers = puzzle.towers_from(&json).unwrap();
            assert_eq!(towers.len(), solution.towers().len());
            assert!(towers.iter().all(|tower| puzzle.check(tower).is_right()));
            let one = serde_json::to_string(&solution.towers()[0]).unwrap();
            assert_eq!(puzzle.towers_from(&one).unwrap(), towers[..1]);
        }
    }

    #[test]
    fn a_wrong_answer_is_told_where_it_is_wrong() {
        let puzzle: Puzzle = "ABCDEF BCDEFA".parse().unwrap();
        for (answer, why) in [
            ("ABCDEF", "1 cube"),
            ("ABCDEF ABCDEF", "cube 2 of the tower is not the cube given"),
            ("ABCDFE BCDEFA", "cube 1 of the tower is not the cube given"),
            ("ABCDEF EBCDFA", "B is twice on the front side"),
        ] {
            let tower = &puzzle.towers_from(answer).unwrap()[0];
            let verdict = puzzle.check(tower);
            let found = verdict.why().unwrap_or_default();
            assert!(!verdict.is_right() && found.contains(why), "{found}");
        }
        for text in [
            "ABCDEX BCDEFA",
            "ABCDE",
            "{}",
            "{\"solutions\": []}",
            "{\"solutions\": [{\"front\": [\"X\"], \"back\": [\"A\"], \"left\": [\"A\"], \
             \"right\": [\"A\"], \"top\": [\"A\"], \"bottom\": [\"A\"]}]}",
        ] {
            assert!(puzzle.towers_from(text).is_err(), "{text}");
        }
    }
}
