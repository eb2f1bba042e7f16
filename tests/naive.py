"""The slow twin: the rules of each game, written down plainly to judge the engine.

Nothing here is shared with the engine, and only the standard library is used.
Every move is found the literal way: generate the moves of the men, make each on
a copy of the position, and keep it if the king cannot be taken afterwards.

    position = start('hostage')            # or from_fen('hostage', fen)
    position.legal()                       # ['a2a3', 'a2a4', ...]
    position.play('e2e4').perft(2)
    position.status(), position.check(), position.side, position.fen()

Games: chess, chessgi, omega, hostage, raumschach; and on more than one board alice,
alice2, msalice, odonohue, duo, alice84, alice3, aliceomega, alicehostage,
aliceraumschach.

FEN as written
  * The en-passant field names a passed square only if an en-passant capture on
    it is legal now. Omega lists every such square in ascending order, separated
    by commas, in the names of the 12x12 board. Alice judges this by its
    en-passant option, so the field is always `-` under 'none'; it is `-` in the
    rest of Alice's family.
  * Chessgi and Hostage always write the brackets, `[]` when they are empty; the
    men inside stand in the order QRBNPqrbnp.
  * Hostage writes `E` (`e`) in the place of `KQ` (`kq`) whenever that king is
    unmoved and has no castling right; `-` says that neither king is unmoved.
  * On several boards: `|` before a man on B, `||` on C, and `&` between men that
    share a square, A's first (`P&|n`). Alice Omega has ten ranks and the corners
    `[w1/w2/w3/w4]`. Raumschach has its levels, E to A, separated by `//`.

FEN as read
  * On one board a passed square that no pawn can have passed is refused; on several
    it is dropped.
  * On several boards also each board's ranks in turn, A's first, and the boards
    side by side. Alice Omega's corners are in the first form in every case.

Moves as written
  * On several boards the first of these forms that no other legal move has:
    `e2e4`, `e2e4/B` (lands on B), `A:e2e4` (leaves A), `A:e2e4/B`, and for a man
    dropped `N@e4`, `N@e4/B`; `full_text` gives the last one. The letter of a
    promotion comes before the slash: `A:e7e8q/B`. Castling lands where its king
    does. A null move ends on the square where it began: `e1e1`, `A:e1e1/B`.
  * `play` takes any of the forms that only one legal move has.

A location is a square of one of the boards: board * (squares of a board) + square.
"""

import re
from collections import Counter
from itertools import permutations, product
from typing import NamedTuple

ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
SIDES = ('w', 'b')
HELD_ORDER = 'QRBNPqrbnp'


def leaper(*lengths):
    """The offsets of a leaper, (1, 2) for the knight."""
    return {tuple(sign * length for sign, length in zip(signs, order))
            for order in permutations(lengths) for signs in product((1, -1), repeat=len(lengths))}


def other(side):
    return 'b' if side == 'w' else 'w'


def coloured(letter, side):
    return letter.upper() if side == 'w' else letter.lower()


def side_of(man):
    return 'w' if man.isupper() else 'b'


def without(held, man):
    """The holdings with one such man fewer."""
    return held.replace(man, '', 1)


def with_man(held, man):
    """The holdings with one such man more, in the order of the FEN."""
    return ''.join(sorted(held + man, key=HELD_ORDER.index))


class Castling(NamedTuple):
    """One castling: where king and rook stand and where they go, as locations."""
    side: str
    king: int
    king_to: int
    rook: int
    rook_to: int
    between: tuple  # all that lies between king and rook: must be empty
    path: tuple     # where the king stands, passes and arrives: must be safe


class Move(NamedTuple):
    """One move of a man, before it is known to be legal."""
    origin: int | None       # None: the man is dropped
    target: int              # where it goes on the board it stands on: a null move stays there
    landing: int             # where it ends; differs from target when it changes boards
    man: str                 # what stands there afterwards
    victim: int | None = None
    passed: tuple = ()       # squares passed by a pawn's long step
    castling: str = ''
    rook_landing: int | None = None
    paid: str = ''           # the hostage handed over in an exchange


