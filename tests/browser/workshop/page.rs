//! The page as people use it: editors, games, links, keys, widths, paper.

use serde_json::{Value, json};

use super::workshop;
use crate::browser::Browser;

/// The families, as tabs.
const TABS: [&str; 4] = ["insanity", "tour", "picture", "corner"];

pub fn hook(name: &str) -> String {
    format!("[data-test=\"{name}\"]")
}

/// Opens a tab and waits until it shows a puzzle.
pub fn open(browser: &Browser, family: &str) {
    browser.click(&hook(&format!("tab-{family}")));
    browser.wait_until(&format!(
        "const panel = document.getElementById('panel-{family}');
         return !panel.hidden && panel.childElementCount > 0 && document.getElementById('busy').hidden"
    ));
}

/// Goes to the part of the address after `#`.
pub fn follow(browser: &Browser, hash: &str) {
    browser.run("location.hash = arguments[0]", &json!([hash]));
}

fn is_hidden(browser: &Browser, name: &str) -> bool {
    let script = "const found = document.querySelector(arguments[0]);
        return !found || found.offsetParent === null";
    browser.run(script, &json!([hook(name)])) == json!(true)
}

#[test]
#[ignore = "long: drives Chromium"]
fn every_family_fits_three_widths_in_light_and_dark_and_axe_finds_nothing() {
    let Some((browser, page)) = workshop() else {
        return;
    };
    let axe = concat!(env!("CARGO_MANIFEST_DIR"), "/web/node_modules/axe-core/axe.min.js");
    let axe = std::fs::read_to_string(axe).expect("npm installs axe-core");
    for theme in ["light", "dark"] {
        browser.run("document.documentElement.dataset.theme = arguments[0]", &json!([theme]));
        for family in TABS {
            open(&browser, family);
            for width in [1400, 800, 390] {
                browser.resize(width, 900);
                let wide = browser.ask(
                    "const root = document.documentElement; return root.scrollWidth - root.clientWidth",
                );
                assert!(wide.as_i64().unwrap() <= 0, "{family} {theme} {width}: {wide} too wide");
                browser.screenshot(&format!("workshop-{family}-{theme}-{width}.png"));
            }
            browser.resize(1400, 900);
            let script = format!(
                "{axe}; return axe.run(document, {{ resultTypes: ['violations'] }}).then((found) =>
                    found.violations.map((v) => v.id + ': ' + v.nodes.map((n) => n.target).join(' ')))"
            );
            assert_eq!(browser.ask(&script), json!([]), "{family} {theme}");
        }
    }
    browser.assert_quiet(&page);
}

#[test]
#[ignore = "long: drives Chromium"]
fn a_link_is_a_puzzle() {
    let Some((browser, page)) = workshop() else {
        return;
    };
    follow(&browser, "#@hesselink-five");
    browser
        .wait_until("return document.querySelector('[data-test=toml]').value.includes('insanity')");
    let text = "kind = \"tour\"\ntitle = \"Mine\"\nrows = 2\ncolumns = 3\n";
    let script = "document.querySelector('[data-test=toml]').value = arguments[0];
        document.querySelector('[data-test=toml-use]').click()";
    browser.run(script, &json!([text]));
    browser.wait_until("return /^#[zt]/.test(location.hash)");
    browser.wait_until("return !document.getElementById('panel-tour').hidden");
    let link = browser.ask("return location.hash");
    follow(&browser, "#@van-kreveld");
    browser.wait_until("return !document.getElementById('panel-corner').hidden");
    follow(&browser, link.as_str().unwrap());
    browser.wait_until("return !document.getElementById('panel-tour').hidden");
    assert!(browser.text(&hook("title")).contains("Mine"));
    browser.assert_quiet(&page);
}

