"""The compiled engine against the slow twin: random games, every position compared in all it says.

`FRABJOUS_TWIN_POSITIONS` sets how many positions of each game are compared (600).
"""
import os
import random

import naive
import numpy as np
import pytest

from frabjous.engine.coordinates import write_move
from frabjous.engine.game import Game
from frabjous.engine.geometry import geometry
from frabjous.engine.notation import read_fen, write_fen
from frabjous.engine.variants import page_named

POSITIONS = int(os.environ.get("FRABJOUS_TWIN_POSITIONS", 600))
LONGEST_GAME = 160

PAGES = [("chess", "none"), ("chessgi", "none"), ("omega", "none"), ("hostage", "none"),
         ("alice", "none"), ("alice", "landed"), ("alice", "passed"), ("alice", "either")]

# Openings from which random play soon reaches castling, promotion, en passant and crowded prisons.
SEEDS = {
    "chess": ["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
              "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"],
    "omega": ["w**********w/*1r3k2r1*/*pppppppppp*/*10*/*10*/*10*/*10*/*10*/*10*/*PPPPPPPPPP*/*1R3K2R1*/W**********W w KQkq - 0 1",
              "1**********n/*4r4k*/*P8P*/*10*/*10*/*10*/*10*/*10*/*10*/*p8p*/*4R4K*/1**********1 w - - 0 1",
              "1**********1/*2k4r2*/*10*/*5p4*/*4c5*/*3PpP4*/*10*/*4P1P3*/*2C7*/*3PPP4*/*r1R2K3R*/1**********1 w - - 0 1"],
    "hostage": ["1n2k2r/P5pp/8/8/8/8/5PPP/R3K3[p#RNPqb] w Qk - 0 1", "r3k3/pp4pp/8/8/8/8/PP4PP/4K3[Rr] w Ee - 0 1",
                "r3k2r/3P3p/8/2n2N2/2N2n2/8/3p3P/R3K2R[#Pp] w KQkq - 0 1",
                "r3k2r/pP1p4/p1QbN3/3B1P1p/2N3n1/2PRB2P/1Pp1K1Pb/1R6[Pq#Pnppp] b k - 0 40"],
    "alice": ["r3k1|r1/p3|n1|bp/|n1|p|p1|p|p1/2Q1|pP2/1pP1|P2|P/|P|P1|P1|N1|B/|q|B1|N1P2/R3K2R w KQq - 5 16",
              "5|k2/1b2|n2P/6|p1/1|P|p1|pPp1/2|P1|p3/4|K3/1p1P1|N|B1/8 b - - 0 50"],
    "chessgi": ["5Rp1/2p1Nb2/2B4k/6p1/8/P3PP2/1PPqR3/3R1BKn[QBNPPPPrrrnpp] b - - 1 48"],
}


def options(game, en_passant):
    return {"EnPassant": en_passant} if game == "alice" else {}


def compare(game, twin):
    """Assert that engine and twin agree on the present position; the engine's moves by their text."""
    rules = game.rules
    legal = game.legal_moves()
    moves = {write_move(rules, move, legal): move for move in legal}
    fen = twin.fen()
    assert sorted(moves) == sorted(twin.legal()), fen
    assert len(moves) == len(legal), fen
    assert game.in_check() == twin.check(), fen
    assert write_fen(rules, game.setup()) == fen
    again = Game(game.page, read_fen(rules, fen))
    assert again.key == game.key, f"hash from scratch differs: {fen}"
    assert np.array_equal(again.rows[:rules.KEY], game.rows[game.row:game.row + rules.KEY]), fen
    return moves


@pytest.mark.parametrize("name, en_passant", PAGES)
def test_random_games_agree_with_the_twin(name, en_passant):
    page = page_named(name).with_options(**options(name, en_passant))
    rules = geometry(page)
    generator = random.Random(f"{name} {en_passant}")
    openings = [page.ARRAY, *SEEDS[name]]
    compared = 0
    while compared < POSITIONS:
        fen = openings[compared % len(openings)] if compared else page.ARRAY
        game = Game(page, read_fen(rules, fen))
        twin = naive.from_fen(name, fen, en_passant) if name == "alice" else naive.from_fen(name, fen)
        for _ in range(LONGEST_GAME):
            moves = compare(game, twin)
            compared += 1
            if not moves or compared >= POSITIONS:
                break
            text = generator.choice(sorted(moves))
            game.make(moves[text])
            twin = twin.play(text)
