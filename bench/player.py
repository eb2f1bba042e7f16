"""An engine at the board: a running program, and what the referee wants of it in any protocol.

`UciPlayer` and `CecpPlayer` say how. Whatever a program does wrong becomes a Fault; what it says otherwise is
read as events: (kind, text) with one of the kinds below.
"""
import re
import time

from ..engine.limits import MATE
from .process import Process, Stalled, listen

# Faults, as they are counted and reported.
NO_START = "no start"
ILLEGAL = "illegal move"
GARBLED = "garbled line"
CRASH = "crash"
CLOSED = "closed pipe"
STALL = "stall"
LATE = "late move"  # where each move has its time
FLAG = "flag fall"  # where the game has
FALSE_CLAIM = "false claim"
OUT_OF_TURN = "move on the opponent's time"
REFUSAL = "refusal of a legal move"

# Events.
MOVE, CLAIM, RESIGN, OFFER, COMPLAINT = "move", "claim", "resign", "offer", "complaint"

QUITTING = 2.0  # seconds in which an engine may leave
PREPARING = 10  # times the patience with a start: what loading tables or compiling may take
CONTROL_CHARACTERS = re.compile(rb"[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f]")  # tabs and colours excepted


class Fault(Exception):
    """Something that an engine must not do; it loses the game."""

    def __init__(self, kind, detail):
        super().__init__(f"{kind} ({detail})" if detail else kind)
        self.kind, self.detail = kind, detail


class Unsuitable(ValueError):
    """An engine that works, but not for this match; the message says why."""


class Player:
    """A running engine of some description (engines.Engine), for one game of `page` after another. Its methods may raise Fault.

    `patience`: seconds in which it must answer; to start and to prepare for a game it may take longer.
    """

    FORM = "page"  # its coordinates, unless the engine's description says otherwise
    is_reusable = True  # it can play another game

    def __init__(self, engine, page, patience):
        self.engine, self.page, self.patience = engine, page, patience
        self.form = engine.coordinates or self.FORM
        self.own_name = None  # what it calls itself
        self.garbage = ""  # a line that cannot be text
        try:
            self.process = Process(engine.command, engine.directory)
        except OSError as error:
            raise Fault(NO_START, error.strerror or str(error)) from None

    # ---------------------------------------------------------------- for the protocols
    def start(self):
        """Agree on the protocol, the game and the options. Faults here are all NO_START."""
        try:
            self.shake_hands()
            self.choose_game()
            self.be_ready()
            self.rehearse()
        except Fault as fault:
            detail = f"{fault.kind}, {fault.detail}" if fault.detail else fault.kind
            raise Fault(NO_START, f"{detail}{self.last_words()}") from None

    def shake_hands(self):
        raise NotImplementedError

    def choose_game(self):
        raise NotImplementedError

    def be_ready(self):
        """Wait until it has done what it was told."""
        raise NotImplementedError

    def rehearse(self):
        """Have it think once, so that what it first loads or compiles for that costs no time of a game."""

    def require(self, control, sets_up):
        """Raise Unsuitable if it cannot keep a time control or, if the games need that, be set up a position."""

    def new_game(self, fen, texts, colour, controls):
        """Begin a game from `fen` (None: the array) after moves with these texts; `controls` by colour. Waits until it is ready."""
        raise NotImplementedError

    def go(self, texts, clocks):
        """Have it move, after moves with these texts; `clocks` by colour."""
        raise NotImplementedError

    def hurry(self):
        """Ask it to move now."""
        raise NotImplementedError

    def end_game(self, result, reason):
        raise NotImplementedError

    def offer_draw(self):
        """Tell it that the opponent offers a draw, if the protocol knows that."""

    def event(self, line):
        """What a line says: (kind, text), or None."""
        raise NotImplementedError

    def report(self):
        """(centipawns, depth, nodes) that it last told about its present move; None for what it did not."""
        raise NotImplementedError

    # ---------------------------------------------------------------- talking
    def say(self, *lines):
        try:
            self.process.send("".join(f"{line}\n" for line in lines), self.patience)
        except Stalled:
            raise Fault(STALL, f"it does not read its input for {self.patience:g} s") from None

    def hear(self, seconds):
        """The lines that come within so many seconds, one by one as text. Ends with a Fault when no more come."""
        deadline = time.perf_counter() + seconds
        while True:
            while self.process.lines:
                yield self.process.lines.popleft()[1].decode(errors="replace").strip()
            if not self.process.is_open:
                raise self.departure()
            if time.perf_counter() > deadline:
                raise self.silence(f"no answer for {seconds:g} s")
            listen([self.process], deadline)

    def wait_for(self, answer, seconds):
        """Pass over lines up to one that is the answer."""
        for line in self.hear(seconds):
            if line == answer:
                return

    def events(self):
        """What it has said so far, as (moment, (kind, text)) one by one; then a Fault if it is gone."""
        lines = self.process.lines
        while lines:
            moment, line = lines.popleft()
            if found := self.event(self.decoded(line)):
                yield moment, found
        if not self.process.is_open:
            raise self.departure()

    def decoded(self, line):
        text = line.decode(errors="replace")
        if "\ufffd" in text or CONTROL_CHARACTERS.search(line):
            self.garbage = ascii(text[:60])
        return text

    # ---------------------------------------------------------------- faults
    def departure(self):
        """The Fault of a program that can no longer be heard."""
        status = self.process.exit_status()
        return Fault(CRASH, status + self.last_words()) if status else Fault(CLOSED, "")

    def silence(self, detail):
        """The Fault of a program that should have spoken."""
        status = self.process.exit_status()
        if status:  # something that it has started holds the pipe
            return Fault(CRASH, status + self.last_words())
        if self.garbage:
            return Fault(GARBLED, self.garbage)
        return Fault(STALL, detail)

    def last_words(self):
        return f": {self.process.last_error[:200]}" if self.process.last_error else ""

    # ---------------------------------------------------------------- the end
    def quit(self):
        """Have it leave; end it if it does not."""
        try:
            self.process.send("quit\n", 0)
        except Stalled:
            pass
        self.process.close(QUITTING)

    def kill(self):
        self.process.kill()


def mate_score(moves):
    """The score of a mate in so many moves, negative for one suffered. See engine.limits.mate_distance."""
    return MATE - (2 * moves - 1) if moves > 0 else -MATE - 2 * moves
