"""The evaluation's numbers for each game: what the tuner found, and by hand what it starts from.

`tuned/GAME.txt` is written by `python -m frabjous.bench.tune`. A game that was not tuned takes the file of the
game it names or derives from; terms that no file has are the ones written here, from the literature's piece
values and from the shape of the board. All numbers are centipawns, (middle game, end game).
"""
import functools
from pathlib import Path

import numpy as np

from .catalogue import DANGERS, DEFAULT_PHASE, HELD, NEAR, PHASE, REACH, catalogue
from .weights import read_weights

TUNED = Path(__file__).parent / "tuned"

PAWN_ADVANCE = 6, 14  # for each rank a pawn has advanced
# For each step nearer to the centre than the average square.
CENTRE = {"P": (3, 0), "N": (8, 6), "B": (5, 3), "R": (1, 1), "Q": (2, 4), "K": (-12, 10), "C": (6, 4), "W": (6, 4)}
KING_ADVANCE = -14, 2
MOBILITY = {"N": (4, 4), "B": (4, 4), "R": (2, 4), "Q": (1, 3), "C": (3, 3), "W": (3, 3)}
ATTACK_UNITS = {"P": 0, "N": 2, "B": 2, "R": 3, "Q": 5, "K": 0, "C": 2, "W": 2}  # for each square beside the king attacked
DEFAULT_CENTRE, DEFAULT_MOBILITY, DEFAULT_UNITS = (4, 4), (3, 3), 2  # of men not named above

VALUES = {
    "chess": {"P": (90, 110), "N": (320, 300), "B": (335, 320), "R": (480, 530), "Q": (970, 980), "K": (0, 0)},
    "omega": {"P": (90, 110), "N": (270, 260), "B": (420, 420), "R": (560, 620), "Q": (1150, 1200), "K": (0, 0),
              "C": (390, 390), "W": (360, 350)},
    "alice": {"P": (90, 110), "N": (300, 290), "B": (320, 320), "R": (480, 520), "Q": (950, 980), "K": (0, 0)},
    "chessgi": {"P": (100, 100), "N": (260, 260), "B": (270, 270), "R": (370, 370), "Q": (680, 680), "K": (0, 0)},
    "raumschach": {"P": (90, 130), "N": (300, 300), "B": (330, 330), "R": (480, 500), "U": (230, 230), "Q": (1000, 1000),
                   "K": (0, 0)},
    "hostage": {"P": (90, 100), "N": (290, 290), "B": (300, 300), "R": (440, 440), "Q": (850, 850), "K": (0, 0)},
}
HAND_PERCENT = 110  # a man in hand against the same man on the board
PRISON_PERCENT = 35  # a man that the enemy holds and that could be exchanged


def names_of(page):
    """The games whose numbers serve a page, the nearest first: its own, that whose weights it takes, its ancestors."""
    return [page.NAME, *([page.WEIGHTS] if page.WEIGHTS else []), *(a.NAME for a in page.__mro__ if getattr(a, "NAME", ""))]


def values_of(rules):
    """letter -> (middle game, end game). A man that no known game has is worth what its moves on the empty board suggest."""
    known = next((VALUES[name] for name in names_of(rules.page) if name in VALUES), VALUES["chess"])
    return {letter: known.get(letter) or (round(150 + 25 * average_reach(rules, letter)),) * 2 for letter in rules.letters}


def average_reach(rules, letter):
    """Squares that a man attacks on the empty board, on average."""
    kind = rules.kind[letter]
    places = [rules.OPEN_RIDE[rider] for rider in rules.RIDES[kind]] + [rules.LEAPS[kind]] * (rules.LEAPS[kind] >= 0)
    return sum(int(word).bit_count() for place in places for word in rules.tables[place:place + rules.N * rules.W]) / rules.N


def square_scores(rules, letter):
    """What a man is worth on each square, as White: an array of (middle game, end game)."""
    value, centre = np.array(values_of(rules)[letter]), np.array(CENTRE.get(letter, DEFAULT_CENTRE))
    middle = ((len(rules.page.FILES) - 1) / 2, *(top / 2 for top in rules.tops))
    scores = []
    for square in rules.squares:
        rank = min(max(rules.advance(square, 0), 0), rules.top)
        off_centre = sum(abs(c - m) for c, m in zip(square, middle))
        score = value + centre * (sum(middle) / 2 - off_centre)
        if letter == "P":
            score = score + np.array(PAWN_ADVANCE) * (rank - 1) + np.array((0, 20)) * (rank == rules.top - 1)
        if letter == "K":
            score = score + np.array(KING_ADVANCE) * rank
        scores.append(score)
    return np.array(scores)


