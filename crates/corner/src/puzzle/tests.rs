use super::*;

#[test]
fn seven_nine_or_sixteen_pieces_are_refused() {
    let seven = "AAD ACB ACD ADB ADD BBC BCC";
    let fault = Puzzle::from_text(seven).unwrap_err();
    assert!(fault.message().contains("here are 7 pieces"), "{fault}");
    let nine = format!("{seven} BDC BDC");
    let fault = Puzzle::from_text(&nine).unwrap_err();
    assert!(fault.message().contains("here are 9 pieces"), "{fault}");
    assert_eq!(fault.place(), Some(32..35));
    let piece = Piece::parse("AAD").unwrap();
    for count in [0, 7, 9, 16, 17] {
        assert!(Puzzle::corners(vec![piece; count]).is_err());
    }
    let eight = Puzzle::corners([piece; 8]).unwrap();
    assert_eq!(eight.bag().unwrap().to_string(), ["AAD"; 8].join(" "));
}

#[test]
fn a_wrong_letter_is_marked_where_it_stands() {
    let fault = Puzzle::from_text("AAD AEB").unwrap_err();
    assert_eq!(fault.place(), Some(5..6));
    assert!(
        fault.message().starts_with("piece 2"),
        "{}",
        fault.message()
    );
}

#[test]
fn every_rule_is_written_and_read_again() {
    for text in [
        "AAD ACB ACD ADB ADD BBC BCC BDC".to_owned(),
        ["AH"; 12].join(" "),
        format!("{} roll", ["AH"; 12].join(" ")),
        ["0110110001010110"; 6].join(","),
    ] {
        let puzzle: Puzzle = text.parse().unwrap();
        assert_eq!(puzzle.to_string().parse::<Puzzle>().unwrap(), puzzle);
        let toml = toml::to_string_pretty(&puzzle).unwrap();
        assert_eq!(toml::from_str::<Puzzle>(&toml).unwrap(), puzzle);
        let read: Puzzle = cubegraph_core::instance::read_puzzle("the text", &toml).unwrap();
        assert_eq!(read, puzzle);
        let json = serde_json::to_string(&puzzle).unwrap();
        assert_eq!(serde_json::from_str::<Puzzle>(&json).unwrap(), puzzle);
    }
    assert!("AH AH".parse::<Puzzle>().is_err());
    assert!("AAD roll".parse::<Puzzle>().is_err());
}
