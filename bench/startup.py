"""How long a start takes, in fresh processes, and what compiling costs.

    python -m frabjous.bench.startup                     chess and Omega, medians of 5
    python -m frabjous.bench.startup --game alice --compile     and a whole compilation, with nothing kept before

The first launch finds no user's folder, so that only what came with the package is at hand; without that (in a
checkout) it compiles, which `--compile` measures by itself.
"""
import contextlib
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from ..engine import cache, kernels
from ..engine.variants import page_named
from ..protocol.arguments import Parser, known_game

COMMAND = [sys.executable, "-m", "frabjous.protocol.command"]
MINUTE = "go wtime 60000 btime 60000"
PING_EVERY = 0.02  # seconds
MOST_COSTLY = 12  # kernels that are listed


class Engine:
    """The engine in a fresh process, with the moments at which it speaks."""

    def __init__(self, folder):
        """`folder`: where it finds and keeps compiled code."""
        self.begun = time.perf_counter()
        self.process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
                                        env={**os.environ, "FRABJOUS_CACHE": str(folder)})

    def send(self, *lines):
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def wait(self, *beginnings):
        """(seconds since the start, the line) of the next line that begins with one of these."""
        for line in self.process.stdout:
            if line.startswith(beginnings):
                return time.perf_counter() - self.begun, line.strip()
        raise RuntimeError(f"the engine ended without {beginnings[0]}")

    def memory(self):
        """Its resident memory in MB; None where the system does not say."""
        with contextlib.suppress(OSError), open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def greeting(folder, ask, *answers):
    """Seconds to each of the answers to a protocol's first line."""
    engine = Engine(folder)
    engine.send(ask)
    times = [engine.wait(answer)[0] for answer in answers]
    engine.close()
    return times


def launch(folder, game, go=MINUTE):
    """{what: seconds, or MB} of a launch to the first move of a 1-minute game, as a GUI would begin it."""
    engine = Engine(folder)
    engine.send("uci", "setoption name Hash value 64", f"setoption name UCI_Variant value {game}", "ucinewgame", "isready")
    found = {"ready": engine.wait("readyok")[0], "memory": engine.memory()}
    engine.send("position startpos", go)
    found["thinks"] = engine.wait("info depth")[0]
    found["moves"] = engine.wait("bestmove")[0]
    found["memory after"] = engine.memory()
    engine.close()
    return found


def cold(folder, game):
    """(longest seconds to a pong, seconds to the first move) of a launch that must compile."""
    engine = Engine(folder)
    engine.send("xboard", "protover 2", "new", f"variant {game}", "level 0 1 0")
    engine.wait("feature done=1")
    slowest, number = 0, 0
    while not is_compiled(folder):
        begin, number = time.perf_counter(), number + 1
        engine.send(f"ping {number}")
        engine.wait(f"pong {number}")
        slowest = max(slowest, time.perf_counter() - begin)
        time.sleep(PING_EVERY)
    engine.send("sd 1", "go")
    moves = engine.wait("move")[0]
    engine.close()
    return slowest, moves


def is_compiled(folder):
    """Whether a search has been compiled into a folder."""
    return any(pathlib.Path(folder).rglob("*_search.o"))


def costs(page):
    """({kernel: seconds} of compiling a page, with what it takes to link each group; the seconds in all)."""
    begin = time.perf_counter()
    compilation = kernels.compilation(page, kernels.KEPT)
    for group in kernels.KEPT:
        compilation.wait_for(group)
    return compilation.costs, time.perf_counter() - begin


# -------------------------------------------------------------------- the table
def installed_size():
    """MB of all files of the package."""
    top = cache.HERE.parent
    parts = [top / name for name in ("engine", "eval", "protocol", "bench")]
    return sum(path.stat().st_size for part in parts for path in part.rglob("*") if path.is_file()) / 1e6


def row(what, goal, values, unit="s"):
    """Print the median of what was measured beside what it should be; nothing for None."""
    values = [value for value in values if value is not None]
    if values:
        spread = f"  ({min(values):.2f} to {max(values):.2f})" if len(values) > 1 else ""
        print(f"{what:72} {f'{goal} {unit}' if goal else '':8} {statistics.median(values):7.2f} {unit}{spread}", flush=True)


def table(games, runs):
    """Print all that needs no compiler, or only where nothing came with the package."""
    print(f"{'':72} {'goal':8} {'median':>7}")
    with tempfile.TemporaryDirectory() as folder:
        for ask, first, last in (("uci", "id", "uciok"), ("xboard\nprotover 2", "feature", "feature done=1")):
            times = [greeting(folder, ask, first, last) for _ in range(runs)]
            name = ask.split("\n")[-1]
            row(f"{name}: to the first line", 0.10, [first for first, _ in times])
            row(f"{name}: to {last}", 0.30, [last for _, last in times])
    for game in games:
        firsts, laters = [], []
        for _ in range(runs if cache.SHIPPED.is_dir() else 1):
            with tempfile.TemporaryDirectory() as folder:
                firsts.append(launch(folder, game))
                laters += [launch(folder, game) for _ in range(1 if cache.SHIPPED.is_dir() else runs)]
        for name, goal, launches in (("first launch", 1.5, firsts), ("later launches", 1.0, laters)):
            for what, measured in (("readyok", "ready"), ("the first line of thought", "thinks"),
                                   ("the first move of a 1-minute game, its thought too", "moves")):
                row(f"{game}, {name}: to {what}", goal, [found[measured] for found in launches])
        row(f"{game}: resident memory, 64 MB hash, ready", 250, [found["memory"] for found in laters], "MB")
        row(f"{game}: resident memory after a move", 250, [found["memory after"] for found in laters], "MB")
    row("installed size", 25, [installed_size()], "MB")


def compiling(game):
    """Print what compiling a game takes."""
    if not cache.SHIPPED.is_dir():
        with tempfile.TemporaryDirectory() as folder:
            slowest, moves = cold(folder, game)
        row(f"{game}, cold: slowest pong while it compiles", 0.2, [slowest])
        row(f"{game}, cold: to the first move", 20, [moves])
    spent, whole = costs(page_named(game))
    row(f"{game}: whole compilation", 20, [whole])
    for name, seconds in sorted(spent.items(), key=lambda item: -item[1])[:MOST_COSTLY]:
        print(f"    {seconds:6.2f} s  {name}")


def main():
    parser = Parser(prog="python -m frabjous.bench.startup", description=__doc__.splitlines()[0])
    parser.add_argument("--game", action="append", default=[], type=known_game, help="chess and omega if none is named")
    parser.add_argument("--runs", type=int, default=5, help="fresh processes a figure (5)")
    parser.add_argument("--compile", action="store_true", help="measure compiling too")
    choice = parser.parse_args()
    games = [page.NAME for page in choice.game] or ["chess", "omega"]
    table(games, choice.runs)
    if choice.compile:
        for game in games:
            compiling(game)


if __name__ == "__main__":
    main()
