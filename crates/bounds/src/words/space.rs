//! The states of one row, sorted into classes, and what a letter does to a table of costs.
//!
//! Rows of one configuration lie in one *class*. Modulo N = [⟨R⟩, ⟨C⟩] a configuration is
//! (aᵢ·bⱼ), so the row states that occur together are those that agree with one (b₁, …, bₙ) up
//! to a common factor in A = ⟨R⟩N/N. A class has |N|ⁿ·|A| states, and there are |B|ⁿ/|A ∩ B|
//! classes; for the cube they are the parities of the columns relative to the first.
//!
//! Inside a class the states are numbered coset by coset of ⟨R⟩, so that the row moves of a gap
//! stay within a short block of the table.

use cubegraph_core::group::Element;
use cubegraph_core::work::{Error, Result, Work};
use cubegraph_picture::internal::Tabled;
use cubegraph_picture::{Axis, Move, Rules};

/// A cost that is infinite: the word does not solve the row, whatever the row moves are.
pub const INFINITE: u8 = u8::MAX;

/// The most states of a row, |⟨R, C⟩|ⁿ, that are listed.
const MOST_STATES: usize = 1 << 24;

/// A column move: which column, and which element it multiplies by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The column, from 0.
    pub column: usize,
    /// Which column move, by number.
    pub choice: usize,
}

/// The states of one row of a puzzle with few columns, and the column moves.
#[derive(Clone, Debug)]
pub struct Space {
    tabled: Tabled,
    columns: usize,
    /// ⟨R⟩, the identity first.
    row_group: Vec<Element>,
    /// The length in R of xᵢ⁻¹·xⱼ for elements of `row_group`, row by row.
    lengths: Vec<u8>,
    letters: Vec<Letter>,
    /// The class of every code, and `NOWHERE` for states that no row is ever in.
    class_of: Vec<u16>,
    /// The place of every code within its class.
    place_of: Vec<u32>,
    /// The codes of every class, in order of their places.
    classes: Vec<Vec<u32>>,
    /// For every class and letter: the class that the letter leads to.
    target: Vec<u16>,
    /// For every class and letter: for every place, the place that the letter leads to.
    step: Vec<Vec<u32>>,
    /// For every class and letter: the class from which the letter leads there.
    source: Vec<u16>,
}

const NOWHERE: u16 = u16::MAX;

impl Space {
    /// Lists the states of a row of `columns` cells.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if there are too many states or row moves.
    pub fn new(rules: &Rules, columns: usize, work: &Work) -> Result<Space> {
        Space::of_table(rules.tabled()?, columns, work)
    }

    /// The same for rules that are tabled already.
    pub fn of_table(tabled: Tabled, columns: usize, work: &Work) -> Result<Space> {
        let too_many = || Error::too_large(format!("rows of {columns} cells have too many states"));
        let order = tabled.group.order();
        let states = u32::try_from(columns)
            .ok()
            .and_then(|n| order.checked_pow(n))
            .filter(|&states| states <= MOST_STATES)
            .ok_or_else(too_many)?;
        let letters = letters(&tabled, columns);
        let (row_group, lengths) = row_group(&tabled).ok_or_else(|| {
            Error::too_large("a row is brought back by too many row moves".to_owned())
        })?;
        let tables = (states as u128) * (6 + 4 + 4 * letters.len() as u128);
        work.reserve("the states of a row", tables)?;
        let mut space = Space {
            tabled,
            columns,
            row_group,
            lengths,
            letters,
            class_of: vec![NOWHERE; states],
            place_of: vec![0; states],
            classes: Vec::new(),
            target: Vec::new(),
            step: Vec::new(),
            source: Vec::new(),
        };
        space.list_classes(work)?;
        space.list_steps(work)?;
        Ok(space)
    }

    /// The rules.
    pub fn tabled(&self) -> &Tabled {
        &self.tabled
    }

    /// How many cells a row has.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The column moves that change something, each once.
    pub fn letters(&self) -> &[Letter] {
        &self.letters
    }

    /// How many classes there are.
    pub fn class_count(&self) -> usize {
        self.classes.len()
    }

    /// How many states a class has; all have the same number.
    pub fn class_size(&self) -> usize {
        self.classes.first().map_or(0, Vec::len)
    }

    /// The class of the solved row, of which the empty word is.
    pub fn solved_class(&self) -> usize {
        usize::from(self.class_of[0])
    }

    /// The class and place of a row, if a row can ever be in that state.
    pub fn locate(&self, row: &[Element]) -> Option<(usize, usize)> {
        let code = self.code(row);
        let class = self.class_of[code];
        (class != NOWHERE).then(|| (usize::from(class), self.place_of[code] as usize))
    }

