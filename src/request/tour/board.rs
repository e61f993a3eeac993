//! The board on the command line: a file, a size, and options that override what the file says.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::cube::notation::{Die, Handedness};
use crate::instance::Family;
use crate::tour::{Builder, Cell, Closing, Dice, Puzzle, Start};

use super::super::context::one_from_input;
use super::super::options::{names, written_as_text};
use super::super::{PuzzleText, Word, located, puzzle_text, read_instance};

/// A board and its die.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(feature = "cli", command(group(clap::ArgGroup::new("which").required(true).multiple(true).args(["file", "grid"]))))]
pub struct Board {
    /// A size such as 3x4 (rows x columns), a file, - or @name
    #[cfg_attr(feature = "cli", arg(value_name = "SIZE|FILE"))]
    #[serde(rename = "puzzle")]
    file: Option<Word>,
    /// A board of ROWS x COLUMNS
    #[cfg_attr(feature = "cli", arg(long, value_name = "RxC", hide_short_help = true))]
    grid: Option<Grid>,
    /// Where the tour starts (default 0,0)
    ///
    /// Row and column, counted from 0 in the south-west; or any cell.
    #[cfg_attr(feature = "cli", arg(long, value_name = "R,C|any"))]
    start: Option<StartArgument>,
    /// Where the tour must end
    ///
    /// Row and column, counted from 0 in the south-west.
    #[cfg_attr(feature = "cli", arg(
        long,
        value_name = "R,C",
        conflicts_with_all = ["closed", "closed_orientation"]
    ))]
    end: Option<CellArgument>,
    /// How the die lies: top, north, east (default 1,2,3)
    ///
    /// `any` tries all 24 ways.
    #[cfg_attr(feature = "cli", arg(long, value_name = "T,N,E|any"))]
    die: Option<DieArgument>,
    /// Which mirror image the die is; (1,2,3) is left-handed
    #[cfg_attr(feature = "cli", arg(long, value_enum, hide_short_help = true))]
    handed: Option<Hand>,
    /// What the faces 1 to 6 are worth
    #[cfg_attr(
        feature = "cli",
        arg(long, value_name = "a,b,c,d,e,f", hide_short_help = true, allow_hyphen_values = true)
    )]
    faces: Option<Faces>,
    /// Block cells, as in 1,1 or "1,1 2,0"; repeatable
    ///
    /// Row and column, counted from 0 in the south-west.
    #[cfg_attr(feature = "cli", arg(long, value_name = "R,C"))]
    block: Vec<Cells>,
    /// Ask for a face on top on a cell; repeatable
    ///
    /// Row and column, counted from 0 in the south-west, and the face.
    #[cfg_attr(feature = "cli", arg(long, value_name = "R,C,FACE", hide_short_help = true))]
    label: Vec<Labels>,
    /// A closed tour: the die returns to its first cell
    #[cfg_attr(feature = "cli", arg(long, conflicts_with = "closed_orientation"))]
    closed: bool,
    /// A closed tour, and the die lies as it lay at the start
    #[cfg_attr(feature = "cli", arg(long, hide_short_help = true))]
    closed_orientation: bool,
    /// An open tour, whatever the file says
    #[cfg_attr(feature = "cli", arg(
        long,
        hide_short_help = true,
        conflicts_with_all = ["closed", "closed_orientation"]
    ))]
    open: bool,
}

names! {
    /// The two mirror images of a die.
    Hand for Handedness {
        /// Can be rolled from (1,2,3)
        Left,
        /// Can be rolled from (1,3,2)
        Right,
    }
}

/// A die, or any.
#[derive(Clone, Copy, Debug)]
enum DieArgument {
    Only(Die),
    Any,
}

// Each value has a type of its own, because clap takes a bare array or list for several arguments.

#[derive(Clone, Copy, Debug)]
struct Faces([i64; 6]);

#[derive(Clone, Copy, Debug)]
struct StartArgument(Start);

#[derive(Clone, Copy, Debug)]
struct CellArgument(Cell);

#[derive(Clone, Debug)]
struct Cells(Vec<Cell>);

#[derive(Clone, Debug)]
struct Labels(Vec<(Cell, u8)>);

/// Rows and columns.
#[derive(Clone, Copy, Debug)]
pub struct Grid(pub usize, pub usize);

written_as_text!(DieArgument, Faces, StartArgument, CellArgument, Cells, Labels, Grid);

