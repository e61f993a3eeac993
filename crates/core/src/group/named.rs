//! Groups by name.

use std::str::FromStr;

use num_bigint::BigUint;

use super::Permutation;
use crate::Error;
use crate::fault::Fault;

/// A group known by its name, as permutations that generate it.
///
/// | name | group | order |
/// |---|---|---|
/// | `C6` (or `Z6`) | cyclic | n |
/// | `D4` | dihedral, the symmetries of the n-gon (so D4 is the square's) | 2n |
/// | `S4` | symmetric | n! |
/// | `A5` | alternating | n!/2 |
/// | `V4` | Klein's four-group | 4 |
/// | `Q8` | quaternions | 8 |
/// | `M11`, `M12`, `M23`, `M24` | Mathieu | 7,920; 95,040; 10,200,960; 244,823,040 |
/// | `C2xC3`, `C2×S3` | direct product | the product |
///
/// # Examples
/// ```
/// # use cubegraph_core::group::NamedGroup;
/// let group = "C2 x A4".parse::<NamedGroup>()?;
/// assert_eq!(group.name(), "C2xA4");
/// assert_eq!(group.order(), &24u32.into());
/// assert!("X7".parse::<NamedGroup>().is_err());
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedGroup {
    name: String,
    generators: Vec<Permutation>,
    order: BigUint,
    degree: u32,
}

/// The largest n in the names of cyclic, dihedral, symmetric and alternating groups.
const LARGEST_DEGREE: u32 = 1000;
/// The most factors of a direct product.
const MOST_FACTORS: usize = 16;

impl NamedGroup {
    /// Reads a name; the error says which names there are.
    pub fn parse(text: &str) -> Result<NamedGroup, String> {
        let factors: Vec<&str> = text.split(['x', '×', '*']).map(str::trim).collect();
        if factors.len() > MOST_FACTORS {
            return Err(format!(
                "{} factors are too many: a direct product has at most {MOST_FACTORS}",
                factors.len()
            ));
        }
        let mut product = NamedGroup {
            name: String::new(),
            generators: Vec::new(),
            order: BigUint::from(1u32),
            degree: 0,
        };
        for factor in factors {
            let group = parse_factor(factor)?;
            if !product.name.is_empty() {
                product.name.push('x');
            }
            product.name.push_str(&group.name);
            product.generators.extend(group.generators.iter().map(|g| g.shifted(product.degree)));
            product.order *= group.order;
            product.degree += group.degree;
        }
        Ok(product)
    }

    /// The name, spelled the one way: `C2xC3`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Permutations that generate the group.
    pub fn generators(&self) -> &[Permutation] {
        &self.generators
    }

    /// The order, by the formula of the family.
    pub fn order(&self) -> &BigUint {
        &self.order
    }
}

impl FromStr for NamedGroup {
    type Err = Error;

    fn from_str(text: &str) -> crate::Result<NamedGroup> {
        NamedGroup::parse(text).map_err(|reason| {
            let fault = Fault::new(reason).at(0..text.len());
            fault.within("the name of a group", text).into()
        })
    }
}

fn parse_factor(text: &str) -> Result<NamedGroup, String> {
    let unknown = || {
        format!(
            "{text:?} is not a group known here: C6, D4 (order 8), S4, A5, V4, Q8, M11, M12, M23, M24, or products such as C2xC3"
        )
    };
    let mut letters = text.chars();
    let family = letters.next().ok_or_else(unknown)?.to_ascii_uppercase();
    let digits = letters.as_str().trim_start_matches('_');
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(unknown());
    }
    let n = digits
        .parse::<u32>()
        .ok()
        .filter(|n| (1..=LARGEST_DEGREE).contains(n))
        .ok_or_else(|| format!("{text}: the number goes from 1 to {LARGEST_DEGREE}"))?;
    let (family, generators, order, degree) = match (family, n) {
        ('C' | 'Z', _) => ('C', vec![long_cycle(0, n)], BigUint::from(n), n),
        ('D', _) => ('D', dihedral(n), BigUint::from(2 * n), n.max(2) * if n == 2 { 2 } else { 1 }),
        ('S', _) => ('S', vec![long_cycle(0, n), long_cycle(0, n.min(2))], factorial(n), n),
        ('A', _) => ('A', alternating(n), (factorial(n) + 1u32) / 2u32, n),
        ('V', 4) => ('V', read(&["(1 2)(3 4)", "(1 3)(2 4)"]), BigUint::from(4u32), 4),
        ('Q', 8) => {
            ('Q', read(&["(1 2 3 4)(5 6 7 8)", "(1 5 3 7)(2 8 4 6)"]), BigUint::from(8u32), 8)
        }
        ('M', 11) => ('M', read(&MATHIEU_12[..2]), BigUint::from(7_920u32), 11),
        ('M', 12) => ('M', read(&MATHIEU_12), BigUint::from(95_040u32), 12),
        ('M', 23) => ('M', read(&MATHIEU_24[..2]), BigUint::from(10_200_960u32), 23),
        ('M', 24) => ('M', read(&MATHIEU_24), BigUint::from(244_823_040u32), 24),
        _ => return Err(unknown()),
    };
    Ok(NamedGroup {
        name: format!("{family}{n}"),
        generators: generators.into_iter().filter(|g| !g.is_identity()).collect(),
        order,
        degree,
    })
}

