use rand::RngExt;

use super::ball::{Ball, Measured};
use super::samples::Solved;
use super::*;
use crate::cosets::CosetSearch;
use crate::{AntipodeClass, Antipodes};
use cubegraph_core::cube::Rotation;

const TWO_BY_TWO: [u64; 13] = [
    1, 8, 44, 232, 1142, 4760, 16184, 39840, 54005, 37256, 11532, 848, 36,
];
/// Six cubes in half turns: no parity, and in these tests too many to be searched again.
const THREE_BY_TWO: [u64; 14] = [
    1, 15, 138, 1122, 8121, 50337, 266_326, 1_171_018, 4_132_334, 10_209_214, 15_730_578,
    12_183_312, 3_828_564, 194_664,
];

fn distances(counts: &[u64]) -> Distances {
    Distances::new(counts.iter().map(|&count| count.into()).collect())
}

fn claim(distances: &Distances) -> Claim<'_> {
    Claim {
        size: "2x2".parse().unwrap(),
        metric: Metric::Quarter,
        distances,
        antipodes: None,
        class_count: None,
        table: None,
    }
}

fn failed(claim: Claim) -> Vec<&'static str> {
    let effort = Effort {
        samples: None,
        seed: 1,
    };
    let checks = verify(claim, effort, &Work::default()).unwrap();
    let failed = checks.iter().filter(|check| !check.holds);
    failed.map(|check| check.name).collect()
}

#[test]
fn a_true_table_passes_every_check() {
    let work = Work::default();
    let size = "2x2".parse().unwrap();
    let search = CosetSearch::run(size, Metric::Quarter, None, &work).unwrap();
    let antipodes = search.antipodes(&work).unwrap();
    let table = DistanceTable::make(size, Metric::Quarter, None, &work).unwrap();
    let distances = search.distances();
    for table in [None, Some(&table)] {
        let claim = Claim {
            antipodes: Some(&antipodes),
            table,
            ..claim(&distances)
        };
        assert_eq!(failed(claim), Vec::<&str>::new());
    }
}

#[test]
fn every_kind_of_false_table_fails_the_check_that_is_for_it() {
    let with = |change: fn(&mut Vec<u64>)| {
        let mut counts = TWO_BY_TWO.to_vec();
        change(&mut counts);
        failed(claim(&distances(&counts)))
    };
    let misprint = with(|counts| counts[4] += 1);
    assert_eq!(misprint, ["sum", "parity", "first layers", "all layers"]);
    // One configuration in the next layer: neither the sum nor chance would notice.
    let moved = with(|counts| {
        counts[8] -= 1;
        counts[9] += 1;
    });
    assert_eq!(moved, ["parity", "all layers"]);
    // And one in the layer after that: only a second search does.
    let moved = with(|counts| {
        counts[8] -= 1;
        counts[10] += 1;
    });
    assert_eq!(moved, ["all layers"]);
    let swapped = with(|counts| counts.swap(8, 9));
    assert!(swapped.contains(&"random configurations"));
    assert!(with(|counts| counts.truncate(12)).contains(&"sum"));
    assert!(with(|counts| counts[11] = 0).contains(&"growth"));
    assert!(with(Vec::clear).contains(&"growth"));
}

#[test]
fn where_nothing_is_searched_again_chance_says_how_much_it_sees() {
    let right = distances(&THREE_BY_TWO);
    let size = "3x2".parse().unwrap();
    let work = Work::default();
    let optimal = Optimal::new(size, Metric::Half, None, &work).unwrap();
    let solver = Solver::Optimal(Box::new(optimal));
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let solved: Vec<Solved> = (0..2000)
        .map(|_| {
            let configuration = anywhere(size, &mut random);
            let distance = solver.distance(&configuration, &work).unwrap();
            (configuration, distance)
        })
        .collect();
    let check = frequencies(&right, &solved);
    assert!(
        check.holds && check.detail.contains("within 5."),
        "{check:?}"
    );
    let mut shifted = THREE_BY_TWO;
    shifted[9] -= 5_000_000;
    shifted[11] += 5_000_000;
    assert!(!frequencies(&distances(&shifted), &solved).holds);
    // Half of that is within what chance allows, as the check says.
    shifted[9] += 4_000_000;
    shifted[11] -= 4_000_000;
    assert!(frequencies(&distances(&shifted), &solved).holds);
    // A solution that is a move too long is seen by the search from both sides.
    let claim = Claim {
        size,
        metric: Metric::Half,
        ..claim(&right)
    };
    let longer: Vec<Solved> = (solved.iter().take(3))
        .map(|(configuration, distance)| (configuration.clone(), distance.map(|d| d + 1)))
        .collect();
    let check = |solved: &[Solved]| {
        let mut random = ChaCha8Rng::seed_from_u64(2);
        independent(claim, &solver, solved, &mut random, &work)
            .unwrap()
            .holds
    };
    assert!(check(&solved[..3]));
    assert!(!check(&longer));
}

#[test]
fn wrong_antipodes_are_found_out() {
    let work = Work::default();
    let size = "2x2".parse().unwrap();
    let search = CosetSearch::run(size, Metric::Quarter, None, &work).unwrap();
    let right = search.antipodes(&work).unwrap();
    let distances = search.distances();
    let failed = |change: fn(&mut Antipodes)| {
        let mut antipodes = right.clone();
        change(&mut antipodes);
        let claim = Claim {
            antipodes: Some(&antipodes),
            ..claim(&distances)
        };
        failed(claim) == ["antipodes"]
    };
    assert!(!failed(|_| ()));
    assert!(failed(|antipodes| antipodes.count += 1u32));
    assert!(failed(|antipodes| antipodes.classes[0].size += 1u32));
    assert!(failed(|antipodes| drop(antipodes.classes.pop())));
    assert!(failed(|antipodes| antipodes
        .classes
        .push(antipodes.classes[0].clone())));
    assert!(failed(|antipodes| {
        let AntipodeClass { representative, .. } = &mut antipodes.classes[0];
        representative.turn("up1".parse().unwrap());
    }));
}