#[test]
#[ignore = "long: drives Chromium"]
fn a_hostile_link_does_nothing_but_say_so() {
    let Some((browser, page)) = workshop() else {
        return;
    };
    open(&browser, "tour");
    let packed = |text: &str| {
        use base64::Engine;
        let engine = base64::engine::general_purpose::URL_SAFE_NO_PAD;
        format!("#t{}", engine.encode(text))
    };
    let script = "<script>window.hit = 1</script><img src=x onerror='window.hit = 1'>";
    for hash in [
        "#zzzz".to_owned(),
        "#@no-such-instance".to_owned(),
        "#<script>window.hit=1</script>".to_owned(),
        packed("nonsense = ["),
        packed(&"x".repeat(1_200_000)),
        packed(&format!("kind = \"{script}\"")),
    ] {
        browser.run("document.getElementById('error').hidden = true", &json!([]));
        follow(&browser, &hash);
        browser.wait_until("return !document.getElementById('error').hidden");
    }
    let title = format!(
        "kind = \"corner\"\ntitle = \"\"\"{script}\"\"\"\n\
        pieces = [\"AAD\", \"ACB\", \"ACD\", \"ADB\", \"ADD\", \"BBC\", \"BCC\", \"BDC\"]"
    );
    let colours = format!(
        "kind = \"insanity\"\ntitle = \"\"\"{script}\"\"\"\n\
        cubes = [{{ pairs = [['''{script}''', 'b'], ['b', 'b'], ['b', '''{script}''']] }}, \
        {{ pairs = [['b', '''{script}'''], ['b', 'b'], ['b', '''{script}''']] }}]"
    );
    for (text, panel) in [(title, "corner"), (colours, "insanity")] {
        follow(&browser, &packed(&text));
        browser.wait_until(&format!("return !document.getElementById('panel-{panel}').hidden"));
        browser.wait_until("return document.getElementById('busy').hidden");
    }
    assert_eq!(browser.ask("return window.hit ?? null"), Value::Null);
    // The library's own drawings are the only pictures.
    assert_eq!(browser.count("main img:not(.drawing), main script"), 0);
    browser.assert_quiet(&page);
}

#[test]
#[ignore = "long: drives Chromium"]
fn painting_a_net_and_picking_edges_makes_a_tower() {
    let Some((browser, page)) = workshop() else {
        return;
    };
    follow(&browser, "#@hesselink-four");
    browser.wait_until("return document.querySelectorAll('[data-test^=edge-]').length === 12");
    browser
        .wait_until("return document.querySelector('[data-test=show-me]').offsetParent !== null");
    browser.click(&hook("show-me"));
    browser.wait_until(
        "return document.querySelector('[data-test=messages]').textContent.includes('checked it')",
    );
    // Another paint on a face is another puzzle, in another address.
    let before = browser.ask("return location.hash");
    let paints = "return [...document.querySelectorAll('[data-test^=paint-]')].length";
    assert!(browser.ask(paints).as_u64().unwrap() >= 4);
    let script = "document.querySelector('[data-test^=paint-]').click();
        const face = [...document.querySelectorAll('[data-test^=net-1-]')];
        for (const one of face) one.click();";
    browser.run(script, &json!([]));
    browser.wait_until("return /^#[zt]/.test(location.hash)");
    assert_ne!(browser.ask("return location.hash"), before);
    follow(&browser, "#@unsolvable");
    browser
        .wait_until("return document.querySelector('[data-test=obstacle]').offsetParent !== null");
    browser.click(&hook("obstacle"));
    browser.wait_until("return document.querySelector('[data-test=steps]').offsetParent !== null");
    assert!(is_hidden(&browser, "show-me"));
    browser.assert_quiet(&page);
}

