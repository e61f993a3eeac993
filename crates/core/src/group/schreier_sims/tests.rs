use super::*;
use crate::group::{Group, NamedGroup};
use proptest::prelude::*;

fn chain(generators: &[&str]) -> StabiliserChain {
    let generators: Vec<Permutation> = generators.iter().map(|g| g.parse().unwrap()).collect();
    StabiliserChain::build(&generators, &Work::default()).unwrap()
}

fn named(name: &str) -> StabiliserChain {
    StabiliserChain::build(NamedGroup::parse(name).unwrap().generators(), &Work::default()).unwrap()
}

/// The six quarter turns of Rubik's cube on its 48 facelets, numbered face by face: up, left,
/// front, right, back, down.
const RUBIK: [&str; 6] = [
    "(1 3 8 6)(2 5 7 4)(9 33 25 17)(10 34 26 18)(11 35 27 19)",
    "(9 11 16 14)(10 13 15 12)(1 17 41 40)(4 20 44 37)(6 22 46 35)",
    "(17 19 24 22)(18 21 23 20)(6 25 43 16)(7 28 42 13)(8 30 41 11)",
    "(25 27 32 30)(26 29 31 28)(3 38 43 19)(5 36 45 21)(8 33 48 24)",
    "(33 35 40 38)(34 37 39 36)(3 9 46 32)(2 12 47 29)(1 14 48 27)",
    "(41 43 48 46)(42 45 47 44)(14 22 30 38)(15 23 31 39)(16 24 32 40)",
];

#[test]
fn rubiks_cube_has_its_known_order() {
    let cube = chain(&RUBIK);
    assert_eq!(cube.order().to_string(), "43252003274489856000");
    assert!(cube.is_proved());
    // One turned corner and one flipped edge cannot be made.
    assert!(cube.contains(&RUBIK[0].parse().unwrap()));
    assert!(!cube.contains(&"(1 9 35)".parse().unwrap()));
    assert!(!cube.contains(&"(2 34)".parse().unwrap()));
    assert!(!cube.contains(&"(49 50)".parse().unwrap()));
}

#[test]
fn the_mathieu_groups_have_their_orders() {
    for (name, order) in
        [("M11", 7_920u32), ("M12", 95_040), ("M23", 10_200_960), ("M24", 244_823_040)]
    {
        let group = named(name);
        assert_eq!(group.order(), order.into(), "{name}");
        assert!(group.is_proved(), "{name}");
    }
}

#[test]
fn symmetric_and_alternating_groups_are_proved_by_their_size() {
    for name in ["S20", "A20", "S60", "A61", "S12xA9"] {
        let group = named(name);
        assert_eq!(&group.order(), NamedGroup::parse(name).unwrap().order(), "{name}");
        assert!(group.is_proved(), "{name}");
    }
}

#[test]
fn trivial_groups_have_order_one() {
    for generators in [&[][..], &["()"]] {
        let group = chain(generators);
        assert_eq!(group.order(), 1u32.into());
        assert!(group.contains(&Permutation::IDENTITY));
        assert!(!group.contains(&"(1 2)".parse().unwrap()));
    }
}

#[test]
fn the_elements_are_numbered_from_the_identity_on() {
    let group = named("M11");
    assert_eq!(group.rank(&Permutation::IDENTITY), Some(0));
    for rank in (0..7920).step_by(7) {
        assert_eq!(group.rank(&group.unrank(rank)), Some(rank));
    }
    assert_eq!(group.rank(&"(1 2)".parse().unwrap()), None);
}

#[test]
fn an_interrupted_computation_says_so() {
    let work = Work::default();
    work.canceller().cancel();
    let generators = NamedGroup::parse("M24").unwrap().generators().to_vec();
    assert!(matches!(StabiliserChain::build(&generators, &work), Err(Error::Interrupted)));
}

fn permutation_of_seven() -> impl Strategy<Value = Permutation> {
    Just((0..7u32).collect::<Vec<_>>())
        .prop_shuffle()
        .prop_map(|images| Permutation::from_images(images).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn order_membership_and_commutators_agree_with_the_table(
        a in permutation_of_seven(), b in permutation_of_seven(), c in permutation_of_seven(), three in 3..7usize,
    ) {
        // Fewer points make smaller and more varied groups.
        let keep = |p: &Permutation| p.cycles().into_iter().filter(|c| c.len() <= three)
            .map(|c| Permutation::cycle(&c).unwrap()).fold(Permutation::IDENTITY, |x, y| &x * &y);
        let (a, b) = (keep(&a), keep(&b));
        let group = Group::from_generators(&[a.clone(), b.clone()]).unwrap();
        let chain = StabiliserChain::build(&[a.clone(), b.clone()], &Work::default()).unwrap();
        prop_assert_eq!(chain.order(), BigUint::from(group.order()));
        prop_assert_eq!(chain.contains(&c), group.element(&c).is_some());
        prop_assert!(group.elements().all(|e| chain.contains(group.permutation(e))));
        let derived = commutator_group(&[a.clone(), b.clone()], &[a, b], &Work::default()).unwrap();
        let whole = group.whole();
        prop_assert_eq!(derived.order(), BigUint::from(group.commutator_subgroup(&whole, &whole).order()));
    }
}
