"""How XBoard's board holds the boards of a game, and what it calls their squares.

Boards stand side by side as far as there is room, and the others below; so do the levels of three dimensions. Corners
take two more files and ranks of each. XBoard counts the files and ranks of the whole.
"""
import functools
from typing import NamedTuple

from .rules import NEVER

MOST_FILES = 16
MOST_RANKS = 15  # XBoard 4.9 has 17, but takes what leaves the 16th for a drop
HELD_FILES = 4  # which men take that may be dropped


class Display(NamedTuple):
    """Boards on XBoard's: how many there are and how many stand side by side, and the whole's files and ranks."""
    boards: int
    columns: int
    files: int
    ranks: int

    @property
    def lowest(self):
        """The number of the first rank: XBoard counts ten from 0."""
        return 0 if self.ranks == 10 else 1

    def name(self, x, y):
        """XBoard's name of the square in this file and rank, both counted from 0."""
        return f"{chr(ord('a') + x)}{y + self.lowest}"


def frame(page, margin=None):
    """Files and ranks of one board, by default with those that corners need."""
    if margin is None:
        margin = 1 if page.CORNERS else 0
    return len(page.FILES) + 2 * margin, len(page.RANKS) + 2 * margin


@functools.cache
def display(page):
    """The Display of a page or Geometry; None if its boards have no room. If there are several, two at least stand side
    by side: that is no other form of FEN."""
    files, ranks = frame(page)
    boards = page.BOARDS * max(1, len(page.LEVELS))
    columns = min(boards, (MOST_FILES - HELD_FILES * (page.CAPTIVES != NEVER)) // files)
    if columns < min(boards, 2) or ranks * -(-boards // columns) > MOST_RANKS:
        return None
    return Display(boards, columns, files * columns, ranks * -(-boards // columns))


def wire_name(rules, board, square):
    """XBoard's name of a square, if it can show it."""
    whole, (files, ranks), margin = display(rules), frame(rules), 1 if rules.CORNERS else 0
    x, y, *z = rules.squares[square]
    row, column = divmod(board * max(1, len(rules.LEVELS)) + sum(z), whole.columns)
    return whole.name(x + margin + column * files, whole.ranks - (row + 1) * ranks + y + margin)


@functools.cache
def wire_names(rules):
    """XBoard's name -> (board, square); none if it cannot show the game."""
    return {wire_name(rules, board, square): (board, square)
            for board in rules.BOARD_LIST for square in range(rules.N)} if display(rules) else {}


@functools.cache
def shown_ranks(rules):
    """The ranks of XBoard's board from the top: for each square the (board, square) shown there, None for a hole."""
    names, whole = wire_names(rules), display(rules)
    return [[names.get(whole.name(x, y)) for x in range(whole.files)] for y in reversed(range(whole.ranks))]
