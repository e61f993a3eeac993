use cubegraph_picture::CosetSearch;
use cubegraph_verifier::table::{AntipodeClaim, ClassClaim};
use num_bigint::BigUint;
use rand::RngExt;

use super::*;

const TWO_BY_TWO: [u64; 13] =
    [1, 8, 44, 232, 1142, 4760, 16184, 39840, 54005, 37256, 11532, 848, 36];

fn array(text: &str, metric: Metric) -> Array {
    let size: Size = text.parse().unwrap();
    let half_turns = metric == Metric::Half;
    Array { rows: size.rows(), columns: size.columns(), half_turns }
}

fn claim(counts: &[u64]) -> DistanceClaim {
    let counts = counts.iter().map(|&count| count.into()).collect();
    DistanceClaim::new(array("2x2", Metric::Quarter), counts)
}

/// What a coset search finds, as a claim with all farthest configurations.
fn found(text: &str, metric: Metric) -> DistanceClaim {
    let work = Work::default();
    let search = CosetSearch::run(text.parse().unwrap(), metric, None, &work).unwrap();
    let antipodes = search.antipodes(&work).unwrap();
    let mut claim = DistanceClaim::new(array(text, metric), search.distances().counts().to_vec());
    let class = |class: &cubegraph_picture::AntipodeClass| ClassClaim {
        size: class.size.clone(),
        representative: class.representative.rows().map(<[_]>::to_vec).collect(),
    };
    claim.antipodes = Some(AntipodeClaim {
        count: antipodes.count.clone(),
        class_count: None,
        complete: antipodes.complete,
        classes: antipodes.classes.iter().map(class).collect(),
    });
    claim
}

const OPTIONS: SampleOptions = SampleOptions { samples: None, seed: 1 };

fn failures(checks: &[Check]) -> Vec<&'static str> {
    checks.iter().filter(|check| !check.holds).map(|check| check.name).collect()
}

fn failed(claim: &DistanceClaim) -> Vec<&'static str> {
    failures(&verify_claim(claim, OPTIONS, &Work::default()).unwrap())
}

#[test]
fn a_true_table_passes_every_check() {
    let nothing = Vec::<&str>::new();
    assert_eq!(failed(&found("2x2", Metric::Quarter)), nothing);
    let (about, work) = (("2x2".parse().unwrap(), Metric::Quarter), Work::default());
    let table = DistanceTable::make(about.0, about.1, None, &work).unwrap();
    assert_eq!(failures(&verify_table(&table, about, OPTIONS, &work).unwrap()), nothing);
}