def with_tables(page):
    """Class decorator: the tables of a game, made from its page of rules."""
    page.squares = page.list_squares()
    page.index = {square: number for number, square in enumerate(page.squares)}
    page.names = [page.square_name(square) for square in page.squares]
    page.number_of = {name: number for number, name in enumerate(page.names)}
    page.size = len(page.squares)

    def at(square, offset, times=1):
        return page.index.get(tuple(a + times * b for a, b in zip(square, offset)))

    def line(square, direction, longest=None):
        found = []
        while longest is None or len(found) < longest:
            number = at(square, direction, len(found) + 1)
            if number is None:
                break
            found.append(number)
        return tuple(found)

    def leap_targets(square, offsets):
        return tuple(n for n in (at(square, offset) for offset in sorted(offsets)) if n is not None)

    page.leaps = {letter: [leap_targets(square, offsets) for square in page.squares]
                  for letter, offsets in page.LEAPS.items()}
    page.rays = {letter: [[line(square, direction) for direction in directions]
                          for square in page.squares]
                 for letter, directions in page.SLIDES.items()}

    # Leaps and slides are symmetric: a man attacks the squares that could attack it.
    directions = sorted({d for every in page.SLIDES.values() for d in every})
    page.leap_attackers, page.slide_attackers, page.pawn_attackers = {}, {}, {}
    page.pawn_paths, page.pawn_captures, page.last_rank, page.pawn_drops = {}, {}, {}, {}
    for side in SIDES:
        forward = 1 if side == 'w' else -1
        steps, captures = ([(file, *(forward * along for along in rest)) for file, *rest in offsets]
                           for offsets in (page.PAWN_STEPS, page.PAWN_CAPTURES))
        depth = [square[1] if side == 'w' else page.RANKS - 1 - square[1]
                 for square in page.squares]
        page.leap_attackers[side] = [
            [(coloured(letter, side), page.leaps[letter][number]) for letter in page.LEAPS]
            for number in range(page.size)]
        page.slide_attackers[side] = [
            [(line(square, direction),
              {coloured(letter, side)
               for letter, along in page.SLIDES.items() if direction in along})
             for direction in directions]
            for square in page.squares]
        page.pawn_captures[side] = [leap_targets(square, captures) for square in page.squares]
        page.pawn_attackers[side] = [
            leap_targets(square, [[-along for along in offset] for offset in captures])
            for square in page.squares]
        page.pawn_paths[side] = [
            [line(square, step, page.LONG_STEPS.get(rank, 1)) for step in steps]
            for square, rank in zip(page.squares, depth)]
        page.last_rank[side] = {number for number, paths in enumerate(page.pawn_paths[side])
                                if not any(paths)}
        page.pawn_drops[side] = {n for n, rank in enumerate(depth)
                                 if page.FIRST_PAWN_DROP <= rank < page.RANKS - 1}

    page.castlings, page.lost_rights = {}, {}
    for letter, names in page.CASTLING.items():
        board = page.HOME_BOARDS[side_of(letter)] * page.size
        king, king_to, rook, rook_to = (board + page.number_of[name] for name in names.split())
        low, high = sorted((king, rook))
        between = tuple(range(low + 1, high))
        low, high = sorted((king, king_to))
        page.castlings[letter] = Castling(side_of(letter), king, king_to, rook, rook_to,
                                          between, tuple(range(low, high + 1)))
        page.lost_rights.setdefault(king, set()).update({letter, coloured('E', side_of(letter))})
        page.lost_rights.setdefault(rook, set()).add(letter)
    return page


