use std::collections::{HashMap, VecDeque};

use proptest::prelude::*;

use super::game::Game;
use super::generation::ClassGame;
use super::hard::Costs;
use super::space::{INFINITE, Space};
use super::symmetry::Symmetries;
use super::undominated::{Budget, Word};
use super::width::Width;
use cubegraph_core::group::{Element, NamedGroup, StabiliserChain};
use cubegraph_core::work::Work;
use cubegraph_picture::internal::Tabled;
use cubegraph_picture::{Metric, MoveSet, Rules, Size};

/// All distances, by a breadth-first search that knows nothing of words.
fn distances(tabled: &Tabled, size: Size) -> HashMap<Vec<Element>, usize> {
    // Distances to the solution: moves are undone from it, so that one-way moves count right.
    let moves = tabled.moves(size);
    let solved = vec![Element::IDENTITY; size.cells()];
    let mut known = HashMap::from([(solved.clone(), 0)]);
    let mut frontier = VecDeque::from([solved]);
    while let Some(cells) = frontier.pop_front() {
        let distance = known[&cells];
        for &step in &moves {
            let back = tabled.group.inverse(step.turn);
            let mut before = cells.clone();
            for cell in step.cells(size) {
                before[cell] = tabled.group.multiply(before[cell], back);
            }
            if !known.contains_key(&before) {
                known.insert(before.clone(), distance + 1);
                frontier.push_back(before);
            }
        }
    }
    known
}

fn width(rules: &Rules, columns: usize) -> Width {
    Width::new(rules, columns, Budget::default(), &Work::default()).unwrap()
}

/// Compares the word formula with the search, configuration by configuration.
fn agrees(rules: &Rules, rows: usize, columns: usize) {
    let size = Size::new(rows, columns).unwrap();
    let tabled = rules.tabled().unwrap();
    let words = width(rules, columns);
    assert!(words.is_complete());
    let all = distances(&tabled, size);
    let costs: Vec<Costs> = (0..words.space().class_count())
        .map(|class| Costs::new(words.space(), words.words(), class))
        .collect();
    for (cells, &distance) in &all {
        let places: Vec<(usize, usize)> = cells
            .chunks(columns)
            .map(|row| words.space().locate(row).expect("a row that occurs"))
            .collect();
        assert!(places.iter().all(|(class, _)| *class == places[0].0));
        let rows: Vec<usize> = places.iter().map(|&(_, place)| place).collect();
        assert_eq!(costs[places[0].0].distance(&rows), distance, "{cells:?}");
    }
    let counted = words.distances(rows, &Work::default());
    if let Ok(counted) = counted {
        let mut counts = vec![0u64; counted.diameter() + 1];
        for &distance in all.values() {
            counts[distance] += 1;
        }
        let counts: Vec<num_bigint::BigUint> = counts.into_iter().map(Into::into).collect();
        assert_eq!(counted.counts(), counts);
    }
}

fn group(name: &str, rows: &[&str], columns: &[&str]) -> Rules {
    let named = NamedGroup::parse(name).unwrap();
    let chain = StabiliserChain::build(named.generators(), &Work::default()).unwrap();
    let moves = |texts: &[&str]| match texts {
        ["all"] => MoveSet::All,
        texts => MoveSet::Listed(texts.iter().map(|text| text.parse().unwrap()).collect()),
    };
    Rules::new(name, chain, moves(rows), moves(columns)).unwrap()
}

#[test]
fn the_word_formula_gives_every_distance_of_the_cube() {
    for metric in Metric::ALL {
        let rules = Rules::cube(metric).unwrap();
        for (rows, columns) in [(1, 1), (2, 1), (3, 1), (1, 2)] {
            agrees(&rules, rows, columns);
        }
    }
    agrees(&Rules::cube(Metric::Quarter).unwrap(), 2, 2);
}

#[test]
fn the_word_formula_gives_every_distance_of_other_groups() {
    agrees(&group("S3", &["(1 2 3)"], &["(1 2)"]), 3, 2);
    agrees(&group("S3", &["all"], &["(1 2 3)"]), 3, 1);
    agrees(&group("A4", &["(1 2 3)"], &["(2 3 4)"]), 2, 1);
    agrees(&group("C4", &["(1 2 3 4)"], &["(1 3)(2 4)"]), 3, 2);
    agrees(&group("V4", &["(1 2)(3 4)"], &["(1 3)(2 4)"]), 2, 2);
    agrees(&group("D4", &["(1 2 3 4)"], &["(1 3)"]), 2, 2);
}

