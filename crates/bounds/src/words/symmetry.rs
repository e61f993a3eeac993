//! Symmetries of the words of a width: they keep costs, so one word of each orbit is enough.
//!
//! Columns may be permuted. The cells of one column may be conjugated by an element that
//! commutes with every row move and keeps C (for the cube u², which exchanges left and right),
//! and the cells of all columns at once by an element that keeps R and C (for the cube l²). If
//! σ is any of these, then c of σ(w) at σ(g) is c of w at g.

use petgraph::unionfind::UnionFind;
use rustc_hash::FxHashSet;

use super::space::Space;
use cubegraph_core::group::{Element, Group};
use cubegraph_core::work::{Result, Work};

/// One symmetry: cell j becomes the conjugate by `by[j]` of the cell `from[j]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    from: Vec<usize>,
    by: Vec<Element>,
}

/// The symmetries of a [`Space`] and what they do.
#[derive(Clone, Debug)]
pub struct Symmetries {
    all: Vec<Symmetry>,
    /// For every symmetry, the image of every letter.
    letters: Vec<Vec<u16>>,
    /// The orbit of every place of every class.
    orbits: Vec<Vec<u32>>,
    orbit_count: usize,
}

/// More symmetries than this are not listed; column permutations alone are 5040 at width 7.
const MOST: usize = 6000;

impl Symmetries {
    /// Finds the symmetries of a space.
    pub fn new(space: &Space, work: &Work) -> Result<Symmetries> {
        let generators = generators(space);
        let mut all = vec![Symmetry {
            from: (0..space.columns()).collect(),
            by: vec![Element::IDENTITY; space.columns()],
        }];
        let mut letters = vec![image_of_letters(space, &all[0])];
        let mut known: FxHashSet<Vec<u16>> = letters.iter().cloned().collect();
        let mut next = 0;
        while next < all.len() && all.len() < MOST {
            for generator in &generators {
                let product = all[next].then(generator, &space.tabled().group);
                let image = image_of_letters(space, &product);
                // Two symmetries that move the letters alike have the same effect on words.
                if known.insert(image.clone()) {
                    all.push(product);
                    letters.push(image);
                }
            }
            next += 1;
        }
        let (orbits, orbit_count) = orbits(space, &generators, work)?;
        Ok(Symmetries { all, letters, orbits, orbit_count })
    }

    /// How many symmetries there are, as permutations of the letters.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// The images of the letters.
    pub fn letters(&self, symmetry: usize) -> &[u16] {
        &self.letters[symmetry]
    }

    /// The images of the letters under the inverse of a symmetry.
    pub fn inverse(&self, symmetry: usize) -> Vec<u16> {
        let mut inverse = vec![0; self.letters[symmetry].len()];
        for (letter, &image) in (0..).zip(&self.letters[symmetry]) {
            inverse[usize::from(image)] = letter;
        }
        inverse
    }

    /// The orbit of every place of a class, numbered across all classes.
    pub fn orbits(&self, class: usize) -> &[u32] {
        &self.orbits[class]
    }

    /// How many orbits of states there are.
    pub fn orbit_count(&self) -> usize {
        self.orbit_count
    }

    /// The image of a word.
    pub fn word(&self, symmetry: usize, word: &[u16]) -> Vec<u16> {
        let image = |&letter: &u16| self.letters[symmetry][usize::from(letter)];
        word.iter().map(image).collect()
    }

    /// For every class: the first class that a symmetry takes it to, and that symmetry.
    pub fn representatives(&self, space: &Space) -> Vec<(usize, usize)> {
        let image = |class| {
            let images = (0..self.count()).map(|k| (self.class_of_image(k, space, class), k));
            images.min().unwrap_or((class, 0))
        };
        (0..space.class_count()).map(image).collect()
    }

    /// The class that a symmetry takes a class to.
    pub fn class_of_image(&self, symmetry: usize, space: &Space, class: usize) -> usize {
        let row = space.row(class, 0);
        let image = self.all[symmetry].apply(&row, &space.tabled().group);
        space.locate(&image).map_or(class, |(there, _)| there)
    }

