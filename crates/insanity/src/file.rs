//! The instance file of a puzzle: one type that serde reads and writes, and its validation.

use std::collections::BTreeMap;
use std::fmt;

use rustc_hash::FxHashMap;
use serde::Serialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Unexpected, Visitor};

use super::text::{Palette, cube_of, exactly, not_a_letter, valid_name, wrong_number};
use super::{Axis, Cube, Puzzle};
use cubegraph_core::fault::Fault;
use cubegraph_core::instance::{Family, FromInstance, KeyHelp};

const HELP: &str = "write faces = [left, front, right, back, top, bottom] or \"ACBDCC\", \
    or pairs = [[…], […], […]] or [\"GW\", \"BW\", \"BR\"]";

/// The keys of an instance file.
#[derive(Debug, serde::Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct InsanityFile {
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    cubes: Vec<CubeText>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    colours: BTreeMap<String, String>,
}

/// A cube: a word such as `ACBDCC` or `GW,BW,BR`, a list of six names, or a table.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum CubeText {
    Names(Names),
    Table(CubeTable),
}

#[derive(Debug, serde::Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct CubeTable {
    #[serde(skip_serializing_if = "Option::is_none")]
    faces: Option<Names>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs: Option<Vec<Names>>,
}

/// Colours as one word of letters, or a list of names.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Names {
    Word(String),
    List(Vec<String>),
}

/// Tells the shapes apart. An untagged enum would lose the place of a wrong one.
struct ShapeVisitor {
    tables: bool,
}

