//! Which of several processes keeps which classes, and in which rounds its layers are done.
//!
//! Everything here is a function of the classes and the number of members, so that all members know
//! it without asking.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use petgraph::unionfind::UnionFind;

use super::classes::{ClassId, Classes, Line};
use super::packing::Packings;
use super::places::word_count;

/// A member does not go through a layer in more than one round if it would receive less than this.
const LEAST_ROUND_BYTES: u128 = 1 << 22;

/// The engine keeps buffers of about this many bytes for every other member.
const BUFFERS: u128 = 4 << 20;

/// The classes dealt out to members, and the rounds of each member.
///
/// A layer is done in rounds, because the frontiers that a member pulls from are most of a plane of
/// all tables, and are not to be in memory at once: in a round a member does some of its classes,
/// and receives the frontiers that these pull from.
#[derive(Clone, Debug)]
pub struct Partition {
    owners: Vec<u16>,
    rounds: Vec<u32>,
    members: Vec<Member>,
}

/// What one member has to do.
#[derive(Clone, Debug, Default)]
pub struct Member {
    /// The classes it keeps, in increasing order.
    pub own: Vec<ClassId>,
    /// Where its rounds end, as positions in `own`.
    ends: Vec<usize>,
    /// The most bytes of frontiers, one bit per place, that it receives in one round.
    pub most_received: u64,
    /// The bytes of frontiers that it receives in a layer in which no frontier is empty or sparse.
    pub all_received: u64,
}

impl Member {
    /// The bytes of its tables, with one bit per stored place.
    pub fn table_bytes(&self, classes: &Classes, packings: &Packings) -> u128 {
        let words = (self.own.iter()).map(|&class| packings.words(classes, class) as u128);
        8 * words.sum::<u128>()
    }
}

impl Partition {
    /// Deals the classes out; a round receives at most `limit` bytes of frontiers, as far as that
    /// is possible. Without a limit it is an eighth of a plane of a member's own tables.
    ///
    /// # Panics
    /// If there are no members, or more than 65,536.
    ///
    /// # Complexity
    /// Classes times lines.
    pub fn new(
        classes: &Classes,
        packings: &Packings,
        members: usize,
        limit: Option<u64>,
    ) -> Partition {
        let bytes = |class| 8 * packings.words(classes, class) as u64;
        let all: u64 = classes.all().map(bytes).sum();
        let limit = limit
            .unwrap_or_else(|| u64::try_from(round_bytes(all.into(), members)).unwrap_or(u64::MAX));
        let owners = deal(classes, members);
        let mut partition = Partition {
            rounds: vec![0; classes.count()],
            members: vec![Member::default(); members],
            owners,
        };
        for class in classes.all() {
            let owner = partition.owner(class);
            partition.members[owner].own.push(class);
        }
        // For every class, the member and round that last asked for its frontier.
        let mut asked = vec![(usize::MAX, 0); classes.count()];
        for member in 0..members {
            let mut round = 0;
            let mut received = 0;
            let own = std::mem::take(&mut partition.members[member].own);
            let about = &mut partition.members[member];
            for (position, &class) in own.iter().enumerate() {
                let mut sources: Vec<ClassId> = (classes.edges(class).iter())
                    .map(|edge| edge.class)
                    .filter(|source| usize::from(partition.owners[source.index()]) != member)
                    .collect();
                sources.sort_unstable();
                sources.dedup();
                let new: u64 = (sources.iter())
                    .filter(|source| asked[source.index()] != (member, round))
                    .map(|&source| bytes(source))
                    .sum();
                if received > 0 && received + new > limit {
                    about.ends.push(position);
                    (round, received) = (round + 1, 0);
                }
                for source in sources {
                    let entry = &mut asked[source.index()];
                    if *entry != (member, round) {
                        *entry = (member, round);
                        received += bytes(source);
                        about.all_received += bytes(source);
                        about.most_received = about.most_received.max(received);
                    }
                }
                partition.rounds[class.index()] = round;
            }
            about.ends.push(own.len());
            about.own = own;
        }
        partition
    }

