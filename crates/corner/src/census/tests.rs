use super::*;

#[test]
fn the_orbits_of_upright_cuts_cover_all_256() {
    let orbits = upright_orbits();
    assert_eq!(orbits.iter().map(|(_, size)| size).sum::<u32>(), 256);
    assert_eq!(
        orbits.len(),
        39,
        "the documentation of `Census::take` says so"
    );
}

#[test]
fn a_rotation_fixes_as_many_patterns_as_its_cycles_of_bars_allow() {
    for rotation in Rotation::all() {
        let fixed = fixed_by(rotation).count();
        let expected = match (rotation.order(), rotation.is_even()) {
            (1, _) => 1 << 24,
            (2, true) => 4096, // half turn about a face: six pairs of bars
            (2, false) => 0,   // half turn about an edge: two bars turned end for end
            (3, _) => 256,
            _ => 64,
        };
        if rotation != Rotation::IDENTITY {
            assert_eq!(fixed, expected, "{rotation}");
        }
    }
}

#[test]
fn the_census_of_all_bags_counts_every_pattern() {
    let all = Census::count(Relaxations::ALL, &Work::default()).unwrap();
    assert_eq!(all.admissible, 1 << 24);
    let solutions: u64 = all.entries.iter().map(|p| u64::from(p.solutions)).sum();
    // Burnside over all patterns at once.
    assert_eq!(solutions, ((1 << 24) + 3 * 4096 + 8 * 256 + 6 * 64) / 24);
}