impl Board {
    /// The board that a word names.
    pub fn named(word: Word) -> Board {
        Board { file: Some(word), ..Board::default() }
    }

    /// The puzzle, and the answer to be checked, which comes first where --grid gives the board.
    pub fn with_answer(&self, answer: Option<&Word>) -> Result<(Puzzle, Word), Error> {
        let (file, answer) = match (self.file.as_ref(), answer) {
            (Some(answer), None) if self.grid.is_some() => (None, answer),
            (file, Some(answer)) => (file, answer),
            _ => {
                let help = "name the board, then the answer, as in: tour check 3x3 NNEESSWN";
                return Err(Error::invalid("there is no answer to check").help(help));
            }
        };
        if let Some(file) = file {
            one_from_input(file, answer)?;
        }
        Ok((self.on(file)?, answer.clone()))
    }

    /// The validated puzzle. A mistake names the option after which the board is no puzzle any
    /// more.
    pub fn puzzle(&self) -> Result<Puzzle, Error> {
        self.on(self.file.as_ref())
    }

    fn on(&self, file: Option<&Word>) -> Result<Puzzle, Error> {
        let board = match (file, self.grid) {
            (Some(word), None) => from_word(word)?.to_builder(),
            (None, Some(Grid(rows, columns))) => checked("--grid", Puzzle::builder(rows, columns))?,
            (Some(word), Some(_)) => {
                let message = format!("{word} cannot be used with --grid: both give the board");
                return Err(Error::invalid(message).help("leave one of them out"));
            }
            (None, None) => return Err(Error::invalid("there is no board: name a SIZE or a FILE")),
        };
        // The options are examined one by one only where the board as a whole is refused.
        let whole = self.with_options(board.clone(), |_, board| Ok(board));
        whole.or_else(|_| self.with_options(board, checked))
    }

    fn with_options(
        &self,
        mut board: Builder,
        checked: impl Fn(&str, Builder) -> Result<Builder, Error>,
    ) -> Result<Puzzle, Error> {
        if let Some(StartArgument(start)) = self.start {
            board = checked("--start", board.start(start))?;
        }
        let before = board.clone().build()?.die();
        board = board.die(self.dice(before)?);
        if let Some(Faces(values)) = self.faces {
            board = checked("--faces", board.faces(values))?;
        }
        if self.closed || self.closed_orientation {
            board = board.closing(if self.closed { Closing::Closed } else { Closing::Orientation });
        } else if self.open || self.end.is_some() {
            board = board.closing(Closing::Open);
        }
        if let Some(CellArgument(end)) = self.end {
            board = checked("--end", board.end(end))?;
        }
        for &cell in self.block.iter().flat_map(|cells| &cells.0) {
            board = board.block(cell);
        }
        if !self.block.is_empty() {
            board = checked("--block", board)?;
        }
        let labels = || self.label.iter().flat_map(|labels| &labels.0);
        for &(cell, _) in labels() {
            board = board.unlabel(cell);
        }
        for &(cell, face) in labels() {
            board = board.label(cell, face);
        }
        if !self.label.is_empty() {
            board = checked("--label", board)?;
        }
        board.build()
    }

    fn dice(&self, before: Dice) -> Result<Dice, Error> {
        let hand = self.handed.map(Handedness::from);
        let wish = match self.die {
            Some(DieArgument::Only(die)) => Dice::Only(die),
            Some(DieArgument::Any) => Dice::Any(match before {
                Dice::Any(hand) => hand,
                Dice::Only(_) => Handedness::Left,
            }),
            None => before,
        };
        // A bare size says nothing about the die, so the mirror image of the usual one is meant.
        let unsaid = self.die.is_none() && before == Dice::Only(Handedness::Left.reference());
        match (wish, hand) {
            (wish, None) => Ok(wish),
            (Dice::Any(_), Some(hand)) => Ok(Dice::Any(hand)),
            (Dice::Only(die), Some(hand)) if die.orientation().0 == hand => Ok(wish),
            (Dice::Only(_), Some(hand)) if unsaid && self.is_bare() => {
                Ok(Dice::Only(hand.reference()))
            }
            (Dice::Only(die), Some(hand)) => Err(Error::invalid(format!(
                "the die {die} is {}-handed, and --handed {hand} was asked for",
                die.orientation().0
            ))
            .help(format!("leave out --handed, or write --die any --handed {hand}"))),
        }
    }

    /// Whether the board is given by its size alone.
    fn is_bare(&self) -> bool {
        self.file.as_ref().is_none_or(|word| word.parse::<Grid>().is_ok())
    }
}