def mobility_of(letter):
    return (0, 0) if letter in "PK" else MOBILITY.get(letter, DEFAULT_MOBILITY)


def first_weights(rules):
    """term -> array (size, 2) of what the tuner starts from."""
    sizes, letters, values = catalogue(rules).sizes, rules.letters, values_of(rules)
    ranks = np.maximum(np.arange(catalogue(rules).RANKS) - 1, 0)[:, None]
    worth = np.array([values[c] for c in letters])
    held = np.arange(1, HELD + 1)[:, None]
    dangers = np.minimum(np.arange(DANGERS), 50)
    made = {
        "square": np.concatenate([square_scores(rules, c) for c in letters]),
        "mobility": np.concatenate([np.arange(REACH)[:, None] * np.array(mobility_of(c)) for c in letters]),
        "tempo": np.array([[12, 12]]),
        "passed": ranks * ranks * np.array((1, 3)),
        "guarded": ranks * np.array((3, 2)),
        "doubled": np.array([[-8, -15]]), "isolated": np.array([[-8, -10]]),
        "rook_open": np.array([[12, 5], [25, 10]]),
        "pawn_threat": np.where(worth > 0, 30, 0), "loose": worth // 16,
        "danger": np.stack([dangers ** 2 * 0.35, dangers ** 2 * (0.35 if rules.DROPS else 0)], axis=1),
        "shelter": np.minimum(np.arange(NEAR), 3)[:, None] * np.array((10, 0)),
        "escape": np.minimum(np.arange(NEAR), 3)[:, None] * np.array((4, 4)),
        "hand": np.concatenate([held * value * HAND_PERCENT / 100 for value in worth]),
        "prison": np.concatenate([held * value * PRISON_PERCENT / 100 for value in worth]),
        "drop_check": np.tile(held * np.array((10, 10)), (len(letters), 1)),
        "drop_check_paid": np.tile(held * np.array((5, 5)), (len(letters), 1)),
        "armed": np.array([[60, 60]]),
    }
    return {name: made.get(name, np.zeros((size, 2))) for name, size in sizes.items()}


@functools.cache
def weights(rules):
    """term -> array (size, 2): the tuned weights that fit the game, the first ones for terms that none has."""
    found = first_weights(rules)
    for name in names_of(rules.page):
        path = TUNED / f"{name}.txt"
        if path.exists():
            for term, numbers in read_weights(path.read_text("utf-8")).items():
                if term in found and found[term].shape == numbers.shape:
                    found[term] = numbers
            break
    return found


def packed(rules, found):
    """The array that kernels read: each term's weights, two in a word; then what the search asks of each kind of man."""
    order = catalogue(rules)
    kinds = len(rules.letters)
    numbers = np.zeros(order.WORDS, np.int64)
    for name, pairs in found.items():
        words = np.round(pairs).astype(np.int64) @ np.array([1, 1 << 32])
        numbers[order.places[name]:order.places[name] + len(words)] = words
        if name == "square":
            mirror = [k * rules.N + rules.mirrored(s) for k in rules.KINDS for s in range(rules.N)]
            numbers[order.COLOUR_STRIDE:2 * order.COLOUR_STRIDE] = words[mirror]
    squares = found["square"].reshape(kinds, rules.N, 2)
    for kind, letter in enumerate(rules.letters):
        stands = rules.pawn_squares[0] if letter == "P" else rules.mask(rules.inner)
        here = [s for s in range(rules.N) if stands >> s & 1]
        numbers[order.WORTH + kind] = 0 if letter == "K" else round(squares[kind, here].mean())
        numbers[order.PHASE + kind] = PHASE.get(letter, DEFAULT_PHASE)
        numbers[order.UNITS + kind] = ATTACK_UNITS.get(letter, DEFAULT_UNITS)
    return numbers


@functools.cache
def tables(rules):
    """All numbers of a game as one int64 array."""
    return packed(rules, weights(rules))

