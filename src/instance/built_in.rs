//! The instances compiled into the program, so that `@name` works from any folder.

use include_dir::{Dir, include_dir};

use super::{Family, Instance, closest, read_text};
use crate::work::{Error, Result};

static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/instances");

/// An instance that is compiled in.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// The family whose folder it is in.
    pub family: Family,
    /// Its name, without the `@`.
    pub name: &'static str,
    /// The file as it stands in `instances/`.
    pub contents: &'static str,
}

impl BuiltIn {
    /// Reads the instance; messages call it `@name`.
    pub fn read(&self) -> Result<Instance> {
        read_text(&format!("@{}", self.name), self.contents)
    }
}

/// All built-in instances, by family and name.
///
/// ```
/// # use cubegraph::instance::built_in;
/// assert!(built_in().count() >= 4);
/// ```
pub fn built_in() -> impl Iterator<Item = BuiltIn> {
    Family::ALL.into_iter().flat_map(|family| {
        let mut found: Vec<BuiltIn> = FOLDER
            .get_dir(family.name())
            .into_iter()
            .flat_map(Dir::files)
            .filter_map(|file| {
                let name = file.path().file_name()?.to_str()?.strip_suffix(".toml")?;
                let contents = file.contents_utf8()?;
                Some(BuiltIn { family, name, contents })
            })
            .collect();
        found.sort_by_key(|instance| instance.name);
        found
    })
}

/// The name that was perhaps meant: one that is nearly the same, or the only one that it is a part
/// of.
fn meant(name: &str) -> Option<&'static str> {
    let names = || built_in().map(|instance| instance.name);
    closest(name, names()).or_else(|| {
        let mut longer = names().filter(|other| name.len() > 2 && other.contains(name));
        longer.next().filter(|_| longer.next().is_none())
    })
}

/// The built-in instance of that name (without the `@`), or an error that says which name was
/// perhaps meant.
///
/// Two families may use the same name, as `3x3` does: `wanted` picks one of them, and so does a
/// name such as `tour/3x3`. A name that only another family has is found all the same, so that the
/// caller can say where it belongs.
pub fn find_built_in(name: &str, wanted: Option<Family>) -> Result<BuiltIn> {
    let (wanted, bare) = match name.split_once('/') {
        Some((family, bare)) => (family.parse().ok(), bare),
        None => (wanted, name),
    };
    let found: Vec<BuiltIn> = built_in().filter(|instance| instance.name == bare).collect();
    let refuse = |message: String, help: String| Err(Error::invalid(message).help(help));
    match (found.as_slice(), found.iter().find(|i| Some(i.family) == wanted)) {
        (_, Some(instance)) | ([instance], None) => Ok(*instance),
        ([], None) => refuse(
            format!("there is no built-in instance @{name}"),
            meant(bare).map_or_else(
                || "`cubegraph instances` lists them".to_owned(),
                |meant| format!("did you mean @{meant}?"),
            ),
        ),
        (several, None) => refuse(
            format!("several families have an instance @{name}"),
            several
                .iter()
                .map(|instance| format!("@{}/{}", instance.family, instance.name))
                .collect::<Vec<_>>()
                .join(" or "),
        ),
    }
}