#[test]
fn the_undominated_words_are_as_many_as_another_program_found() {
    for (metric, columns, words, longest) in
        [(Metric::Quarter, 1, 7, 3), (Metric::Half, 1, 8, 3), (Metric::Quarter, 2, 12_881, 13)]
    {
        let width = width(&Rules::cube(metric).unwrap(), columns);
        assert!(width.is_complete());
        assert_eq!(width.words().len(), words);
        let lengths = width.words().iter().map(Word::length);
        assert_eq!(lengths.max(), Some(longest));
    }
}

#[test]
fn one_column_has_a_formula_from_two_rows_on() {
    for (metric, slope, offset) in [(Metric::Quarter, "5/2", "5/2"), (Metric::Half, "2", "5/2")] {
        let width = width(&Rules::cube(metric).unwrap(), 1);
        let formula = width.formula(&Work::default()).unwrap().unwrap();
        assert!(formula.slope_is_exact);
        assert_eq!(formula.slope.to_string(), slope);
        assert_eq!(formula.from, Some(2), "{metric}");
        for line in formula.upper.iter().flatten() {
            assert_eq!(line.offset.to_string(), offset);
        }
    }
}

#[test]
fn two_columns_in_quarter_turns_have_a_formula_from_seven_rows_on() {
    let width = width(&Rules::cube(Metric::Quarter).unwrap(), 2);
    let formula = width.formula(&Work::default()).unwrap().unwrap();
    assert!(formula.slope_is_exact);
    assert_eq!(formula.slope.to_string(), "3");
    assert_eq!(formula.from, Some(7));
    for rows in 7..40u64 {
        let value = 3 * rows + 7 + u64::from(rows % 2 == 0);
        assert_eq!(formula.above(rows), value.into(), "{rows}");
        assert_eq!(formula.below(rows), value.into(), "{rows}");
    }
}

#[test]
fn one_column_has_the_distances_of_the_tables() {
    let tables = [
        include_str!("../../../../data/picture/quarter.json"),
        include_str!("../../../../data/picture/half.json"),
    ];
    for (metric, text) in Metric::ALL.into_iter().zip(tables) {
        let words = width(&Rules::cube(metric).unwrap(), 1);
        let json: serde_json::Value = serde_json::from_str(text).unwrap();
        for size in json["sizes"].as_array().unwrap() {
            if size["columns"] != 1 {
                continue;
            }
            let rows = usize::try_from(size["rows"].as_u64().unwrap()).unwrap();
            let found = words.distances(rows, &Work::default()).unwrap();
            let listed = size["distances"].as_array().unwrap().iter();
            let listed: Vec<String> = listed.map(ToString::to_string).collect();
            let found: Vec<String> = found.counts().iter().map(ToString::to_string).collect();
            assert_eq!(found, listed, "{rows}x1 {metric}");
        }
    }
}

