"""Proofs of mates: every move of the attacker and every defence are tried, nothing is pruned.

A mate in N counts the attacker's moves, the mating one included. The rules of draws (repetition, 50 moves, men with
which neither side can mate) are ignored, as in composed problems; stalemate is not. Positions are told apart by their
64-bit hash.
"""
import contextlib
from typing import NamedTuple

import numpy as np

from . import kernels
from .attacks import checkers
from .game import MOST_MOVES
from .generate import generate
from .limits import MOST_MATE
from .listing import ALL, COUNT
from .position import make, play
from .specialise import entry, inline, kernel, rules

MEGABYTES = 64  # of the table, at most

# The working memory: single words, the last refutation by moves left, and the stack of moves.
STOP, POSITIONS, REFUTATIONS, STACK = 0, 1, 8, 128

# The table has two entries in a bucket: the hash, and in how many moves it is a mate (8 bits, 0: not known) with in how
# many it is none (8 bits). Its first word is the mask of the buckets.
FIRST = 4


@kernel
def recorded(H, key):
    """What is known of a position, or 0."""
    place = FIRST + int64(key & H[0]) * 4
    for i in range(2):
        if H[place + 2 * i] == key:
            return int64(H[place + 2 * i + 1])
    return int64(0)


@kernel
def record(H, key, mate, none):
    """Note that a position is a mate in `mate` moves (0: not known) and none in `none`, in place of what took less."""
    place = FIRST + int64(key & H[0]) * 4
    if H[place] != key and (H[place + 2] == key or H[place + 1] > H[place + 3]):
        place += 2
    H[place] = key
    H[place + 1] = uint64(mate | none << 8)


@inline
def checks_first(T, S, P, row, at, end, turn):
    """Put the moves that check before the others; whether one mates."""
    checks = at
    mates = False
    for i in range(at, end):
        move = P[STACK + i]
        make(T, S, row, move)
        if checkers(T, S, row + rules.ROW, 1 - turn):
            if generate(COUNT, T, S, row + rules.ROW, shifted(P, STACK), 0) == 0:
                mates = True
                break
            P[STACK + i] = P[STACK + checks]
            P[STACK + checks] = move
            checks += 1
    return mates


@inline
def refutation_first(P, begin, end, moves):
    """Put the defence that last refuted an attack with as many moves left before the others."""
    for i in range(begin, end):
        if P[STACK + i] == P[REFUTATIONS + moves]:
            P[STACK + i] = P[STACK + begin]
            P[STACK + begin] = P[REFUTATIONS + moves]


@kernel
def mates(T, S, P, H, row, at, most):
    """Whether the side to move mates in at most `most` moves. A stop makes the answer worthless."""
    P[POSITIONS] += 1
    key = S[row + rules.KEY]
    known = recorded(H, key)
    if known & 255 and known & 255 <= most:
        return True
    none = known >> 8
    if none >= most or peek(P, STOP) != 0:
        return False
    turn = int64(S[row + rules.TURN])
    end = generate(ALL, T, S, row, shifted(P, STACK), at)
    if checks_first(T, S, P, row, at, end, turn):
        record(H, key, 1, 0)
        return True
    child = row + rules.ROW
    for moves in range(max(none + 1, 2), most + 1):
        for i in range(at, end):
            play(T, S, row, P[STACK + i], shifted(P, STACK), end)
            last = generate(ALL, T, S, child, shifted(P, STACK), end)
            refutation_first(P, end, last, moves)
            forced = last > end  # or it is stalemate: the mates are known
            j = end
            while forced and j < last:
                play(T, S, child, P[STACK + j], shifted(P, STACK), last)
                forced = mates(T, S, P, H, child + rules.ROW, last, moves - 1)
                if not forced:
                    P[REFUTATIONS + moves] = P[STACK + j]
                j += 1
            if peek(P, STOP) != 0:
                return False
            if forced:
                record(H, key, moves, moves - 1)
                return True
    record(H, key, known & 255, most)
    return False


