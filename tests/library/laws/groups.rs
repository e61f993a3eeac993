//! Groups and rotations.

use cubegraph::cube::Rotation;
use cubegraph::cube::notation::parse_rotation;
use cubegraph::group::{Group, NamedGroup, Permutation};
use proptest::prelude::*;

use super::cases;

#[test]
fn the_rotations_are_a_group_and_their_ranks_are_a_numbering() {
    for a in Rotation::all() {
        assert_eq!(Rotation::from_rank(a.rank()), Some(a));
        assert_eq!(a * a.inverse(), Rotation::IDENTITY);
        assert_eq!(a.inverse() * a, Rotation::IDENTITY);
        assert_eq!(parse_rotation(&a.to_string()), Ok(a));
        for b in Rotation::all() {
            assert_eq!((a * b).inverse(), b.inverse() * a.inverse());
            let [x, y] = [a, b].map(|r| r.to_string().parse::<Permutation>().expect("cycles"));
            assert_eq!(parse_rotation(&(&x * &y).to_string()), Ok(a * b));
            for c in Rotation::all() {
                assert_eq!((a * b) * c, a * (b * c));
            }
        }
    }
}

fn named() -> impl Strategy<Value = Group> {
    const NAMES: [&str; 8] = ["C7", "D4", "S4", "A5", "Q8", "C2xC3", "S3xV4", "D6"];
    prop::sample::select(&NAMES[..]).prop_map(|name| {
        let named = name.parse::<NamedGroup>().expect("known");
        Group::from_generators(named.generators()).expect("small")
    })
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn tables_of_groups_obey_the_group_laws(group in named(), picks in prop::array::uniform3(any::<prop::sample::Index>())) {
        let elements: Vec<_> = group.elements().collect();
        let [a, b, c] = picks.map(|pick| *pick.get(&elements));
        prop_assert_eq!(group.multiply(group.multiply(a, b), c), group.multiply(a, group.multiply(b, c)));
        let product = group.permutation(a) * group.permutation(b);
        prop_assert_eq!(group.element(&product), Some(group.multiply(a, b)));
        let one = group.multiply(a, group.inverse(a));
        prop_assert_eq!(group.permutation(one), &Permutation::IDENTITY);
        prop_assert_eq!(group.conjugate(group.multiply(a, b), c), group.multiply(group.conjugate(a, c), group.conjugate(b, c)));
    }
}
