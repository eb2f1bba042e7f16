"""Random and mutated lines, in every state: the engine answers the next ping, and nothing breaks inside.

`FRABJOUS_FUZZ` sets how many lines are sent in all, e.g. 200000; the slowest answer is printed (`pytest -s`).
"""
import os
import random
import time

import pytest
from conftest import Client

LINES = 25  # between two questions
ROUNDS = int(os.environ.get("FRABJOUS_FUZZ", 2500)) // (2 * LINES)  # for each protocol
SQUARES = [file + rank for file in "abeghjkp" for rank in ("0", "1", "2", "4", "5", "7", "8", "9", "10")]
FENS = ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "4k3/8/8/8/8/8/4P3/4K3[-] b - - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 5 9"]
GAMES = ["chess", "normal", "alice", "hostage", "janus"]  # few, so that few are compiled
CECP = ["force", "go", "?", ".", "analyze", "exit", "undo", "remove", "post", "nopost", "hard", "easy", "new", "hint", "bk",
        "result *", "playother", "random", "draw", "edit", "#", "c", "Pe4", "exclude all", "include all", "sd 3", "st 0",
        "level 40 5 0", "time 100", "otim", "memory 8", "cores 2", "option EnPassant=landed", "option Exchange=ask",
        "option Resign=1", "option ClearHash", "option MultiPV=2", "option SkillLevel=3", "nps 1000", "nps 0", "resume",
        "lift e2", "hover e4", "put e4", "lift @", "exch N", "exch", "N@f6", "computer", "perft 2", "ping", "protover 2",
        "xboard", "@@@@", "O-O", "variant alice", "pause"]
UCI = ["uci", "isready", "stop", "ponderhit", "ucinewgame", "d", "go depth 3", "go infinite", "go ponder wtime 1",
       "go nodes 100", "go perft 2", "go movetime", "go mate 1", "setoption name Hash value 8",
       "setoption name Threads value 2", "setoption name", "setoption name MultiPV value 3", "setoption name Clear Hash",
       "setoption name UCI_ShowWDL value true", "setoption name UCI_LimitStrength value true",
       "setoption name Skill Level value 1", "go perft 0", "go perft -1", "go searchmoves e2e4 depth 2", "go wtime 10 btime 10",
       "position startpos"]
JUNK = ["", " ", "\t", "\x00", "ÿ", "{", "x" * 8192, "1" * 400, "-1", "nan", "%s", "\\", "'", '"', "moves", "usermove", "setboard"]


def move(chance):
    return chance.choice(SQUARES) + chance.choice(SQUARES) + chance.choice(["", "", "", "q", "x", ",a1a2"])


def line(chance, known):
    kind = chance.randrange(10)
    if kind < 5:
        text = chance.choice(known)
    elif kind < 7:
        text = chance.choice(["usermove ", "", "exclude ", "position startpos moves e2e4 ", "go searchmoves "]) + move(chance)
    elif kind < 8:
        text = chance.choice(["setboard ", "position fen "]) + chance.choice(FENS)
    elif kind < 9:
        text = chance.choice(["variant ", "setoption name UCI_Variant value "]) + chance.choice(GAMES)
    else:
        text = " ".join(chance.choices(JUNK + known, k=chance.randrange(1, 4)))
    if chance.randrange(4) == 0 and text:
        at = chance.randrange(len(text))
        text = text[:at] + chance.choice([*"0a/# []\r\x07", "é", text]) + text[at + chance.randrange(3):]
    return text.replace("\n", "") + chance.choice(["\n", "\n", "\r\n"])


def lines(seed, known):
    chance = random.Random(seed)
    return "".join(line(chance, known) for _ in range(LINES)).replace("quit", "").encode("latin-1", "replace")


@pytest.mark.parametrize("greeting, known, settle, question, answer", [
    ("xboard", CECP, [".", "resume", "exit", "force"], "ping {}", "pong {}"),
    ("uci", UCI, ["stop"], "setoption name Threads value 1{}", "info string option Threads: 1{} is not between 1 and 256")])
def test_any_lines_in_any_order(greeting, known, settle, question, answer):
    engine, slowest = Client(greeting), (0.0, None)
    try:
        for seed in range(ROUNDS):
            engine.send_bytes(lines(seed, known))
            number = 7700000 + seed  # not one of the fuzzer's own
            begin = time.perf_counter()
            engine.send("", *settle, question.format(number))
            engine.expect(answer.format(number))
            slowest = max(slowest, (time.perf_counter() - begin, seed))
            assert not [text for text in engine.seen if "internal error" in text], (seed, lines(seed, known))
    finally:
        print(f"{greeting}: the slowest answer took {slowest[0]:.2f} s, seed {slowest[1]}")
        assert engine.close() == (0, "")
