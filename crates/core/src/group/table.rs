//! A finite group by its multiplication table.

use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

use super::{Permutation, StabiliserChain, Subgroup};
use crate::work::{Error, Result, Work};

/// An element of a [`Group`], by its number; 0 is the identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Element(u16);

impl Element {
    /// The identity of every group.
    pub const IDENTITY: Element = Element(0);

    /// The number, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A group small enough to list, with its multiplication table.
///
/// # Examples
/// ```
/// # use cubegraph_core::group::{Group, Permutation};
/// let generators: Vec<Permutation> = vec!["(1 2 3 4)".parse()?, "(1 3)".parse()?];
/// let square = Group::from_generators(&generators)?;
/// assert_eq!(square.order(), 8);
/// assert_eq!(square.centre().order(), 2);
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Group {
    elements: Vec<Permutation>,
    numbers: FxHashMap<Permutation, Element>,
    generators: Vec<Element>,
    product: Vec<u16>,
    inverse: Vec<Element>,
}

impl Group {
    /// The largest order that is given a table; its table takes 128 MiB.
    pub const LARGEST_ORDER: usize = 8192;

    /// Lists the group that permutations generate and makes its table.
    ///
    /// # Errors
    /// [`Error::TooLarge`] with the exact order if that is above [`Group::LARGEST_ORDER`]: nothing is listed then.
    ///
    /// # Complexity
    /// Order² time and 2·order² bytes.
    pub fn from_generators(generators: &[Permutation]) -> Result<Group> {
        Group::within(generators, &Work::default())
    }

    /// The same within limits.
    ///
    /// # Errors
    /// As for [`Group::from_generators`], and what `work` says when it stops.
    pub fn within(generators: &[Permutation], work: &Work) -> Result<Group> {
        let order = StabiliserChain::build(generators, work)?.order();
        if order > Group::LARGEST_ORDER.into() {
            return Err(Error::too_large(format!(
                "the group has order {order}; a multiplication table is made up to order {} only",
                Group::LARGEST_ORDER
            )));
        }
        let square = order.to_u128().unwrap_or(u128::MAX).saturating_pow(2);
        work.reserve("the multiplication table of the group", 2 * square)?;
        let mut elements = vec![Permutation::IDENTITY];
        let mut numbers = FxHashMap::from_iter([(Permutation::IDENTITY, Element::IDENTITY)]);
        let mut next = 0;
        while let Some(element) = elements.get(next).cloned() {
            work.check("part of the group is listed")?;
            for generator in generators {
                let product = &element * generator;
                if !numbers.contains_key(&product) {
                    numbers.insert(product.clone(), number(elements.len()));
                    elements.push(product);
                }
            }
            next += 1;
        }
        let generators: Vec<Element> = generators.iter().map(|g| numbers[g]).collect();
        let product = multiply_out(&elements, &numbers, &generators);
        let mut inverse = vec![Element::IDENTITY; elements.len()];
        for (element, number) in elements.iter().zip(0..) {
            inverse[numbers[&element.inverse()].index()] = Element(number);
        }
        Ok(Group { elements, numbers, generators, product, inverse })
    }

    /// How many elements the group has.
    pub fn order(&self) -> usize {
        self.elements.len()
    }

    /// All elements, the identity first.
    pub fn elements(&self) -> impl ExactSizeIterator<Item = Element> + Clone + use<> {
        (0..self.order()).map(number)
    }

    /// The generators it was made from.
    pub fn generators(&self) -> &[Element] {
        &self.generators
    }

    /// The element that is this permutation, if it is in the group.
    pub fn element(&self, permutation: &Permutation) -> Option<Element> {
        self.numbers.get(permutation).copied()
    }

    /// The permutation that an element is.
    pub fn permutation(&self, element: Element) -> &Permutation {
        &self.elements[element.index()]
    }

    /// The product, first `a`, then `b`.
    pub fn multiply(&self, a: Element, b: Element) -> Element {
        Element(self.product[a.index() * self.order() + b.index()])
    }

    /// The inverse.
    pub fn inverse(&self, a: Element) -> Element {
        self.inverse[a.index()]
    }

    /// The commutator `a b a⁻¹ b⁻¹` (Burcsi, Definition 5).
    pub fn commutator(&self, a: Element, b: Element) -> Element {
        self.multiply(self.multiply(a, b), self.inverse(self.multiply(b, a)))
    }

