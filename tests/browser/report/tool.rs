//! `cubegraph report` as it is called, and the pictures of the README.

use std::path::Path;

use assert_cmd::Command;

fn cubegraph() -> Command {
    assert_cmd::Command::from(crate::common::tool())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn a_page_about_ones_own_puzzles_is_written_and_holds_everything() {
    let folder = tempfile::tempdir().unwrap();
    let mine = folder.path().join("mine.toml");
    let title = "<script>alert(1)</script> \\\"&'";
    std::fs::write(&mine, format!("kind = \"tour\"\ntitle = \"{title}\"\nrows = 2\ncolumns = 3"))
        .unwrap();
    let page = folder.path().join("page.html");
    cubegraph()
        .arg("report")
        .arg(&mine)
        .args(["@van-kreveld", "-q", "-o"])
        .arg(&page)
        .assert()
        .success()
        .stdout("");
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>"));
    assert!(page.len() < 5_000_000);
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt; &quot;&amp;"));
    assert!(!page.contains("<script>alert"));
    for outside in ["src=", "href=\"http", "@import", "url("] {
        assert!(!page.contains(outside), "{outside} in the page");
    }
}

#[test]
fn a_puzzle_too_large_for_the_page_is_said_to_be() {
    let instance = "kind = \"tour\"\ntitle = \"Huge\"\nrows = 40\ncolumns = 40";
    let run = cubegraph().args(["report", "-", "-q"]).write_stdin(instance).assert().success();
    let page = text(&run.get_output().stdout);
    assert!(page.contains("was not solved for the page"), "{page}");
}

#[test]
fn what_cannot_be_read_is_status_2() {
    for word in ["missing.toml", "@no-such-instance", "/"] {
        let run = cubegraph().args(["report", word, "-q"]).assert().code(2);
        let output = run.get_output();
        assert!(output.stdout.is_empty());
        assert!(text(&output.stderr).contains("error"), "{word}");
    }
}

#[test]
fn nets_are_written_as_sheets_of_the_right_size() {
    let folder = tempfile::tempdir().unwrap();
    for (paper, size) in [("a4", ["210mm", "297mm"]), ("letter", ["215.9mm", "279.4mm"])] {
        for (instance, file) in [("@parker-brothers", "parker-brothers"), ("@3x2", "3x2")] {
            cubegraph()
                .args(["report", instance, "--paper", paper, "--nets"])
                .arg(folder.path())
                .assert()
                .success();
            let sheet = folder.path().join(format!("nets-{file}-{paper}-1.svg"));
            let svg = std::fs::read_to_string(sheet).unwrap();
            let document = roxmltree::Document::parse(&svg).unwrap();
            let root = document.root_element();
            assert_eq!(["width", "height"].map(|name| root.attribute(name).unwrap()), size);
        }
    }
    let to = folder.path().to_str().unwrap();
    for arguments in [["@parker-brothers", "--edge", "90"], ["@van-kreveld", "--edge", "20"]] {
        cubegraph().arg("report").args(arguments).args(["--nets", to]).assert().code(2);
    }
}

/// The README names the command that makes each of its pictures; the pictures kept are what the
/// commands make.
#[test]
fn the_pictures_of_the_guides_are_what_the_tool_draws() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guides = ["insanity", "tour", "picture", "corner"];
    let guides = guides.map(|name| root.join(format!("docs/{name}.md")));
    let text = guides.map(|guide| std::fs::read_to_string(guide).unwrap()).concat();
    let folder = tempfile::tempdir().unwrap();
    let mut pictures = 0;
    for part in text.split('`') {
        // The last word of the command is the option that takes the file.
        let Some((command, file)) = part.split_once(" docs/pictures/") else {
            continue;
        };
        let words: Vec<&str> = command.split_whitespace().collect();
        assert_eq!(words[0], "cubegraph", "{part}");
        let drawn = folder.path().join(file);
        cubegraph().arg("-q").args(&words[1..]).arg(&drawn).output().unwrap();
        let kept = std::fs::read_to_string(root.join("docs/pictures").join(file)).unwrap();
        assert!(text.contains(&format!("](pictures/{file})")), "{file} is not shown");
        assert!(
            kept == std::fs::read_to_string(drawn).expect(part),
            "docs/pictures/{file} is not what `{part}` draws"
        );
        pictures += 1;
    }
    assert_eq!(pictures, 5, "one for each family, and the twins");
}