/// The table in the proof of Theorem 9, the sum that it gives for half turns, and the kinds of rows
/// in section 4.
#[test]
fn the_numbers_in_the_proofs_are_those_of_the_words() {
    let costs = |metric| -> Vec<Vec<u8>> {
        let rules = Rules::cube(metric).unwrap();
        let space = Space::new(&rules, 1, &Work::default()).unwrap();
        let letter = |name: char| {
            let name = if name == 'l' { "left1" } else { "right1" };
            let is_it = |&k: &u16| space.name(usize::from(k)) == name;
            (0..4).find(is_it).unwrap()
        };
        let words = ["", "l", "r", "ll", "rl", "lll", "rrr"];
        let costs = words.map(|word| space.costs(&word.chars().map(letter).collect::<Vec<_>>()).1);
        (0..24).map(|place| costs.iter().map(|word| word[place]).collect()).collect()
    };
    let sum = |row: &[u8]| row[3..].iter().map(|&cost| u32::from(cost)).sum::<u32>();
    let mut found = std::collections::BTreeMap::new();
    for row in costs(Metric::Quarter) {
        let cost = |&cost: &u8| {
            if cost == INFINITE { "∞".to_owned() } else { cost.to_string() }
        };
        let mut cells: Vec<String> = row.iter().map(cost).collect();
        cells.push(sum(&row).to_string());
        *found.entry(cells.join(" | ")).or_insert(0) += 1;
    }
    let text = include_str!("../../../../docs/theorems.md");
    let mut listed = 0;
    for line in text.lines().filter(|line| line.matches('|').count() == 10) {
        let Some((count, row)) = line.trim_matches(['|', ' ']).split_once(" | ") else {
            continue;
        };
        if let Ok(count) = count.parse::<i32>() {
            assert_eq!(found.get(row), Some(&count), "{line}");
            listed += 1;
        }
    }
    assert_eq!(listed, found.len());
    assert_eq!(costs(Metric::Half).iter().map(|row| sum(row)).max(), Some(8));

    let space = Space::new(&Rules::cube(Metric::Quarter).unwrap(), 2, &Work::default()).unwrap();
    let symmetries = Symmetries::new(&space, &Work::default()).unwrap();
    let kinds = |class| ClassGame::new(&symmetries, class, 1.0).sizes().len();
    let mut kinds: Vec<usize> = (0..space.class_count()).map(kinds).collect();
    kinds.sort_unstable();
    assert_eq!((kinds, space.class_size()), (vec![40, 48], 2 * 144));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// c_w by trying all row moves in all gaps, as it is defined.
    #[test]
    fn costs_are_those_of_the_definition(letters in prop::collection::vec(0..4u16, 0..4)) {
        let space = Space::new(
            &Rules::cube(Metric::Quarter).unwrap(), 2, &Work::default(),
        ).unwrap();
        let (class, costs) = space.costs(&letters);
        let group = &space.tabled().group;
        // Backwards from the solved row: states with the least number of row moves.
        let row_moves = &space.tabled().rows;
        let relax = |states: &mut HashMap<Vec<Element>, u8>| {
            let mut waiting: Vec<_> = states.keys().cloned().collect();
            while let Some(state) = waiting.pop() {
                let more = states[&state] + 1;
                for &a in row_moves {
                    let back = group.inverse(a);
                    let before: Vec<_> = state.iter().map(|&g| group.multiply(g, back)).collect();
                    if states.get(&before).is_none_or(|&known| known > more) {
                        states.insert(before.clone(), more);
                        waiting.push(before);
                    }
                }
            }
        };
        let mut states = HashMap::from([(vec![Element::IDENTITY; 2], 0u8)]);
        relax(&mut states);
        for &letter in letters.iter().rev() {
            let letter = usize::from(letter);
            let (column, by) = (space.letters()[letter].column, space.element(letter));
            states = states.into_iter().map(|(mut state, cost)| {
                state[column] = group.multiply(state[column], group.inverse(by));
                (state, cost)
            }).collect();
            relax(&mut states);
        }
        for (place, &cost) in costs.iter().enumerate() {
            let expected = states.get(&space.row(class, place)).copied().unwrap_or(INFINITE);
            prop_assert_eq!(cost, expected);
        }
    }

    /// The two strategies of a game are worth the same.
    #[test]
    fn a_game_has_one_value(entries in prop::collection::vec(1..20u8, 12)) {
        let mut game = Game::new(3);
        for column in entries.chunks(3) {
            game.add(column.iter().map(|&x| f64::from(x)).collect());
        }
        let found = game.solve(1000);
        let columns: Vec<&[u8]> = entries.chunks(3).collect();
        let pays = |row: usize| -> f64 {
            found.columns.iter().map(|&(c, x)| x * f64::from(columns[c][row])).sum()
        };
        let most = (0..3).map(pays).fold(0.0, f64::max);
        let gets = |column: &&[u8]| -> f64 {
            column.iter().zip(&found.rows).map(|(&x, y)| f64::from(x) * y).sum()
        };
        let least = columns.iter().map(gets).fold(f64::INFINITY, f64::min);
        prop_assert!((most - least).abs() < 1e-6, "{} {}", most, least);
        prop_assert!((most - found.value).abs() < 1e-6);
    }
}