#[test]
#[ignore = "long: drives Chromium"]
fn the_die_rolls_by_keys() {
    let Some((browser, page)) = workshop() else {
        return;
    };
    follow(&browser, "#@3x3");
    open(&browser, "tour");
    browser.wait_until(
        "return document.querySelector('[data-test=tour-best]').textContent.includes('37')",
    );
    // North, north, east, east, south, south, west, north: the arrows of the keyboard.
    for key in [
        "\u{E013}", "\u{E013}", "\u{E014}", "\u{E014}", "\u{E015}", "\u{E015}", "\u{E012}",
        "\u{E013}",
    ] {
        browser.keys(&hook("tour-board"), key);
    }
    browser.wait_until(
        "return document.querySelector('[data-test=tour-sum]').textContent.includes('37')",
    );
    browser.assert_quiet(&page);
}

#[test]
#[ignore = "long: drives Chromium"]
fn a_long_search_can_be_stopped() {
    let Some((browser, page)) = workshop() else {
        return;
    };
    follow(&browser, "#@8x8");
    browser.wait_until("return !document.getElementById('busy').hidden");
    browser.click(&hook("stop"));
    browser.wait_until("return document.getElementById('busy').hidden");
    open(&browser, "corner");
    browser.wait_until("return document.getElementById('error').hidden");
    browser.assert_quiet(&page);
}

/// Counts what moves: animations by script and transitions by style.
const WATCH: &str = "window.moved = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...given) {
        window.moved += 1;
        return animate.apply(this, given);
    };
    for (const name of ['transitionrun', 'animationstart'])
        document.addEventListener(name, () => { window.moved += 1; }, true);";

#[test]
#[ignore = "long: drives Chromium"]
fn nothing_moves_where_the_reader_asks_for_less_motion() {
    let Some((browser, page)) = workshop() else {
        return;
    };
    browser.run(WATCH, &json!([]));
    let north = "\u{E013}";
    let moving: [(&str, &dyn Fn()); 4] = [
        ("insanity", &|| browser.keys(&hook("tower"), north)),
        ("tour", &|| browser.keys(&hook("tour-board"), north)),
        ("picture", &|| browser.click(&hook("picture-up1"))),
        ("corner", &|| {
            browser.click("#panel-corner [data-test=show-me]");
        }),
    ];
    for (family, act) in moving {
        for (asked, moves) in [("reduce", false), ("no-preference", true)] {
            let feature = json!([{ "name": "prefers-reduced-motion", "value": asked }]);
            browser.command("Emulation.setEmulatedMedia", &json!({ "features": feature }));
            open(&browser, family);
            browser.run("window.moved = 0", &json!([]));
            act();
            if moves {
                browser.wait_until("return window.moved > 0");
            } else {
                browser.ask("return new Promise((done) => setTimeout(done, 700))");
                assert_eq!(browser.ask("return window.moved"), json!(0), "{family}");
            }
        }
    }
    browser.assert_quiet(&page);
}

#[test]
#[ignore = "long: drives Chromium"]
fn without_scripts_the_page_says_what_to_do() {
    let Some((browser, page)) = workshop() else {
        return;
    };
    browser.command("Emulation.setScriptExecutionDisabled", &json!({ "value": true }));
    browser.open(&page);
    assert_eq!(browser.ask("return 'cubegraph' in window"), json!(false));
    let shown = browser.ask("return document.querySelector('main').innerText");
    let shown = shown.as_str().unwrap();
    assert!(shown.contains("needs JavaScript"), "{shown}");
    assert!(shown.contains("cubegraph insanity solve"), "{shown}");
    let dead = "return [...document.querySelectorAll('button, select, input, [role=tab]')]
        .filter((control) => control.offsetParent !== null).length";
    assert_eq!(browser.ask(dead), json!(0), "controls that do nothing");
    browser.assert_quiet(&page);
}

#[test]
#[ignore = "long: drives Chromium"]
fn it_prints() {
    let Some((browser, page)) = workshop() else {
        return;
    };
    for family in TABS {
        open(&browser, family);
        let pages = browser.printed_pages();
        assert!((1..=6).contains(&pages), "{family}: {pages} pages");
    }
    browser.assert_quiet(&page);
}
