//! Style and movement of the page: the components of the workshop.
//!
//! The modules in `web/page` import names from each other and export functions, constants and
//! classes by name. Each becomes a function that is called once and returns what it exports.

use std::fmt::Write as _;

/// The style of the workshop, then what is particular to this page.
pub(super) const STYLE: &str = concat!(
    include_str!("../../web/page/style.css"),
    include_str!("../../web/page/families.css"),
    include_str!("../../web/page/report.css"),
);

macro_rules! modules {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../web/page/", $name)))),*]
    };
}

/// Each module after those that it imports; `report.js` last.
const MODULES: [(&str, &str); 19] = modules![
    "dom.js",
    "cube.js",
    "insanity-tower.js",
    "picture-group.js",
    "picture-solid.js",
    "picture-model.js",
    "pictures.json",
    "picture-drawings.js",
    "picture-items.js",
    "picture-grid.js",
    "tour-controls.js",
    "tour-model.js",
    "tour-pips.js",
    "tour-drawing.js",
    "tour-board.js",
    "report-stepper.js",
    "report-picture.js",
    "surroundings.js",
    "report.js",
];

/// The script of the page.
pub(super) fn script() -> String {
    let mut script = String::from("\"use strict\";\n(() => {\n");
    for (name, source) in MODULES {
        // Data is an object, which no module begins with.
        let body =
            if source.starts_with('{') { format!("return {source};\n") } else { module(source) };
        let _ = writeln!(script, "const {} = (() => {{\n{body}}})();", variable(name));
    }
    script + "})();\n"
}

/// The name under which a module's exports are found.
fn variable(file: &str) -> String {
    let stem = file.split('.').next().unwrap_or(file);
    format!("${}", stem.replace('-', "_"))
}

/// The body of the function that a module becomes.
fn module(source: &str) -> String {
    let (mut body, mut exported) = (String::new(), Vec::new());
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        if line.trim_start().starts_with("/**") && !line.contains("*/") {
            // Comments of several lines stay at home.
            lines.find(|line| line.trim_end().ends_with("*/"));
            continue;
        }
        if line.starts_with("import ") {
            let mut statement = line.to_owned();
            while !statement.ends_with(';') {
                statement.push_str(lines.next().unwrap_or(";"));
            }
            body.push_str(&import(&statement));
        } else if let Some(item) = line.strip_prefix("export ") {
            let named = item.trim_start_matches("async ");
            let name = named.split([' ', '(']).nth(1).unwrap_or_default();
            exported.push(name);
            body.push_str(item);
        } else {
            body.push_str(line);
        }
        body.push('\n');
    }
    let _ = writeln!(body, "return {{ {} }};", exported.join(", "));
    body
}

/// `import { a, b } from "./file.js";`, or the data of `import NAME from "./file.json" …`.
fn import(statement: &str) -> String {
    let mut parts = statement.trim_start_matches("import ").split(" from ");
    let names = parts.next().unwrap_or_default().replace(" as ", ": ");
    let from = parts.next().unwrap_or_default();
    let file = from.split('"').nth(1).unwrap_or_default();
    format!("const {names} = {};", variable(file.trim_start_matches("./")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_becomes_a_function() {
        let source = "/**\n * What it is.\n */\nimport { a as b,\n  c } from \"./one-two.js\";\n\
            import D from \"./d.json\" with { type: \"json\" };\n\
            export const e = 1;\nexport async function f(x) {}\nexport class G {}\n";
        let body = module(source);
        assert!(body.starts_with("const { a: b,  c } = $one_two;\nconst D = $d;\n"), "{body}");
        assert!(body.ends_with("return { e, f, G };\n"), "{body}");
    }

    #[test]
    fn the_script_cannot_end_its_element_and_every_module_comes_after_those_it_imports() {
        let script = script();
        assert!(!script.contains("</script") && !script.contains("<!--"));
        let mut defined = Vec::new();
        for line in script.lines() {
            if !line.starts_with("const $") && !line.starts_with("const {") {
                continue;
            }
            if let Some(name) = line.strip_suffix(" = (() => {") {
                defined.push(name.trim_start_matches("const "));
            } else if let Some((_, name)) = line.split_once("} = $") {
                let name = format!("${}", name.trim_end_matches(';'));
                assert!(defined.contains(&name.as_str()), "{name}");
            }
        }
        assert_eq!(defined.len(), MODULES.len());
    }
}
