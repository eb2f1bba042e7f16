"""The real XBoard, on a display that nobody sees, plays whole games between two Frabjous engines.

Pictures of the games' middles are kept in the folder that `FRABJOUS_PICTURES` names, if it does; those of README.md
were made so.
"""
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import COMMAND
from test_sjaak import program

from frabjous.engine import cache, kernels
from frabjous.engine.game import Game
from frabjous.engine.notation import read_move
from frabjous.engine.variants import page_named

DEPTH = 5  # plies that both engines look ahead; no clock decides anything
PATIENCE = 600  # seconds for a whole game and its pictures; a machine may be slow
SIZES = {"alice": "big"}  # of the squares; XBoard takes smaller ones where the board is wide
MIDDLES = {"omega": 20, "alice": 8, "hostage": 10, "chess": 16}  # White's move at which the second picture is taken
TIP = "Right-clicking menu item or dialog text pops up help on it"  # XBoard shows it on the board
FEWEST_COLOURS = 50  # of a picture with a board
FEWEST_CHANGES = 1000  # pixels, where men have moved
PALETTE = "64"  # colours of a picture that is kept
FEW = 6  # White's moves after which XBoard ends a game that need not be long


# -------------------------------------------------------------------- the engine that waits for the photographer
def pose(folder, *moments):
    """Be an engine whose moves of these numbers wait until the file `pose` in the folder is deleted."""
    sign = Path(folder) / "pose"
    engine = subprocess.Popen(COMMAND, stdout=subprocess.PIPE, text=True)
    moves = 0
    for line in engine.stdout:
        moves += line.startswith("move ")
        if line.startswith("move ") and str(moves) in moments:
            sign.touch()
            while sign.exists() and engine.poll() is None:
                time.sleep(0.02)
        print(line, end="", flush=True)


if __name__ == "__main__":
    pose(*sys.argv[1:])


