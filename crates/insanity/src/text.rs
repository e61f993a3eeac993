//! Puzzles as text: cubes as words, or the text of an instance file.

use std::fmt;
use std::str::FromStr;

use petgraph::graph::NodeIndex;
use rustc_hash::FxHashMap;

use super::{Colour, Cube, Puzzle};
use cubegraph_core::fault::Fault;
use cubegraph_core::instance::read_puzzle;
use cubegraph_core::work::{Error, Result as WorkResult};

const HELP: &str = "a cube is six letters (left front right back top bottom) or three pairs such as GW,BW,BR; \
     colours with longer names go into a file";

/// Gives every name its index, in the order of first use.
#[derive(Default)]
pub(super) struct Palette {
    names: Vec<String>,
    index: FxHashMap<String, NodeIndex>,
}

impl Palette {
    pub fn colour(&mut self, name: String) -> NodeIndex {
        *self.index.entry(name).or_insert_with_key(|name| {
            self.names.push(name.clone());
            NodeIndex::new(self.names.len() - 1)
        })
    }

    /// The colour of a name that comes from a program, not from a text.
    pub fn named(&mut self, name: &str) -> WorkResult<NodeIndex> {
        let valid = valid_name(name).ok_or_else(|| Error::invalid("a colour needs a visible name"));
        Ok(self.colour(valid?.to_owned()))
    }

    pub fn knows(&self, name: &str) -> bool {
        self.index.contains_key(name)
    }

    pub fn sorted(mut self) -> Vec<String> {
        self.names.sort_unstable();
        self.names
    }

    /// The puzzle of cubes whose colours were numbered here, without paints.
    pub fn finish(self, cubes: Vec<Cube>) -> WorkResult<Puzzle> {
        if cubes.is_empty() {
            return Err(Error::invalid("there are no cubes"));
        }
        Ok(self.painted(cubes, &mut FxHashMap::default()))
    }

    /// The puzzle with the paints of some names. Single letters are put into alphabetical order.
    pub fn painted(self, mut cubes: Vec<Cube>, paints: &mut FxHashMap<String, String>) -> Puzzle {
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

/// A name without white space around it, if any of it is visible.
pub(super) fn valid_name(name: &str) -> Option<&str> {
    let text = name.trim();
    (!text.is_empty() && !text.chars().any(char::is_control)).then_some(text)
}

/// Exactly N items, or the fault of another number.
pub(super) fn exactly<T, const N: usize>(
    items: Vec<T>,
    fault: impl FnOnce(usize) -> Fault,
) -> Result<[T; N], Fault> {
    items.try_into().map_err(|items: Vec<T>| fault(items.len()))
}

/// The words of the text with their places, comments left out.
pub(super) fn words_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let offset = move |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    text.lines()
        .map(|line| line.split_once('#').map_or(line, |(before, _)| before))
        .flat_map(str::split_whitespace)
        .map(move |word| (offset(word), word))
}

/// Reads one cube: six letters in Hesselink's order (left front right back top bottom), or three
/// pairs of opposite faces as in `GW,BW,BR`. The word begins at `place`.
pub(super) fn cube_of(word: &str, place: usize, palette: &mut Palette) -> Result<Cube, Fault> {
    let mut colour = |letter: char| palette.colour(letter.to_string());
    let whole = place..place + word.len();
    let mut letters = word.char_indices();
    if let Some((at, bad)) = letters.find(|(_, c)| !c.is_alphabetic() && *c != ',') {
        return Err(not_a_letter(bad, place + at));
    }
    if !word.contains(',') {
        let faces = exactly(word.chars().collect(), |found| {
            let expected = "six letters, or three pairs with commas";
            wrong_number("face", found, expected).at(whole).help(HELP)
        })?;
        return Ok(Cube::with_faces(faces.map(colour)));
    }
    let mut pairs: Vec<[NodeIndex; 2]> = Vec::new();
    let mut at = place;
    for part in word.split(',') {
        let pair = exactly(part.chars().collect(), |found| {
            let message = format!("a pair of opposite faces has two letters, not {found}");
            Fault::new(message)
                .at(at..(at + part.len().max(1)).min(whole.end))
                .expected("two letters")
                .help(HELP)
        })?;
        pairs.push(pair.map(&mut colour));
        at += part.len() + 1;
    }
    let three = |found| wrong_number("pair", found, "three pairs").at(whole).help(HELP);
    exactly(pairs, three).map(Cube::with_pairs)
}

/// The fault of a character that names no colour.
pub(super) fn not_a_letter(bad: char, at: usize) -> Fault {
    Fault::new(format!("{bad:?} is not a letter"))
        .at(at..at + bad.len_utf8())
        .expected("a letter for each colour")
        .help("longer names are written as a list in an instance: faces = [\"red\", \"blue\", …]")
}

/// The fault of a cube with too few or too many faces or pairs.
pub(super) fn wrong_number(what: &str, found: usize, expected: &str) -> Fault {
    let wanted = match what {
        "face" => "six faces",
        _ => "three pairs of opposite faces",
    };
    Fault::new(format!("a cube has {wanted}, not {found}")).expected(expected)
}

impl FromStr for Puzzle {
    type Err = Error;

