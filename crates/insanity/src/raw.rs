//! The instance as it stands in a file, and its validation.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use petgraph::graph::NodeIndex;
use rustc_hash::FxHashMap;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use toml::Spanned;

use super::text::{cube_of, not_a_letter, wrong_number};
use super::{Colour, Cube, Puzzle};
use cubegraph_core::fault::Fault;
use cubegraph_core::instance::{Family, FromInstance, KeyHelp};
use cubegraph_core::work::Error;

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

/// A cube: a word such as `ACBDCC`, a list of six names, or a table that says which of the two ways
/// it is given.
enum RawCube {
    Word(String),
    List(Vec<Spanned<String>>),
    Table(RawTable),
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTable {
    faces: Option<Spanned<Names>>,
    pairs: Option<Spanned<Vec<Spanned<Names>>>>,
}

/// Colours as a list of names, or one word of letters.
enum Names {
    Word(String),
    List(Vec<Spanned<String>>),
}

fn list<'de, A: SeqAccess<'de>>(mut list: A) -> Result<Vec<Spanned<String>>, A::Error> {
    let mut names = Vec::new();
    while let Some(name) = list.next_element()? {
        names.push(name);
    }
    Ok(names)
}

// Untagged enums would lose the spans, so the shapes are told apart by hand.
impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Names, D::Error> {
        struct Shape;
        impl<'de> Visitor<'de> for Shape {
            type Value = Names;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of colour names, or one word of letters")
            }

            fn visit_str<E>(self, word: &str) -> Result<Names, E> {
                Ok(Names::Word(word.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, names: A) -> Result<Names, A::Error> {
                list(names).map(Names::List)
            }
        }
        deserializer.deserialize_any(Shape)
    }
}

impl<'de> Deserialize<'de> for RawCube {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawCube, D::Error> {
        struct Shape;
        impl<'de> Visitor<'de> for Shape {
            type Value = RawCube;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a cube: { faces = … }, { pairs = … }, or one word such as \"ACBDCC\"")
            }

            fn visit_str<E>(self, word: &str) -> Result<RawCube, E> {
                Ok(RawCube::Word(word.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, names: A) -> Result<RawCube, A::Error> {
                list(names).map(RawCube::List)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<RawCube, A::Error> {
                RawTable::deserialize(MapAccessDeserializer::new(map)).map(RawCube::Table)
            }
        }
        deserializer.deserialize_any(Shape)
    }
}

/// A name and its place.
type Named = (String, Range<usize>);

/// The single names, each with its place: the letters of a word, or the items of a list.
fn names_of(names: &Names, span: &Range<usize>) -> Result<Vec<Named>, Fault> {
    match names {
        Names::Word(word) => word
            .char_indices()
            .map(|(at, letter)| {
                if letter.is_alphabetic() {
                    return Ok((letter.to_string(), span.clone()));
                }
                let fault = not_a_letter(letter, span.start + 1 + at);
                // With an escape in the word its letters do not stand where they are counted.
                let as_written = span.len() == word.len() + 2;
                Err(if as_written {
                    fault
                } else {
                    fault.at(span.clone())
                })
            })
            .collect(),
        Names::List(list) => names_in(list),
    }
}

fn names_in(list: &[Spanned<String>]) -> Result<Vec<Named>, Fault> {
    let named = |name: &Spanned<String>| match valid_name(name.as_ref()) {
        Some(text) => Ok((text.to_owned(), name.span())),
        None => Err(Fault::new("a colour needs a name")
            .at(name.span())
            .expected("a name of at least one visible character")
            .help("write a name such as \"red\", or a letter")),
    };
    list.iter().map(named).collect()
}

/// A name without white space around it, if anything can be seen of it.
fn valid_name(name: &str) -> Option<&str> {
    let text = name.trim();
    (!text.is_empty() && !text.chars().any(char::is_control)).then_some(text)
}

/// Gives every name its index, in the order of first use.
#[derive(Default)]
pub(super) struct Palette {
    names: Vec<String>,
    index: FxHashMap<String, NodeIndex>,
}

impl Palette {
    /// The colour of a name.
    pub fn colour(&mut self, name: String) -> NodeIndex {
        *self.index.entry(name).or_insert_with_key(|name| {
            self.names.push(name.clone());
            NodeIndex::new(self.names.len() - 1)
        })
    }

