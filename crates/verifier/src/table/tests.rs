use rand::RngExt;

use super::ball::{Ball, Measured};
use super::*;

fn array(rows: usize, columns: usize) -> Array {
    Array { rows, columns, half_turns: false }
}

fn turned(array: Array, moves: &[&str]) -> Vec<Rotation> {
    let mut cells = array.solved();
    for name in moves {
        array.turn(&mut cells, array.read_move(name).unwrap());
    }
    cells
}

#[test]
fn the_ball_measures_what_a_walk_can_show() {
    let small = array(2, 2);
    let ball = Ball::new(small).unwrap();
    assert_eq!(ball.measure(&small.solved()), Measured::Exactly(0));
    let walked = turned(small, &["up1", "left1", "up2"]);
    assert_eq!(ball.measure(&walked), Measured::Exactly(3));
    // One cube turned by a quarter cannot be reached, and both sides come to an end.
    let mut unreachable = small.solved();
    unreachable[0] = Rotation::UP;
    assert_eq!(ball.measure(&unreachable), Measured::Beyond(usize::MAX));
    let large = array(4, 3);
    let far = random_configuration(large, &mut ChaCha8Rng::seed_from_u64(1));
    let ball = Ball::new(large).unwrap();
    let measured = ball.measure(&far);
    assert!(matches!(measured, Measured::Beyond(distance) if distance >= 2 * ball.radius()));
}

#[test]
fn moves_are_those_of_the_metric() {
    let quarter = array(3, 2);
    let half = Array { half_turns: true, ..quarter };
    assert_eq!((quarter.moves().len(), half.moves().len()), (10, 15));
    assert!(quarter.read_move("row1").is_none() && half.read_move("row3").is_some());
    for name in ["up4", "left3", "up0", "around1", "up", "1", "", "up1x"] {
        assert!(half.read_move(name).is_none(), "{name}");
    }
    let twice = turned(half, &["up1", "up1", "left2", "left2"]);
    assert_eq!(twice, turned(half, &["row1", "column2"]));
}

#[test]
fn images_are_as_far_from_the_solution() {
    let square = array(2, 2);
    let ball = Ball::new(square).unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let moves = square.moves();
    for _ in 0..5 {
        let mut cells = square.solved();
        for _ in 0..5 {
            square.turn(&mut cells, moves[random.random_range(0..moves.len())]);
        }
        let distance = ball.measure(&cells);
        let images = square.images(&cells);
        assert!(images.contains(&cells) && square.symmetries().is_multiple_of(images.len()));
        assert!(images.iter().all(|image| ball.measure(image) == distance));
    }
}

#[test]
fn a_table_that_cannot_be_read_is_refused_with_its_reason() {
    for (text, reason) in [
        ("[", "EOF"),
        ("{}", "rows"),
        (r#"{"sizes":[]}"#, "it has no sizes"),
        (r#"{"rows":0,"columns":2,"distances":[1]}"#, "0x2 is not a size"),
        (r#"{"rows":1,"columns":1,"distances":[1.5]}"#, "1.5 is not a count"),
        (r#"{"rows":1,"columns":1,"distances":[-1]}"#, "-1 is not a count"),
        (r#"{"rows":1,"columns":1,"distances":["1"]}"#, "is not a count"),
        (r#"{"rows":1,"columns":1,"group":"A5","distances":[1]}"#, "only tables of the cube"),
        (r#"{"rows":1,"columns":1,"metric":"third","distances":[1]}"#, "third"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.contains(reason), "{text}: {error}");
    }
}
