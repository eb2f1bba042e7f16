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
from test_xboard import FEWEST_COLOURS, TIP, colours, display  # noqa: F401, a fixture

from frabjous.engine import cache, kernels
from frabjous.engine.game import Game
from frabjous.engine.notation import IllegalMove, read_move
from frabjous.engine.variants import page_named

PATIENCE = 120  # seconds for an answer or a repainted square; a machine may be slow
DEPTH = 5  # plies that the engine looks ahead where it plays
PULL = 30  # pixels, of which XBoard wants 25
BELOW = 700  # pixels, where no board is so tall
BORDER = 2  # pixels around the board, which fills the lower part of the window
SHAPES = {"omega": (12, 12, 0), "alice": (16, 8, 0), "hostage": (12, 8, 2), "chess": (8, 8, 0), "chessgi": (12, 8, 2),
          "duo": (16, 8, 0), "raumschach": (15, 10, 0)}
ARGUMENTS = ("-testLegality false -showTargetSquares true -oneClickMove true -sweepPromotions true "  # as README.md says
             "-saveSettingsOnExit false -engineOutputUp false -moveHistoryUp false -evalGraphUp false "  # it reads its user's
             "-mode EditGame -size medium -coords -xanimate -highlightLastMove false -highlightMoveWithArrow false "
             "-soundProgram true -debug -nameOfDebugFile debug").split()


