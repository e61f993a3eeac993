//! Corner cubes against brute force.
use cubegraph::corner::census::{Relaxed, census};
use cubegraph::work::Work;
#[test]
fn timing() {
    for relaxed in [Relaxed::default(), Relaxed::ALL] {
        let t = std::time::Instant::now();
        let c = census(relaxed, &Work::unlimited()).unwrap();
        eprintln!("{:?} {} {} {:?} unique {} one {}", t.elapsed(), c.admissible, c.puzzles.len(), c.extremes(), c.unique().count(), c.one_solution());
    }
}
