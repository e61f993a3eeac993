//! Every command the README shows is run, and what it prints is compared.

#[test]
fn the_commands_of_the_readme_print_what_it_shows() {
    trycmd::TestCases::new().case("README.md");
}
