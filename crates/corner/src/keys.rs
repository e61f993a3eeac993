//! What messages say about the keys of an instance file.

use cubegraph_core::instance::KeyHelp;

/// The keys of the family.
pub(crate) const KEYS: &[KeyHelp] = &[
    KeyHelp::new(
        "pieces",
        "a list of pieces, such as [\"AAD\", \"ACB\", …]",
        "a piece in quotes, such as \"AAD\"",
        "pieces = [\"AAD\", \"ACB\", \"ACD\", \"ADB\", \"ADD\", \"BBC\", \"BCC\", \"BDC\"]",
    ),
    KeyHelp::new("rule", "\"corners\", \"edges\" or \"faces\", in quotes", "", "rule = \"edges\""),
    KeyHelp::new("roll", "true or false", "", "roll = true"),
];
