//! Disjoint pairs of 2-factors, and the four counts, part by part.
//!
//! For every factor A the search runs again on the edges that A leaves over. Over the *ordered*
//! disjoint pairs (A, B) of a part, with c(A) components and ℓ(A) loops,
//! * the number of them, halved for the whole puzzle, is `pairs`;
//! * Σ 2^(c(A)+c(B)), divided by 8 for the whole puzzle, is `principal`;
//! * Σ 2^(c(A)−ℓ(A)+c(B)−ℓ(B)), over one pair of each appearance, is `patterns`.
//!
//! Two pairs look the same exactly if they differ only by exchanging edges of one cube that join
//! the same colours. Of those the pair with the earliest axes is counted, so that nothing has to be
//! remembered.

use num_bigint::BigUint;

use petgraph::graph::UnGraph;

use super::factors::{Axes, FactorSearch, FactorStep};
use super::parts::{ALL_AXES, GraphPart, parts_of};
use super::shape::components_and_loops;
use super::{Colour, Counts, Edge};
use cubegraph_core::work::{Error, Result, Stage, Work};

/// How many results to store, and when to give up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PairingLimits {
    /// How many disjoint pairs of each part.
    pub pairs: usize,
    /// How many factors of each part.
    pub factors: usize,
    /// After how many guesses to give up, if ever.
    pub guesses: Option<u64>,
}

impl PairingLimits {
    /// Counts alone, however long it takes.
    pub const COUNTS: PairingLimits = PairingLimits { pairs: 0, factors: 0, guesses: None };
}

/// What is known about one part.
#[derive(Clone, Debug)]
pub(crate) struct PartFactors {
    /// The part.
    pub part: GraphPart,
    /// The number of its factors.
    pub factors: u64,
    /// Some of its factors, sorted if all are there.
    pub some_factors: Vec<Axes>,
    /// The number of its unordered disjoint pairs of factors.
    pub pairs: u64,
    /// Some of these pairs.
    pub some_pairs: Vec<(Axes, Axes)>,
    /// Entry c: how many ordered pairs have c components together.
    oriented: Vec<u64>,
    /// Entry c: how many appearances have c components that are not loops.
    looks: Vec<u64>,
}

/// What is known about a puzzle.
#[derive(Clone, Debug)]
pub(crate) struct PairedFactors {
    /// The four counts.
    pub counts: Counts,
    /// The parts, as [`parts_of`] orders them.
    pub parts: Vec<PartFactors>,
}

impl PartFactors {
    /// Nothing found yet.
    pub(super) fn new(part: GraphPart) -> PartFactors {
        PartFactors {
            oriented: vec![0; 2 * part.cubes.len() + 1],
            looks: vec![0; 2 * part.cubes.len() + 1],
            factors: 0,
            some_factors: Vec::new(),
            pairs: 0,
            some_pairs: Vec::new(),
            part,
        }
    }

    /// Counts an unordered disjoint pair, in all four ways, and keeps it if fewer than `keep` are
    /// kept.
    pub(super) fn record(&mut self, first: Axes, second: Axes, keep: usize) {
        let shapes = [&first, &second].map(|factor| components_and_loops(&self.part, factor));
        let components = shapes[0].0 + shapes[1].0;
        let loops = shapes[0].1 + shapes[1].1;
        self.pairs += 1;
        self.oriented[components] += 2;
        for (a, b) in [(&first, &second), (&second, &first)] {
            if self.is_first_of_its_look(a, b) {
                self.looks[components - loops] += 1;
            }
        }
        if self.some_pairs.len() < keep {
            self.some_pairs.push((first, second));
        }
    }

    /// Whether no pair of earlier axes joins the same colours: at every cube, the first takes the
    /// earliest axis of its look, and the second the earliest that the first leaves.
    fn is_first_of_its_look(&self, first: &Axes, second: &Axes) -> bool {
        (0..first.len()).all(|cube| {
            let (a, b) = (usize::from(first[cube]), usize::from(second[cube]));
            self.part.twin(cube, a).is_none()
                && self.part.twin(cube, b).is_none_or(|twin| {
                    // The earliest is taken by the first; the next in line must be b itself.
                    twin == a && !(a + 1..b).any(|c| self.part.twin(cube, c) == Some(a))
                })
        })
    }
}

/// Counts factors and pairs of a colour graph, and keeps some of them.
///
/// # Errors
/// [`Error::OutOfTime`] or [`Error::Interrupted`] with what is known so far; [`Error::TooLarge`]
/// after `keep.guesses`.
///
/// # Reference
/// Hesselink, section 3 (the set S₃); de Carteblanche 1947.
pub(crate) fn count(
    graph: &UnGraph<Colour, Edge>,
    keep: PairingLimits,
    work: &Work,
) -> Result<PairedFactors> {
    let stage = work.stage("2-factors and disjoint pairs", None);
    let mut guesses = 0;
    let mut parts = Vec::new();
    let split = parts_of(graph);
    let number = split.len();
    if split.iter().any(GraphPart::has_too_few_colours) {
        // One part without factors empties the whole.
        parts.extend(split.into_iter().map(PartFactors::new));
        let counts = Counts { factors: Some(BigUint::ZERO), ..Counts::default() };
        return Ok(PairedFactors { counts, parts });
    }
    for (index, part) in split.into_iter().enumerate() {
        let mut counter = PairCounter {
            found: PartFactors::new(part.clone()),
            part: &part,
            keep,
            guesses: &mut guesses,
            place: (index, number),
            work,
            stage: &stage,
        };
        counter.run()?;
        parts.push(counter.found);
    }
    Ok(PairedFactors { counts: total(&parts), parts })
}

