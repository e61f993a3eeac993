//! What messages say about the keys of an instance file.

use cubegraph_core::instance::KeyHelp;

/// The keys of the family.
pub(crate) const KEYS: &[KeyHelp] = &[
    KeyHelp::new(
        "cubes",
        "a list of cubes",
        "a table { faces = … } or { pairs = … }",
        "cubes = [{ faces = \"ACBDCC\" }, { pairs = [\"GW\", \"BW\", \"BR\"] }]",
    ),
    KeyHelp::new(
        "cubes.faces",
        "a list of six colours, or one word of six letters",
        "the name of a colour in quotes",
        "faces = \"ACBDCC\", or faces = [\"red\", \"white\", \"blue\", \"white\", \"red\", \"green\"]",
    ),
    KeyHelp::new(
        "cubes.pairs",
        "a list of three pairs of colours",
        "two colours, such as \"GW\" or [\"green\", \"white\"]",
        "pairs = [\"GW\", \"BW\", \"BR\"]",
    ),
    KeyHelp::new(
        "colours",
        "a table of colours and their paints",
        "a paint \"#rrggbb\", in quotes",
        "colours = { green = \"#2ca02c\" }",
    ),
];
