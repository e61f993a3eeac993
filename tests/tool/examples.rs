//! Every example is run: what a stranger reads first must work as it stands.

use std::path::Path;
use std::process::Command;

#[test]
fn every_example_runs() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    // Cargo builds the examples beside the tests.
    let built = std::env::current_exe().expect("this test is a file");
    let built = built.ancestors().nth(2).expect("in a folder").join("examples");
    let mut run = 0;
    for entry in std::fs::read_dir(sources).expect("there are examples") {
        let path = entry.expect("a file").path();
        let name = path.file_stem().expect("a name");
        let program = built.join(name).with_extension(std::env::consts::EXE_EXTENSION);
        let output = Command::new(&program).output().expect("it is built");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {said}", path.display());
        assert!(!output.stdout.is_empty(), "{}", path.display());
        run += 1;
    }
    assert!(run >= 6, "{run} examples");
}
