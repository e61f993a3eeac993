//! The states of one row, listed from the moves, and what a word costs.

mod word;

use rustc_hash::{FxHashMap, FxHashSet};

use super::read::{About, Class};
use cubegraph_core::group::Permutation;
use cubegraph_core::work::{Result as WorkResult, Work};

pub use word::{Endings, Word};

/// The most states that are listed.
const MOST_STATES: usize = 1 << 20;
/// How many row moves a row costs.
pub type Cost = u16;
/// No solution of a row.
const NEVER: Cost = Cost::MAX;
const NOWHERE: u32 = u32::MAX;

/// A row of cells from ⟨R, C⟩ and the moves that change it.
pub struct Model {
    cells: Vec<Permutation>,
    numbers: FxHashMap<Permutation, usize>,
    columns: usize,
    is_cube: bool,
    /// ⟨R⟩: every element with its length in row moves.
    row_products: Vec<(Cost, Permutation)>,
    /// For the elements a and b of ⟨R⟩ the length of a⁻¹b.
    row_lengths: Vec<Vec<Cost>>,
    row_moves: Vec<Permutation>,
    /// The column moves by name, with the permutation and where it takes every state.
    letters: Vec<Letter>,
    /// The class of every state, or `NOWHERE`.
    class_of: Vec<u32>,
    /// The states of every class: one of each orbit of ⟨R⟩, then the same states times the second
    /// element of ⟨R⟩, and so on, so that row moves need no table of places.
    classes: Vec<Vec<u32>>,
    /// The place of every state within its class.
    place_of: Vec<u32>,
    /// For each class and letter: the class it leads to, and the place for every place.
    steps: Vec<Vec<(usize, Vec<u32>)>>,
}

struct Letter {
    name: String,
    column: usize,
    by: Permutation,
    to: Vec<u32>,
}

/// What a list of moves gives: names and permutations.
type Named = Vec<(String, Permutation)>;

impl Model {
    /// Lists all states.
    pub fn new(about: &About, work: &Work) -> Result<Model, super::Stop> {
        let (rows, columns) = moves(about)?;
        let all = rows.iter().chain(&columns).map(|(_, p)| p.clone());
        let cells = closure(&all.collect::<Vec<_>>(), MOST_STATES)
            .ok_or_else(|| "the group is too large to list".to_owned())?;
        let states = u32::try_from(about.columns)
            .ok()
            .and_then(|n| cells.len().checked_pow(n))
            .filter(|&states| states <= MOST_STATES)
            .ok_or_else(|| {
                format!("rows of {} cells have more states than are listed", about.columns)
            })?;
        let numbers = cells.iter().cloned().zip(0..).collect();
        let mut model = Model {
            cells,
            numbers,
            columns: about.columns,
            is_cube: about.group.is_none(),
            row_products: Vec::new(),
            row_lengths: Vec::new(),
            row_moves: rows.iter().map(|(_, p)| p.clone()).collect(),
            letters: Vec::new(),
            class_of: vec![NOWHERE; states],
            classes: Vec::new(),
            place_of: vec![0; states],
            steps: Vec::new(),
        };
        model.list_row_products()?;
        model.list_letters(&columns, work)?;
        model.list_classes(work)?;
        model.list_places();
        Ok(model)
    }

    /// Where multiplying some cells of the row by a permutation takes every state.
    fn action(&self, by: &Permutation, moves: impl Fn(usize) -> bool) -> Vec<u32> {
        let order = self.cells.len();
        let product: Vec<usize> =
            (self.cells.iter()).map(|cell| self.numbers[&(cell * by)]).collect();
        (0..self.class_of.len())
            .map(|state| {
                let (mut rest, mut result, mut weight) = (state, 0, 1);
                for column in (0..self.columns).rev() {
                    let cell = rest % order;
                    rest /= order;
                    let cell = if moves(column) { product[cell] } else { cell };
                    result += cell * weight;
                    weight *= order;
                }
                small(result)
            })
            .collect()
    }

