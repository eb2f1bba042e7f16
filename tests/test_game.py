"""Games played, taken back and ended."""
import json
import random
from pathlib import Path

import pytest

from frabjous.engine.game import (CHECK, CHECKMATE, DRAW_DEAD, DRAW_FIFTY, DRAW_REPETITION, ONGOING, STALEMATE, Game,
                                  IllegalMove)
from frabjous.engine.geometry import geometry
from frabjous.engine.notation import read_fen, read_move, write_fen, write_move, write_move_xboard, write_san
from frabjous.engine.setup import PositionError
from frabjous.engine.variants import GAMES, Alice, Chess, Chessgi, Hostage, Omega, page_named

DATA = Path(__file__).parent / "data" / "acceptance"
SUITES = {name: json.loads((DATA / f"{name}.json").read_text()) for name in ("omega", "alice", "hostage")}
GAMES_PLAYED = [pytest.param(GAMES[name], game, id=f"{name} {game['name']}") for name, suite in SUITES.items() for game in suite["games"]]
STATUSES = {"mate": CHECKMATE, "checkmate": CHECKMATE, "stalemate": STALEMATE, "check": CHECK, "open": ONGOING}


def game_of(page, fen):
    return Game(page, read_fen(geometry(page), fen))


def fen_of(game):
    return write_fen(game.rules, game.setup())


def play(game, *texts):
    for text in texts:
        game.play(read_move(game, text))


# -------------------------------------------------------------------- whole games
def coordinates_of(record):
    return record.get("uci") or record.get("coordinate_moves") or record["moves"]


def printed(record):
    if record.get("notation") == "lax SAN":
        return record["moves"]
    return record.get("notation")


def final_fen(page, record):
    rules = geometry(page)
    return write_fen(rules, read_fen(rules, record.get("final_fen") or record["final_ofen"]))


@pytest.mark.parametrize("page, record", GAMES_PLAYED)
def test_games_replayed_from_coordinates(page, record):
    game = Game(page)
    for text in coordinates_of(record):
        move = read_move(game, text)
        assert write_move(game.rules, move) == text
        assert read_move(game, write_san(game, move)) == move
        assert read_move(game, write_move_xboard(game.rules, move, game, payment=True), "xboard") == move
        game.play(move)
    assert fen_of(game) == final_fen(page, record)
    ending = record.get("final") or record.get("result")
    if ending in STATUSES:
        assert game.status() == STATUSES[ending]
    if "final_legal_moves" in record:
        assert len(game.legal_moves()) == record["final_legal_moves"]


@pytest.mark.parametrize("page, record", [p for p in GAMES_PLAYED if printed(p.values[1])])
def test_games_replayed_as_printed(page, record):
    game = Game(page)
    strict = record["notation"] != "lax SAN"
    for text, coordinates in zip(printed(record), coordinates_of(record), strict=True):
        move = read_move(game, text)
        assert write_move(game.rules, move) == coordinates
        if strict:
            assert write_san(game, move) == text
        game.play(move)
    assert fen_of(game) == final_fen(page, record)


@pytest.mark.parametrize("record", [g for g in SUITES["alice"]["games"] if g["result"] == "mate"], ids=lambda g: g["name"])
def test_alice_mates_depend_on_the_rule_of_the_board_left(record):
    """The king's escapes would be legal but for the attack on the board it leaves: none is."""
    game = Game(Alice)
    play(game, *record["moves"])
    assert game.status() == CHECKMATE and game.result()[0] == ("0-1" if game.turn == 0 else "1-0")
    for escape in record["escapes_if_king_origin_rule_dropped"]:
        with pytest.raises(IllegalMove, match=f"illegal move '{escape}'"):
            read_move(game, escape)


# -------------------------------------------------------------------- how a game stands
@pytest.mark.parametrize("case", SUITES["hostage"]["status"], ids=lambda case: case["name"])
def test_hostage_statuses(case):
    game = game_of(Hostage, case["fen"])
    assert game.status() == STATUSES[case["status"]]
    assert len(game.legal_moves()) == case["legal"]


