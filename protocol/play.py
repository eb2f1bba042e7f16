"""A game in a terminal, between a person and the engine or between two people, by lines that are typed."""
import cmd
import datetime
import sys
import threading
import time
from dataclasses import dataclass, replace

from ..bench.pgn import write_pgn
from ..engine.coordinates import parts
from ..engine.draw import COLOUR_NAMES, draw
from ..engine.game import Game
from ..engine.geometry import geometry
from ..engine.limits import Limits, mate_distance
from ..engine.notation import read_fen, read_move, write_fen, write_move, write_san
from ..engine.rules import BLACK, WHITE
from ..engine.search import Searcher
from ..engine.variants import page_named
from . import NAME
from .clock import number
from .drawing import has_colours, look_for
from .lines import shortened
from .rulebook import terminal_width, write

SIDES = {"white": (WHITE,), "black": (BLACK,), "both": (WHITE, BLACK)}  # whose moves the person makes
WINS = ("1-0", "0-1")  # by colour
LONG = 2.0  # seconds after which it is said what is waited for
EXCUSE = "Making ready; a game that is played for the first time is compiled, for which a minute may pass …"
HINT_SECONDS = 1.0
MOST_SECONDS, DEEPEST = 86400, 99


@dataclass
class Note:
    """What is written down of a move."""
    san: str
    text: str  # in the page's squares
    seconds: float
    score: int | None = None  # as the mover sees it, in centipawns
    depth: int | None = None


def waited(job, excuse=None):
    """What a job returns. It is done in another thread, so that Ctrl-C is heard; an excuse is told if it takes long."""
    outcome = []

    def run():
        try:
            outcome.append((job(), None))
        except Exception as error:
            outcome.append((None, error))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(LONG)
    if thread.is_alive() and excuse:
        print(excuse, file=sys.stderr, flush=True)
    thread.join()
    value, error = outcome[0]
    if error:
        raise error
    return value


def new_game(page, fen=None):
    """A game of a page, which may have to be compiled first."""
    return waited(lambda: Game(page, None if fen is None else read_fen(geometry(page), fen)), EXCUSE)


