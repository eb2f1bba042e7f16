"""Where the games of a match begin: random legal moves from a seed, or the lines of a file."""
import hashlib
import random
import re
from dataclasses import dataclass

from ..engine.game import Game
from ..engine.geometry import geometry
from ..engine.notation import read_fen, read_move, write_fen, write_move

ATTEMPTS = 100  # at random moves that do not end the game


@dataclass(frozen=True)
class Opening:
    """A position (None: the game's array) and moves from it, in the page's squares."""
    fen: str | None = None
    moves: tuple = ()
    name: str = ""

    def game(self, page):
        """A Game in which it has been played. Raises ValueError if it cannot be."""
        game = Game(page, read_fen(geometry(page), self.fen) if self.fen else None)
        for move in self.moves:
            game.make(read_move(game, move))
        return game


class RandomOpenings:
    """Openings of `plies` random legal moves. Each depends on the game, the seed and its own number alone."""

    has_positions = False  # moves suffice to reach them

    def __init__(self, page, seed, plies):
        self.page, self.seed, self.plies = page, seed, plies
        self.identity = f"{plies} random plies"

    def __getitem__(self, number):
        dice = random.Random(f"{self.page.NAME} {self.seed} {number}")
        for _ in range(ATTEMPTS):
            game, moves = Game(self.page), []
            for _ in range(self.plies):
                legal = sorted(game.legal_moves())
                if not legal:
                    break
                moves.append(dice.choice(legal))
                game.make(moves[-1])
            if game.result()[0] == "*":
                return Opening(moves=tuple(write_move(game.rules, move) for move in moves))
        raise ValueError(f"{self.plies} random plies of {self.page.NAME} nearly always end the game")


class FileOpenings:
    """The openings of a file, in its order or shuffled by a seed, again from the start when they are used up.

    A line has a FEN or an EPD (with `id "name";` if need be), or `startpos` for the array; ` moves M1 M2 …` may follow.
    Empty lines and those that begin with # say nothing.
    """

    def __init__(self, page, path, seed=None):
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
        self.openings = []
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip() and not line.startswith("#"):
                try:
                    self.openings.append(read_line(page, line))
                except ValueError as error:
                    raise ValueError(f"{path}, line {number}: {error}") from None
        if not self.openings:
            raise ValueError(f"{path}: there is no opening in it")
        if seed is not None:
            random.Random(f"order {seed}").shuffle(self.openings)
        self.has_positions = any(opening.fen for opening in self.openings)
        self.identity = hashlib.sha256(f"{text} {seed}".encode()).hexdigest()[:16]

    def __getitem__(self, number):
        return self.openings[number % len(self.openings)]


def read_line(page, line):
    """The opening that a line of a file describes. Raises ValueError."""
    position, _, moves = line.partition(" moves ")
    fields = position.split()
    if fields == ["startpos"]:
        fen = name = ""
    else:
        fen, name = read_position(page, fields, position)
    game = Opening(fen or None).game(page)
    texts = []
    for text in moves.split():
        move = read_move(game, text)
        texts.append(write_move(game.rules, move))
        game.make(move)
    result, reason = game.result()
    if result != "*":
        raise ValueError(f"the game is over: {reason}")
    return Opening(fen or None, tuple(texts), name)


def read_position(page, fields, text):
    """(FEN as we write it, name) of the fields of a FEN or an EPD."""
    if len(fields) < 4:
        raise ValueError(f"a position has at least 4 fields; here are {len(fields)}")
    counters = fields[4:6]
    if len(counters) == 2 and all(counter.isdigit() for counter in counters):
        if len(fields) > 6:
            raise ValueError(f"something follows the position: {fields[6][:40]!r}")
        name = ""
    else:
        operations = dict(re.findall(r'(\w+)\s+"?([^";]*)"?\s*;', " ".join(fields[4:])))
        if fields[4:] and not operations:
            raise ValueError(f"neither move counters nor EPD operations: {' '.join(fields[4:])[:40]!r}")
        counters, name = [operations.get("hmvc", "0"), operations.get("fmvn", "1")], operations.get("id", "")
    rules = geometry(page)
    return write_fen(rules, read_fen(rules, " ".join(fields[:4] + counters))), name
