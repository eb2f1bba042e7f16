"""Playing in a terminal: dialogues by pipes, and by a terminal that shows colours."""
import fcntl
import io
import os
import pty
import re
import select
import signal
import subprocess
import termios

import chess.pgn
import pytest
from conftest import COMMAND, PATIENCE

from frabjous.engine.draw import Look
from frabjous.engine.geometry import geometry
from frabjous.engine.variants import GAMES, page_named
from frabjous.protocol import drawing
from frabjous.protocol.play import EXCUSE

SURE = ["--time", "3600", "--level", "2"]  # no clock decides what the engine plays
PROMPT = r"(?:White|Black|Game over)> "


def dialogue(game, *lines, options=SURE):
    """What is answered to each line, the greeting first."""
    done = subprocess.run([*COMMAND, "play", game, *options], input="".join(f"{line}\n" for line in lines), capture_output=True,
                          text=True, timeout=PATIENCE)
    assert (done.returncode, set(done.stderr.splitlines()) - {EXCUSE}) == (0, set())  # the machine may be slow
    answers = re.split(PROMPT, done.stdout)
    assert len(answers) == len(lines) + 1 + (lines[-1] not in ("quit", "exit"))  # else the input ends at a last prompt
    return answers


def test_two_people_mate_and_go_on():
    _, *answers, mate, late, undone, anew, end = dialogue("chess", "f3", "e7e5", "g2-g4", "qh4", "e4", "undo", "new", "quit",
                                                          options=["--side", "both"])
    assert all(re.search(r"Move \d, (White|Black) to move\n\n$", answer) for answer in answers)
    assert "Black mates: 0-1. Type new" in mate
    assert late == "the game is over: type new, undo or quit\n"
    assert "Move 2, Black to move" in undone and "Move 1, White to move" in anew
    assert end == ""


def test_the_engine_answers_hints_and_changes_sides():
    greeting, first, hint, small, back, empty, gone, end = dialogue("chess", "e4", "hint", "nc3", "undo", "", "go", "quit")
    assert greeting.startswith("Chess. You are White, Frabjous is Black; it thinks for 3600 s a move and looks 2 deep.\n"
                               "Type a move, such as ")
    assert re.match(r"Black plays \S+  \([+-]\d\.\d\d, 2 plies deep\)\n\n 8  ", first) and "Move 2, White to move" in first
    assert re.fullmatch(r"Hint: \S+, expecting \S+  \([+-]\d\.\d\d, 2 plies deep\)\n", hint)
    assert "Black plays " in small and "Move 3" in small
    assert "Black plays" not in back and "Move 2, White to move" in back
    assert empty == end == ""
    assert re.match(r"White plays \S+ .*\n\n 1  R ", gone) and "h g f e d c b a" in gone  # Black's side is below


def test_the_engine_begins_if_the_person_is_black():
    greeting, undone = dialogue("chess", "undo", options=["--side", "black", *SURE])[:2]
    assert "You are Black, Frabjous is White" in greeting
    assert re.search("White plays .*Move 1, Black to move", greeting, re.DOTALL)
    assert "White plays " in undone  # it begins again


def test_a_game_is_kept_as_pgn(tmp_path):
    path = tmp_path / "games.pgn"
    *_, shown, kept, twice, refused, _ = dialogue("chess", "e4", "resign", "pgn", f"pgn {path}", f"pgn {path}",
                                                  f"pgn {tmp_path}", "quit")
    game = chess.pgn.read_game(io.StringIO(shown))
    assert game.errors == [] and game.headers["Result"] == "0-1" and game.headers["White"] == "Player"
    assert [str(move) for move in game.mainline_moves()][0] == "e2e4" and game.end().ply() == 2
    assert game.next().eval() is None and game.next().next().eval() is not None
    assert kept == twice == f"The game is added to {path}.\n"
    assert path.read_text() == 2 * shown
    assert re.fullmatch(r".*Is a directory.*\n", refused)


@pytest.mark.parametrize("line, answer", [
    ("e2e5", "illegal move 'e2e5': type moves to see the legal ones, help for commands"),
    ("hello", "unreadable move 'hello': type moves to see the legal ones, help for commands"),
    ("\xff\x00\x1b[2J", None), ("e4 " * 3000, None), ("!ls", None), ("EOFF", None),
    ("undo", "there is no move to take back"),
    ("moves z9", "'z9' is neither a square nor a man's letter"),
    ("moves e2", "e3  e4"), ("moves N", "Na3  Nc3  Nf3  Nh3"), ("Moves d1", "none"),
    ("time 0", "time takes seconds, up to 86400"), ("time nan", "time takes a number of seconds"),
    ("level x", "level takes a number of plies"), ("level 100", "level takes plies, up to 99"),
    ("level 0", "Frabjous: it thinks for 3600 s a move."), ("time 0.5", "Frabjous: it thinks for 0.5 s a move and looks 2 deep."),
    ("side", "side white or black or both"), ("new go", None), ("fen 8/8", None),
    ("fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")])
def test_one_line_is_answered_to_a_line(line, answer):
    done = subprocess.run([*COMMAND, "play", "chess", *SURE], input=f"{line}\nfen\nquit\n".encode("latin-1"), capture_output=True,
                          timeout=PATIENCE)
    assert (done.returncode, set(done.stderr.decode().splitlines()) - {EXCUSE}) == (0, set())
    _, said, fen, _ = re.split(PROMPT, done.stdout.decode())
    assert said.count("\n") == 1 and (answer is None or said.rstrip() == answer) and len(said) < 300
    assert fen == GAMES["chess"].ARRAY + "\n"


