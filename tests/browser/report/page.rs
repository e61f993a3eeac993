//! The page in a real browser: every moving part is used and its effect read, nothing complains,
//! nothing is fetched.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::browser::Browser;
use cubegraph::instance::{self, Family, Instance};
use cubegraph::picture::{Configuration, Metric, Move};
use cubegraph::report;
use cubegraph::work::Work;
use serde_json::json;

/// A page in a folder that lives as long as the test.
struct Written {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

fn write(instances: &[Instance]) -> Written {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("page.html");
    let page = report::page(instances, false, &Work::default()).unwrap();
    assert!(page.len() < 5_000_000, "{} bytes", page.len());
    std::fs::write(&path, page).unwrap();
    Written { _folder: folder, path }
}

fn built_in(names: &[(&str, Family)]) -> Vec<Instance> {
    names
        .iter()
        .map(|(name, family)| instance::find_built_in(name, Some(*family)).unwrap().read().unwrap())
        .collect()
}

#[test]
#[ignore = "long: drives Chromium"]
fn a_die_tour_is_stepped_through_and_the_sum_runs() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let page = write(&built_in(&[("3x3", Family::Tour)]));
    browser.open(&page.path);
    let says = "[data-widget=tour] output";
    assert_eq!(browser.text(says), "Start: top 1, sum 1");
    assert_eq!(browser.count("[data-widget=tour]"), 2);
    // The largest sum is 37 and its tours begin NNEESS: the tops are 1, 5, 6, 4, …
    let mut sums = vec![1];
    for roll in 1..=8 {
        browser.click("[data-widget=tour] button.next");
        let text = browser.text(says);
        assert!(text.starts_with(&format!("Roll {roll} of 8, ")), "{text}");
        let sum: i64 = text.rsplit(' ').next().unwrap().parse().unwrap();
        let top: i64 =
            text.split("top ").nth(1).unwrap().split(',').next().unwrap().parse().unwrap();
        assert_eq!(sum, sums[sums.len() - 1] + top, "{text}");
        let cell = format!(
            "[data-widget=tour] [aria-label*='cell {} of the tour, showed {top}']",
            roll + 1
        );
        assert!(browser.count(&cell) >= 1, "{cell}");
        let stamps = "return document.querySelector('[data-widget=tour]').querySelectorAll('.board-stamp, .board-now').length";
        assert_eq!(browser.ask(stamps), json!(roll + 1));
        sums.push(sum);
    }
    assert_eq!(sums[8], 37);
    assert_eq!(
        browser.ask("return document.querySelector('[data-widget=tour] button.next').ariaDisabled"),
        json!("true")
    );
    browser.click("[data-widget=tour] button.back");
    assert!(browser.text(says).starts_with("Roll 7 of 8"));
    browser.click("[data-widget=tour] .first");
    assert_eq!(browser.text(says), "Start: top 1, sum 1");
    browser.click("[data-widget=tour] .last");
    assert!(browser.text(says).ends_with("sum 37"));
    // By keyboard: the slider has arrow keys.
    browser.keys("[data-widget=tour] input[type=range]", "\u{E012}");
    assert!(browser.text(says).starts_with("Roll 7 of 8"));
    browser.click("[data-widget=tour] .play");
    browser.wait_until("return document.querySelector('[data-widget=tour] output').textContent.startsWith('Roll 8 of 8')");
    browser.assert_quiet(&page.path);
}

#[test]
#[ignore = "long: drives Chromium"]
fn the_tower_turns_and_the_factors_come_one_after_the_other() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let page = write(&built_in(&[("parker-brothers", Family::Insanity)]));
    browser.open(&page.path);
    let mut sides = BTreeMap::new();
    for _ in 0..4 {
        let text = browser.text("[data-widget=tower] output");
        let (side, colours) = text.split_once(", from the top: ").unwrap();
        let different: BTreeSet<&str> = colours.split(", ").collect();
        assert_eq!(different.len(), 4, "{text}");
        sides.insert(
            side.to_owned(),
            browser.ask("return document.querySelector('.tower .scene').style.transform"),
        );
        browser.click("[data-widget=tower] .turn-right");
    }
    assert_eq!(
        sides.keys().map(String::as_str).collect::<Vec<_>>(),
        ["The back side", "The front side", "The left side", "The right side"]
    );
    assert_eq!(
        sides.values().map(ToString::to_string).collect::<BTreeSet<_>>().len(),
        4,
        "the tower is turned each time"
    );
    assert!(browser.text("[data-widget=tower] output").starts_with("The front side"));
    browser.click("[data-widget=tower] .turn-left");
    assert!(browser.text("[data-widget=tower] output").starts_with("The left side"));
    assert_eq!(browser.count(".strips .swatch"), 16);
    assert_eq!(browser.count(".strips .swatch.twice"), 0);

    let visible = "return [...document.querySelectorAll('[data-widget=steps] .step')].map(step => step.offsetHeight > 0)";
    for step in 0..4 {
        assert_eq!(
            browser.ask(visible),
            json!((0..4).map(|other| other == step).collect::<Vec<_>>())
        );
        assert!(
            browser
                .text("[data-widget=steps] output")
                .starts_with(&format!("Step {} of 4", step + 1))
        );
        if step < 3 {
            browser.click("[data-widget=steps] .next");
        }
    }
    browser.assert_quiet(&page.path);
}

