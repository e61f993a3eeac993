use super::*;
use crate::Metric;
use petgraph::algo::dijkstra;

fn cube(rows: usize, columns: usize, metric: Metric) -> Puzzle {
    Puzzle::cube(rows, columns).unwrap().with_metric(metric).unwrap()
}

#[test]
fn a_ball_is_what_petgraph_finds_within_its_radius() {
    let work = Work::default();
    for (puzzle, radius) in [
        (cube(1, 1, Metric::Half), None),
        (cube(2, 1, Metric::Quarter), None),
        (cube(2, 2, Metric::Quarter), Some(4)),
    ] {
        let ball = puzzle.ball(radius, &work).unwrap();
        let cayley = puzzle.cayley().unwrap();
        let distances = dijkstra(&cayley, cayley.identity(), None, |_| 1usize);
        let within = |distance: &&usize| radius.is_none_or(|radius| **distance <= radius);
        assert_eq!(distances.values().filter(within).count(), ball.len());
        assert_eq!(ball.is_whole(), radius.is_none());
        for vertex in 0..ball.len() {
            let distance = ball.distances()[vertex];
            let rank = cayley.ranking().rank(ball.cells(vertex)).unwrap();
            assert_eq!(distances[&usize::try_from(rank).unwrap()], distance);
            assert_eq!(ball.word(vertex).len(), distance);
        }
    }
}

#[test]
fn the_symmetries_keep_distances_and_their_classes_cover_everything() {
    for (metric, rows, columns) in
        [(Metric::Quarter, 1, 1), (Metric::Half, 2, 1), (Metric::Quarter, 2, 2)]
    {
        let puzzle = cube(rows, columns, metric);
        let ball = puzzle.ball(Some(6), &Work::default()).unwrap();
        let symmetries = Symmetries::new(&ball.tabled, ball.size);
        for vertex in (0..ball.len()).take(2000) {
            let image = ball.find(&symmetries.representative(ball.cells(vertex)));
            assert_eq!(ball.distances[image.unwrap()], ball.distances[vertex]);
        }
        if ball.is_whole() {
            let quotient = ball.quotient(&Work::default()).unwrap();
            let sizes = quotient.node_weights().map(|class| class.size);
            assert_eq!(sizes.sum::<usize>(), ball.len());
            // Every configuration has as many moves as any other.
            for class in quotient.node_indices() {
                let moves = quotient.edges(class).map(|edge| edge.weight().0);
                assert_eq!(moves.sum::<usize>(), ball.moves.len());
            }
        }
    }
}

#[test]
fn a_ball_as_data_is_the_stored_graph() {
    let ball = cube(2, 1, Metric::Quarter).ball(Some(3), &Work::default()).unwrap();
    let stored = ball.to_petgraph();
    assert_eq!(cubegraph_draw::data::to_json(&ball), cubegraph_draw::data::to_json(&stored));
}

#[test]
fn a_graph_that_does_not_fit_is_refused() {
    let work = Work::default().with_memory(1 << 20);
    let refused = cube(3, 3, Metric::Quarter).ball(None, &work);
    assert!(matches!(refused, Err(Error::TooLarge(_))));
}