def test_help_and_rules():
    _, helped, told, _ = dialogue("omega", "HELP", "rules", "quit")
    for command in "hint undo flip moves level time go new fen pgn rules help resign quit".split():
        assert re.search(rf"^  {command} +\w.*\.$", helped, re.MULTILINE)
    assert told.startswith("Omega Chess\n===") and "champion" in told


def test_alice_on_two_boards():
    _, over, back, other = dialogue("alice", "e4", "e2m4", "a8a1", options=["--side", "both"])[:4]
    assert " 4  . . . . . . . .    4  . . . . P . . .\n" in over  # the pawn is on board B
    assert back.startswith("illegal move 'e2m4'") and other.startswith("illegal move")


def test_hostage_shows_what_is_held_and_other_games_begin():
    captured, exchanged, new, flipped, first = dialogue(
        "hostage", "e4", "d5", "exd5", "qxd5", "Nc3", "Qxa2", "Nxa2", "(P-P)*e5", "new omega", "flip", "w1a2",
        options=["--side", "both"])[7:12]
    assert "White: airfield -, prison qp\nBlack: airfield -, prison PP\n" in captured
    assert "White: airfield P, prison q\nBlack: airfield -, prison P\n" in exchanged
    assert new.startswith("Omega Chess. You play both sides.") and "w4  w" in new
    assert "\nw2  W                     W w1\n" in flipped and "Move 1, Black to move" in first


def test_a_position_and_a_rule():
    fen = "r1b1kbnr/p1p|np2p/3|p1|p2/P|p1q2|p1/2|P1|P1|P1/5|P2/1P1P2|BP/RNBQK1NR w KQkq b6 0 8"
    greeting, fen_again, taken, _ = dialogue("alice", "fen", "axb6", "quit", options=[
        "--side", "both", "--fen", fen, "--rule", "EnPassant=passed"])
    assert fen_again == f"{fen}\n" and "Move 8, Black to move" in taken


def test_an_empty_input_ends_the_game():
    assert dialogue("chess", "e4")[-1] == "\n"
    done = subprocess.run([*COMMAND, "play", "chess"], stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)
    assert done.returncode == 0


# -------------------------------------------------------------------- at a terminal
class Terminal:
    """The program at a terminal of its own."""

    def __init__(self, *arguments, **environment):
        self.master, slave = pty.openpty()
        self.text = ""
        environment = {**os.environ, "TERM": "xterm-256color", "NO_COLOR": "", "COLUMNS": "80", **environment}
        self.process = subprocess.Popen([*COMMAND, *arguments], stdin=slave, stdout=slave, stderr=slave, env=environment,
                                        start_new_session=True,
                                        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))  # so that Ctrl-C is a signal
        os.close(slave)

    def type(self, text):
        self.text = ""
        os.write(self.master, text.encode())

    def expect(self, pattern):
        """Wait until what has come since the last typing has the pattern; the text."""
        while not re.search(pattern, self.text):
            more = self.read()
            assert more, f"it left after {self.text}"
            self.text += more
        return self.text

    def read(self):
        """What comes next; "" when nobody is at the other end any more."""
        assert select.select([self.master], [], [], PATIENCE)[0], f"nothing more came after {self.text}"
        try:
            return os.read(self.master, 65536).decode("utf-8", "replace")
        except OSError:
            return ""

    def leaves_after(self, text):
        """Whether the program leaves within a second after this was typed."""
        self.type(text)
        try:
            self.process.wait(1)
        except subprocess.TimeoutExpired:
            return False
        return True

    def end(self):
        """The exit code, after the program has left."""
        while self.read():
            pass
        os.close(self.master)
        return self.process.wait(PATIENCE)


def test_a_terminal_shows_figures_and_colours_and_marks_the_move():
    terminal = Terminal("play", "chess", "--side", "both")
    board = terminal.expect("White> ")
    assert board.count("♟") == 16 and board.count("♚") == 2 and board.count("\x1b[0m") == 64
    terminal.type("e4\r")
    marked = terminal.expect("Black> ")
    assert marked.count(f"48;5;{drawing.MARKED[0]}m") + marked.count(f"48;5;{drawing.MARKED[1]}m") == 2
    terminal.type("hin\t\r")  # Tab completes
    assert "Hint: " in terminal.expect(r"Hint: .*\n(.*\n)*.*Black> ")
    terminal.type("\x04")
    assert terminal.end() == 0


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"PYTHONIOENCODING": "ascii"}])
def test_letters_where_colours_are_not_wanted(environment):
    terminal = Terminal("show", "chess", **environment)
    text = terminal.expect("status ongoing")
    assert "\x1b[" not in text and "P P P P" in text
    assert terminal.end() == 0


def test_ctrl_c_leaves_at_the_prompt_and_while_the_engine_thinks():
    terminal = Terminal("play", "chess")
    terminal.expect("White> ")
    while not terminal.leaves_after("\x03"):  # Python misses one that comes just before it begins to wait for input
        pass
    assert terminal.end() == 0
    terminal = Terminal("play", "chess", "--time", "3600")
    terminal.expect("White> ")
    terminal.type("e4\r")
    terminal.expect("thinking")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.end() == 0


def test_boards_are_as_wide_as_the_terminal_allows(monkeypatch):
    class Screen(io.StringIO):
        encoding = "utf-8"

        def isatty(self):
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    rules = geometry(page_named("alice3"))
    for columns, width in (("120", drawing.WIDE), ("80", drawing.NARROW)):
        monkeypatch.setenv("COLUMNS", columns)
        assert drawing.look_for(rules, Screen()).width == width
    assert type(drawing.look_for(rules, io.StringIO())) is Look
