//! The claims of van Kreveld's *The Search for a Cube Puzzle*.

use crate::census::{Census, CensusEntry, census, count};
use crate::equivalence::Equivalence;
use crate::lattice::{Solid, corner_piece};
use crate::piece::{Bag, HalfEdge, Piece};
use crate::{Assembly, Options, Puzzle, Relaxations, Solution, draw};
use cubegraph_core::claim::{Claim, Document, Exhibit};
use cubegraph_core::cube::Rotation;
use cubegraph_core::text::grouped;
use cubegraph_core::work::{Error, Result, Work};

const PIECES: &str = "The puzzle idea and the pieces";
const REQUIREMENTS: &str = "The requirements";
const RESULTS: &str = "The results";
const EQUIVALENCE: &str = "Equivalence of puzzles";
const DIFFICULTY: &str = "A definition of difficulty";
const APPEARANCES: &str = "Different appearances";

/// The puzzle he made.
const MADE: &str = "AAD ACB ACD ADB ADD BBC BCC BDC";
/// The puzzle he calls the most difficult.
const HARDEST: &str = "AAB AAD ABC ADD BBC BCC BDC CDD";
/// The first of his two pairs of equivalent puzzles.
const FIRST_OF_A_PAIR: &str = "AAD ABC ACD ADB ADD BBC BCC BCD";
/// One of the two puzzles that every equivalence turns into one of the two.
const ONE_OF_TWO: &str = "AAD ABC ACD ADB ADD BBC BCC BDC";
/// His list of all pieces, as it is printed.
const PRINTED_LIST: &str =
    "AAA BBB CCC AAB AAC AAD ABB BBC BBD ACC BCC CCD ADD BDD CDD ABC ABD ACB ACD ADB ADC BCD BDC";

const fn claim(
    place: &'static str,
    what: &'static str,
    published: &'static str,
    compute: fn(&Work) -> Result<String>,
) -> Claim {
    Claim::new(Document::VanKreveld, place, what, published, compute)
}

/// The claims.
pub fn claims() -> Vec<Claim> {
    [pieces(), requirements(), results(), equivalences(), difficulty()].concat()
}

fn pieces() -> Vec<Claim> {
    vec![
        claim(PIECES, "what fits, by the shapes of the half-edges", "A-D B-C", |_| Ok(what_fits())),
        claim(PIECES, "pieces", "24", |_| Ok(Piece::all().count().to_string())),
        claim(PIECES, "pieces missing in the list of all pieces", "none", |_| {
            let printed = bag(PRINTED_LIST)?;
            let missing = Piece::all().filter(|p| printed.count(*p) == 0);
            Ok(missing.map(|p| p.to_string()).collect::<Vec<_>>().join(" "))
        })
        .wrong("DDD", "The list has 23 words where the text says 24; DDD is excluded with AAA, BBB and CCC later on."),
        claim(PIECES, "the name of the piece DBD or DDB", "BDD", |_| {
            Ok(bag("DBD DDB")?.kinds().map(|(p, _)| p.to_string()).collect())
        }),
        claim(PIECES, "ABC and ACB", "not the same", |_| {
            let kinds = bag("ABC ACB")?.kinds().count();
            Ok(if kinds == 2 { "not the same" } else { "the same" }.to_owned())
        }),
    ]
}

