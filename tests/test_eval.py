"""The evaluation: the same for both colours, as the tuner counts it; and static exchanges."""
import random

import numpy as np
import pytest

from frabjous.engine import arena, kernels, setup
from frabjous.engine.game import Game
from frabjous.engine.geometry import geometry
from frabjous.engine.limits import MATE_BOUND
from frabjous.engine.notation import read_fen, read_move
from frabjous.engine.variants import GAMES, page_named
from frabjous.eval.catalogue import catalogue
from frabjous.eval.tables import TUNED, first_weights, tables, weights
from frabjous.eval.weights import read_weights, write_weights

MAIN = ("chess", "omega", "alice", "hostage", "chessgi")


def random_games(name, count, plies):
    """Games after so many random moves, the same each time."""
    dice = random.Random(f"eval {name}")
    for _ in range(count):
        game = Game(page_named(name))
        for _ in range(plies):
            legal = game.legal_moves()
            if not legal:
                break
            game.make(dice.choice(sorted(legal)))
        yield game


def evaluation(game):
    memory = np.zeros(arena.WORDS, np.int64)
    kernel = kernels.load(game.page, "search")
    return int(kernel.evaluate_position(game.rules.tables, tables(game.rules), game.rows, memory, game.row))


def with_colours_exchanged(rules, now):
    """A Setup in which White has what Black had, seen from the other side, and moves if Black did."""
    other = setup.Setup()
    other.men = {(board, rules.mirrored(square)): (1 - colour, letter) for (board, square), (colour, letter) in now.men.items()}
    other.turn = 1 - now.turn
    other.hands, other.prisons = now.hands[::-1], now.prisons[::-1]
    return other


@pytest.mark.parametrize("name", MAIN)
def test_both_colours_are_valued_alike(name):
    for game in random_games(name, 30, 40):
        now = game.setup()
        now.castlings, now.passed = set(), ()
        alike = [Game(game.page, s) for s in (now, with_colours_exchanged(game.rules, now))]
        assert evaluation(alike[0]) == evaluation(alike[1])


def test_duo_is_valued_alike_from_the_other_board():
    """White begins on one board and Black on the other: the colours are alike if boards are exchanged with them."""
    for game in random_games("duo", 30, 40):
        now = game.setup()
        now.castlings, now.passed = set(), ()
        other = with_colours_exchanged(game.rules, now)
        other.men = {(1 - board, square): man for (board, square), man in other.men.items()}
        assert evaluation(Game(game.page, now)) == evaluation(Game(game.page, other))


@pytest.mark.parametrize("turn", [0, 1])
def test_no_number_of_queens_is_a_mate_and_the_same_position_has_the_same_value(turn):
    rules, crowd = geometry(page_named("alice3")), setup.Setup(turn=turn)
    crowd.men = {(board, square): (0, "Q") for board in range(3) for square in range(16, 64)}
    crowd.men |= {(0, 7): (0, "K"), (0, 0): (1, "K"), **{(0, square): (1, "N") for square in (1, 8, 9)}}  # not in check
    game, memory = Game(rules.page, crowd), np.zeros(arena.WORDS, np.int64)
    kernel = kernels.load(game.page, "search")
    values = [int(kernel.evaluate_position(rules.tables, tables(rules), game.rows, memory, game.row)) for _ in range(2)]
    assert values == [MATE_BOUND - 1 if turn == 0 else 1 - MATE_BOUND] * 2


@pytest.mark.parametrize("name", MAIN)
def test_the_tuner_counts_what_the_search_adds(name):
    rules = geometry(page_named(name))
    order, kernel = catalogue(rules), kernels.load(page_named(name), "tuning")
    parameters, count = order.parameters()
    pairs = np.concatenate(list(weights(rules).values()))
    assert len(pairs) == count
    memory, used = np.zeros(arena.WORDS, np.int64), set()
    for game in random_games(name, 60, 70):
        counts = np.zeros(order.TERMS + 1, np.int64)
        told = kernel.trace_position(rules.tables, tables(rules), game.rows, memory, counts, game.row)
        middle, end = (counts[:-1, None] * pairs[parameters]).sum(axis=0)
        phase = counts[-1]
        expected = (middle * phase + end * (order.FULL_PHASE - phase)) / order.FULL_PHASE * (1 - 2 * game.turn)
        assert abs(told - expected) < 3 and told == evaluation(game)  # weights made by hand are rounded
        used |= set(np.flatnonzero(counts[:-1]).tolist())
    for term, place in order.places.items():
        if term != "armed":  # too rare in random games
            assert any(place <= at < place + order.sizes[term] for at in used), term


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_weights_of_the_right_shape(name):
    rules = geometry(GAMES[name])
    sizes = catalogue(rules).sizes
    assert {term: len(pairs) for term, pairs in weights(rules).items()} == sizes
    assert {term: np.shape(pairs) for term, pairs in first_weights(rules).items()} == {t: (n, 2) for t, n in sizes.items()}
    worth = dict(zip(rules.letters, tables(rules)[catalogue(rules).WORTH:]))
    assert worth["K"] == 0 < worth["P"] < worth["N"] < worth["R"] < worth["Q"]


