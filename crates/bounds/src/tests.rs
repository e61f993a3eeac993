use super::*;
use crate::words::generation::Effort as Generation;
use crate::words::space::Space;
use crate::words::undominated::Budget;
use crate::words::width::Width;
use cubegraph_core::group::{NamedGroup, StabiliserChain};
use cubegraph_picture::{Metric, MoveSet, Size};

fn bounds(rules: &Rules, extent: &str, effort: Effort) -> Bounds {
    let work = Work::default();
    Bounds::of(rules, extent.parse().unwrap(), effort, &work).unwrap()
}

fn of_group(name: &str, rows: MoveSet, columns: MoveSet) -> Rules {
    let named = NamedGroup::parse(name).unwrap();
    let chain = StabiliserChain::build(named.generators(), &Work::default()).unwrap();
    Rules::new(name, chain, rows, columns).unwrap()
}

#[test]
fn coins_two_by_two_need_two_moves() {
    let rules = of_group("C2", MoveSet::All, MoveSet::All);
    let found = bounds(&rules, "2x2", Effort::Quick);
    assert_eq!((found.at_least, found.at_most), (2u32.into(), Some(2u32.into())));
    assert_eq!(found.published, Some(3u32.into()));
}

#[test]
fn one_column_of_any_length_is_known() {
    for (metric, twice_slope, twice_offset) in [(Metric::Quarter, 5, 5), (Metric::Half, 4, 4)] {
        let rules = Rules::cube(metric).unwrap();
        for rows in [2u64, 3, 15, 16, 17, 1000, 1_000_000, 999_999_999, 1_000_000_000] {
            for extent in [format!("{rows}x1"), format!("1x{rows}")] {
                let found = bounds(&rules, &extent, Effort::Quick);
                let formula = u64::midpoint(twice_slope * rows, twice_offset);
                assert_eq!(found.at_least, formula.into(), "{extent} {metric}");
                assert!(found.are_equal(), "{extent} {metric}: {found:?}");
            }
        }
    }
}

/// Words of a width: all of them where they are few, and else some.
fn some_words(metric: Metric, columns: usize, rows: u64) -> Width {
    let rules = Rules::cube(metric).unwrap();
    let work = Work::default();
    let space = Space::new(&rules, columns, &work).unwrap();
    if columns == 1 || (columns == 2 && metric == Metric::Quarter) {
        return Width::of_space(space, Budget::default(), &work).unwrap();
    }
    let effort = Generation { beam: 20, longest: 12, rounds: 4 };
    Width::generated(space, rows, effort, &work).unwrap()
}

/// Every table, both metrics, either side as the columns.
#[test]
fn the_bounds_without_tables_contain_the_true_value() {
    let work = Work::default();
    let mut complete = std::collections::HashMap::new();
    let mut widths = std::collections::BTreeSet::new();
    for table in kept::tables() {
        let rules = Rules::cube(table.metric).unwrap();
        let structure = Structure::new(&rules, &work).unwrap();
        let true_value = BigUint::from(table.diameter);
        let contains = |found: &Bounds| {
            let (low, high) = (&found.at_least, found.at_most.as_ref().unwrap());
            let (extent, metric) = (table.extent, table.metric);
            assert!(*low <= true_value && *high >= true_value, "{extent} {metric}: {found:?}");
        };
        let sides = (table.extent.rows(), table.extent.columns());
        for (rows, columns) in [sides, (sides.1, sides.0)] {
            if columns > 3 {
                continue;
            }
            let extent = Extent::new(rows, columns).unwrap();
            let mut found = Bounds::elementary(&rules, &structure, extent, &work).unwrap();
            contains(&found);
            let columns = usize::try_from(columns).unwrap();
            let made;
            let width = if columns == 3 || (columns == 2 && table.metric == Metric::Half) {
                made = some_words(table.metric, columns, rows);
                &made
            } else {
                let key = (columns, table.metric.name());
                complete.entry(key).or_insert_with(|| some_words(table.metric, columns, rows))
            };
            found.use_width(width, extent, &work).unwrap();
            found.use_hard_rows(width, extent, Effort::Full, &work).unwrap();
            contains(&found);
            widths.insert((columns, table.metric.name()));
        }
    }
    assert_eq!(widths.len(), 6);
}

#[test]
fn a_table_is_a_reason_for_its_size_and_for_larger_ones() {
    let rules = Rules::cube(Metric::Quarter).unwrap();
    let found = bounds(&rules, "3x4", Effort::Quick);
    assert_eq!(found.at_least, 23u32.into());
    assert!(found.are_equal() && found.why_at_most.contains("picture distances 4x3"));
    let found = bounds(&rules, "5x5", Effort::Quick);
    assert!(found.at_least >= 23u32.into(), "{found:?}");
}

#[test]
fn parity_adds_no_more_than_the_tables_allow() {
    let tables = kept::tables();
    let mut gained = 0;
    for part in tables.iter().filter(|table| table.metric == Metric::Quarter) {
        for whole in tables.iter().filter(|table| table.metric == Metric::Quarter) {
            if part.extent != whole.extent && part.extent.is_within(whole.extent) {
                let gain = by_parity(part.extent, whole.extent);
                assert!(u64::from(part.diameter) + gain <= whole.diameter.into());
                gained += gain;
            }
        }
    }
    assert!(gained > 0);
    let rules = Rules::cube(Metric::Quarter).unwrap();
    for extent in ["5x3", "3x5", "4x4", "5x4"] {
        let mut found = bounds(&rules, "1x1", Effort::Quick);
        found.use_tables(&rules, extent.parse().unwrap());
        assert_eq!(found.at_least, 24u32.into(), "{extent}");
    }
}

#[test]
fn extents_are_read_and_refused() {
    assert_eq!("1000000000x1".parse::<Extent>().unwrap().rows(), 1_000_000_000);
    for bad in ["", "x", "0x1", "1x0", "1000000001x1", "3", "-1x1", "1x1x1"] {
        assert!(bad.parse::<Extent>().is_err(), "{bad}");
    }
}

#[test]
fn words_of_other_groups_agree_with_all_configurations() {
    use cubegraph_picture::internal::Plain;
    let work = Work::default();
    let one_way =
        |texts: &[&str]| MoveSet::Listed(texts.iter().map(|text| text.parse().unwrap()).collect());
    let cases = [
        of_group("S3", MoveSet::All, MoveSet::All),
        of_group("S3", one_way(&["(1 2 3)"]), one_way(&["(1 2)"])),
        of_group("A4", one_way(&["(1 2 3)"]), one_way(&["(2 3 4)"])),
        of_group("D4", one_way(&["(1 2 3 4)"]), MoveSet::All),
        of_group("C4", one_way(&["(1 2 3 4)"]), one_way(&["(1 3)(2 4)"])),
    ];
    for rules in cases {
        for extent in ["1x1", "2x1", "3x1", "1x2", "2x2"] {
            let size: Size = extent.parse().unwrap();
            let plain = Plain::search(rules.tabled().unwrap(), size, &work).unwrap();
            let diameter = BigUint::from(plain.distances().diameter());
            let found = bounds(&rules, extent, Effort::Quick);
            assert!(
                found.at_least <= diameter && found.at_most.clone().unwrap() >= diameter,
                "{} {extent}: {diameter} {found:?}",
                rules.name()
            );
        }
    }
}