    /// The conjugate `by⁻¹ · a · by`.
    pub fn conjugate(&self, a: Element, by: Element) -> Element {
        self.multiply(self.multiply(self.inverse(by), a), by)
    }

    /// The least k ≥ 1 for which the k-th power is the identity.
    pub fn element_order(&self, a: Element) -> usize {
        let mut power = a;
        let mut order = 1;
        while power != Element::IDENTITY {
            power = self.multiply(power, a);
            order += 1;
        }
        order
    }

    /// Whether all elements commute.
    pub fn is_abelian(&self) -> bool {
        // If the generators commute, everything does.
        self.generators
            .iter()
            .all(|&a| self.generators.iter().all(|&b| self.multiply(a, b) == self.multiply(b, a)))
    }

    /// Whether the group has exactly two normal subgroups. The trivial group is not simple.
    pub fn is_simple(&self) -> bool {
        let mut seen = vec![false; self.order()];
        self.order() > 1
            && self.elements().skip(1).all(|a| {
                if seen[a.index()] {
                    return true;
                }
                for conjugate in self.conjugacy_class(a) {
                    seen[conjugate.index()] = true;
                }
                self.normal_closure(&[a], &self.generators).order() == self.order()
            })
    }

    /// All conjugates of an element, in increasing order.
    pub fn conjugacy_class(&self, a: Element) -> Vec<Element> {
        let mut class = vec![a];
        let mut seen = vec![false; self.order()];
        seen[a.index()] = true;
        let mut next = 0;
        while let Some(&b) = class.get(next) {
            for &generator in &self.generators {
                let conjugate = self.conjugate(b, generator);
                if !std::mem::replace(&mut seen[conjugate.index()], true) {
                    class.push(conjugate);
                }
            }
            next += 1;
        }
        class.sort_unstable();
        class
    }

    /// The elements that commute with all.
    pub fn centre(&self) -> Subgroup {
        let central: Vec<Element> = self
            .elements()
            .filter(|&a| {
                self.generators.iter().all(|&g| self.multiply(a, g) == self.multiply(g, a))
            })
            .collect();
        self.subgroup(&central)
    }

    /// The whole group as a subgroup of itself.
    pub fn whole(&self) -> Subgroup {
        self.subgroup(&self.generators)
    }

    /// The subgroup that some elements generate.
    pub fn subgroup(&self, generators: &[Element]) -> Subgroup {
        let mut subgroup = Subgroup::trivial(self);
        for &generator in generators {
            subgroup.extend(self, generator);
        }
        subgroup
    }

    /// The least subgroup that contains `elements` and that conjugation by the elements of `under`
    /// keeps.
    pub fn normal_closure(&self, elements: &[Element], under: &[Element]) -> Subgroup {
        let mut closure = self.subgroup(elements);
        let mut next = 0;
        while let Some(&generator) = closure.generators().get(next) {
            for &by in under {
                // The group is finite, so conjugation by the inverse is a power of this one.
                closure.extend(self, self.conjugate(generator, by));
            }
            next += 1;
        }
        closure
    }

