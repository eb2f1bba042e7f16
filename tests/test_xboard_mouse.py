"""The real XBoard, on a display that nobody sees: a person plays by mouse, takes back, analyses and promotes.

What XBoard told the engine is read in its debug file; what the person sees, in pictures of the board, square by square.
"""
import os
import re
import subprocess
import time

import pytest
from conftest import COMMAND
from test_sjaak import program
from test_xboard import TIP, display  # noqa: F401, a fixture

from frabjous.engine import cache, kernels
from frabjous.engine.game import Game
from frabjous.engine.notation import read_move
from frabjous.engine.variants import page_named

PATIENCE = 10  # seconds for an answer or a repainted square; a machine may be slow
DEPTH = 5  # plies that an analysis is watched for
PULL = 30  # pixels, of which XBoard wants 25
BELOW = 700  # pixels, where no board is so tall
BORDER = 2  # pixels around the board, which fills the lower part of the window
SHAPES = {"omega": (12, 12, 0), "alice": (16, 8, 0), "hostage": (12, 8, 2), "chess": (8, 8, 0), "chessgi": (12, 8, 2)}
ARGUMENTS = ("-testLegality false -showTargetSquares true -oneClickMove true -sweepPromotions true "  # as README.md says
             "-saveSettingsOnExit false -engineOutputUp false -moveHistoryUp false -evalGraphUp false "  # XBoard's $HOME is another
             "-mode EditGame -size medium -coords -xanimate -highlightLastMove false -soundProgram true "
             "-debug -nameOfDebugFile debug").split()