    /// Who keeps a class.
    pub fn owner(&self, class: ClassId) -> usize {
        usize::from(self.owners[class.index()])
    }

    /// In which round its owner does a class.
    pub fn round(&self, class: ClassId) -> usize {
        self.rounds[class.index()] as usize
    }

    /// How many rounds a layer has; members with fewer rounds have nothing to do in the last ones.
    pub fn round_count(&self) -> usize {
        (self.members.iter()).map(|member| member.ends.len()).max().unwrap_or(0)
    }

    /// What the members have to do.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// The classes that a member does in a round, as positions in its list.
    pub fn targets(&self, member: usize, round: usize) -> Range<usize> {
        let ends = &self.members[member].ends;
        let end = |round: usize| ends.get(round).or(ends.last()).copied().unwrap_or(0);
        match round.checked_sub(1) {
            None => 0..end(0),
            Some(before) => end(before)..end(round),
        }
    }

    /// The position among a member's classes before which everything has been sent that a class of
    /// another member pulls from: what is needed in a round is sent before the round that precedes
    /// it.
    pub fn sent_before(&self, member: usize, reader: ClassId) -> usize {
        let round = self.round(reader).checked_sub(1);
        round.map_or(0, |before| self.targets(member, before).start)
    }

    /// A number that differs, but for chance, where the classes or who keeps them differ.
    pub fn fingerprint(&self, classes: &Classes) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        for class in classes.all() {
            hasher.update(&classes.key(class).to_le_bytes());
            hasher.update(&self.owners[class.index()].to_le_bytes());
            hasher.update(&self.rounds[class.index()].to_le_bytes());
        }
        hasher.finalize()
    }

    /// The bytes that a member needs beside the tables: for frontiers of others and for this
    /// itself.
    pub fn bytes(&self, member: usize) -> u128 {
        extra_bytes(
            self.members[member].most_received.into(),
            self.owners.len() as u128,
            self.members.len() as u128,
        )
    }
}

/// The bytes that a member needs beside the tables if it receives at most `most_received` in a
/// round.
pub fn extra_bytes(most_received: u128, classes: u128, members: u128) -> u128 {
    // One round opened, the next one arriving, and as much on its way to others; of every class an
    // owner, a round, places in two lists and whether it is done; of every own class whom it is
    // sent to, a few at most.
    3 * most_received
        + classes * (2 + 4 + 4 + 4 + 1)
        + classes / members * 32
        + (members - 1) * BUFFERS
}

/// The bytes of frontiers that a member may receive in a round if all tables have `plane` bytes.
pub fn round_bytes(plane: u128, members: usize) -> u128 {
    (plane / members as u128 / 8).max(LEAST_ROUND_BYTES)
}

/// A family is dealt out as a whole if it is at most one part in this many of what a member keeps.
const SMALL_FAMILY: u64 = 8;

/// Whether a family of `family` words, of `all`, is dealt out as a whole.
pub fn is_small(family: u64, all: u128, members: usize) -> bool {
    u128::from(family) <= all / members as u128 / u128::from(SMALL_FAMILY)
}

/// Classes that turns of rows make of each other, a *family*, go to one member, so that only the
/// turns of columns, of which there are no more, lead from one member to another. The largest
/// families first, each to the member with the least so far; families of one size go round in the
/// order of their first classes, so that all members have classes of every distance from the
/// solution and are busy at the same time. The classes of a family that is too large for that are
/// dealt out one by one.
pub fn deal(classes: &Classes, members: usize) -> Vec<u16> {
    let words = |class: &ClassId| word_count(classes.dimension(*class)) as u64;
    let all: u64 = classes.all().map(|class| words(&class)).sum();
    let mut shares: Vec<(u64, Vec<ClassId>)> = Vec::new();
    for family in families(classes) {
        let together = family.iter().map(words).sum();
        if is_small(together, all.into(), members) {
            shares.push((together, family));
        } else {
            shares.extend(family.into_iter().map(|class| (words(&class), vec![class])));
        }
    }
    shares.sort_by_key(|(words, family)| (Reverse(*words), family[0]));
    let members = u16::try_from(members - 1).expect("at most 65,536 members");
    let mut loads: BinaryHeap<Reverse<(u64, u16)>> =
        (0..=members).map(|member| Reverse((0, member))).collect();
    let mut owners = vec![0; classes.count()];
    for (words, family) in shares {
        if let Some(mut least) = loads.peek_mut() {
            let Reverse((load, member)) = &mut *least;
            for class in family {
                owners[class.index()] = *member;
            }
            *load += words;
        }
    }
    owners
}