    /// The commutator subgroup [A, B], generated by all `a b a⁻¹ b⁻¹`.
    ///
    /// It is the normal closure in ⟨A, B⟩ of the commutators of generators, which is how it is
    /// computed.
    pub fn commutator_subgroup(&self, a: &Subgroup, b: &Subgroup) -> Subgroup {
        let commutators: Vec<Element> = a
            .generators()
            .iter()
            .flat_map(|&x| b.generators().iter().map(move |&y| self.commutator(x, y)))
            .collect();
        let under: Vec<Element> = a.generators().iter().chain(b.generators()).copied().collect();
        self.normal_closure(&commutators, &under)
    }
}

fn number(index: usize) -> Element {
    Element(u16::try_from(index).expect("a listed group has at most 8192 elements"))
}

/// The table of products, row by row.
///
/// An element is `parent · generator`, so its column is the parent's column sent through the
/// generator's; permutations are multiplied only for the generators' columns.
fn multiply_out(
    elements: &[Permutation],
    numbers: &FxHashMap<Permutation, Element>,
    generators: &[Element],
) -> Vec<u16> {
    let order = elements.len();
    let by_generator: Vec<Vec<u16>> = generators
        .iter()
        .map(|g| {
            let generator = &elements[g.index()];
            elements.iter().map(|a| numbers[&(a * generator)].0).collect()
        })
        .collect();
    // step[b] = (parent, generator) with b = parent · generator, parents first.
    let mut step = vec![None; order];
    let mut queue = vec![0usize];
    let mut next = 0;
    while let Some(&b) = queue.get(next) {
        for (k, column) in by_generator.iter().enumerate() {
            let target = usize::from(column[b]);
            if target != 0 && step[target].is_none() {
                step[target] = Some((b, k));
                queue.push(target);
            }
        }
        next += 1;
    }
    let mut product = vec![0; order * order];
    for (a, row) in product.chunks_exact_mut(order).enumerate() {
        row[0] = u16::try_from(a).expect("a listed group has at most 8192 elements");
        for &b in &queue[1..] {
            let (parent, k) = step[b].expect("reached");
            row[b] = by_generator[k][usize::from(row[parent])];
        }
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::group::NamedGroup;

    fn group(name: &str) -> Group {
        Group::from_generators(NamedGroup::parse(name).unwrap().generators()).unwrap()
    }

    #[test]
    fn the_table_agrees_with_the_permutations() {
        for name in ["C6", "D5", "S4", "A5", "Q8", "C2xS3"] {
            let g = group(name);
            for a in g.elements() {
                assert_eq!(g.multiply(a, g.inverse(a)), Element::IDENTITY);
                for b in g.elements() {
                    assert_eq!(
                        g.permutation(g.multiply(a, b)),
                        &(g.permutation(a) * g.permutation(b))
                    );
                }
            }
        }
    }

    #[test]
    fn the_simple_groups_are_those_of_the_textbooks() {
        for name in ["C2", "C3", "C5", "A5", "A6", "M11"] {
            assert!(group(name).is_simple(), "{name}");
        }
        for name in ["C1", "C4", "C6", "V4", "S3", "S4", "A4", "S5", "D5", "Q8", "A5xC2"] {
            assert!(!group(name).is_simple(), "{name}");
        }
    }

    #[test]
    fn centres_and_derived_subgroups_are_those_of_the_textbooks() {
        for (name, centre, derived) in [
            ("S4", 1, 12),
            ("A4", 1, 4),
            ("D4", 2, 2),
            ("D5", 1, 5),
            ("Q8", 2, 2),
            ("V4", 4, 1),
            ("A5", 1, 60),
            ("S5", 1, 60),
            ("C2xS3", 2, 3),
        ] {
            let g = group(name);
            let whole = g.whole();
            assert_eq!(g.centre().order(), centre, "{name}");
            assert_eq!(g.commutator_subgroup(&whole, &whole).order(), derived, "{name}");
            assert_eq!(g.is_abelian(), derived == 1, "{name}");
        }
    }

    #[test]
    fn a_commutator_subgroup_is_generated_by_all_commutators() {
        for name in ["S4", "D6", "Q8", "C2xS3", "A5"] {
            let g = group(name);
            let some: Vec<Element> = g.elements().step_by(g.order() / 6).collect();
            for &a in &some {
                for &b in &some {
                    let (left, right) = (g.subgroup(&[a]), g.subgroup(&[b, g.inverse(a)]));
                    let all: Vec<Element> = left
                        .elements()
                        .flat_map(|x| right.elements().map(move |y| (x, y)))
                        .map(|(x, y)| g.commutator(x, y))
                        .collect();
                    assert_eq!(
                        g.commutator_subgroup(&left, &right).elements().collect::<Vec<_>>(),
                        g.subgroup(&all).elements().collect::<Vec<_>>(),
                        "{name}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_classes_of_the_symmetric_group_are_the_cycle_types() {
        let g = group("S5");
        let mut classes: Vec<Vec<Element>> = g.elements().map(|a| g.conjugacy_class(a)).collect();
        classes.sort();
        classes.dedup();
        let mut sizes: Vec<usize> = classes.iter().map(Vec::len).collect();
        sizes.sort_unstable();
        assert_eq!(sizes, [1, 10, 15, 20, 20, 24, 30]);
    }

    #[test]
    fn a_group_too_large_for_a_table_is_refused_with_its_order() {
        let s13 = NamedGroup::parse("S13").unwrap();
        let refused = Group::from_generators(s13.generators()).unwrap_err();
        assert!(matches!(refused, crate::Error::TooLarge(_)));
        assert!(refused.to_string().contains("6227020800"), "{refused}");
    }
}
