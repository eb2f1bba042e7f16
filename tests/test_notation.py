"""FEN, coordinates, XBoard's squares and SAN: written, read, and refused."""
import json
import random
from pathlib import Path

import naive
import pytest

from frabjous.engine.coordinates import parts
from frabjous.engine.draw import draw
from frabjous.engine.game import Game, IllegalMove
from frabjous.engine.geometry import geometry
from frabjous.engine.notation import read_fen, read_move, write_fen, write_move, write_move_xboard, write_san
from frabjous.engine.setup import PositionError
from frabjous.engine.variants import GAMES, Alice, Chess, Chessgi, Hostage, Omega

DATA = Path(__file__).parent / "data" / "acceptance"
SUITES = {name: json.loads((DATA / f"{name}.json").read_text()) for name in ("omega", "alice", "hostage")}
FAMILY = json.loads((DATA / "alice_family.json").read_text())["games"]


def read(page, fen):
    return read_fen(geometry(page), fen)


def rewritten(page, fen):
    return write_fen(geometry(page), read(page, fen))


def game_of(page, fen=None):
    return Game(page, None if fen is None else read(page, fen))


def random_positions(page, seed, games, plies):
    """A game at each of its positions, played at random."""
    rng = random.Random(seed)
    for _ in range(games):
        game = Game(page)
        for _ in range(plies):
            legal = game.legal_moves()
            if not legal:
                break
            yield game, legal, rng
            game.play(rng.choice(legal))


# -------------------------------------------------------------------- FEN
@pytest.mark.parametrize("page", GAMES.values(), ids=GAMES)
def test_array_round_trip(page):
    written = rewritten(page, page.ARRAY)
    assert read(page, written) == read(page, page.ARRAY)
    if not (page.BOARDS > 1 and page.CORNERS):  # a doubled page may keep the array of the game it doubles
        assert written == page.ARRAY


@pytest.mark.parametrize("name", SUITES)
def test_acceptance_positions_round_trip(name):
    for case in SUITES[name]["positions"]:
        assert rewritten(GAMES[name], case["fen"]) == case["fen"]


@pytest.mark.parametrize("option", Alice.OPTIONS["EnPassant"])
def test_passed_squares_are_kept_where_the_option_uses_them(option):
    page = Alice.with_options(EnPassant=option)
    for case in SUITES["alice"]["positions"]:
        fen = case["fen_with_en_passant"]
        expected = fen.split()[3] if option != "none" else "-"
        assert rewritten(page, fen).split()[3] == expected


def test_omega_forms():
    for case in SUITES["omega"]["positions"]:
        twelve = read(Omega, case["fen"])
        assert read(Omega, case["ofen"]) == twelve
        placement, rest = case["fen"].split(" ", 1)
        counted = "/".join(counting_holes(rank) for rank in placement.split("/"))
        assert read(Omega, f"{counted} {rest}") == twelve


def counting_holes(rank):
    """A rank in ChessV's form: holes are empty squares."""
    cells = ""
    digits = ""
    for c in rank + " ":
        if c.isdigit():
            digits += c
        else:
            cells += "." * int(digits or 0) + c
            digits = ""
    text, empty = "", 0
    for c in cells.rstrip().replace("*", ".") + "!":
        if c == ".":
            empty += 1
        else:
            text += (str(empty) if empty else "") + c
            empty = 0
    return text.rstrip("!")


def test_chessv_form_as_printed():
    assert rewritten(Omega, "w10w/1crnbqkbnrc1/1pppppppppp1/12/12/12/12/12/12/1PPPPPPPPPP1/1CRNBQKBNRC1/W10W w KQkq - 0 1") == Omega.ARRAY


@pytest.mark.parametrize("name", FAMILY)
def test_pipes_and_boards_apart_say_the_same(name):
    page = GAMES[name]
    for case in FAMILY[name]:
        assert read(page, case["fen_boards"]) == read(page, case["fen"])
        assert rewritten(page, case["fen"]) == case["fen"]


def test_alice_forms():
    fen = "rnbqkbnr/pppp1ppp/8/4|p3/4|P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    wide = "rnbqkbnr8/pppp1ppp8/16/12p3/12P3/16/PPPP1PPP8/RNBQKBNR8 w KQkq - 0 2"
    tall = "rnbqkbnr/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKBNR/8/8/8/4p3/4P3/8/8/8 w KQkq - 0 2"
    assert read(Alice, wide) == read(Alice, tall) == read(Alice, fen)


