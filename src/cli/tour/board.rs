//! The board on the command line: a file, a size, and options that override what the file says.

use clap::{ArgGroup, Args, ValueEnum};
use cubegraph::Error;
use cubegraph::cube::notation::{Die, Handedness};
use cubegraph::instance::{self, Family};
use cubegraph::tour::{Cell, Closing, Dice, Mistake, Part, Puzzle, Settings, Start};

use super::super::{Given, given};

/// A board and its die.
#[derive(Args)]
#[command(group(ArgGroup::new("which").required(true).args(["file", "grid"])))]
#[command(next_help_heading = "Board")]
pub struct Board {
    /// An instance: a file, - for standard input, or @name for a built-in one
    file: Option<String>,
    /// A board of ROWS x COLUMNS
    #[arg(long, value_name = "RxC", value_parser = grid)]
    grid: Option<(usize, usize)>,
    /// Where the tour starts: row and column from 0 in the south-west (default 0,0)
    #[arg(long, value_name = "R,C|any", value_parser = start)]
    start: Option<Start>,
    /// Where the tour must end: row and column from 0 in the south-west
    #[arg(long, value_name = "R,C", value_parser = cell, conflicts_with_all = ["closed", "closed_orientation"])]
    end: Option<Cell>,
    /// How the die lies at the start: top, north, east (default 1,2,3); any of the 24 ways with `any`
    #[arg(long, value_name = "T,N,E|any", value_parser = die)]
    die: Option<DieWish>,
    /// Which mirror image the die is; (1,2,3) is left-handed
    #[arg(long, value_enum)]
    handed: Option<Hand>,
    /// What the faces 1 to 6 are worth
    #[arg(long, value_name = "a,b,c,d,e,f", value_parser = faces, allow_hyphen_values = true)]
    faces: Option<Faces>,
    /// Block a cell, row and column from 0 in the south-west; may be given several times
    #[arg(long, value_name = "R,C", value_parser = cell)]
    block: Vec<Cell>,
    /// Ask for a face on top of the die on a cell, row and column from 0 in the south-west; may be given several times
    #[arg(long, value_name = "R,C,FACE", value_parser = label)]
    label: Vec<(Cell, u8)>,
    /// The tour comes home
    #[arg(long, conflicts_with = "closed_orientation")]
    closed: bool,
    /// The tour comes home, and the die lies as it lay at the start
    #[arg(long)]
    closed_orientation: bool,
    /// The tour need not come home, whatever the file says
    #[arg(long, conflicts_with_all = ["closed", "closed_orientation"])]
    open: bool,
}

/// The two mirror images of a die.
#[derive(Clone, Copy, ValueEnum)]
enum Hand {
    /// Can be rolled from (1,2,3)
    Left,
    /// Can be rolled from (1,3,2)
    Right,
}

/// A die, or any.
#[derive(Clone, Copy)]
enum DieWish {
    Only(Die),
    Any,
}

/// Six values; a type of its own, because clap takes a bare array or list for several arguments.
#[derive(Clone, Copy)]
struct Faces([i64; 6]);

/// How many entries of a list come from the file; those of the options follow.
struct InFile {
    blocked: usize,
    labels: usize,
}

impl Board {
    /// The validated puzzle.
    pub fn puzzle(&self) -> Result<Puzzle, Error> {
        let mut settings = match (&self.file, self.grid) {
            (Some(word), _) => from_file(word)?,
            (None, Some((rows, columns))) => Settings::board(rows, columns),
            (None, None) => {
                return Err(Error::invalid(
                    "which board? Name a FILE or give --grid RxC",
                ));
            }
        };
        if let Some(start) = self.start {
            settings.start = start;
        }
        settings.die = self.dice(settings.die)?;
        if let Some(Faces(values)) = self.faces {
            settings.faces = values;
        }
        let in_file = InFile {
            blocked: settings.blocked.len(),
            labels: self.keep_labels(&mut settings),
        };
        settings.blocked.extend(&self.block);
        settings.labels.extend(&self.label);
        self.set_end(&mut settings);
        Puzzle::new(settings).map_err(|mistake| self.complain(&mistake, &in_file))
    }

    /// Keeps the labels of the file on cells that no option labels, and counts them.
    fn keep_labels(&self, settings: &mut Settings) -> usize {
        let overridden = |cell| self.label.iter().any(|(given, _)| *given == cell);
        settings.labels.retain(|(cell, _)| !overridden(*cell));
        settings.labels.len()
    }

