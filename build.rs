//! Makes a new file below `instances/` reach the binary: the macro that embeds the folder sees only
//! the files it knew.

fn main() {
    println!("cargo:rerun-if-changed=instances");
}