def test_only_the_wide_form_takes_men_at_home_as_unmoved():
    assert read(Alice, "rnbqkbnr8/8pppppppp/16/16/16/16/PPPPPPPP8/RNBQKB1R8 w - - 0 1").castlings == set("KQkq")
    assert read(Alice, "r3k3r7/16/16/16/16/16/16/R3K2R8 w - - 0 1").castlings == set("KQq")
    assert read(Alice, "r3k2r8/16/16/16/16/16/16/R3K2R8 w Kq - 0 1").castlings == set("Kq")
    assert read(Alice, "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1").castlings == set()
    assert read(Chess, "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1").castlings == set()


@pytest.mark.parametrize("brackets", ["", "[]", "[-]"])
@pytest.mark.parametrize("page", [Chessgi, Hostage])
def test_empty_hands(page, brackets):
    assert rewritten(page, page.ARRAY.replace("[]", brackets)) == page.ARRAY


def test_hands_and_prisons():
    hostage = read(Hostage, "4k3/8/8/8/8/8/8/4K3[bNNq#ppRp] w - - 0 1")
    assert [dict(held) for held in hostage.hands] == [{"N": 2}, {"B": 1, "Q": 1}]
    assert [dict(held) for held in hostage.prisons] == [{"R": 1}, {"P": 3}]
    assert "[NNqb#Rppp]" in rewritten(Hostage, "4k3/8/8/8/8/8/8/4K3[bNNq#pRpp] w - - 0 1")
    assert "[#p]" in rewritten(Hostage, "4k3/8/8/8/8/8/8/4K3[-#p] w - - 0 1")
    assert "[QBNPPPPrrrnpp]" in rewritten(Chessgi, "5Rp1/2p1Nb2/2B4k/6p1/8/P3PP2/1PPqR3/3R1BKn[QBNPPPPrrrnpp] b - - 1 48")


def test_missing_fields():
    board = Chess.ARRAY.split()[0]
    assert read(Chess, f"{board} b") == read(Chess, f"{board} b - - 0 1")
    assert read(Chess, f"{board} w KQkq -") == read(Chess, Chess.ARRAY)


@pytest.mark.parametrize("page, placement, field, kept", [
    (Chess, "r3k2r/8/8/8/8/8/8/R3K2R", "KQkq", "KQkq"),
    (Chess, "r3k2r/8/8/8/8/8/8/R3K2R", "qK", "Kq"),
    (Chess, "r3k1r1/8/8/8/8/8/8/R4K1R", "KQkq", "q"),
    (Chess, "r3k2b/8/8/8/8/8/8/R3k2R", "KQkq", "q"),
    (Omega, "1**********1/*1r3k2r1*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*R4K2R1*/1**********1", "KQkq", "Kkq"),
    (Alice, "r3k2r/8/8/8/8/8/8/R3K2|R", "KQkq", "Qkq"),
    (Alice, "r3|k2r/8/8/8/8/8/8/R3K2R", "KQkq", "KQ"),
    (GAMES["alice2"], "|r3|k2r/8/8/8/8/8/8/R3K2R", "KQkq", "KQq"),
    (Hostage, "r3k2r/8/8/8/8/8/8/R3K2R", "KQkq", "KQkq"),
    (Hostage, "r3k3/8/8/8/8/8/8/4K3", "Ee", "Ee"),
    (Hostage, "r3k3/8/8/8/8/8/8/3K4", "Eq", "q"),
    (Hostage, "r3k3/8/8/8/8/8/8/R3K3", "Qe", "Qe"),
    (Hostage, "4k3/8/8/8/8/8/8/4K3", "KQkq", "-"),
])
def test_castling_rights_need_king_and_rook_at_home(page, placement, field, kept):
    assert rewritten(page, f"{placement} w {field} - 0 1").split()[2] == kept


