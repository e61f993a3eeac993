//! Every editor and every game, by mouse, by finger and by the keyboard alone.

use serde_json::{Value, json};

use super::page::{follow, hook, open};
use super::workshop;
use crate::browser::Browser;

/// Presses a key, with Shift or without, wherever the focus is.
fn press(browser: &Browser, key: &str, shift: bool) {
    let (code, text) = match key {
        "Tab" => (9, ""),
        "Enter" => (13, "\r"),
        "Delete" => (46, ""),
        "ArrowLeft" => (37, ""),
        "ArrowUp" => (38, ""),
        "ArrowRight" => (39, ""),
        "ArrowDown" => (40, ""),
        letter => (i32::from(letter.as_bytes()[0].to_ascii_uppercase()), letter),
    };
    let mut event = json!({ "type": "keyDown", "key": key, "code": key,
        "windowsVirtualKeyCode": code, "modifiers": if shift { 8 } else { 0 } });
    if !text.is_empty() {
        event["text"] = json!(text);
    }
    browser.command("Input.dispatchKeyEvent", &event);
    event["type"] = json!("keyUp");
    browser.command("Input.dispatchKeyEvent", &event);
}

/// Goes to an element with the Tab key alone.
fn reach(browser: &Browser, selector: &str) {
    let there = "return document.activeElement.matches(arguments[0])";
    for _ in 0..120 {
        if browser.run(there, &json!([selector])) == json!(true) {
            return;
        }
        press(browser, "Tab", false);
    }
    panic!("the Tab key does not lead to {selector}");
}

/// Waits until nothing has come or gone on the page for a while: an answer that arrives moves what
/// is below it, and a mouse aims at what stands still.
fn wait_for_rest(browser: &Browser) {
    let script = "return new Promise((done) => {
            const end = () => { watch.disconnect(); done(true); };
            let timer = setTimeout(end, 400);
            const watch = new MutationObserver(() => {
                clearTimeout(timer);
                timer = setTimeout(end, 400);
            });
            watch.observe(document.body, { subtree: true, childList: true });
        })";
    browser.run(script, &json!([]));
}

/// Drags with the mouse from the middle of one element by some pixels.
fn drag(browser: &Browser, from: &str, (x, y): (f64, f64)) {
    wait_for_rest(browser);
    let middle = "const found = document.querySelector(arguments[0]);
        found.scrollIntoView({ block: 'center', behavior: 'instant' });
        const box = found.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2]";
    let start = browser.run(middle, &json!([from]));
    let (left, top) = (start[0].as_f64().unwrap(), start[1].as_f64().unwrap());
    let mouse = |kind: &str, share: f64| {
        let event = json!({ "type": kind, "x": left + x * share, "y": top + y * share,
            "button": "left", "buttons": 1, "clickCount": 1 });
        browser.command("Input.dispatchMouseEvent", &event);
    };
    mouse("mousePressed", 0.0);
    for step in 1..=8 {
        mouse("mouseMoved", f64::from(step) / 8.0);
    }
    mouse("mouseReleased", 1.0);
}

/// From the middle of one element to that of another.
fn distance(browser: &Browser, from: &str, to: &str) -> (f64, f64) {
    let script = "const [one, other] = [...arguments].map((selector) =>
            document.querySelector(selector).getBoundingClientRect());
        return [other.x + other.width / 2 - one.x - one.width / 2,
            other.y + other.height / 2 - one.y - one.height / 2]";
    let found = browser.run(script, &json!([from, to]));
    (found[0].as_f64().unwrap(), found[1].as_f64().unwrap())
}

fn wait_for(browser: &Browser, selector: &str, text: &str) {
    browser.wait_until(&format!(
        "return document.querySelector({}).textContent.includes({})",
        json!(selector),
        json!(text)
    ));
}

/// Waits until the puzzle as text says this.
fn wait_for_toml(browser: &Browser, text: &str) {
    browser.wait_until(&format!(
        "return document.querySelector('[data-test=toml]').value.includes({})",
        json!(text)
    ));
}

/// Types into a field, over what was there.
fn enter(browser: &Browser, name: &str, text: &str) {
    let script = "const field = document.querySelector(arguments[0]);
        field.value = arguments[1];
        for (const kind of ['input', 'change'])
            field.dispatchEvent(new Event(kind, { bubbles: true }))";
    browser.run(script, &json!([hook(name), text]));
}

