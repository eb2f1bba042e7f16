"""Proofs of mate: against published problems, and against the slow twin, which tries everything by the literal rules."""
import json
from pathlib import Path

import naive
import pytest

from frabjous.bench.openings import Opening
from frabjous.bench.suite import written
from frabjous.engine.game import Game
from frabjous.engine.notation import read_move, write_fen
from frabjous.engine.proof import Prover, Stopped
from frabjous.engine.variants import GAMES, page_named
from frabjous.protocol.solve import report

ACCEPTANCE = Path(__file__).parent / "data" / "acceptance"
PUZZLE = json.loads((ACCEPTANCE / "omega.json").read_text())["puzzles"][0]
EDGE = "7k/8/5K2/8/8/8/8/R7 w - - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

MATES_IN_TWO = [
    ("omega", PUZZLE["ofen"], PUZZLE["key_moves"]),
    ("omega", "1**********1/*3K6*/*10*/*3k2pW2*/*2N3R3*/*10*/*C9*/*10*/*c9*/*10*/*10*/1**********1 w - - 0 1", ["a4a5"]),
    ("chess", EDGE, ["f6f7", "f6g6"]),
    ("chess", "3B4/8/kn1NK3/8/7P/8/4p3/6R1 w - - 0 1", ["g1a1"]),
    ("chessgi", "8/5p2/8/P6k/1R4b1/K7/7N/8[R] w - - 0 1", ["b4g4"]),
    ("alice", "2k5/7|Q/4|K3/4R3/3|P3|N/4p3/8/8 w - - 0 1", ["e5e8", "h7d7"]),
    ("alice", "8/Q7/4K2p/7|N/8/8/3|P3|k/8 w - - 0 1", ["a7f2"]),
    ("hostage", "4N3/8/7R/k3n3/3p4/K7/4P3/8[B#Pp] w - - 0 1", ["P#P@b4"]),
    ("msalice", "8/1Q3|R2/8/8/3K2|k1/2|p5/8/8 w - - 0 1", ["b7g2"]),
]
SAMPLE = 12  # first moves that the twin tries beside the keys, about: it is slow


def position(name, fen):
    return Opening(fen).game(page_named(name))


def shortest(game, most):
    """(moves, keys as text) of the shortest mate."""
    moves, keys = Prover(game).shortest(most)
    return moves, sorted(written(game, key) for key in keys)


def twin_at(name, game):
    return naive.from_fen(name, write_fen(game.rules, game.setup()))


def is_forced(after, moves):
    """The twin's word on whether the side to move is mated, or is in fewer than `moves` moves whatever it replies."""
    replies = after.legal_moves()
    if not replies:
        return after.check()
    return moves > 1 and all(any(is_forced(end, moves - 1) for _, end in reply.legal_moves()) for _, reply in replies)