/// The classes that turns of rows make of each other, in the order of their first ones.
fn families(classes: &Classes) -> Vec<Vec<ClassId>> {
    let mut sets = UnionFind::<u32>::new(classes.count());
    for class in classes.all() {
        for (line, edge) in classes.lines().zip(classes.edges(class)) {
            if matches!(line, Line::Row(_)) {
                sets.union(class.0, edge.class.0);
            }
        }
    }
    let mut families: Vec<Vec<ClassId>> = Vec::new();
    let mut family_of = vec![usize::MAX; classes.count()];
    for (class, first) in classes.all().zip(sets.into_labeling()) {
        let family = &mut family_of[first as usize];
        if *family == usize::MAX {
            *family = families.len();
            families.push(Vec::new());
        }
        families[*family].push(class);
    }
    families
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubegraph_core::work::Work;
    use std::collections::BTreeSet;

    #[test]
    fn classes_are_dealt_out_evenly_and_rounds_stay_within_their_limit() {
        for (text, members, limit) in [
            ("3x2", 1, None),
            ("3x2", 2, Some(100)),
            ("3x3", 3, None),
            ("3x3", 7, Some(1 << 16)),
            ("4x2", 40, Some(1 << 14)),
        ] {
            let classes = Classes::new(text.parse().unwrap(), &Work::default()).unwrap();
            let packings = Packings::count(&classes);
            let partition = Partition::new(&classes, &packings, members, limit);
            let bytes = |class| 8 * packings.words(&classes, class) as u64;
            let words = |&class| word_count(classes.dimension(class)) as u64;
            let loads: Vec<u64> = (partition.members().iter())
                .map(|member| member.own.iter().map(words).sum())
                .collect();
            // What is dealt out as a whole is a class, or a family that is a small part of a
            // member's share.
            let largest = classes.all().map(|class| classes.dimension(class));
            let largest = word_count(largest.max().unwrap()) as u64;
            let fair = loads.iter().sum::<u64>() / members as u64;
            let most = largest.max(fair / SMALL_FAMILY);
            assert!(loads.iter().max().unwrap() - loads.iter().min().unwrap() <= most);
            let mut done = 0;
            for member in 0..members {
                let own = &partition.members()[member].own;
                for round in 0..partition.round_count() {
                    let targets = &own[partition.targets(member, round)];
                    done += targets.len();
                    let (mut sources, mut most) = (BTreeSet::new(), 0);
                    for &class in targets {
                        assert_eq!(
                            (partition.owner(class), partition.round(class)),
                            (member, round)
                        );
                        let edges = classes.edges(class).iter().map(|edge| edge.class);
                        let needed: BTreeSet<ClassId> =
                            edges.filter(|&source| partition.owner(source) != member).collect();
                        most = most.max(needed.iter().map(|&class| bytes(class)).sum());
                        sources.extend(needed);
                    }
                    let received: u64 = sources.iter().map(|&class| bytes(class)).sum();
                    assert!(received <= partition.members()[member].most_received);
                    // What one class needs cannot be divided.
                    assert!(limit.is_none_or(|limit| received <= limit.max(most)));
                }
            }
            assert_eq!(done, classes.count(), "{text} {members}");
        }
    }
}
