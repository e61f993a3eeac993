//! `cubegraph insanity census`.

use std::fmt::Write as _;

use clap::Args;
use cubegraph::insanity::census::{Census, Tally, Terms, census};
use cubegraph::instance::Family;
use cubegraph::published::grouped;

use super::super::{Answer, Context, table};

/// What `census` is asked.
#[derive(Args)]
pub struct Arguments {
    /// How many cubes (and colours), 1 to 4
    #[arg(long, value_name = "H")]
    cubes: usize,
    /// Only cubes that show every colour
    #[arg(long)]
    all_colours_on_each: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let terms = Terms {
        cubes: arguments.cubes,
        all_colours_on_each: arguments.all_colours_on_each,
    };
    let census = census(terms, context.work())?;
    let (text, rows) = (in_words(&census), rows(&census));
    let answer = cubegraph::Answer::new("census", census).of(Family::Insanity);
    Ok(Answer::new(text, answer).with_csv(rows))
}

fn in_words(census: &Census) -> String {
    let cubes = census.terms().cubes;
    let which = if census.terms().all_colours_on_each {
        " that show every colour"
    } else {
        ""
    };
    let (total, solvable) = (census.total(), census.solvable());
    let mut text = format!(
        "All puzzles of {cubes} cubes{which} with at most {cubes} colours, up to permuting colours \
         and cubes.\n\
         A cube counts up to rotation and mirror image: {} different cubes, {} multisets of \
         {cubes}.\n\n",
        grouped(census.kinds_of_cubes()),
        grouped(total.multisets),
    );
    let row = |what: &str, tally: Tally| {
        vec![
            what.to_owned(),
            grouped(tally.puzzles),
            grouped(tally.multisets),
        ]
    };
    let summary = [
        [String::new(), "puzzles".to_owned(), "multisets".to_owned()].to_vec(),
        row("all", total),
        row("with a tower", solvable),
        row("without", census.sum(|&(pairs, _)| pairs == 0)),
        row("exactly one pair", census.sum(|&(pairs, _)| pairs == 1)),
        row(
            "exactly one principal solution",
            census.sum(|&(_, principal)| principal == 1),
        ),
    ];
    let _ = writeln!(text, "{}\n", table(&summary));
    let mut by_pairs = vec![
        ["pairs", "puzzles", "multisets", "principal solutions"]
            .map(str::to_owned)
            .to_vec(),
    ];
    for (pairs, tally) in census.by_pairs() {
        let principal: Vec<u32> = census
            .by_solutions()
            .keys()
            .filter(|(p, _)| *p == pairs)
            .map(|&(_, principal)| principal)
            .collect();
        let range = match (principal.first(), principal.last()) {
            (Some(least), Some(most)) if least != most => format!("{least} to {most}"),
            (Some(least), _) => least.to_string(),
            _ => String::new(),
        };
        by_pairs.push(vec![
            pairs.to_string(),
            grouped(tally.puzzles),
            grouped(tally.multisets),
            range,
        ]);
    }
    let _ = writeln!(text, "{}\n", table(&by_pairs));
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
    let header = ["pairs", "principal", "puzzles", "multisets"]
        .map(str::to_owned)
        .to_vec();
    let body = census
        .by_solutions()
        .iter()
        .map(|((pairs, principal), tally)| {
            [
                pairs.to_string(),
                principal.to_string(),
                tally.puzzles.to_string(),
                tally.multisets.to_string(),
            ]
            .to_vec()
        });
    std::iter::once(header).chain(body).collect()
}
