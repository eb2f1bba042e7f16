"""The terms of the evaluation: what they are called, how many numbers each has, and where kernels find them.

A term has a weight for the middle game and one for the end game, kept in one word: `end << 32` plus `middle`.
So one addition adds both, and a position's score is a sum of words until it is taken apart at the end.
"""
import functools

import numpy as np

REACH, RANKS, DANGERS = 32, 16, 64  # squares a man reaches, ranks of a board, units of danger to a king: indices below these
HELD = 4  # of a kind off the board; more count as so many
NEAR = 10  # squares about a king
PHASE, DEFAULT_PHASE = {"P": 0, "N": 1, "B": 1, "R": 2, "Q": 4, "K": 0, "C": 1, "W": 1}, 1  # what a man adds to the phase


def full_phase(page):
    """The phase of a page's array, in which only the middle game counts."""
    men = [c for c in page.ARRAY.split()[0].split("[")[0] if c.isalpha()]
    return max(sum(PHASE.get(c.upper(), DEFAULT_PHASE) for c in men), 1)


class Catalogue:
    """The terms of a game. `NAME` of each, in capitals, is where its words begin in the evaluation's array."""

    def __init__(self, rules):
        self.rules = rules
        kinds, several = len(rules.letters), rules.page.BOARDS > 1
        self.sizes = {
            "square": kinds * rules.N,  # a man of each kind on each square, from its side; holds what the man is worth
            "mobility": kinds * REACH,  # by kind and how many squares it reaches that no enemy pawn guards
            "pair": kinds,  # more than one man of a kind
            "tempo": 1,  # having the move
            "passed": RANKS, "free": RANKS,  # a passed pawn by rank; the square before it is vacant
            "guarded": RANKS,  # a pawn that a pawn guards, by rank
            "doubled": 1, "isolated": 1,
            "rook_open": 2,  # a rook on a file without own pawns; without any pawn
            "pawn_threat": kinds,  # an enemy man that a pawn attacks
            "loose": kinds,  # an enemy man attacked and not guarded
            "danger": DANGERS,  # units of attack on the enemy king
            "shelter": NEAR, "escape": NEAR,  # pawns before a king; squares to which it may go
        }
        if several:
            self.sizes |= {"shelter_beyond": NEAR,  # pawns that would shelter the king where it passes over
                           "hunting": kinds, "guarding": kinds}  # men on the board of the enemy king, of the own king
        if rules.DROPS:
            self.sizes |= {"hand": kinds * HELD, "drop_check": kinds * HELD}  # safe squares from which a drop checks
        if rules.EXCHANGES:
            self.sizes |= {"prison": kinds * HELD,  # men of a side in the enemy's prison
                           "armed": 1, "drop_check_paid": kinds * HELD}  # an armed pawn before its last rank; checks by exchange
        at, self.places = 0, {}
        for name, size in self.sizes.items():
            self.places[name] = at
            setattr(self, name.upper(), at)
            at += size * (2 if name == "square" else 1)  # squares once for each colour
        self.COLOUR_STRIDE, self.TERMS = self.sizes["square"], at
        self.WORTH, self.PHASE, self.UNITS = (at + kinds * i for i in range(3))
        self.WORDS = at + 3 * kinds
        self.ARRIVALS = kinds * rules.page.BOARDS * rules.N  # men of a side by kind and location
        # Histories of moves, for the search: of those that follow another, then of those that take each kind or none.
        self.TAKINGS = kinds + 1
        self.CAPTURES = 2 * self.ARRIVALS ** 2
        self.HISTORIES = self.CAPTURES + 2 * self.ARRIVALS * self.TAKINGS
        self.FULL_PHASE = full_phase(rules.page)
        self.REACH, self.RANKS, self.DANGERS, self.HELD, self.NEAR = REACH, RANKS, DANGERS, HELD, NEAR

    @functools.cached_property
    def DEAREST_FIRST(self):
        """The kinds but the king, by what men are said to be worth."""
        from .tables import values_of
        values = values_of(self.rules)
        return tuple(sorted((k for k in self.rules.KINDS if k != self.rules.KING), key=lambda k: -values[self.rules.letters[k]][0]))

    def parameters(self):
        """(parameter of each term's word, number of parameters): the words of both colours share one."""
        own = np.arange(self.TERMS)
        rules, stride = self.rules, self.COLOUR_STRIDE
        mirror = np.array([rules.mirrored(s) for s in range(rules.N)])
        for kind in rules.KINDS:
            own[stride + kind * rules.N:stride + (kind + 1) * rules.N] = kind * rules.N + mirror
        used, numbers = np.unique(own, return_inverse=True)
        return numbers, len(used)


catalogue = functools.cache(Catalogue)