/// Generators of M₁₁ (the first two) and M₁₂, as in Conway and Sloane, *Sphere Packings, Lattices
/// and Groups*.
const MATHIEU_12: [&str; 3] =
    ["(1 2 3 4 5 6 7 8 9 10 11)", "(3 7 11 8)(4 10 5 6)", "(1 12)(2 11)(3 6)(4 8)(5 9)(7 10)"];

/// Generators of M₂₃ (the first two) and M₂₄, from the same book.
const MATHIEU_24: [&str; 3] = [
    "(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23)",
    "(3 17 10 7 9)(4 13 14 19 5)(8 18 11 12 23)(15 20 22 21 16)",
    "(1 24)(2 23)(3 12)(4 16)(5 18)(6 10)(7 20)(8 14)(9 21)(11 17)(13 22)(15 19)",
];

fn read(cycles: &[&str]) -> Vec<Permutation> {
    cycles.iter().map(|c| c.parse().expect("written by us")).collect()
}

fn long_cycle(from: u32, to: u32) -> Permutation {
    Permutation::cycle(&(from..to).collect::<Vec<_>>()).expect("distinct points")
}

/// A turn and a reflection of the n-gon; the 1-gon and the 2-gon have too few corners to show their
/// reflections.
fn dihedral(n: u32) -> Vec<Permutation> {
    match n {
        1 => read(&["(1 2)"]),
        2 => read(&["(1 2)(3 4)", "(1 3)(2 4)"]),
        _ => {
            let reflection = (0..n).map(|corner| (n - corner) % n).collect();
            vec![long_cycle(0, n), Permutation::from_images(reflection).expect("a reflection")]
        }
    }
}

/// (1 2 3) and the longest even cycle at the end.
fn alternating(n: u32) -> Vec<Permutation> {
    if n < 3 {
        return Vec::new();
    }
    vec![long_cycle(0, 3), long_cycle(1 - n % 2, n)]
}

fn factorial(n: u32) -> BigUint {
    (1..=n).map(BigUint::from).product()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::group::{Group, StabiliserChain};
    use crate::work::Work;

    #[test]
    fn the_order_of_a_name_is_that_of_its_generators() {
        let work = Work::default();
        for name in [
            "C1", "C2", "C7", "D1", "D2", "D3", "D4", "D9", "S1", "S2", "S3", "S4", "S6", "A1",
            "A2", "A3", "A4", "A5", "A6", "A7", "V4", "Q8", "C2xC3", "S3xV4xQ8", "M11", "A5xA5",
        ] {
            let named = NamedGroup::parse(name).unwrap();
            let chain = StabiliserChain::build(named.generators(), &work).unwrap();
            assert_eq!(&chain.order(), named.order(), "{name}");
            if named.order() <= &BigUint::from(1000u32) {
                let group = Group::from_generators(named.generators()).unwrap();
                assert_eq!(&BigUint::from(group.order()), named.order(), "{name}");
            }
        }
    }

    #[test]
    fn names_have_several_spellings_and_one_canonical_one() {
        for (text, name) in
            [("c6", "C6"), ("Z6", "C6"), ("S_4", "S4"), (" C2 x C3 ", "C2xC3"), ("C2×C3", "C2xC3")]
        {
            assert_eq!(NamedGroup::parse(text).unwrap().name(), name);
        }
    }

    #[test]
    fn unknown_names_are_refused_with_a_list() {
        for text in
            ["", "C", "C0", "X5", "S", "S-3", "V5", "Q16", "C2x", "xC2", "S99999999999", "C2 C3"]
        {
            assert!(NamedGroup::parse(text).is_err(), "{text:?}");
        }
        let long = ["C2"; 17].join("x");
        assert!(NamedGroup::parse(&long).unwrap_err().contains("at most 16"));
    }

    #[test]
    fn the_quaternions_are_neither_abelian_nor_dihedral() {
        let group =
            |name| Group::from_generators(NamedGroup::parse(name).unwrap().generators()).unwrap();
        let involutions = |g: &Group| g.elements().filter(|&a| g.element_order(a) == 2).count();
        assert_eq!(involutions(&group("Q8")), 1);
        assert_eq!(involutions(&group("D4")), 5);
        assert_eq!(involutions(&group("V4")), 3);
        assert!(!group("Q8").is_abelian() && group("V4").is_abelian());
    }
}
