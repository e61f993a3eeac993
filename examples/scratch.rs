//! scratch
use cubegraph::insanity::{Puzzle, factors::*, parts::parts_of};
use rand::{SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
fn main() {
    for h in [10usize, 20, 30, 40, 50] {
        let mut t = vec![];
        let mut f = vec![];
        for seed in 0..7 {
            let mut r = ChaCha8Rng::seed_from_u64(seed);
            let mut v: Vec<usize> = (0..6 * h).map(|i| i % h).collect();
            v.shuffle(&mut r);
            let text: String = v
                .chunks(6)
                .map(|c| {
                    c.iter()
                        .map(|&x| char::from_u32(0x4e00 + x as u32).unwrap())
                        .collect::<String>()
                        + " "
                })
                .collect();
            let p = Puzzle::from_text(&text).unwrap();
            let st = std::time::Instant::now();
            let n: usize = parts_of(&p)
                .iter()
                .map(|p| Search::new(p).count())
                .product();
            t.push(st.elapsed().as_secs_f64());
            f.push(n);
        }
        t.sort_by(f64::total_cmp);
        println!("{h} median {:.5} max {:.5} {f:?}", t[3], t[6]);
    }
}