# -------------------------------------------------------------------- the display and the match
@pytest.fixture(scope="module")
def display():
    """The name of a display of its own."""
    reading, writing = os.pipe()
    server = subprocess.Popen([program("Xvfb"), "-displayfd", str(writing), "-screen", "0", "1600x1000x24"],
                              pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as announced:
        yield f":{announced.readline().strip()}"
    server.terminate()
    server.wait()


class Match:
    """A game of `name` that XBoard has its two engines play; it ends when the game has."""

    def __init__(self, name, display, folder, moments, arguments):
        self.folder = folder
        self.sign = folder / "pose"
        self.display = display
        environment = {**os.environ, "HOME": str(folder), "DISPLAY": display, "FRABJOUS_CACHE": str(cache.base_folder())}
        first = [sys.executable, __file__, str(folder), *map(str, moments)]
        self.process = subprocess.Popen(
            [program("xboard"), "-fcp", " ".join(first), "-scp", " ".join(COMMAND), "-mg", "1", "-depth", str(DEPTH), "-tc", "30",
             "-inc", "0", "-variant", "normal" if name == "chess" else name, "-testLegality", "false", "-size", SIZES.get(name, "medium"),
             "-coords", "-xanimate", "-xexit", "-soundProgram", "true", "-messageSuppress", TIP, "-sgf", "game.pgn",
             "-debug", "-nameOfDebugFile", "debug", "-saveSettingsOnExit", "false", *arguments],
            cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def wait_for_pose(self):
        """Wait until the first engine has found the next of the moves that it holds back."""
        deadline = time.monotonic() + PATIENCE
        while not self.sign.exists():
            assert self.process.poll() is None, "the game ended before the picture could be taken"
            assert time.monotonic() < deadline, "the move for the picture never came"
            time.sleep(0.02)

    def picture(self, name, is_good):
        """Take pictures of the window until one is good; its path."""
        path = self.folder / f"{name}.png"
        deadline = time.monotonic() + PATIENCE
        while True:
            subprocess.run([program("import"), "-display", self.display, "-window", "root", "-trim", "+repage", path], check=True)
            if is_good(path):
                return path
            assert time.monotonic() < deadline, f"no good picture: {path}"
            time.sleep(0.2)

    def go_on(self):
        self.sign.unlink()

    def moves(self):
        """The moves of the whole game as XBoard heard them, from both engines in turn."""
        assert self.process.wait(PATIENCE) == 0
        return re.findall(r"^\d+ <(?:first |second): move (\S+)$", self.debug(), re.MULTILINE)

    def debug(self):
        return (self.folder / "debug").read_text(errors="replace")

    def claim(self):
        """(result, reason) in the game that XBoard has saved."""
        text = " ".join((self.folder / "game.pgn").read_text().split())
        reason, result = re.search(r"\{([^{}]*)\} (\S+)$", text).groups()
        assert f'[Result "{result}"]' in text
        return result, reason


@pytest.fixture
def match(display, tmp_path):
    """A function that has a game begun. At the end XBoard is gone, whatever happened."""
    begun = []

    def begin(name, moments=(), arguments=()):
        for group in ("moves", "search"):
            kernels.load(page_named(name), group)  # compiled once, not by two engines at a time
        begun.append(Match(name, display, tmp_path, moments, arguments))
        return begun[-1]

    yield begin
    for match in begun:
        match.process.kill()
        match.process.wait()


# -------------------------------------------------------------------- pictures
def colours(picture):
    """How many there are."""
    return int(subprocess.check_output([program("identify"), "-format", "%k", picture]))


def changes(picture, other):
    """Pixels that differ in the lower part of two pictures, which shows the board but not the clocks."""
    def board(path):
        return ["(", path, "-gravity", "south", "-crop", "100%x70%+0+0", "+repage", ")"]

    command = [program("compare"), "-metric", "AE", *board(picture), *board(other), "null:"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # it fails where they differ
    return int(float(done.stderr))


# -------------------------------------------------------------------- whole games
def replayed(match, name):
    """The game that has been played, all of its moves by the rules."""
    game = Game(page_named(name))
    for text in match.moves():
        game.play(read_move(game, text, coordinates="xboard"))
    assert not re.search(r"Illegal|Error|Traceback|exited|forfeit", match.debug(), re.IGNORECASE)
    return game


def check(match, name):
    """The game that has been played to its end obeys the rules, and everybody knows how it ended."""
    game = replayed(match, name)
    result, reason = match.claim()
    if reason == "Draw agreed":  # the engines offer draws where neither is ahead
        assert (result, game.result()[0]) == ("1/2-1/2", "*")
    else:  # XBoard may be first to see that a position has come for the third time
        assert (result, reason.replace("Draw claim: 3-fold repetition", "Threefold repetition")) == game.result()
        assert result != "*"


@pytest.mark.parametrize("name", MIDDLES)
def test_a_game_that_is_seen(match, name):
    """Two pictures, one before the first move, one in the middle. Nobody ponders, so the game is always the same."""
    playing = match(name, (1, MIDDLES[name]), ["-ponderNextMove", "false"])
    playing.wait_for_pose()
    start = playing.picture("start", lambda picture: colours(picture) >= FEWEST_COLOURS)
    playing.go_on()
    playing.wait_for_pose()
    middle = playing.picture("middle", lambda picture: changes(start, picture) >= FEWEST_CHANGES)
    playing.go_on()
    check(playing, name)
    if folder := os.environ.get("FRABJOUS_PICTURES"):
        shutil.copy(middle, Path(folder) / f"{name}.png")
        subprocess.run([program("mogrify"), "-colors", PALETTE, Path(folder) / f"{name}.png"], check=True)


def test_a_game_of_chessgi(match):
    """Both engines ponder."""
    check(match("chessgi"), "chessgi")


def test_a_game_of_the_family_begins(match):
    """XBoard knows its name from those that are parts of it, shows its boards, and the second engine plays with it."""
    playing = match("duo", arguments=["-adjudicateDrawMoves", str(FEW)])
    assert replayed(playing, "duo").ply >= 2 * FEW
    assert playing.claim() == ("1/2-1/2", "Xboard adjudication: long game")