@pytest.mark.parametrize("page, fen, status", [
    (Chess, Chess.ARRAY, ONGOING),
    (Chess, "4k3/4Q3/8/8/8/8/8/4K3 b - - 0 1", CHECK),
    (Chess, "4k3/4Q3/4K3/8/8/8/8/8 b - - 0 1", CHECKMATE),
    (Chess, "4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", STALEMATE),
    (Chess, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", DRAW_DEAD),
    (Chess, "4k3/8/8/8/8/8/8/4KB2 w - - 0 1", DRAW_DEAD),
    (Chess, "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", DRAW_DEAD),
    (Chess, "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", DRAW_DEAD),
    (Chess, "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", ONGOING),
    (Chess, "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", ONGOING),
    (Chess, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", ONGOING),
    (Chessgi, "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", DRAW_DEAD),
    (Chessgi, "4k3/8/8/8/8/8/8/4K3[p] w - - 0 1", ONGOING),
    (Chessgi, "4k3/8/8/8/8/8/8/4KN2[] w - - 0 1", ONGOING),
    (Hostage, "4k3/8/8/8/8/8/8/4K3[#Pp] w - - 0 1", ONGOING),
    (Hostage, "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", DRAW_DEAD),
    (Alice, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", DRAW_DEAD),
    (Alice, "4|k3/8/8/8/8/8/8/4K2N w - - 0 1", ONGOING),  # it can be mate:
    (Alice, "7k/5N|K1/8/8/8/8/8/8 b - - 0 1", CHECKMATE),
    (Omega, "5k4/10/10/10/10/10/10/10/10/5K4[-/-/-/-] w - - 0 1", DRAW_DEAD),
    (Omega, "5k4/10/10/10/10/10/10/10/10/5K4[W/-/-/-] w - - 0 1", DRAW_DEAD),
    (Omega, "5k4/10/10/10/10/10/10/10/10/5K4[W/W/-/-] w - - 0 1", ONGOING),
    (Omega, "5k4/10/10/10/10/10/10/10/10/5K4[Q/-/-/-] w - - 0 1", ONGOING),
    (Omega, "9k/10/10/10/10/10/10/10/8q1/10[-/K/-/-] w - - 0 1", CHECKMATE),
])
def test_statuses(page, fen, status):
    assert game_of(page, fen).status() == status


def test_results():
    assert game_of(Chess, "4k3/4Q3/4K3/8/8/8/8/8 b - - 0 1").result() == ("1-0", "White mates")
    assert game_of(Chess, "8/8/8/8/8/4k3/4q3/4K3 w - - 0 1").result() == ("0-1", "Black mates")
    assert game_of(Chess, "4k3/4P3/4K3/8/8/8/8/8 b - - 0 1").result() == ("1/2-1/2", "Stalemate")
    assert game_of(Chess, "4k3/8/8/8/8/8/8/4K3 w - - 0 1").result()[0] == "1/2-1/2"
    assert Game(Chess).result() == ("*", "")


@pytest.mark.parametrize("page, there_and_back", [
    (Chess, ("g1f3", "g8f6", "f3g1", "f6g8")),
    (Omega, ("c0d2", "c9d7", "d2c0", "d7c9")),
    (Alice, ("g1f3", "g8f6", "f3g1", "f6g8")),
    (Hostage, ("g1f3", "g8f6", "f3g1", "f6g8")),
])
def test_repetition(page, there_and_back):
    game = Game(page)
    play(game, *there_and_back)
    assert game.repetitions() == 2 and game.status() == ONGOING
    play(game, *there_and_back)
    assert game.repetitions() == 3 and game.status() == DRAW_REPETITION
    assert game.result() == ("1/2-1/2", "Threefold repetition")
    game.undo()
    assert game.status() == ONGOING


def test_lost_rights_are_no_repetition():
    game = game_of(Chess, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    for repetitions in (1, 2, 3):
        play(game, "h1g1", "h8g8", "g1h1", "g8h8")
        assert game.repetitions() == repetitions


def test_passed_squares_count_only_where_they_can_be_used():
    game = game_of(Chess, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1")
    play(game, "e2e4")
    assert fen_of(game).split()[3] == "e3"
    game = game_of(Chess, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    play(game, "e2e4")
    assert fen_of(game).split()[3] == "-"


def test_held_men_tell_positions_apart():
    """The board and the turn are those of the setup again, but men are held that were not."""
    game = game_of(Hostage, "rn2k3/8/8/8/8/8/8/1N2K3[#Pp] w - - 0 1")
    before = game.key
    play(game, "(P-P)*d4", "Kd8")
    assert game.key != before
    apart = {game_of(Hostage, f"4k3/8/8/8/8/8/8/4K3[{held}] w - - 0 1").key for held in ("", "N", "NN", "n", "#N", "#n", "N#N", "n#N")}
    assert len(apart) == 8


def test_fifty_moves():
    game = game_of(Chess, "4k3/8/8/8/8/8/8/R3K3 w - - 98 80")
    play(game, "a1a2")
    assert game.status() == ONGOING
    play(game, "e8d8")
    assert game.clock == 100 and game.status() == DRAW_FIFTY and game.move_number == 81
    mate = game_of(Chess, "7k/8/6K1/8/8/8/8/R7 w - - 99 80")
    play(mate, "a1a8")
    assert mate.status() == CHECKMATE  # mate counts first
    hostage = game_of(Hostage, "4k3/8/8/8/8/8/8/R3K3[N#Pp] w - - 98 80")
    play(hostage, "N@d4")
    assert hostage.clock == 0


# -------------------------------------------------------------------- moving
@pytest.mark.parametrize("page", GAMES.values(), ids=GAMES)
def test_undo_restores_everything(page):
    rng = random.Random(3)
    game = Game(page)
    record = []
    while game.ply < 300 and game.legal_moves():  # further than the record's first growth
        record.append((fen_of(game), game.key, game.legal_moves()))
        game.play(rng.choice(game.legal_moves()))
    assert len(record) > 30
    for fen, key, legal in reversed(record):
        game.undo()
        assert (fen_of(game), game.key, game.legal_moves()) == (fen, key, legal)
    assert game.ply == 0 and fen_of(game) == page.ARRAY


@pytest.mark.parametrize("page", GAMES.values(), ids=GAMES)
def test_keys_do_not_depend_on_the_way(page):
    rng = random.Random(4)
    game = Game(page)
    while game.ply < 80 and game.legal_moves():
        again = Game(page, game.setup())
        assert (again.key, again.legal_moves(), again.in_check()) == (game.key, game.legal_moves(), game.in_check())
        game.play(rng.choice(game.legal_moves()))


def test_a_copy_goes_its_own_way():
    game = Game(Chess)
    play(game, "e4")
    copy = game.copy()
    play(copy, "e5", "Nf3")
    play(game, "c5")
    assert fen_of(copy) == "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
    assert fen_of(game) == "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"


def test_writing_san_leaves_the_game_alone():
    game = Game(Chess)
    play(game, "e4")
    before = fen_of(game), game.key, list(game.moves_played)
    for move in game.legal_moves():
        write_san(game, move)
    assert before == (fen_of(game), game.key, game.moves_played)


def test_only_legal_moves_are_played():
    game, other = Game(Chess), Game(Chess)
    play(other, "e4")
    with pytest.raises(IllegalMove):
        game.play(read_move(other, "e5"))
    with pytest.raises(IllegalMove):
        game.play(0)
    assert game.ply == 0


@pytest.mark.parametrize("page, fen, message", [
    (Chess, "4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1", "Black is in check and not to move"),
    (Chess, "4k3/8/8/8/8/8/4q3/4K3 b - - 0 1", "White is in check and not to move"),
    (Chess, "4k3/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
    (Chess, "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a pawn stands on a1"),
    (Chessgi, "4k3/8/8/8/8/8/8/p3K3[] w - - 0 1", "a pawn stands on a1"),
    (Alice, "4k3/8/8/8/8/8/8/R&|R3K3 w - - 0 1", "two men stand on a1"),
    (Hostage, "3k4/2P5/8/8/8/8/8/4K3[#N] w - - 0 1", "Black is in check and not to move"),
])
def test_positions_that_no_game_shows(page, fen, message):
    with pytest.raises(PositionError, match=f"^{message}$"):
        game_of(page, fen)


def test_an_unarmed_pawn_gives_no_check():
    assert not game_of(Hostage, "3k4/2P5/8/8/8/8/8/4K3[] w - - 0 1").in_check()
    assert game_of(Chessgi, "4k3/8/8/8/8/8/8/P3K3[] w - - 0 1").status() == ONGOING  # here pawns stand on their first rank


def test_pages_by_name():
    assert page_named("Omega") is Omega and page_named("normal") is Chess
    with pytest.raises(ValueError, match="unknown game 'go'"):
        page_named("go")
    with pytest.raises(ValueError, match="alice has no option EnPassant=maybe"):
        Alice.with_options(EnPassant="maybe")
    assert Alice.with_options(EnPassant="none") is Alice
    assert Alice.with_options(EnPassant="landed") is Alice.with_options(EnPassant="landed")