@with_tables
class Chess:
    """A position of orthodox chess, and the base of all the other games."""

    FILES = 8
    RANKS = 8
    ARRAY = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
    LEAPS = {'N': leaper(1, 2), 'K': leaper(0, 1) | leaper(1, 1)}
    SLIDES = {'B': DIAGONAL, 'R': ORTHOGONAL, 'Q': ORTHOGONAL + DIAGONAL}
    PROMOTIONS = 'QRBN'
    PAWN_STEPS = ((0, 1),)   # as White goes
    PAWN_CAPTURES = ((-1, 1), (1, 1))
    LONG_STEPS = {1: 2}   # the pawn's rank, counted from its own side, and its longest step
    FIRST_PAWN_DROP = 1   # for the games with drops; never on the last rank
    CASTLING = {'K': 'e1 g1 h1 f1', 'Q': 'e1 c1 a1 d1', 'k': 'e8 g8 h8 f8', 'q': 'e8 c8 a8 d8'}
    BOARDS = 1
    HOME_BOARDS = {'w': 0, 'b': 0}

    # The board

    @classmethod
    def list_squares(cls):
        return [(x, y) for y in range(cls.RANKS) for x in range(cls.FILES)]

    @staticmethod
    def square_name(square):
        x, y = square
        return 'abcdefgh'[x] + str(y + 1)

    def name(self, location):
        return self.names[location % self.size]

    # What the caller uses

    def legal(self):
        """The legal moves as text."""
        return [self.text(move) for move, _ in self.legal_moves()]

    def play(self, text):
        """The position after a legal move; ValueError for any other text."""
        if '@' in text:
            men, square = text.split('@', 1)
            text = f'{men.upper()}@{square}'
        found = [after for move, after in self.legal_moves() if text in self.forms(move)]
        if len(found) != 1:
            raise ValueError(f'{"ambiguous" if found else "not legal"} here: {text}')
        return found[0]

    def check(self):
        """Is the side to move in check?"""
        return self.attacked(self.king_of(self.side), other(self.side))

    def perft(self, depth):
        """The number of legal games of so many plies."""
        if depth == 0:
            return 1
        moves = self.legal_moves()
        if depth == 1:
            return len(moves)
        return sum(after.perft(depth - 1) for _, after in moves)

    def status(self):
        """'ongoing', 'check', 'checkmate', 'stalemate' or 'draw' (dead position, 50 moves)."""
        in_check = self.check()
        if not self.legal_moves():
            return 'checkmate' if in_check else 'stalemate'
        if self.dead() or self.halfmove >= 100:
            return 'draw'
        return 'check' if in_check else 'ongoing'

    def fen(self):
        """The position as FEN, in the form described at the top of this file."""
        return ' '.join((self.placement(), self.side, self.castling_field(),
                         self.passed_field(), str(self.halfmove), str(self.fullmove)))

    # Moves

    def legal_moves(self):
        """The legal moves, each with the position after it."""
        if self._legal is None:
            found = []
            for move in self.pseudo_legal():
                after = self.after(move)
                if not after.king_can_be_taken() and self.permitted(move):
                    found.append((move, after))
            self._legal = found
        return self._legal

    def permitted(self, move):
        """Is the move allowed by the rules that look at more than the position after it?"""
        return True

    def king_of(self, side):
        return self.men.index(coloured('K', side))

    def king_can_be_taken(self):
        """Can the side to move take the enemy king?"""
        return self.attacked(self.king_of(other(self.side)), self.side)

    def attacked(self, location, by):
        """Could a man of that side take on this location, on its board?"""
        men = self.men
        square = location % self.size
        board = location - square
        for letter, sources in self.leap_attackers[by][square]:
            for source in sources:
                if men[board + source] == letter:
                    return True
        for ray, sliders in self.slide_attackers[by][square]:
            for source in ray:
                man = men[board + source]
                if man:
                    if man in sliders:
                        return True
                    break
        pawn = coloured('P', by)
        for source in self.pawn_attackers[by][square]:
            if men[board + source] == pawn and self.pawn_may_take_on(square, by):
                return True
        return False

    def pawn_may_take_on(self, square, side):
        return True

    def own_men(self):
        """The men of the side to move, each with its location."""
        for location, man in enumerate(self.men):
            if man and side_of(man) == self.side:
                yield location, man

    def pseudo_legal(self):
        """The moves of the men, whether or not the king can be taken afterwards."""
        for origin, man in self.own_men():
            moves = self.pawn_moves(origin) if man in 'Pp' else self.piece_moves(origin, man)
            for move in moves:
                yield from self.landings(move)
        for move in self.castling_moves():
            yield from self.landings(move)
        yield from self.drops()

    def landings(self, move):
        """The move, once for each place where the man may end."""
        yield move

    def piece_moves(self, origin, man):
        letter = man.upper()
        square = origin % self.size
        board = origin - square
        if letter in self.LEAPS:
            lines = ((target,) for target in self.leaps[letter][square])
        else:
            lines = self.rays[letter][square]
        for line in lines:
            for number in line:
                target = board + number
                if not self.men[target]:
                    yield Move(origin, target, target, man)
                    continue
                if side_of(self.men[target]) != self.side:
                    yield Move(origin, target, target, man, victim=target)
                break

    def pawn_moves(self, origin):
        square = origin % self.size
        board = origin - square
        for path in self.pawn_paths[self.side][square]:
            for count, number in enumerate(path):
                if self.men[board + number]:
                    break
                yield from self.pawn_arrivals(origin, board + number, passed=path[:count])
        for number in self.pawn_captures[self.side][square]:
            target = board + number
            if self.men[target]:
                if side_of(self.men[target]) != self.side:
                    yield from self.pawn_arrivals(origin, target, victim=target)
            elif number in self.passed and self.takes_en_passant(origin):
                yield from self.pawn_arrivals(origin, target, victim=self.passer)

    def pawn_arrivals(self, origin, target, **details):
        """A pawn's move to a square: itself, or one move for each promotion."""
        men = 'P'
        if target % self.size in self.last_rank[self.side]:
            men = self.promotions()
        for letter in men:
            yield Move(origin, target, target, coloured(letter, self.side), **details)

    def promotions(self):
        return self.PROMOTIONS

    def takes_en_passant(self, origin):
        """May the pawn that stands here take the pawn that has just passed?"""
        return True

    def castling_moves(self):
        enemy = other(self.side)
        for letter, way in self.castlings.items():
            if (letter in self.rights and way.side == self.side
                    and not any(self.men[location] for location in way.between)
                    and not any(self.attacked(location, enemy) for location in way.path)):
                yield Move(way.king, way.king_to, way.king_to, self.men[way.king],
                           castling=letter, rook_landing=way.rook_to)

    def drops(self):
        return ()

    def drop_locations(self, letter):
        for location, man in enumerate(self.men):
            if not man and (letter != 'P' or location % self.size in self.pawn_drops[self.side]):
                yield location

    def after(self, move):
        """The position after a move, legal or not."""
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new._legal = new._form_counts = None
        men = list(self.men)
        captured = ''
        if move.victim is not None:
            captured, men[move.victim] = men[move.victim], ''
        if move.origin is not None:
            men[move.origin] = ''
        men[move.landing] = move.man
        if move.castling:
            rook = self.castlings[move.castling].rook
            men[move.rook_landing], men[rook] = men[rook], ''
        new.men = tuple(men)

        # A right is lost with the first move or capture on the king's or rook's home.
        for location in (move.origin, move.target, move.victim):
            if location in self.lost_rights:
                new.rights = new.rights - self.lost_rights[location]
        new.passed = move.passed
        new.passer = move.landing if move.passed else None
        # A null move can be taken back: it is no pawn move in the sense of the 50-move rule.
        pawn_moved = (move.origin is not None and self.men[move.origin] in 'Pp'
                      and move.origin % self.size != move.landing % self.size)
        new.halfmove = 0 if captured or pawn_moved or move.origin is None else self.halfmove + 1
        new.fullmove = self.fullmove + (self.side == 'b')
        new.side = other(self.side)
        new.settle_holdings(self, move, captured)
        return new

    def settle_holdings(self, before, move, captured):
        """Change what this position holds off the board by the move that led to it."""

    def dead(self):
        """Can neither side mate? Bare kings, one minor piece, bishops all on one colour."""
        rest = [(man.upper(), sum(self.squares[location % self.size]) % 2)
                for location, man in enumerate(self.men) if man and man not in 'Kk']
        if len(rest) == 1 and rest[0][0] in 'NB':
            return True
        return all(letter == 'B' for letter, _ in rest) and len({colour for _, colour in rest}) <= 1

    # Text

    def text(self, move):
        if move.origin is None:
            letters = move.man.upper() + ('#' + move.paid.upper() if move.paid else '')
            return f'{letters}@{self.name(move.landing)}'
        promoted = move.man.lower() if move.man != self.men[move.origin] else ''
        return self.name(move.origin) + self.name(move.landing) + promoted

    def forms(self, move):
        """All the texts of a move, shortest first."""
        return [self.text(move)]

    def full_text(self, move):
        """The text of a move that leaves nothing out."""
        return self.forms(move)[-1]

    def placement(self):
        return self.ranks_text(range(self.FILES), range(self.RANKS))

    def ranks_text(self, files, ranks, *level):
        """The squares of these files and ranks as FEN; `*` where there is none."""
        return '/'.join(
            self.rank_text([self.cell(self.index[x, y, *level]) if (x, y, *level) in self.index
                            else '*' for x in files])
            for y in reversed(ranks))

    def cell(self, square):
        """What stands on a square."""
        return self.men[square]

    @staticmethod
    def rank_text(cells):
        """Cells of one rank as FEN: '' is an empty square."""
        text = ''.join(cell or '.' for cell in cells)
        return re.sub(r'\.+', lambda empty: str(len(empty[0])), text)

    def castling_field(self):
        return ''.join(letter for letter in 'KQkq' if letter in self.rights) or '-'

    def passed_field(self):
        squares = {move.target % self.size for move, _ in self.legal_moves()
                   if move.victim not in (None, move.target, move.landing)}
        return ','.join(self.fen_square_name(square) for square in sorted(squares)) or '-'

    def fen_square_name(self, square):
        return self.names[square]

    def __init__(self, fen, en_passant='none'):
        fields = fen.split()
        if not fields:
            raise ValueError('empty FEN')
        fields += ['w', '-', '-', '0', '1'][len(fields) - 1:]
        placement, side, castling, passed, halfmove, fullmove = fields[:6]
        if side not in SIDES:
            raise ValueError(f'no such side: {side}')
        self.en_passant = en_passant
        self._legal = self._form_counts = None
        self.side = side
        self.halfmove, self.fullmove = int(halfmove), int(fullmove)
        square_names = self.read_placement(placement)
        if self.men.count('K') != 1 or self.men.count('k') != 1:
            raise ValueError('each side needs one king')
        self.rights = self.read_castling(castling)
        self.passed, self.passer = self.read_passed(passed, square_names)
        self.examine()

    def examine(self):
        """Refuse what cannot arise in a game."""
        if self.king_can_be_taken():
            raise ValueError('the side to move could take the king')

    def read_placement(self, text):
        """Set the men (and holdings); return how this form of FEN names the squares."""
        self.place(self.read_ranks(text, self.FILES, self.RANKS))
        return self.number_of

    def place(self, cells):
        """Set the men by what stands on each square."""
        self.men = tuple(cells)

    def read_ranks(self, text, files, ranks):
        rows = [self.read_rank(rank) for rank in text.split('/')]
        if len(rows) != ranks or any(len(row) != files for row in rows):
            raise ValueError(f'not {files} files by {ranks} ranks: {text}')
        return tuple(man for row in reversed(rows) for man in row)

    def read_rank(self, text):
        """The cells of one rank; a missing square stays '*'."""
        cells = []
        for token in re.findall(r'\d+|\|*.(?:&\|*.)*', text):
            if token.isdigit():
                cells += [''] * int(token)
            elif token == '*' or self.is_man(token):
                cells.append(token)
            else:
                raise ValueError(f'no such man: {token}')
        return cells

    def is_man(self, token):
        return token.upper() in ('P', *self.LEAPS, *self.SLIDES)

    def read_castling(self, field):
        if field != '-' and not set(field) <= set(self.castlings):
            raise ValueError(f'no such castling: {field}')
        return frozenset(letter for letter in field if letter != '-' and self.at_home(letter))

    def at_home(self, letter):
        """Do the king and the rook of this castling stand on their first squares?"""
        way = self.castlings[letter]
        return (self.men[way.king] == coloured('K', way.side)
                and self.men[way.rook] == coloured('R', way.side))

    def read_passed(self, field, square_names):
        """The squares that the last move's pawn passed, and the pawn's location."""
        if field == '-':
            return (), None
        for name in field.split(','):
            if name not in square_names:
                raise ValueError(f'no such square: {name}')
        squares = tuple(square_names[name] for name in field.split(','))
        passer = self.find_passer(squares)
        if passer is None and self.BOARDS == 1 and any(self.LONG_STEPS.values()):
            raise ValueError(f'no pawn can have passed {field}')
        return (squares, passer) if passer is not None else ((), None)

    def find_passer(self, squares):
        """The enemy pawn that can have passed these squares in one long step."""
        enemy = other(self.side)
        for start, paths in enumerate(self.pawn_paths[enemy]):
            for path in paths:
                for steps, end in enumerate(path):
                    if not set(squares) <= set(path[:steps]):
                        continue
                    if self.BOARDS == 1 and any(self.men[square] for square in (start, *path[:steps])):
                        continue
                    for location in range(end, len(self.men), self.size):
                        if self.men[location] == coloured('P', enemy):
                            return location
        return None


