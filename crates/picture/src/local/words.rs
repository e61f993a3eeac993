//! What the local method knows before it sees a configuration: shortest words for what rows and
//! columns can do, and the cheapest commutators.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::Tabled;
use cubegraph_core::group::{Element, Subgroup};

/// What one side, rows or columns, can do: words for its elements, and the cheapest words modulo N.
#[derive(Clone, Debug)]
pub struct Side {
    /// For every element of G a shortest word in the moves, where there is one.
    pub words: Vec<Option<Vec<Element>>>,
    /// For every class modulo N the element of ⟨R⟩ (or ⟨C⟩) with the shortest word, where there is
    /// one.
    pub cheapest: Vec<Option<Element>>,
}

/// A commutator, by the elements of ⟨R⟩ and ⟨C⟩ it is made of.
#[derive(Clone, Copy, Debug)]
pub struct Commutator {
    /// The element of ⟨R⟩.
    pub row: Element,
    /// The element of ⟨C⟩.
    pub column: Element,
    /// Whether it begins with the row.
    pub row_first: bool,
    /// How many moves it takes.
    pub cost: usize,
}

impl Side {
    /// Words in these moves for all elements that have one.
    pub fn new(tabled: &Tabled, moves: &[Element], class: &[usize], classes: usize) -> Side {
        let group = &tabled.group;
        let mut words = vec![None; group.order()];
        words[0] = Some(Vec::new());
        let mut queue = vec![Element::IDENTITY];
        let mut cheapest = vec![None; classes];
        let mut next = 0;
        while let Some(&element) = queue.get(next) {
            // Breadth first, so the first of a class is a shortest one.
            let of_class: &mut Option<Element> = &mut cheapest[class[element.index()]];
            of_class.get_or_insert(element);
            let word: Vec<Element> = words[element.index()].clone().unwrap_or_default();
            for &step in moves {
                let product = group.multiply(element, step);
                if words[product.index()].is_none() {
                    let mut longer = word.clone();
                    longer.push(step);
                    words[product.index()] = Some(longer);
                    queue.push(product);
                }
            }
            next += 1;
        }
        Side { words, cheapest }
    }

    /// The length of a shortest word for an element.
    pub fn length(&self, element: Element) -> Option<usize> {
        self.words[element.index()].as_ref().map(Vec::len)
    }

    /// The length of the shortest word in a class; 0 where there is none, which callers have
    /// excluded.
    pub fn cost(&self, class: usize) -> usize {
        self.cheapest[class].and_then(|e| self.length(e)).unwrap_or(0)
    }
}

/// The class modulo N of every element, and an element of every class; class 0 is N.
pub fn classes(tabled: &Tabled, n: &Subgroup) -> (Vec<usize>, Vec<Element>) {
    let group = &tabled.group;
    let mut class = vec![usize::MAX; group.order()];
    let mut of_class = Vec::new();
    for element in group.elements() {
        if class[element.index()] == usize::MAX {
            for member in n.elements() {
                class[group.multiply(member, element).index()] = of_class.len();
            }
            of_class.push(element);
        }
    }
    (class, of_class)
}

/// For every element of N the first commutator on a cheapest way to the identity, by Dijkstra's
/// algorithm from the identity.
pub fn cheapest_commutators(
    tabled: &Tabled,
    n: &Subgroup,
    rows: &Side,
    columns: &Side,
) -> Vec<Option<(Option<Commutator>, usize)>> {
    let group = &tabled.group;
    let mut by_value: Vec<Option<Commutator>> = vec![None; group.order()];
    let lengths = |side: &Side, e: Element| Some(side.length(e)? + side.length(group.inverse(e))?);
    for row in group.elements().skip(1) {
        let Some(row_cost) = lengths(rows, row) else {
            continue;
        };
        for column in group.elements().skip(1) {
            let Some(column_cost) = lengths(columns, column) else {
                continue;
            };
            for row_first in [true, false] {
                let value = if row_first {
                    group.commutator(row, column)
                } else {
                    group.commutator(column, row)
                };
                let cost = row_cost + column_cost;
                let entry = &mut by_value[value.index()];
                if entry.is_none_or(|known| cost < known.cost) {
                    *entry = Some(Commutator { row, column, row_first, cost });
                }
            }
        }
    }
    let steps: Vec<(Element, Commutator)> = group
        .elements()
        .skip(1)
        .filter_map(|e| Some((group.inverse(e), by_value[e.index()]?)))
        .collect();
    let mut next = vec![None; group.order()];
    let mut heap = BinaryHeap::from([Reverse((0, 0))]);
    next[0] = Some((None, 0));
    let elements: Vec<Element> = group.elements().collect();
    while let Some(Reverse((cost, index))) = heap.pop() {
        if next[index].is_some_and(|(_, known)| known < cost) {
            continue;
        }
        for &(inverse, commutator) in &steps {
            let before = group.multiply(elements[index], inverse);
            let total = cost + commutator.cost;
            if next[before.index()].is_none_or(|(_, known)| total < known) {
                next[before.index()] = Some((Some(commutator), total));
                heap.push(Reverse((total, before.index())));
            }
        }
    }
    debug_assert!(n.elements().all(|e| next[e.index()].is_some()));
    next
}
