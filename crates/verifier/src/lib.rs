//! Checks certificates of bounds and tables of distances of picture cubes.
//!
//! Nothing here depends on a search: the puzzle is written again from its rules, and shortest
//! solutions come in through a trait and are replayed before they are used.
//!
//! | module | what it checks |
//! |---|---|
//! | [`certificate`] | certificates of bounds on God's number, as `docs/certificates.md` defines them |
//! | [`table`] | tables of distances, as `picture distances --format json` prints them |

pub mod certificate;
pub mod table;