    fn list_row_products(&mut self) -> Result<(), super::Stop> {
        let mut found = vec![(0, Permutation::IDENTITY)];
        let mut next = 0;
        while let Some((length, element)) = found.get(next).cloned() {
            for step in &self.row_moves {
                let product = &element * step;
                if !found.iter().any(|(_, known)| *known == product) {
                    found.push((length + 1, product));
                }
            }
            next += 1;
            // A length is less than the number of elements, so it is a cost.
            if found.len() > 1 << 12 || found.len() * self.class_of.len() > 1 << 26 {
                let reason = "the row moves have too many products to list";
                return Err(reason.to_owned().into());
            }
        }
        let lengths: FxHashMap<Permutation, Cost> =
            found.iter().map(|(length, p)| (p.clone(), *length)).collect();
        for (_, a) in &found {
            let inverse = a.inverse();
            let to = |(_, b): &(Cost, Permutation)| lengths[&(&inverse * b)];
            self.row_lengths.push(found.iter().map(to).collect());
        }
        self.row_products = found;
        Ok(())
    }

    fn list_letters(&mut self, columns: &Named, work: &Work) -> Result<(), super::Stop> {
        if columns.len() * self.columns * self.class_of.len() > 1 << 26 {
            return Err("there are too many column moves to list".to_owned().into());
        }
        for column in 0..self.columns {
            for (name, by) in columns {
                work.check("the states of a row")?;
                self.letters.push(Letter {
                    name: if self.is_cube {
                        format!("{name}{}", column + 1)
                    } else {
                        format!("column{}{name}", column + 1)
                    },
                    column,
                    by: by.clone(),
                    to: self.action(by, |j| j == column),
                });
            }
        }
        Ok(())
    }

    /// Two rows occur together exactly if one is the other times an element of M, the smallest
    /// normal subgroup of the group of all rows that contains the row moves: in a puzzle of two
    /// rows, row moves change one row alone, and column moves multiply both rows alike.
    fn list_classes(&mut self, work: &Work) -> WorkResult<()> {
        // Conjugating by column moves until nothing new appears generates M; row moves are in it.
        let diagonal = |p: &Permutation| vec![self.numbers[p]; self.columns];
        let mut generators: Vec<Vec<usize>> = self.row_moves.iter().map(diagonal).collect();
        generators.sort();
        generators.dedup();
        let mut normal = self.span(&generators);
        let mut next = 0;
        while let Some(row) = generators.get(next).cloned() {
            work.check("the classes of rows")?;
            for letter in &self.letters {
                let mut conjugate = row.clone();
                let cell = &self.cells[conjugate[letter.column]];
                let turned = &(&letter.by.inverse() * cell) * &letter.by;
                conjugate[letter.column] = self.numbers[&turned];
                if !normal[self.code(&conjugate)] {
                    generators.push(conjugate);
                    normal = self.span(&generators);
                }
            }
            next += 1;
        }
        // The coset of every state that moves lead to.
        let actions: Vec<Vec<u32>> = generators.iter().map(|row| self.right(row)).collect();
        let mut waiting = vec![0u32];
        while let Some(start) = waiting.pop() {
            work.check("the classes of rows")?;
            if self.class_of[start as usize] != NOWHERE {
                continue;
            }
            let class = small(self.classes.len());
            let mut members = vec![start];
            self.class_of[start as usize] = class;
            let mut next = 0;
            while let Some(&state) = members.get(next) {
                for action in &actions {
                    let there = action[state as usize];
                    if self.class_of[there as usize] == NOWHERE {
                        self.class_of[there as usize] = class;
                        members.push(there);
                    }
                }
                next += 1;
            }
            waiting.extend(self.letters.iter().map(|letter| letter.to[start as usize]));
            self.classes.push(members);
        }
        Ok(())
    }

