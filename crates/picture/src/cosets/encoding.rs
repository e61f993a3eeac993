//! Sets of places as records, in checkpoints and between processes.
//!
//! A form is made of two bits. Without [`BITS`] the contents are the gaps between places, seven
//! bits per byte; with it, one bit per place. With [`PACKED`] they are about the places that a
//! packed table stores, otherwise about all places of the class.

use super::packing::Packing;
use super::places::{Places, insert, word_count};
use cubegraph_core::work::records::append_record;

const GAPS: u32 = 0;
const BITS: u32 = 1;
const PACKED: u32 = 2;

/// A set of places as a record, in the shorter of two forms; of bits, what the packing of their
/// table stores.
pub fn encode(key: u64, places: &Places, packing: Option<&Packing>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let (Some(packing), Places::Bits(words)) = (packing, places) {
        let mut stored = vec![0; packing.stored()];
        packing.pack_bits(words, |word, bits| stored[word] = bits);
        append(&mut bytes, key, true, &Places::Bits(stored.into()), 8);
    } else {
        append(&mut bytes, key, false, places, 8);
    }
    bytes
}

/// Appends a set of places, of all or of those that are stored, as a record: bits as they are if
/// there are at least `worth_bits` places per word, otherwise gaps. Eight make the shorter of the
/// two; fewer make a longer record that takes less time to write and to read.
pub fn append(bytes: &mut Vec<u8>, key: u64, packed: bool, places: &Places, worth_bits: u64) {
    let flag = if packed { PACKED } else { 0 };
    match places {
        Places::Bits(words) if places.count() >= worth_bits * words.len() as u64 => {
            append_record(bytes, key, flag | BITS, |bytes| {
                bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
            });
        }
        _ => append_record(bytes, key, flag | GAPS, |bytes| {
            append_gaps(bytes, places.each());
        }),
    }
}

/// Appends the gaps between places, seven bits per byte, the lowest first; all but the last byte
/// of a gap have the highest bit set.
fn append_gaps(bytes: &mut Vec<u8>, places: impl Iterator<Item = u32>) {
    let mut next = 0;
    for place in places {
        let mut gap = place - next;
        while gap >= 128 {
            bytes.push(gap.to_le_bytes()[0] | 128);
            gap >>= 7;
        }
        bytes.push(gap.to_le_bytes()[0]);
        next = place.wrapping_add(1);
    }
}

/// The places of a record, or `None` if they are not places of a table with this many coordinates.
/// `packing` is asked only where the record is about a packed table.
pub fn decode(
    form: u32,
    contents: &[u8],
    dimension: usize,
    packing: impl FnOnce() -> Option<Packing>,
) -> Option<Places<'static>> {
    let mut words = Vec::new();
    if form & PACKED != 0 {
        let packing = packing()?;
        let mut stored = vec![0; packing.stored()];
        decode_words(form & !PACKED, contents, 64 * stored.len() as u64, &mut stored)?;
        packing.unpack(&stored, &mut words);
    } else if form == GAPS {
        return Some(Places::List(decode_list(contents, dimension)?));
    } else {
        words.resize(word_count(dimension), 0);
        decode_words(form, contents, 1 << dimension, &mut words)?;
    }
    Some(Places::Bits(words.into()))
}

/// The places of a record as a table stores them, in words that are all overwritten; also as a list
/// if that is what the record holds, otherwise without them. `None` if they are not places of that
/// table.
pub fn decode_stored(
    form: u32,
    contents: &[u8],
    dimension: usize,
    packing: Option<&Packing>,
    words: &mut [u64],
) -> Option<Places<'static>> {
    if form == GAPS {
        let list = decode_list(contents, dimension)?;
        words.fill(0);
        match packing {
            Some(packing) => packing.pack_list(&list, |word, bits| words[word] |= bits),
            None => list.iter().for_each(|&place| insert(words, place)),
        }
        return Some(Places::List(list));
    }
    let is_packed = form & PACKED != 0;
    let count = (64 * words.len() as u64).min(1 << dimension);
    (is_packed == packing.is_some()).then_some(())?;
    decode_words(form & !PACKED, contents, count, words)?;
    Some(Places::Bits(Vec::new().into()))
}

fn decode_list(contents: &[u8], dimension: usize) -> Option<Vec<u32>> {
    let mut list = Vec::new();
    each_gap(contents, 1 << dimension, |place| list.push(place))?;
    Some(list)
}

/// The places of a record as bits in words, whatever these held before; `None` if they are not
/// among the first `count` places.
fn decode_words(form: u32, contents: &[u8], count: u64, words: &mut [u64]) -> Option<()> {
    match form {
        BITS => {
            if contents.len() != 8 * words.len() {
                return None;
            }
            for (word, chunk) in words.iter_mut().zip(contents.chunks_exact(8)) {
                *word = u64::from_le_bytes(std::array::from_fn(|k| chunk[k]));
            }
            (count >= 64 || words[0] >> count == 0).then_some(())
        }
        GAPS => {
            words.fill(0);
            each_gap(contents, count, |place| insert(words, place))
        }
        _ => None,
    }
}

/// Calls `each` with the places of which these are the gaps, in increasing order; `None` as soon as
/// one is not among the first `count` places, or at the end if it is cut short.
fn each_gap(contents: &[u8], count: u64, mut each: impl FnMut(u32)) -> Option<()> {
    let (mut next, mut gap, mut shift) = (0u64, 0u64, 0);
    for &byte in contents {
        gap |= u64::from(byte & 127) << shift;
        shift += 7;
        if byte < 128 {
            let place = next + gap;
            if place >= count {
                return None;
            }
            each(u32::try_from(place).ok()?);
            (next, gap, shift) = (place + 1, 0, 0);
        } else if shift > 28 {
            return None;
        }
    }
    (shift == 0).then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cosets::places::places_of;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn places_survive_their_record(
            list in prop::collection::btree_set(0u32..1 << 12, 0..900),
        ) {
            let list: Vec<u32> = list.into_iter().collect();
            let mut words = vec![0u64; 64];
            for &place in &list {
                insert(&mut words, place);
            }
            for places in [Places::List(list.clone()), Places::Bits(words.into())] {
                let bytes = encode(7, &places, None);
                let form = u32::from_le_bytes(bytes[8..12].try_into().unwrap());
                let back = decode(form, &bytes[24..], 12, || None).unwrap();
                prop_assert_eq!(back.each().collect::<Vec<_>>(), list.clone());
                let mut words = vec![u64::MAX; 64];
                decode_words(form, &bytes[24..], 1 << 12, &mut words).unwrap();
                prop_assert_eq!(places_of(words.into_iter()).collect::<Vec<_>>(), list.clone());
            }
        }

        #[test]
        fn nonsense_is_no_set_of_places(
            bytes in prop::collection::vec(any::<u8>(), 0..40), form in 0u32..5,
        ) {
            if let Some(places) = decode(form, &bytes, 8, || None) {
                prop_assert!(places.each().all(|place| place < 256));
            }
        }
    }
}
