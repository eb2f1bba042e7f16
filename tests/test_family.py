"""The Alice family: random games in every game against the slow twin, and every move in every form of text.

`FRABJOUS_TWIN_POSITIONS` sets how many positions of each game are compared (150).
"""
import json
import os
import random
from pathlib import Path

import naive
import numpy as np
import pytest
from test_twin import compare

from frabjous.engine.coordinates import parts
from frabjous.engine.draw import draw_boards
from frabjous.engine.game import Game, IllegalMove
from frabjous.engine.geometry import geometry
from frabjous.engine.notation import read_fen, read_move, write_fen, write_move, write_move_xboard, write_san
from frabjous.engine.setup import PositionError
from frabjous.engine.variants import page_named
from frabjous.engine.variants.alice_family import FAMILY

POSITIONS = int(os.environ.get("FRABJOUS_TWIN_POSITIONS", 150))
LONGEST_GAME = 120
SUITES = json.loads((Path(__file__).parent / "data" / "acceptance" / "alice_family.json").read_text())["games"]

family = pytest.mark.parametrize("page", FAMILY, ids=[page.NAME for page in FAMILY])


def openings(page):
    """The array, and the positions of the acceptance file in which a game can be played."""
    found = [page.ARRAY]
    for case in SUITES.get(page.NAME, ()):
        try:
            Game(page, read_fen(geometry(page), case["fen"]))
            found.append(case["fen"])
        except PositionError:  # in one the side that is not to move is in check
            assert "Ra4-e4 stays" in case["name"]
    return found


def random_games(page, positions, seed):
    """A game, its twin, its legal moves by their text and a source of chance, at so many positions."""
    chance = random.Random(f"{page.NAME} {seed}")
    starts, seen = openings(page), 0
    while seen < positions:
        fen = chance.choice(starts) if seen else page.ARRAY
        game, twin = Game(page, read_fen(geometry(page), fen)), naive.from_fen(page.NAME, fen)
        for _ in range(min(LONGEST_GAME, positions - seen)):
            legal = game.legal_moves()
            moves = {write_move(game.rules, move, legal): move for move in legal}
            yield game, twin, moves, chance
            seen += 1
            if not moves:
                break
            text = choice(game, moves, chance)
            game.make(moves[text])
            twin = twin.play(text)


def choice(game, moves, chance):
    """A move at random, castling and promotion more often than not."""
    rare = [text for text, move in moves.items() if parts(game.rules, move).castling or parts(game.rules, move).promotion]
    return chance.choice(rare if rare and chance.random() < 0.2 else sorted(moves))


@family
def test_random_games_agree_with_the_twin(page):
    for game, twin, _, _ in random_games(page, POSITIONS, "twin"):
        compare(game, twin)


@family
def test_every_move_in_every_form(page):
    """Each form names one legal move, and is read as that move; taking it back leaves the position as it was."""
    for game, _, moves, _ in random_games(page, POSITIONS, "forms"):
        if game.ply % 5:
            continue
        rules, before, sans = game.rules, game.rows[game.row:game.row + game.rules.ROW].copy(), set()
        for text, move in moves.items():
            san, wire = write_san(game, move), write_move_xboard(rules, move, game, payment=True)
            sans.add(san)
            for told in (text, write_move(rules, move), san):
                assert read_move(game, told) == move, (told, write_fen(rules, game.setup()))
            assert read_move(game, wire, "xboard") == move, (wire, write_fen(rules, game.setup()))
        assert len(sans) == len(moves)
        assert np.array_equal(game.rows[game.row:game.row + rules.ROW], before)


# -------------------------------------------------------------------- forms of single moves
BARE = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


