//! Hesselink's three-stage search over the orientations of the cubes.
//!
//! 1. Every cube is turned by a power of R, which chooses the pair of faces to be hidden; columns
//!    in which some colour is not on exactly four visible faces are dismissed. What is left is S₁.
//! 2. Every cube but the last is turned by a power of L; columns whose left and right sides are
//!    right form S₂.
//! 3. Every cube but the last is turned by a power of K; columns whose front (and so also back) is
//!    right form S₃, the *principal* solutions: one of every eight towers that differ by turning
//!    the whole by ⟨L, K⟩.
//!
//! Corrected against the text: S₃ is made from S₂; the rotation of the last stage is K; the
//! odometer of the first stage has H + 1 digits, the last of which says that it is over. With more
//! colours than cubes the first test is "at most four", and the back has to be tested too.
//!
//! This is the one method that reads the cubes and not the graph: it turns them.
//!
//! # Reference
//! W. H. Hesselink, *Puzzles of colored cubes*, 2023, sections 3 and 4.

use rustc_hash::FxHashSet;

use petgraph::graph::NodeIndex;

use super::tower::Tower;
use super::{Counts, Puzzle, Rule};
use cubegraph_core::cube::notation::hesselink;
use cubegraph_core::cube::{Face, Rotation};
use cubegraph_core::work::{Result, Stage, Work};

/// How many cubes are looked at between two questions whether to stop.
const STEPS_PER_PAUSE: usize = 1 << 16;

/// How the search tests its columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Filter {
    /// Count the visible colours in the first stage, test the front in the last.
    Accept,
    /// No test in the first stage; front and back in the last (Hesselink's closing remark).
    NoAccept,
}

/// What the search found.
#[derive(Clone, Debug)]
pub(crate) struct RotationResult {
    /// |S₁|, |S₂|, |S₃|.
    pub stages: [u64; 3],
    /// The rotation of each cube of the first principal solutions, in the order of the search.
    pub solutions: Vec<Vec<Rotation>>,
    /// Pairs, principal solutions and patterns; this search does not see the factors that are in no
    /// pair.
    pub counts: Counts,
}

impl RotationResult {
    /// The solutions as towers.
    pub fn towers(&self, puzzle: &Puzzle) -> Vec<Tower> {
        let names = puzzle.names();
        let tower = |rotations: &Vec<Rotation>| Tower::of_rotations(puzzle, &names, rotations);
        self.solutions.iter().map(tower).collect()
    }
}

/// Searches all orientations.
///
/// # Arguments
/// `keep` is how many solutions to keep; all are counted.
///
/// # Errors
/// [`OutOfTime`](cubegraph_core::Error::OutOfTime) or [`Interrupted`](cubegraph_core::Error::Interrupted), with what
/// is known so far.
///
/// # Complexity
/// 3^H columns in the first stage, 4^(H−1) for each of S₁ in the second, 2^(H−1) for each of S₂ in
/// the third.
pub(crate) fn search(
    puzzle: &Puzzle,
    filter: Filter,
    keep: usize,
    work: &Work,
) -> Result<RotationResult> {
    let total = u32::try_from(puzzle.cubes().len()).ok().and_then(|h| 3u64.checked_pow(h));
    let stage = work.stage("columns of the first stage", total);
    let mut search = RotationSearch {
        column: puzzle.cubes().iter().map(|cube| *cube.faces()).collect(),
        exact: puzzle.rule() == Rule::EveryColourOnce,
        filter,
        seen: vec![0; puzzle.graph().node_count()],
        stamp: 0,
        visible: vec![0; puzzle.graph().node_count()],
        exponents: [0, 1, 2].map(|_| vec![0; puzzle.cubes().len() + 1]),
        found: RotationResult { stages: [0; 3], solutions: Vec::new(), counts: Counts::default() },
        keep,
        pairs: FxHashSet::default(),
        looks: FxHashSet::default(),
        steps: 0,
        stage: &stage,
        work,
    };
    if puzzle.rule() != Rule::TooFewColours {
        search.first()?;
    }
    let mut found = search.found;
    found.counts.pairs = search.pairs.len().into();
    found.counts.principal = found.stages[2].into();
    found.counts.patterns = search.looks.len().into();
    Ok(found)
}

