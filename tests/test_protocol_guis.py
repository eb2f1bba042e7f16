"""Other GUIs: CuteChess as client and referee, scripted from what it sends; PyChess as detector, itself and scripted."""
import json
import os
import re
import subprocess

import pytest
from conftest import COMMAND, PATIENCE
from test_sjaak import program

from frabjous.engine.game import Game
from frabjous.engine.geometry import geometry
from frabjous.engine.notation import read_fen, read_move
from frabjous.engine.variants import GAMES, page_named
from frabjous.protocol import install

# Features that CuteChess does not take.
REJECTED = {"playother", "colors", "draw", "debug", "sigint", "sigterm", "analyze", "ics", "pause", "exclude", "highlight"}


class CuteChess:
    """One engine as CuteChess drives it. A line that begins with Illegal loses the game there, Error is no better."""

    def __init__(self, start):
        self.engine = start("xboard", "protover 2")
        self.engine.expect("feature done=1")
        for line in self.engine.seen:
            for name in re.findall(r'(\w+)=(?:"[^"]+"|\w+)', line.removeprefix("feature ")):
                self.engine.send(f"{'rejected' if name in REJECTED else 'accepted'} {name}")
        self.pings = 0

    def begin(self, name, fen=None):
        self.send("new", *[f"variant {name}"] * (name != "chess"), "force")
        if fen:
            self.send(*["b2b3"] * (fen.split()[1] == "b"), f"setboard {fen}")
        self.send("level 40 5 0", "sd 2", "post", "easy", "computer", "name Frabjous 0.1.0")
        self.ping()

    def send(self, *lines):
        self.engine.send(*lines)

    def ping(self):
        self.pings += 1
        self.send(f"ping {self.pings}")
        self.engine.expect(f"pong {self.pings}")
        self.check()

    def move(self, fen, moves):
        """Its answer; the first move of the opponent comes while it is still forced, and then it is told to go."""
        first = len(moves) < 2
        self.send(*[f"usermove {move}" for move in moves if first])
        self.ping()
        self.send("time 30000", "otim 30000", "go" if first else f"usermove {moves[-1]}")
        answer = self.engine.expect("move (.*)")[1]
        self.check()
        return answer

    def end(self, result):
        self.send("force", f"result {result} {{the end}}")
        self.ping()

    def check(self):
        assert not [line for line in self.engine.seen if re.match(r"\s*(Illegal|Error)", line)], self.engine.seen


class CuteChessUci:
    """The same by the other protocol."""

    def __init__(self, start):
        self.engine = start("uci")
        self.engine.expect("uciok")
        self.variant = "chess"
        self.engine.send("setoption name Hash value 16")
        self.ping()

    def begin(self, name, fen=None):
        if name != self.variant:
            self.engine.send(f"setoption name UCI_Variant value {name}")
        self.variant = name
        self.engine.send("ucinewgame", "setoption name Ponder value false", self.position(fen, []))
        self.ping()

    def ping(self):
        self.engine.send("isready")
        self.engine.expect("readyok")
        assert not [line for line in self.engine.seen if line.startswith("info string")], self.engine.seen

    @staticmethod
    def position(fen, moves):
        return " ".join(["position", *(["fen", fen] if fen else ["startpos"]), *["moves"] * bool(moves), *moves])

    def move(self, fen, moves):
        self.engine.send(self.position(fen, moves))
        self.ping()
        self.engine.send("go wtime 300000 btime 300000 movestogo 40 depth 2")
        return self.engine.expect(r"bestmove (\S+)( ponder \S+)?")[1]

    def end(self, result):
        self.ping()


@pytest.fixture
def pair(start):
    return CuteChess(start), CuteChessUci(start)


@pytest.mark.parametrize("name", ["chess", "chessgi"])
def test_cutechess_referees_games(pair, name):
    """Three games, the second from a position with Black to move, in the same two processes."""
    page = page_named(name)
    black_to_move = "rnbqkbnr/pppp1ppp/8/4p3/2P5/6P1/PP1PPP1P/RNBQKBNR b KQkq - 0 2"
    for fen in (None, black_to_move, None):
        game = Game(page, read_fen(geometry(page), fen) if fen else None)
        for engine in pair:
            engine.begin(name, fen)
        moves = []
        while game.result()[0] == "*" and game.ply < 24:
            moves.append(pair[game.turn].move(fen, moves))
            game.play(read_move(game, moves[-1], "xboard"))
        for engine in pair:
            engine.end(game.result()[0])
        pair = pair[::-1]


@pytest.mark.parametrize("lines, answer", [("uci\nquit\n", "uciok"), ("xboard\nprotover 2\nquit\n", "feature.*done.*")])
def test_pychess_detects_the_engine(lines, answer):
    """It pipes two commands and a quit, and looks for one line, among which none may speak of an error."""
    done = subprocess.run(COMMAND, input=lines, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0
    assert any(re.fullmatch(answer, line) for line in done.stdout.splitlines())
    assert not re.search("error|illegal|invalid", done.stdout, re.IGNORECASE)


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
def test_pychess_itself_detects_the_engine(protocol, tmp_path, monkeypatch):
    """Its detector, without a display, starts what `frabjous install` has entered and writes down what that can do."""
    program("pychess")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    install.install("pychess")
    listed = tmp_path / ".config" / "pychess" / "engines.json"
    listed.write_text(json.dumps([{**json.loads(listed.read_text())[0], "protocol": protocol}]))
    known = {name: value for name, value in os.environ.items() if name.startswith("FRABJOUS")}
    subprocess.run(["/usr/bin/python3", "-m", "pychess.Players.engineNest"], cwd="/", capture_output=True, timeout=PATIENCE,
                   env={**known, "HOME": str(tmp_path), "PATH": "/usr/bin:/bin"})  # the system's Python has its libraries
    ours, = [engine for engine in json.loads(listed.read_text()) if engine["name"] == "Frabjous"]
    options = {option["name"]: option for option in ours["options"]}
    assert ours["recheck"] is False and options["MultiPV"]["max"] == 256
    if protocol == "uci":
        assert options["UCI_Variant"]["choices"] == list(GAMES)
    else:
        assert ours["analyze"] and {"normal", "omega", "chessgi"} <= set(ours["variants"])


def test_pychess_ends_analysis_with_an_empty_board(start):
    engine = start("xboard", "protover 2", "new", "analyze")
    engine.expect(r"\d+ -?\d+ \d+ \d+ \S.*")
    engine.send("exit", "setboard 8/8/8/8/8/8/8/8 w - - 0 1", "ping 1")
    engine.expect("tellusererror .*")
    engine.send("new", "sd 1", "usermove e2e4")
    engine.expect("move .*")
