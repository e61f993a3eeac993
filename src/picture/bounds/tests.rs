use super::*;
use crate::group::{NamedGroup, StabiliserChain};
use crate::picture::{Metric, MoveSet};

fn bounds(rules: &Rules, extent: &str, effort: Effort) -> Bounds {
    let work = Work::unlimited();
    let structure = Structure::new(rules, &work).unwrap();
    Bounds::of(rules, &structure, extent.parse().unwrap(), effort, &work).unwrap()
}

fn of_group(name: &str, rows: MoveSet, columns: MoveSet) -> Rules {
    let named = NamedGroup::parse(name).unwrap();
    let chain = StabiliserChain::build(named.generators(), &Work::unlimited()).unwrap();
    Rules::new(name, chain, rows, columns).unwrap()
}

#[test]
fn coins_two_by_two_need_two_moves() {
    let rules = of_group("C2", MoveSet::All, MoveSet::All);
    let found = bounds(&rules, "2x2", Effort::Quick);
    assert_eq!(
        (found.at_least, found.at_most),
        (2u32.into(), Some(2u32.into()))
    );
    assert_eq!(found.published, Some(3u32.into()));
}

#[test]
fn one_column_of_any_length_is_known() {
    for (metric, twice_slope, twice_offset) in [(Metric::Quarter, 5, 5), (Metric::Half, 4, 4)] {
        let rules = Rules::cube(metric).unwrap();
        for rows in [
            2u64,
            3,
            15,
            16,
            17,
            1000,
            1_000_000,
            999_999_999,
            1_000_000_000,
        ] {
            for extent in [format!("{rows}x1"), format!("1x{rows}")] {
                let found = bounds(&rules, &extent, Effort::Quick);
                let formula = u64::midpoint(twice_slope * rows, twice_offset);
                assert_eq!(found.at_least, formula.into(), "{extent} {metric}");
                assert!(found.are_equal(), "{extent} {metric}: {found:?}");
            }
        }
    }
}

#[test]
fn the_bounds_without_tables_contain_the_true_value() {
    let work = Work::unlimited();
    for table in kept::tables() {
        let (rows, columns) = (table.extent.rows(), table.extent.columns());
        if columns > 2 || (columns == 2 && table.metric == Metric::Half) {
            continue;
        }
        let rules = Rules::cube(table.metric).unwrap();
        let structure = Structure::new(&rules, &work).unwrap();
        let mut found = Bounds::elementary(&rules, &structure, table.extent, &work).unwrap();
        let true_value = BigUint::from(table.diameter);
        assert!(found.at_least <= true_value && found.at_most.clone().unwrap() >= true_value);
        found
            .use_words(&rules, table.extent, Effort::Quick, &work)
            .unwrap();
        assert!(
            found.at_least <= true_value && found.at_most.clone().unwrap() >= true_value,
            "{rows}x{columns} {}: {found:?}",
            table.metric
        );
    }
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
fn extents_are_read_and_refused() {
    assert_eq!(
        "1000000000x1".parse::<Extent>().unwrap().rows(),
        1_000_000_000
    );
    for bad in ["", "x", "0x1", "1x0", "1000000001x1", "3", "-1x1", "1x1x1"] {
        assert!(bad.parse::<Extent>().is_err(), "{bad}");
    }
}

#[test]
fn words_of_other_groups_agree_with_all_configurations() {
    use crate::picture::plain::Plain;
    let work = Work::unlimited();
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
