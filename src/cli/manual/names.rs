//! Completion of the names of built-in instances, beside what clap completes.

use std::fmt::Write;

use clap_complete::Shell;
use cubegraph::instance::{Family, built_in};

/// The script of a shell, with the names of built-in instances; where the shell is not one of the
/// three usual ones, without.
pub fn completed(shell: Shell, script: Vec<u8>) -> Vec<u8> {
    let Ok(mut script) = String::from_utf8(script) else {
        return Vec::new();
    };
    match shell {
        Shell::Bash => script.push_str(&bash()),
        Shell::Fish => script.push_str(&fish()),
        Shell::Zsh => script = zsh(&script),
        _ => {}
    }
    script.into_bytes()
}

/// The names of a family, with their `@`, separated by blanks.
fn names(family: Family) -> String {
    let own = built_in().filter(|found| found.family == family);
    let names: Vec<String> = own.map(|found| format!("@{}", found.name)).collect();
    names.join(" ")
}

/// All names; one that two families have is written with its family.
fn all_names() -> String {
    let count = |name| built_in().filter(|other| other.name == name).count();
    let full = |found: cubegraph::instance::BuiltIn| match count(found.name) {
        1 => format!("@{}", found.name),
        _ => format!("@{}/{}", found.family, found.name),
    };
    built_in().map(full).collect::<Vec<_>>().join(" ")
}

/// What to do with the names of each family, and otherwise with all.
fn cases(pattern: impl Fn(Family) -> String, action: impl Fn(&str) -> String) -> String {
    let own = |family| (pattern(family), names(family));
    let all = Family::ALL.into_iter().map(own);
    let all = all.chain([("*".to_owned(), all_names())]);
    let lines = all.map(|(pattern, names)| format!("        {pattern}) {} ;;\n", action(&names)));
    lines.collect::<Vec<_>>().concat()
}

/// Bash may break words at `@`, so the word is taken from the line; what is offered has its `@`,
/// which readline keeps with the word.
fn bash() -> String {
    let cases = cases(|family| family.to_string(), |names| format!("names=\"{names}\""));
    format!(
        r#"
_cubegraph_and_instances() {{
    local line="${{COMP_LINE:0:COMP_POINT}}" word names
    word="${{line##*[[:space:]]}}"
    if [[ "$word" != @* ]]; then
        _cubegraph "$@"
        return
    fi
    case "${{COMP_WORDS[1]}}" in
{cases}    esac
    COMPREPLY=( $(compgen -W "$names" -- "$word") )
}}
complete -F _cubegraph_and_instances -o bashdefault -o default cubegraph
"#
    )
}

fn fish() -> String {
    let mut script = String::new();
    for family in Family::ALL {
        let _ = writeln!(
            script,
            "complete -c cubegraph -n \"__fish_cubegraph_using_subcommand {family}\" -a \"{}\"",
            names(family)
        );
    }
    let _ = writeln!(
        script,
        "complete -c cubegraph -n \"__fish_cubegraph_using_subcommand solve report instances\" \
         -a \"{}\"",
        all_names()
    );
    script
}

/// In zsh every argument that is no option is completed by a function; ours knows the names too.
fn zsh(script: &str) -> String {
    let mut lines = Vec::new();
    for line in script.lines() {
        let is_argument = ["':", "'*:"].iter().any(|start| line.starts_with(start));
        match line.strip_suffix(":_default' \\").filter(|_| is_argument) {
            Some(start) => lines.push(format!("{start}:_cubegraph_instances' \\")),
            None => lines.push(line.to_owned()),
        }
    }
    let cases =
        cases(|family| format!("*:cubegraph-{family}-*"), |names| format!("compadd -- {names}"));
    let function = format!(
        "\n_cubegraph_instances() {{\n    case \"$curcontext\" in\n{cases}    esac\n    \
         _default\n}}\n"
    );
    let script = lines.join("\n") + "\n";
    // The function must be known before the script calls itself at its end.
    match script.rfind("\nif [ \"$funcstack[1]\"") {
        Some(end) => format!("{}{function}{}", &script[..end], &script[end..]),
        None => script + &function,
    }
}