/// All configurations of 3×2 within a distance, found without any symmetry.
fn nearby(within: usize) -> BTreeMap<Vec<usize>, usize> {
    let size = "3x2".parse().unwrap();
    let ranks = |configuration: &Configuration| {
        configuration.cells().iter().map(|cube| cube.rank()).collect::<Vec<_>>()
    };
    let mut front = vec![Configuration::solved(size)];
    let mut distances = BTreeMap::from([(ranks(&front[0]), 0)]);
    for distance in 1..=within {
        let mut next = Vec::new();
        for configuration in &front {
            for step in Move::all(size, Metric::Quarter) {
                let mut turned = configuration.clone();
                turned.turn(step);
                if distances.try_insert_distance(ranks(&turned), distance) {
                    next.push(turned);
                }
            }
        }
        front = next;
    }
    distances
}

trait InsertDistance {
    fn try_insert_distance(&mut self, key: Vec<usize>, distance: usize) -> bool;
}

impl InsertDistance for BTreeMap<Vec<usize>, usize> {
    fn try_insert_distance(&mut self, key: Vec<usize>, distance: usize) -> bool {
        match self.entry(key) {
            std::collections::btree_map::Entry::Vacant(entry) => {
                entry.insert(distance);
                true
            }
            std::collections::btree_map::Entry::Occupied(_) => false,
        }
    }
}

#[test]
#[ignore = "long: drives Chromium"]
fn the_page_knows_the_exact_distance_and_a_hint_is_a_best_move() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let page = write(&built_in(&[("3x2", Family::Picture)]));
    browser.open(&page.path);
    let distance = || -> u64 {
        browser
            .ask("return document.querySelector('[data-widget=picture]').dataset.distance")
            .as_str()
            .unwrap()
            .parse()
            .unwrap()
    };
    assert_eq!(distance(), 0);
    assert!(browser.text(".distance").contains("Solved"));
    let picture = "return document.querySelector('[data-index=\"0\"]').outerHTML";
    let solved = browser.ask(picture);
    for name in ["up1", "left2", "down3", "right1", "up2"] {
        browser.click(&format!("[data-test=picture-{name}]"));
    }
    assert_ne!(browser.ask(picture), solved, "turning shows");
    assert!(browser.text("[data-widget=picture] output").contains("up2; 5 moves made"));
    let mut here = distance();
    assert!((1..=5).contains(&here));
    while here > 0 {
        browser.click(".hint");
        assert_eq!(distance(), here - 1);
        here -= 1;
    }
    assert_eq!(browser.ask(picture), solved);
    assert_eq!(browser.ask("return document.querySelector('.hint').ariaDisabled"), json!("true"));
    browser.click(".hardest");
    assert_eq!(distance(), 14);
    browser.click(".solve");
    browser.wait_until(
        "return document.querySelector('[data-widget=picture]').dataset.distance === '0'",
    );
    assert!(browser.text("[data-widget=picture] output").contains("14 moves made"));
    browser.click(".scramble");
    assert!(browser.text("[data-widget=picture] output").contains("Scrambled"));
    browser.click(".reset");
    assert_eq!(distance(), 0);

    let known = nearby(4);
    assert_eq!(known.len(), 1 + 10 + 69 + 456 + 2846);
    let states: Vec<&Vec<usize>> = known.keys().collect();
    let script = "const root = document.querySelector('[data-widget=picture]'); return arguments[0].map(root.distanceOf)";
    assert_eq!(browser.run(script, &json!([states])), json!(known.values().collect::<Vec<_>>()));
    // A cube turned alone by a quarter is not reachable, and the page does not pretend that it is.
    assert_eq!(browser.run(script, &json!([[[1, 0, 0, 0, 0, 0]]])), json!([null]));
    browser.assert_quiet(&page.path);
}

#[test]
#[ignore = "long: drives Chromium"]
fn the_answers_of_the_tool_are_on_the_page() {
    let answers = [
        ("scrambled-3x3", Family::Picture, "is solved by"),
        ("unreachable", Family::Picture, "is not among them: "),
        ("unsolvable", Family::Insanity, "The smallest obstacle: already cubes"),
        ("van-kreveld", Family::Corner, "put together and drawn apart"),
        ("coins", Family::Picture, "commute here"),
    ];
    for (name, family, says) in answers {
        let instance = built_in(&[(name, family)]);
        let title = instance[0].title.clone().unwrap();
        let page = report::page(&instance, false, &Work::default()).unwrap();
        assert!(page.contains(says), "{name}");
        assert!(page.contains(&format!("<title>{title}</title>")), "{name}");
    }
    let coins = report::page(&built_in(&[("coins", Family::Picture)]), false, &Work::default());
    let body = coins.unwrap();
    let body = &body[body.find("<main").unwrap()..body.find("</main>").unwrap()];
    assert!(!body.contains(" cubes in ") && !body.contains("even rotation"));
}