/// A radio button is clicked on its label: it is not to be seen itself.
fn choose(browser: &Browser, name: &str) {
    let script = "document.querySelector(arguments[0]).click()";
    browser.run(script, &json!([hook(name)]));
}

#[test]
#[ignore = "long: drives Chromium"]
fn each_game_is_played_with_the_keyboard_alone() {
    let Some((browser, page)) = workshop() else {
        return;
    };
    browser.resize(1400, 900);
    open(&browser, "insanity");
    reach(&browser, &hook("show-me"));
    reach(&browser, "[data-test^=edge-]");
    press(&browser, "Enter", false);
    wait_for(&browser, &hook("messages"), "1 of 6 edges chosen.");
    press(&browser, "ArrowRight", false);
    press(&browser, "Enter", false);
    browser.wait_until("return document.querySelectorAll('.edge.factor-1').length === 2");

    // The tabs themselves are changed by arrow keys.
    reach(&browser, &hook("tab-insanity"));
    press(&browser, "ArrowRight", false);
    browser.wait_until("return !document.getElementById('panel-tour').hidden");
    wait_for(&browser, &hook("tour-best"), "37");
    reach(&browser, "[data-test=tour-board] [data-cell]");
    for (key, sum) in [("ArrowUp", "6"), ("ArrowUp", "12"), ("ArrowRight", "16")] {
        press(&browser, key, false);
        wait_for(&browser, &hook("tour-sum"), sum);
    }

    reach(&browser, &hook("tab-tour"));
    press(&browser, "ArrowRight", false);
    browser.wait_until("return !document.getElementById('panel-picture').hidden");
    reach(&browser, ".array-cell");
    press(&browser, "ArrowUp", true);
    wait_for(&browser, &hook("picture-distance"), "1");
    press(&browser, "ArrowRight", false);
    press(&browser, "ArrowLeft", true);
    wait_for(&browser, &hook("picture-distance"), "2");
    press(&browser, "ArrowRight", true);
    press(&browser, "ArrowDown", true);
    wait_for(&browser, &hook("picture-verdict"), "Solved.");

    reach(&browser, &hook("tab-picture"));
    press(&browser, "ArrowRight", false);
    browser.wait_until("return !document.getElementById('panel-corner').hidden");
    let messages = "#panel-corner [data-test=messages]";
    reach(&browser, &hook("piece-1"));
    press(&browser, "Enter", false);
    reach(&browser, "[data-corner]");
    press(&browser, "Enter", false);
    wait_for(&browser, messages, "1 of 8 pieces placed.");
    press(&browser, "Enter", false);
    press(&browser, "Delete", false);
    wait_for(&browser, messages, "0 of 8 pieces placed.");
    browser.assert_quiet(&page);
}

#[test]
#[ignore = "long: drives Chromium"]
fn games_are_played_by_dragging() {
    let Some((browser, page)) = workshop() else {
        return;
    };
    browser.resize(1400, 900);
    open(&browser, "tour");
    wait_for(&browser, &hook("tour-best"), "37");
    drag(&browser, ".board-scene", (0.0, -80.0));
    wait_for(&browser, &hook("tour-progress"), "2 of 9 cells");

    open(&browser, "picture");
    let cell = hook("picture-cell-2-1");
    drag(&browser, &cell, (0.0, -80.0));
    wait_for(&browser, &hook("picture-distance"), "1");
    wait_for(&browser, &cell, "B, house");
    drag(&browser, &cell, (80.0, 4.0));
    wait_for(&browser, &hook("picture-distance"), "2");
    // A finger that goes back before it lets go turns nothing.
    drag(&browser, &cell, (12.0, 0.0));
    browser.click(&hook("picture-undo"));
    wait_for(&browser, &hook("picture-distance"), "1");

    open(&browser, "corner");
    wait_for_rest(&browser);
    let (piece, corner) = (hook("piece-1"), hook("corner-left-front-bottom"));
    let way = distance(&browser, &piece, &corner);
    drag(&browser, &piece, way);
    let messages = "#panel-corner [data-test=messages]";
    wait_for(&browser, messages, "1 of 8 pieces placed.");
    browser.assert_quiet(&page);
}

