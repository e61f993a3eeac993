//! Says whether an answer is right. Shares no code with the solvers: the rotations are Jandhyala's
//! printed list, the quarter turns are written out face by face, and the brute forces know nothing
//! but the rule.

mod refutation;

use itertools::Itertools;
use num_bigint::BigUint;
use petgraph::graph::NodeIndex;
use rustc_hash::FxHashSet;

use super::{Counts, Cube, Puzzle, QuarterTurn, Rule, Tower, graph};
use cubegraph_core::cube::Rotation;
use cubegraph_core::cube::notation::ORIENTS;
use cubegraph_core::work::{Error, Result, Work};

pub(super) use refutation::refutation;

/// The places of Jandhyala's tuples (top, bottom, left, right, front, back) as Hesselink's indices.
const TUPLE: [usize; 6] = [4, 5, 0, 2, 1, 3];

/// All orientations of a cube, each as its colours in Hesselink's order: 24, from Jandhyala's list.
fn orientations(cube: &Cube) -> Vec<[NodeIndex; 6]> {
    ORIENTS
        .iter()
        .map(|letters| {
            let mut placed = *cube.faces();
            for (slot, letter) in TUPLE.iter().zip(letters.bytes()) {
                placed[*slot] = cube.faces()[TUPLE[usize::from(letter - b'a')]];
            }
            placed
        })
        .collect()
}

/// Checks a tower: every cube is the given one, turned, not mirrored (unless only its pairs are
/// known), the quarter turns lead from how a cube was given to how it stands, and no side shows a
/// colour twice.
///
/// # Errors
/// The first thing that is wrong.
pub(super) fn tower(puzzle: &Puzzle, tower: &Tower) -> std::result::Result<(), String> {
    let (stacked, given) = (tower.cubes.len(), puzzle.cubes().len());
    if stacked != given {
        let plural = if stacked == 1 { "" } else { "s" };
        return Err(format!("the tower has {stacked} cube{plural}, the puzzle {given}"));
    }
    let turns = tower.turns();
    for (index, (cube, placed)) in puzzle.cubes().iter().zip(&tower.cubes).enumerate() {
        let mut possible = orientations(cube);
        if !cube.chirality_known() {
            let mirrored = possible.clone().into_iter().map(|mut faces| {
                faces.swap(4, 5);
                faces
            });
            possible.extend(mirrored);
        }
        let number = index + 1;
        if !possible.contains(&placed.faces) {
            return Err(format!("cube {number} of the tower is not the cube given"));
        }
        if let Some(turns) = &turns[index]
            && turned(*cube.faces(), turns) != placed.faces
        {
            return Err(format!("the turns of cube {number} do not lead into the tower"));
        }
    }
    for (side, name) in ["left", "front", "right", "back"].iter().enumerate() {
        let mut shown = FxHashSet::default();
        for placed in &tower.cubes {
            if !shown.insert(placed.faces[side]) {
                let colour = puzzle.name(placed.faces[side]);
                return Err(format!("{colour} is twice on the {name} side"));
            }
        }
        if puzzle.rule() == Rule::EveryColourOnce && shown.len() != puzzle.colours().len() {
            return Err(format!("a colour is missing on the {name} side"));
        }
    }
    Ok(())
}

/// Follows quarter turns face by face.
fn turned(mut faces: [NodeIndex; 6], turns: &[QuarterTurn]) -> [NodeIndex; 6] {
    let [left, front, right, back, top, bottom] = [0, 1, 2, 3, 4, 5];
    for turn in turns {
        // Four places in the order in which a face travels through them.
        let way = match turn {
            QuarterTurn::Up => [front, top, back, bottom],
            QuarterTurn::Down => [top, front, bottom, back],
            QuarterTurn::Left => [top, left, bottom, right],
            QuarterTurn::Right => [top, right, bottom, left],
            QuarterTurn::Clockwise => [front, left, back, right],
            QuarterTurn::Counterclockwise => [front, right, back, left],
        };
        let before = faces;
        for k in 0..4 {
            faces[way[(k + 1) % 4]] = before[way[k]];
        }
    }
    faces
}