    /// Reads cubes separated by white space, or the text of an instance file. Among cubes, a `#`
    /// begins a comment that ends with the line.
    fn from_str(text: &str) -> WorkResult<Puzzle> {
        if words_of(text).any(|(_, word)| word.contains('=')) {
            return read_puzzle("the text", text);
        }
        let mut palette = Palette::default();
        let mut cubes = Vec::new();
        for (place, word) in words_of(text) {
            cubes.push(cube_of(word, place, &mut palette)?);
        }
        if cubes.is_empty() {
            let fault = Fault::new("there are no cubes").at(0..text.len());
            return Err(fault.expected("at least one cube").help(HELP).into());
        }
        palette.finish(cubes)
    }
}

/// The words of [`FromStr`] if they say everything; the text of an instance file if colours have
/// longer names or paints or the puzzle has a title, and always with `{:#}`.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bare = self.title.is_none() && self.source.is_none();
        let painted = self.colours().any(|colour| colour.paint().is_some());
        if f.alternate() || !bare || painted || !self.has_letters() {
            return self.write_file(f);
        }
        for (index, cube) in self.cubes.iter().enumerate() {
            let separator = if index == 0 { "" } else { " " };
            let words: Vec<String> = self.lists(cube).iter().map(|list| list.concat()).collect();
            write!(f, "{separator}{}", words.join(","))?;
        }
        Ok(())
    }
}

impl Puzzle {
    /// Whether every colour is a single letter.
    pub(super) fn has_letters(&self) -> bool {
        self.colours().all(|colour| {
            let mut letters = colour.name().chars();
            letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Axis;
    use super::*;

    #[test]
    fn both_ways_of_writing_a_cube_give_the_same_edges() {
        let text = "# two cubes\nACBDCC\n CC,AB,CD # the same, by pairs\n";
        let puzzle: Puzzle = text.parse().unwrap();
        let [faces, pairs] = puzzle.cubes() else { panic!("two cubes") };
        for axis in Axis::ALL {
            assert_eq!(faces.pair(axis), pairs.pair(axis));
        }
        assert!(faces.chirality_known() && !pairs.chirality_known());
    }

    #[test]
    fn every_mistake_in_a_word_is_shown_at_its_place() {
        for (text, span, part) in [
            ("ABCDEF ABCDE", 7..12, "not 5"),
            ("ABCDEF AB3DEF", 9..10, "'3' is not a letter"),
            ("", 0..0, "no cubes"),
            ("# nothing\n", 0..10, "no cubes"),
            ("AB,CD", 0..5, "not 2"),
            ("AB,C,EF", 3..4, "not 1"),
            ("AB,,EF", 3..4, "not 0"),
            ("AB,", 3..3, "not 0"),
            ("ABCDEFG", 0..7, "not 7"),
            ("ÄÖÜß€A", 8..11, "'€' is not a letter"),
            ("kind = \"insanity\"\ncubes = [\"ABCDE\"]\n", 27..34, "not 5"),
        ] {
            let Err(Error::Input(fault)) = text.parse::<Puzzle>() else { panic!("{text}") };
            assert_eq!(fault.span(), span, "{text}");
            assert!(fault.message().contains(part), "{}", fault.message());
            assert!(fault.advice().is_some());
        }
    }

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
}
