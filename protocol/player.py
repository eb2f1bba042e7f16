"""The player behind XBoard's protocol: what the worker's thread does with the game, the clock and the search."""
import contextlib
import functools
import time
from dataclasses import dataclass, replace

from ..engine.limits import Limits, mate_distance
from .agreement import Agreement
from .clock import Clock, by_nodes
from .highlight import Lifted
from .lines import shortened
from .options import CLEAR_HASH, MOVE_OVERHEAD, MULTI_PV, SKILL_LEVEL, Option, Options, rules_left_open
from .order import Order
from .perft import report as report_perft
from .said import exchange_said, payments, said, said_line, sayable
from .session import Refused, Session
from .strength import Strength

HINT_SECONDS = 0.1
MOST_KNOWN = 12  # moves that are listed when asked what is known
LARGEST_SCORE = 100000  # and mate in N is N more

EXCHANGE = Option("Exchange", "combo", "auto", values=("auto", "ask"))
RESIGN = Option("Resign", "check", False)


@dataclass
class Mode:
    """What the commands alone decide. The reader's thread writes it, the worker's reads it."""
    is_forced: bool = False
    is_analysing: bool = False
    is_posting: bool = False
    is_pondering: bool = False  # while the opponent thinks
    is_paused: bool = False
    has_computer_opponent: bool = False
    hovered: str = ""  # the square that the user's mouse is over, with a man in his hand


