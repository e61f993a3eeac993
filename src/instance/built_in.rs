//! The instances compiled into the program, so that `@name` works from any folder.

use include_dir::{Dir, include_dir};

use super::{Family, Instance, closest, read};
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
        read(&format!("@{}", self.name), self.contents)
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
                Some(BuiltIn {
                    family,
                    name,
                    contents,
                })
            })
            .collect();
        found.sort_by_key(|instance| instance.name);
        found
    })
}

/// The built-in instance of that name (without the `@`), or an error that says which name was perhaps meant.
pub fn find_built_in(name: &str) -> Result<BuiltIn> {
    built_in()
        .find(|instance| instance.name == name)
        .ok_or_else(|| {
            let help = match closest(name, built_in().map(|instance| instance.name)) {
                Some(meant) => format!("did you mean @{meant}?"),
                None => "`cubegraph instances` lists them".to_owned(),
            };
            Error::Input(format!(
                "there is no built-in instance @{name}\n  = help: {help}"
            ))
        })
}
