use super::*;
use cubegraph_core::Error;

#[test]
fn the_median_is_the_least_distance_that_covers_half() {
    let median =
        |counts: &[u32]| Distances::new(counts.iter().map(|&c| c.into()).collect()).median();
    assert_eq!(median(&[1, 1]), 0);
    assert_eq!(median(&[1, 2]), 1);
    assert_eq!(median(&[1, 1, 2, 0]), 1);
    assert_eq!(median(&[1, 1, 3]), 2);
}

#[test]
fn an_average_beyond_floating_point_is_still_right() {
    let huge = BigUint::from(10u32).pow(400);
    let distances = Distances::new(vec![1u32.into(), huge.clone(), huge]);
    assert!((distances.average() - 1.5).abs() < 1e-12);
}

#[test]
fn the_three_searches_agree_in_both_metrics_and_with_one_way_moves() {
    let work = Work::default();
    let find = |puzzle: &Puzzle, method| {
        let options = Options { method, ..Options::default() };
        puzzle.distances(&options, &work).unwrap()
    };
    let one_way = "[group]\nname = \"S3\"\nrow_moves = [\"(1 2 3)\"]\ncolumn_moves = [\"(1 2)\"]";
    let cyclic = "[group]\nname = \"C5\"\nrow_moves = [\"(1 2 3 4 5)\"]\ncolumn_moves = \"all\"";
    for text in [
        "rows = 1\ncolumns = 1",
        "rows = 2\ncolumns = 1",
        "rows = 1\ncolumns = 3",
        "rows = 3\ncolumns = 1\nmetric = \"half\"",
        "rows = 2\ncolumns = 1\nmetric = \"half\"",
        &format!("rows = 2\ncolumns = 2\n{one_way}"),
        &format!("rows = 2\ncolumns = 3\n{cyclic}"),
    ] {
        let puzzle: Puzzle = format!("kind = \"picture\"\n{text}\n").parse().unwrap();
        let graph = find(&puzzle, Method::Graph);
        let plain = find(&puzzle, Method::Plain);
        assert_eq!(graph.counts(), plain.counts(), "{text}");
        let sizes = |distances: &Distances| -> Vec<BigUint> {
            let antipodes = distances.farthest().unwrap();
            antipodes.classes.iter().map(|class| class.size.clone()).collect()
        };
        assert_eq!(sizes(&graph), sizes(&plain), "{text}");
        if puzzle.rules().is_cube() {
            let cosets = find(&puzzle, Method::Cosets);
            assert_eq!(cosets.counts(), graph.counts(), "{text}");
            assert_eq!(sizes(&cosets), sizes(&graph), "{text}");
        }
    }
}

#[test]
fn options_without_meaning_are_refused() {
    let puzzle = Puzzle::cube(1, 1).unwrap();
    for options in [
        Options { method: Method::Optimal, ..Options::default() },
        Options {
            method: Method::Plain,
            checkpoint: Some(Checkpoint::new("x")),
            ..Options::default()
        },
        Options { goal: crate::Goal::Any, ..Options::default() },
    ] {
        let refused = puzzle.distances(&options, &Work::default());
        assert!(matches!(refused, Err(Error::Invalid(_))), "{options:?}");
    }
}
