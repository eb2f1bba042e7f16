"""XBoard's protocol, CECP version 2, on top of a session.

Method names beginning with `take` run in the reader's thread, one for each command, and follow what the
commands alone decide: whether the engine plays, waits (`force`) or analyses. What needs the game is submitted
to the worker, so that it happens in the order of the commands.
"""
import contextlib
import re

from ..engine.limits import Limits, mate_distance
from ..engine.variants import GAMES, page_named
from . import NAME, perft
from .boards import BOARDS
from .clock import Clock
from .edit import Edit
from .lines import shortened
from .said import exchange_said, said, said_line, sayable
from .session import NOW, WITHDRAWN, Order, Refused, Session

# What XBoard's menus offer: the games whose boards it can draw. It matches names by their parts, so that "alice" and
# "alice2" could not stand together; `variant` obeys every game's name all the same.
VARIANTS = ["normal", *BOARDS]
MOST_MEGABYTES, MOST_THREADS = 65536, 256
HINT_SECONDS = 0.1

# What may be sent to any engine and asks nothing of this one.
IGNORED = set("accepted rejected random name rating ics white black hard easy draw egtpath nps pause resume "
              "lift put hover holding partner ptell xboard".split())

# A move that stands alone on a line: squares, SAN, drops, castling, a null move. No command looks like one.
BARE_MOVE = re.compile(r"(?=.*[0-9])[A-Za-z]?[A-Za-z0-9@#*=+,/()x-]{2,24}|[Oo0]-[Oo0](-[Oo0])?|@@@@")