#[test]
#[ignore = "long: drives Chromium"]
fn every_editor_makes_a_puzzle() {
    let Some((browser, page)) = workshop() else {
        return;
    };
    open(&browser, "insanity");
    browser.click(&hook("blank"));
    wait_for(&browser, &hook("verdict"), "24 faces to paint.");
    browser.click(&hook("paint-green"));
    browser.click(&hook("net-2-top"));
    wait_for(&browser, &hook("verdict"), "23 faces to paint.");
    wait_for_toml(&browser, "\"green\"");
    enter(&browser, "words", "AABBCC ABCABC BCABCA");
    wait_for_toml(&browser, "\"AABBCC\"");
    wait_for(&browser, &hook("facts"), "3 cubes, 3 colours");
    browser.click(&hook("add-cube"));
    wait_for(&browser, &hook("facts"), "4 cubes, 3 colours");

    open(&browser, "tour");
    enter(&browser, "tour-rows", "4");
    wait_for_toml(&browser, "rows = 4");
    choose(&browser, "tour-tool-hole");
    browser.click("[data-cell=\"1,1\"]");
    wait_for_toml(&browser, "blocked = [");
    choose(&browser, "tour-tool-start");
    browser.click("[data-cell=\"3,0\"]");
    wait_for_toml(&browser, "start = [3, 0]");
    choose(&browser, "tour-hand-right");
    wait_for_toml(&browser, "east = 4");
    wait_for(&browser, &hook("tour-best"), "proved");

    open(&browser, "picture");
    choose(&browser, "picture-mode-set");
    browser.click(&hook("picture-face-C"));
    browser.click(&hook("picture-cell-1-2"));
    wait_for_toml(&browser, "(1 3 4 2)");
    enter(&browser, "picture-columns", "3");
    wait_for_toml(&browser, "columns = 3");
    enter(&browser, "picture-kind", "coin");
    wait_for_toml(&browser, "name = \"C2\"");
    assert_eq!(browser.count(".array .coin"), 9);

    open(&browser, "corner");
    browser.click(&hook("pieces-summary"));
    browser.click(&hook("drop-AAD"));
    wait_for(&browser, &hook("pieces-state"), "7");
    browser.click(&hook("add-AAD"));
    wait_for_toml(&browser, "\"AAD\"");
    browser.assert_quiet(&page);
}

#[test]
#[ignore = "long: drives Chromium"]
fn the_distance_of_six_picture_cubes_is_that_of_the_tool() {
    let Some((browser, page)) = workshop() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cubes.toml");
    let mut distances = Vec::new();
    for (seed, moves) in [(1, 3), (2, 6), (3, 9), (4, 20), (5, 40), (6, 60)] {
        let script = "return window.cubegraph.generate('picture',
            { size: '3x2', scramble: arguments[0], seed: arguments[1] })";
        let text = browser.run(script, &json!([moves, seed]));
        std::fs::write(&file, text.as_str().unwrap()).unwrap();
        let output = assert_cmd::Command::from(crate::common::tool())
            .args(["-q", "picture", "solve", "--format", "json"])
            .arg(&file)
            .output()
            .unwrap();
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        let script = "document.querySelector('[data-test=toml]').value = arguments[0];
            document.querySelector('[data-test=toml-use]').click()";
        let before = browser.ask("return location.hash");
        browser.run(script, &json!([text]));
        browser.wait_until(&format!("return location.hash !== {before}"));
        let exact = "return ['Exactly: no shorter way exists.', 'Solved.'].includes(
                document.querySelector('[data-test=picture-verdict]').textContent)
            && document.querySelector('.now.waiting') === null";
        browser.wait_until(exact);
        let shown = browser.text(&hook("picture-distance"));
        assert_eq!(shown, answer["length"].to_string(), "seed {seed}");
        assert_eq!(answer["optimal"], json!(true));
        distances.push(shown);
    }
    distances.dedup();
    assert!(distances.len() > 3, "{distances:?}");
    follow(&browser, "#@3x2");
    wait_for(&browser, &hook("picture-verdict"), "Solved.");
    browser.assert_quiet(&page);
}