@pytest.mark.parametrize("name, fen, full, short, san, wire", [
    ("alice", BARE, "A:e2e4/B", "e2e4", "e4", "e2m4"),
    ("msalice", BARE, "A:e2e2/B", "e2e2", "e2/B", "e2m2"),
    ("msalice", BARE, "A:e1e1/B", "e1e1", "Ke1/B", "e1m1"),
    ("msalice", "4k3/8/8/8/8/8/8/4|K3 w - - 0 1", "B:e1e1/A", "e1e1", "Ke1/A", "m1e1"),
    ("duo", BARE, "A:e2e4/A", "e2e4/A", "e4/A", "e2e4"),
    ("duo", BARE, "A:e2e4/B", "e2e4/B", "e4/B", "e2m4"),
    ("duo", BARE, "A:e1e1/B", "e1e1", "Ke1/B", "e1m1"),
    ("duo", "7k/8/8/8/8/8/8/R&|n3K3 w - - 0 1", "A:a1a1/B", "a1a1", "Rxa1/B", "a1i1"),
    ("duo", "7k/8/8/4p3/3P4/8/8/4K3 w - - 0 1", "A:d4e5/A", "d4e5/A", "dxe5/A", "d4e5"),
    ("duo", "7k/8/8/4p3/3P4/8/8/4K3 w - - 0 1", "A:d4e5/B", "d4e5/B", "dxe5/B", "d4e5,e5m5"),
    ("duo", "|k7/8/8/8/8/8/8/4K2R w K - 0 1", "A:e1g1/A", "e1g1/A", "O-O/A", "e1g1,h1f1"),
    ("duo", "|k7/8/8/8/8/8/8/4K2R w K - 0 1", "A:e1g1/B", "e1g1/B", "O-O/B", "e1o1,h1n1"),
    ("duo", "7k/8/8/8/8/8/8/R&|R5K1 w - - 0 1", "B:a1a2/A", "B:a1a2/A", "B:Ra2/A", "i1a2"),
    ("duo", "7k/8/8/8/p7/8/8/R&|R5K1 w - - 0 1", "A:a1a4/A", "a1a4/A", "Rxa4/A", "a1a4"),
    ("odonohue", BARE, "A:e2e4/B", "e2e4", "e4", "e2m4"),
    ("odonohue", "4k3/8/8/8/4|p3/8/4P3/4K3 w - - 0 1", "A:e2e4/A", "e2e4", "e4", "e2e4"),
    ("odonohue", "7k/8/8/8/p7/8/8/R&|R6K w - - 0 1", "A:a1a4/B", "A:a1a4", "A:Rxa4", "a1a4,a4i4"),
    ("odonohue", "7k/8/8/8/p7/8/8/R&|R6K w - - 0 1", "B:a1a4/B", "B:a1a4", "B:Ra4", "i1i4"),
    ("odonohue", "4k2r/8/8/8/8/8/8/R3K1|nR w K - 0 1", "A:e1g1/A", "e1g1", "O-O", "e1g1,h1n1"),
    ("odonohue", "4k3/8/8/8/8/8/8/4K|n1R w K - 0 1", "A:e1g1/B", "e1g1", "O-O", "e1o1,h1f1"),
    ("alice3", BARE, "A:e2e4/C", "e2e4/C", "e4/C", "A:e2e4/C"),
    ("alice3", "4k3/4||P3/8/8/8/8/8/4K3 w - - 0 1", "C:e7e8q/B", "e7e8q", "e8=Q", "C:e7e8q/B"),
    ("alicehostage", "4k3/8/8/8/8/8/8/4K3[N#Qn] w - - 0 1", "N@e4/B", "N@e4/B", "N*e4/B", "N@e4/B"),
    ("alicehostage", "4k3/8/8/8/8/8/8/4K3[#Nq] w - - 0 1", "N#Q@e4/A", "N#Q@e4/A", "(Q-N)N*e4/A", "N#Q@e4/A"),
    ("alicehostage", "4k3/8/8/8/4r3/8/8/4K3[N] w - - 0 1", "N@e2/A", "N@e2", "N*e2", "N@e2/A"),
    ("aliceomega", None, "A:w1a2/B", "w1a2", "Wa2", "w1a2"),
    ("raumschach", None, "Ba2Ca2", "Ba2Ca2", "Ca2", "f6k6"),
    ("raumschach", None, "Ab1Bb3", "Ab1Bb3", "NBb3", "b5g7"),
    ("aliceraumschach", None, "A:Ba2Ca2/B", "Ba2Ca2", "Ca2", "Ba2Ca2"),
    ("raumschach", "2k2/P4/5/5/5//5/5/5/5/5//5/5/5/5/5//5/5/5/5/5//5/5/5/5/2K2 w - - 0 1", "Ea4Ea5u", "Ea4Ea5u", "Ea5=U", "f3f4u"),
    ("raumschach", "4k/5/5/5/5//5/5/5/5/5//5/1p3/P4/5/5//5/2B2/5/5/5//5/5/5/5/2K2 w - - 0 1", "Ca3Cb4", "Ca3Cb4", "Ca3xCb4", "k7l8"),
])
def test_moves_as_text(name, fen, full, short, san, wire):
    page = page_named(name)
    game = Game(page, read_fen(geometry(page), fen) if fen else None)
    move, legal = read_move(game, full), game.legal_moves()
    assert write_move(game.rules, move, legal) == short
    assert write_move(game.rules, move) in (short, full)
    assert write_san(game, move) == san
    assert write_move_xboard(game.rules, move, game) == wire
    assert {read_move(game, text) for text in (short, full, san)} == {read_move(game, wire, "xboard")} == {move}


