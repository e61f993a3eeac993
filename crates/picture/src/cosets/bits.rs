//! Words of 64 configurations: permutations of the bits that the maps between cosets need.

/// For every bit of the position, the lower partners of the pairs that differ in that bit alone.
const LOWER: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// Exchanges every bit with the one whose position differs in bit `stage` of the position.
#[inline]
fn exchange(word: u64, stage: usize) -> u64 {
    let shift = 1 << stage;
    ((word >> shift) & LOWER[stage]) | ((word & LOWER[stage]) << shift)
}

/// The word whose bit i is bit `i ^ by` of `word`; `by` is below 64.
#[inline]
pub fn exclusive_or_positions(mut word: u64, by: u32) -> u64 {
    for stage in 0..6 {
        if by >> stage & 1 == 1 {
            word = exchange(word, stage);
        }
    }
    word
}

/// A shear of 64 words: word j has its positions changed by an exclusive or with a number that is
/// linear in j.
///
/// Kept stage by stage, a mask for every word, so that the words of a stage are done without a
/// branch.
#[derive(Debug, Default)]
pub struct Shear {
    stages: Vec<(usize, Box<[u64; 64]>)>,
}

impl Shear {
    /// The shear that changes the positions of word j by `amounts[j]`.
    pub fn new(amounts: &[u32; 64]) -> Shear {
        let all = amounts.iter().fold(0, |all, amount| all | amount);
        Shear {
            stages: (0..6)
                .filter(|stage| all >> stage & 1 == 1)
                .map(|stage| {
                    let mask = |j: usize| 0u64.wrapping_sub(u64::from(amounts[j] >> stage & 1));
                    (stage, Box::new(std::array::from_fn(mask)))
                })
                .collect(),
        }
    }

    /// Applies the shear.
    #[inline]
    pub fn apply(&self, words: &mut [u64; 64]) {
        for (stage, masks) in &self.stages {
            for (word, mask) in words.iter_mut().zip(masks.iter()) {
                *word ^= (*word ^ exchange(*word, *stage)) & mask;
            }
        }
    }
}

/// One stage of the transposition: exchanges bit `log₂ STEP` of the word number with the same bit
/// of the position.
#[inline]
fn transpose_stage<const STEP: usize>(words: &mut [u64; 64], lower: u64) {
    for block in words.chunks_exact_mut(2 * STEP) {
        let (first, second) = block.split_at_mut(STEP);
        for (x, y) in first.iter_mut().zip(second) {
            let change = ((*x >> STEP) ^ *y) & lower;
            *y ^= change;
            *x ^= change << STEP;
        }
    }
}

/// Transposes a square of 64 words of 64 bits: bit b of word a goes to bit a of word b.
///
/// # Complexity
/// Six passes over the words, about a third of an instruction per bit.
///
/// # Reference
/// H. S. Warren, *Hacker's Delight*, section 7-3.
pub fn transpose(words: &mut [u64; 64]) {
    transpose_stage::<32>(words, LOWER[5]);
    transpose_stage::<16>(words, LOWER[4]);
    transpose_stage::<8>(words, LOWER[3]);
    transpose_stage::<4>(words, LOWER[2]);
    transpose_stage::<2>(words, LOWER[1]);
    transpose_stage::<1>(words, LOWER[0]);
}

/// The positions of the bits that are set, from the lowest up.
pub fn set_bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let position = word.trailing_zeros();
            word &= word - 1;
            position
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::quotient::spanned;
    use super::*;

    fn noise(seed: u64) -> u64 {
        seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
            ^ seed.wrapping_mul(0xd6e8_feb8_6659_fd93)
    }

    #[test]
    fn transposing_exchanges_word_number_and_position() {
        let before: [u64; 64] = std::array::from_fn(|i| noise(i as u64 + 1));
        let mut after = before;
        transpose(&mut after);
        for (a, word) in before.iter().enumerate() {
            for (b, turned) in after.iter().enumerate() {
                assert_eq!(word >> b & 1, turned >> a & 1);
            }
        }
    }

    #[test]
    fn a_shear_is_a_permutation_of_positions_word_by_word() {
        let amounts: [u32; 64] = spanned(&[5, 9, 33, 62, 1, 20]);
        let before: [u64; 64] = std::array::from_fn(|i| noise(i as u64 + 7));
        let mut after = before;
        Shear::new(&amounts).apply(&mut after);
        for j in 0..64 {
            assert_eq!(after[j], exclusive_or_positions(before[j], amounts[j]));
            for i in 0..64 {
                assert_eq!(after[j] >> i & 1, before[j] >> (i ^ amounts[j]) & 1);
            }
        }
    }

    #[test]
    fn set_bits_are_listed_in_order() {
        assert_eq!(set_bits(1 << 63 | 0b1001).collect::<Vec<_>>(), [0, 3, 63]);
    }
}
