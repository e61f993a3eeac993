//! What messages say about the keys of an instance file.

use cubegraph_core::instance::{KeyHelp, NUMBER};

/// The keys of the family.
pub(crate) const KEYS: &[KeyHelp] = &[
    KeyHelp::new("rows", NUMBER, "", "rows = 3"),
    KeyHelp::new("columns", NUMBER, "", "columns = 3"),
    KeyHelp::new(
        "board",
        "a list of rows, the northernmost first, each a text of . # S E",
        "a row in quotes, such as \"..#\"",
        "board = [\"..#\", \"...\", \"S..\"]",
    ),
    KeyHelp::new("start", "a cell [row, column] or \"any\"", NUMBER, "start = [0, 0]"),
    KeyHelp::new("end", "a cell [row, column]", NUMBER, "end = [2, 2]"),
    KeyHelp::new(
        "die",
        "the faces of a die, or \"any\"",
        "the number of a face, 1 to 6",
        "die = { top = 1, north = 2, east = 3 }",
    ),
    KeyHelp::new("handedness", "\"left\" or \"right\", in quotes", "", "handedness = \"left\""),
    KeyHelp::new(
        "faces",
        "a list of six whole numbers, the values of the faces 1 to 6",
        NUMBER,
        "faces = [1, 2, 3, 4, 5, 6]",
    ),
    KeyHelp::new(
        "blocked",
        "a list of cells [row, column]",
        "a cell [row, column]",
        "blocked = [[1, 1], [2, 0]]",
    ),
    KeyHelp::new("closed", "true, false or \"orientation\"", "", "closed = true"),
    KeyHelp::new(
        "labels",
        "a list of [row, column, face]",
        "a label [row, column, face]",
        "labels = [[0, 1, 4], [2, 2, 6]]",
    ),
];