    /// The row at a place of a class.
    pub fn row(&self, class: usize, place: usize) -> Vec<Element> {
        self.decode(self.classes[class][place] as usize)
    }

    /// The name of a letter, as in `left1`.
    pub fn name(&self, letter: usize) -> String {
        let (axis, line) = (Axis::Column, self.letters[letter].column);
        self.tabled.name_of(Move { axis, line, turn: self.element(letter) })
    }

    /// What a letter multiplies its column by.
    pub fn element(&self, letter: usize) -> Element {
        self.tabled.columns[self.letters[letter].choice]
    }

    /// The costs of the empty word: the length of the row moves that solve a row.
    pub fn empty_word(&self) -> Vec<u8> {
        let class = self.solved_class();
        let mut costs = vec![INFINITE; self.class_size()];
        costs[self.place_of[0] as usize] = 0;
        debug_assert_eq!(self.class_of[0] as usize, class);
        self.relax(&mut costs);
        costs
    }

    /// The class of the word that begins with `letter` and goes on with a word of `class`.
    pub fn class_before(&self, class: usize, letter: usize) -> usize {
        usize::from(self.source[class * self.letters.len() + letter])
    }

    /// Puts a letter before a word of `class` with these costs; `out` gets the new costs.
    ///
    /// c of the new word at g is the least |a| + c(g·a·letter) over a in ⟨R⟩.
    pub fn put_before(&self, class: usize, letter: usize, costs: &[u8], out: &mut Vec<u8>) {
        let source = self.class_before(class, letter);
        let step = &self.step[source * self.letters.len() + letter];
        out.clear();
        out.extend(step.iter().map(|&place| costs[place as usize]));
        self.relax(out);
    }

    /// The class and costs of a word, letters in the order in which they are made.
    pub fn costs(&self, word: &[u16]) -> (usize, Vec<u8>) {
        let (mut class, mut costs) = (self.solved_class(), self.empty_word());
        let mut next = Vec::new();
        for &letter in word.iter().rev() {
            self.put_before(class, usize::from(letter), &costs, &mut next);
            class = self.class_before(class, usize::from(letter));
            std::mem::swap(&mut costs, &mut next);
        }
        (class, costs)
    }

    /// Allows row moves before what comes: the least |a| + cost(g·a), block by block.
    fn relax(&self, costs: &mut [u8]) {
        let size = self.row_group.len();
        if let Ok(lengths) = <&[u8; 16]>::try_from(self.lengths.as_slice()) {
            for block in costs.chunks_exact_mut(4) {
                let old = [block[0], block[1], block[2], block[3]];
                for (i, cost) in block.iter_mut().enumerate() {
                    let row = &lengths[4 * i..4 * i + 4];
                    let best = old[0].saturating_add(row[0]);
                    let best = best.min(old[1].saturating_add(row[1]));
                    let best = best.min(old[2].saturating_add(row[2]));
                    *cost = best.min(old[3].saturating_add(row[3]));
                }
            }
            return;
        }
        let mut old = vec![0; size];
        for block in costs.chunks_exact_mut(size) {
            old.copy_from_slice(block);
            for (cost, row) in block.iter_mut().zip(self.lengths.chunks_exact(size)) {
                let sums = old.iter().zip(row).map(|(c, a)| c.saturating_add(*a));
                *cost = sums.min().unwrap_or(INFINITE);
            }
        }
    }

    fn code(&self, row: &[Element]) -> usize {
        let order = self.tabled.group.order();
        row.iter().fold(0, |code, cell| code * order + cell.index())
    }

    pub(super) fn decode(&self, mut code: usize) -> Vec<Element> {
        let order = self.tabled.group.order();
        let elements: Vec<Element> = self.tabled.group.elements().collect();
        let mut row = vec![Element::IDENTITY; self.columns];
        for cell in row.iter_mut().rev() {
            *cell = elements[code % order];
            code /= order;
        }
        row
    }