@pytest.mark.parametrize("name, fen, text, message", [
    ("duo", BARE, "e2e4", "ambiguous move 'e2e4'"),
    ("duo", BARE, "e4", "ambiguous move 'e4'"),
    ("duo", BARE, "A:e2e4", "ambiguous move 'A:e2e4'"),
    ("duo", BARE, "B:e2e4/A", "illegal move 'B:e2e4/A'"),
    ("duo", BARE, "e2e4/C", "illegal move 'e2e4/C'"),
    ("duo", BARE, "e2e2", "illegal move 'e2e2'"),
    ("alice", BARE, "e1e1", "illegal move 'e1e1'"),
    ("alicehostage", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@e4", "ambiguous move 'N@e4'"),
    ("raumschach", None, "a2a3", "illegal move 'a2a3'"),  # the squares are XBoard's, which cannot show the next game
    ("aliceraumschach", None, "a2a3", "unreadable move 'a2a3'"),
    ("raumschach", None, "Ba2Fa2", "unreadable move 'Ba2Fa2'"),
])
def test_moves_refused(name, fen, text, message):
    page = page_named(name)
    with pytest.raises(IllegalMove) as raised:
        read_move(Game(page, read_fen(geometry(page), fen) if fen else None), text)
    assert str(raised.value) == message


def test_a_move_on_the_display_need_not_say_more():
    """On XBoard's two boards, start and end are enough."""
    game = Game(page_named("duo"), read_fen(geometry(page_named("duo")), BARE))
    assert write_move(game.rules, read_move(game, "e2e4", "xboard")) == "A:e2e4/A"
    assert write_move(game.rules, read_move(game, "e2m4")) == "A:e2e4/B"


def test_men_that_share_squares_do_not_make_a_rank_wider():
    rules = geometry(page_named("duo"))
    fen = "4k3/8/8/8/N&|nN&|nN&|nN&|n4/8/8/4K3 w - - 0 1"
    assert len(read_fen(rules, fen).men) == 10
    assert write_fen(rules, read_fen(rules, fen)) == fen


# -------------------------------------------------------------------- three dimensions
CUBE = page_named("raumschach").ARRAY


@pytest.mark.parametrize("fen, message", [
    (CUBE.replace("//5/5/5/5/5//", "//"), "the board has 4 levels, not 5"),
    (CUBE.replace("//5/5/5/5/5//", "//5/5/5/5//"), "level C has 4 ranks, not 5"),
    (CUBE.replace("//", "/"), "level E has 25 ranks, not 5"),
    (CUBE.replace("ubqub", "ubqb"), "rank 5 of level D has 4 squares, not 5"),
    (CUBE.replace("ubqub", "ubwub"), "unknown letter 'w' on rank 5 of level D"),
    (CUBE.replace("ubqub", "ub|qub"), "unknown letter '|q' on rank 5 of level D"),
    (CUBE.replace("rnknr", "rnkPr"), "a pawn stands on Ed5"),
    (CUBE.replace(" - - ", " K - "), "castling field 'K'"),
    (CUBE.replace(" - - ", " - a9 "), "en-passant square 'a9', which this game does not have or no pawn passes"),
])
def test_what_is_wrong_and_where(fen, message):
    page = page_named("raumschach")
    with pytest.raises(PositionError) as raised:
        Game(page, read_fen(geometry(page), fen))
    assert str(raised.value) == message


def test_a_passed_square_means_nothing_where_no_pawn_is_taken_in_passing():
    rules = geometry(page_named("raumschach"))
    assert read_fen(rules, CUBE.replace(" - - ", " - Ca3 ")) == read_fen(rules, CUBE)


# -------------------------------------------------------------------- the board in text
def picture(name, fen):
    rules = geometry(page_named(name))
    return draw_boards(rules, read_fen(rules, fen).men)


def test_drawing_three_boards_that_share_a_square():
    lines = picture("alice3", "4k3/8/8/8/4P&|n&||b3/8/8/4K3 w - - 0 1")
    assert lines[0].split() == ["Board", "A", "Board", "B", "Board", "C"]
    assert lines[5] == " 4  . . . . P . . .    4  . . . . n . . .    4  . . . . b . . ."


def test_drawing_levels_side_by_side():
    lines = picture("raumschach", CUBE)
    assert lines[0] == "    Level A         Level B         Level C         Level D         Level E"
    assert lines[1] == " 5  . . . . .    5  . . . . .    5  . . . . .    5  u b q u b    5  r n k n r"
    assert lines[-1] == "    a b c d e       a b c d e       a b c d e       a b c d e       a b c d e"
    doubled = picture("aliceraumschach", CUBE)
    assert doubled[0] == "    Board A" and doubled[1:8] == lines and doubled[8:10] == ["", "    Board B"]