# -------------------------------------------------------------------- the window
class Window:
    """An XBoard in which a person plays both sides of a game; the engine watches, in force mode."""

    def __init__(self, name, display, folder, arguments):
        self.name, self.folder, self.heard = name, folder, 0
        self.columns, self.ranks, self.left = SHAPES[name]
        self.top_rank = 9 if self.ranks == 10 else self.ranks  # XBoard counts ten ranks from 0
        self.environment = {**os.environ, "HOME": str(folder), "DISPLAY": display, "FRABJOUS_CACHE": str(cache.base_folder())}
        self.process = subprocess.Popen(
            [program("xboard"), "-fcp", " ".join(COMMAND), "-variant", "normal" if name == "chess" else name, *ARGUMENTS,
             "-messageSuppress", TIP, *arguments],
            cwd=folder, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.hear(r"<first : pong")
        self.id = self.find("^xboard: ")
        deadline = time.monotonic() + PATIENCE
        while not self.has_board():
            assert time.monotonic() < deadline, "no board was drawn"
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

    def answer(self, text):
        """Answer the engine's question in its dialog."""
        self.xdotool("windowmove", question := self.find("query$"), 0, BELOW)
        self.xdotool("mousemove", "--window", question, 5, 5, "type", text)
        self.xdotool("key", "Return")

    def place(self, square):
        """The middle of a square, in pixels. Files before `a` hold what Black may drop."""
        x, y = self.left + ord(square[0]) - ord("a"), self.top_rank - int(square[1:])
        return BORDER + x * self.pitch + self.pitch // 2, self.top + y * self.pitch + self.pitch // 2

    def click(self, square):
        self.xdotool("mousemove", *self.place(square), "mousedown", 1, "mouseup", 1)

    def key(self, *keys):
        self.xdotool("mousemove", *self.place("a1"), "key", *keys)

    def lift(self, square):
        """Take a man up; what the engine marks. Before it has, XBoard puts the man down on no square."""
        self.click(square)
        return self.hear(rf">first : lift {square}\n(?:.*\n)*?\d+ <first : highlight (.*)")[1]

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

    def promote_from(self, start, square, held, told, changed):
        """Promote a pawn to a man beside the board."""
        self.lift(start)
        self.click(square)
        self.click(held)
        self.expect(told, changed)

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

    def wait_for_analysis(self):
        """Wait until the engine shows a line in the present position. What it found in the last one may come before."""
        deadline = time.monotonic() + PATIENCE
        while not self.is_legal(self.hear(r"<first : \d+ -?\d+ \d+ \d+ (\S+(?: \S+)+)$")[1]):
            assert time.monotonic() < deadline, "what is analysed is another position"

    def is_legal(self, line):
        game = self.game()
        try:
            for move in line.split():
                game.play(read_move(game, move, coordinates="xboard"))
        except IllegalMove:
            return False
        return True

    def game(self):
        """The game so far."""
        game = Game(page_named(self.name))
        for move, _ in self.moves:
            game.play(read_move(game, move, coordinates="xboard"))
        return game

    # ---------------------------------------------------------------- what the person sees
    def has_board(self):
        """Whether the window has come to the size of its board, which is measured, and the board is drawn."""
        size = dict(line.split("=") for line in self.xdotool("getwindowgeometry", "--shell", self.id).splitlines())
        self.pitch, rest = divmod(int(size["WIDTH"]) - 2 * BORDER - 1, self.columns)
        self.top = int(size["HEIGHT"]) - BORDER - self.ranks * self.pitch - 1
        return rest == 0 and self.top > 0 and colours(self.picture()) >= FEWEST_COLOURS

    def picture(self):
        path = self.folder / f"{time.monotonic_ns()}.png"
        subprocess.run([program("import"), "-window", self.id, path], env=self.environment, check=True)
        return path

    def changes(self, picture):
        """The squares that differ from the latest picture."""
        board = f"{self.columns * self.pitch}x{self.ranks * self.pitch}+{BORDER}+{self.top}"
        text = subprocess.check_output(
            [program("convert"), self.latest, picture, "-compose", "difference", "-composite", "-crop", board, "+repage",
             "-colorspace", "gray", "-threshold", "10%", "-scale", f"{self.columns}x{self.ranks}!", "-threshold", "5%", "txt:"],
            text=True)
        found = re.findall(r"^(\d+),(\d+): \((?!0[,)])", text, re.MULTILINE)
        return {f"{chr(ord('a') + int(x) - self.left)}{self.top_rank - int(y)}" for x, y in found}

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
    window.wait_for_analysis()
    window.play(*move, **seen)
    window.wait_for_analysis()
    window.take_back()
    window.wait_for_analysis()
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


def test_hostage(window):
    """An exchange, a drop, an exchange with the question which hostage is paid, a promotion to a man from the prison."""
    hostage = window("hostage", "-firstOptions", "Exchange=ask")
    hostage.play("e2", "e4")
    hostage.play("d7", "d5")
    hostage.play("e4", "d5", changed="e4 d5 _8")
    hostage.play("d8", "d5", changed="d8 d5 j1")
    hostage.play("b1", "c3")
    hostage.play("d5", "a5")
    hostage.play("j1", "h6", told="P@h6")  # the only hostage pays
    hostage.play("_8", "d5", told="P@d5")  # and is free
    hostage.play("h6", "g7", changed="h6 g7 _8")
    hostage.play("c8", "g4")
    hostage.play("g1", "f3")
    hostage.play("g4", "f3", changed="g4 f3 j2")
    hostage.play("d1", "f3", changed="d1 f3 _6")
    hostage.play("g8", "f6")
    hostage.play("f3", "f6", changed="f3 f6 _7")
    hostage.play("e7", "f6", changed="e7 f6 j5")
    hostage.lift("j2")
    hostage.click("e5")
    hostage.hear(r"first : N@e5\n(?:.*\n)*.*askuser exch .* \(N/B\)")
    hostage.answer("B")
    hostage.see("j2 e5")
    hostage.moves.append(("N#B@e5", "j2 e5"))
    hostage.play("_6", "f5", told="B@f5")  # the bishop is free
    assert hostage.lift("j5") == "8/8/8/8/8/8/8/8"  # had the knight been paid, the bishop would have cost Black the queen
    hostage.promote_from("g7", "h8", "j5", told="g7h8q", changed="g7 h8 j5 _5")
    hostage.play("b8", "d7")
    look_ahead(hostage, "a2", "a3")


def test_chess(window):
    """En passant, castling, and a pawn that becomes a knight."""
    chess = window("chess")
    chess.play("e2", "e4")
    chess.play("a7", "a6")
    chess.play("e4", "e5")
    chess.play("d7", "d5")
    chess.play("e5", "d6", changed="e5 d6 d5", hovered="d6")
    chess.play("g8", "f6")
    chess.play("d6", "c7")
    chess.play("e7", "e6")
    chess.play("g1", "f3")
    chess.play("f8", "e7")
    chess.play("f1", "e2")
    chess.play("e8", "g8", changed="e8 f8 g8 h8")
    chess.play("e1", "g1", changed="e1 f1 g1 h1")
    chess.play("a6", "a5")
    chess.promote("c7", "b8", 1, told="c7b8n")
    look_ahead(chess, "a8", "b8")


def test_chessgi(window):
    """Men taken change sides and are dropped."""
    chessgi = window("chessgi")
    chessgi.play("e2", "e4")
    chessgi.play("d7", "d5")
    chessgi.play("e4", "d5", changed="e4 d5 j1")
    chessgi.play("d8", "d5", changed="d8 d5 _8")
    chessgi.play("j1", "e6", told="P@e6")
    chessgi.play("_8", "e3", told="P@e3")
    chessgi.play("e6", "f7", changed="e6 f7 j1")
    chessgi.play("e8", "f7", changed="e8 f7 _8")
    chessgi.play("j1", "e6", told="P@e6")
    look_ahead(chessgi, "f7", "e6")


def test_duo(window):
    """Men pass over or stay, also to castle, as one chooses; one takes without moving."""
    duo = window("duo")
    duo.play("e2", "e3")
    duo.play("j8", "c6")
    duo.play("f1", "k4")
    duo.play("c6", "a5")
    duo.play("g1", "n3")
    duo.play("a5", "c4")
    duo.play("k4", "c4")
    duo.play("o8", "n6")
    duo.lift("e1")
    duo.click("h1")
    duo.hear("<first : highlight (?:16/){7}6Y7Y1")
    duo.click("g1")
    duo.expect("e1g1,h1f1", "e1 f1 g1 h1")
    look_ahead(duo, "n6", "f6")


def test_raumschach(window):
    """Levels A to C stand above D and E: a pawn goes a level up, a unicorn takes three levels below."""
    raumschach = window("raumschach")
    raumschach.play("f6", "k6")
    raumschach.play("b4", "b6")
    look_ahead(raumschach, "h5", "b6")


@pytest.mark.parametrize("name, start, square", [
    ("omega", "g3", "g6"), ("alice", "e2", "m4"), ("hostage", "e2", "e4"), ("chess", "e2", "e4"), ("chessgi", "e2", "e4")])
def test_a_person_takes_a_move_back(window, name, start, square):
    """The engine is Black and has answered it."""
    playing = window(name, "-mode", "MachineBlack", "-depth", str(DEPTH))
    for _ in range(2):
        playing.lift(start)
        playing.click(square)
        answer = playing.hear(r"<first : move ([a-p]\d+)([a-p]\d+)$")
        playing.see(f"{start} {square} {answer[1]} {answer[2]}")
        playing.key("ctrl+x")
        playing.hear(">first : remove")
        playing.see(f"{start} {square} {answer[1]} {answer[2]}")