/// Checks a list of towers that are said to be principal: no two of them are the same up to turning
/// the whole.
pub(super) fn principal(towers: &[Tower]) -> Result<()> {
    let mut seen = FxHashSet::default();
    for (index, tower) in towers.iter().enumerate() {
        let rotations = tower.cubes.iter().map(|cube| cube.rotation);
        let Some(rotations) = rotations.collect::<Option<Vec<Rotation>>>() else {
            // Without chirality nothing tells two turns apart that look alike.
            return Ok(());
        };
        let whole = (0..4).cartesian_product([0, 2]);
        let whole = whole.map(|(spins, ups)| Rotation::SPIN.pow(spins) * Rotation::UP.pow(ups));
        let turned = whole.map(|whole| rotations.iter().map(|&r| r * whole).collect::<Vec<_>>());
        if !seen.insert(turned.min()) {
            let number = index + 1;
            return Err(Error::Rejected(format!(
                "solution {number} repeats an earlier one, turned as a whole"
            )));
        }
    }
    Ok(())
}

/// Checks what must hold between the four counts of any puzzle.
///
/// # Errors
/// [`Error::Rejected`], with the law that is broken.
pub(super) fn counts(puzzle: &Puzzle, counts: &Counts) -> Result<()> {
    let zero = BigUint::ZERO;
    let Counts { factors, pairs, principal, patterns } = counts;
    let vanish = [pairs, principal, patterns].map(|count| *count == zero);
    // Twice as many ordered pairs, each of two different factors.
    let are_different = |factors: &BigUint| pairs * 2u32 + factors <= factors * factors;
    let degrees = graph::degrees(puzzle.graph());
    let is_exact = puzzle.rule() == Rule::EveryColourOnce;
    let is_balanced = is_exact && degrees.iter().all(|&degree| degree == 6);
    let laws = [
        (vanish.iter().all_equal(), "pairs, principal solutions and patterns vanish together"),
        (principal >= pairs, "every pair gives a principal solution"),
        (*patterns <= principal * 8u32, "a principal solution gives at most eight patterns"),
        (factors.as_ref().is_none_or(are_different), "pairs of different factors"),
        (
            !is_exact || *pairs == zero || degrees.iter().all(|&degree| degree >= 4),
            "every colour of a tower is on at least four faces",
        ),
        (!is_balanced || pairs % 3u32 == zero, "in a balanced puzzle pairs come in threes"),
        (
            puzzle.rule() != Rule::TooFewColours || *pairs == zero,
            "fewer colours than cubes leave no tower",
        ),
    ];
    match laws.into_iter().find(|(holds, _)| !holds) {
        Some((_, law)) => Err(Error::Rejected(law.to_owned())),
        None => Ok(()),
    }
}

/// Checks an obstacle of up to [`TRIED_UP_TO`] cubes by trying everything: the cubes cannot be
/// stacked, but can without any one of them.
///
/// # Errors
/// [`Error::Rejected`]; limits as [`Work`] says.
pub(super) fn obstacle(puzzle: &Puzzle, cubes: &[usize], work: &Work) -> Result<()> {
    if cubes.len() > TRIED_UP_TO {
        return Ok(());
    }
    let has_tower = |cubes: &[usize]| {
        Ok::<_, Error>(pruned_assignments(&puzzle.subset(cubes), work)?.assignments > 0)
    };
    if has_tower(cubes)? {
        return Err(Error::Rejected("the obstacle can be stacked".to_owned()));
    }
    for k in 0..cubes.len() {
        let mut fewer = cubes.to_vec();
        fewer.remove(k);
        if !fewer.is_empty() && !has_tower(&fewer)? {
            return Err(Error::Rejected(format!(
                "the obstacle does not need cube {}",
                cubes[k] + 1
            )));
        }
    }
    Ok(())
}

/// The largest obstacle that is checked by trying everything.
const TRIED_UP_TO: usize = 6;

/// What a brute force counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BruteForce {
    /// Assignments of orientations that make a tower.
    pub assignments: u64,
    /// Different (front, back, left, right) of towers.
    pub patterns: u64,
}

/// Tries all 24^H assignments of orientations, without any pruning. For H up to 4.
pub fn all_assignments(puzzle: &Puzzle) -> BruteForce {
    let mut patterns = FxHashSet::default();
    let mut assignments = 0;
    for column in puzzle.cubes().iter().map(orientations).multi_cartesian_product() {
        let mut pairs = column.iter().array_combinations();
        if pairs.all(|[a, b]| (0..4).all(|side| a[side] != b[side])) {
            assignments += 1;
            let sides = column.iter().map(|faces| [faces[0], faces[1], faces[2], faces[3]]);
            patterns.insert(sides.collect::<Vec<_>>());
        }
    }
    BruteForce { assignments, patterns: patterns.len() as u64 }
}