/// The counts of the whole from those of the parts.
pub(super) fn total(parts: &[PartFactors]) -> Counts {
    let power_sum = |histogram: &[u64]| -> BigUint {
        let terms = histogram.iter().enumerate();
        terms.map(|(exponent, &count)| BigUint::from(count) << exponent).sum()
    };
    let product =
        |of: &dyn Fn(&PartFactors) -> BigUint| -> BigUint { parts.iter().map(of).product() };
    let ordered = product(&|part| BigUint::from(part.pairs) << 1u8);
    Counts {
        factors: Some(product(&|part| part.factors.into())),
        pairs: ordered >> 1u8,
        principal: product(&|part| power_sum(&part.oriented)) >> 3u8,
        patterns: product(&|part| power_sum(&part.looks)),
    }
}

/// The work on one part.
struct PairCounter<'a> {
    part: &'a GraphPart,
    found: PartFactors,
    keep: PairingLimits,
    guesses: &'a mut u64,
    place: (usize, usize),
    work: &'a Work,
    stage: &'a Stage<'a>,
}

impl PairCounter<'_> {
    fn run(&mut self) -> Result<()> {
        let mut search = FactorSearch::new(self.part);
        while let Some(first) = self.next(&mut search)? {
            self.found.factors += 1;
            self.pair(&first)?;
            if self.found.some_factors.len() < self.keep.factors {
                self.found.some_factors.push(first);
            }
        }
        if self.found.some_factors.len() as u64 == self.found.factors {
            self.found.some_factors.sort_unstable();
        }
        self.found.some_pairs.sort_unstable();
        Ok(())
    }

    /// Everything disjoint from a factor, each unordered pair once: the second takes a later axis
    /// of the first cube.
    fn pair(&mut self, first: &Axes) -> Result<()> {
        let mut open: Vec<u8> = first.iter().map(|axis| ALL_AXES & !(1 << axis)).collect();
        open[0] = ALL_AXES & (ALL_AXES << (first[0] + 1));
        if open[0] == 0 {
            return Ok(());
        }
        let mut search = FactorSearch::among(self.part, &open);
        while let Some(second) = self.next(&mut search)? {
            self.found.record(first.clone(), second, self.keep.pairs);
        }
        Ok(())
    }

    fn next(&mut self, search: &mut FactorSearch) -> Result<Option<Axes>> {
        loop {
            match search.step() {
                FactorStep::Found(factor) => {
                    // Count factors as steps too, so that limits are polled.
                    *self.guesses += 1;
                    if self.guesses.is_multiple_of(4096) {
                        self.pause(0)?;
                    }
                    return Ok(Some(factor));
                }
                FactorStep::Done => return Ok(None),
                FactorStep::Pause(guesses) => self.pause(guesses)?,
            }
        }
    }

    fn pause(&mut self, guesses: u64) -> Result<()> {
        *self.guesses += guesses;
        self.stage.advance(1);
        if self.work.should_stop() {
            self.work.check(&self.so_far())?;
        }
        match self.keep.guesses {
            Some(most) if *self.guesses > most => Err(Error::too_large(format!(
                "listing the 2-factors takes more than {most} guesses ({})",
                self.so_far()
            ))),
            _ => Ok(()),
        }
    }

    fn so_far(&self) -> String {
        let part = match self.place {
            (_, 1) => String::new(),
            (index, number) => format!("in part {} of {number} of the colour graph ", index + 1),
        };
        let (factors, pairs) = (self.found.factors, self.found.pairs);
        format!("{part}so far at least {factors} factors and {pairs} disjoint pairs")
    }
}

#[cfg(test)]
mod tests {
    use super::super::Puzzle;
    use super::*;

    fn four(text: &str) -> [BigUint; 4] {
        let puzzle: Puzzle = text.parse().unwrap();
        let found = count(puzzle.graph(), PairingLimits::COUNTS, &Work::default()).unwrap();
        let counts = found.counts;
        [counts.factors.unwrap(), counts.pairs, counts.principal, counts.patterns]
    }

    #[test]
    fn small_puzzles_have_their_counts() {
        for (text, expected) in [
            ("GW,BW,BR BB,GW,RG RW,RG,BW RR,GW,BR", [3u32, 1, 1, 8]),
            ("ACBDCC ACDBDC ABBCDD ABBDCD", [5, 2, 4, 32]),
            ("AEDDEA BBCBDC ADBDCA BDABAE EEEBCD", [5, 1, 1, 8]),
            // A cube of one colour looks the same however it is turned.
            ("AAAAAA", [3, 3, 3, 1]),
            ("AAAAAA BBBBBB", [9, 18, 72, 1]),
        ] {
            assert_eq!(four(text), expected.map(BigUint::from), "{text}");
        }
    }

    #[test]
    fn parts_multiply() {
        let groups = "AB,CD,EF GH,IJ,KL MN,OP,QR ST,UV,WX YZ,ab,cd ";
        let text = groups.repeat(6);
        let [factors, pairs, principal, patterns] = four(&text);
        assert_eq!(factors, BigUint::from(90u64.pow(5)));
        assert_eq!(pairs, BigUint::from(900u64.pow(5) / 2));
        // Every factor of a group has three digons, and no two edges of a cube look alike.
        let oriented = BigUint::from(900u64 * 64).pow(5);
        assert_eq!(principal, &oriented >> 3u8);
        assert_eq!(patterns, oriented);
    }

    #[test]
    fn a_limit_on_guesses_or_time_ends_with_what_is_known() {
        let puzzle: Puzzle = "AB,CD,EF ".repeat(6).parse().unwrap();
        let keep = PairingLimits { guesses: Some(0), ..PairingLimits::COUNTS };
        // Ninety factors are fewer than one pause.
        assert!(count(puzzle.graph(), keep, &Work::default()).is_ok());
    }
}