@with_tables
class Omega(Chess):
    """104 squares: files a-j, ranks 0-9, and a corner square beyond each corner."""

    FILES = 10
    RANKS = 10
    ARRAY = ('w**********w/*crnbqkbnrc*/*pppppppppp*/*10*/*10*/*10*/*10*/*10*/*10*/'
             '*PPPPPPPPPP*/*CRNBQKBNRC*/W**********W w KQkq - 0 1')
    LEAPS = {**Chess.LEAPS,
             'C': leaper(0, 1) | leaper(0, 2) | leaper(2, 2),
             'W': leaper(1, 1) | leaper(1, 3)}
    PROMOTIONS = 'QRBNCW'
    LONG_STEPS = {1: 3}
    CASTLING = {'K': 'f0 h0 i0 g0', 'Q': 'f0 d0 b0 e0', 'k': 'f9 h9 i9 g9', 'q': 'f9 d9 b9 e9'}
    CORNERS = {(-1, -1): 'w1', (10, -1): 'w2', (10, 10): 'w3', (-1, 10): 'w4'}

    @classmethod
    def list_squares(cls):
        return super().list_squares() + list(cls.CORNERS)

    @classmethod
    def square_name(cls, square):
        x, y = square
        return cls.CORNERS.get(square) or 'abcdefghij'[x] + str(y)

    def fen_square_name(self, square):
        x, y = self.squares[square]
        return 'abcdefghijkl'[x + 1] + str(y + 2)

    def placement(self):
        return self.ranks_text(range(-1, 11), range(-1, 11))

    def read_placement(self, text):
        if '[' in text:
            ranks, corners = text.rstrip(']').split('[', 1)
            cells = [self.read_rank('1' if corner == '-' else corner)
                     for corner in corners.split('/')]
            if [len(cell) for cell in cells] != [1, 1, 1, 1]:
                raise ValueError(f'not four corner squares: {corners}')
            men = self.read_ranks(ranks, 10, 10) + tuple(man for [man] in cells)
            if '*' in men:
                raise ValueError(f'a square is missing: {text}')
            self.place(men)
            return self.number_of
        cells = self.read_ranks(text, 12, 12)
        men = [''] * self.size
        for number, man in enumerate(cells):
            square = number % 12 - 1, number // 12 - 1
            if square in self.index and man != '*':
                men[self.index[square]] = man
            elif square in self.index or man not in ('', '*'):
                raise ValueError(f'not the shape of this board: {text}')
        self.place(men)
        return {self.fen_square_name(square): square for square in range(self.size)}

    def dead(self):
        """Bare kings, or king and one minor piece against king."""
        rest = [man for man in self.men if man and man not in 'Kk']
        return not rest or len(rest) == 1 and rest[0].upper() in 'NBCW'


