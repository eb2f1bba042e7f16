"""Planted faults are booked on the side that made them, with their reason, and only there."""
import sys
from pathlib import Path

import pytest

from frabjous.bench import stable
from frabjous.bench.engines import Engine
from frabjous.bench.openings import Opening
from frabjous.bench.player import (CLOSED, CRASH, FALSE_CLAIM, FLAG, GARBLED, ILLEGAL, LATE, NO_START, OUT_OF_TURN, REFUSAL, STALL)
from frabjous.bench.referee import Conditions, Pairing, play
from frabjous.bench.timecontrol import TimeControl
from frabjous.engine.game import Game
from frabjous.engine.notation import write_move, write_move_xboard
from frabjous.engine.variants import GAMES

MOCK = (sys.executable, str(Path(__file__).with_name("mock_engine.py")))
AMPLE = TimeControl(base=1000.0)
MATE = "f2f3 e7e5 g2g4 d8h4"
LONG = "g1f3 g8f6 b1c3 b8c6 e2e4 e7e5 f1b5 f8b4 a2a3 a7a6 h2h3 h7h6"


@pytest.fixture(autouse=True)
def no_engines_left():
    yield
    stable.clear()


@pytest.fixture
def script(tmp_path):
    """A function that puts moves into a file for the mock."""
    def write(moves):
        path = tmp_path / f"{abs(hash(moves))}.txt"
        path.write_text(moves)
        return str(path)

    return write


def mock(protocol, *arguments, control=AMPLE):
    return Engine((*MOCK, *arguments), "Mock", protocol, control=control)


def played(white, black, game="chess", patience=60.0, opening=Opening()):
    return play(Pairing(0, (white, black), opening, Conditions(game, patience=patience)))


def fault_of(record):
    return record["fault"] and (record["fault"]["colour"], record["fault"]["kind"])


# -------------------------------------------------------------------- clean play
@pytest.mark.parametrize("protocol", ["uci", "cecp"])
def test_clean_play_has_no_fault(script, protocol):
    record = played(mock(protocol, "--script", script(MATE)), mock(protocol, "--script", script(MATE)))
    assert (record["result"], record["reason"], record["fault"]) == ("0-1", "Black mates", None)
    assert record["moves"] == MATE.split()
    assert record["san"] == ["f3", "e5", "g4", "Qh4#"]
    assert len(record["seconds"]) == len(record["clocks"]) == 4


def random_game(page, plies):
    """A legal game: its moves with the page's squares, and with XBoard's."""
    import random
    dice, game, page_texts, wire_texts = random.Random(5), Game(page), [], []
    while len(page_texts) < plies and game.result()[0] == "*":
        move = dice.choice(game.legal_moves())
        page_texts.append(write_move(game.rules, move))
        wire_texts.append(write_move_xboard(game.rules, move, game, payment=True))
        game.make(move)
    return page_texts, wire_texts


@pytest.mark.parametrize("game", ["chess", "omega", "alice", "hostage"])
def test_every_game_is_played_between_both_protocols(script, game):
    page_texts, wire_texts = random_game(GAMES[game], 60)
    record = played(mock("uci", "--script", script(" ".join(page_texts))), mock("cecp", "--script", script(" ".join(wire_texts))),
                    game, opening=Opening(moves=tuple(page_texts[:3])))
    assert record["moves"] == page_texts
    if len(page_texts) == 60:  # the script ends, and so does the mock
        assert fault_of(record) == ("White", ILLEGAL)


# -------------------------------------------------------------------- faults
FAULTS = [("illegal", ILLEGAL, "a1a1"), ("wrong", ILLEGAL, ""), ("null", ILLEGAL, "0000"), ("garbled", GARBLED, ""),
          ("crash", CRASH, "exit code 3: Segmentation fault (mock)"), ("killed", CRASH, "killed by SIGKILL"), ("close", CLOSED, ""),
          ("eager", OUT_OF_TURN, "")]
