"""Squares, lines and leaps of a page, as tables made once; and where each field of a position is kept.

A `Geometry` is what kernels call `rules`: the page's own names, and the places of its tables in `tables`,
one flat array of uint64 words. A mask takes W words there, W = width / 64.
"""
import functools
import itertools

import numpy as np

from .rules import BLACK, HOSTAGES, MUST, NEVER, UNLESS_BLOCKED, WHITE
from .target import has_extract

LEAP_ATOMS = {"W": (1,), "F": (1, 1), "V": (1, 1, 1), "D": (2,), "N": (2, 1), "A": (2, 2), "C": (3, 1)}
RIDE_ATOMS = {"R": (1,), "B": (1, 1), "U": (1, 1, 1)}

EXTRACT_LIMIT = 14  # lines with more inner squares than this have no table of all attacks along them


@functools.cache
def directions(atom, dimensions):
    """All vectors of an atom: its numbers in every order, with every sign."""
    padded = atom + (0,) * (dimensions - len(atom))
    signed = {tuple(s * v for s, v in zip(signs, order))
              for order in itertools.permutations(padded) for signs in itertools.product((1, -1), repeat=dimensions)}
    return sorted(signed)


def add(square, vector):
    return tuple(a + b for a, b in zip(square, vector))


class Geometry:
    """The tables of `page`. Names not found here are the page's."""

    def __init__(self, page):
        self.page = page
        self.words = []
        self.read_board()
        self.read_pieces()
        self.read_pawns()
        self.read_castlings()
        self.make_lines()
        self.make_lanes()
        self.make_keys()
        self.lay_out()
        self.tables = np.array(self.words, dtype=np.uint64)
        del self.words

    def __getattr__(self, name):
        if name == "page":
            raise AttributeError(name)
        return getattr(self.page, name)

    @functools.cached_property
    def EVAL(self):
        """Where the evaluation keeps its numbers."""
        from ..eval.catalogue import catalogue
        return catalogue(self)

    # ---------------------------------------------------------------- tables
    def keep(self, masks):
        """Append masks (Python integers) to the tables; their place."""
        place = len(self.words)
        for mask in masks:
            self.words.extend(mask >> 64 * i & (1 << 64) - 1 for i in range(self.W))
        return place

    def keep_words(self, words):
        place = len(self.words)
        self.words.extend(words)
        return place

    def mask(self, squares):
        return sum(1 << self.number[s] for s in set(squares) if s in self.number)

    # ---------------------------------------------------------------- what the page states
    def read_board(self):
        """Number the squares by rank, then file, corners too: along every line numbers rise."""
        page = self.page
        if page.LEVELS:
            names = {(x, y, z): level + f + r for z, level in enumerate(page.LEVELS)
                     for y, r in enumerate(page.RANKS) for x, f in enumerate(page.FILES)}
        else:
            names = {(x, y): f + r for y, r in enumerate(page.RANKS) for x, f in enumerate(page.FILES)}
        self.inner = sorted(names, key=lambda s: s[::-1])  # all but corners
        names.update({place: name for name, place in page.CORNERS.items()})
        self.squares = sorted(names, key=lambda s: s[::-1])
        self.number = {square: i for i, square in enumerate(self.squares)}
        self.names = [names[s] for s in self.squares]
        self.named = {name: i for i, name in enumerate(self.names)}
        self.dimensions = len(self.squares[0])
        self.N = len(self.squares)
        self.WIDTH = -(-self.N // 64) * 64
        self.W = self.WIDTH // 64
        self.tops = (len(page.RANKS) - 1, len(page.LEVELS) - 1)[:self.dimensions - 1]
        self.top = sum(self.tops)  # how far a pawn goes from its first rank to its last

    def mirrored(self, number):
        """The same square seen from the other side."""
        x, *further = self.squares[number]
        return self.number[x, *(top - c for top, c in zip(self.tops, further))]

    def advance(self, square, colour):
        """Ranks (and levels) between a square and its side's first."""
        return sum(square[1:]) if colour == WHITE else self.top - sum(square[1:])

    def read_pieces(self):
        page = self.page
        self.letters = "".join(page.PIECES)
        self.kind = {letter: i for i, letter in enumerate(self.letters)}
        self.KINDS = tuple(range(len(self.letters)))
        self.PAWN, self.KING = self.kind["P"], self.kind["K"]
        self.ROOK = self.kind.get("R", 0)  # castles
        alone = page.DRAWN_LEAD and page.BOARDS == 1 and page.CAPTIVES == NEVER
        self.DRAWN_LEAD = self.kind[page.DRAWN_LEAD] if alone else -1
        self.MEN = tuple(k for k in self.KINDS if k not in (self.PAWN, self.KING))
        riders = sorted({c for moves in page.PIECES.values() for c in moves if c in RIDE_ATOMS}, key="RBU".index)
        self.RIDERS = tuple(range(len(riders)))
        self.RIDES = tuple(tuple(riders.index(c) for c in moves if c in RIDE_ATOMS) for moves in page.PIECES.values())
        self.RIDING = tuple(tuple(k for k in self.KINDS if r in self.RIDES[k]) for r in self.RIDERS)
        self.rider_atoms = [RIDE_ATOMS[c] for c in riders]
        self.LEAPS = tuple(self.leaps_of([LEAP_ATOMS[c] for c in moves if c in LEAP_ATOMS]) for moves in page.PIECES.values())
        self.LEAPERS = tuple(k for k in self.KINDS if self.LEAPS[k] >= 0)
        self.PROMOTION_KINDS = tuple(self.kind[c] for c in page.PROMOTIONS)

    def leaps_of(self, atoms):
        if not atoms:
            return -1
        vectors = [v for atom in atoms for v in directions(atom, self.dimensions)]
        return self.keep(self.mask(add(s, v) for v in vectors) for s in self.squares)

    def read_pawns(self):
        """Pawns step and capture in sets, by shifts: corners and edges are masked out first."""
        inner, page = self.inner, self.page
        self.PUSHES = tuple(range(len(page.PAWN_PUSHES)))
        self.CAPTURES = tuple(range(len(self.PUSHES), len(self.PUSHES) + len(page.PAWN_CAPTURES)))
        vectors = [*page.PAWN_PUSHES, *page.PAWN_CAPTURES]

        def turned(vector, colour):
            return vector if colour == WHITE else (vector[0], *(-c for c in vector[1:]))

        self.STEP_FROM, self.STEP_SHIFT = [], []
        for vector in vectors:
            masks, shifts = [], []
            for colour in (WHITE, BLACK):
                able = [s for s in inner if add(s, turned(vector, colour)) in inner]
                masks.append(self.mask(able))
                shifts.append(abs(self.number[add(able[0], turned(vector, colour))] - self.number[able[0]]))
            self.STEP_FROM.append(self.keep(masks))
            self.STEP_SHIFT.append(tuple(shifts))
        self.STEP_SHIFT = tuple(self.STEP_SHIFT)
        self.STEP_FROM = tuple(self.STEP_FROM)

        def ranks(colour, wanted):
            return self.mask(s for s in inner if self.advance(s, colour) + 1 in wanted)

        both = (WHITE, BLACK)
        # Square attacked -> squares from which a pawn of the OTHER colour attacks it, by colour of the attacked side.
        self.PAWN_GUARDS = self.keep(
            self.mask(p for v in page.PAWN_CAPTURES if (p := add(s, tuple(-c for c in turned(v, 1 - colour)))) in inner)
            for colour in both for s in self.squares)
        steps = self.page.PAWN_STEPS
        self.LONGEST = max(steps.values(), default=1)
        self.GO_ON = tuple(self.keep(ranks(c, {r + n for r, most in steps.items() if most > n}) for c in both)
                           for n in range(1, self.LONGEST))
        self.LAST_RANK = self.keep(ranks(c, {self.top + 1}) for c in both)
        self.ARMED_RANK = self.keep(ranks(c, {self.top}) for c in both)
        self.PAWN_DROPS = self.keep(ranks(c, set(self.page.PAWN_DROP_RANKS)) for c in both)
        self.BOARD = self.keep([self.mask(self.squares)])
        # Where a pawn can stand at all: not on its last rank, and on its first only where it may be dropped there.
        allowed = set(range(min({2, *self.page.PAWN_DROP_RANKS}), self.top + 1))
        self.pawn_squares = [ranks(c, allowed) for c in both]

    def read_castlings(self):
        """One record a castling: [king from, king to, rook from, rook to], then masks of what must be empty and safe."""
        self.castlings = []  # (right, colour, king from, king to, rook from, rook to)
        for colour in (WHITE, BLACK):
            for right, text in self.page.CASTLINGS.items():
                ends = [self.named[m[i:i + 2]] for m in text.split() for i in (0, 2)]
                if colour == BLACK:
                    ends = [self.mirrored(e) for e in ends]
                self.castlings.append((right if colour == WHITE else right.lower(), colour, *ends))
        self.SIDES = len(self.page.CASTLINGS)
        paths, safe = [], []
        for _, _, king, king_to, rook, rook_to in self.castlings:
            span = set(range(min(king, king_to, rook, rook_to), max(king, king_to, rook, rook_to) + 1))
            paths.append(sum(1 << s for s in span - {king, rook}))
            safe.append(sum(1 << s for s in range(min(king, king_to), max(king, king_to) + 1) if s != king))
        # Whether a rider can stand on a castling's line beyond the rook.
        self.BEHIND_ROOK = any(add(self.squares[rook], (1 if rook > king else -1, 0)) in self.number
                               for _, _, king, _, rook, _ in self.castlings)
        self.CASTLING_ENDS = self.keep_words(e for c in self.castlings for e in c[2:])
        self.CASTLING_PATH = self.keep(paths)
        self.CASTLING_SAFE = self.keep(safe)
        # Rights are bits: one a castling, then (Hostage) one a colour: "the king has not moved".
        self.right_bit = {c[0]: 1 << i for i, c in enumerate(self.castlings)}
        count = len(self.castlings)
        self.KING_RIGHT = count
        everything = (1 << count + 2) - 1
        kept = [everything] * (self.N * self.page.BOARDS)
        for i, (_, colour, king, _, rook, _) in enumerate(self.castlings):
            home = self.N * self.home_board(colour)
            kept[home + king] &= ~(1 << i | 1 << count + colour)
            kept[home + rook] &= ~(1 << i)
        self.RIGHTS_KEPT = self.keep_words(kept)

    def home_board(self, colour):
        return self.page.HOME_BOARDS[colour]

    def make_lines(self):
        """Per rider: attacks on the empty board, the line halves, and where it pays tables of all its attacks."""
        squares, number = self.squares, self.number
        walks = {}
        for s in squares:
            for atom in self.rider_atoms:
                for v in directions(atom, self.dimensions):
                    walk, at = [], add(s, v)
                    while at in number:
                        walk.append(at)
                        at = add(at, v)
                    walks[s, v] = walk
        between = [0] * (self.N * self.N)
        for (s, _), walk in walks.items():
            for i, t in enumerate(walk):
                between[number[s] * self.N + number[t]] = self.mask(walk[:i])
        self.BETWEEN = self.keep(between)
        self.OPEN_RIDE, self.HALVES, self.EXTRACT = [], [], []
        for atom in self.rider_atoms:
            vectors = directions(atom, self.dimensions)
            upward = [v for v in vectors if v[::-1] > (0,) * self.dimensions]
            self.OPEN_RIDE.append(self.keep(self.mask(t for v in vectors for t in walks[s, v]) for s in squares))
            self.HALVES.append(tuple(self.keep(self.mask(walks[s, w]) for s in squares for w in (tuple(-c for c in v), v))
                                     for v in upward))
            # One table for all lines of a small board, one for each line of a larger one.
            lines = [vectors] if self.W == 1 else [(v, tuple(-c for c in v)) for v in upward]
            self.EXTRACT.append(self.make_extract(walks, lines) if has_extract() else ())
        self.OPEN_RIDE, self.HALVES, self.EXTRACT = tuple(self.OPEN_RIDE), tuple(self.HALVES), tuple(self.EXTRACT)

    def make_lanes(self):
        """For the evaluation, on flat boards: files, and what lies ahead of a pawn, by colour and square."""
        self.FLAT = self.dimensions == 2
        if not self.FLAT:
            return
        both = (WHITE, BLACK)

        def lanes(colour, square, wide):
            return self.mask(s for s in self.inner if abs(s[0] - square[0]) <= wide
                             and self.advance(s, colour) > self.advance(square, colour))

        self.AHEAD = self.keep(lanes(c, s, 0) for c in both for s in self.squares)
        self.PASSING_LANES = self.keep(lanes(c, s, 1) for c in both for s in self.squares)
        self.NEXT_STEP = self.keep(self.mask([(x, y + 1 - 2 * c)]) for c in both for x, y in self.squares)
        self.FILE = self.keep(self.mask(s for s in self.inner if s[0] == x) for x, _ in self.squares)
        self.SIDE_FILES = self.keep(self.mask(s for s in self.inner if abs(s[0] - x) == 1) for x, _ in self.squares)
        self.ADVANCE = self.keep_words(max(self.advance(s, c), 0) for c in both for s in self.squares)

    def make_extract(self, walks, lines):
        """Tables of a rider's attacks along sets of lines, by square and by which of their inner squares are occupied
        (for PEXT): for each square the masks of these, where its table begins, and how many squares the words before hold."""
        found = []
        for line in lines:
            rays = [[[self.number[t] for t in walks[s, v]] for v in line] for s in self.squares]
            inner = [sorted(t for ray in square for t in ray[:-1]) for square in rays]
            if max(map(len, inner)) > EXTRACT_LIMIT:
                return ()
            found.append(len(self.words))
            start = len(self.words) + 2 * self.W * self.N
            heads, bodies = [], []
            for square, chosen in zip(rays, inner):
                words = [sum(1 << t % 64 for t in chosen if t // 64 == i) for i in range(self.W)]
                heads += [*words, start, *(sum(t < 64 * i for t in chosen) for i in range(1, self.W))]
                table = self.attack_table(square, chosen)
                start += len(table)
                bodies.append(table)
            self.words += heads
            self.words += np.concatenate(bodies).tolist()
        return tuple(found)

    def attack_table(self, rays, chosen):
        """The attacks along rays, as masks of W words, by which of the chosen squares are occupied: what PEXT gives."""
        index = np.arange(1 << len(chosen))
        attacks = np.zeros((len(index), self.W), np.uint64)
        for ray in rays:
            free = np.ones(len(index), bool)
            for t in ray:
                attacks[free, t // 64] |= np.uint64(1 << t % 64)
                if t in chosen:
                    free &= (index >> chosen.index(t) & 1) == 0
        return attacks.ravel()

    def make_keys(self):
        """Zobrist keys, the same on every machine: men by board, colour, kind and square; rights; hands; passed squares."""
        random = np.random.default_rng(0xA11CE)

        def draw(count):
            return self.keep_words(random.integers(0, 1 << 64, count, dtype=np.uint64).tolist())

        self.MAN_KEYS = draw(self.page.BOARDS * 2 * len(self.KINDS) * self.N)
        self.RIGHT_KEYS = draw(1 << len(self.castlings) + 2)
        self.HAND_KEYS = draw(4 * len(self.KINDS) * 64) if self.page.CAPTIVES != NEVER else -1
        self.PASSED_KEYS = draw(self.N)
        self.TURN_KEY = random.integers(1, 1 << 63).item()

    # ---------------------------------------------------------------- where a position keeps what
    def lay_out(self):
        """A position is a row of words: per board WHITE, BLACK and each kind's mask; then single words.

        KEY hash · TURN colour to move · RIGHTS castling bits · CLOCK plies since a capture or pawn move ·
        VICTIM square of the pawn that stepped several squares · PASSED mask of the squares it passed ·
        HAND (by colour) men to drop, PRISON (by colour) men of that colour held by the enemy: 8 bits a kind.
        """
        W, boards = self.W, self.page.BOARDS
        self.KIND = tuple((2 + k) * W for k in self.KINDS)
        self.BOARD_WORDS = (2 + len(self.KINDS)) * W
        at = boards * self.BOARD_WORDS
        self.KEY, self.TURN, self.RIGHTS, self.CLOCK, self.VICTIM, self.PASSED = range(at, at + 6)
        at = self.PASSED + W
        self.DROPS = self.page.CAPTIVES != NEVER
        self.TURNCOATS = self.page.CAPTIVES == "turncoats"
        self.EXCHANGES = self.page.CAPTIVES == HOSTAGES
        self.HAND = at
        at += 2 * self.DROPS
        self.PRISON = at
        at += 2 * self.EXCHANGES
        self.HELD_WORDS = at - self.HAND
        self.ROW = -(-at // 8) * 8
        self.BOARD_LIST = tuple(range(boards))
        self.HOME_BASES = tuple(self.home_board(c) * self.BOARD_WORDS for c in (WHITE, BLACK))
        self.BOARD_AT = tuple(b * self.BOARD_WORDS for b in self.BOARD_LIST)
        self.DROPPABLE = tuple(k for k in self.KINDS if k != self.KING) if self.DROPS else ()
        values = getattr(self.page, "VALUES", {})
        self.PAYS = tuple(tuple(x for x in self.DROPPABLE if values[self.letters[x]] >= values[self.letters[y]])
                          if self.EXCHANGES and y != self.KING else () for y in self.KINDS)
        self.OFFICERS = sum(255 << 8 * k for k in self.PROMOTION_KINDS)
        self.SEVERAL = boards > 1
        # Whether two men may stand on one square of different boards.
        self.SHARED = boards > 2 or boards > 1 and self.page.PASSING != MUST
        self.SETTLES = boards > 1 and self.page.PASSING == UNLESS_BLOCKED
        self.NULL_KINDS = tuple(k for k in self.KINDS if self.letters[k] in self.page.NULL_MOVES)
        self.EN_PASSANT = self.page.EN_PASSANT


@functools.cache
def geometry(page):
    """The tables of a page, made once."""
    return Geometry(page)