    /// Where every place of a class goes: the class and the places.
    pub fn places(&self, symmetry: usize, space: &Space, class: usize) -> (usize, Vec<u32>) {
        let symmetry = &self.all[symmetry];
        let mut target = class;
        let places = (0..space.class_size())
            .map(|place| {
                let image = symmetry.apply(&space.row(class, place), &space.tabled().group);
                let (there, place) = space.locate(&image).unwrap_or((class, place));
                target = there;
                u32::try_from(place).unwrap_or(0)
            })
            .collect();
        (target, places)
    }
}

impl Symmetry {
    /// The image of a row.
    fn apply(&self, row: &[Element], group: &Group) -> Vec<Element> {
        let cells = self.from.iter().zip(&self.by);
        cells.map(|(&j, &t)| group.conjugate(row[j], t)).collect()
    }

    /// First this one, then another.
    fn then(&self, other: &Symmetry, group: &Group) -> Symmetry {
        let pairs = other.from.iter().zip(&other.by);
        let (from, by) =
            pairs.map(|(&j, &t)| (self.from[j], group.multiply(self.by[j], t))).unzip();
        Symmetry { from, by }
    }
}

/// Symmetries that generate all: a swap of neighbours, and conjugations.
fn generators(space: &Space) -> Vec<Symmetry> {
    let (tabled, n) = (space.tabled(), space.columns());
    let group = &tabled.group;
    let identity: Vec<usize> = (0..n).collect();
    let mut generators: Vec<Symmetry> = (1..n)
        .map(|j| {
            let mut from = identity.clone();
            from.swap(j - 1, j);
            Symmetry { from, by: vec![Element::IDENTITY; n] }
        })
        .collect();
    if group.order() * (tabled.rows.len() + tabled.columns.len()) > 1 << 22 {
        return generators;
    }
    let keeps = |moves: &[Element], t: Element| {
        moves.iter().all(|&x| moves.contains(&group.conjugate(x, t)))
    };
    for t in group.elements().skip(1) {
        if !keeps(&tabled.columns, t) {
            continue;
        }
        let fixes = |moves: &[Element]| moves.iter().all(|&x| group.conjugate(x, t) == x);
        if fixes(&tabled.rows) && !fixes(&tabled.columns) {
            let mut by = vec![Element::IDENTITY; n];
            by[0] = t;
            generators.push(Symmetry { from: identity.clone(), by });
        } else if keeps(&tabled.rows, t) {
            generators.push(Symmetry { from: identity.clone(), by: vec![t; n] });
        }
    }
    generators
}

fn image_of_letters(space: &Space, symmetry: &Symmetry) -> Vec<u16> {
    let (letters, tabled) = (space.letters(), space.tabled());
    let image = |letter: usize| {
        let column = letters[letter].column;
        let target = symmetry.from.iter().position(|&j| j == column);
        let target = target.unwrap_or(column);
        let element = tabled.group.conjugate(space.element(letter), symmetry.by[target]);
        let found = (0..letters.len())
            .find(|&k| letters[k].column == target && space.element(k) == element);
        u16::try_from(found.unwrap_or(letter)).unwrap_or(u16::MAX)
    };
    (0..letters.len()).map(image).collect()
}

/// The orbits of the states of all classes, by joining every state with its images.
fn orbits(space: &Space, generators: &[Symmetry], work: &Work) -> Result<(Vec<Vec<u32>>, usize)> {
    let size = space.class_size();
    let mut sets = UnionFind::<usize>::new(space.class_count() * size);
    for class in 0..space.class_count() {
        work.check("orbits of rows")?;
        for place in 0..size {
            let row = space.row(class, place);
            for generator in generators {
                let image = generator.apply(&row, &space.tabled().group);
                if let Some((there, other)) = space.locate(&image) {
                    sets.union(class * size + place, there * size + other);
                }
            }
        }
    }
    let mut numbers = vec![u32::MAX; space.class_count() * size];
    let mut count = 0;
    let orbits = sets.into_labeling().into_iter().map(|root| {
        if numbers[root] == u32::MAX {
            numbers[root] = count;
            count += 1;
        }
        numbers[root]
    });
    let orbits: Vec<u32> = orbits.collect();
    let classes = orbits.chunks(size.max(1)).map(<[u32]>::to_vec).collect();
    Ok((classes, count as usize))
}