# -------------------------------------------------------------------- the window
class Window:
    """An XBoard in which a person plays both sides of a game; the engine watches, in force mode."""

    def __init__(self, name, display, folder, arguments):
        self.name, self.folder, self.heard = name, folder, 0
        self.columns, self.ranks, self.left = SHAPES[name]
        self.environment = {**os.environ, "HOME": str(folder), "DISPLAY": display, "FRABJOUS_CACHE": str(cache.base_folder())}
        self.process = subprocess.Popen(
            [program("xboard"), "-fcp", " ".join(COMMAND), "-variant", "normal" if name == "chess" else name, *ARGUMENTS,
             "-messageSuppress", TIP, *arguments],
            cwd=folder, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.hear(r"<first : pong")
        self.id = self.find("^xboard: ")
        size = dict(line.split("=") for line in self.xdotool("getwindowgeometry", "--shell", self.id).splitlines())
        self.pitch = (int(size["WIDTH"]) - 2 * BORDER) // self.columns
        self.top = int(size["HEIGHT"]) - BORDER - self.ranks * self.pitch - 1
        self.latest = self.picture()
        self.moves = []  # and the squares that each has changed

    # ---------------------------------------------------------------- what XBoard and the engine say
    def debug(self):
        path = self.folder / "debug"
        return path.read_text(errors="replace") if path.exists() else ""

    def hear(self, pattern):
        """Wait for the next text in the debug file that fits; its match."""
        deadline = time.monotonic() + PATIENCE
        while not (match := re.compile(pattern, re.MULTILINE).search(self.debug(), self.heard)):
            assert self.process.poll() is None, "XBoard is gone"
            assert time.monotonic() < deadline, f"{pattern!r} never came: {self.debug()[self.heard:]}"
            time.sleep(0.02)
        self.heard = match.end()
        return match

    # ---------------------------------------------------------------- what the person does
    def xdotool(self, *command):
        done = subprocess.run([program("xdotool"), *map(str, command)], env=self.environment, capture_output=True, text=True,
                              check=False)
        return done.stdout

    def find(self, title):
        """The number of the window with this title, once it is there."""
        deadline = time.monotonic() + PATIENCE
        while not (found := self.xdotool("search", "--onlyvisible", "--name", title).split()):
            assert time.monotonic() < deadline, f"no window {title!r}"
            time.sleep(0.02)
        return found[-1]

    def place(self, square):
        """The middle of a square, in pixels. Files before `a` hold what Black may drop."""
        x, y = self.left + ord(square[0]) - ord("a"), self.ranks - int(square[1:])
        return BORDER + x * self.pitch + self.pitch // 2, self.top + y * self.pitch + self.pitch // 2

    def click(self, square):
        self.xdotool("mousemove", *self.place(square), "mousedown", 1, "mouseup", 1)

    def key(self, *keys):
        self.xdotool("mousemove", *self.place("a1"), "key", *keys)

    def lift(self, square):
        """Take a man up. Where the engine has not yet marked the squares for him, XBoard puts him down on none."""
        self.click(square)
        self.hear(rf">first : lift {re.escape(square)}\n(?:.*\n)*?\d+ <first : highlight")

    def play(self, start, *squares, told=None, changed=None, hovered=None):
        """Lift a man and click the squares; the move the engine is told, and the squares where the board changes then.

        Over the square that is hovered the engine has more to mark, and the person sees that before he clicks.
        """
        self.lift(start)
        for square in squares:
            self.xdotool("mousemove", *self.place(square))
            if square == hovered:
                self.hear(rf">first : hover {square}\n(?:.*\n)*?\d+ <first : highlight")
            self.click(square)
        self.expect(told or start + squares[-1], changed or f"{start} {squares[-1]}")

    def promote(self, start, square, pulls, told, changed=None, through=None):
        """Promote a pawn: it changes with every pull at it towards its own side."""
        self.lift(start)
        if through:
            self.click(through)
            self.hear("<first : highlight")
        x, y = self.place(square)
        self.xdotool("mousemove", x, y, "mousedown", 1)
        for pull in range(1, pulls + 1):
            self.xdotool("mousemove", x, y + (1 if y < self.place(start)[1] else -1) * pull * PULL)
        self.xdotool("mouseup", 1)
        self.expect(told, changed or f"{start} {square}")

    def expect(self, move, changed):
        self.hear(rf"first : {re.escape(move)}\n")
        self.see(changed)
        self.moves.append((move, changed))

    def take_back(self):
        """Turn the mouse's wheel by one step."""
        self.xdotool("mousemove", *self.place("e4"), "click", 4)
        self.hear(">first : undo\n")
        _, changed = self.moves.pop()
        self.see(changed)

    def analysed(self):
        """A move that the engine thinks best in the position that it analyses now; it is legal."""
        self.hear(r"<first : 1 -?\d+ \d+ \d+ ")
        return read_move(self.game(), self.hear(rf"<first : {DEPTH} -?\d+ \d+ \d+ (\S+)")[1], coordinates="xboard")

    def game(self):
        """The game so far."""
        game = Game(page_named(self.name))
        for move, _ in self.moves:
            game.play(read_move(game, move, coordinates="xboard"))
        return game

    # ---------------------------------------------------------------- what the person sees
    def picture(self):
        path = self.folder / f"{time.monotonic_ns()}.png"
        subprocess.run([program("import"), "-window", self.id, path], env=self.environment, check=True)
        return path

    def changes(self, picture):
        """The squares that differ from the latest picture."""
        board = f"{self.columns * self.pitch}x{self.ranks * self.pitch}+{BORDER}+{self.top}"
        text = subprocess.check_output(
            [program("convert"), self.latest, picture, "-compose", "difference", "-composite", "-crop", board, "+repage",
             "-colorspace", "gray", "-threshold", "10%", "-scale", f"{self.columns}x{self.ranks}!", "-threshold", "2%", "txt:"],
            text=True)
        found = re.findall(r"^(\d+),(\d+): \((?!0[,)])", text, re.MULTILINE)
        return {f"{chr(ord('a') + int(x) - self.left)}{self.ranks - int(y)}" for x, y in found}

    def see(self, squares):
        """Wait until these squares, and no others, differ from what was last seen."""
        deadline = time.monotonic() + PATIENCE
        while (changed := self.changes(picture := self.picture())) != set(squares.split()):
            assert time.monotonic() < deadline, f"{changed} changed, not {squares}: {picture}"
        self.latest = picture


@pytest.fixture
def window(display, tmp_path):  # noqa: F811
    """A function that opens a window for a game. At the end XBoard is gone, whatever happened."""
    opened = []

    def begin(name, *arguments):
        for group in ("moves", "search"):
            kernels.load(page_named(name), group)
        opened.append(Window(name, display, tmp_path, arguments))
        return opened[-1]

    yield begin
    for window in opened:
        window.process.kill()
        window.process.wait()


def look_ahead(window, *move, **seen):
    """Analyse; play a move there and take it back; take back two moves outside."""
    window.key("ctrl+a")
    window.hear(">first : analyze")
    window.xdotool("windowmove", window.find("^Engine output"), 0, BELOW)
    window.analysed()
    window.play(*move, **seen)
    window.analysed()
    window.take_back()
    window.analysed()
    window.key("ctrl+e")
    window.hear(">first : exit")
    window.take_back()
    window.take_back()
    assert "Illegal" not in window.debug() and "Error" not in window.debug()


def test_omega(window):
    """Both wizards' corners, a triple step, en passant, castling on both sides, and a pawn that becomes a wizard."""
    omega = window("omega")
    omega.play("g3", "g6")
    omega.play("l12", "k9")
    omega.play("g6", "g7")
    omega.play("f10", "f7")
    omega.play("g7", "f8", changed="g7 f8 f7", hovered="f8")
    omega.play("d11", "c9")
    omega.play("i2", "h4")
    omega.play("e11", "f10")
    omega.play("h2", "g3")
    omega.play("f10", "g9")
    omega.play("g2", "i2", changed="g2 h2 i2 j2")
    omega.play("f11", "f10")
    omega.play("f8", "f9")
    omega.play("g11", "e11", changed="c11 e11 f11 g11")
    omega.play("f9", "e10")
    omega.play("b10", "b9")
    omega.promote("e10", "f11", 2, told="e10f11w")  # past the champion
    look_ahead(omega, "f10", "f11")


def test_alice(window):
    """Two boards side by side: hops, a capture, castling, and a pawn that captures and becomes a queen."""
    alice = window("alice")
    alice.play("e2", "m4")
    alice.play("d7", "l5")
    alice.play("m4", "l5", told="m4l5,l5d5", changed="m4 l5 d5")
    alice.play("e7", "m6")
    alice.play("g1", "n3")
    alice.play("f8", "m7")
    alice.play("f1", "l3")
    alice.play("g8", "n6")
    alice.play("e1", "h1", told="e1o1,h1n1", changed="e1 h1 n1 o1")
    alice.play("e8", "h8", told="e8o8,h8n8", changed="e8 h8 n8 o8")
    alice.play("d5", "l6")
    alice.play("b8", "k6")
    alice.play("l6", "d7")
    alice.play("b7", "j6")
    alice.promote("d7", "k8", 1, told="d7c8,c8k8n", changed="d7 c8 k8", through="c8")
    look_ahead(alice, "d8", "l6")
