//! The undominated column words of a width: all that matter, for every number of rows at once.
//!
//! A word w *dominates* w′ if `|w| ≤ |w′|` and `c_w ≤ c_w′` everywhere. Putting the same letter
//! before both keeps that, so the undominated words of length k + 1 are found among those of
//! length k with a letter put before. The set is finite by Dickson's lemma; when a length adds
//! nothing, it is complete.

use super::space::{INFINITE, Space};
use super::symmetry::Symmetries;
use cubegraph_core::work::{Error, Result, Work};

/// A column word and what it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Its letters, as numbers of [`Space::letters`], in the order in which they are made.
    pub letters: Vec<u16>,
    /// The class of rows that it may solve.
    pub class: usize,
    /// The least number of row moves for every place of the class.
    pub costs: Vec<u8>,
}

impl Word {
    /// The word of these letters.
    pub fn new(space: &Space, letters: Vec<u16>) -> Word {
        let (class, costs) = space.costs(&letters);
        Word { letters, class, costs }
    }

    /// How many column moves it has.
    pub fn length(&self) -> usize {
        self.letters.len()
    }

    /// Whether it solves every row of its class.
    pub fn is_finite(&self) -> bool {
        !self.costs.contains(&INFINITE)
    }
}

/// How many words the search may look at before it gives up, and how long they may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Words kept, with all their images.
    pub words: usize,
    /// Comparisons of two words.
    pub comparisons: u64,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { words: 400_000, comparisons: 4_000_000_000 }
    }
}

/// The undominated words, or as many as a budget allows.
#[derive(Clone, Debug)]
pub struct Undominated {
    /// The words with all their images under the symmetries, shorter ones first.
    pub words: Vec<Word>,
    /// Whether the set is closed, so that no other word is ever needed.
    pub complete: bool,
}

/// The words of one class, with what makes comparisons short.
#[derive(Default)]
struct Kept {
    words: Vec<usize>,
    sums: Vec<u32>,
}

/// Finds the undominated words.
pub fn undominated(
    space: &Space,
    symmetries: &Symmetries,
    budget: Budget,
    work: &Work,
) -> Result<Undominated> {
    let tables = images(space, symmetries, work)?;
    let mut words =
        vec![Word { letters: Vec::new(), class: space.solved_class(), costs: space.empty_word() }];
    let mut kept: Vec<Kept> = (0..space.class_count()).map(|_| Kept::default()).collect();
    kept[words[0].class].add(0, &words[0]);
    let mut fresh = vec![0];
    let mut left = budget.comparisons;
    let stage = work.stage("column words", None);
    while !fresh.is_empty() {
        let mut candidates = Vec::new();
        let mut cut = false;
        for &word in &fresh {
            work.check("column words")?;
            cut |= left == 0;
            if cut {
                break;
            }
            extend(space, &words[word], &words, &kept, &mut left, &mut candidates)?;
        }
        // A word is dominated by one of its length only if that one's sum is less, or both are
        // equal; so with growing sums the first to come stays.
        candidates.sort_by(|a, b| (sum(a), &a.letters).cmp(&(sum(b), &b.letters)));
        fresh.clear();
        for candidate in candidates {
            work.check("column words")?;
            cut |= left == 0;
            if cut {
                break;
            }
            if kept[candidate.class].dominates(&candidate, &words, &mut left) {
                continue;
            }
            fresh.push(words.len());
            for image in images_of(&candidate, symmetries, &tables) {
                kept[image.class].add(words.len(), &image);
                words.push(image);
            }
            stage.advance(1);
        }
        let bytes = words.len() * (space.class_size() + 80);
        work.reserve("column words", bytes as u128)?;
        if cut || words.len() > budget.words && !fresh.is_empty() {
            return Ok(Undominated { words, complete: false });
        }
    }
    Ok(Undominated { words, complete: true })
}

/// Puts every letter before a word; what is not dominated so far becomes a candidate.
fn extend(
    space: &Space,
    word: &Word,
    words: &[Word],
    kept: &[Kept],
    left: &mut u64,
    candidates: &mut Vec<Word>,
) -> Result<()> {
    for letter in 0..space.letters().len() {
        let mut costs = Vec::with_capacity(space.class_size());
        space.put_before(word.class, letter, &word.costs, &mut costs);
        if costs.iter().any(|&c| c != INFINITE && c >= 128) {
            // Sums of costs must stay apart from infinity.
            return Err(Error::too_large("a row needs too many row moves".to_owned()));
        }
        let mut letters = Vec::with_capacity(word.letters.len() + 1);
        letters.push(u16::try_from(letter).unwrap_or(u16::MAX));
        letters.extend(&word.letters);
        let candidate = Word { letters, class: space.class_before(word.class, letter), costs };
        if !kept[candidate.class].dominates(&candidate, words, left) {
            candidates.push(candidate);
        }
    }
    Ok(())
}

impl Kept {
    fn add(&mut self, number: usize, word: &Word) {
        self.words.push(number);
        self.sums.push(sum(word));
    }

    /// Whether a kept word costs no more anywhere. All kept words are no longer.
    fn dominates(&self, candidate: &Word, words: &[Word], left: &mut u64) -> bool {
        let sum = sum(candidate);
        *left = left.saturating_sub(self.words.len() as u64);
        (self.words.iter().zip(&self.sums))
            .any(|(&k, &least)| least <= sum && is_below(&words[k].costs, &candidate.costs))
    }
}

fn sum(word: &Word) -> u32 {
    word.costs.iter().map(|&cost| u32::from(cost)).sum()
}

/// Whether every entry of `a` is at most that of `b`, in blocks that the processor compares at
/// once.
fn is_below(a: &[u8], b: &[u8]) -> bool {
    let (a, b) = (a.chunks(32), b.chunks(32));
    a.zip(b).all(|(a, b)| a.iter().zip(b).fold(0, |above, (x, y)| above | u8::from(x > y)) == 0)
}

/// For every symmetry and class, where it takes the class and its places.
type Images = Vec<Vec<(usize, Vec<u32>)>>;

fn images(space: &Space, symmetries: &Symmetries, work: &Work) -> Result<Images> {
    let bytes = symmetries.count() * space.class_count() * space.class_size() * 4;
    work.reserve("symmetries of rows", bytes as u128)?;
    (0..symmetries.count())
        .map(|symmetry| {
            work.check("symmetries of rows")?;
            let of = |class| symmetries.places(symmetry, space, class);
            Ok((0..space.class_count()).map(of).collect())
        })
        .collect()
}

/// The different images of a word, itself first.
fn images_of(word: &Word, symmetries: &Symmetries, tables: &Images) -> Vec<Word> {
    let mut found: Vec<Word> = Vec::new();
    for (symmetry, of_class) in tables.iter().enumerate() {
        let (class, places) = &of_class[word.class];
        let mut costs = vec![INFINITE; word.costs.len()];
        for (&place, &cost) in places.iter().zip(&word.costs) {
            costs[place as usize] = cost;
        }
        if !found.iter().any(|w| w.class == *class && w.costs == costs) {
            found.push(Word {
                letters: symmetries.word(symmetry, &word.letters),
                class: *class,
                costs,
            });
        }
    }
    found
}
