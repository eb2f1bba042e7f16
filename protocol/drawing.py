"""The board as a terminal can show it: in colour, with the figures that Unicode has."""
import os
import shutil

from ..engine.draw import Look, columns, draw_boards
from ..engine.rules import WHITE

FIGURES = dict(zip("KQRBNP", "♚♛♜♝♞♟"))  # other men are shown by their letters
WIDE, NARROW = 3, 2  # columns of a square

# Numbers of the 256 colours that terminals share. Light and dark squares, and the same where the last move was seen.
SQUARES, MARKED = (103, 60), (136, 94)
MEN = (231, 16)  # White's and Black's


class Coloured(Look):
    """Boards in colour. `marked`: places (board, square) that are set off from the others."""

    def __init__(self, flipped=False, marked=(), width=WIDE):
        super().__init__(flipped)
        self.marked, self.width = marked, width

    def square(self, man, place, is_dark):
        ground = (MARKED if place in self.marked else SQUARES)[is_dark]
        colour, letter = man or (WHITE, " ")
        figure = FIGURES.get(letter, letter).center(self.width)
        return f"\x1b[1;38;5;{MEN[colour]};48;5;{ground}m{figure}\x1b[0m"

    def label(self, text):
        return text.center(self.width)


def look_for(rules, stream, flipped=False, marked=()):
    """How the boards of a game are best shown on a stream: in colour on a terminal, as wide as it allows, else in letters."""
    if not has_colours(stream):
        return Look(flipped)
    wide = Coloured(flipped, marked)
    fits = max(map(columns, draw_boards(rules, {}, wide))) < shutil.get_terminal_size().columns
    return wide if fits else Coloured(flipped, marked, NARROW)


def has_colours(stream):
    """Whether a stream is a terminal that shows colours and figures, and nobody has asked for none (see no-color.org)."""
    if not stream.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    try:
        "".join(FIGURES.values()).encode(stream.encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