class Player:
    """One side of a game, or a force that plays both. Its methods are the jobs that the reader submits."""

    def __init__(self, send, mode):
        self.send, self.mode = send, mode
        self.session = session = Session(self.rest, lambda text: send(f"# {text}"))
        self.options = Options({
            **{option: functools.partial(session.set_rule, option.name) for option in rules_left_open()},
            CLEAR_HASH: session.clear_hash,
            **dict.fromkeys((MULTI_PV, MOVE_OVERHEAD, SKILL_LEVEL, EXCHANGE, RESIGN))})
        self.clock = Clock()
        self.agreement = Agreement()
        self.has_position = True  # false after a setboard that was refused
        self.pondered = None  # (order, expected move, limits) while a move may be hit
        self.moved()

    # ---------------------------------------------------------------- the game
    def begin(self, name):
        self.session.new_game(name)
        self.has_position = True
        self.agreement = Agreement()
        self.moved()

    def set_board(self, text):
        self.set_up(lambda: text)

    def set_edited(self, edit):
        self.set_up(lambda: edit.fen(self.session.game))

    def set_up(self, fen):
        """Take up the position that `fen` gives, or say why that is none."""
        try:
            self.session.set_up(fen())
        except Refused as error:
            self.send(f"tellusererror Illegal position: {error}")
            self.has_position = False
        else:
            self.has_position = True
        self.moved()

    def take_back(self, moves):
        try:
            self.session.undo(moves)
        except Refused as error:
            self.send(f"Error ({error}): {'undo' if moves == 1 else 'remove'}")
        self.moved()

    def moved(self):
        """Forget what belonged to another position."""
        self.excluded = set()  # moves that are left out
        self.line = []  # what is expected to be played now
        self.report = None  # the last iteration
        self.question = {}  # the exchanges of which one is asked for, by the letter of the hostage
        self.lifted = None  # the man that the user holds in his hand
        self.first_leg = None  # the square where the first leg of his move has just put him

    def play(self, text, is_bare, order):
        """Play the opponent's move, and think about the answer if that is ordered."""
        with self.session.fulfilling(order), self.answering(f"usermove {text}"):
            game = self.session.game
            try:
                if not self.has_position:
                    raise Refused("there is no position")
                move = self.session.read(text, "xboard")
            except Refused:
                # CuteChess makes Black begin with a move out of nothing, before it sets the position up.
                if not (is_bare and order is None and game.ply == 0):
                    self.send(f"Illegal move: {shortened(text)}")
                return
            choices = payments(game, move) if self.asks() else {}
            game.make(move)
            self.moved()
            if len(choices) > 1:
                self.question = choices
                self.ask()
            elif order:
                self.answer(order)

    def asks(self):
        """Whether a person is asked what XBoard cannot say."""
        return self.options[EXCHANGE] == "ask" and not self.mode.has_computer_opponent

    def ask(self):
        self.send(f"askuser exch Give which hostage for the man dropped? ({'/'.join(self.question)})")

    def pay(self, letter, order):
        """Take the answer to the question which hostage is paid: without a letter the cheapest, as until it comes."""
        with self.session.fulfilling(order), self.answering("exch"):
            if not self.question:
                return  # taken back meanwhile
            if letter and letter not in self.question:
                self.ask()
                return
            if letter:
                move = self.question[letter]
                self.session.undo(1)
                self.session.game.make(move)
            self.moved()
            if order:
                self.answer(order)

    def answer(self, order):
        """Think after a move of the opponent, who may have ended the game with it."""
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

    # ---------------------------------------------------------------- thinking
    def limits(self):
        """What bounds the search for the next move."""
        limits = replace(self.clock.limits(self.session.game.ply // 2), overhead=self.options[MOVE_OVERHEAD] / 1000,
                         ply=self.session.game.whole_ply)
        return by_nodes(limits, self.clock.rate) if self.clock.rate else limits

    def wanted(self, moves=()):
        """The moves to consider, among these or all: [] if that is every one, or all are excluded."""
        if not self.excluded:
            return list(moves)
        return [move for move in moves or self.session.game.legal_moves() if move not in self.excluded]

    def think(self, order):
        """Find a move, play it and say it, unless the order is withdrawn."""
        limits = self.limits()
        limits.root_moves = self.wanted(sayable(self.session.game))
        self.report = None
        self.cpu_begun = time.process_time()
        self.move(order, self.session.think(order, limits, self.post, self.strength()))

    def strength(self):
        """The strength to play with; None for all there is."""
        return Strength.of_level(self.options[SKILL_LEVEL], SKILL_LEVEL.most)

    def move(self, order, line):
        """Play the first move of a line, if there is one, and say it, unless the order is withdrawn."""
        session, game = self.session, self.session.game
        if not line:
            return
        if self.report:
            self.agreement.scores.append(self.report.score)
        if self.options[RESIGN] and self.agreement.resigns():
            session.deliver(order, self.send, "resign")
            return
        answer = [f"move {said(game, line[0])}"]
        if self.agreement.offers_draw(game.ply):
            answer.insert(0, "offer draw")
        if not session.deliver(order, self.send, *answer):
            return
        if not self.mode.has_computer_opponent and (exchange := exchange_said(game, line[0])):
            self.send(f"telluser Exchange {exchange}")
        game.make(line[0])
        self.clock.moved(session.nodes() / self.clock.rate if self.clock.rate else order.waited(), (game.ply + 1) // 2)
        self.moved()
        self.line = line[1:]
        self.claim()

    def rest(self, order):
        """Analyse, or think about the move that is expected, until a command comes."""
        if self.mode.is_paused or not self.has_position:
            return
        if self.mode.is_analysing:
            self.analyse(order)
        elif self.mode.is_pondering and not self.mode.is_forced and self.line and not self.session.is_ordered():
            if self.strength() is None and self.clock.rate is None:  # what is pondered is no node and no second of the clock
                self.ponder(order)

    def analyse(self, order):
        if self.excluded.issuperset(self.session.game.legal_moves()):
            return  # nothing is left to analyse, or there is no move
        self.session.think(order, Limits(root_moves=self.wanted(), lines=self.options[MULTI_PV]), self.post)

    def ponder(self, order):
        """Think about the answer to the expected move. If that is played, this is the answer; else the table is fuller."""
        session, game, expected = self.session, self.session.game, self.line[0]
        text, is_question = said(game, expected), self.asks() and len(payments(game, expected)) > 1
        order.ponders = True
        game.make(expected)
        try:
            if game.result()[0] == "*":
                limits = Limits(root_moves=sayable(game))
                self.pondered = None if is_question else (order, expected, limits)
                line = session.think(order, limits, lambda report: self.post(report, text if order.ponders else None))
        finally:
            self.pondered = None
            if order.ponders:
                game.undo()
        if not order.ponders:
            with session.fulfilling(order), self.answering(f"usermove {text}"):
                report = self.report
                self.moved()
                self.report = report
                self.move(order, line)

    def hit(self, text):
        """Whether a move is the expected one, and the thought about it goes on to an answer. In the reader's thread."""
        pondered = self.pondered  # which the worker may end at any moment
        if pondered is None:
            return False
        order, expected, limits = pondered
        try:
            move = self.session.read(text, "xboard", self.session.resting_game)
        except Refused:
            return False
        return move == expected and self.session.hit_at_rest(order, replace(self.limits(), root_moves=limits.root_moves))

    def post(self, report, expected=None):
        """A thinking line: depth, score, time in centiseconds, nodes, and the variation, after the move that is expected."""
        if report.bound:
            return
        if report.number == 1:
            self.report = report
        if not (self.mode.is_posting or self.mode.is_analysing):
            return
        mate = mate_distance(report.score)
        score = report.score if mate is None else mate + (LARGEST_SCORE if mate > 0 else -LARGEST_SCORE)
        seconds = report.seconds if self.clock.rate is None or self.mode.is_analysing else time.process_time() - self.cpu_begun
        variation = said_line(self.session.game, report.line)
        self.send(f"{report.depth} {score} {round(100 * seconds)} {report.nodes} {f'{expected} ' if expected else ''}{variation}")

    # ---------------------------------------------------------------- settings
    def set_level(self, game, text):
        self.clock.level(text, game.ply // 2)

    def show_time(self, game, text):
        self.clock.show(text)

    def set_option(self, name, value):
        """Set an option. One that this engine does not have may be another's, and is ignored."""
        try:
            self.options.set(name, value)
        except Refused as error:
            self.send(f"Error ({error}): option {shortened(name)}={shortened(value)}")

    def exclude(self, text, is_excluded):
        """Leave a move, or all, out of the search; or take it in again."""
        try:
            moves = self.session.game.legal_moves() if text == "all" else [self.session.read(text, "xboard")]
        except Refused:
            return
        self.excluded = self.excluded.union(moves) if is_excluded else self.excluded.difference(moves)

    # ---------------------------------------------------------------- questions
    def consider_draw(self, game):
        """Answer the offer of a draw: accept it or say nothing."""
        if not self.mode.is_forced and self.agreement.takes_draw(game.ply):
            self.send("offer draw")

    def hint(self):
        """The move that was expected when the engine moved, or else found in a moment."""
        game = self.session.game
        line = self.line or self.session.think(Order(), Limits(seconds=HINT_SECONDS), lambda report: None)
        if line:
            self.send(f"Hint: {said(game, line[0])}")

    def tell_known(self):
        """`bk`: what earlier searches found after each move. There is no book."""
        words = {"": "", "lower": "at least ", "upper": "at most "}
        best = self.session.known()[:MOST_KNOWN] if self.has_position else []
        known = [f"\t{said(self.session.game, move)}  {words[bound]}{score / 100:+.2f}, depth {depth}"
                 for move, score, depth, bound in best]
        self.send(*known or ["\tnothing is known of this position"], "")

    def tell_status(self):
        """`.`: how far the analysis is: time, nodes, depth, moves left of how many, and the one that is searched."""
        report, at_root = self.report, self.session.at_root()
        seconds, depth = (report.seconds, report.depth) if report else (0, 0)
        _, number, count = at_root or (None, 0, 0)
        self.send(f"stat01: {round(100 * seconds)} {self.session.nodes()} {depth} {count - number} {count}")

    def perft(self, depth, order):
        with self.session.fulfilling(order), self.answering("perft"):
            report_perft(self.send, self.session, depth, order, lambda move: said(self.session.game, move))

    # ---------------------------------------------------------------- the mouse
    def lift(self, game, square):
        """Mark where the man on a square may go, and say what it can become.

        XBoard lifts a man anew from where the first leg of its move has put it: there it has been told already.
        """
        told, self.first_leg = self.first_leg, None
        if square == told:
            return
        self.lifted = lifted = Lifted(game, square) if self.has_position else None
        if lifted and lifted.is_man:
            self.send(f"highlight {lifted.text(lifted.marks())}")
            if lifted.choices():
                self.send(f"choice {lifted.choices()}")

    def hover(self, game, square):
        """Mark what is taken by a move to a square, unless the man has been put down meanwhile: the marks would stay."""
        if self.lifted and (marks := self.lifted.marks_over(square)) and self.mode.hovered == square:
            self.send(f"highlight {self.lifted.text(marks)}")

    def put(self, game, square):
        """After the first leg of a move mark the second, and make it."""
        marks, landing = self.lifted.second_leg(square) if self.lifted else ({}, None)
        self.first_leg = square if marks else None
        if marks:
            self.send(f"highlight {self.lifted.text(marks)}")
        if landing:
            self.send(f"click {landing}")
