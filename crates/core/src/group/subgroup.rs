//! Subgroups of a group with a table.

use fixedbitset::FixedBitSet;

use super::{Element, Group};

/// A subgroup of a [`Group`]: its elements and elements that generate it.
///
/// # Examples
/// ```
/// # use cubegraph_core::group::{Group, NamedGroup};
/// let s4 = Group::from_generators("S4".parse::<NamedGroup>()?.generators())?;
/// let derived = s4.commutator_subgroup(&s4.whole(), &s4.whole());
/// assert_eq!(derived.order(), 12);
/// assert!(derived.is_normal_under(&s4, s4.generators()));
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Subgroup {
    members: FixedBitSet,
    list: Vec<Element>,
    generators: Vec<Element>,
}

impl PartialEq for Subgroup {
    /// Equal as sets; the generators do not matter.
    fn eq(&self, other: &Subgroup) -> bool {
        self.members == other.members
    }
}

impl Eq for Subgroup {}

impl Subgroup {
    /// The subgroup of the identity alone.
    pub fn trivial(group: &Group) -> Subgroup {
        let mut members = FixedBitSet::with_capacity(group.order());
        members.insert(0);
        Subgroup { members, list: vec![Element::IDENTITY], generators: Vec::new() }
    }

    /// How many elements it has.
    pub fn order(&self) -> usize {
        self.list.len()
    }

    /// Elements that generate it, none of them superfluous at the time it was added.
    pub fn generators(&self) -> &[Element] {
        &self.generators
    }

    /// Whether an element is in it.
    pub fn contains(&self, a: Element) -> bool {
        self.members.contains(a.index())
    }

    /// Its elements, in the order of the group.
    pub fn elements(&self) -> impl Iterator<Item = Element> + '_ {
        let mut sorted = self.list.clone();
        sorted.sort_unstable();
        sorted.into_iter()
    }

    /// Whether conjugation by these elements keeps it.
    pub fn is_normal_under(&self, group: &Group, elements: &[Element]) -> bool {
        self.generators
            .iter()
            .all(|&g| elements.iter().all(|&by| self.contains(group.conjugate(g, by))))
    }

    /// Whether it lies in another.
    pub fn is_within(&self, other: &Subgroup) -> bool {
        self.members.is_subset(&other.members)
    }

    /// Adds a generator, and with it whatever it generates together with the rest.
    ///
    /// The old elements are a subgroup U; the new subgroup is a union of cosets U·t, found one
    /// representative at a time.
    pub fn extend(&mut self, group: &Group, generator: Element) {
        if self.contains(generator) {
            return;
        }
        self.generators.push(generator);
        let old = self.list.clone();
        let mut representatives = vec![Element::IDENTITY];
        let mut next = 0;
        while let Some(&representative) = representatives.get(next) {
            for g in self.generators.clone() {
                let candidate = group.multiply(representative, g);
                if self.contains(candidate) {
                    continue;
                }
                representatives.push(candidate);
                for &u in &old {
                    let member = group.multiply(u, candidate);
                    self.members.insert(member.index());
                    self.list.push(member);
                }
            }
            next += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::group::NamedGroup;

    #[test]
    fn a_generated_subgroup_is_closed_and_divides_the_order() {
        let g = Group::from_generators(NamedGroup::parse("S5").unwrap().generators()).unwrap();
        for a in g.elements() {
            for b in g.elements().step_by(7) {
                let subgroup = g.subgroup(&[a, b]);
                assert_eq!(g.order() % subgroup.order(), 0);
                assert!(subgroup.contains(a) && subgroup.contains(b));
                assert_eq!(subgroup.elements().count(), subgroup.order());
                for x in subgroup.elements() {
                    assert!(
                        subgroup.generators().iter().all(|&y| subgroup.contains(g.multiply(x, y)))
                    );
                }
            }
        }
    }
}
