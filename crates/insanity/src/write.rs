//! Puzzles as text: words or TOML, both of which are read back; and as serde values.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Axis, Cube, Puzzle};
use cubegraph_core::instance::read_puzzle;
use cubegraph_core::work::Error;

impl FromStr for Puzzle {
    type Err = Error;

    /// Reads cubes separated by white space, or the text of an instance file.
    fn from_str(text: &str) -> Result<Puzzle, Error> {
        let without_comments = |line: &str| line.split('#').next().unwrap_or("").contains('=');
        if !text.lines().any(without_comments) {
            return Ok(Puzzle::from_words(text)?);
        }
        read_puzzle("the text", text)
    }
}

/// The words of [`FromStr`] where nothing but letters has to be said; the text of an instance file
/// where colours have longer names, paints or a title, and always with `{:#}`.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bare = self.title.is_none() && self.source.is_none();
        let painted = self.colours().any(|colour| colour.paint().is_some());
        if f.alternate() || !bare || painted || !self.has_letters() {
            return self.write_toml(f);
        }
        for (index, cube) in self.cubes.iter().enumerate() {
            let separator = if index == 0 { "" } else { " " };
            let word = match self.written(cube) {
                WrittenCube::Faces(faces) => faces.concat(),
                WrittenCube::Pairs(pairs) => pairs.map(|pair| pair.concat()).join(","),
            };
            write!(f, "{separator}{word}")?;
        }
        Ok(())
    }
}

/// A cube as it was given.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum WrittenCube<'a> {
    Faces([&'a str; 6]),
    Pairs([[&'a str; 2]; 3]),
}

impl Puzzle {
    fn written(&self, cube: &Cube) -> WrittenCube<'_> {
        if cube.chirality_known {
            return WrittenCube::Faces(cube.faces.map(|colour| self.name(colour)));
        }
        let [left_right, front_back, top_bottom] =
            Axis::ALL.map(|axis| cube.pair(axis).map(|colour| self.name(colour)));
        WrittenCube::Pairs([top_bottom, left_right, front_back])
    }

    /// Whether every colour is a single letter.
    fn has_letters(&self) -> bool {
        self.colours().all(|colour| {
            let mut letters = colour.name().chars();
            letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none()
        })
    }

    fn write_toml(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
        let letters = self.has_letters();
        let list = |names: &[&str]| {
            if letters {
                return quoted(&names.concat());
            }
            let quoted: Vec<String> = names.iter().map(|name| quoted(name)).collect();
            format!("[{}]", quoted.join(", "))
        };
        writeln!(f, "kind = \"insanity\"")?;
        for (key, value) in [("title", &self.title), ("source", &self.source)] {
            if let Some(value) = value {
                writeln!(f, "{key} = {}", quoted(value))?;
            }
        }
        writeln!(f, "\ncubes = [")?;
        for cube in &self.cubes {
            match self.written(cube) {
                WrittenCube::Faces(faces) => writeln!(f, "  {{ faces = {} }},", list(&faces))?,
                WrittenCube::Pairs(pairs) => {
                    let pairs = pairs.map(|pair| list(&pair)).join(", ");
                    writeln!(f, "  {{ pairs = [{pairs}] }},")?;
                }
            }
        }
        writeln!(f, "]")?;
        let paints = self.paints();
        if !paints.is_empty() {
            writeln!(f, "\n[colours]")?;
        }
        for (name, paint) in paints {
            writeln!(f, "{} = {}", quoted(name), quoted(paint))?;
        }
        Ok(())
    }

    fn paints(&self) -> BTreeMap<&str, &str> {
        self.colours()
            .filter_map(|colour| Some((colour.name(), colour.paint()?)))
            .collect()
    }
}

/// The keys of an instance file.
#[derive(Serialize)]
struct Written<'a> {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    cubes: Vec<WrittenCube<'a>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    colours: BTreeMap<&'a str, &'a str>,
}

impl Serialize for Puzzle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Written {
            kind: "insanity",
            title: self.title(),
            source: self.source(),
            cubes: self.cubes.iter().map(|cube| self.written(cube)).collect(),
            colours: self.paints(),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Puzzle {
    /// Reads the keys of an instance file from any format.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Puzzle, D::Error> {
        // The reader wants the places of values, which only TOML has.
        let table = toml::Table::deserialize(deserializer)?;
        table.to_string().parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_read_back() {
        let named = "kind = 'insanity'\ntitle = 'a \"title\"'\ncubes = [\n\
            { pairs = [['red', 'sky blue'], ['red', 'red'], ['G', 'W']] },\n\
            { faces = ['G', 'W', 'red', 'red', 'W', 'W'] }]\n[colours]\n'sky blue' = '#87ceeb'\n";
        for text in [
            "ACBDCC ACDBDC ABBCDD ABBDCD",
            "GW,BW,BR ABCDEF # a comment with an = sign",
            "kind = 'insanity'\ntitle = 'T'\nsource = 'S'\ncubes = ['ABCDEF', 'AB,CD,EF']\n",
            named,
        ] {
            let puzzle: Puzzle = text.parse().unwrap();
            assert_eq!(puzzle.to_string().parse::<Puzzle>().unwrap(), puzzle);
            assert_eq!(format!("{puzzle:#}").parse::<Puzzle>().unwrap(), puzzle);
            let json = serde_json::to_string(&puzzle).unwrap();
            assert_eq!(serde_json::from_str::<Puzzle>(&json).unwrap(), puzzle);
        }
        let words: Puzzle = "ACBDCC GW,BW,BR".parse().unwrap();
        assert_eq!(words.to_string(), "ACBDCC GW,BW,BR");
    }

    #[test]
    fn a_mistake_in_a_file_keeps_its_place() {
        let text = "kind = \"insanity\"\ncubes = [\"ABCDE\"]\n";
        let Err(Error::Input(fault)) = text.parse::<Puzzle>() else {
            panic!("five faces")
        };
        assert_eq!(&text[fault.span()], "\"ABCDE\"");
    }
}
