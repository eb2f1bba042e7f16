"""A game in progress: its positions, played and taken back; legal moves, and how it stands."""
import numpy as np

from . import kernels, setup
from .geometry import geometry
from .rules import WHITE

MOST_MOVES = 4096  # room for the legal moves of one position; 768 were seen in Hostage
GROWTH = 256  # positions by which the record grows

ONGOING, CHECK, CHECKMATE, STALEMATE = "ongoing", "check", "checkmate", "stalemate"
DRAW_REPETITION, DRAW_FIFTY, DRAW_DEAD = "draw by repetition", "draw by the 50-move rule", "draw: neither side can mate"


class IllegalMove(ValueError):
    """A move that is not legal in the position; the message names it."""


class Game:
    """A game of `page` from a setup (the array by default).

    `rows` holds the positions since the start, `ply` of them played; `moves_played` the moves between.
    Raises setup.PositionError for a position that the game does not allow.
    """

    def __init__(self, page, start=None):
        self.page = page
        self.rules = geometry(page)
        self.kernels = kernels.load(page, "moves")
        if start is None:
            from .notation import read_fen  # text forms need this module's names
            start = read_fen(self.rules, page.ARRAY)
        setup.check(self.rules, start)
        self.rows = np.zeros(GROWTH * self.rules.ROW, np.uint64)
        self._scratch = np.zeros(MOST_MOVES, np.int64)
        self._nothing = np.zeros(self.rules.ROW, np.uint64)
        self.moves_played = []
        self.first_move_number = start.move_number
        setup.pack(self.rules, start, self.rows, 0)
        self.first_turn = start.turn
        if self.kernels.is_attacked(self.rules.tables, self.rows, 0, 1 - start.turn):
            raise setup.PositionError(f"{('White', 'Black')[1 - start.turn]} is in check and not to move")
        both = np.concatenate([self.rows[:self.rules.ROW], self._nothing])
        self.kernels.settle(self.rules.tables, both, 0, self.rules.ROW, self._scratch)
        self.rows[:self.rules.ROW] = both[:self.rules.ROW]

    # ---------------------------------------------------------------- the position now
    @property
    def ply(self):
        """Moves played since the setup."""
        return len(self.moves_played)

    @property
    def row(self):
        """Where the present position begins in `rows`."""
        return self.ply * self.rules.ROW

    @property
    def turn(self):
        return int(self.rows[self.row + self.rules.TURN])

    @property
    def key(self):
        """The hash of the present position."""
        return int(self.rows[self.row + self.rules.KEY])

    @property
    def clock(self):
        """Plies since a capture or pawn move (or what else the page says cannot be undone)."""
        return int(self.rows[self.row + self.rules.CLOCK])

    @property
    def move_number(self):
        return self.first_move_number + (self.ply + self.first_turn) // 2

    @property
    def whole_ply(self):
        """Plies since the first move of the game, which the setup's move number tells; `ply` counts from the setup."""
        return 2 * (self.move_number - 1) + self.turn

    def setup(self):
        """The present position as a Setup."""
        now = setup.unpack(self.rules, self.rows, self.row)
        now.move_number = self.move_number
        return now

    def legal_moves(self):
        """The legal moves, as integers (see engine.moves)."""
        count = self.kernels.legal_moves(self.rules.tables, self.rows, self.row, self._scratch)
        return self._scratch[:count].tolist()

    def in_check(self):
        return bool(self.kernels.is_attacked(self.rules.tables, self.rows, self.row, self.turn))

    def repetitions(self):
        """How often the present position has occurred in this game, this time included."""
        row, key = self.rules.ROW, self.rows[self.row + self.rules.KEY]
        keys = self.rows[self.rules.KEY:self.row + row:row]
        reach = min(self.clock, self.ply)
        return int(np.count_nonzero(keys[self.ply - reach::][::-1][::2] == key))

    def status(self):
        """How the game stands: one of the constants of this module."""
        check = self.in_check()
        if not self.legal_moves():
            return CHECKMATE if check else STALEMATE
        now = setup.unpack(self.rules, self.rows, self.row)
        men = [(board, *self.rules.squares[square], letter, colour) for (board, square), (colour, letter) in now.men.items()]
        if self.page.is_dead(men, any(any(held.values()) for held in (*now.hands, *now.prisons))):
            return DRAW_DEAD
        if self.clock >= self.page.FIFTY_MOVES:
            return DRAW_FIFTY
        if self.repetitions() >= 3:
            return DRAW_REPETITION
        return CHECK if check else ONGOING

    def result(self):
        """("1-0", "0-1", "1/2-1/2" or "*", the reason in words)."""
        status = self.status()
        if status == CHECKMATE:
            return ("0-1", "Black mates") if self.turn == WHITE else ("1-0", "White mates")
        if status in (ONGOING, CHECK):
            return "*", ""
        return "1/2-1/2", {STALEMATE: "Stalemate", DRAW_REPETITION: "Threefold repetition", DRAW_FIFTY: "50-move rule",
                           DRAW_DEAD: "Insufficient material"}[status]

    # ---------------------------------------------------------------- moving
    def play(self, move):
        """Play a legal move (an integer). Raises IllegalMove for any other."""
        if move not in self.legal_moves():
            raise IllegalMove(f"illegal move {move}")
        self.make(move)

    def make(self, move):
        """Play a move known to be legal."""
        if self.row + 2 * self.rules.ROW > len(self.rows):
            self.rows = np.concatenate([self.rows, np.zeros(GROWTH * self.rules.ROW, np.uint64)])
        self.kernels.play_move(self.rules.tables, self.rows, self.row, move, self._scratch)
        self.moves_played.append(move)

    def undo(self):
        """Take the last move back."""
        self.moves_played.pop()

    def copy(self):
        """Another game at the same point."""
        other = object.__new__(Game)
        vars(other).update(vars(self))
        other.rows = self.rows.copy()
        other._scratch = self._scratch.copy()
        other.moves_played = self.moves_played.copy()
        return other
