//! What messages say about the keys of an instance file.

use cubegraph_core::instance::{KeyHelp, NUMBER};

const CYCLES: &str = "an element as cycles in quotes, such as \"(1 2 3)\"";

/// The keys of the family.
pub(crate) const KEYS: &[KeyHelp] = &[
    KeyHelp::new("rows", NUMBER, "", "rows = 3"),
    KeyHelp::new("columns", NUMBER, "", "columns = 3"),
    KeyHelp::new("metric", "quarter or half, in quotes", "", "metric = \"half\""),
    KeyHelp::new(
        "configuration",
        "a list of rows of cubes",
        "a row such as [\"\", \"ul\"], its cubes words in u d l r or cycles in quotes",
        "configuration = [[\"\", \"ul\"], [\"uu\", \"(1 4 2 3)\"]]",
    ),
    KeyHelp::new("moves", "moves in quotes", "a move in quotes", "moves = \"up1 left2\""),
    KeyHelp::new(
        "group",
        "a table with the name or the generators of a group",
        "",
        "group = { name = \"A5\" }",
    ),
    KeyHelp::new("group.name", "the name of a group, in quotes", "", "name = \"A5\""),
    KeyHelp::new(
        "group.generators",
        "a list of elements",
        CYCLES,
        "generators = [\"(1 2 3 4 5)\", \"(1 2 3)\"]",
    ),
    KeyHelp::new(
        "group.row_moves",
        "\"all\" or a list of elements",
        CYCLES,
        "row_moves = \"all\", or row_moves = [\"(1 2 3)\"]",
    ),
    KeyHelp::new(
        "group.column_moves",
        "\"all\" or a list of elements",
        CYCLES,
        "column_moves = \"all\", or column_moves = [\"(1 2 3)\"]",
    ),
];
