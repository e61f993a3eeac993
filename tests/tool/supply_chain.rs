//! What the tree of dependencies may be: where packages come from, their licences, banned crates,
//! the oldest compiler.
//!
//! `deny.toml` is the one list, read here and by cargo-deny; these tests need neither that program
//! nor a network, so what is built is never skipped. Packages that only other platforms use are
//! known by `Cargo.lock` alone (nobody downloads them here), so of those the source is checked and
//! the rest is cargo-deny's; likewise those of a feature that was never built here, which `.ci/run`
//! always does.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

fn read(name: &str) -> toml::Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    fs::read_to_string(path).unwrap().parse().unwrap()
}

/// The strings at `deny.toml`'s `[section] key`: plain ones, or the `crate` of each table.
fn listed(section: &str, key: &str) -> BTreeSet<String> {
    let list = read("deny.toml")[section][key].as_array().unwrap().clone();
    let names: BTreeSet<String> = list
        .iter()
        .map(|entry| entry.get("crate").unwrap_or(entry))
        .map(|name| name.as_str().unwrap().to_owned())
        .collect();
    assert!(!names.is_empty(), "[{section}] {key} says nothing");
    names
}

fn cargo(arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    if output.status.success() {
        Ok(String::from_utf8(output.stdout).unwrap())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// What cargo knows of this platform's tree, every feature on if the packages of all are there.
fn metadata() -> Value {
    let version = cargo(&["-vV"]).unwrap();
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let ask = |features: &[&str]| {
        let platform = ["--filter-platform", host.unwrap()];
        let question = ["metadata", "--offline", "--locked", "--format-version=1"];
        cargo(&[&question[..], &platform, features].concat())
    };
    let text = match ask(&["--all-features"]) {
        Err(missing) if std::env::var_os("CI").is_none() => {
            println!("NOT CHECKED: features that were never built here: {missing}");
            ask(&[]).unwrap()
        }
        all => all.unwrap(),
    };
    serde_json::from_str(&text).unwrap()
}

fn packages(metadata: &Value) -> &[Value] {
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 100, "the tree has {}", packages.len());
    packages
}

fn name(package: &Value) -> String {
    format!("{} {}", package["name"].as_str().unwrap(), package["version"].as_str().unwrap())
}

/// The packages of which `is_wrong`, with `why`.
fn wrong(metadata: &Value, why: &str, is_wrong: impl Fn(&Value) -> bool) -> Vec<String> {
    packages(metadata)
        .iter()
        .filter(|package| is_wrong(package))
        .map(|package| format!("{}: {}", name(package), package[why]))
        .collect()
}

#[test]
fn every_package_comes_from_crates_io() {
    let lock = read("Cargo.lock");
    let packages = lock["package"].as_array().unwrap();
    assert!(packages.len() > 100, "the lock has {}", packages.len());
    let elsewhere: Vec<&str> = packages
        .iter()
        .filter(|package| {
            package.get("source").is_none_or(|source| source.as_str() != Some(CRATES_IO))
        })
        .map(|package| package["name"].as_str().unwrap())
        .collect();
    let foreign = |name: &&&str| **name != "cubegraph" && !name.starts_with("cubegraph-");
    assert_eq!(elsewhere.iter().find(foreign), None, "but for our own");
}

#[test]
fn every_licence_is_allowed() {
    let allowed = listed("licenses", "allow");
    let refused = wrong(&metadata(), "license", |package| {
        package["license"]
            .as_str()
            .is_none_or(|expression| satisfied(expression, &allowed) != Some(true))
    });
    assert_eq!(refused, [""; 0]);
}

#[test]
fn no_banned_crate_is_built_into_the_tool_or_while_building_it() {
    let metadata = metadata();
    let banned = listed("bans", "deny");
    let names: HashMap<&str, &str> = packages(&metadata)
        .iter()
        .map(|p| (p["id"].as_str().unwrap(), p["name"].as_str().unwrap()))
        .collect();
    let built = without_tests(&metadata);
    let built: BTreeSet<String> = built.iter().map(|id| names[id].to_owned()).collect();
    // The walk follows normal dependencies and leaves those of the tests.
    assert!(built.contains("petgraph") && !built.contains("ureq"));
    let found: Vec<&String> = built.intersection(&banned).collect();
    assert_eq!(found, [""; 0]);
}

/// The ids of our package and everything it needs, normally or to be built, but not for its tests
/// alone.
fn without_tests(metadata: &Value) -> BTreeSet<&str> {
    let nodes: HashMap<&str, &Value> = metadata["resolve"]["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|node| (node["id"].as_str().unwrap(), node))
        .collect();
    let mut reached = BTreeSet::new();
    let mut next = vec![metadata["resolve"]["root"].as_str().unwrap()];
    while let Some(id) = next.pop() {
        if !reached.insert(id) {
            continue;
        }
        for dependency in nodes[id]["deps"].as_array().unwrap() {
            let kinds = dependency["dep_kinds"].as_array().unwrap();
            if kinds.iter().any(|kind| kind["kind"] != "dev") {
                next.push(dependency["pkg"].as_str().unwrap());
            }
        }
    }
    reached
}

#[test]
fn no_package_asks_for_a_newer_compiler_than_ours() {
    let ours = compiler(env!("CARGO_PKG_RUST_VERSION"));
    let newer = wrong(&metadata(), "rust_version", |package| {
        package["rust_version"].as_str().is_some_and(|theirs| compiler(theirs) > ours)
    });
    assert_eq!(newer, [""; 0]);
}

/// `1.88` or `1.88.0` as numbers.
fn compiler(version: &str) -> [u32; 3] {
    let mut numbers = version.split('.').map(|part| part.parse().unwrap());
    [(); 3].map(|()| numbers.next().unwrap_or(0))
}

#[test]
fn compilers_are_compared_as_numbers() {
    assert!(compiler("1.9") < compiler("1.88") && compiler("1.88.1") > compiler("1.88"));
    assert_eq!(compiler("1.88"), compiler("1.88.0"));
}

/// Whether the allowed licences satisfy an SPDX expression; `None` if it is none. A slash is the
/// `OR` of old manifests.
fn satisfied(expression: &str, allowed: &BTreeSet<String>) -> Option<bool> {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let mut words = spaced.split_whitespace().peekable();
    let answer = either(&mut words, allowed)?;
    words.next().is_none().then_some(answer)
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

fn either(words: &mut Words, allowed: &BTreeSet<String>) -> Option<bool> {
    let mut answer = both(words, allowed)?;
    while words.next_if_eq(&"OR").is_some() {
        answer |= both(words, allowed)?;
    }
    Some(answer)
}

/// `AND` binds tighter than `OR`.
fn both(words: &mut Words, allowed: &BTreeSet<String>) -> Option<bool> {
    let mut answer = licence(words, allowed)?;
    while words.next_if_eq(&"AND").is_some() {
        answer &= licence(words, allowed)?;
    }
    Some(answer)
}

/// A licence, with its exception if it has one (which is allowed as a whole or not at all), or an
/// expression in parentheses.
fn licence(words: &mut Words, allowed: &BTreeSet<String>) -> Option<bool> {
    let is_name = |word: &&str| !["(", ")", "AND", "OR", "WITH"].contains(word);
    if words.next_if_eq(&"(").is_some() {
        let answer = either(words, allowed)?;
        words.next_if_eq(&")")?;
        return Some(answer);
    }
    let name = words.next_if(is_name)?;
    if words.next_if_eq(&"WITH").is_some() {
        let exception = words.next_if(is_name)?;
        return Some(allowed.contains(&format!("{name} WITH {exception}")));
    }
    Some(allowed.contains(name))
}

#[test]
fn licence_expressions_mean_what_spdx_says() {
    let allowed = ["MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"];
    let allowed: BTreeSet<String> = allowed.map(str::to_owned).into();
    for (expression, expected) in [
        ("MIT", Some(true)),
        ("GPL-3.0", Some(false)),
        ("GPL-3.0 OR MIT", Some(true)),
        ("GPL-3.0/MIT", Some(true)),
        ("GPL-3.0 / AGPL-3.0", Some(false)),
        ("MIT AND GPL-3.0", Some(false)),
        ("MIT AND Zlib", Some(true)),
        ("MIT OR Zlib AND GPL-3.0", Some(true)),
        ("(MIT OR Zlib) AND GPL-3.0", Some(false)),
        ("(MIT OR GPL-3.0) AND (Zlib)", Some(true)),
        ("Apache-2.0 WITH LLVM-exception", Some(true)),
        ("Apache-2.0", Some(false)),
        ("MIT WITH LLVM-exception", Some(false)),
        ("mit", Some(false)),
        ("", None),
        ("MIT OR", None),
        ("MIT Zlib", None),
        ("(MIT", None),
        ("MIT)", None),
        ("OR MIT", None),
        ("MIT WITH", None),
        ("MIT AND OR Zlib", None),
    ] {
        assert_eq!(satisfied(expression, &allowed), expected, "{expression:?}");
    }
}
