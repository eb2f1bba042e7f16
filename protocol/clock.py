"""The engine's clock as CECP sets it: `level`, `st`, `sd`, `nps`, `time`."""
from dataclasses import replace

from ..engine.clock import bounds
from ..engine.limits import Limits

UNTIMED_MOVE = 2.0  # seconds for a move when no command has ever spoken of time
MOST = 1e9  # seconds, minutes or nodes that anybody means


def number(text):
    """A number that can be meant. Raises ValueError for anything else."""
    value = float(text)
    if not abs(value) <= MOST:
        raise ValueError(f"{text} is not a number that can be meant")
    return value


def minutes(text):
    """Seconds of a clock time: minutes, or minutes:seconds. What follows a plus is not for this session."""
    whole, _, seconds = text.partition("+")[0].partition(":")
    return 60 * number(whole) + number(seconds or 0)


def after(limits, waited):
    """The limits of a search that begins so many seconds after it was asked for."""
    left = {name: max(getattr(limits, name) - waited, 0.0) for name in ("seconds", "remaining") if getattr(limits, name) is not None}
    return replace(limits, **left)


def by_nodes(limits, rate):
    """The limits of a search for which so many nodes are a second; the clock on the wall does not bound it."""
    seconds, _ = bounds(limits)
    nodes = limits.nodes if seconds is None else max(round(seconds * rate), 1)
    return replace(limits, seconds=None, remaining=None, nodes=nodes)


class Clock:
    """What the time control says, and what the clock shows now. Times are in seconds."""

    def __init__(self):
        self.moves = 0  # in a session after which `base` is added; 0: the whole game
        self.base = None
        self.increment = 0.0
        self.fixed = None  # for each move; 0: what `remaining` says each time
        self.depth = None
        self.remaining = None
        self.rate = None  # nodes that count for a second; 0: seconds of the processor; None: of the clock
        self.moves_before = 0  # own moves made when the time control began

    def level(self, text, moves_made):
        """`level MOVES BASE INCREMENT`. Raises ValueError for anything else."""
        moves, base, increment = text.split()[:3]
        moves, base, increment = int(moves), minutes(base), number(increment)
        if min(moves, base, increment) < 0:
            raise ValueError("negative")
        self.moves, self.base, self.increment = moves, base, increment
        self.fixed, self.remaining, self.moves_before = None, base, moves_made

    def fix(self, text):
        """`st SECONDS`."""
        self.fixed, self.remaining = max(number(text), 0.0), None

    def limit_depth(self, text):
        """`sd DEPTH`."""
        self.depth = max(int(text), 1)

    def count_nodes(self, text):
        """`nps NODES`."""
        self.rate = max(int(text), 0)

    def show(self, text):
        """`time CENTISECONDS`."""
        self.remaining = max(number(text) / 100, 0.0)

    def new_game(self):
        """Set the clock to its start. No depth bounds the game's moves, and no nodes measure its time."""
        self.depth, self.rate, self.moves_before = None, None, 0
        self.remaining = self.base if self.fixed is None else None

    def moved(self, seconds, moves_made):
        """Count a move of our own that took so long; `moves_made` with this one."""
        if self.fixed is not None or self.base is None:
            return
        self.remaining = max(self.remaining - seconds, 0.0) + self.increment
        if self.moves and (moves_made - self.moves_before) % self.moves == 0:
            self.remaining += self.base

    def limits(self, moves_made):
        """The limits of the next move, after so many own moves."""
        limits = Limits(depth=self.depth)
        if self.fixed is not None:
            allowed = [seconds for seconds in (self.fixed or None, self.remaining) if seconds is not None]
            limits.seconds = min(allowed, default=0.0)
        elif self.remaining is not None:
            limits.remaining, limits.increment = self.remaining, self.increment
            if self.moves:
                limits.moves_to_go = self.moves - (moves_made - self.moves_before) % self.moves
        elif self.depth is None:
            limits.seconds = UNTIMED_MOVE
        return limits
