//! Positions drawn by `ConvertPosition`.

use crate::faults::told_faults;
use crate::support::{ONE_PLY, Server, config};
use tsumi::notation::sfen;
use tsumi::picture::{Diagram, Look, Pieces};
use tsumi::service::proto::{
    ConvertPositionRequest, PictureOptions, PieceStyle, Side, UsiPosition, convert_position_request,
};
use tsumi::shogi::{Color, Square};

fn drawn(text: &str) -> ConvertPositionRequest {
    ConvertPositionRequest {
        position: Some(convert_position_request::Position::Sfen(text.to_owned())),
        picture: true,
        ..ConvertPositionRequest::default()
    }
}

fn options(pieces: i32, flip: bool, both_hands: bool) -> PictureOptions {
    PictureOptions { pieces, flip, both_hands }
}

#[tokio::test]
async fn a_picture_is_drawn_as_it_is_asked_for() {
    let mut client = Server::start(config()).await.client().await;
    let setup = sfen::parse(ONE_PLY).unwrap();
    let whole = Look { pieces: Pieces::Western, flip: true, both_hands: true };
    for (asked, attacker, look) in [
        (None, Side::Unspecified, Look::default()),
        (Some(options(PieceStyle::Kanji.into(), false, false)), Side::Black, Look::default()),
        (Some(options(PieceStyle::Western.into(), true, true)), Side::White, whole),
    ] {
        let request = ConvertPositionRequest { attacker: attacker.into(), picture_options: asked, ..drawn(ONE_PLY) };
        let attacker = if attacker == Side::White { Color::White } else { Color::Black };
        let expected = Diagram { setup: &setup, attacker, last: None, look }.svg();
        assert_eq!(client.convert_position(request).await.unwrap().into_inner().svg, expected);
    }
    let plain =
        ConvertPositionRequest { picture: false, picture_options: Some(options(2, true, true)), ..drawn(ONE_PLY) };
    assert_eq!(client.convert_position(plain).await.unwrap().into_inner().svg, "");
}

#[tokio::test]
async fn the_picture_is_that_of_the_position_after_the_moves() {
    let mut client = Server::start(config()).await.client().await;
    let usi = UsiPosition { position: ONE_PLY.to_owned(), moves: vec!["G*5b".to_owned()] };
    let request = ConvertPositionRequest {
        position: Some(convert_position_request::Position::Usi(usi)),
        attacker: Side::Black.into(),
        ..drawn("")
    };
    let told = client.convert_position(request).await.unwrap().into_inner();
    let (setup, last) = (sfen::parse(&told.sfen).unwrap(), Square::new(5, 2));
    let expected = Diagram { setup: &setup, attacker: Color::Black, last, look: Look::default() }.svg();
    assert!(told.svg == expected && told.svg.contains("White is to move"), "{}", told.svg);
}

#[tokio::test]
async fn unknown_pieces_are_refused_with_all_else() {
    let mut client = Server::start(config()).await.client().await;
    let request =
        ConvertPositionRequest { picture_options: Some(options(7, false, false)), ..drawn("9/9/9/9/9/9/9/9/9 b - 1") };
    let status = client.convert_position(request).await.expect_err("no king, and no such pieces");
    let told = told_faults(&status);
    let fields: Vec<&str> = told.iter().map(|fault| &*fault.field).collect();
    assert_eq!(fields, ["sfen", "picture_options.pieces"]);
}