impl<'de> Visitor<'de> for ShapeVisitor {
    type Value = CubeText;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.tables {
            "a cube: { faces = … }, { pairs = … }, or one word such as \"ACBDCC\""
        } else {
            "a list of colour names, or one word of letters"
        })
    }

    fn visit_str<E>(self, word: &str) -> Result<CubeText, E> {
        Ok(CubeText::Names(Names::Word(word.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<CubeText, A::Error> {
        let mut names = Vec::new();
        while let Some(name) = list.next_element()? {
            names.push(name);
        }
        Ok(CubeText::Names(Names::List(names)))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<CubeText, A::Error> {
        if !self.tables {
            return Err(A::Error::invalid_type(Unexpected::Map, &self));
        }
        CubeTable::deserialize(MapAccessDeserializer::new(map)).map(CubeText::Table)
    }
}

impl<'de> Deserialize<'de> for CubeText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CubeText, D::Error> {
        deserializer.deserialize_any(ShapeVisitor { tables: true })
    }
}

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Names, D::Error> {
        match deserializer.deserialize_any(ShapeVisitor { tables: false })? {
            CubeText::Names(names) => Ok(names),
            CubeText::Table(_) => unreachable!("tables are refused"),
        }
    }
}

impl Names {
    /// The single names, the letters of a word or the items of a list, of the value at `key`.
    fn read(&self, key: &str) -> Result<Vec<String>, Fault> {
        let letter = |(place, letter): (usize, char)| {
            let fault = || not_a_letter(letter, place).at_key(key);
            letter.is_alphabetic().then(|| letter.to_string()).ok_or_else(fault)
        };
        let named = |(k, name): (usize, &String)| match valid_name(name) {
            Some(text) => Ok(text.to_owned()),
            None => Err(Fault::new("a colour needs a name")
                .at_key(format!("{key}.{k}"))
                .expected("a name of at least one visible character")
                .help("write a name such as \"red\", or a letter")),
        };
        match self {
            Names::Word(word) => word.char_indices().map(letter).collect(),
            Names::List(list) => list.iter().enumerate().map(named).collect(),
        }
    }

    fn faces(&self, key: &str, palette: &mut Palette) -> Result<Cube, Fault> {
        let names = exactly(self.read(key)?, |found| {
            wrong_number("face", found, "six colours").at_key(key).help(HELP)
        })?;
        Ok(Cube::with_faces(names.map(|name| palette.colour(name))))
    }
}

impl CubeText {
    fn read(&self, key: &str, palette: &mut Palette) -> Result<Cube, Fault> {
        let table = match self {
            CubeText::Names(Names::Word(word)) => {
                return cube_of(word, 0, palette).map_err(|fault| fault.at_key(key));
            }
            CubeText::Names(list) => return list.faces(key, palette),
            CubeText::Table(table) => table,
        };
        match (&table.faces, &table.pairs) {
            (Some(faces), None) => faces.faces(&format!("{key}.faces"), palette),
            (None, Some(pairs)) => {
                let mut found = Vec::new();
                for (k, pair) in pairs.iter().enumerate() {
                    let key = format!("{key}.pairs.{k}");
                    let names: [String; 2] = exactly(pair.read(&key)?, |found| {
                        let wrong = "a pair of opposite faces has two colours, not";
                        let fault = Fault::new(format!("{wrong} {found}")).at_key(&key);
                        fault.expected("two colours").help(HELP)
                    })?;
                    found.push(names.map(|name| palette.colour(name)));
                }
                let three = |found| wrong_number("pair", found, "three pairs").help(HELP);
                exactly(found, |found| three(found).at_key(format!("{key}.pairs")))
                    .map(Cube::with_pairs)
            }
            (both, _) => Err(Fault::new(if both.is_some() {
                "a cube is given by its faces or by its pairs, not by both"
            } else {
                "a cube needs its faces or its pairs"
            })
            .at_key(key)
            .expected("faces or pairs")
            .help(HELP)),
        }
    }
}

impl FromInstance for Puzzle {
    type File = InsanityFile;
    const FAMILY: Family = Family::Insanity;
    const KEYS: &'static [KeyHelp] = crate::keys::KEYS;

    fn from_instance(file: InsanityFile) -> Result<Puzzle, Fault> {
        if file.cubes.is_empty() {
            let fault = Fault::new("there are no cubes").at_key("cubes");
            return Err(fault.expected("at least one cube").help(HELP));
        }
        let mut palette = Palette::default();
        let mut cubes = Vec::new();
        for (k, cube) in file.cubes.iter().enumerate() {
            cubes.push(cube.read(&format!("cubes.{k}"), &mut palette)?);
        }
        let mut paints = FxHashMap::default();
        for (name, paint) in file.colours {
            if !palette.knows(&name) {
                return Err(Fault::new(format!("{name:?} is on no cube"))
                    .at_key(format!("colours.{name}="))
                    .expected("the name of a colour that a cube shows")
                    .help(format!("the cubes show {}", palette.sorted().join(", "))));
            }
            let digits = paint.strip_prefix('#').unwrap_or("");
            if digits.len() != 6 || !digits.chars().all(|c| c.is_ascii_hexdigit()) {
                return Err(Fault::new(format!("{paint:?} is not a colour"))
                    .at_key(format!("colours.{name}"))
                    .expected("\"#rrggbb\", six hexadecimal digits")
                    .help("for instance \"#2ca02c\" for green"));
            }
            paints.insert(name, paint.to_ascii_lowercase());
        }
        Ok(Puzzle { title: file.title, source: file.source, ..palette.painted(cubes, &mut paints) })
    }
}

impl TryFrom<InsanityFile> for Puzzle {
    type Error = Fault;

    fn try_from(file: InsanityFile) -> Result<Puzzle, Fault> {
        if file.kind != Puzzle::FAMILY.name() {
            let message = format!("this puzzle is of the kind {}, not insanity", file.kind);
            return Err(Fault::new(message).expected("kind = \"insanity\""));
        }
        Puzzle::from_instance(file)
    }
}

impl From<Puzzle> for InsanityFile {
    fn from(puzzle: Puzzle) -> InsanityFile {
        puzzle.file()
    }
}

impl Puzzle {
    /// What the cube's table lists: six faces, or three pairs in Jandhyala's order.
    pub(super) fn lists(&self, cube: &Cube) -> Vec<Vec<&str>> {
        let names = |colours: &[_]| colours.iter().map(|&colour| self.name(colour)).collect();
        if cube.chirality_known {
            return vec![names(&cube.faces)];
        }
        let order = [Axis::TopBottom, Axis::LeftRight, Axis::FrontBack];
        order.map(|axis| names(&cube.pair(axis))).to_vec()
    }

    fn file(&self) -> InsanityFile {
        let names = |list: Vec<&str>| Names::List(list.into_iter().map(str::to_owned).collect());
        let table = |cube: &Cube| {
            let mut lists: Vec<Names> = self.lists(cube).into_iter().map(names).collect();
            let faces = if cube.chirality_known { lists.pop() } else { None };
            CubeText::Table(CubeTable { pairs: faces.is_none().then_some(lists), faces })
        };
        let painted = self
            .colours()
            .filter_map(|colour| Some((colour.name().to_owned(), colour.paint()?.to_owned())));
        InsanityFile {
            kind: Puzzle::FAMILY.name().to_owned(),
            title: self.title.clone(),
            source: self.source.clone(),
            cubes: self.cubes.iter().map(table).collect(),
            colours: painted.collect(),
        }
    }

    /// Writes the instance file with a line for each cube.
    pub(super) fn write_file(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
        let letters = self.has_letters();
        let list = |names: Vec<&str>| {
            if letters {
                return quoted(&names.concat());
            }
            let names: Vec<String> = names.into_iter().map(quoted).collect();
            format!("[{}]", names.join(", "))
        };
        let file = self.file();
        writeln!(f, "kind = {}", quoted(&file.kind))?;
        for (key, value) in [("title", &file.title), ("source", &file.source)] {
            if let Some(value) = value {
                writeln!(f, "{key} = {}", quoted(value))?;
            }
        }
        writeln!(f, "\ncubes = [")?;
        for cube in &self.cubes {
            let lists: Vec<String> = self.lists(cube).into_iter().map(list).collect();
            let lists = lists.join(", ");
            if cube.chirality_known {
                writeln!(f, "  {{ faces = {lists} }},")?;
            } else {
                writeln!(f, "  {{ pairs = [{lists}] }},")?;
            }
        }
        writeln!(f, "]")?;
        if !file.colours.is_empty() {
            writeln!(f, "\n[colours]")?;
        }
        for (name, paint) in &file.colours {
            writeln!(f, "{} = {}", quoted(name), quoted(paint))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Colour;
    use super::*;

    fn read(text: &str) -> Result<Puzzle, Fault> {
        cubegraph_core::instance::puzzle_of(text).map_err(|fault: Fault| fault.within("t", text))
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
    fn every_mistake_in_a_file_is_shown_at_its_place() {
        for (cubes, marked, part) in [
            ("[]", "[]", "no cubes"),
            (r#"[{ faces = "ABCDE" }]"#, r#""ABCDE""#, "not 5"),
            (r#"["ABCDE"]"#, r#""ABCDE""#, "not 5"),
            (r#"["ABC3EF"]"#, "3", "not a letter"),
            (r#"[["a", "b"]]"#, r#"["a", "b"]"#, "not 2"),
            (r#"[{ faces = "ABC3EF" }]"#, "3", "not a letter"),
            (r"[{ faces = {} }]", "{}", "cannot be a table"),
            (r#"[{ pairs = ["AB", "CD", "É1"] }]"#, "1", "not a letter"),
            (r#"["AB\u0043DE1"]"#, r#""AB\u0043DE1""#, "not a letter"),
            (r#"[{ pairs = ["AB", "C", "EF"] }]"#, r#""C""#, "two colours"),
            (r#"[{ pairs = ["AB", "CD"] }]"#, r#"["AB", "CD"]"#, "not 2"),
            ("[{ }]", "{ }", "needs its faces"),
            (r#"[["a", "b", "c", "d", "e", " "]]"#, r#"" ""#, "needs a name"),
        ] {
            let text = format!("kind = \"insanity\"\ncubes = {cubes}\n");
            let fault = read(&text).unwrap_err();
            assert_eq!(&text[fault.span()], marked, "{fault:?}");
            assert!(fault.message().contains(part), "{}", fault.message());
            assert!(!fault.advice().unwrap_or_default().contains("in a file"));
        }
        for (paint, marked) in [("\"x.y\" = \"#000000\"", "\"x.y\""), ("A = \"#00\"", "\"#00\"")] {
            let text = format!("kind = \"insanity\"\ncubes = [\"ABCDEF\"]\n[colours]\n{paint}\n");
            assert_eq!(&text[read(&text).unwrap_err().span()], marked);
        }
    }
}