class Cecp:
    """An engine as XBoard sees it."""

    def __init__(self, output):
        self.send = output.send
        self.session = Session(self.rest, lambda text: self.send(f"# {text}"))
        # Of the reader's thread:
        self.is_forced = False
        self.is_analysing = False
        self.is_posting = False
        self.has_computer_opponent = False
        self.edit = None  # an edit in progress
        # Of the worker's:
        self.clock = Clock()
        self.has_position = True  # false after a setboard that was refused
        self.excluded = set()  # moves that analysis leaves out
        self.line = []  # what is expected to be played now
        self.report = None  # the last iteration

    def handle(self, line):
        """Obey one line."""
        if self.edit is not None:
            self.take_edit_line(line)
            return
        word, _, rest = line.partition(" ")
        take = COMMANDS.get(word)
        try:
            if take:
                take(self, rest.strip())
            elif BARE_MOVE.fullmatch(line):
                self.take_move(line, is_bare=True)
            elif word and word not in IGNORED:
                self.send(f"Error (unknown command): {shortened(line)}")
        except ValueError:
            self.send(f"Error (malformed command): {shortened(line)}")

    def finish(self, seconds):
        """After the last line: let what was asked be answered, but not for longer than this."""
        self.session.end(NOW)
        self.session.worker.wait(seconds)

    # ---------------------------------------------------------------- the reader's side: who is who
    def take_protover(self, text):
        options = (f"{name} -combo *{' /// '.join(values)}" for page in GAMES.values() for name, values in page.OPTIONS.items())
        self.send("feature done=0",
                  "feature ping=1 setboard=1 playother=1 usermove=1 san=0 colors=0 time=1 draw=1 sigint=0 sigterm=0 reuse=1",
                  "feature analyze=1 pause=0 nps=0 memory=1 smp=1 name=1 ics=1 debug=1 exclude=1",
                  f'feature myname="{NAME}" variants="{",".join(VARIANTS)}"',
                  *(f'feature option="{option}"' for option in options),
                  "feature done=1")
        self.session.worker.start()

    def take_ping(self, text):
        answer = f"pong {shortened(text)}".rstrip()
        if self.session.is_at_leisure():
            self.send(answer)
        else:
            self.session.submit(self.send, answer)

    def take_post(self, text):
        self.is_posting = True

    def take_nopost(self, text):
        self.is_posting = False

    # ---------------------------------------------------------------- the reader's side: a new state of things
    def take_new(self, text):
        self.withdraw()
        self.is_forced = self.is_analysing
        self.has_computer_opponent = False
        self.session.submit(self.begin, "chess")
        self.session.submit(self.clock.new_game)

    def take_variant(self, text):
        try:
            page = page_named(text)
        except ValueError:
            self.send(f"Error (unsupported variant): {shortened(text)}")
            return
        self.withdraw()
        self.session.submit(self.begin, page.NAME)
        if page.NAME in BOARDS:
            self.send(*BOARDS[page.NAME])

    def take_setboard(self, text):
        self.withdraw()
        self.session.submit(self.set_board, text)

    def take_edit(self, text):
        self.withdraw()
        self.edit = Edit()

    def take_edit_line(self, line):
        if line == ".":
            edit, self.edit = self.edit, None
            self.session.submit(self.set_edited, edit)
        else:
            self.edit.take(line)

    def take_result(self, text):
        self.withdraw()
        self.is_forced = True

    def take_undo(self, text):
        self.withdraw()
        self.session.submit(self.take_back, 1)

    def take_remove(self, text):
        self.withdraw()
        self.session.submit(self.take_back, 2)

    def withdraw(self):
        """End what is being thought about, without a move."""
        self.session.end(WITHDRAWN)

    # ---------------------------------------------------------------- the reader's side: who plays
    def take_force(self, text):
        self.withdraw()
        self.is_forced, self.is_analysing = True, False
        self.session.submit(bool)  # what rests must see that it no longer analyses

    def take_go(self, text):
        self.is_forced = self.is_analysing = False
        earlier = self.session.latest_order()
        self.session.submit(self.go, self.session.order(), earlier)

    def take_playother(self, text):
        self.withdraw()
        self.is_forced = self.is_analysing = False

    def take_move(self, text, is_bare=False):
        order = None if self.is_forced else self.session.order()
        self.session.submit(self.play, text, is_bare, order)

    def take_move_now(self, text):
        self.session.end(NOW)

    def take_analyze(self, text):
        self.withdraw()
        self.is_forced = self.is_analysing = True
        self.session.submit(bool)

    def take_exit(self, text):
        self.is_analysing = False
        self.session.submit(bool)

    def take_status(self, text):
        """`.`: how far the analysis is. XBoard wants the moves left and their number: none, as all are always searched."""
        report = self.report
        if self.is_analysing:
            seconds, depth = (report.seconds, report.depth) if report else (0, 0)
            self.send(f"stat01: {round(100 * seconds)} {self.session.nodes()} {depth} 0 0")

    # ---------------------------------------------------------------- the reader's side: settings, questions
    def take_exclude(self, text):
        self.session.submit(self.exclude, text, True)

    def take_include(self, text):
        self.session.submit(self.exclude, text, False)

    def take_level(self, text):
        Clock().level(text, 0)  # a wrong one is refused here
        self.session.submit(self.set_level, text)

    def take_st(self, text):
        Clock().fix(text)
        self.session.submit(self.clock.fix, text)

    def take_sd(self, text):
        Clock().limit_depth(text)
        self.session.submit(self.clock.limit_depth, text)

    def take_time(self, text):
        Clock().show(text)
        self.session.submit(self.clock.show, text)

    def take_otim(self, text):
        pass

    def take_computer(self, text):
        self.has_computer_opponent = True

    def take_memory(self, text):
        self.session.submit(self.session.set_hash, min(max(int(text), 1), MOST_MEGABYTES))

    def take_cores(self, text):
        self.session.submit(self.session.set_threads, min(max(int(text), 1), MOST_THREADS))

    def take_option(self, text):
        name, _, value = text.partition("=")
        self.session.submit(self.set_option, name.strip(), value.strip())

    def take_hint(self, text):
        self.session.submit(self.hint)

    def take_book(self, text):
        self.send("\tno book", "")

    def take_perft(self, text):
        depth = int(text)
        if depth < 0:
            raise ValueError("no depth")
        self.session.submit(self.perft, depth, self.session.order())

    # ---------------------------------------------------------------- the worker's side: the game
    def begin(self, name):
        self.session.new_game(name)
        self.has_position = True
        self.moved()

    def set_board(self, text):
        try:
            self.session.set_up(text)
        except Refused as error:
            self.has_position = False
            self.send(f"tellusererror Illegal position: {error}")
        else:
            self.has_position = True
        self.moved()

    def set_edited(self, edit):
        try:
            fen = edit.fen(self.session.game)
        except Refused as error:
            self.has_position = False
            self.send(f"tellusererror Illegal position: {error}")
        else:
            self.set_board(fen)

    def take_back(self, moves):
        try:
            self.session.undo(moves)
        except Refused as error:
            self.send(f"Error ({error}): {'undo' if moves == 1 else 'remove'}")
        self.moved()

    def moved(self):
        """Forget what belonged to another position."""
        self.excluded, self.line, self.report = set(), [], None

    def play(self, text, is_bare, order):
        """Play the opponent's move, and think about the answer if that is ordered."""
        with self.session.fulfilling(order), self.answering(f"usermove {text}"):
            try:
                if not self.has_position:
                    raise Refused("there is no position")
                self.session.play(text, "xboard")
            except Refused:
                # CuteChess makes Black begin with a move out of nothing, before it sets the position up.
                if not (is_bare and order is None and self.session.game.ply == 0):
                    self.send(f"Illegal move: {shortened(text)}")
                return
            self.moved()
            if order:
                self.claim()
                self.think(order)

    def go(self, order, earlier):
        """Begin to play, unless the order before this one has been answered meanwhile: the engine plays already."""
        with self.session.fulfilling(order), self.answering("go"):
            if earlier and earlier.is_answered:
                order.is_answered = True
            elif not self.has_position:
                self.send("Error (illegal position): go")
            elif self.session.game.legal_moves():
                self.think(order)
            else:
                self.claim()

    @contextlib.contextmanager
    def answering(self, command):
        """Within it an error inside is told as the answer to a command."""
        try:
            yield
        except Exception as error:
            self.session.report_failure(error)
            self.send(f"Error (internal error): {shortened(command)}")

    def claim(self):
        """Say so if the game is over."""
        result, reason = self.session.game.result()
        if result != "*":
            self.send(f"{result} {{{reason}}}")

    # ---------------------------------------------------------------- the worker's side: thinking
    def moves_made(self):
        """Moves of the side to move since the game began."""
        return self.session.game.ply // 2

    def think(self, order):
        """Find a move, play it and say it, unless the order is withdrawn."""
        session, game = self.session, self.session.game
        limits = self.clock.limits(self.moves_made())
        limits.root_moves = sayable(game)
        line = session.think(order, limits, self.post)
        if not line or not session.deliver(order, self.send, f"move {said(game, line[0])}"):
            return
        if not self.has_computer_opponent and (exchange := exchange_said(game, line[0])):
            self.send(f"telluser Exchange {exchange}")
        game.make(line[0])
        self.clock.moved(order.waited(), (game.ply + 1) // 2)
        self.moved()
        self.line = line[1:]
        self.claim()

    def rest(self, order):
        """Analyse, if that is asked for, until a command comes."""
        if not (self.is_analysing and self.has_position):
            return
        legal = self.session.game.legal_moves()
        wanted = [move for move in legal if move not in self.excluded]
        if wanted:
            self.session.think(order, Limits(root_moves=wanted if self.excluded else []), self.post)

    def post(self, report):
        """A thinking line: depth, score, time in centiseconds, nodes, and the variation."""
        self.report = report
        if not (self.is_posting or self.is_analysing):
            return
        mate = mate_distance(report.score)
        score = report.score if mate is None else mate + (100000 if mate > 0 else -100000)
        variation = said_line(self.session.game, report.line)
        self.send(f"{report.depth} {score} {round(100 * report.seconds)} {report.nodes} {variation}")

    # ---------------------------------------------------------------- the worker's side: settings, questions
    def set_level(self, text):
        self.clock.level(text, self.moves_made())

    def set_option(self, name, value):
        try:
            self.session.set_option(name, value)
        except Refused as error:
            self.send(f"Error ({error}): option {shortened(name)}={shortened(value)}")

    def exclude(self, text, is_excluded):
        """Leave a move, or all, out of the analysis; or take it in again."""
        try:
            moves = self.session.game.legal_moves() if text == "all" else [self.session.read(text, "xboard")]
        except Refused:
            return
        self.excluded = self.excluded.union(moves) if is_excluded else self.excluded.difference(moves)

    def hint(self):
        """The move that was expected when the engine moved, or else found in a moment."""
        game = self.session.game
        line = self.line or self.session.think(Order(), Limits(seconds=HINT_SECONDS), lambda report: None)
        if line:
            self.send(f"Hint: {said(game, line[0])}")

    def perft(self, depth, order):
        with self.session.fulfilling(order), self.answering("perft"):
            perft.report(self.send, self.session, depth, order, lambda move: said(self.session.game, move))


COMMANDS = {
    "protover": Cecp.take_protover, "ping": Cecp.take_ping, "post": Cecp.take_post, "nopost": Cecp.take_nopost,
    "new": Cecp.take_new, "variant": Cecp.take_variant, "setboard": Cecp.take_setboard, "edit": Cecp.take_edit,
    "result": Cecp.take_result, "undo": Cecp.take_undo, "remove": Cecp.take_remove,
    "force": Cecp.take_force, "go": Cecp.take_go, "playother": Cecp.take_playother, "usermove": Cecp.take_move,
    "?": Cecp.take_move_now, "analyze": Cecp.take_analyze, "exit": Cecp.take_exit, ".": Cecp.take_status,
    "exclude": Cecp.take_exclude, "include": Cecp.take_include, "level": Cecp.take_level, "st": Cecp.take_st,
    "sd": Cecp.take_sd, "time": Cecp.take_time, "otim": Cecp.take_otim, "memory": Cecp.take_memory,
    "cores": Cecp.take_cores, "option": Cecp.take_option, "hint": Cecp.take_hint, "bk": Cecp.take_book,
    "perft": Cecp.take_perft, "computer": Cecp.take_computer,
}
