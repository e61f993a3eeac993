//! What the documents claim about the group of the cube, in their four notations.

use std::collections::BTreeSet;

use crate::claim::{Claim, Document, Exhibit};
use crate::cube::notation::{
    Die, Handedness, ORIENTS, Roll, from_orient, hesselink, parse_rotation,
};
use crate::cube::{Face, Rotation};

/// The claims.
pub fn claims() -> Vec<Claim> {
    vec![
        Claim::new(
            Document::Hesselink,
            "section 3",
            "R, L and K are rotations of orders",
            "3, 4, 2",
            |_| {
                let orders =
                    hesselink_rotations().map(|r| r.map_or(0, Rotation::order).to_string());
                Ok(orders.join(", "))
            },
        ),
        Claim::new(
            Document::Hesselink,
            "section 3",
            "rotations that R, L and K generate (every orientation of a cube)",
            "24",
            |_| {
                let generators: Vec<_> = hesselink_rotations().into_iter().flatten().collect();
                Ok(closure(&generators).len().to_string())
            },
        ),
        Claim::new(
            Document::Jandhyala5,
            "the solver",
            "distinct proper rotations in the list orients",
            "24",
            |_| {
                let distinct: BTreeSet<_> = ORIENTS.iter().filter_map(|o| from_orient(o)).collect();
                Ok(distinct.len().to_string())
            },
        ),
        Claim::new(
            Document::Jandhyala14,
            "die orientations",
            "orientations closed under the four rolls",
            "24",
            |_| Ok(rolled_dice().len().to_string()),
        ),
        Claim::new(
            Document::Jandhyala14,
            "introduction",
            "transitions of the die, orientation by roll",
            "96",
            |_| {
                let dice = rolled_dice();
                let transitions: BTreeSet<_> = dice
                    .iter()
                    .flat_map(|&die| Roll::ALL.map(|roll| (die, roll, die.turned(roll.rotation()))))
                    .collect();
                Ok(transitions.len().to_string())
            },
        ),
        Claim::new(
            Document::Burcsi,
            "section 2",
            "u, d, l, r as permutations of the four diagonals",
            "(1423) (1324) (1342) (1243)",
            |_| {
                // The four turns are found by what they do to the faces, then written on the
                // diagonals.
                let turn = |from: Face, to: Face, fixed: Face| {
                    Rotation::all()
                        .find(|r| r.place_of(from) == to && r.place_of(fixed) == fixed)
                        .map_or_else(String::new, |r| r.to_string().replace(' ', ""))
                };
                Ok([
                    turn(Face::Front, Face::Top, Face::Left),
                    turn(Face::Top, Face::Front, Face::Left),
                    turn(Face::Top, Face::Left, Face::Front),
                    turn(Face::Top, Face::Right, Face::Front),
                ]
                .join(" "))
            },
        ),
        Claim::new(
            Document::Burcsi,
            "section 2",
            "the four quarter turns are odd permutations",
            "all four",
            |_| {
                let odd = ["(1423)", "(1324)", "(1342)", "(1243)"]
                    .iter()
                    .filter(|cycle| parse_rotation(cycle).is_ok_and(|r| !r.is_even()))
                    .count();
                Ok(if odd == 4 { "all four".to_owned() } else { odd.to_string() })
            },
        ),
    ]
}

/// No exhibits of its own: the group is drawn as the Cayley graph of the 1×1 picture cube.
pub fn exhibits() -> Vec<Exhibit> {
    Vec::new()
}

fn hesselink_rotations() -> [Option<Rotation>; 3] {
    [hesselink::R, hesselink::L, hesselink::K].map(Rotation::from_faces)
}

fn closure(generators: &[Rotation]) -> BTreeSet<Rotation> {
    reached(Rotation::IDENTITY, |rotation| generators.iter().map(move |&g| rotation * g).collect())
}

fn rolled_dice() -> BTreeSet<Die> {
    let start = Handedness::Left.reference();
    reached(start, |die| Roll::ALL.map(|roll| die.turned(roll.rotation())).to_vec())
}

/// Everything that steps lead to from `start`.
fn reached<T: Copy + Ord>(start: T, step: impl Fn(T) -> Vec<T>) -> BTreeSet<T> {
    let (mut known, mut fresh) = (BTreeSet::from([start]), vec![start]);
    while let Some(one) = fresh.pop() {
        fresh.extend(step(one).into_iter().filter(|&next| known.insert(next)));
    }
    known
}