/// Tries all assignments, cube by cube, and turns back only when a colour is on a side twice.
pub fn pruned_assignments(puzzle: &Puzzle, work: &Work) -> Result<BruteForce> {
    let cubes: Vec<_> = puzzle.cubes().iter().map(orientations).collect();
    let mut force = Pruned {
        used: vec![[false; 4]; puzzle.graph().node_count()],
        column: Vec::new(),
        patterns: FxHashSet::default(),
        assignments: 0,
        cubes,
        work,
    };
    force.place()?;
    Ok(BruteForce { assignments: force.assignments, patterns: force.patterns.len() as u64 })
}

struct Pruned<'a> {
    cubes: Vec<Vec<[NodeIndex; 6]>>,
    used: Vec<[bool; 4]>,
    column: Vec<[NodeIndex; 4]>,
    patterns: FxHashSet<Vec<[NodeIndex; 4]>>,
    assignments: u64,
    work: &'a Work,
}

impl Pruned<'_> {
    fn place(&mut self) -> Result<()> {
        let index = self.column.len();
        if index == self.cubes.len() {
            self.assignments += 1;
            self.patterns.insert(self.column.clone());
            return Ok(());
        }
        if index < 4 {
            self.work.check("")?;
        }
        for k in 0..24 {
            let faces = self.cubes[index][k];
            let sides = [faces[0], faces[1], faces[2], faces[3]];
            if (0..4).any(|side| self.used[sides[side].index()][side]) {
                continue;
            }
            self.mark(sides, true);
            self.column.push(sides);
            self.place()?;
            self.column.pop();
            self.mark(sides, false);
        }
        Ok(())
    }

    fn mark(&mut self, sides: [NodeIndex; 4], used: bool) {
        for (side, colour) in sides.iter().enumerate() {
            self.used[colour.index()][side] = used;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(puzzle: &Puzzle, rotations: &[Rotation]) -> Tower {
        Tower::of_rotations(puzzle, &puzzle.names(), rotations)
    }

    #[test]
    fn the_brute_forces_count_the_documents_towers() {
        for (text, assignments, patterns) in [
            ("GW,BW,BR BB,GW,RG RW,RG,BW RR,GW,BR", 8, 8),
            ("ACBDCC ACDBDC ABBCDD ABBDCD", 32, 32),
            ("AAAAAA BBBBBB", 576, 1),
        ] {
            let puzzle: Puzzle = text.parse().unwrap();
            let expected = BruteForce { assignments, patterns };
            assert_eq!(all_assignments(&puzzle), expected);
            let pruned = pruned_assignments(&puzzle, &Work::default()).unwrap();
            assert_eq!(pruned, expected);
        }
    }

    #[test]
    fn a_wrong_tower_is_rejected_for_each_reason() {
        let puzzle: Puzzle = "ABCDEF BCDEFA".parse().unwrap();
        let right = standing(&puzzle, &[Rotation::IDENTITY, Rotation::IDENTITY]);
        assert!(tower(&puzzle, &right).is_ok());

        let mut mirrored = right.clone();
        mirrored.cubes[0].faces.swap(4, 5);
        let mut lost = right.clone();
        lost.cubes[1].rotation = Some(Rotation::UP);
        let mut fewer = right.clone();
        fewer.cubes.pop();
        let repeated = standing(&puzzle, &[Rotation::IDENTITY, Rotation::SPIN]);
        for (wrong, part) in [
            (mirrored, "not the cube given"),
            (lost, "do not lead"),
            (fewer, "has 1 cube,"),
            (repeated, "twice on the"),
        ] {
            let why = tower(&puzzle, &wrong).unwrap_err();
            assert!(why.contains(part), "{why}");
        }

        let why = principal(&[right.clone(), right]).unwrap_err().to_string();
        assert!(why.contains("repeats"), "{why}");
    }

    #[test]
    fn impossible_counts_are_rejected() {
        let puzzle: Puzzle = "ACBDCC ACDBDC ABBCDD ABBDCD".parse().unwrap();
        let make = |factors: u32, pairs: u32, principal: u32, patterns: u32| Counts {
            factors: Some(factors.into()),
            pairs: pairs.into(),
            principal: principal.into(),
            patterns: patterns.into(),
        };
        assert!(counts(&puzzle, &make(5, 2, 4, 32)).is_ok());
        for wrong in [
            make(5, 2, 4, 33),
            make(2, 2, 4, 32),
            make(5, 5, 4, 32),
            make(5, 0, 4, 32),
            make(5, 1, 0, 0),
        ] {
            assert!(counts(&puzzle, &wrong).is_err(), "{wrong:?}");
        }
    }
}
