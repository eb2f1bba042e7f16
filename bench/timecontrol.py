"""Time controls, and the clock that an engine plays by. Times are in seconds."""
import re
from dataclasses import dataclass

FORM = re.compile(r"(?:(?P<moves>[0-9]+)/)?(?:(?P<minutes>[0-9]+):)?(?P<base>[0-9]+(?:\.[0-9]+)?)(?:\+(?P<increment>[0-9]+(?:\.[0-9]+)?))?")


@dataclass(frozen=True)
class TimeControl:
    """What bounds an engine's thinking; what is None does not."""
    base: float | None = None
    increment: float = 0.0  # after each move
    moves: int | None = None  # after which `base` is added again
    movetime: float | None = None  # for each move
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self):
        bounds = (self.base, self.moves, self.movetime, self.nodes, self.depth)
        if all(bound is None for bound in bounds):
            raise ValueError("nothing bounds the thinking: give tc, movetime, nodes or depth")
        if any(bound is not None and bound <= 0 for bound in bounds):
            raise ValueError("a time control is not above zero")
        if self.base is not None and self.movetime is not None:
            raise ValueError("tc and movetime exclude each other")

    def __str__(self):
        """As the tag of a PGN has it, and what else bounds the search."""
        parts = []
        if self.base is not None:
            parts.append((f"{self.moves}/" if self.moves else "") + f"{self.base:g}"
                         + (f"+{self.increment:g}" if self.increment else ""))
        if self.movetime is not None:
            parts.append(f"{self.movetime:g}/move")
        parts += [f"{name}={value}" for name, value in (("nodes", self.nodes), ("depth", self.depth)) if value]
        return " ".join(parts)


def read_clock(text):
    """The parts of BASE, BASE+INCREMENT, MOVES/BASE and MOVES/BASE+INCREMENT, as arguments of a TimeControl.

    The base is in seconds, or MINUTES:SECONDS. Raises ValueError for anything else.
    """
    match = FORM.fullmatch(text)
    if not match:
        raise ValueError(f"time control {text!r} is not [MOVES/]SECONDS[+INCREMENT]")
    return {"base": 60 * int(match["minutes"] or 0) + float(match["base"]), "increment": float(match["increment"] or 0),
            "moves": int(match["moves"]) if match["moves"] else None}


class Clock:
    """What one side has left."""

    def __init__(self, control):
        self.control = control
        self.remaining = control.base
        self.moves_to_go = control.moves

    def limit(self):
        """Seconds that the next move may take; None if time does not bound it."""
        return self.control.movetime if self.remaining is None else self.remaining

    def spend(self, seconds):
        """Count a move that took so long; an overrun within the margin is forgiven."""
        if self.remaining is None:
            return
        self.remaining = max(self.remaining - seconds, 0.0) + self.control.increment
        if self.moves_to_go is not None:
            self.moves_to_go -= 1
            if self.moves_to_go == 0:
                self.moves_to_go = self.control.moves
                self.remaining += self.control.base