    /// Sorts the states into classes, cosets of ⟨R⟩ together.
    fn list_classes(&mut self, work: &Work) -> Result<()> {
        let group = &self.tabled.group;
        let (rows, columns) =
            (group.subgroup(&self.tabled.rows), group.subgroup(&self.tabled.columns));
        let commutators = group.commutator_subgroup(&rows, &columns);
        // The coset of N of every element, by its least member.
        let coset: Vec<Element> = group
            .elements()
            .map(|g| {
                let members = commutators.elements().map(|n| group.multiply(n, g));
                members.min().unwrap_or(g)
            })
            .collect();
        let is_of_column: Vec<bool> = {
            let mut is = vec![false; group.order()];
            for b in columns.elements() {
                is[coset[b.index()].index()] = true;
            }
            is
        };
        let a: Vec<Element> = self.row_group.clone();
        let mut keys: Vec<Vec<Element>> = Vec::new();
        for code in 0..self.class_of.len() {
            if code % (1 << 16) == 0 {
                work.check("the states of a row")?;
            }
            if self.class_of[code] != NOWHERE {
                continue;
            }
            let row = self.decode(code);
            let group = &self.tabled.group;
            // (b₁, …, bₙ) up to a common factor: the least tuple of members of B.
            let key = (a.iter())
                .map(|&a| {
                    let cells = row.iter().map(|&g| coset[group.multiply(a, g).index()]);
                    cells.collect::<Vec<Element>>()
                })
                .filter(|key| key.iter().all(|b| is_of_column[b.index()]))
                .min();
            let Some(key) = key else { continue };
            let known = keys.iter().position(|known| *known == key);
            let class = known.unwrap_or(keys.len());
            if known.is_none() {
                keys.push(key);
                self.classes.push(Vec::new());
            }
            let Ok(number) = u16::try_from(class) else {
                return Err(Error::too_large("rows have too many classes".to_owned()));
            };
            for a in &self.row_group {
                let cells: Vec<Element> = row.iter().map(|&g| group.multiply(g, *a)).collect();
                let code = self.code(&cells);
                self.class_of[code] = number;
                self.place_of[code] = place(self.classes[class].len());
                self.classes[class].push(place(code));
            }
        }
        Ok(())
    }

    /// Where every letter leads from every state.
    fn list_steps(&mut self, work: &Work) -> Result<()> {
        let count = self.letters.len();
        self.source = vec![NOWHERE; self.classes.len() * count];
        for class in 0..self.classes.len() {
            for letter in 0..count {
                work.check("the column moves of a row")?;
                let (column, by) = (self.letters[letter].column, self.element(letter));
                let group = &self.tabled.group;
                let weight =
                    group.order().pow(u32::try_from(self.columns - 1 - column).unwrap_or(0));
                let elements: Vec<Element> = group.elements().collect();
                let after = |code: u32| {
                    let code = code as usize;
                    let cell = code / weight % group.order();
                    let moved = group.multiply(elements[cell], by).index();
                    code - cell * weight + moved * weight
                };
                let codes = self.classes[class].iter().map(|&code| after(code));
                let step: Vec<u32> = codes.map(|code| self.place_of[code]).collect();
                let target = self.class_of[after(self.classes[class][0])];
                self.target.push(target);
                self.source[usize::from(target) * count + letter] = u16::try_from(class)
                    .map_err(|_| Error::too_large("rows have too many classes".to_owned()))?;
                self.step.push(step);
            }
        }
        Ok(())
    }
}

fn place(index: usize) -> u32 {
    u32::try_from(index).expect("there are at most 2^24 states")
}

/// The column moves that change something, each once: the identity is not a letter.
fn letters(tabled: &Tabled, columns: usize) -> Vec<Letter> {
    let different: Vec<usize> = (0..tabled.columns.len())
        .filter(|&k| {
            let element = tabled.columns[k];
            element != Element::IDENTITY && !tabled.columns[..k].contains(&element)
        })
        .collect();
    (0..columns)
        .flat_map(|column| {
            let letter = move |&choice: &usize| Letter { column, choice };
            different.iter().map(letter).collect::<Vec<_>>()
        })
        .collect()
}

/// ⟨R⟩ and the lengths of its quotients; `None` if a length does not fit.
fn row_group(tabled: &Tabled) -> Option<(Vec<Element>, Vec<u8>)> {
    let group = &tabled.group;
    let mut length = vec![None; group.order()];
    length[0] = Some(0u8);
    let mut members = vec![Element::IDENTITY];
    let mut next = 0;
    while let Some(&element) = members.get(next) {
        let longer = length[element.index()].and_then(|l: u8| l.checked_add(1));
        for &step in &tabled.rows {
            let after = group.multiply(element, step);
            if length[after.index()].is_none() {
                length[after.index()] = Some(longer.filter(|&l| l < 64)?);
                members.push(after);
            }
        }
        next += 1;
    }
    if members.len() > 2048 {
        return None;
    }
    let quotient = |&a: &Element, &b: &Element| {
        length[group.multiply(group.inverse(a), b).index()].unwrap_or(INFINITE)
    };
    let lengths =
        (members.iter()).flat_map(|a| members.iter().map(move |b| quotient(a, b))).collect();
    Some((members, lengths))
}
