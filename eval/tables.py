"""The evaluation's numbers for each game: what each man is worth and where it stands well.

Made by hand from the literature's piece values and from the shape of the board, as a start for tuning.
All numbers are centipawns, for the middle game and the end game.
"""
import functools

import numpy as np

PAWN_ADVANCE = 6, 14  # for each rank a pawn has advanced
# For each step nearer to the centre than the average square.
CENTRE = {"P": (3, 0), "N": (8, 6), "B": (5, 3), "R": (1, 1), "Q": (2, 4), "K": (-12, 10), "C": (6, 4), "W": (6, 4)}
KING_ADVANCE = -14, 2
MOBILITY = {"N": (4, 4), "B": (4, 4), "R": (2, 4), "Q": (1, 3), "C": (3, 3), "W": (3, 3)}
ATTACK_UNITS = {"P": 0, "N": 2, "B": 2, "R": 3, "Q": 5, "K": 0, "C": 2, "W": 2}  # for each square beside the king attacked
PHASE = {"P": 0, "N": 1, "B": 1, "R": 2, "Q": 4, "K": 0, "C": 1, "W": 1}

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
KING_DANGER_LIMIT = 60  # attack units beyond this do not count
TEMPO = 12


DEFAULT_CENTRE, DEFAULT_MOBILITY, DEFAULT_UNITS, DEFAULT_PHASE = (4, 4), (3, 3), 2, 1  # of men not named above


def values_of(rules):
    """letter -> (middle game, end game); a game without values of its own takes those of the page it derives from.

    A man that has none there either is worth what its moves on the empty board suggest.
    """
    for ancestor in rules.page.__mro__:
        known = VALUES.get(getattr(ancestor, "NAME", None), {})
        if known:
            break
    else:
        known = VALUES["chess"]
    return {letter: known.get(letter) or (round(150 + 25 * average_reach(rules, letter)),) * 2 for letter in rules.letters}


def average_reach(rules, letter):
    """Squares that a man attacks on the empty board, on average."""
    kind = rules.kind[letter]
    places = [rules.OPEN_RIDE[rider] for rider in rules.RIDES[kind]] + [rules.LEAPS[kind]] * (rules.LEAPS[kind] >= 0)
    return sum(int(word).bit_count() for place in places for word in rules.tables[place:place + rules.N * rules.W]) / rules.N


@functools.cache
def tables(rules):
    """All numbers as one int64 array; its parts begin where `places(rules)` says."""
    page, parts = rules.page, []
    values = values_of(rules)
    middle = ((len(page.FILES) - 1) / 2, *(top / 2 for top in rules.tops))
    for phase in (0, 1):
        for colour in (0, 1):
            for letter in rules.letters:
                for square in rules.squares:
                    rank = min(max(rules.advance(square, colour), 0), rules.top)
                    off_centre = sum(abs(c - m) for c, m in zip(square, middle))
                    score = values[letter][phase] + CENTRE.get(letter, DEFAULT_CENTRE)[phase] * (sum(middle) / 2 - off_centre)
                    if letter == "P":
                        score += PAWN_ADVANCE[phase] * (rank - 1) + (rank == rules.top - 1) * 20 * phase
                    if letter == "K":
                        score += KING_ADVANCE[phase] * rank
                    parts.append(round(score))
    for per_letter in (lambda c: mobility_of(c)[0], lambda c: mobility_of(c)[1], lambda c: ATTACK_UNITS.get(c, DEFAULT_UNITS),
                       lambda c: PHASE.get(c, DEFAULT_PHASE), lambda c: values[c][0]):
        parts += [per_letter(letter) for letter in rules.letters] + [0] * (16 - len(rules.letters))
    parts += [round(min(u, KING_DANGER_LIMIT) ** 2 * 0.35) for u in range(256)]
    return np.array(parts, np.int64)


def mobility_of(letter):
    return (0, 0) if letter in "PK" else MOBILITY.get(letter, DEFAULT_MOBILITY)


class Places:
    """Where each part of `tables` begins; SQUARE is followed by [phase][colour][kind][square]."""

    def __init__(self, rules):
        kinds = len(rules.letters)
        self.PHASE_STRIDE = 2 * kinds * rules.N
        self.COLOUR_STRIDE = kinds * rules.N
        at = 2 * self.PHASE_STRIDE
        self.MOBILITY, self.MOBILITY_END, self.ATTACK, self.PHASE, self.WORTH, self.DANGER = (at + 16 * i for i in range(6))
        full = sum(PHASE.get(c.upper(), DEFAULT_PHASE) for c in page_men(rules.page))
        self.FULL_PHASE = max(full, 1)
        self.TEMPO, self.HAND_PERCENT, self.PRISON_PERCENT = TEMPO, HAND_PERCENT, PRISON_PERCENT


def page_men(page):
    """The letters of all men in a page's array."""
    return [c for c in page.ARRAY.split()[0].split("[")[0] if c.isalpha()]


places = functools.cache(Places)