@with_tables
class Raumschach(Chess):
    """Five levels of five by five; a square is its file, rank and level."""

    FILES = 5
    RANKS = 5
    LEVELS = 'ABCDE'
    ARRAY = ('rnknr/ppppp/5/5/5//ubqub/ppppp/5/5/5//5/5/5/5/5//'
             '5/5/5/PPPPP/BUQBU//5/5/5/PPPPP/RNKNR w - - 0 1')
    FACES, EDGES, CORNERS = leaper(0, 0, 1), leaper(0, 1, 1), leaper(1, 1, 1)
    LEAPS = {'N': leaper(0, 1, 2), 'K': FACES | EDGES | CORNERS}
    SLIDES = {'B': EDGES, 'R': FACES, 'U': CORNERS, 'Q': FACES | EDGES | CORNERS}
    PROMOTIONS = 'QRBNU'
    PAWN_STEPS = ((0, 1, 0), (0, 0, 1))
    PAWN_CAPTURES = ((-1, 1, 0), (1, 1, 0), (-1, 0, 1), (1, 0, 1), (0, 1, 1))
    LONG_STEPS = {}
    CASTLING = {}

    @classmethod
    def list_squares(cls):
        return [(x, y, z) for z in range(5) for y in range(5) for x in range(5)]

    @classmethod
    def square_name(cls, square):
        x, y, z = square
        return cls.LEVELS[z] + 'abcde'[x] + str(y + 1)

    def dead(self):
        """Bare kings."""
        return sum(map(bool, self.men)) == 2

    def placement(self):
        return '//'.join(self.ranks_text(range(5), range(5), z) for z in reversed(range(5)))

    def read_placement(self, text):
        levels = text.split('//')
        if any(level.count('/') != 4 for level in levels):
            raise ValueError(f'not levels of five ranks: {text}')
        self.place(self.read_ranks('/'.join(levels), 5, 25))
        return self.number_of