    /// Writes the moves down class by class, so that costs are kept for one class alone.
    fn list_places(&mut self) {
        let products: Vec<Vec<u32>> =
            (self.row_products.iter()).map(|(_, by)| self.action(by, |_| true)).collect();
        let mut placed = vec![false; self.class_of.len()];
        for members in &mut self.classes {
            members.sort_unstable();
            members.retain(|&state| {
                let is_first = !placed[state as usize];
                for to in products.iter().filter(|_| is_first) {
                    placed[to[state as usize] as usize] = true;
                }
                is_first
            });
            let firsts = std::mem::take(members);
            for to in &products {
                members.extend(firsts.iter().map(|&state| to[state as usize]));
            }
            for (place, &state) in members.iter().enumerate() {
                self.place_of[state as usize] = small(place);
            }
        }
        for members in &self.classes {
            let letters = self.letters.iter().map(|letter| {
                let there = |&state: &u32| letter.to[state as usize] as usize;
                let places = members.iter().map(|state| self.place_of[there(state)]);
                let class = self.class_of[there(&members[0])] as usize;
                (class, places.collect())
            });
            self.steps.push(letters.collect());
        }
    }

    /// The states that rows generate, as a table of yes and no.
    fn span(&self, generators: &[Vec<usize>]) -> Vec<bool> {
        let actions: Vec<Vec<u32>> = generators.iter().map(|row| self.right(row)).collect();
        let mut inside = vec![false; self.class_of.len()];
        inside[0] = true;
        let mut waiting = vec![0u32];
        while let Some(state) = waiting.pop() {
            for action in &actions {
                let there = action[state as usize];
                if !std::mem::replace(&mut inside[there as usize], true) {
                    waiting.push(there);
                }
            }
        }
        inside
    }

    /// Where multiplying a row by another, cell by cell, takes every state.
    fn right(&self, row: &[usize]) -> Vec<u32> {
        let mut action: Vec<u32> = (0..small(self.class_of.len())).collect();
        for (column, &cell) in row.iter().enumerate() {
            let step = self.action(&self.cells[cell], |j| j == column);
            for to in &mut action {
                *to = step[*to as usize];
            }
        }
        action
    }

    fn code(&self, row: &[usize]) -> usize {
        row.iter().fold(0, |code, cell| code * self.cells.len() + cell)
    }

    /// The state of a row of texts.
    pub fn row(&self, texts: &[String]) -> Result<usize, String> {
        let cells: Result<Vec<usize>, String> = (texts.iter())
            .map(|text| {
                let cell = self.cell(text)?;
                let number = self.numbers.get(&cell).copied();
                number.ok_or(format!("{cell} is not a product of moves"))
            })
            .collect();
        Ok(self.code(&cells?))
    }

    fn cell(&self, text: &str) -> Result<Permutation, String> {
        let bad = || format!("\"{text}\" is not a cell");
        if text.contains('(') || text.is_empty() {
            return text.parse().map_err(|_| bad());
        }
        let turn = |letter: char| (self.is_cube).then(|| quarter_turn(letter)).flatten();
        text.chars().try_fold(Permutation::IDENTITY, |cell, letter| {
            Ok(&cell * &turn(letter).ok_or_else(bad)?)
        })
    }

    /// The class of a state.
    pub fn class(&self, state: usize) -> Option<usize> {
        let class = self.class_of[state];
        (class != NOWHERE).then_some(class as usize)
    }

    /// The class of that name.
    pub fn class_of(&self, name: &Class) -> Option<usize> {
        match name {
            Class::Row(row) => self.class(self.row(row).ok()?),
            Class::Parities(parities) => {
                // A row whose cells are turned or not: its class has these parities.
                let cell = |&odd: &bool| if odd { "l" } else { "" }.to_owned();
                let row: Vec<String> = parities.iter().map(cell).collect();
                (!parities[0]).then(|| self.class(self.row(&row).ok()?)).flatten()
            }
        }
    }

    /// How many classes there are.
    pub fn class_count(&self) -> usize {
        self.classes.len()
    }

    /// How many states a class has.
    pub fn class_size(&self) -> usize {
        self.classes.first().map_or(0, Vec::len)
    }

    /// The place of a state within its class.
    pub fn place(&self, state: usize) -> usize {
        self.place_of[state] as usize
    }