CECP_FAULTS = [("win", FALSE_CLAIM, ""), ("draw", FALSE_CLAIM, "1/2-1/2 {Draw by repetition}"), ("refuse", REFUSAL, "Illegal move: ")]


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("protocol, fault, kind, detail", [*(("uci", *f) for f in FAULTS), *(("cecp", *f) for f in FAULTS + CECP_FAULTS)])
def test_a_fault_is_booked_on_the_side_that_made_it(script, side, protocol, fault, kind, detail):
    moves = script(LONG)
    pair = [mock(protocol, "--script", moves), mock("uci", "--script", moves)]
    pair[0] = mock(protocol, "--script", moves, "--fault", f"{fault}@4")
    record = played(*(pair if side == 0 else pair[::-1]))
    assert fault_of(record) == (("White", "Black")[side], kind)
    assert detail in record["fault"]["detail"]
    assert record["result"] == ("0-1", "1-0")[side]
    assert record["moves"] == LONG.split()[:5 + side if fault == "eager" else 4 + side]


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("control, kind", [(TimeControl(movetime=0.2), LATE), (TimeControl(base=0.3, increment=0.05), FLAG)])
def test_a_late_move_loses(script, side, control, kind):
    """The mock takes 1.5 s. As it takes no time for other moves, a slow machine changes nothing."""
    moves = script(LONG)
    pair = [mock("uci", "--script", moves, "--fault", f"late@{side}", control=control), mock("cecp", "--script", moves)]
    record = played(*(pair if side == 0 else pair[::-1]))
    assert fault_of(record) == (("White", "Black")[side], kind)
    assert len(record["moves"]) == side


@pytest.mark.parametrize("fault, kind", [("stall", STALL), ("noise", GARBLED), ("deaf", STALL)])
def test_silence_loses(script, fault, kind):
    """`deaf` moves, but then neither reads nor moves. Where time does not bound a move, patience does."""
    moves = script(LONG)
    silent = mock("cecp", "--script", moves, "--fault", f"{fault}@5", control=TimeControl(depth=1))
    record = played(mock("uci", "--script", moves), silent, patience=4.0)
    assert fault_of(record) == ("Black", kind)


def test_a_stall_with_a_clock_is_no_late_move(script):
    moves = script(LONG)
    stalling = mock("cecp", "--script", moves, "--fault", "stall@2", control=TimeControl(base=3.0))
    record = played(stalling, mock("uci", "--script", moves), patience=4.0)
    assert fault_of(record) == ("White", STALL)


def test_no_start(script):
    moves = script(LONG)
    for fault, patience, detail in (("start", 60.0, "no licence"), ("mute", 4.0, "no answer for 4 s")):
        record = played(mock("uci", "--script", moves), mock("uci", "--fault", f"{fault}@0"), patience=patience)
        assert fault_of(record) == ("Black", NO_START)
        assert detail in record["fault"]["detail"]
    record = played(Engine(("/no/such/program",), "Missing", "uci", control=AMPLE), mock("uci", "--script", moves))
    assert fault_of(record) == ("White", NO_START)


def test_a_flood_of_lines_is_no_fault(script):
    moves = script(MATE)
    record = played(mock("uci", "--script", moves, "--fault", "flood@0"), mock("cecp", "--script", moves, "--fault", "flood@1"))
    assert (record["reason"], record["fault"]) == ("Black mates", None)


def test_resigning_and_agreeing_are_no_faults(script):
    moves = script(LONG)
    record = played(mock("cecp", "--script", moves, "--fault", "resign@2"), mock("uci", "--script", moves))
    assert (record["result"], record["reason"], record["fault"]) == ("0-1", "White resigns", None)
    record = played(mock("cecp", "--script", moves, "--fault", "offer@2"), mock("cecp", "--script", moves, "--fault", "offer@3"))
    assert (record["result"], record["reason"], record["fault"]) == ("1/2-1/2", "Draw by agreement", None)


def test_illegal_page_squares_are_not_read_as_xboards(script):
    """At Omega a move that does not exist on the page's squares may be a move on XBoard's."""
    record = played(mock("uci", "--script", script("b3b4")), mock("uci"), "omega")
    assert fault_of(record) == ("White", ILLEGAL)
