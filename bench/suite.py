"""Tactical suites: positions with one way to win, which the search must find in a fixed number of nodes.

The file suites/GAME.txt has a position a line: `FEN | mate N | KEY ...`, all first moves that mate in N moves, or
`FEN | win | MOVE ...`, the one move that wins material and how it goes on. Lines that begin with # say nothing.
"""
import re
from dataclasses import dataclass
from pathlib import Path

from ..engine.limits import Limits
from ..engine.notation import write_move
from .openings import Opening

FOLDER = Path(__file__).parent / "suites"
NODES = 5_000  # for each position: about half of them are solved, so that a gain shows as well as a loss
WORTH = {"P": 1, "N": 3, "B": 3, "C": 3, "W": 3, "R": 5, "Q": 9}


@dataclass(frozen=True)
class Puzzle:
    fen: str
    mate: int  # in how many moves; 0: it wins material
    moves: tuple  # the keys of a mate; else the winning line

    @property
    def solutions(self):
        """The first moves that solve it."""
        return self.moves if self.mate else self.moves[:1]

    def __str__(self):
        return f"{self.fen} | {f'mate {self.mate}' if self.mate else 'win'} | {' '.join(self.moves)}"


def read(line):
    """The puzzle of a line, as str() gives it."""
    fen, aim, moves = line.rsplit(" | ", 2)  # a FEN too may have bars
    return Puzzle(fen, int(aim.removeprefix("mate ")) if aim != "win" else 0, tuple(moves.split()))


def puzzles(page):
    """The suite of a game; [] if it has none."""
    path = FOLDER / f"{page.NAME}.txt"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [read(line) for line in lines if not line.startswith("#")]


def written(game, move):
    """A legal move of the present position as suites have it."""
    return write_move(game.rules, move, game.legal_moves())


def is_solved(page, puzzle, searcher, nodes=NODES):
    """Whether a search with an empty memory chooses a solution."""
    game = Opening(puzzle.fen).game(page)
    searcher.new_game()
    return written(game, searcher.think(game, Limits(nodes=nodes))[0]) in puzzle.solutions


def balance(fen, side):
    """What a side ("w" or "b") has more than the other on the boards and in hand, in pawns; captives do not count."""
    letters = re.findall("[A-Za-z]", fen.split()[0].partition("#")[0])
    white = sum(WORTH.get(letter, 0) - WORTH.get(letter.swapcase(), 0) for letter in letters)
    return white if side == "w" else -white