@pytest.mark.parametrize("path", sorted(TUNED.glob("*.txt")), ids=lambda path: path.stem)
def test_tuned_weights_are_those_of_their_game(path):
    found, sizes = read_weights(path.read_text("utf-8")), catalogue(geometry(page_named(path.stem))).sizes
    assert {term: len(pairs) for term, pairs in found.items()} == sizes
    assert (weights(geometry(page_named(path.stem)))["square"] == found["square"]).all()


def test_weights_are_read_as_they_were_written():
    found = {"one": np.array([[1, -2]]), "many": np.arange(40).reshape(20, 2) - 10}
    text = write_weights(found, {"many": 3})
    again = read_weights("# by hand\n" + text)
    assert all((again[term] == found[term]).all() for term in found) and len(again) == 2


# -------------------------------------------------------------------- static exchanges
# Game, position, move, and what the exchange wins in men: the one taken, then each that is taken back.
EXCHANGES = [
    ("chess", "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", "P"),
    ("chess", "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", "P-N"),
    ("chess", "4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "P-P"),
    ("chess", "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", "P"),
    ("chess", "3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", "P-R"),
    ("chess", "4k3/8/8/3p4/8/8/3R4/3QK3 w - - 0 1", "d2d4", ""),
    ("chess", "4k3/8/8/4p3/8/8/3R4/3QK3 w - - 0 1", "d2d4", "-R+P"),
    ("chess", "8/8/3k4/3p4/8/8/3R4/3QK3 w - - 0 1", "d2d5", "P"),  # the king may not take back
    ("chess", "8/8/3k4/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", "P-R"),
    # Omega: the champion takes back by a leap of two, where it is near enough.
    ("omega", "1**********1/*4k5*/*10*/*3c6*/*10*/*10*/*3p6*/*10*/*3R6*/*4K5*/*10*/1**********1 w - - 0 1", "d2d4", "P"),
    ("omega", "1**********1/*4k5*/*10*/*10*/*10*/*3c6*/*10*/*3p6*/*10*/*3R6*/*4K5*/1**********1 w - - 0 1", "d1d3", "P-R"),
    # Alice: who takes arrives on the other board, where only men of that board can take back.
    ("alice", "4k3/8/4p3/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", "P"),
    ("alice", "4k3/8/4|p3/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", "P-R"),
    ("alice", "4k3/8/4|p3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", "P-R+P"),
    ("alice", "4k3/8/4|p3/3p4/8/8/3R4/3|RK3 w - - 0 1", "d2d5", "P-R"),
    # Hostage: as in chess, from the boards alone.
    ("hostage", "4k3/8/4p3/3p4/8/8/3R4/4K3[#Q] w - - 0 1", "d2d5", "P-R"),
]


@pytest.mark.parametrize("name, fen, text, swaps", EXCHANGES)
def test_exchanges_win_what_is_counted_by_hand(name, fen, text, swaps):
    page = page_named(name)
    game = Game(page, read_fen(geometry(page), fen))
    rules, numbers = game.rules, tables(game.rules)
    gain, sign = 0, 1
    for mark in swaps:
        if mark in "+-":
            sign = 1 if mark == "+" else -1
        else:
            gain += sign * int(numbers[catalogue(rules).WORTH + rules.kind[mark]])
    kernel, move = kernels.load(page, "tuning"), read_move(game, text)
    answers = [bool(kernel.exchange_wins(rules.tables, numbers, game.rows, game.row, move, least)) for least in (gain, gain + 1)]
    assert answers == [True, False]


@pytest.mark.parametrize("name, drawish, won", [
    # In Omega the king hides from a rook in a corner; with a pawn more he cannot.
    ("omega", "10/10/10/4k5/10/10/10/4K5/4R5/10[-/-/-/-] w - - 0 1", "10/10/10/4k5/10/10/10/4K5/4RP4/10[-/-/-/-] w - - 0 1"),
    ("chess", "4k1n1/8/8/8/8/8/8/4KR2 w - - 0 1", "4k3/8/8/8/8/8/8/4KR2 w - - 0 1"),
])
def test_leads_that_do_not_win_count_for_little(name, drawish, won):
    small, great = (evaluation(Game(page_named(name), read_fen(geometry(page_named(name)), fen))) for fen in (drawish, won))
    assert abs(small) < 100 and great > 250