@pytest.mark.parametrize("page, fen, kept", [
    (Chess, "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "e3"),
    (Chess, "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "d6"),
    (Alice, "4k3/8/8/3p4/8/8/8/4K3 w - e6 0 1", "-"),  # no pawn
    (Alice.with_options(EnPassant="landed"), "4k3/8/8/3p4/8/8/8/4K3 w - e6 0 1", "-"),
    (Chessgi, "4k3/8/8/8/8/4P3/8/3K4[] b - e2 0 1", "e2"),  # here it can
    (Omega, "1**********1/*5K4*/*10*/*10*/*10*/*10*/*k2pP3R1*/*10*/*10*/*10*/*10*/1**********1 b - f4,f5 0 1", "f4,f5"),
    (Omega, "5K4/10/10/10/10/k2pP3R1/10/10/10/10[-/-/-/-] b - e3,e2 0 1", "f4,f5"),
    (Alice.with_options(EnPassant="either"), "4k11/16/16/3p12/16/16/16/4K11 w - l6 0 1", "d6"),
])
def test_passed_squares(page, fen, kept):
    assert rewritten(page, fen).split()[3] == kept


@pytest.mark.parametrize("page, fen", [
    (Chess, "4k3/8/8/3p4/8/8/8/4K3 w - e6 0 1"),  # no pawn
    (Chess, "4k3/8/3n4/3p4/8/8/8/4K3 w - d6 0 1"),  # a man where it passed
    (Chess, "4k3/3n4/8/3p4/8/8/8/4K3 w - d6 0 1"),  # and where it started
    (Chess, "4k3/8/8/8/4P3/8/4P3/4K3 b - e3 0 1"),
    (Chess, "4k3/8/8/8/3p4/8/8/4K3 w - d5 0 1"),  # a pawn that does not come from there
    (Chess, "4k3/8/8/3p4/8/8/8/4K3 b - d6 0 1"),  # the mover's own
    (Chess, "4k3/8/8/3pp3/8/8/8/4K3 w - d6,e6 0 1"),  # two pawns
    (Chessgi, "4k3/8/8/8/8/4P3/8/3KQ3[] b - e2 0 1"),
    (Hostage, "4k3/3n4/8/3p4/8/8/8/4K3 w - d6 0 1"),
    (Omega, "5K4/10/10/10/10/k2pP3R1/10/10/10/10[-/-/-/-] b - e3,d3 0 1"),
    (Omega, "5K4/10/10/10/10/k3P3R1/4n5/10/10/10[-/-/-/-] b - e2 0 1"),
    (Omega, "5K4/10/10/10/10/k3P3R1/10/4N5/10/10[-/-/-/-] b - e3 0 1"),
    (Omega, "5K4/10/10/10/10/k3P3R1/10/10/4N5/10[-/-/-/-] b - e2,e3 0 1"),
])
def test_an_impossible_passed_square_is_refused(page, fen):
    with pytest.raises(PositionError, match="en-passant square '.*', which no pawn can have passed"):
        read(page, fen)
    with pytest.raises(ValueError, match="no pawn can have passed"):
        naive.from_fen(page.NAME, fen)


@pytest.mark.parametrize("page, fen, message", [
    (Chess, "", "a position has 6 fields, or 4, or 2; here are 0"),
    (Chess, "4k3/8/8/8/8/8/8/4K3", "a position has 6 fields, or 4, or 2; here are 1"),
    (Chess, "4k3/8/8/8/8/8/8/4K3 w - - 0", "a position has 6 fields, or 4, or 2; here are 5"),
    (Chess, "4k3/8/8/8/8/8/4K3 w - - 0 1", "the board has 7 ranks, not 8"),
    (Chess, "4k3/8/8/8/8/7/8/4K3 w - - 0 1", "rank 3 has 7 squares, not 8"),
    (Chess, "4k3/8/8/8/8/8/8/ w - - 0 1", "rank 1 has 0 squares, not 8"),
    (Chess, "4k3/8/8/3x4/8/8/8/4K3 w - - 0 1", "unknown letter 'x' on rank 5"),
    (Chess, "4k3/8/8/3|p4/8/8/8/4K3 w - - 0 1", "unknown letter '|p' on rank 5"),
    (Chess, "4k3/8/8/3*4/8/8/8/4K3 w - - 0 1", "unknown letter '*' on rank 5"),
    (Chess, "4k3/8/8/999999999999/8/8/8/4K3 w - - 0 1", "unknown letter '999999999999' on rank 5"),
    (Chess, "4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side to move 'x', neither w nor b"),
    (Chess, "4k3/8/8/8/8/8/8/4K3 w KX - 0 1", "castling field 'KX'"),
    (Chess, "4k3/8/8/8/8/8/8/4K3 w E - 0 1", "castling field 'E'"),
    (Chess, "4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en-passant square 'e9', which this game does not have or no pawn passes"),
    (Chess, "4k3/8/8/8/8/8/8/4K3 w - - -1 1", "half-move clock '-1'"),
    (Chess, "4k3/8/8/8/8/8/8/4K3 w - - 0 x", "move number 'x'"),
    (Chess, "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", "nothing can be meant by [Q]"),
    (Chess, "4k3/8/8/8/8/8/8/4K3[ w - - 0 1", "the brackets do not pair, or something follows them: '['"),
    (Chess, "4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "White has 2 kings"),
    (Chess, "8/8/8/8/8/8/8/3KK3 b - - 0 1", "White has 2 kings"),
    (Chess, "8/8/8/8/8/8/8/4K3 b - - 0 1", "Black has no king"),
    (Chess, "4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on h8"),
    (Chess, "4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1", "Black is in check and not to move"),
    (Chessgi, "4k3/8/8/8/8/8/8/4K3[X] w - - 0 1", "unknown letter 'X' in [X]"),
    (Chessgi, "4k3/8/8/8/8/8/8/4K3[Q#p] w - - 0 1", "unknown letter '#' in [Q#p]"),
    (Hostage, "4k3/8/8/8/8/8/8/4K3[#K] w - - 0 1", "unknown letter 'K' in [#K]"),
    (Hostage, f"4k3/8/8/8/8/8/8/4K3[{'P' * 64}] w - - 0 1", "64 x P off the board"),
    (Omega, "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1", "corners [], not [w1/w2/w3/w4]"),
    (Omega, "5k4/10/10/10/10/10/10/10/10/5K4[-/-/ww/-] w - - 0 1", "corner w3 has 'ww', neither a man nor -"),
    (Omega, "5k4/10/9/10/10/10/10/10/10/5K4[-/-/-/-] w - - 0 1", "rank 7 has 9 squares, not 10"),
    (Omega, Omega.ARRAY.replace("/*10*/", "/n10*/", 1), "rank 9 has a man 'n' where there is no square"),
    (Omega, Omega.ARRAY.replace("/*10*/", "/**9*/", 1), "rank 9 has no square a7"),
    (Omega, Omega.ARRAY.replace(" - ", " a0 "), "en-passant square 'a0', which this game does not have or no pawn passes"),
    (Alice, "4k3/8/8/3||p4/8/8/8/4K3 w - - 0 1", "unknown letter '||p' on rank 5"),
    (Alice, "4k3/8/8/3|4/8/8/8/4K3 w - - 0 1", "unknown letter '|4' on rank 5"),
    (Alice, "4k3/8/8/3p&4/8/8/8/4K3 w - - 0 1", "unknown letter '4' on rank 5"),
    (Alice, "4k3/8/8/7p&/8/8/8/4K3 w - - 0 1", "no man after & on rank 5"),
    (Alice, "4k3/8/8/7p&P/8/8/8/4K3 w - - 0 1", "two men stand on h5"),
    (Alice, "4k3/8/8/7p&|P/8/8/8/4K3 w - - 0 1", "two men stand on h5"),
    (Alice, "4k11/16/16/3p12/16/11|p4/16/4K11 w - - 0 1", "a | on rank 3, though the boards stand apart"),
    (Alice, "4k3/8/8/8/8/8/8/4K3/8/8/8/8/9/8/8/8 w - - 0 1", "rank 4 of board B has 9 squares, not 8"),
])
def test_what_is_wrong_and_where(page, fen, message):
    with pytest.raises(PositionError) as raised:
        game_of(page, fen)
    assert str(raised.value) == message


@pytest.mark.parametrize("page", GAMES.values(), ids=GAMES)
def test_damaged_positions(page):
    """Whatever the text, it is read or refused with one line; what is read can be played."""
    rules, rng = geometry(page), random.Random(7)
    fens = [write_fen(rules, game.setup()) for game, _, _ in random_positions(page, 7, 2, 60)]
    for _ in range(1500):
        damaged = damage(rng, rng.choice(fens), "rnbqkpRNBQKPwcCW1234567890/|&*[]-#~ bEe,\u0663\x00\n")
        try:
            setup = read_fen(rules, damaged)
            assert read_fen(rules, write_fen(rules, setup)) == setup
            Game(page, setup).status()
        except PositionError as error:
            assert str(error) and "\n" not in str(error) and len(str(error)) < 120


def damage(rng, text, letters):
    text = list(text)
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        at = rng.randrange(len(text) + 1)
        text[at:at + rng.randrange(2)] = rng.choice(("", *letters))
    return "".join(text)


# -------------------------------------------------------------------- moves
@pytest.mark.parametrize("page, fen, move, san, wire", [
    (Chess, None, "e2e4", "e4", "e2e4"),
    (Chess, None, "g1f3", "Nf3", "g1f3"),
    (Chess, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O", "e1g1"),
    (Chess, "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "O-O-O", "e8c8"),
    (Chess, "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", "exd8=N", "e7d8n"),
    (Chess, "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", "e8=Q+", "e7e8q"),
    (Chess, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6", "e5d6"),
    (Chess, "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "Nbd2", "b1d2"),
    (Chess, "4k3/8/8/5N2/8/8/8/4KN2 w - - 0 1", "f1e3", "N1e3", "f1e3"),
    (Chess, "4k3/8/8/8/8/8/1Q3Q2/4K3 w - - 0 1", "b2d4", "Qbd4", "b2d4"),
    (Chess, "8/7k/8/8/Q7/8/8/Q2QK3 w - - 0 1", "a1d4", "Qa1d4", "a1d4"),
    (Chess, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#", "a1a8"),
    (Omega, None, "f1f4", "f4", "g3g6"),
    (Omega, None, "w1a2", "Wa2", "a1b4"),
    (Omega, "1**********1/*1r3k2r1*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*1R3K2R1*/1**********1 w KQkq - 0 1", "f0h0", "O-O", "g2i2"),
    (Omega, "1**********1/*1k8*/*8P1*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*5K4*/1**********1 w - - 0 1", "i8i9c", "i9=C", "j10j11c"),
    (Omega, "1**********1/*1k8*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*3W6*/*5K4*/W**********1 w - - 0 1", "w1a2", "Ww1a2", "a1b4"),
    (Omega, "1**********1/*1k8*/*10*/*10*/*10*/*10*/*10*/*10*/*3W6*/*10*/*5K4*/W**********1 w - - 0 1", "d2a1", "Wa1", "e4b3"),
    (Alice, None, "g1f3", "Nf3", "g1n3"),
    (Alice, "rnbqkb1r/pppppppp/5|n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1", "f6d5", "Nd5/A", "n6d5"),
    (Alice, "4k3/8/8/8/8/8/2r5/4K2B w - - 0 1", "e1d1", "Kd1", "e1l1"),
    (Alice, "4k3/8/8/2p5/5B2/8/8/4K3 b - - 0 1", "c5c4", "c4", "c5k4"),
    (Alice, "4k3/8/8/4p3/5B2/8/8/4K3 w - - 0 1", "f4e5", "Bxe5", "f4e5,e5m5"),
    (Alice, "4k3/8/8/4|p3/5|B2/8/8/4K3 w - - 0 1", "f4e5", "Bxe5/A", "n4m5,m5e5"),
    (Alice, "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8g8", "O-O", "e8o8,h8n8"),
    (Alice, "6k1/8/8/8/8/8/4p3/K7 b - - 0 1", "e2e1n", "e1=N", "e2m1n"),
    (Alice, "6k1/8/8/8/8/8/5p2/K3R3 b - - 0 1", "f2e1q", "fxe1=Q", "f2e1,e1m1q"),
    (Alice, "6k1/8/8/8/8/8/5|p2/K3|R3 b - - 0 1", "f2e1q", "fxe1=Q/A+", "n2m1,m1e1q"),
    (Alice, "4k3/8/8/8/8/4|P3/4P3/K7 w - - 0 1", "e2e4", "e2e4", "e2m4"),
    (Alice, "4k3/8/8/8/8/4|P3/4P3/K7 w - - 0 1", "e3e4", "e3e4/A", "m3e4"),
    (Alice.with_options(EnPassant="landed"), "4k3/8/8/3|p|P3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6/A", "m5l5,l5d6"),
    (Hostage, "4k3/8/8/8/8/8/8/4K3[N#] w - - 0 1", "N@c7", "N*c7+", "N@c7"),
    (Hostage, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@g5", "*g5", "P@g5"),
    (Hostage, "4k3/8/8/8/8/8/8/4K3[#Bn] w - - 0 1", "B#N@f7", "(N-B)B*f7+", "B@f7"),
    (Hostage, "4k3/8/8/8/8/8/8/4K3[#Pp] w - - 0 1", "P#P@d4", "(P-P)*d4", "P@d4"),
    (Hostage, "4k3/2P5/8/8/8/8/8/4K3[#N] w - - 0 1", "c7c8n", "c8=N", "c7c8n"),
    (Chessgi, "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "N@c7", "N@c7+", "N@c7"),
    (Chessgi, "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "P@g5", "@g5", "P@g5"),
])
def test_moves_as_text(page, fen, move, san, wire):
    game = game_of(page, fen)
    rules = game.rules
    found = read_move(game, move)
    assert found in game.legal_moves()
    assert write_move(rules, found) == move
    assert write_san(game, found) == san
    assert write_move_xboard(rules, found, game) == wire
    assert read_move(game, san) == found
    assert read_move(game, wire, "xboard") == found


@pytest.mark.parametrize("page, fen, text, move", [
    (Chess, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "ed5", "e4d5"),
    (Chess, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4xd5", "e4d5"),
    (Chess, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4-e5!?", "e4e5"),
    (Chess, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "Pe5", "e4e5"),
    (Chess, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 e.p.", "e5d6"),
    (Chess, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6ep+!", "e5d6"),
    (Chess, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0-0", "e1c1"),
    (Chess, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "o-o", "e1g1"),
    (Chess, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Ra1xa8", "a1a8"),
    (Chess, "6k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8Q", "e7e8q"),
    (Chess, "6k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8(N)", "e7e8n"),
    (Chess, "6k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8=R+", "e7e8r"),
    (Chess, "4k3/8/3p4/8/4N3/8/8/4K3 w - - 0 1", "Nd6", "e4d6"),
    (Omega, None, "k3k6", "j1j4"),
    (Omega, None, "l1k4", "w2j2"),
    (Omega, None, "Ww1-a2", "w1a2"),
    (Omega, "1**********1/*1r3k2r1*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*1R3K2R1*/1**********1 w KQkq - 0 1", "O-O-O", "f0d0"),
    (Omega, "1**********1/*1k8*/*8P1*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*5K4*/1**********1 w - - 0 1", "j10j11w", "i8i9w"),
    (Alice, None, "e2m4", "e2e4"),
    (Alice, None, "b2b4,b4j4", "b2b4"),  # by hand, over an empty square
    (Alice, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "d7l5,d5k5", "d7d5"),  # so XBoard sends Black's
    (Alice, "4k3/5p2/8/8/2B5/8/8/4K3 w - - 0 1", "c4f7,f7n7", "c4f7"),
    (Alice, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1o1,h1n1", "e1g1"),
    (Alice, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1o1", "e1g1"),
    (Alice, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0", "e1g1"),
    (Alice, "1n2k3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7b8,b8j8q", "c7b8q"),
    (Alice, "rnbqkb1r/pppppppp/5|n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1", "Nd5", "f6d5"),
    (Alice, "rnbqkb1r/pppppppp/5|n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1", "B:f6d5/A", "f6d5"),
    (Alice, None, "A:e2e4/B", "e2e4"),
    (Alice.with_options(EnPassant="landed"), "4k3/8/8/3|p|P3/8/8/8/4K3 w - d6 0 1", "m5l6,l6d6", "e5d6"),
    (Hostage, "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "n@c7", "N@c7"),
    (Hostage, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "@g5", "P@g5"),
    (Hostage, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P*g5", "P@g5"),
    (Hostage, "4k3/8/8/8/8/8/8/4K3[#Bn] w - - 0 1", "(NB)B*f7", "B#N@f7"),
    (Hostage, "4k3/8/8/8/8/8/8/4K3[#Bn] w - - 0 1", "(N-B)*f7", "B#N@f7"),
    (Hostage, "4k3/8/8/8/8/8/8/4K3[#Bn] w - - 0 1", "b#n@f7", "B#N@f7"),
    (Hostage, "4k3/8/8/8/8/8/8/4K3[#Bn] w - - 0 1", "(N-B)B@f7+", "B#N@f7"),
    (Hostage, "4k3/2P5/8/8/8/8/8/4K3[#N] w - - 0 1", "c8", "c7c8n"),  # there is one promotion only
    (Hostage, "4k3/2P5/8/8/8/8/8/4K3[#N] w - - 0 1", "c7c8", "c7c8n"),
    # A free drop if there is one, else the exchange that pays least.
    (Hostage, "4k3/8/8/8/8/8/8/4K3[N#Nnbrq] w - - 0 1", "N@f6", "N@f6"),
    (Hostage, "4k3/8/8/8/8/8/8/4K3[#Nqrbn] w - - 0 1", "N@f6", "N#N@f6"),
    (Hostage, "4k3/8/8/8/8/8/8/4K3[#Nqrbp] w - - 0 1", "N@f6", "N#B@f6"),
    (Hostage, "4k3/8/8/8/8/8/8/4K3[#Nqrp] w - - 0 1", "N@f6", "N#R@f6"),
    (Hostage, "4k3/8/8/8/8/8/8/4K3[#Pqrbnp] w - - 0 1", "P@d4", "P#P@d4"),
    (Hostage, "4k3/8/8/8/8/8/8/4K3[#Nqrbn] w - - 0 1", "N#Q@f6", "N#Q@f6"),
])
def test_other_forms_are_read(page, fen, text, move):
    game = game_of(page, fen)
    assert write_move(game.rules, read_move(game, text)) == move
    assert write_move(game.rules, read_move(game, text, "xboard")) == move


def test_names_that_two_boards_share():
    """In Omega `c3c4` and `c4c5` are each a move of either notation; the one that is told decides, legal or not."""
    game = game_of(Omega)
    assert write_move(game.rules, read_move(game, "c1c3")) == "c1c3"
    assert write_move(game.rules, read_move(game, "c3c5", "xboard")) == "b1b3"
    both = game_of(Omega, "1**********1/*5k4*/*10*/*10*/*10*/*10*/*10*/*2R7*/*1R8*/*10*/*5K4*/1**********1 w - - 0 1")
    assert write_move(both.rules, read_move(both, "c3c4")) == "c3c4"
    assert write_move(both.rules, read_move(both, "c4c5", "xboard")) == "b2b3"
    apart = game_of(Omega, "1**********1/*5k4*/*10*/*10*/*10*/*10*/*10*/*2R7*/*10*/*1R8*/*5K4*/1**********1 w - - 0 1")
    assert write_move(apart.rules, read_move(apart, "c3c4", "page")) == "c3c4"
    assert write_move(apart.rules, read_move(apart, "c3c4", "xboard")) == "b1b2"


@pytest.mark.parametrize("page, text, coordinates", [(Omega, "c3c5", "page"), (Alice, "e2e4", "xboard")])
def test_what_is_illegal_in_one_notation_is_not_read_in_the_other(page, text, coordinates):
    with pytest.raises(IllegalMove, match="illegal move"):
        read_move(game_of(page), text, coordinates)
    assert read_move(game_of(page), text, {"page": "xboard", "xboard": "page"}[coordinates])


def test_what_one_notation_cannot_read_is_read_in_the_other():
    assert write_move(game_of(Omega).rules, read_move(game_of(Omega), "k3k5")) == "j1j3"
    assert write_move(game_of(Omega).rules, read_move(game_of(Omega), "c0d2", "xboard")) == "c0d2"


@pytest.mark.parametrize("page, fen, text, message", [
    (Chess, None, "foo", "unreadable move 'foo'"),
    (Chess, None, "", "unreadable move ''"),
    (Chess, None, "e2e9", "unreadable move 'e2e9'"),
    (Chess, None, "e2e4,e4m4", "unreadable move 'e2e4,e4m4'"),
    (Chess, None, "0000", "unreadable move '0000'"),
    (Chess, None, "x" * 99, f"unreadable move '{'x' * 40}…'"),
    (Chess, None, "a\nb", r"unreadable move 'a\nb'"),
    (Chess, None, "e2e5", "illegal move 'e2e5'"),
    (Chess, None, "Nd2", "illegal move 'Nd2'"),
    (Chess, None, "O-O", "illegal move 'O-O'"),
    (Chess, None, "N@e4", "illegal move 'N@e4'"),
    (Chess, None, "e2e4q", "illegal move 'e2e4q'"),
    (Chess, "6k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8", "ambiguous move 'e7e8'"),
    (Chess, "6k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8", "ambiguous move 'e8'"),
    (Chess, "6k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8k", "illegal move 'e7e8k'"),
    (Chess, "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2", "ambiguous move 'Nd2'"),
    (Chess, "4k3/8/8/8/3p4/4P3/8/4K3 w - - 0 1", "d4", "illegal move 'd4'"),  # a capture names the pawn's file
    (Alice, None, "e2e4/A", "illegal move 'e2e4/A'"),
    (Alice, None, "e2m4,e3m3", "illegal move 'e2m4,e3m3'"),
    (Hostage, "4k3/8/8/8/8/8/8/4K3[#Nn] w - - 0 1", "N*f6", "illegal move 'N*f6'"),  # printed games name the hostage
    (Hostage, "4k3/8/8/8/8/8/8/4K3[#NBn] w - - 0 1", "(N-B)N*f6", "illegal move '(N-B)N*f6'"),
    (Hostage, "4k3/8/8/8/8/8/8/4K3[#Qn] w - - 0 1", "Q#N@d4", "illegal move 'Q#N@d4'"),
    (Hostage, "4k3/8/8/8/8/8/8/4K3[#Pp] w - - 0 1", "P@d8", "illegal move 'P@d8'"),
])
def test_moves_refused(page, fen, text, message):
    for coordinates in ("page", "xboard"):
        with pytest.raises(IllegalMove) as raised:
            read_move(game_of(page, fen), text, coordinates)
        assert str(raised.value) == message


@pytest.mark.parametrize("page", [*GAMES.values(), Alice.with_options(EnPassant="either")], ids=[*GAMES, "alice either"])
def test_every_move_is_read_back(page):
    """In games played at random: each form names one move, and is read as that move."""
    for game, legal, rng in random_positions(page, 1, 2, 110):
        rules, sans = game.rules, set()
        for move in rng.sample(legal, min(24, len(legal))):
            san = write_san(game, move)
            assert san not in sans
            sans.add(san)
            assert read_move(game, san) == move
            assert read_move(game, write_move(rules, move)) == move
            assert read_move(game, write_move_xboard(rules, move, game, payment=True), "xboard") == move
            shown = parts(rules, read_move(game, write_move_xboard(rules, move, game), "xboard"))
            assert shown._replace(paid=None, special=0) == parts(rules, move)._replace(paid=None, special=0)
            if not rules.EXCHANGES:
                assert shown == parts(rules, move)


@pytest.mark.parametrize("page", GAMES.values(), ids=GAMES)
def test_damaged_moves(page):
    for game, legal, rng in random_positions(page, 5, 2, 60):
        if game.ply % 6:
            continue
        texts = [write_move(game.rules, move) for move in legal] + ["O-O", "(N-B)B*f7", "N@f6", "Nxe4+", "e8=Q", "d7l5,d5k5", "A:e2e4/B"]
        for _ in range(60):
            text = damage(rng, rng.choice(texts), "abcdefghijw0123456789NBQPx@*#()-,/=q+!\n")
            try:
                assert read_move(game, text, rng.choice(("page", "xboard"))) in legal
            except IllegalMove as error:
                assert "\n" not in str(error)


# -------------------------------------------------------------------- the board in text
def test_drawing_corners():
    lines = draw(game_of(Omega)).splitlines()
    assert lines[0] == "w4  w                     w w3"
    assert lines[1] == " 9    c r n b q k b n r c"
    assert lines[-4:] == ["w1  W                     W w2", "      a b c d e f g h i j", "", "Move 1, White to move"]


def test_drawing_two_boards():
    lines = draw(game_of(Alice, "rnbqkb1r/pppppppp/5|n2/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1 2")).splitlines()
    assert lines[0] == "    Board A               Board B"
    assert lines[3] == " 6  . . . . . . . .    6  . . . . . n . ."
    assert lines[9] == "    a b c d e f g h       a b c d e f g h"


def test_drawing_held_men():
    text = draw(game_of(Hostage, "R5k1/5ppp/8/8/8/8/8/4K3[NBp#Nnnq] b - - 0 12"))
    assert text.endswith("White: airfield BN, prison qnn\nBlack: airfield p, prison N\n\nMove 12, Black to move: check")
    assert "White: hand QP\nBlack: hand -\n" in draw(game_of(Chessgi, "4k3/8/8/8/8/8/8/4K3[PQ] w - - 0 1"))
    assert "hand" not in draw(game_of(Chess))