class Play(cmd.Cmd):
    """The dialogue. Lines are commands, each a method `do_…`, or else moves."""

    def __init__(self, game, side="white", limits=Limits(seconds=2.0)):
        super().__init__()
        self.searcher = Searcher()
        self.limits = limits
        self.people = SIDES[side]
        self.begin(game)

    def begin(self, game):
        """Take up a game."""
        self.game, self.start = game, game.copy()
        self.notes = []
        self.surrender = None  # (result, reason) after a resignation
        self.begun = datetime.datetime.now()
        self.asked = time.perf_counter()
        self.is_flipped = self.people == (BLACK,)
        self.searcher.new_game()
        threading.Thread(target=self.searcher.prepare, args=(game.page,), daemon=True).start()

    def outcome(self):
        """(result, reason); the result is "*" while the game goes on."""
        return self.surrender or self.game.result()

    def is_engines_turn(self):
        return self.outcome()[0] == "*" and self.game.turn not in self.people

    def run(self):
        """Play until `quit`, the end of the input or Ctrl-C."""
        try:
            self.cmdloop()
        except KeyboardInterrupt:
            self.searcher.stop()
            print()

    # ---------------------------------------------------------------- the frame: before, between and after commands
    @property
    def prompt(self):
        return f"{COLOUR_NAMES[self.game.turn]}> " if self.outcome()[0] == "*" else "Game over> "

    def preloop(self):
        self.greet()
        self.show()
        self.go_on()

    def precmd(self, line):
        self.spent = time.perf_counter() - self.asked
        word, _, rest = line.strip().partition(" ")
        return f"{word.lower()} {rest}" if word.lower() in self.commands() else line

    def onecmd(self, line):
        try:
            return super().onecmd(line)
        except ValueError as error:
            print(shortened(f"{error}"))

    def postcmd(self, stop, line):
        if not stop:
            self.go_on()
        return stop

    def go_on(self):
        """Let the engine move if it is its turn."""
        if self.is_engines_turn():
            self.reply()
        self.asked = time.perf_counter()

    def emptyline(self):
        """Nothing is repeated."""

    @classmethod
    def commands(cls):
        return [name[3:] for name in dir(cls) if name.startswith("do_") and name != "do_EOF"]

    def completenames(self, text, *ignored):
        """What Tab offers: commands and legal moves."""
        return [word for word in self.commands() + self.legal_sans() if word.startswith(text)]

    # ---------------------------------------------------------------- what is shown
    def greet(self):
        who = f"You are {COLOUR_NAMES[self.people[0]]}, Frabjous is {COLOUR_NAMES[1 - self.people[0]]}; {self.terms()}" \
            if len(self.people) == 1 else "You play both sides."
        print(f"{self.game.page.TITLE}. {who}")
        if legal := self.game.legal_moves():
            move = legal[len(legal) // 2]
            texts = dict.fromkeys((write_san(self.game, move), write_move(self.game.rules, move, legal)))
            example = f", such as {' or '.join(texts)}" if self.game.turn in self.people else ""
            print(f"Type a move{example}, or: rules, hint, undo, moves, help, quit.")

    def terms(self):
        """How long the engine may think."""
        deep = f" and looks {self.limits.depth} deep" if self.limits.depth else ""
        return f"it thinks for {self.limits.seconds:g} s a move{deep}."

    def show(self):
        marked = ()
        if self.game.ply:
            p = parts(self.game.rules, self.game.moves_played[-1])
            marked = {(p.board, p.square), (p.landing, p.to)}
        print("", draw(self.game, look_for(self.game.rules, self.stdout, self.is_flipped, marked)), sep="\n")
        result, reason = self.outcome()
        if result != "*":
            print(f"{reason}: {result}. Type new for another game, undo to take back, pgn to keep it, or quit.")
        print(flush=True)

    def legal_sans(self):
        return [write_san(self.game, move) for move in self.game.legal_moves()]

    # ---------------------------------------------------------------- moves
    def default(self, line):
        """A line that is no command: a move."""
        if self.outcome()[0] != "*":
            raise ValueError("the game is over: type new, undo or quit")
        self.make(self.read(line), self.spent)
        if not self.is_engines_turn():
            self.show()

    def read(self, text):
        """The move that is meant. Raises ValueError; a man's letter may be small where that means no other move."""
        try:
            return read_move(self.game, text)
        except ValueError as error:
            problem = error
        try:
            return read_move(self.game, text[:1].upper() + text[1:])
        except ValueError:
            raise ValueError(f"{problem}: type moves to see the legal ones, help for commands") from None

    def make(self, move, seconds, report=None):
        """Play a move and write it down."""
        found = (report.score, report.depth) if report else ()
        self.notes.append(Note(write_san(self.game, move), write_move(self.game.rules, move), seconds, *found))
        self.game.make(move)

    def think(self, limits):
        """(the principal variation, the last report or None)"""
        reports = []
        waited(lambda: self.searcher.prepare(self.game.page), EXCUSE)
        is_seen = has_colours(self.stdout)
        if is_seen:
            print("thinking …", end="\r", flush=True)
        line = waited(lambda: self.searcher.think(self.game, limits, reports.append))
        if is_seen:
            print("\x1b[K", end="\r")
        return line, reports[-1] if reports else None

    def reply(self):
        """Have the engine move."""
        name, begin = COLOUR_NAMES[self.game.turn], time.perf_counter()
        line, report = self.think(self.limits)
        self.make(line[0], time.perf_counter() - begin, report)
        print(f"{name} plays {self.notes[-1].san}{assessment(report)}")
        self.show()

    def take_back(self):
        self.game.undo()
        self.notes.pop()

    # ---------------------------------------------------------------- commands about the game
    def do_hint(self, rest):
        """What the engine would play here."""
        if self.outcome()[0] != "*":
            raise ValueError("the game is over")
        limits = replace(self.limits, seconds=min(self.limits.seconds, HINT_SECONDS))
        line, report = self.think(limits)
        game, words = self.game.copy(), []
        for move in line[:2]:
            words.append(write_san(game, move))
            game.make(move)
        expected = f", expecting {words[1]}" if words[1:] else ""
        print(f"Hint: {words[0]}{expected}{assessment(report)}")

    def do_undo(self, rest):
        """Take back your last move, and the engine's answer to it."""
        if self.surrender:
            self.surrender = None
        elif not self.notes:
            raise ValueError("there is no move to take back")
        else:
            self.take_back()
            while self.notes and self.game.turn not in self.people:
                self.take_back()
        self.show()

    def do_moves(self, rest):
        """The legal moves; with a square or a man's letter, of that man only."""
        rules, wanted = self.game.rules, rest.strip()
        if wanted and wanted not in rules.named and wanted not in rules.letters:
            raise ValueError(f"{wanted!r} is neither a square nor a man's letter")
        found = []
        for move in self.game.legal_moves():
            p = parts(rules, move)
            if not wanted or wanted == p.letter or p.square is not None and wanted == rules.names[p.square]:
                found.append(write_san(self.game, move))
        self.columnize(sorted(found) or ["none"])

    def do_go(self, rest):
        """Let the engine play the side that is to move; you play the other."""
        if self.outcome()[0] != "*":
            raise ValueError("the game is over")
        self.play_side(1 - self.game.turn)

    def do_side(self, rest):
        """Play white, black or both."""
        if rest not in SIDES:
            raise ValueError(f"side {' or '.join(SIDES)}")
        self.play_side(*SIDES[rest])

    def play_side(self, *people):
        self.people = people
        self.is_flipped = people == (BLACK,)
        if not self.is_engines_turn():
            self.show()

    def do_new(self, rest):
        """Begin anew; with a name, another game (frabjous games lists them)."""
        page = page_named(rest.strip()) if rest.strip() else self.game.page
        self.begin(new_game(page))
        if rest.strip():
            self.greet()
        self.show()

    def do_resign(self, rest):
        """Give the game up."""
        if self.outcome()[0] != "*":
            raise ValueError("the game is over")
        loser = self.people[0] if len(self.people) == 1 else self.game.turn
        self.surrender = WINS[1 - loser], f"{COLOUR_NAMES[loser]} resigns"
        self.show()

    def do_fen(self, rest):
        """The position as a line of text (FEN); with such a line, take that position up."""
        if rest.strip():
            self.begin(new_game(self.game.page, rest))
            self.show()
        else:
            print(write_fen(self.game.rules, self.game.setup()))

    def do_pgn(self, rest):
        """The game as PGN; with the name of a file, added to it."""
        text = write_pgn(self.record(), f"{self.game.page.TITLE} in a terminal", self.game.page.NAME, ("-", "-"))
        if not rest.strip():
            print(text, end="")
            return
        try:
            with open(rest.strip(), "a", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            raise ValueError(f"{error}") from None
        print(f"The game is added to {rest.strip()}.")

    def record(self):
        """The game as `bench.pgn` takes it."""
        result, reason = self.outcome()
        fen = write_fen(self.start.rules, self.start.setup())
        return {
            "number": 0, "begun": self.begun.isoformat(), "result": result, "reason": reason or "the game goes on", "fault": None,
            "players": ["Player" if colour in self.people else NAME for colour in (WHITE, BLACK)],
            "fen": None if fen == self.game.page.ARRAY else fen, "opening": None, "book": 0,
            "moves": [note.text for note in self.notes], "san": [note.san for note in self.notes],
            "seconds": [note.seconds for note in self.notes], "clocks": [None] * len(self.notes),
            "scores": [note.score for note in self.notes], "depths": [note.depth for note in self.notes],
        }

    # ---------------------------------------------------------------- commands about the rest
    def do_time(self, rest):
        """How many seconds the engine may think about a move, e.g. time 5."""
        if rest.strip():
            seconds = amount(rest, number, "time", "seconds")
            if not 0 < seconds <= MOST_SECONDS:
                raise ValueError(f"time takes seconds, up to {MOST_SECONDS}")
            self.limits = replace(self.limits, seconds=seconds)
        print(f"Frabjous: {self.terms()}")

    def do_level(self, rest):
        """How many plies deep the engine may look: the fewer, the weaker; level 0 for no bound."""
        if rest.strip():
            depth = amount(rest, int, "level", "plies")
            if not 0 <= depth <= DEEPEST:
                raise ValueError(f"level takes plies, up to {DEEPEST}")
            self.limits = replace(self.limits, depth=depth or None)
        print(f"Frabjous: {self.terms()}")

    def do_flip(self, rest):
        """Turn the board round."""
        self.is_flipped = not self.is_flipped
        self.show()

    def do_show(self, rest):
        """Draw the board again."""
        self.show()

    def do_rules(self, rest):
        """How this game is played."""
        print(write(self.game.page, terminal_width()))

    def do_help(self, rest):
        """The commands."""
        print("A line that is no command is a move: by its squares, or in short notation; rules says more.")
        for name in self.commands():
            print(f"  {name:8}{getattr(self, f'do_{name}').__doc__}")

    def do_quit(self, rest):
        """Leave."""
        return True

    def do_EOF(self, rest):
        """The end of the input."""
        print()
        return True

    do_exit = do_quit


def amount(text, kind, command, unit):
    """A number of a command. Raises ValueError, which says what it takes."""
    try:
        return kind(text)
    except ValueError:
        raise ValueError(f"{command} takes a number of {unit}") from None


def assessment(report):
    """What the engine thinks of the position, for the side that moves, in brackets; nothing if it had no time to think."""
    if report is None:
        return ""
    mate = mate_distance(report.score)
    worth = f"{report.score / 100:+.2f}" if mate is None else f"mate in {mate}" if mate > 0 else f"mated in {-mate}"
    return f"  ({worth}, {report.depth} {'ply' if report.depth == 1 else 'plies'} deep)"
