//! The instance as it stands in a file, and its validation.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use rustc_hash::FxHashMap;
use serde::de::{Deserialize, Deserializer, SeqAccess, Visitor};
use toml::Spanned;

use super::text::{not_a_letter, wrong_number};
use super::{Colour, Cube, Puzzle};
use crate::fault::Fault;

/// An instance as read, before anything but its shape is known to be right.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Raw {
    #[serde(rename = "kind")]
    _kind: Spanned<String>,
    title: Option<String>,
    source: Option<String>,
    cubes: Spanned<Vec<Spanned<RawCube>>>,
    colours: Option<BTreeMap<Spanned<String>, Spanned<String>>>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCube {
    faces: Option<Spanned<Names>>,
    pairs: Option<Spanned<Vec<Spanned<Names>>>>,
}

/// Colours as a list of names, or one word of letters.
enum Names {
    Word(String),
    List(Vec<Spanned<String>>),
}

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Names, D::Error> {
        // An untagged enum would lose the spans, so the two shapes are told apart by hand.
        struct Shape;
        impl<'de> Visitor<'de> for Shape {
            type Value = Names;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of colour names, or one word of letters")
            }

            fn visit_str<E>(self, word: &str) -> Result<Names, E> {
                Ok(Names::Word(word.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Names, A::Error> {
                let mut names = Vec::new();
                while let Some(name) = list.next_element()? {
                    names.push(name);
                }
                Ok(Names::List(names))
            }
        }
        deserializer.deserialize_any(Shape)
    }
}

/// A name and its place.
type Named = (String, Range<usize>);

/// The single names, each with its place: the letters of a word, or the items of a list.
fn names_of(names: &Spanned<Names>) -> Result<Vec<Named>, Fault> {
    let span = names.span();
    match names.as_ref() {
        Names::Word(word) => word
            .char_indices()
            .map(|(at, letter)| {
                if letter.is_alphabetic() {
                    return Ok((letter.to_string(), span.clone()));
                }
                let fault = not_a_letter(letter, span.start + 1 + at).help(
                    "colours with longer names are written as a list: [\"red\", \"blue\", …]",
                );
                // With an escape in the word its letters do not stand where they are counted.
                let as_written = span.len() == word.len() + 2;
                Err(if as_written {
                    fault
                } else {
                    fault.at(span.clone())
                })
            })
            .collect(),
        Names::List(list) => list
            .iter()
            .map(|name| {
                let text = name.as_ref().trim();
                if text.is_empty() || text.chars().any(char::is_control) {
                    return Err(Fault::new("a colour needs a name")
                        .at(name.span())
                        .expected("a name of at least one visible character")
                        .help("write a name such as \"red\", or a letter"));
                }
                Ok((text.to_owned(), name.span()))
            })
            .collect(),
    }
}

/// Gives every name its index, in the order of first use.
#[derive(Default)]
struct Palette {
    names: Vec<String>,
    index: FxHashMap<String, Colour>,
}

impl Palette {
    fn colour(&mut self, name: String) -> Colour {
        *self.index.entry(name).or_insert_with_key(|name| {
            self.names.push(name.clone());
            Colour::from_index(self.names.len() - 1)
        })
    }

    /// Letters go into the order of the alphabet; returns the new index of every old one.
    fn settle(&mut self) -> Vec<Colour> {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        if self.names.iter().all(|name| name.chars().count() == 1) {
            order.sort_by(|&a, &b| self.names[a].cmp(&self.names[b]));
        }
        let mut new_index = vec![Colour::from_index(0); order.len()];
        for (new, &old) in order.iter().enumerate() {
            new_index[old] = Colour::from_index(new);
        }
        self.names = order.iter().map(|&old| self.names[old].clone()).collect();
        for colour in self.index.values_mut() {
            *colour = new_index[colour.index()];
        }
        new_index
    }
}

const HELP: &str = "write faces = [left, front, right, back, top, bottom] or \"ACBDCC\", or pairs = [[…], […], […]] or [\"GW\", \"BW\", \"BR\"]";

impl RawCube {
    fn validate(&self, at: Range<usize>, palette: &mut Palette) -> Result<Cube, Fault> {
        match (&self.faces, &self.pairs) {
            (Some(faces), None) => {
                let names = names_of(faces)?;
                let names: [Named; 6] = names.try_into().map_err(|names: Vec<Named>| {
                    wrong_number("face", names.len(), faces.span(), "six colours").help(HELP)
                })?;
                Ok(Cube::with_faces(
                    names.map(|(name, _)| palette.colour(name)),
                ))
            }
            (None, Some(pairs)) => {
                let mut found = Vec::new();
                for pair in pairs.as_ref() {
                    let names: [Named; 2] =
                        names_of(pair)?.try_into().map_err(|names: Vec<Named>| {
                            Fault::new(format!(
                                "a pair of opposite faces has two colours, not {}",
                                names.len()
                            ))
                            .at(pair.span())
                            .expected("two colours")
                            .help(HELP)
                        })?;
                    found.push(names.map(|(name, _)| palette.colour(name)));
                }
                found
                    .try_into()
                    .map(Cube::with_pairs)
                    .map_err(|found: Vec<_>| {
                        wrong_number("pair", found.len(), pairs.span(), "three pairs").help(HELP)
                    })
            }
            (both, _) => Err(Fault::new(if both.is_some() {
                "a cube is given by its faces or by its pairs, not by both"
            } else {
                "a cube needs its faces or its pairs"
            })
            .at(at)
            .expected("faces or pairs")
            .help(HELP)),
        }
    }
}

impl Puzzle {
    /// Validates an instance.
    ///
    /// # Errors
    /// The first mistake, with its place in the file in bytes.
    pub fn from_raw(raw: Raw) -> Result<Puzzle, Fault> {
        if raw.cubes.as_ref().is_empty() {
            return Err(Fault::new("there are no cubes")
                .at(raw.cubes.span())
                .expected("at least one cube")
                .help(HELP));
        }
        let mut palette = Palette::default();
        let mut cubes = Vec::new();
        for cube in raw.cubes.as_ref() {
            cubes.push(cube.as_ref().validate(cube.span(), &mut palette)?);
        }
        let new_index = palette.settle();
        for cube in &mut cubes {
            cube.faces = cube.faces.map(|colour| new_index[colour.index()]);
        }
        let mut paints = vec![None; palette.names.len()];
        for (name, paint) in raw.colours.iter().flatten() {
            let Some(colour) = palette.index.get(name.as_ref()) else {
                return Err(Fault::new(format!("{:?} is on no cube", name.as_ref()))
                    .at(name.span())
                    .expected("the name of a colour that a cube shows")
                    .help(format!("the cubes show {}", palette.names.join(", "))));
            };
            paints[colour.index()] = Some(valid_paint(paint)?);
        }
        Ok(Puzzle {
            title: raw.title,
            source: raw.source,
            cubes,
            colours: palette.names,
            paints,
        })
    }
}

fn valid_paint(paint: &Spanned<String>) -> Result<String, Fault> {
    let text = paint.as_ref();
    let digits = text.strip_prefix('#').unwrap_or("");
    if digits.len() == 6 && digits.chars().all(|c| c.is_ascii_hexdigit()) {
        return Ok(text.to_ascii_lowercase());
    }
    Err(Fault::new(format!("{text:?} is no paint"))
        .at(paint.span())
        .expected("\"#rrggbb\", six hexadecimal digits")
        .help("for instance \"#2ca02c\" for green"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Puzzle, Fault> {
        Puzzle::from_raw(toml::from_str::<Raw>(text).map_err(|e| Fault::new(e.to_string()))?)
    }

    #[test]
    fn all_four_ways_of_writing_a_cube_are_read() {
        let puzzle = read(
            r##"kind = "insanity"
            title = "t"
            cubes = [
              { pairs = [["green", "white"], ["blue", "white"], ["blue", "red"]] },
              { faces = ["red", "white", "blue", "white", "red", "green"] },
              { faces = "ACBDCC" },
              { pairs = ["GW", "BW", "BR"] },
            ]
            [colours]
            green = "#2CA02C""##,
        )
        .unwrap();
        assert_eq!(puzzle.cubes().len(), 4);
        assert_eq!(puzzle.title(), Some("t"));
        assert_eq!(puzzle.colours()[..4], ["green", "white", "blue", "red"]);
        assert_eq!(puzzle.paint(Colour::from_index(0)), Some("#2ca02c"));
        assert_eq!(puzzle.paint(Colour::from_index(1)), None);
    }

    #[test]
    fn every_mistake_is_shown_at_its_place() {
        for (cubes, marked, part) in [
            ("[]", "[]", "no cubes"),
            ("[{ faces = \"ABCDE\" }]", "\"ABCDE\"", "here are 5"),
            ("[{ faces = \"ABC3EF\" }]", "3", "not a letter"),
            (
                "[{ pairs = [\"AB\", \"CD\", \"É1\"] }]",
                "1",
                "not a letter",
            ),
            (
                "[{ faces = \"AB\\u0043DE1\" }]",
                "\"AB\\u0043DE1\"",
                "not a letter",
            ),
            (
                "[{ pairs = [\"AB\", \"C\", \"EF\"] }]",
                "\"C\"",
                "two colours",
            ),
            (
                "[{ pairs = [\"AB\", \"CD\"] }]",
                "[\"AB\", \"CD\"]",
                "here are 2",
            ),
            ("[{ }]", "{ }", "needs its faces"),
            (
                "[{ faces = [\"a\", \"b\", \"c\", \"d\", \"e\", \" \"] }]",
                "\" \"",
                "needs a name",
            ),
        ] {
            let text = format!("kind = \"insanity\"\ncubes = {cubes}\n");
            let fault = read(&text).unwrap_err();
            assert_eq!(&text[fault.span.clone().unwrap()], marked, "{fault:?}");
            assert!(fault.message.contains(part), "{}", fault.message);
            let help = fault.help.unwrap_or_default();
            assert!(!help.contains("in a file"), "{help}");
        }
        let text =
            "kind = \"insanity\"\ncubes = [{ faces = \"ABCDEF\" }]\n[colours]\nG = \"#000000\"\n";
        let fault = read(text).unwrap_err();
        assert_eq!(&text[fault.span.unwrap()], "G");
    }
}