# -------------------------------------------------------------------- keys
@pytest.mark.parametrize("name, fen, keys", MATES_IN_TWO)
def test_the_twin_finds_the_same_mates_in_two(name, fen, keys):
    game = position(name, fen)
    assert shortest(game, 1) == (1, [])
    assert shortest(game, 5) == (2, sorted(keys))
    legal = {text: after for text, after in ((text, twin_at(name, game).play(text)) for text in twin_at(name, game).legal())}
    assert not any(is_forced(after, 1) for after in legal.values())
    tried = {*keys, *sorted(legal)[::max(len(legal) // SAMPLE, 1)]}
    assert {text for text in tried if is_forced(legal[text], 2)} == set(keys)


def mated_games():
    """Games of the acceptance files that end in mate, before the move that mates."""
    for name in ("alice", "hostage"):
        for record in json.loads((ACCEPTANCE / f"{name}.json").read_text())["games"]:
            moves = record.get("uci") or record["moves"]
            if "mate" in (record.get("result"), record.get("final", "")[5:]):
                yield pytest.param(name, moves, id=f"{name} {record['name']}")


@pytest.mark.parametrize("name, moves", list(mated_games()))
def test_all_mates_in_one_at_the_end_of_published_games(name, moves):
    game = Game(page_named(name))
    for text in moves[:-1]:
        game.make(read_move(game, text))
    last = written(game, read_move(game, moves[-1]))
    found, keys = shortest(game, 1)
    twin = twin_at(name, game)
    assert found == 1 and last in keys
    assert keys == sorted(twin.text(move) for move, after in twin.legal_moves() if is_forced(after, 1))


@pytest.mark.parametrize("name, fen, most", [
    ("chess", KIWIPETE, 3), ("chess", "7k/8/6K1/8/8/8/5P2/8 w - - 0 1", 4), ("chess", "8/8/8/8/8/5k2/8/5K1R b - - 0 1", 6),
    *((name, None, 2) for name in ("omega", "alice", "hostage", "chessgi"))])
def test_where_there_is_no_mate_none_is_found(name, fen, most):
    assert shortest(position(name, fen or GAMES[name].ARRAY), most) == (most, [])


def test_a_move_that_stalemates_is_no_key():
    """The queen on f7 or g6 leaves no move and gives no check."""
    game = position("chess", "7k/8/8/5QK1/8/8/8/8 w - - 0 1")
    moves, keys = Prover(game).shortest(3)
    assert moves == 2 and not {"f5f7", "f5g6"} & {written(game, key) for key in keys}


def test_rules_of_draws_are_ignored():
    """The game would be drawn before the mate, and its position has stood twice."""
    assert shortest(position("chess", EDGE.replace(" 0 1", " 99 80")), 2) == (2, ["f6f7", "f6g6"])
    game = position("chess", EDGE)
    for text in ("a1b1", "h8h7", "b1a1", "h7h8") * 2:
        game.make(read_move(game, text))
    assert game.repetitions() == 3 and shortest(game, 2) == (2, ["f6f7", "f6g6"])


def test_only_the_moves_that_are_named_are_tried():
    game = position("chess", EDGE)
    among = [read_move(game, "f6g6"), read_move(game, "a1b1")]
    assert Prover(game).shortest(3, among) == (2, among[:1])


def test_a_proof_that_is_stopped_says_nothing():
    prover = Prover(position("chess", EDGE))
    prover.stop()
    with pytest.raises(Stopped):
        prover.shortest(3)


# -------------------------------------------------------------------- variations
def check_tree(twin, game, mate):
    """Assert that a tree has every defence, and after each nothing but moves that mate sooner."""
    after = twin.play(written(game, mate.move))
    game.make(mate.move)
    assert len(mate.defences) == len(after.legal())
    assert mate.defences or after.status() == "checkmate"
    for reply, answers in mate.defences:
        text = written(game, reply)
        game.make(reply)
        assert answers and all(answer.moves < mate.moves for answer in answers)
        for answer in answers:
            check_tree(after.play(text), game, answer)
        game.undo()
    game.undo()


@pytest.mark.parametrize("name, fen, most", [
    ("chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3), *((name, fen, 2) for name, fen, _ in MATES_IN_TWO if name != "hostage")])
def test_the_tree_has_every_defence_and_ends_in_mates(name, fen, most):
    game = position(name, fen)
    prover = Prover(game)
    moves, keys = prover.shortest(most)
    for key in keys:
        check_tree(twin_at(name, game), game, prover.solution(key, moves))
        line = prover.line(key, moves)
        assert len(line) == 2 * moves - 1 and line[0] == key


def lines(name, fen, most, keys_alone=False):
    return [line.partition(" (nodes")[0] for line in report(position(name, fen), most, keys_alone)]


def test_the_report_of_the_official_omega_puzzle():
    assert lines("omega", PUZZLE["ofen"], 2) == ["no mate in 1", "mate in 2, 1 key", "1. Wb2", "   b3: 2. Kc5#"]


def test_the_report_of_a_mate_in_three():
    assert lines("chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3) == [
        "no mate in 1", "no mate in 2", "mate in 3, 1 key", "1. Ra6+", "   Rg7: 2. Rxa8#", "   f6:", "      2. Bxf6+",
        "         Rg7: 3. Rxa8#"]


def test_defences_that_are_answered_alike_share_a_line():
    *_, key, defence = lines("hostage", "4N3/8/7R/k3n3/3p4/K7/4P3/8[B#Pp] w - - 0 1", 2)
    assert key.startswith("1. (P-P)") and ": 2. " in defence


def test_the_report_where_there_is_no_mate():
    assert lines("chess", EDGE, 1) == ["no mate in 1"]
    assert lines("chess", EDGE, 9, keys_alone=True) == ["no mate in 1", "mate in 2, 2 keys", "1. Kf7", "1. Kg6"]


@pytest.mark.parametrize("fen, reason", [("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "White mates"), ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Stalemate")])
def test_a_game_that_is_over_is_nothing_to_solve(fen, reason):
    with pytest.raises(ValueError, match=f"nothing to solve: {reason}"):
        lines("chess", fen, 2)