/// The board, or the mistake that an option made of it.
fn checked(option: &str, board: Builder) -> Result<Builder, Error> {
    match board.clone().build() {
        Ok(_) => Ok(board),
        Err(Error::Invalid(refusal)) => {
            let error = Error::invalid(format!("{option}: {}", refusal.message()));
            Err(match refusal.advice() {
                Some(help) => error.help(help),
                None => error,
            })
        }
        Err(error) => Err(error),
    }
}

fn from_word(word: &Word) -> Result<Puzzle, Error> {
    match puzzle_text(std::slice::from_ref(word), Family::Tour)? {
        PuzzleText::Instance { name, text } => Ok(read_instance(&name, &text)?.0),
        PuzzleText::Words { name, text } => {
            if let Ok(Grid(rows, columns)) = text.trim().parse::<Grid>() {
                return Puzzle::builder(rows, columns).build();
            }
            if word.path().is_none() || text != **word {
                return located(&name, &text, text.parse());
            }
            let help = "give a size as 3x3, a built-in board as @3x3, or the name of a file";
            Err(Error::invalid(format!("{:?} is neither a size nor a file", &**word)).help(help))
        }
    }
}

impl FromStr for Grid {
    type Err = String;

    fn from_str(text: &str) -> Result<Grid, String> {
        let (rows, columns) =
            text.split_once(['x', 'X', '×']).ok_or("expected ROWSxCOLUMNS, as in 3x3")?;
        match (rows.trim().parse(), columns.trim().parse()) {
            (Ok(rows), Ok(columns)) => Ok(Grid(rows, columns)),
            _ => Err("expected ROWSxCOLUMNS with whole numbers from 1 on, as in 3x3".into()),
        }
    }
}

/// Numbers with commas, blanks or semicolons between them.
fn numbers<T: FromStr>(text: &str) -> Option<Vec<T>> {
    let parts = text.split([',', ';', ' ']).filter(|part| !part.is_empty());
    parts.map(|part| part.parse().ok()).collect()
}

impl FromStr for Cells {
    type Err = String;

    fn from_str(text: &str) -> Result<Cells, String> {
        match numbers(text).as_deref().map(<[usize]>::as_chunks) {
            Some((pairs, [])) if !pairs.is_empty() => {
                Ok(Cells(pairs.iter().map(|&[row, column]| Cell::new(row, column)).collect()))
            }
            _ => Err("expected ROW,COLUMN, as in 0,2; they count from 0 in the south-west".into()),
        }
    }
}

impl FromStr for CellArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<CellArgument, String> {
        match text.parse::<Cells>()?.0[..] {
            [cell] => Ok(CellArgument(cell)),
            _ => Err("expected one cell ROW,COLUMN, counted from 0 in the south-west".into()),
        }
    }
}

impl FromStr for StartArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<StartArgument, String> {
        if text == "any" {
            return Ok(StartArgument(Start::Any));
        }
        let cell = text.parse::<CellArgument>();
        cell.map(|cell| StartArgument(Start::At(cell.0)))
            .map_err(|error| format!("{error}; or any"))
    }
}

impl FromStr for DieArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<DieArgument, String> {
        match text {
            "any" => Ok(DieArgument::Any),
            _ => text.parse().map(DieArgument::Only),
        }
    }
}

impl FromStr for Faces {
    type Err = String;

    fn from_str(text: &str) -> Result<Faces, String> {
        let values = numbers(text).and_then(|values| values.try_into().ok());
        values.map(Faces).ok_or_else(|| {
        "expected the values of the faces 1 to 6, as in 1,2,3,4,5,6, each from -1000000 to 1000000"
            .into()
    })
    }
}

impl FromStr for Labels {
    type Err = String;

    fn from_str(text: &str) -> Result<Labels, String> {
        let label = |&[row, column, face]: &[usize; 3]| {
            let face = u8::try_from(face).ok().filter(|face| (1..=6).contains(face))?;
            Some((Cell::new(row, column), face))
        };
        let found = match numbers(text).as_deref().map(<[usize]>::as_chunks) {
            Some((triples, [])) if !triples.is_empty() => triples.iter().map(label).collect(),
            _ => None,
        };
        found.map(Labels).ok_or_else(|| {
        "expected ROW,COLUMN,FACE, as in 0,2,6; rows and columns count from 0 in the south-west, \
         the face is 1 to 6"
            .into()
    })
    }
}