@entry("boolean(words, words, integers, words, int64)")
def prove_mate(T, S, P, H, most):
    """`mates`, of the first position of the rows, for Python."""
    return mates(T, S, P, H, int64(0), int64(0), most)


class Stopped(Exception):
    """A proof was told to stop."""


class Mate(NamedTuple):
    """A move that forces mate: in how many moves, itself included, and each defence with the mates that follow it."""
    move: int
    moves: int
    defences: list  # (reply, [Mate, ...]); none where the move mates


class Prover:
    """Looks for mates from the present position of a game. `stop` may be called from any thread, for good."""

    def __init__(self, game):
        self.game = game.copy()
        self._kernel = kernels.load(game.page, "proof")
        self._rows = np.zeros((2 * MOST_MATE + 2) * game.rules.ROW, np.uint64)
        self._memory = np.zeros(STACK + MOST_MOVES * (2 * MOST_MATE + 2), np.int64)
        buckets = MEGABYTES * 1024 * 1024 // 32
        self._table = np.zeros(FIRST + 4 * buckets, np.uint64)
        self._table[0] = buckets - 1

    def stop(self):
        """Have what runs, and all that follows, raise Stopped."""
        self._memory[STOP] = 1

    def positions(self):
        """Positions with the attacker to move that were looked at."""
        return int(self._memory[POSITIONS])

    def shortest(self, most, among=None):
        """(moves, keys) of the shortest mate in at most `most` moves; (most, []) if there is none. Raises Stopped."""
        for moves in range(1, most + 1):
            if keys := self.keys(moves, among):
                return moves, keys
        return most, []

    def keys(self, moves, among=None):
        """All moves, or all of those that `among` names, that force mate in at most `moves`, themselves included."""
        self._memory[POSITIONS] += 1  # this one
        return [move for move in among or self.game.legal_moves() if self._forces(move, moves)]

    def solution(self, key, moves):
        """The tree of a key: all defences; after each the shortest mate, and all moves that do it in one."""
        defences = []
        with self._after(key):
            for reply in self.game.legal_moves():
                with self._after(reply):
                    following, keys = self._answers(moves - 1)
                    defences.append((reply, [self.solution(answer, following) for answer in keys]))
        return Mate(key, moves, defences)

    def line(self, key, moves):
        """A variation in which the defence holds out as long as it can."""
        line = [key]
        with self._after(key):
            if replies := self.game.legal_moves():
                reply = max(replies, key=lambda reply: self._distance(reply, moves - 1))
                with self._after(reply):
                    following, keys = self._answers(moves - 1)
                    line += [reply, *self.line(keys[0], following)]
        return line

    # ---------------------------------------------------------------- inside
    @contextlib.contextmanager
    def _after(self, move):
        """While a move is made."""
        self.game.make(move)
        try:
            yield
        finally:
            self.game.undo()

    def _mates(self, most):
        """Whether the side to move mates in at most `most` moves."""
        game, size = self.game, self.game.rules.ROW
        self._rows[:size] = game.rows[game.row:game.row + size]
        found = most > 0 and self._kernel.prove_mate(game.rules.tables, self._rows, self._memory, self._table, most)
        if self._memory[STOP]:
            raise Stopped
        return found

    def _forces(self, move, moves):
        """Whether a move mates, or is followed by mate in at most `moves`, itself included, whatever the reply."""
        with self._after(move):
            replies = self.game.legal_moves()
            return all(self._distance(reply, moves - 1) for reply in replies) if replies else self.game.in_check()

    def _distance(self, reply, most):
        """In how many moves, at most `most`, the attacker mates after a reply; 0 if in none."""
        with self._after(reply):
            return next((moves for moves in range(1, most + 1) if self._mates(moves)), 0)

    def _answers(self, most):
        """(moves, keys) of the shortest mate: all keys of a mate in one, of a longer one the first."""
        moves = next(moves for moves in range(1, most + 1) if self._mates(moves))
        keys = (move for move in self.game.legal_moves() if self._forces(move, moves))
        return moves, list(keys) if moves == 1 else [next(keys)]