/// Applies images of face indices: what was on face i comes to place images[i].
fn turn(cube: &mut [NodeIndex; 6], images: [u8; 6]) {
    let before = *cube;
    for (face, &place) in images.iter().enumerate() {
        cube[usize::from(place)] = before[face];
    }
}

struct RotationSearch<'a> {
    column: Vec<[NodeIndex; 6]>,
    exact: bool,
    filter: Filter,
    /// For each colour, the number of the last test in which it was seen.
    seen: Vec<u64>,
    stamp: u64,
    /// On how many visible faces each colour is.
    visible: Vec<u32>,
    exponents: [Vec<u8>; 3],
    found: RotationResult,
    keep: usize,
    /// The unordered pairs of factors met: for each cube the two visible axes.
    pairs: FxHashSet<Vec<(u8, u8)>>,
    /// The four sides of every tower met, turned in all eight ways.
    looks: FxHashSet<Vec<[NodeIndex; 4]>>,
    steps: usize,
    stage: &'a Stage<'a>,
    work: &'a Work,
}

impl RotationSearch<'_> {
    /// `search1`: powers of R on all cubes.
    fn first(&mut self) -> Result<()> {
        let cubes = self.column.len();
        let mut columns = 0u64;
        loop {
            columns += 1;
            if columns.is_multiple_of(1024) {
                self.stage.advance(1024);
            }
            self.pause()?;
            if self.filter == Filter::NoAccept || self.accept() {
                self.found.stages[0] += 1;
                self.second()?;
            }
            if !self.successor(0, hesselink::R, 3, cubes) {
                return Ok(());
            }
        }
    }

    /// `search2`: powers of L on all cubes but the last.
    fn second(&mut self) -> Result<()> {
        let cubes = self.column.len();
        loop {
            self.pause()?;
            if self.pred(Face::Left) && self.pred(Face::Right) {
                self.found.stages[1] += 1;
                self.third()?;
            }
            if !self.successor(1, hesselink::L, 4, cubes - 1) {
                return Ok(());
            }
        }
    }

    /// `search3`: powers of K on all cubes but the last.
    fn third(&mut self) -> Result<()> {
        let cubes = self.column.len();
        loop {
            self.pause()?;
            let back_follows = self.exact && self.filter == Filter::Accept;
            if self.pred(Face::Front) && (back_follows || self.pred(Face::Back)) {
                self.found.stages[2] += 1;
                self.keep()?;
            }
            if !self.successor(2, hesselink::K, 2, cubes - 1) {
                return Ok(());
            }
        }
    }

    /// Turns the odometer of a stage: the column after this one, or `false` when all were met and
    /// the column is as it was.
    fn successor(&mut self, stage: usize, images: [u8; 6], order: u8, cubes: usize) -> bool {
        let exponents = &mut self.exponents[stage];
        let mut j = 0;
        while exponents[j] == order - 1 {
            turn(&mut self.column[j], images);
            exponents[j] = 0;
            j += 1;
        }
        if j == cubes {
            return false;
        }
        turn(&mut self.column[j], images);
        exponents[j] += 1;
        true
    }

    /// `accept`: every colour on exactly four visible faces (at most four, with more colours than
    /// cubes).
    fn accept(&mut self) -> bool {
        self.visible.fill(0);
        for cube in &self.column {
            for colour in &cube[..4] {
                self.visible[colour.index()] += 1;
            }
        }
        // 4H faces, at most four of each of H colours: exactly four of each.
        self.visible.iter().all(|&count| count <= 4)
    }

    /// `pred`: the side shows no colour twice.
    fn pred(&mut self, side: Face) -> bool {
        self.stamp += 1;
        for cube in &self.column {
            let seen = &mut self.seen[cube[side.index()].index()];
            if *seen == self.stamp {
                return false;
            }
            *seen = self.stamp;
        }
        true
    }

    fn keep(&mut self) -> Result<()> {
        let rotations = self.rotations();
        let mut axes: Vec<(u8, u8)> = rotations
            .iter()
            .map(|rotation| {
                let axis = |place| match rotation.face_at(place) {
                    Face::Left | Face::Right => 0,
                    Face::Front | Face::Back => 1,
                    Face::Top | Face::Bottom => 2,
                };
                (axis(Face::Left), axis(Face::Front))
            })
            .collect();
        // An unordered pair of factors: the first cube says which comes first.
        if axes[0].0 > axes[0].1 {
            axes = axes.into_iter().map(|(a, b)| (b, a)).collect();
        }
        self.pairs.insert(axes);
        self.remember_looks();
        if self.found.solutions.len() < self.keep {
            self.found.solutions.push(rotations);
        }
        let entry = self.column.len() as u128 * 24 + 64;
        self.work
            .reserve("remembering the towers that look different", self.looks.len() as u128 * entry)
    }

    /// K^g L^f R^e in Hesselink's order is R^e · L^f · K^g in ours.
    fn rotations(&self) -> Vec<Rotation> {
        let rotation = |images| Rotation::from_faces(images).expect("a proper rotation");
        let [r, l, k] = [hesselink::R, hesselink::L, hesselink::K].map(rotation);
        (0..self.column.len())
            .map(|j| {
                let [e, f, g] = [0, 1, 2].map(|stage: usize| u32::from(self.exponents[stage][j]));
                r.pow(e) * l.pow(f) * k.pow(g)
            })
            .collect()
    }

    /// The sides of the tower as it stands, and turned as a whole by ⟨L, K⟩.
    fn remember_looks(&mut self) {
        let mut sides: Vec<[NodeIndex; 4]> =
            self.column.iter().map(|cube| [cube[0], cube[1], cube[2], cube[3]]).collect();
        for _ in 0..2 {
            for _ in 0..4 {
                self.looks.insert(sides.clone());
                for cube in &mut sides {
                    cube.rotate_right(1);
                }
            }
            for cube in &mut sides {
                cube.swap(1, 3);
            }
        }
    }

    fn pause(&mut self) -> Result<()> {
        // A column costs as much as it has cubes.
        self.steps += self.column.len();
        if self.steps >= STEPS_PER_PAUSE {
            self.steps = 0;
            if !self.work.should_stop() {
                return Ok(());
            }
            let [s1, s2, s3] = self.found.stages;
            self.work.check(&format!(
                "so far {s1} columns in S₁, {s2} in S₂, {s3} principal solutions in S₃"
            ))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARKER: &str = "GW,BW,BR BB,GW,RG RW,RG,BW RR,GW,BR";
    const FOUR: &str = "ACBDCC ACDBDC ABBCDD ABBDCD";
    const FIVE: &str = "AEDDEA BBCBDC ADBDCA BDABAE EEEBCD";

    #[test]
    fn without_the_first_test_the_same_solutions_are_found() {
        for (text, stages) in [
            (PARKER, [5, 1, 1]),
            (FOUR, [2, 3, 4]),
            (FIVE, [2, 1, 1]),
            ("AB,CD,EF AB,CC,EF", [9, 28, 45]),
        ] {
            let puzzle: Puzzle = text.parse().unwrap();
            let all = |filter| search(&puzzle, filter, usize::MAX, &Work::default()).unwrap();
            let (with, without) = (all(Filter::Accept), all(Filter::NoAccept));
            assert_eq!(with.stages, stages);
            assert_eq!(with.solutions, without.solutions);
            assert_eq!(with.counts, without.counts);
            assert!(with.stages[0] <= without.stages[0]);
        }
    }

    #[test]
    fn the_five_cubes_give_the_column_that_hesselink_prints() {
        let puzzle: Puzzle = FIVE.parse().unwrap();
        let found = search(&puzzle, Filter::Accept, 1, &Work::default()).unwrap();
        let printed: Vec<String> = found.towers(&puzzle)[0]
            .cubes
            .iter()
            .map(|cube| cube.faces.map(|c| puzzle.name(c).to_owned()).concat())
            .collect();
        assert_eq!(printed, ["AEEDAD", "DCCBBB", "CBAADD", "BADEAB", "EDBCEE"]);
    }
}