class Doubled:
    """Mixin: a game on several boards; a man that has moved passes to another board.

    All the men start on board A unless HOME_BOARDS says otherwise, and castle there.
    There is no en passant.
    """

    BOARDS = 2
    BOARD_NAMES = 'ABC'
    SHARED_SQUARES = False  # may men stand on the same square of different boards?

    def across(self, location, boards=1):
        """The same square, so many boards farther."""
        return (location + boards * self.size) % len(self.men)

    def pseudo_legal(self):
        yield from super().pseudo_legal()
        yield from self.null_moves()

    def null_moves(self):
        """The moves of men that pass to another board and do nothing else."""
        return ()

    def landings(self, move):
        """One move for each other board with room, in castling for both men."""
        for boards in range(1, self.BOARDS):
            landing, rook_landing = self.across(move.target, boards), None
            if move.castling:
                rook_landing = self.across(move.rook_landing, boards)
            if not self.men[landing] and not (move.castling and self.men[rook_landing]):
                yield move._replace(landing=landing, rook_landing=rook_landing)

    def permitted(self, move):
        """A king's move must be legal on the board it leaves, before the king passes over."""
        if move.man not in 'Kk':
            return True
        stay = move._replace(landing=move.target)
        if move.castling:
            stay = stay._replace(rook_landing=self.castlings[move.castling].rook_to)
        return not self.after(stay).king_can_be_taken()

    def takes_en_passant(self, origin):
        return False

    def dead(self):
        """Bare kings: a lone knight or bishop can mate here."""
        return sum(map(bool, self.men)) == 2

    def text(self, move):
        if self._form_counts is None:
            self._form_counts = Counter(
                form for legal, _ in self.legal_moves() for form in self.forms(legal))
        return next(form for form in self.forms(move) if self._form_counts[form] == 1)

    def forms(self, move):
        short = super().text(move)
        landing = '/' + self.BOARD_NAMES[move.landing // self.size]
        if move.origin is None:
            return [short, short + landing]
        leaving = self.BOARD_NAMES[move.origin // self.size] + ':'
        return [short, short + landing, leaving + short, leaving + short + landing]

    def cell(self, square):
        return self.stacked(self.men[square::self.size])

    @staticmethod
    def stacked(men):
        """The text for what stands on a square of each board in turn."""
        return '&'.join('|' * board + man for board, man in enumerate(men) if man)

    def is_man(self, token):
        men = token.split('&')
        return (all(super(Doubled, self).is_man(man.lstrip('|')) for man in men)
                and len({man.count('|') for man in men} & set(range(self.BOARDS))) == len(men))

    def place(self, cells):
        if not self.SHARED_SQUARES and any('&' in cell for cell in cells):
            raise ValueError('two men on one square')
        boards = [[''] * len(cells) for _ in range(self.BOARDS)]
        for square, cell in enumerate(cells):
            for man in cell.split('&'):
                boards[man.count('|')][square] = man.lstrip('|')
        self.men = tuple(man for board in boards for man in board)

    def read_ranks(self, text, files, ranks):
        rows = text.split('/')
        side_by_side = len(self.read_rank(rows[0])) == files * self.BOARDS
        self.rights_unknown = side_by_side
        if side_by_side:  # board A on the left
            cells = super().read_ranks(text, files * self.BOARDS, ranks)
            boards = [[man for start in range(board * files, len(cells), self.BOARDS * files)
                       for man in cells[start:start + files]] for board in range(self.BOARDS)]
        elif len(rows) == ranks * self.BOARDS:  # board A above
            texts = ['/'.join(rows[start:start + ranks]) for start in range(0, len(rows), ranks)]
            boards = [super(Doubled, self).read_ranks(board, files, ranks) for board in texts]
        else:
            return super().read_ranks(text, files, ranks)
        if '|' in text or '&' in text:
            raise ValueError(f'two ways to name the boards: {text}')
        return tuple('*' if '*' in men else self.stacked(men) for men in zip(*boards))

    def read_castling(self, field):
        if field == '-' and self.rights_unknown:  # XBoard's two-board display cannot keep them
            field = ''.join(self.CASTLING) or '-'
        return super().read_castling(field)


@with_tables
class Alice(Doubled, Chess):
    """Alice Chess."""

    def takes_en_passant(self, origin):
        if self.en_passant == 'none':
            return False
        landed = origin // self.size == self.passer // self.size
        return self.en_passant == 'either' or self.en_passant == ('landed' if landed else 'passed')

    def read_placement(self, text):
        super().read_placement(text)
        return {'abcdefghijklmnop'[x] + str(y + 1): self.index[x % 8, y % 8]
                for x in range(16) for y in range(16)}


@with_tables
class Alice2(Doubled, Chess):
    """Alice Chess 2: Black starts on board B."""

    ARRAY = '|r|n|b|q|k|b|n|r/|p|p|p|p|p|p|p|p/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
    HOME_BOARDS = {'w': 0, 'b': 1}


@with_tables
class MsAlice(Doubled, Chess):
    """Ms Alice Chess: any man may make a null move; by `permitted`, not a king in check."""

    def null_moves(self):
        for origin, man in self.own_men():
            landing = self.across(origin)
            if not self.men[landing]:
                yield Move(origin, origin, landing, man)


@with_tables
class ODonohue(Doubled, Chess):
    """O'Donohue Chess: a man stays on its board if there is no room on the other."""

    SHARED_SQUARES = True

    def landings(self, move):
        landing = self.room_for(move.target)
        rook_landing = self.room_for(move.rook_landing) if move.castling else None
        yield move._replace(landing=landing, rook_landing=rook_landing)

    def room_for(self, location):
        """Where a man ends that has moved here: beyond, or here."""
        return location if self.men[self.across(location)] else self.across(location)


@with_tables
class Duo(Doubled, Chess):
    """Duo Chess: passing over is a choice; all but pawns make null moves, and so take and check."""

    ARRAY = Alice2.ARRAY
    HOME_BOARDS = Alice2.HOME_BOARDS
    SHARED_SQUARES = True

    def landings(self, move):
        yield move
        yield from super().landings(move)

    def null_moves(self):
        for origin, man in self.own_men():
            landing = self.across(origin)
            beyond = self.men[landing]
            if man not in 'Pp' and not (beyond and side_of(beyond) == self.side):
                yield Move(origin, origin, landing, man, victim=landing if beyond else None)

    def permitted(self, move):
        return move.target == move.origin or super().permitted(move)

    def attacked(self, location, by):
        beyond = self.men[self.across(location)]
        return (bool(beyond) and side_of(beyond) == by and beyond not in 'Pp'
                or super().attacked(location, by))


@with_tables
class SmallAlice(Doubled, Chess):
    """Alice Chess on four files."""

    FILES = 4
    ARRAY = 'rqkr/nbbn/pppp/4/4/PPPP/NBBN/RQKR w - - 0 1'
    LONG_STEPS = {}
    CASTLING = {}


@with_tables
class Alice3(Doubled, Chess):
    """Alice Chess on three boards."""

    BOARDS = 3
    SHARED_SQUARES = True


@with_tables
class AliceRaumschach(Doubled, Raumschach):
    """Raumschach on two boards."""


@with_tables
class AliceOmega(Doubled, Omega):
    """Omega on two boards."""

    ARRAY = ('crnbqkbnrc/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/CRNBQKBNRC[W/W/w/w] '
             'w KQkq - 0 1')

    def placement(self):
        corners = '/'.join(self.cell(self.index[corner]) or '-' for corner in self.CORNERS)
        return f'{self.ranks_text(range(10), range(10))}[{corners}]'


class Drops:
    """Mixin: men are held off the board and dropped instead of a move."""

    def hands(self):
        """Every man that may be dropped for nothing."""
        raise NotImplementedError

    def drops(self):
        for man in dict.fromkeys(self.hands()):
            if side_of(man) == self.side:
                for location in self.drop_locations(man.upper()):
                    yield Move(None, location, location, man)

    def read_held(self, text):
        held = text.replace('-', '')
        if not set(held) <= set(HELD_ORDER):
            raise ValueError(f'cannot be held: {text}')
        return ''.join(sorted(held, key=HELD_ORDER.index))

    def read_placement(self, text):
        board, _, brackets = text.partition('[')
        if brackets and not brackets.endswith(']'):
            raise ValueError(f'bracket left open: {text}')
        self.read_holdings(brackets[:-1])
        return super().read_placement(board)

    def dead(self):
        """Captured men come back: only bare kings with nothing held are dead."""
        return sum(map(bool, self.men)) == 2 and not self.hands()


@with_tables
class Chessgi(Drops, Chess):
    """Captured men change sides; pawns may be dropped on, and step twice from, the first rank."""

    ARRAY = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1'
    LONG_STEPS = {0: 2, 1: 2}
    FIRST_PAWN_DROP = 0

    def hands(self):
        return self.held

    def settle_holdings(self, before, move, captured):
        if captured:
            self.held = with_man(before.held, coloured(captured, before.side))
        elif move.origin is None:
            self.held = without(before.held, move.man)

    def placement(self):
        return f'{super().placement()}[{self.held}]'

    def read_holdings(self, text):
        self.held = self.read_held(text)


@with_tables
class Hostage(Drops, Chess):
    """Hostage Chess. The letters in `prison` have the man's own colour, as in the FEN.

    `E` and `e` among the rights: that king has not moved.
    """

    ARRAY = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1'
    VALUES = {'P': 1, 'N': 2, 'B': 2, 'R': 3, 'Q': 4}  # only their order counts

    def hands(self):
        return self.airfield

    def dead(self):
        """Men in prison may come back by an exchange."""
        return super().dead() and not self.prison

    def captives(self, side):
        """The men of that side in the enemy prison."""
        return [man for man in dict.fromkeys(self.prison) if side_of(man) == side]

    def drops(self):
        yield from super().drops()
        for freed in self.captives(self.side):
            for paid in self.captives(other(self.side)):
                if self.VALUES[paid.upper()] >= self.VALUES[freed.upper()]:
                    for location in self.drop_locations(freed.upper()):
                        yield Move(None, location, location, freed, paid=paid)

    def promotions(self):
        return [letter for letter in self.PROMOTIONS if coloured(letter, self.side) in self.prison]

    def pawn_may_take_on(self, square, side):
        """On the last rank only while there is a captive to promote to."""
        return (square not in self.last_rank[side]
                or any(coloured(letter, side) in self.prison for letter in self.PROMOTIONS))

    def settle_holdings(self, before, move, captured):
        if captured:
            self.prison = with_man(self.prison, captured)
        if move.paid:
            self.prison = without(without(self.prison, move.man), move.paid)
            self.airfield = with_man(self.airfield, move.paid)
        elif move.origin is None:
            self.airfield = without(self.airfield, move.man)
        elif move.man != before.men[move.origin]:
            pawn = before.men[move.origin]
            self.prison = with_man(without(self.prison, move.man), pawn)
        if move.origin is None and move.man in 'Rr':
            self.rights = self.rights | {
                letter for letter, way in self.castlings.items()
                if way.rook == move.landing and way.side == before.side
                and coloured('E', way.side) in self.rights}

    def placement(self):
        held = self.airfield + ('#' + self.prison if self.prison else '')
        return f'{super().placement()}[{held}]'

    def read_holdings(self, text):
        airfield, _, prison = text.partition('#')
        self.airfield, self.prison = self.read_held(airfield), self.read_held(prison)

    def castling_field(self):
        text = ''
        for pair, unmoved in (('KQ', 'E'), ('kq', 'e')):
            text += (''.join(letter for letter in pair if letter in self.rights)
                     or (unmoved if unmoved in self.rights else ''))
        return text or '-'

    def read_castling(self, field):
        rights = super().read_castling(re.sub('[Ee]', '', field) or '-')
        unmoved = {coloured('E', side_of(letter)) for letter in rights}
        for letter in set(field) & set('Ee'):
            side = side_of(letter)
            if self.men[self.castlings[coloured('K', side)].king] == coloured('K', side):
                unmoved.add(letter)
        return rights | unmoved


@with_tables
class AliceHostage(Doubled, Hostage):
    """Hostage on two boards; a man is dropped on either of them, where neither has a man."""

    def drop_locations(self, letter):
        for location in super().drop_locations(letter):
            if not self.men[self.across(location)]:
                yield location

    def dead(self):
        return Hostage.dead(self)


GAMES = {
    'chess': Chess, 'chessgi': Chessgi, 'omega': Omega, 'alice': Alice, 'hostage': Hostage,
    'alice2': Alice2, 'msalice': MsAlice, 'odonohue': ODonohue, 'duo': Duo, 'alice84': SmallAlice,
    'alice3': Alice3, 'aliceomega': AliceOmega, 'alicehostage': AliceHostage,
    'raumschach': Raumschach, 'aliceraumschach': AliceRaumschach,
}


def start(game, en_passant='none'):
    """The array of a game; en_passant is Alice's option: none, landed, passed or either."""
    return from_fen(game, GAMES[game].ARRAY, en_passant)


def from_fen(game, fen, en_passant='none'):
    """A position from any of the FEN forms of its game; ValueError if it is not one."""
    if en_passant not in ('none', 'landed', 'passed', 'either'):
        raise ValueError(f'no such en-passant option: {en_passant}')
    return GAMES[game](fen, en_passant)