fn requirements() -> Vec<Claim> {
    vec![
        claim(REQUIREMENTS, "choices of eight pieces in order, repeats allowed", "24^8", |_| {
            Ok(format!("{}^8", Piece::all().count()))
        }),
        claim(REQUIREMENTS, "half-edges of each type in a good set", "6", |work| {
            let census = van_kreveld(work)?;
            let mut counts: Vec<usize> =
                census.entries().iter().flat_map(|p| p.bag().half_edges()).collect();
            counts.sort_unstable();
            counts.dedup();
            Ok(counts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        }),
        claim(REQUIREMENTS, "sets of 8 different pieces out of 20", "125,970", |_| {
            Ok(grouped(Relaxations::default().sets()))
        }),
        claim(REQUIREMENTS, "ways in which 8 pieces might fit, 7! × 3^7", "11,022,480", |_| {
            let ways: u64 = (1..=7).product::<u64>() * 3u64.pow(7);
            Ok(grouped(ways))
        }),
        claim(REQUIREMENTS, "ways to cut the 12 edges, 4^12", "16,777,216", |work| {
            // Counted by the census of everything, not by the power.
            Ok(grouped(count(Relaxations::ALL, work)?.admissible()))
        }),
    ]
}

fn results() -> Vec<Claim> {
    vec![
        claim(RESULTS, "solutions that meet the requirements", "1,023,360", |work| {
            Ok(grouped(van_kreveld(work)?.admissible()))
        }),
        claim(RESULTS, "different puzzles", "2290", |work| {
            Ok(van_kreveld(work)?.entries().len().to_string())
        }),
        claim(RESULTS, "solutions of the most difficult puzzles", "24", |work| {
            Ok(extremes(work)?.0.to_string())
        }),
        claim(RESULTS, "solutions of the easiest puzzles", "1656", |work| {
            Ok(extremes(work)?.1.to_string())
        }),
        claim(RESULTS, "every set appears a multiple of", "24", |work| {
            let gcd = |a: u32, b: u32| {
                let (mut a, mut b) = (a, b);
                while b != 0 {
                    (a, b) = (b, a % b);
                }
                a
            };
            Ok(van_kreveld(work)?
                .entries()
                .iter()
                .map(CensusEntry::patterns)
                .fold(0, gcd)
                .to_string())
        }),
        claim(RESULTS, "uniquely solvable puzzles", "34", |work| {
            Ok(van_kreveld(work)?.unique().count().to_string())
        }),
        claim(RESULTS, "assemblies of the puzzle he made", "1", |work| {
            assemblies(&MADE.parse()?, work)
        }),
        claim(APPEARANCES, "puzzles with 1656 solutions", "4", |work| {
            let most = extremes(work)?.1;
            let easiest =
                van_kreveld(work)?.entries().iter().filter(|p| p.patterns() == most).count();
            Ok(easiest.to_string())
        }),
        claim(APPEARANCES, "assemblies of the easiest puzzles, up to turning", "69", |work| {
            let most = extremes(work)?.1;
            let census = van_kreveld(work)?;
            let easiest = census.entries().iter().find(|p| p.patterns() == most);
            easiest.map_or(Ok(String::new()), |p| assemblies(&p.puzzle(), work))
        }),
    ]
}

fn equivalences() -> Vec<Claim> {
    vec![
        claim(EQUIVALENCE, "B↔C turns AAD ABC ACD ADB ADD BBC BCC BCD into", "AAD ABD ACB ADC ADD BBC BCC BDC", |_| {
            image("ACBD").map(|bag| bag.to_string())
        }),
        claim(EQUIVALENCE, "assemblies after A↔D", "1", |work| assemblies(&Puzzle::corners(image("DBCA")?.pieces())?, work)),
        claim(EQUIVALENCE, "assemblies after A→B D→C B→D C→A", "1", |work| assemblies(&Puzzle::corners(image("BDAC")?.pieces())?, work)),
        claim(EQUIVALENCE, "equivalences", "8", |_| Ok(Equivalence::all(false).count().to_string())),
        claim(EQUIVALENCE, "puzzles that all 8 turn into each other or themselves", "2", |_| {
            let mut images: Vec<Bag> = Equivalence::all(false).map(|e| bag(ONE_OF_TWO).map(|b| e.bag(b))).collect::<Result<_>>()?;
            images.sort_unstable();
            images.dedup();
            Ok(images.len().to_string())
        }),
        claim(EQUIVALENCE, "sizes of the other groups of equivalent puzzles", "8", |work| {
            let mut sizes: Vec<usize> = letter_classes(work)?.iter().map(|c| c.0).filter(|s| *s != 2).collect();
            sizes.sort_unstable();
            sizes.dedup();
            Ok(sizes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and "))
        })
        .wrong("4 and 8", "The hardest puzzle AAB AAD ABC ADD BBC BCC BDC CDD is fixed by A↔D with B↔C: AAB becomes DDC = CDD, AAD becomes DDA = ADD, ABC becomes DCB = BDC, BBC becomes CCB = BCC, and back; so its group has 8/2 = 4 puzzles."),
        claim(EQUIVALENCE, "equivalence classes of uniquely solvable puzzles", "5", |work| {
            Ok(letter_classes(work)?.len().to_string())
        })
        .wrong("6", "2 + 8 + 8 + 8 + 8 = 34 is not the only way to 34: the sizes are 2, 4, 4, 8, 8, 8, since the hardest puzzle and its mirror image are fixed by A↔D with B↔C. With the mirror as an equivalence there are 4 classes, of 2, 8, 8 and 16."),
    ]
}

fn difficulty() -> Vec<Claim> {
    vec![
        claim(DIFFICULTY, "loops of the classes", "107, 116, 118, 118, 122", |work| {
            let mut counts: Vec<usize> = letter_classes(work)?.iter().map(|c| c.1).collect();
            counts.sort_unstable();
            Ok(counts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
        })
        .wrong("107, 116, 116, 118, 122, 122", "There are 6 classes; counted again by trying all rings, and equal for the 8 puzzles of a class."),
        claim(DIFFICULTY, "chance of a good loop with the puzzle he made", "6/107", |work| {
            let difficulty = solved(&MADE.parse()?, work)?.difficulty();
            Ok(difficulty.map_or(String::new(), |d| d.to_string()))
        }),
        claim(DIFFICULTY, "fewest loops of a uniquely solvable puzzle: the one he made is among the easiest", "107", |work| {
            let fewest = van_kreveld(work)?.unique().map(CensusEntry::loops).min();
            Ok(fewest.unwrap_or_default().to_string())
        }),
        claim(DIFFICULTY, "loops of the most difficult puzzle", "122", |work| {
            let loops = solved(&HARDEST.parse()?, work)?.loops();
            Ok(loops.unwrap_or_default().to_string())
        }),
        claim(DIFFICULTY, "chance with the most difficult puzzle", "worse than 1/20", |work| {
            let hardest = van_kreveld(work)?.unique().map(CensusEntry::loops).max();
            let worse = hardest.is_some_and(|loops| 6 * 20 < loops);
            Ok(if worse { "worse than 1/20" } else { "not worse than 1/20" }.to_owned())
        }),
    ]
}

/// The exhibits.
pub fn exhibits() -> Vec<Exhibit> {
    vec![
        Exhibit { file: "corner-pieces.svg", make: |_| Ok(draw::pieces(&MADE.parse()?).to_svg()) },
        Exhibit {
            file: "corner-cube.svg",
            make: |work| {
                let (puzzle, assembly) = made(work)?;
                Ok(draw::cube(&puzzle, &assembly).to_svg())
            },
        },
        Exhibit {
            file: "corner-graph.svg",
            make: |work| {
                let (puzzle, assembly) = made(work)?;
                Ok(draw::graph(&puzzle, Some(&assembly)).to_scene().to_svg())
            },
        },
        Exhibit {
            file: "corner-graph.dot",
            make: |work| {
                let (puzzle, assembly) = made(work)?;
                Ok(draw::graph(&puzzle, Some(&assembly)).to_dot())
            },
        },
        Exhibit {
            file: "corner-census.csv",
            make: |work| {
                let mut table = String::from("pieces,patterns,solutions,loops\n");
                for p in van_kreveld(work)?.entries() {
                    table += &[
                        p.bag().to_string(),
                        p.patterns().to_string(),
                        p.solutions().to_string(),
                        p.loops().to_string(),
                    ]
                    .join(",");
                    table.push('\n');
                }
                Ok(table)
            },
        },
    ]
}

/// Words of these constants as a bag.
fn bag(words: &str) -> Result<Bag> {
    words
        .split(' ')
        .map(|word| Piece::parse(word).map_err(|fault| Error::Rejected(fault.message().to_owned())))
        .collect()
}

fn van_kreveld(work: &Work) -> Result<Census> {
    count(Relaxations::default(), work)
}

fn extremes(work: &Work) -> Result<(u32, u32)> {
    Ok(van_kreveld(work)?.extremes().unwrap_or_default())
}

/// Size and loops of the classes of unique puzzles under the replacements of letters.
fn letter_classes(work: &Work) -> Result<Vec<(usize, usize)>> {
    let census = census(&Relaxations::default(), work)?;
    let classes = census.classes(false).iter();
    Ok(classes.map(|class| (class.size(), class.loops())).collect())
}

fn solved(puzzle: &Puzzle, work: &Work) -> Result<Solution> {
    puzzle.solve(&Options::default(), work)
}

/// The number of assemblies, each of them checked.
fn assemblies(puzzle: &Puzzle, work: &Work) -> Result<String> {
    Ok(solved(puzzle, work)?.count().to_string())
}

/// The first puzzle of his pair with A, B, C, D replaced by these letters.
fn image(letters: &str) -> Result<Bag> {
    let first = bag(FIRST_OF_A_PAIR)?;
    let wanted = |e: &Equivalence| e.letters.iter().map(|h| h.letter()).eq(letters.chars());
    let equivalence = Equivalence::all(false).find(wanted);
    equivalence
        .map(|e| e.bag(first))
        .ok_or_else(|| Error::Rejected(format!("{letters} keeps no pairs")))
}

/// The puzzle he made, with its assembly.
fn made(work: &Work) -> Result<(Puzzle, Assembly)> {
    let puzzle: Puzzle = MADE.parse()?;
    let first = solved(&puzzle, work)?.assemblies().first().cloned();
    let none = || Error::Rejected("the puzzle he made has no assembly".to_owned());
    Ok((puzzle, first.ok_or_else(none)?))
}

/// Which half-edges make a whole bar, by their cells alone: a symmetric piece in the first corner
/// against one in the next corner along x.
fn what_fits() -> String {
    let bar = Solid::of(|c| c[0] == 2 && c[1] < 2 && c[2] < 2);
    let half = |h: HalfEdge, rotation: Rotation| {
        let piece = corner_piece(Piece::from_word([h; 3])).rotated(rotation);
        Solid::of(|c| bar.contains(c) && piece.contains(c))
    };
    let [near, far] = [0, 4].map(|x| Solid::of(|c| c == [x, 0, 0]));
    let to_the_next = Rotation::all().find(|r| near.rotated(*r) == far && bar.rotated(*r) == bar);
    let mut pairs = Vec::new();
    for (i, one) in HalfEdge::ALL.into_iter().enumerate() {
        for other in HalfEdge::ALL.into_iter().skip(i) {
            let here = half(one, Rotation::IDENTITY);
            let there = to_the_next.map(|r| half(other, r)).unwrap_or_default();
            if !here.meets(there) && here.and(there) == bar {
                pairs.push(format!("{one}-{other}"));
            }
        }
    }
    pairs.join(" ")
}
