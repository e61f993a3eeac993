//! `cubegraph insanity census`.

use std::fmt::Write as _;

use crate::insanity::census::{Census, Options, Tally, census};
use crate::instance::Family;
use crate::text::grouped;

use serde::{Deserialize, Serialize};

use super::super::{Answer, Context, Envelope, Text, headed};
use crate::Result;

/// What `census` is asked.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct Arguments {
    /// How many cubes (and colours), 1 to 4
    #[cfg_attr(feature = "cli", arg(long, value_name = "H"))]
    cubes: usize,
    /// Only cubes that show every colour
    #[cfg_attr(feature = "cli", arg(long))]
    all_colours_on_each: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Answer> {
    let options =
        Options { cubes: arguments.cubes, all_colours_on_each: arguments.all_colours_on_each };
    let census = census(&options, context.work)?;
    let (text, rows) = (in_words(&census), rows(&census));
    let answer = Envelope::new("census", census).of(Family::Insanity);
    Ok(Answer::new(text, answer).with_csv(rows))
}

fn in_words(census: &Census) -> Text {
    let cubes = census.options().cubes;
    let which = if census.options().all_colours_on_each { " that show every colour" } else { "" };
    let (total, solvable) = (census.total(), census.solvable());
    let mut text = Text::from(format!(
        "All puzzles of {cubes} cubes{which} with at most {cubes} colours, up to permuting colours \
         and cubes.\n\
         A cube counts up to rotation and mirror image: {} different cubes, {} multisets of \
         {cubes}.\n\n",
        grouped(census.kinds_of_cubes()),
        grouped(total.multisets),
    ));
    let line = |what: &str, tally: Tally| {
        let (puzzles, multisets) = (grouped(tally.puzzles), grouped(tally.multisets));
        vec![what.to_owned(), puzzles, multisets]
    };
    let unique = census.sum(|&(_, principal)| principal == 1);
    let summary = [
        line("all", total),
        line("with a tower", solvable),
        line("without", census.sum(|&(pairs, _)| pairs == 0)),
        line("exactly one pair", census.sum(|&(pairs, _)| pairs == 1)),
        line("exactly one principal solution", unique),
    ];
    text.table(&headed(["", "puzzles", "multisets"], summary));
    text.push_str("\n");
    let by_pairs = census.by_pairs().into_iter().map(|(pairs, tally)| {
        let of_pairs = census.by_solutions().keys().filter(|(p, _)| *p == pairs);
        let principal: Vec<u32> = of_pairs.map(|&(_, principal)| principal).collect();
        let range = match (principal.first(), principal.last()) {
            (Some(least), Some(most)) if least != most => format!("{least} to {most}"),
            (Some(least), _) => least.to_string(),
            _ => String::new(),
        };
        let (puzzles, multisets) = (grouped(tally.puzzles), grouped(tally.multisets));
        vec![pairs.to_string(), puzzles, multisets, range]
    });
    let header = ["pairs", "puzzles", "multisets", "principal solutions"];
    let by_pairs = headed(header, by_pairs);
    text.table(&by_pairs);
    text.push_str("\n");
    let _ = writeln!(
        text,
        "Counted twice: {} classes listed and solved by their factors, and as many by Burnside's \
         lemma, for every number of pairs.\n\
         --format csv or json breaks each line down by principal solutions.",
        grouped(total.puzzles)
    );
    text
}

fn rows(census: &Census) -> Vec<Vec<String>> {
    let header = ["pairs", "principal", "puzzles", "multisets"];
    let body = census.by_solutions().iter();
    headed(
        header,
        body.map(|((pairs, principal), tally)| {
            let numbers = [pairs.to_string(), principal.to_string()];
            [numbers, [tally.puzzles.to_string(), tally.multisets.to_string()]].concat()
        }),
    )
}
