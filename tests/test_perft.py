"""Counts of the tree of legal moves, against counts that independent programs agree on."""
import json
from pathlib import Path

import pytest

from frabjous.engine import perft
from frabjous.engine.game import Game
from frabjous.engine.geometry import geometry
from frabjous.engine.notation import read_fen
from frabjous.engine.variants import page_named

ACCEPTANCE = Path(__file__).parent / "data" / "acceptance"

CHESS = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": [20, 400, 8902, 197281, 4865609, 119060324],
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": [48, 2039, 97862, 4085603, 193690690],
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": [14, 191, 2812, 43238, 674624, 11030083],
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": [6, 264, 9467, 422333, 15833292],
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": [44, 1486, 62379, 2103487, 89941194],
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10": [46, 2079, 89890, 3894594, 164075551],
}
CHESSGI = {"5Rp1/2p1Nb2/2B4k/6p1/8/P3PP2/1PPqR3/3R1BKn[QBNPPPPrrrnpp] b - - 1 48": [162, 33032, 4493963]}

# The published lists with en passant "landed" count a castling in Alice only if the king would be safe on
# arrival without its rook; the rules let the rook shield it, as the lists for the other options do. These
# are the slow twin's counts.
LANDED = {
    "both_w": [49, 1284, 58503, 1549749],
    "both_b": [37, 1069, 37378, 1069472],
    "castle_strict_differs": [48, 1773, 73178, 2807964],
    "promo_w_B": [27, 955, 26837, 938555],
    "promo_b_A": [19, 390, 6851, 140806],
    "ep_landed_w": [42, 1312, 50189, 1622230],
}


def cases():
    for game, suite in (("chess", CHESS), ("chessgi", CHESSGI)):
        for fen, counts in suite.items():
            yield pytest.param(game, {}, fen, counts, id=f"{game} {fen.split()[0]}")
    for game, position in acceptance_positions():
        name = f"{game} {position['name']}"
        yield pytest.param(game, {}, position["fen"], position["perft"], id=name)
        for option, counts in position.get("perft_with_en_passant", {}).items():
            if option == "landed":
                counts = LANDED.get(position["name"], counts)
            yield pytest.param(game, {"EnPassant": option}, position["fen_with_en_passant"], counts, id=f"{name} {option}")


def acceptance_positions():
    """(game, record) of every position of the acceptance files."""
    for game in ("omega", "alice", "hostage"):
        for position in json.loads((ACCEPTANCE / f"{game}.json").read_text())["positions"]:
            yield game, position
    for game, positions in json.loads((ACCEPTANCE / "alice_family.json").read_text())["games"].items():
        for position in positions:
            if "Ra4-e4 stays" not in position["name"]:  # there the side that is not to move is in check
                yield game, position


def game_at(name, fen, **options):
    page = page_named(name).with_options(**options)
    return Game(page, read_fen(geometry(page), fen))


@pytest.mark.parametrize("name, options, fen, counts", list(cases()))
def test_counts(name, options, fen, counts):
    game = game_at(name, fen, **options)
    assert [perft.count(game, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("name", ["chess", "chessgi", "omega", "alice", "hostage"])
def test_bulk_threads_and_divide_agree(name):
    page = page_named(name)
    game = Game(page)
    leaves = perft.count(game, 3)
    assert perft.count(game, 3, bulk=False) == leaves
    assert perft.count(game, 3, threads=2) == leaves
    assert sum(nodes for _, nodes in perft.divide(game, 3)) == leaves
    assert dict(perft.divide(game, 3, threads=3)) == dict(perft.divide(game, 3, bulk=False))
    assert perft.count(game, 0) == 1


def test_depths_that_make_no_sense():
    game = Game(page_named("chess"))
    with pytest.raises(ValueError):
        perft.count(game, -1)
    with pytest.raises(ValueError):
        perft.divide(game, 0)


def test_ofen_counts_are_the_same():
    for position in json.loads((ACCEPTANCE / "omega.json").read_text())["positions"]:
        game = game_at("omega", position["ofen"])
        assert perft.count(game, 2) == position["perft"][1]
