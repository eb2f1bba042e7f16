"""One process plays game after game, of other kinds in between: no memory is lost.

`FRABJOUS_MOVES` sets how many moves are played, e.g. 10000.
"""
import os
import sys

import pytest

MOVES = int(os.environ.get("FRABJOUS_MOVES", 600))
GAME = 40  # moves, at most, before the next game begins
VARIANTS = ["omega", "", "alice", "hostage"]  # after `new` it is chess
SETTLED = 2  # rounds of all variants after which memory must not grow
GROWTH = 4  # MB; a game's positions and a few strings are less


def resident(process):
    """Megabytes of memory that a process uses."""
    with open(f"/proc/{process.pid}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_memory_is_flat_over_many_games(start):
    engine = start("xboard", "protover 2", "memory 8", "cores 1")
    engine.expect("feature done=1")
    played, sizes = 0, []
    while played < MOVES or len(sizes) <= SETTLED:
        for variant in VARIANTS:
            engine.send("memory 8", "cores 1", "new", *[f"variant {variant}"] * bool(variant), "sd 1")
            for _ in range(GAME):
                engine.send("go")
                if engine.expect("move .*|(1-0|0-1|1/2-1/2) .*")[0].startswith("move"):
                    played += 1
                else:
                    break
            engine.send("force", "ping 1")
            engine.expect("pong 1")
            assert not any("error" in line.lower() for line in engine.seen)
        sizes.append(resident(engine.process))
    print(f"{played} moves, MB after each round: {[round(size, 1) for size in sizes]}")
    assert sizes[-1] - sizes[SETTLED] < GROWTH
