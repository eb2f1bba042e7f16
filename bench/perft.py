"""Speed of move generation, against other programs in the same run.

    python -m frabjous.bench.perft                 our own figures
    python -m frabjous.bench.perft --against       and Stockfish and Sjaak II, where installed
    python -m frabjous.bench.perft --uci alice=COMMAND --uci hostage=COMMAND     any UCI engine with `go perft`

One thread. Each position is counted in turn by us and by the peer, `--repeat` times; the best of each is
kept, since anything else that runs on the machine can only slow a run down. Start-up is not counted.
"""
import re
import shlex
import shutil
import subprocess
import sys
import time

from ..engine import kernels, perft
from ..engine.game import Game
from ..engine.geometry import geometry
from ..engine.notation import read_fen
from ..engine.variants import page_named
from ..protocol.arguments import Parser, known_game

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
EXCHANGES = "1n2k2r/P5pp/8/8/8/8/5PPP/R3K3[p#RNPqb] w Qk - 0 1"

# (game, what it is called, FEN or None for the array, depth, leaves)
POSITIONS = [
    ("chess", "start", None, 6, 119060324),
    ("chess", "Kiwipete", KIWIPETE, 5, 193690690),
    ("omega", "start", None, 5, 124736946),
    ("alice", "start", None, 6, 157727925),
    ("hostage", "start", None, 5, 4865877),
    ("hostage", "start", None, 6, 119111367),
    ("hostage", "exchanges", EXCHANGES, 3, 3449288),
    ("hostage", "exchanges", EXCHANGES, 4, 363842688),
    ("chessgi", "start", None, 5, 4889167),
]


class UciPeer:
    """A UCI engine that knows `go perft`."""

    def __init__(self, command, variant=None):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.say("uci")
        self.name = self.wait("uciok", r"id name (.*)")
        if variant:
            self.say(f"setoption name UCI_Variant value {variant}")
        self.say("isready")
        self.wait("readyok")

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def wait(self, end, pattern=None):
        found = None
        for line in self.process.stdout:
            if pattern and (match := re.match(pattern, line)):
                found = match[1]
            if line.startswith(end):
                return found or line
        raise RuntimeError("the peer ended")

    def count(self, fen, depth):
        """(leaves, seconds)"""
        self.say(f"position fen {fen}" if fen else "position startpos")
        self.say("isready")
        self.wait("readyok")
        begin = time.perf_counter()
        self.say(f"go perft {depth}")
        line = self.wait("Nodes searched")
        return int(line.split()[-1]), time.perf_counter() - begin

    def close(self):
        self.say("quit")
        self.process.wait(5)


class SjaakPeer:
    """Sjaak II over CECP; its `perft N` prints depth, leaves, seconds for each depth to N."""

    def __init__(self, command, variant):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.process.stdin.write(f"xboard\nprotover 2\nvariant {variant}\n")
        self.name = "Sjaak II"

    def count(self, fen, depth):
        self.process.stdin.write((f"setboard {fen}\n" if fen else "") + f"perft {depth}\n")
        for line in self.process.stdout:
            match = re.match(rf"\s*{depth}\s+(\d+)\s+([\d.]+)", line)
            if match:
                return int(match[1]), float(match[2])
        raise RuntimeError("the peer ended")

    def close(self):
        self.process.stdin.write("quit\n")
        self.process.wait(5)


def installed_peers():
    """game -> peer, for those of Debian's programs that are installed."""
    peers = {}
    for name in ("stockfish", "sjaakii"):
        path = shutil.which(name) or shutil.which(f"/usr/games/{name}")
        if path and name == "stockfish":
            peers["chess"] = UciPeer([path])
        elif path:
            peers["omega"] = SjaakPeer([path, "-no_user_variants"], "omega")
    return peers


def measure(game, fen, depth, repeat, peer):
    """(leaves, our best seconds, the peer's best seconds or None)"""
    page = page_named(game)
    position = Game(page, read_fen(geometry(page), fen) if fen else None)
    kernels.load(page, "perft")
    ours, theirs = [], []
    for _ in range(repeat):
        begin = time.perf_counter()
        leaves = perft.count(position, depth)
        ours.append(time.perf_counter() - begin)
        if peer:
            counted, seconds = peer.count(fen, depth)
            theirs.append(seconds)
            if counted != leaves:
                print(f"  {peer.name} counts {counted}", file=sys.stderr)
    return leaves, min(ours), min(theirs) if theirs else None


def main(arguments=None):
    parser = Parser(prog="python -m frabjous.bench.perft", description=__doc__.split("\n")[0])
    parser.add_argument("--against", action="store_true", help="compare with Stockfish and Sjaak II where installed")
    parser.add_argument("--uci", action="append", default=[], metavar="GAME=COMMAND", help="compare with this UCI engine at GAME")
    parser.add_argument("--game", action="append", default=[], type=known_game, help="only this game (may be repeated)")
    parser.add_argument("--repeat", type=int, default=3, help="runs of each position (3)")
    chosen = parser.parse_args(arguments)
    peers = installed_peers() if chosen.against else {}
    for text in chosen.uci:
        game, _, command = text.partition("=")
        peers[game] = UciPeer(shlex.split(command), game)
    print(f"{'position':24}{'leaves':>12}{'ours M/s':>10}{'peer M/s':>10}{'ratio':>7}  peer")
    for game, name, fen, depth, expected in POSITIONS:
        if chosen.game and page_named(game) not in chosen.game:
            continue
        peer = peers.get(game)
        leaves, ours, theirs = measure(game, fen, depth, chosen.repeat, peer)
        if leaves != expected:
            sys.exit(f"bench: {game} {name} depth {depth}: {leaves} leaves, expected {expected}")
        row = f"{game + ' ' + name + ' d' + str(depth):24}{leaves:>12}{leaves / ours / 1e6:>10.1f}"
        if theirs:
            row += f"{leaves / theirs / 1e6:>10.1f}{theirs / ours:>7.1f}  {peer.name}"
        print(row, flush=True)
    for peer in peers.values():
        peer.close()


if __name__ == "__main__":
    main()