    /// How many letters there are.
    pub fn letter_count(&self) -> usize {
        self.letters.len()
    }

    /// The class from which a letter leads to a class.
    pub fn class_before(&self, class: usize, letter: usize) -> Option<usize> {
        (0..self.classes.len()).find(|&before| self.steps[before][letter].0 == class)
    }

    /// Whether every move is an odd permutation.
    pub fn all_moves_are_odd(&self) -> bool {
        let columns = self.letters.iter().map(|letter| &letter.by);
        self.row_moves.iter().chain(columns).all(|p| !p.is_even())
    }

    /// The costs of a word with no letters, for the class of the solved row.
    pub fn solved_by_row_moves(&self) -> Vec<Cost> {
        let mut costs = vec![NEVER; self.class_size()];
        costs[self.place(0)] = 0;
        self.with_row_moves(&costs)
    }

    /// Puts a letter before: the least |a| + cost(g·a·letter) for the states g of `class`.
    pub fn before(&self, letter: usize, costs: &[Cost], class: usize) -> Vec<Cost> {
        let (_, to) = &self.steps[class][letter];
        let moved: Vec<Cost> = to.iter().map(|&place| costs[place as usize]).collect();
        self.with_row_moves(&moved)
    }

    fn with_row_moves(&self, costs: &[Cost]) -> Vec<Cost> {
        let orbits = costs.len() / self.row_lengths.len();
        let mut best = vec![NEVER; costs.len()];
        for (best, lengths) in best.chunks_exact_mut(orbits).zip(&self.row_lengths) {
            for (costs, &length) in costs.chunks_exact(orbits).zip(lengths) {
                for (least, cost) in best.iter_mut().zip(costs) {
                    *least = (*least).min(cost.saturating_add(length));
                }
            }
        }
        best
    }

    /// The cost of no solution.
    pub const NEVER: Cost = NEVER;
}

/// The cube's quarter turns as permutations of its four diagonals (Burcsi, section 3).
fn quarter_turn(letter: char) -> Option<Permutation> {
    let cycle = match letter {
        'u' => "(1 4 2 3)",
        'd' => "(1 3 2 4)",
        'l' => "(1 3 4 2)",
        'r' => "(1 2 4 3)",
        _ => return None,
    };
    cycle.parse().ok()
}

/// The row moves and the column moves.
fn moves(about: &About) -> Result<(Named, Named), String> {
    let Some(group) = &about.group else {
        let turn = |name: &str, word: &str| {
            let product = word.chars().fold(Permutation::IDENTITY, |product, letter| {
                &product * &quarter_turn(letter).unwrap_or_default()
            });
            (name.to_owned(), product)
        };
        let mut rows = vec![turn("up", "u"), turn("down", "d")];
        let mut columns = vec![turn("left", "l"), turn("right", "r")];
        if about.metric.as_deref() == Some("half") {
            rows.push(turn("row", "uu"));
            columns.push(turn("column", "ll"));
        }
        return Ok((rows, columns));
    };
    let read = |list: &[String]| -> Result<Named, String> {
        (list.iter())
            .map(|text| {
                let permutation: Permutation = text
                    .parse()
                    .map_err(|why| format!("the move \"{text}\" is not a permutation: {why}"))?;
                Ok((permutation.to_string(), permutation))
            })
            .collect()
    };
    Ok((read(&group.rows)?, read(&group.columns)?))
}

/// All products, if they are not more than `most`.
fn closure(generators: &[Permutation], most: usize) -> Option<Vec<Permutation>> {
    let mut all = vec![Permutation::IDENTITY];
    let mut known: FxHashSet<Permutation> = all.iter().cloned().collect();
    let mut next = 0;
    while let Some(element) = all.get(next).cloned() {
        for generator in generators {
            let product = &element * generator;
            if known.insert(product.clone()) {
                all.push(product);
                if all.len() > most {
                    return None;
                }
            }
        }
        next += 1;
    }
    Some(all)
}

fn small(number: usize) -> u32 {
    u32::try_from(number).expect("there are at most 2^20 states")
}