#[test]
fn every_kind_of_false_table_fails_the_check_that_is_for_it() {
    let with = |change: fn(&mut Vec<u64>)| {
        let mut counts = TWO_BY_TWO.to_vec();
        change(&mut counts);
        failed(&claim(&counts))
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

/// Solutions that are a move pair too long.
struct TooLong(Lent<'static>);

impl Searches for TooLong {
    fn solve(&self, cells: &[Rotation], work: &Work) -> Result<Option<Vec<String>>> {
        let mut moves = self.0.solve(cells, work)?;
        if let Some(moves) = &mut moves {
            moves.extend(["up1", "down1"].map(str::to_owned));
        }
        Ok(moves)
    }

    fn is_quick(&self) -> bool {
        true
    }
}

#[test]
fn where_nothing_is_searched_again_chance_says_how_much_it_sees() {
    // Six cubes in half turns: no parity.
    let right: [u64; 14] = [
        1, 15, 138, 1122, 8121, 50337, 266_326, 1_171_018, 4_132_334, 10_209_214, 15_730_578,
        12_183_312, 3_828_564, 194_664,
    ];
    let work = Work::default();
    let size = "3x2".parse().unwrap();
    let optimal = Optimal::new(size, Metric::Half, None, &work).unwrap();
    let lent = Lent(size, Solver::Optimal(Box::new(optimal)));
    let check = |counts: &[u64], searches: &dyn Searches| {
        let counts = counts.iter().map(|&count| count.into()).collect();
        let claim = DistanceClaim::new(array("3x2", Metric::Half), counts);
        verify(&claim, None, Some(searches), OPTIONS, &work).unwrap()
    };
    let checks = check(&right, &lent);
    assert_eq!(failures(&checks), Vec::<&str>::new());
    let sampled = checks.iter().find(|check| check.name == "random configurations").unwrap();
    assert!(sampled.detail.contains("within 5."), "{sampled:?}");
    let mut shifted = right;
    shifted[9] -= 5_000_000;
    shifted[11] += 5_000_000;
    assert_eq!(failures(&check(&shifted, &lent)), ["random configurations"]);
    // A fifth of that is within what chance allows, as the check says.
    shifted[9] += 4_000_000;
    shifted[11] -= 4_000_000;
    assert_eq!(failures(&check(&shifted, &lent)), Vec::<&str>::new());
    // Solutions that are too long are seen by the search from both sides.
    assert!(failures(&check(&right, &TooLong(lent))).contains(&"independent distances"));
}

#[test]
fn wrong_antipodes_fail() {
    let right = found("2x2", Metric::Quarter);
    let changes: [fn(&mut AntipodeClaim); 5] = [
        |antipodes| antipodes.count += 1u32,
        |antipodes| antipodes.classes[0].size += 1u32,
        |antipodes| drop(antipodes.classes.pop()),
        |antipodes| antipodes.classes.push(antipodes.classes[0].clone()),
        |antipodes| {
            for cell in &mut antipodes.classes[0].representative[0] {
                *cell = *cell * Rotation::UP;
            }
        },
    ];
    for (number, change) in changes.iter().enumerate() {
        let mut wrong = right.clone();
        change(wrong.antipodes.as_mut().unwrap());
        assert_eq!(failed(&wrong), ["antipodes"], "change {number}");
    }
}

#[test]
fn a_wrong_number_of_classes_fails() {
    for (text, metric) in [("2x2", Metric::Quarter), ("3x1", Metric::Half)] {
        let listed = found(text, metric);
        let count = listed.antipodes.as_ref().unwrap().classes.len();
        let mut short = listed.clone();
        let few = short.antipodes.as_mut().unwrap();
        few.classes.truncate(1);
        few.complete = false;
        let fails = |claim: &DistanceClaim, class_count| {
            let mut claim = claim.clone();
            claim.antipodes.as_mut().unwrap().class_count = class_count;
            !failed(&claim).is_empty()
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
        incomplete.antipodes.as_mut().unwrap().complete = false;
        assert!(fails(&incomplete, Some(count)));
    }
}

#[test]
fn classes_far_down_the_list_are_checked_too() {
    let right = found("3x2", Metric::Half);
    assert_eq!(right.antipodes.as_ref().unwrap().classes.len(), 1571);
    let check = |claim: &DistanceClaim| {
        let checks = verify(claim, None, None, OPTIONS, &Work::default()).unwrap();
        failures(&checks)
    };
    assert_eq!(check(&right), Vec::<&str>::new());
    let changes: [fn(&mut [ClassClaim]); 3] = [
        |classes| classes[1500] = classes[1501].clone(),
        |classes| {
            classes[1500].size += BigUint::from(1u32);
            classes[1501].size -= BigUint::from(1u32);
        },
        |classes| classes[1500].representative = vec![vec![Rotation::IDENTITY; 2]; 3],
    ];
    for change in changes {
        let mut wrong = right.clone();
        change(&mut wrong.antipodes.as_mut().unwrap().classes);
        assert_eq!(check(&wrong), ["antipodes"]);
    }
}

/// Any bit of a table of 2x2, with all checksums made again.
#[test]
fn a_changed_bit_of_a_table_fails() {
    use cubegraph_core::work::records::{Kind, Reader, Writer, record};
    use cubegraph_picture::internal::table_header as header;
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
            let checks = verify_table(&table, (size, metric), OPTIONS, &work).unwrap();
            assert!(!failures(&checks).is_empty(), "round {round}");
        }
    }
}