    /// An end is one of an open tour, and a closed tour has none: what an option says of the one overrides the file's other.
    fn set_end(&self, settings: &mut Settings) {
        if let Some(end) = self.end {
            settings.end = Some(end);
        }
        if self.open || self.end.is_some() {
            settings.closing = Closing::Open;
        }
        if self.closed {
            settings.closing = Closing::Closed;
        }
        if self.closed_orientation {
            settings.closing = Closing::Orientation;
        }
        if settings.closing != Closing::Open {
            settings.end = None;
        }
    }

    fn dice(&self, before: Dice) -> Result<Dice, Error> {
        let hand = self.handed.map(|hand| match hand {
            Hand::Left => Handedness::Left,
            Hand::Right => Handedness::Right,
        });
        let wish = match self.die {
            Some(DieWish::Only(die)) => Dice::Only(die),
            Some(DieWish::Any) => Dice::Any(match before {
                Dice::Any(hand) => hand,
                Dice::Only(_) => Handedness::Left,
            }),
            None => before,
        };
        match (wish, hand) {
            (wish, None) => Ok(wish),
            (Dice::Any(_), Some(hand)) => Ok(Dice::Any(hand)),
            (Dice::Only(die), Some(hand)) if die.orientation().0 == hand => Ok(wish),
            // Nobody said how the die lies: the mirror image of the usual one.
            (Dice::Only(_), Some(hand)) if self.die.is_none() && self.file.is_none() => {
                Ok(Dice::Only(hand.reference()))
            }
            (Dice::Only(die), Some(hand)) => Err(Error::invalid(format!(
                "the die {die} is {}-handed, and --handed {hand} was asked for\n  = help: leave out --handed, or write --die any --handed {hand}",
                die.orientation().0
            ))),
        }
    }

    /// A mistake, with the option it comes from.
    fn complain(&self, mistake: &Mistake, in_file: &InFile) -> Error {
        let option = match mistake.part {
            Part::Rows | Part::Columns if self.grid.is_some() => "--grid: ",
            Part::Start if self.start.is_some() => "--start: ",
            Part::End if self.end.is_some() => "--end: ",
            Part::Face(_) if self.faces.is_some() => "--faces: ",
            Part::Blocked(k) if k >= in_file.blocked => "--block: ",
            Part::Label(k) if k >= in_file.labels => "--label: ",
            _ => "",
        };
        Error::invalid(format!(
            "{option}{}\n  = help: {}",
            mistake.message, mistake.help
        ))
    }
}

fn from_file(word: &str) -> Result<Settings, Error> {
    match given(&[word.to_owned()], Family::Tour)? {
        Given::Instance(instance) => match instance.puzzle {
            instance::Puzzle::Tour(puzzle) => Ok(puzzle.settings().clone()),
            _ => Err(Error::invalid(format!("{word} holds no tour"))),
        },
        Given::Words { name, text } => {
            let text = text.trim();
            let what = if word == "-" {
                format!("{name} holds no instance of a board")
            } else {
                format!("there is no file {text:?}")
            };
            let size = if grid(text).is_ok() { text } else { "3x3" };
            Err(Error::invalid(format!(
                "{what}\n  = help: give a size as --grid {size}, a built-in board as @3x3"
            )))
        }
    }
}

fn numbers<T: std::str::FromStr>(text: &str) -> Option<Vec<T>> {
    text.split(',')
        .map(|part| part.trim().parse().ok())
        .collect()
}

pub(super) fn grid(text: &str) -> Result<(usize, usize), String> {
    let (rows, columns) = text
        .split_once(['x', 'X', '×'])
        .ok_or("expected ROWSxCOLUMNS, as in 3x3")?;
    match (rows.trim().parse(), columns.trim().parse()) {
        (Ok(rows), Ok(columns)) => Ok((rows, columns)),
        _ => Err("expected ROWSxCOLUMNS with whole numbers from 1 on, as in 3x3".into()),
    }
}

fn cell(text: &str) -> Result<Cell, String> {
    match numbers(text).as_deref() {
        Some(&[row, column]) => Ok(Cell::new(row, column)),
        _ => Err("expected ROW,COLUMN, as in 0,2; they count from 0 in the south-west".into()),
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
    numbers(text)
        .and_then(|values| values.try_into().ok())
        .map(Faces)
        .ok_or_else(|| "expected the values of the faces 1 to 6, as in 1,2,3,4,5,6, each from -1000000 to 1000000".into())
}

fn label(text: &str) -> Result<(Cell, u8), String> {
    match numbers::<usize>(text).as_deref() {
        Some(&[row, column, face @ 1..=6]) => Ok((
            Cell::new(row, column),
            u8::try_from(face).map_err(|e| e.to_string())?,
        )),
        _ => Err("expected ROW,COLUMN,FACE, as in 0,2,6; rows and columns count from 0 in the south-west, the face is 1 to 6".into()),
    }
}