    /// The colour of a name that no file gave.
    pub fn named(&mut self, name: String) -> Result<NodeIndex, Error> {
        match valid_name(&name) {
            Some(valid) if valid.len() == name.len() => Ok(self.colour(name)),
            Some(valid) => Ok(self.colour(valid.to_owned())),
            None => Err(Error::invalid("a colour needs a visible name")),
        }
    }

    /// A puzzle of some cubes, each made by `cube`.
    pub fn puzzle<T>(
        given: impl IntoIterator<Item = T>,
        mut cube: impl FnMut(&mut Palette, T) -> Result<Cube, Error>,
    ) -> Result<Puzzle, Error> {
        let mut palette = Palette::default();
        let mut cubes = Vec::new();
        for given in given {
            cubes.push(cube(&mut palette, given)?);
        }
        if cubes.is_empty() {
            return Err(Error::invalid("there are no cubes"));
        }
        Ok(palette.finish(cubes))
    }

    /// The puzzle of cubes whose colours were given out here.
    pub fn finish(self, cubes: Vec<Cube>) -> Puzzle {
        self.painted(cubes, &mut FxHashMap::default())
    }

    /// The puzzle with the paints of some names. Single letters go into the order of the alphabet.
    fn painted(self, mut cubes: Vec<Cube>, paints: &mut FxHashMap<String, String>) -> Puzzle {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        if self.names.iter().all(|name| name.chars().count() == 1) {
            order.sort_by(|&a, &b| self.names[a].cmp(&self.names[b]));
        }
        let mut new_index = vec![NodeIndex::default(); order.len()];
        for (new, &old) in order.iter().enumerate() {
            new_index[old] = NodeIndex::new(new);
        }
        for cube in &mut cubes {
            cube.faces = cube.faces.map(|colour| new_index[colour.index()]);
        }
        let colours = order.iter().map(|&old| {
            let name = self.names[old].clone();
            let paint = paints.remove(&name);
            Colour::new(name, paint)
        });
        Puzzle::new(cubes, colours.collect())
    }
}

const HELP: &str = "write faces = [left, front, right, back, top, bottom] or \"ACBDCC\", \
    or pairs = [[…], […], […]] or [\"GW\", \"BW\", \"BR\"]";

impl RawCube {
    fn validate(&self, at: Range<usize>, palette: &mut Palette) -> Result<Cube, Fault> {
        match self {
            // The word stands behind a quotation mark, unless something in it is escaped.
            RawCube::Word(word) => cube_of(word, at.start + 1, palette).map_err(|fault| {
                let whole = fault.span().len() == word.len() || at.len() != word.len() + 2;
                if whole { fault.at(at) } else { fault }
            }),
            RawCube::List(list) => faces_of(names_in(list)?, at, palette),
            RawCube::Table(table) => table.validate(at, palette),
        }
    }
}

fn faces_of(names: Vec<Named>, at: Range<usize>, palette: &mut Palette) -> Result<Cube, Fault> {
    let names: [Named; 6] = names.try_into().map_err(|names: Vec<Named>| {
        wrong_number("face", names.len(), at, "six colours").help(HELP)
    })?;
    Ok(Cube::with_faces(
        names.map(|(name, _)| palette.colour(name)),
    ))
}

impl RawTable {
    fn validate(&self, at: Range<usize>, palette: &mut Palette) -> Result<Cube, Fault> {
        match (&self.faces, &self.pairs) {
            (Some(faces), None) => {
                let names = names_of(faces.as_ref(), &faces.span())?;
                faces_of(names, faces.span(), palette)
            }
            (None, Some(pairs)) => {
                let mut found = Vec::new();
                for pair in pairs.as_ref() {
                    let names = names_of(pair.as_ref(), &pair.span())?;
                    let names: [Named; 2] = names.try_into().map_err(|names: Vec<Named>| {
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
    fn from_raw(raw: Raw) -> Result<Puzzle, Fault> {
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
        let mut paints = FxHashMap::default();
        for (name, paint) in raw.colours.iter().flatten() {
            if !palette.index.contains_key(name.as_ref()) {
                let mut known = palette.names;
                known.sort_unstable();
                return Err(Fault::new(format!("{:?} is on no cube", name.as_ref()))
                    .at(name.span())
                    .expected("the name of a colour that a cube shows")
                    .help(format!("the cubes show {}", known.join(", "))));
            }
            paints.insert(name.as_ref().clone(), valid_paint(paint)?);
        }
        Ok(Puzzle {
            title: raw.title,
            source: raw.source,
            ..palette.painted(cubes, &mut paints)
        })
    }
}

fn valid_paint(paint: &Spanned<String>) -> Result<String, Fault> {
    let text = paint.as_ref();
    let digits = text.strip_prefix('#').unwrap_or("");
    if digits.len() == 6 && digits.chars().all(|c| c.is_ascii_hexdigit()) {
        return Ok(text.to_ascii_lowercase());
    }
    Err(Fault::new(format!("{text:?} is not a colour"))
        .at(paint.span())
        .expected("\"#rrggbb\", six hexadecimal digits")
        .help("for instance \"#2ca02c\" for green"))
}

impl FromInstance for Puzzle {
    type File = Raw;
    const FAMILY: Family = Family::Insanity;
    const KEYS: &'static [KeyHelp] = crate::keys::KEYS;

    fn from_instance(file: Raw) -> std::result::Result<Puzzle, Fault> {
        Puzzle::from_raw(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Puzzle, Fault> {
        Puzzle::from_raw(toml::from_str::<Raw>(text).map_err(|e| Fault::new(e.to_string()))?)
    }

    #[test]
    fn all_ways_of_writing_a_cube_are_read() {
        let puzzle = read(
            r##"kind = "insanity"
            title = "t"
            cubes = [
              { pairs = [["green", "white"], ["blue", "white"], ["blue", "red"]] },
              { faces = ["red", "white", "blue", "white", "red", "green"] },
              { faces = "ACBDCC" },
              { pairs = ["GW", "BW", "BR"] },
              "ACBDCC",
              "GW,BW,BR",
              ["red", "white", "blue", "white", "red", "green"],
            ]
            [colours]
            green = "#2CA02C""##,
        )
        .unwrap();
        assert_eq!(puzzle.cubes().len(), 7);
        for (cube, same) in [(4, 2), (5, 3), (6, 1)] {
            assert_eq!(puzzle.cubes()[cube], puzzle.cubes()[same]);
        }
        assert_eq!(puzzle.title(), Some("t"));
        let colours: Vec<&Colour> = puzzle.colours().collect();
        let names: Vec<&str> = colours[..4].iter().map(|colour| colour.name()).collect();
        assert_eq!(names, ["green", "white", "blue", "red"]);
        assert_eq!(colours[0].paint(), Some("#2ca02c"));
        assert_eq!(colours[1].paint(), None);
    }

    #[test]
    fn every_mistake_is_shown_at_its_place() {
        for (cubes, marked, part) in [
            ("[]", "[]", "no cubes"),
            ("[{ faces = \"ABCDE\" }]", "\"ABCDE\"", "not 5"),
            ("[\"ABCDE\"]", "\"ABCDE\"", "not 5"),
            ("[\"ABC3EF\"]", "3", "not a letter"),
            ("[[\"a\", \"b\"]]", "[\"a\", \"b\"]", "not 2"),
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
                "not 2",
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
            assert_eq!(&text[fault.span()], marked, "{fault:?}");
            assert!(fault.message().contains(part), "{}", fault.message());
            let help = fault.advice().unwrap_or_default();
            assert!(!help.contains("in a file"), "{help}");
        }
        let text =
            "kind = \"insanity\"\ncubes = [{ faces = \"ABCDEF\" }]\n[colours]\nG = \"#000000\"\n";
        let fault = read(text).unwrap_err();
        assert_eq!(&text[fault.span()], "G");
    }
}