#[test]
fn the_ball_measures_what_a_walk_can_show() {
    let size = "2x2".parse().unwrap();
    let ball = Ball::new(size, Metric::Quarter).unwrap();
    let mut configuration = Configuration::solved(size);
    assert_eq!(ball.measure(&configuration), Measured::Exactly(0));
    configuration.turn_all(["up1", "left1", "up2"].map(|step| step.parse().unwrap()));
    assert_eq!(ball.measure(&configuration), Measured::Exactly(3));
    // One cube turned by a quarter cannot be reached, and both sides come to an end.
    let mut unreachable = Configuration::solved(size);
    unreachable.set(0, Rotation::UP);
    assert_eq!(ball.measure(&unreachable), Measured::Beyond(usize::MAX));
    let far = anywhere("4x3".parse().unwrap(), &mut ChaCha8Rng::seed_from_u64(1));
    let ball = Ball::new(far.size(), Metric::Quarter).unwrap();
    assert!(
        matches!(ball.measure(&far), Measured::Beyond(distance) if distance >= 2 * ball.radius())
    );
}

#[test]
fn a_wrong_number_of_classes_is_found_out() {
    let work = Work::default();
    for (text, metric) in [("2x2", Metric::Quarter), ("3x1", Metric::Half)] {
        let size = text.parse().unwrap();
        let search = CosetSearch::run(size, metric, None, &work).unwrap();
        let (distances, listed) = (search.distances(), search.antipodes(&work).unwrap());
        let count = listed.classes.len();
        let mut short = listed.clone();
        short.classes.truncate(1);
        short.complete = false;
        let fails = |antipodes: &Antipodes, class_count| {
            let claim = Claim {
                size,
                metric,
                antipodes: Some(antipodes),
                class_count,
                ..claim(&distances)
            };
            !failed(claim).is_empty()
        };
        for class_count in [None, Some(count)] {
            assert!(!fails(&listed, class_count));
            assert!(count == 1 || !fails(&short, class_count));
        }
        for class_count in [0, count + 1, count + 1000, 99_999] {
            assert!(fails(&listed, Some(class_count)), "{text} {class_count}");
            assert!(fails(&short, Some(class_count)), "{text} {class_count}");
        }
        let mut incomplete = listed.clone();
        incomplete.complete = false;
        assert!(fails(&incomplete, Some(count)));
    }
}

#[test]
fn classes_far_down_the_list_are_looked_at_too() {
    let work = Work::default();
    let size = "3x2".parse().unwrap();
    let search = CosetSearch::run(size, Metric::Half, None, &work).unwrap();
    let (distances, right) = (search.distances(), search.antipodes(&work).unwrap());
    assert_eq!(right.classes.len(), 1571);
    let check = |listed: &Antipodes| {
        let claim = Claim {
            size,
            metric: Metric::Half,
            antipodes: Some(listed),
            ..claim(&distances)
        };
        let distance = |_: &Configuration| Ok(Some(distances.diameter()));
        antipodes::antipodes(claim, listed, None, distance, 0)
            .unwrap()
            .holds
    };
    assert!(check(&right));
    let changes: [fn(&mut [AntipodeClass]); 3] = [
        |classes| classes[1500] = classes[1501].clone(),
        |classes| {
            classes[1500].size += 1u32;
            classes[1501].size -= 1u32;
        },
        |classes| classes[1500].representative = Configuration::solved("3x2".parse().unwrap()),
    ];
    for change in changes {
        let mut wrong = right.clone();
        change(&mut wrong.classes);
        assert!(!check(&wrong));
    }
}

/// Any bit of a table of 2x2, with all checksums made again.
#[test]
fn a_bit_of_a_table_that_was_changed_with_care_is_found_out() {
    use crate::cosets::checkpoint::header;
    use cubegraph_core::work::records::{Kind, Reader, Writer, record};
    let folder = tempfile::tempdir().unwrap();
    let work = Work::default();
    let (size, metric): (Size, _) = ("2x2".parse().unwrap(), Metric::Quarter);
    DistanceTable::make(size, metric, Some(folder.path()), &work).unwrap();
    let path = DistanceTable::path(folder.path(), size, metric);
    let header = header(Kind::Table, size, metric, 0, (0, 1));
    let mut reader = Reader::open(&path, header).unwrap();
    let mut records = Vec::new();
    while let Some((head, contents)) = reader.next(1 << 20).unwrap() {
        records.push((head.key(), head.form(), contents));
    }
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for round in 0..30 {
        let mut changed = records.clone();
        let which = random.random_range(0..changed.len());
        let (key, form, contents) = &mut changed[which];
        match round {
            0 => *form ^= 1,
            1 => *key ^= 1,
            _ => {
                let bit = random.random_range(0..8 * contents.len());
                contents[bit / 8] ^= 1 << (bit % 8);
            }
        }
        let mut bytes = Vec::new();
        let mut writer = Writer::new(&mut bytes, header).unwrap();
        for (key, form, contents) in &changed {
            writer.write(&record(*key, *form, contents)).unwrap();
        }
        writer.finish().unwrap();
        std::fs::write(&path, bytes).unwrap();
        if let Ok(table) = DistanceTable::read(&path, size, metric, &work) {
            let distances = table.distances();
            let claim = Claim {
                table: Some(&table),
                ..claim(&distances)
            };
            assert!(!failed(claim).is_empty(), "round {round}");
        }
    }
}
