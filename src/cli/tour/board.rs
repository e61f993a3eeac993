//! The board on the command line: a file, a size, and options that override what the file says.

use std::str::FromStr;

use clap::{ArgGroup, Args};
use cubegraph::Error;
use cubegraph::cube::notation::{Die, Handedness};
use cubegraph::instance::{self, Family};
use cubegraph::tour::{Builder, Cell, Closing, Dice, Puzzle, Start};

use super::super::context::one_from_input;
use super::super::options::names;
use super::super::{Given, Word, given, located};

/// A board and its die.
#[derive(Args)]
#[command(group(ArgGroup::new("which").required(true).multiple(true).args(["file", "grid"])))]
pub struct Board {
    /// A size such as 3x4 (rows x columns), a file, - or @name
    #[arg(value_name = "SIZE|FILE")]
    file: Option<Word>,
    /// A board of ROWS x COLUMNS
    #[arg(long, value_name = "RxC", hide_short_help = true)]
    grid: Option<Grid>,
    /// Where the tour starts (default 0,0)
    ///
    /// Row and column, counted from 0 in the south-west; or any cell.
    #[arg(long, value_name = "R,C|any", value_parser = start)]
    start: Option<Start>,
    /// Where the tour must end
    ///
    /// Row and column, counted from 0 in the south-west.
    #[arg(
        long,
        value_name = "R,C",
        value_parser = cell,
        conflicts_with_all = ["closed", "closed_orientation"]
    )]
    end: Option<Cell>,
    /// How the die lies: top, north, east (default 1,2,3)
    ///
    /// `any` tries all 24 ways.
    #[arg(long, value_name = "T,N,E|any", value_parser = die)]
    die: Option<DieWish>,
    /// Which mirror image the die is; (1,2,3) is left-handed
    #[arg(long, value_enum, hide_short_help = true)]
    handed: Option<Hand>,
    /// What the faces 1 to 6 are worth
    #[arg(
        long,
        value_name = "a,b,c,d,e,f",
        value_parser = faces,
        hide_short_help = true,
        allow_hyphen_values = true
    )]
    faces: Option<Faces>,
    /// Block cells, as in 1,1 or "1,1 2,0"; repeatable
    ///
    /// Row and column, counted from 0 in the south-west.
    #[arg(long, value_name = "R,C", value_parser = cells)]
    block: Vec<Several<Cell>>,
    /// Ask for a face on top on a cell; repeatable
    ///
    /// Row and column, counted from 0 in the south-west, and the face.
    #[arg(long, value_name = "R,C,FACE", value_parser = labels, hide_short_help = true)]
    label: Vec<Several<(Cell, u8)>>,
    /// A closed tour: the die returns to its first cell
    #[arg(long, conflicts_with = "closed_orientation")]
    closed: bool,
    /// A closed tour, and the die lies as it lay at the start
    #[arg(long, hide_short_help = true)]
    closed_orientation: bool,
    /// An open tour, whatever the file says
    #[arg(
        long,
        hide_short_help = true,
        conflicts_with_all = ["closed", "closed_orientation"]
    )]
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
#[derive(Clone, Copy)]
enum DieWish {
    Only(Die),
    Any,
}

/// Types of their own, because clap takes a bare array or list for several arguments.
#[derive(Clone, Copy)]
struct Faces([i64; 6]);

#[derive(Clone)]
struct Several<T>(Vec<T>);

/// Rows and columns.
#[derive(Clone, Copy)]
pub struct Grid(pub usize, pub usize);

impl Board {
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
        self.with_options(board)
    }

    fn with_options(&self, mut board: Builder) -> Result<Puzzle, Error> {
        if let Some(start) = self.start {
            board = checked("--start", board.start(start))?;
        }
        let before = board.clone().build()?.die();
        board = board.die(self.dice(before)?);
        if let Some(Faces(values)) = self.faces {
            board = checked("--faces", board.faces(values))?;
        }
        if self.closed || self.closed_orientation {
            board = board.closing(if self.closed {
                Closing::Closed
            } else {
                Closing::Orientation
            });
        } else if self.open || self.end.is_some() {
            board = board.closing(Closing::Open);
        }
        if let Some(end) = self.end {
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
            Some(DieWish::Only(die)) => Dice::Only(die),
            Some(DieWish::Any) => Dice::Any(match before {
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
            .help(format!(
                "leave out --handed, or write --die any --handed {hand}"
            ))),
        }
    }

    /// Whether the board is given by its size alone.
    fn is_bare(&self) -> bool {
        self.file
            .as_ref()
            .is_none_or(|word| word.parse::<Grid>().is_ok())
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
    match given(std::slice::from_ref(word), Family::Tour)? {
        Given::Instance(instance) => match instance.puzzle {
            instance::Puzzle::Tour(puzzle) => Ok(puzzle),
            _ => Err(Error::invalid(format!("{word} holds no tour"))),
        },
        Given::Words { name, text } => {
            if let Ok(Grid(rows, columns)) = text.trim().parse::<Grid>() {
                return Puzzle::builder(rows, columns).build();
            }
            if text != **word {
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
        let (rows, columns) = text
            .split_once(['x', 'X', '×'])
            .ok_or("expected ROWSxCOLUMNS, as in 3x3")?;
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

fn cells(text: &str) -> Result<Several<Cell>, String> {
    match numbers(text).as_deref().map(<[usize]>::as_chunks) {
        Some((pairs, [])) if !pairs.is_empty() => Ok(Several(
            pairs
                .iter()
                .map(|&[row, column]| Cell::new(row, column))
                .collect(),
        )),
        _ => Err("expected ROW,COLUMN, as in 0,2; they count from 0 in the south-west".into()),
    }
}

fn cell(text: &str) -> Result<Cell, String> {
    match cells(text)?.0[..] {
        [cell] => Ok(cell),
        _ => Err("expected one cell ROW,COLUMN, counted from 0 in the south-west".into()),
    }
}

fn start(text: &str) -> Result<Start, String> {
    if text == "any" {
        return Ok(Start::Any);
    }
    cell(text)
        .map(Start::At)
        .map_err(|e| format!("{e}; or any"))
}

fn die(text: &str) -> Result<DieWish, String> {
    if text == "any" {
        return Ok(DieWish::Any);
    }
    text.parse().map(DieWish::Only)
}

fn faces(text: &str) -> Result<Faces, String> {
    let values = numbers(text).and_then(|values| values.try_into().ok());
    values.map(Faces).ok_or_else(|| {
        "expected the values of the faces 1 to 6, as in 1,2,3,4,5,6, each from -1000000 to 1000000"
            .into()
    })
}

fn labels(text: &str) -> Result<Several<(Cell, u8)>, String> {
    let label = |&[row, column, face]: &[usize; 3]| {
        let face = u8::try_from(face)
            .ok()
            .filter(|face| (1..=6).contains(face))?;
        Some((Cell::new(row, column), face))
    };
    let found = match numbers(text).as_deref().map(<[usize]>::as_chunks) {
        Some((triples, [])) if !triples.is_empty() => triples.iter().map(label).collect(),
        _ => None,
    };
    found.map(Several).ok_or_else(|| {
        "expected ROW,COLUMN,FACE, as in 0,2,6; rows and columns count from 0 in the south-west, \
         the face is 1 to 6"
            .into()
    })
}