#[test]
#[ignore = "long: drives Chromium"]
fn hostile_titles_are_shown_as_text() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let hostile = [
        "<script>alert(1)</script>",
        "\"&'",
        "</script><img src=x onerror=alert(1)>",
        "--><b>bold</b>",
    ];
    let mut instances = Vec::new();
    for title in hostile {
        let quoted = title.replace('\\', "\\\\").replace('"', "\\\"");
        let header = format!("title = \"{quoted}\"\nsource = \"{quoted}\"\n");
        let colours = format!("[\"{quoted}\", \"b\"]");
        for text in [
            format!("kind = \"tour\"\n{header}rows = 2\ncolumns = 2"),
            format!("kind = \"picture\"\n{header}rows = 1\ncolumns = 1"),
            format!(
                "kind = \"corner\"\n{header}pieces = [\"AAD\", \"ACB\", \"ACD\", \"ADB\", \"ADD\", \"BBC\", \"BCC\", \"BDC\"]"
            ),
            format!(
                "kind = \"insanity\"\n{header}cubes = [{{ pairs = [{colours}, {colours}, {colours}] }}, {{ pairs = [{colours}, {colours}, {colours}] }}]"
            ),
        ] {
            instances.push(instance::read_text("hostile.toml", &text).unwrap());
        }
    }
    let page = write(&instances);
    browser.open(&page.path);
    let headings = browser.ask(
        "return [...document.querySelectorAll('article h3')].map(heading => heading.textContent)",
    );
    let headings: Vec<&str> =
        headings.as_array().unwrap().iter().filter_map(|heading| heading.as_str()).collect();
    for title in hostile {
        assert_eq!(headings.iter().filter(|heading| **heading == title).count(), 4, "{title}");
        assert!(
            browser
                .ask("return document.body.textContent")
                .as_str()
                .unwrap()
                .contains(&format!("Source: {title}"))
        );
    }
    assert_eq!(browser.count("img"), 0);
    assert_eq!(browser.count("main b"), 0);
    assert_eq!(browser.count("script:not([type])"), 1, "only the page's own script");
    browser.assert_quiet(&page.path);
}

#[test]
#[ignore = "long: drives Chromium"]
fn the_page_fits_a_phone_and_a_projector_and_says_what_pictures_show() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let page = write(&report::documents_instances().unwrap());
    browser.open(&page.path);
    for (name, width, height) in
        [("phone", 390, 844), ("desktop", 1280, 900), ("projector", 1920, 1080)]
    {
        browser.resize(width, height);
        let too_wide =
            "return document.documentElement.scrollWidth > document.documentElement.clientWidth";
        assert_eq!(browser.ask(too_wide), json!(false), "{name} scrolls sideways");
        browser.screenshot(&format!("page-{name}.png"));
    }
    let nameless = "return [...document.querySelectorAll('svg[role=img]')].filter(svg => !(svg.querySelector('title') && svg.querySelector('title').textContent)).length";
    assert_eq!(browser.ask(nameless), json!(0), "pictures without an alternative text");
    let unnamed = "return [...document.querySelectorAll('button, input, a')].filter(control => !(control.textContent || control.ariaLabel || control.labels?.length)).length";
    assert_eq!(browser.ask(unnamed), json!(0), "controls without a name");
    let levels = browser.ask("return [...document.querySelectorAll('h1, h2, h3, h4')].map(heading => Number(heading.tagName[1]))");
    let levels: Vec<u64> =
        levels.as_array().unwrap().iter().filter_map(serde_json::Value::as_u64).collect();
    assert_eq!(levels[0], 1);
    assert!(
        levels.windows(2).all(|pair| pair[1] <= pair[0] + 1),
        "headings skip a level: {levels:?}"
    );
    browser.click("#theme");
    let dark = browser.ask("return getComputedStyle(document.body).backgroundColor");
    browser.click("#theme");
    assert_ne!(browser.ask("return getComputedStyle(document.body).backgroundColor"), dark);
    browser.assert_quiet(&page.path);
}

#[test]
#[ignore = "long: drives Chromium"]
fn printing_adds_the_nets_on_the_paper_that_was_chosen() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let page = write(&built_in(&[("parker-brothers", Family::Insanity), ("3x2", Family::Picture)]));
    browser.open(&page.path);
    browser.click("#paper-none");
    let without = browser.printed_pages();
    browser.click("#paper-a4");
    // Four cubes on one sheet, six on another.
    assert_eq!(browser.printed_pages(), without + 2);
    browser.click("#paper-letter");
    assert_eq!(browser.printed_pages(), without + 2);
    browser.assert_quiet(&page.path);
}
