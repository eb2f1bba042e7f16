"""Positions and moves as text. This file has FEN, and `read_move`, which reads every form of a move.

`coordinates` writes moves as squares, `san` in the notation of printed games; their functions are found here too.

FEN as written: the page's board with `|` before a man on board B (`||` on C) and `&` between men that share a
square; corners as two more files and ranks, `*` where there is no square (`[w1/w2/w3/w4]` on doubled boards);
`[HAND]` or `[AIRFIELD#PRISON]` where men come back; `//` between the levels of a board in three dimensions,
the highest first. Read as well: see `read_fen`.
"""
import re
from collections import Counter
from typing import NamedTuple

from .coordinates import BOARD_LETTERS, cheapest, parts, victim, write_move, write_move_xboard
from .display import display, frame, shown_ranks, wire_names
from .game import IllegalMove
from .rules import BLACK, WHITE
from .san import moves_named, write_san
from .setup import PositionError, Setup

__all__ = ["read_fen", "write_fen", "read_move", "write_move", "write_move_xboard", "write_san"]

DEFAULTS = ["", "w", "-", "-", "0", "1"]


# -------------------------------------------------------------------- FEN, read
ONE, WIDE, TALL, SHOWN = "one", "wide", "tall", "shown"


class Form(NamedTuple):
    """How a text lays out its boards."""
    margin: int  # 1 where further files and ranks carry the corners
    layout: str  # in ONE, side by side, one below the other, or as XBoard shows them

    @property
    def is_whole(self):
        """Whether XBoard's names are those of its squares, too."""
        return self.margin or self.layout != ONE


def read_fen(rules, text):
    """The Setup that a FEN of the page describes. `rules`: the page's Geometry.

    With corners, ten ranks and `[w1/w2/w3/w4]` are read too, and missing squares counted as empty. Several boards may
    stand side by side or as XBoard shows them (no castling field is kept there: `-` takes kings and rooks at home as
    unmoved), or one below the other. Castling rights without king or rook at home are dropped, and so are, on several boards,
    passed squares that no pawn can have passed; on one they are wrong. Fields may be missing after the second or the fourth.
    Raises PositionError, which says what is wrong and where.
    """
    fields = text.split()
    if len(fields) not in (2, 4, 6):
        raise PositionError(f"a position has 6 fields, or 4, or 2; here are {len(fields)}")
    placement, side, castling, passed, clock, number = fields + DEFAULTS[len(fields):]
    if side not in ("w", "b"):
        raise PositionError(f"side to move {shown(side)}, neither w nor b")
    setup = Setup(turn="wb".index(side), clock=read_counter(clock, "half-move clock"),
                  move_number=max(1, read_counter(number, "move number")))
    form = read_placement(rules, placement, setup)
    setup.castlings = read_castlings(rules, castling, setup.men, form.layout in (WIDE, SHOWN))
    setup.passed = read_passed(rules, passed, setup, form)
    return setup


def shown(text):
    """A piece of text in an error: short, and in one line."""
    return repr(text if len(text) <= 40 else text[:40] + "…")


def read_counter(text, name):
    if not re.fullmatch("[0-9]{1,6}", text):
        raise PositionError(f"{name} {shown(text)}")
    return int(text)


def read_placement(rules, text, setup):
    """Put the men of the first field on the boards and into the hands of `setup`; the Form of the text."""
    board, brackets = re.fullmatch(r"([^\[]*)(.*)", text, re.DOTALL).groups()
    if not re.fullmatch(r"(\[[^\[\]]*\])*", brackets):
        raise PositionError(f"the brackets do not pair, or something follows them: {shown(brackets)}")
    brackets = re.findall(r"\[([^\[\]]*)\]", brackets)
    form, rows = form_of(rules, board)
    for row, (where, places) in zip(rows, row_places(rules, form), strict=True):
        read_row(rules, row, places, where, form, setup.men)
    if rules.CORNERS and not form.margin:
        read_corners(rules, brackets.pop(0) if brackets else "", setup.men)
    if rules.DROPS and brackets:
        read_holdings(rules, brackets.pop(0), setup)
    if brackets:
        raise PositionError(f"nothing can be meant by [{shown(brackets[0])[1:-1]}]")
    return form


def rows_of(rules, text):
    """The ranks of a text, in three dimensions those of level after level."""
    if not rules.LEVELS:
        return text.split("/")
    levels = [level.split("/") for level in text.split("//")]
    for i, level in enumerate(levels):
        if len(level) != len(rules.RANKS):
            name = rules.LEVELS[-1 - i % len(rules.LEVELS)]
            raise PositionError(f"level {name} has {len(level)} rank{'s' * (len(level) != 1)}, not {len(rules.RANKS)}")
    return [row for level in levels for row in level]


def rank_places(rules, margin):
    """The ranks of one board from the top, each by what follows the file in its squares: (rank,) or (rank, level)."""
    _, ranks = frame(rules, margin)
    downwards = [(y,) for y in reversed(range(-margin, ranks - margin))]
    return [(*y, z) for z in reversed(range(len(rules.LEVELS))) for y in downwards] if rules.LEVELS else downwards


def form_of(rules, text):
    """The Form of the boards' text, and its ranks."""
    rows, whole = text.split("/"), display(rules)
    if whole and whole.boards > 1 and len(rows) == whole.ranks and whole.files in map(width_of, rows):
        return Form(1 if rules.CORNERS else 0, SHOWN), rows
    rows = rows_of(rules, text)
    for margin in (0, 1) if rules.CORNERS else (0,):
        files, ranks = frame(rules, margin)[0], len(rank_places(rules, margin))
        if len(rows) == ranks:
            return Form(margin, WIDE if rules.BOARDS > 1 and files * rules.BOARDS in map(width_of, rows) else ONE), rows
        if rules.BOARDS > 1 and len(rows) == ranks * rules.BOARDS:
            return Form(margin, TALL), rows
    if rules.LEVELS:
        raise PositionError(f"the board has {len(rows) // len(rules.RANKS)} levels, not {len(rules.LEVELS)}")
    raise PositionError(f"the board has {len(rows)} ranks, not {len(rules.RANKS)}")


def width_of(row):
    """How many squares a rank seems to have, whatever its letters; men that share a square count once."""
    tokens = re.findall("[0-9]+|[^0-9|]", re.sub(r"&\|*.", "", row))
    return sum(int(token[:4]) if token.isdigit() else 1 for token in tokens)


def row_places(rules, form):
    """What each rank of a form is called, and for each of its squares (board, square), or None for a hole. The board is
    None where men are marked with theirs."""
    if form.layout == SHOWN:
        top = display(rules).ranks - 1 + display(rules).lowest
        return [(f"rank {top - i}", row) for i, row in enumerate(shown_ranks(rules))]
    across = range(-form.margin, frame(rules, form.margin)[0] - form.margin)
    ranks, boards = rank_places(rules, form.margin), [*rules.BOARD_LIST]
    rows = []
    for board in boards if form.layout == TALL else [None]:
        for rank in ranks:
            squares = [rules.number.get((x, *rank)) for x in across]
            rows.append((rank_name(rules, rank, form, board),
                         [None if square is None else (beside, square)
                          for beside in (boards if form.layout == WIDE else [board]) for square in squares]))
    return rows


def rank_name(rules, place, form, board):
    y, *z = place
    name = f"rank {y + 2 if form.margin else rules.RANKS[y]}"
    if z:
        name += f" of level {rules.LEVELS[z[0]]}"
    return name if board is None else f"{name} of board {BOARD_LETTERS[board]}"


def read_row(rules, text, places, where, form, men):
    """Put the men of one rank on its squares, given as in `row_places`."""
    cells, width = read_cells(rules, text, where, rules.CORNERS or None in places)
    if width != len(places):
        raise PositionError(f"{where} has {width} square{'s' * (width != 1)}, not {len(places)}")
    for x, pipes, letter in cells:
        if pipes and form.layout != ONE:
            raise PositionError(f"a | on {where}, though the boards stand apart")
        if letter == "*":
            if places[x] is not None:
                raise PositionError(f"{where} has no square {rules.names[places[x][1]]}")
        elif places[x] is None:
            raise PositionError(f"{where} has a man {shown(letter)} where there is no square")
        else:
            board, square = places[x]
            put(rules, men, pipes if board is None else board, square, letter)


def read_cells(rules, text, where, holed):
    """The men of one rank as (file, pipes before it, letter), `*` for a hole if it may be `holed`; and the number of its squares."""
    cells, x, joined = [], 0, False
    for token in re.findall(r"[0-9]+|\|*[^|]|\|+", text, re.DOTALL):
        pipes, letter = token.count("|"), token.lstrip("|")
        if token == "&" and rules.BOARDS > 1 and not joined and cells and cells[-1][0] == x - 1:
            joined = True
            continue
        if re.fullmatch("[1-9][0-9]?", token) and not joined:
            x += int(token)
            continue
        hole = token == "*" and holed and not joined
        if not hole and (letter.upper() not in rules.kind or not letter or pipes >= rules.BOARDS):
            raise PositionError(f"unknown letter {shown(token)} on {where}")
        cells.append((x - joined, pipes, letter))
        x, joined = x + 1 - joined, False
    if joined:
        raise PositionError(f"no man after & on {where}")
    return cells, x


def put(rules, men, board, place, letter):
    if (board, place) in men:
        raise PositionError(f"two men stand on {rules.names[place]}")
    men[board, place] = (WHITE if letter.isupper() else BLACK, letter.upper())


def read_corners(rules, text, men):
    """`[w1/w2/w3/w4]`: one man or `-` for each corner."""
    corners = text.split("/")
    if len(corners) != len(rules.CORNERS):
        raise PositionError(f"corners [{shown(text)[1:-1]}], not [{'/'.join(rules.CORNERS)}]")
    for name, corner in zip(rules.CORNERS, corners):
        if corner != "-":
            cells, width = read_cells(rules, corner, f"corner {name}", True)
            if width != 1 or any(letter == "*" for _, _, letter in cells):
                raise PositionError(f"corner {name} has {shown(corner)}, neither a man nor -")
            for _, pipes, letter in cells:
                put(rules, men, pipes, rules.named[name], letter)


def read_holdings(rules, text, setup):
    """`HAND`, or `AIRFIELD#PRISON` where captives are exchanged."""
    airfield, mark, prison = text.partition("#")
    if mark and not rules.EXCHANGES:
        raise PositionError(f"unknown letter '#' in [{shown(text)[1:-1]}]")
    setup.hands = read_held(rules, airfield, text)
    if rules.EXCHANGES:
        setup.prisons = read_held(rules, prison, text)


def read_held(rules, letters, text):
    """Held men by the colour of their letters."""
    held = Counter(), Counter()
    for letter in letters if letters != "-" else "":
        if letter.upper() not in rules.kind or letter in "Kk":
            raise PositionError(f"unknown letter {shown(letter)} in [{shown(text)[1:-1]}]")
        held[letter.islower()][letter.upper()] += 1
    return held


def read_castlings(rules, field, men, forgotten):
    """The rights that kings and rooks at home allow. `forgotten`: this form keeps none, so that `-` allows all."""
    unmoved = ("E", "e") if rules.EXCHANGES else ()
    if field != "-" and not set(field) <= {*rules.right_bit, *unmoved}:
        raise PositionError(f"castling field {shown(field)}")
    if field == "-" and forgotten:
        field = rules.right_bit
    kept = set()
    for right, colour, king, _, rook, _ in rules.castlings:
        home = rules.home_board(colour)
        if men.get((home, king)) == (colour, "K"):
            if right in field and men.get((home, rook)) == (colour, "R"):
                kept |= {right, *unmoved[colour:colour + 1]}
            kept |= {*unmoved[colour:colour + 1]} & {*field}
    return kept


def read_passed(rules, field, setup, form):
    """The squares on which the pawn that has just passed them may be taken; none if there is no such pawn."""
    if field == "-":
        return ()
    names = form.is_whole and wire_names(rules) or rules.named
    squares = []
    for name in field.split(","):
        if name not in names:
            raise PositionError(f"en-passant square {shown(name)}, which this game does not have or no pawn passes")
        square = names[name]
        squares.append(square if isinstance(square, int) else square[1])
    if rules.EN_PASSANT == "none":
        return ()
    if not is_passed(rules, setup, squares):
        if rules.BOARDS == 1:
            raise PositionError(f"en-passant square {shown(field)}, which no pawn can have passed")
        return ()
    return tuple(sorted(set(squares)))


def is_passed(rules, setup, squares):
    """Whether an enemy pawn can have passed all these squares with the last move. Its way must be free, from where it
    started; not on several boards, for the text does not say which of them it left."""
    enemy = 1 - setup.turn
    x, _ = rules.squares[squares[0]]
    for start, most in rules.PAWN_STEPS.items():
        ranks = range(start - 1, start + most) if enemy == WHITE else range(rules.top - start + 1, rules.top - start - most, -1)
        path = [rules.number.get((x, y)) for y in ranks]
        for steps in range(2, most + 1):
            lands = any(setup.men.get((board, path[steps])) == (enemy, "P") for board in rules.BOARD_LIST)
            is_free = rules.BOARDS > 1 or not any((0, square) in setup.men for square in path[:steps])
            if lands and is_free and set(squares) <= set(path[1:steps]):
                return True
    return False


# -------------------------------------------------------------------- FEN, written
def write_fen(rules, setup, coordinates="page"):
    """The FEN of a Setup; with the `coordinates` "xboard" as XBoard's board shows it, which keeps no castling field
    of several boards."""
    margin = 1 if rules.CORNERS and rules.BOARDS == 1 else 0
    is_shown = coordinates == "xboard" and display(rules).boards > 1
    placement = write_shown(rules, setup.men) if is_shown else write_boards(rules, setup.men, margin)
    if rules.CORNERS and not margin and not is_shown:
        placement += f"[{'/'.join(men_on(rules, setup.men, corner) or '-' for corner in rules.CORNERS.values())}]"
    if rules.DROPS:
        prison = "#" * bool(any(map(any, map(Counter.values, setup.prisons)))) + write_held(rules, setup.prisons)
        placement += f"[{write_held(rules, setup.hands)}{prison if rules.EXCHANGES else ''}]"
    castlings = "-" if is_shown else write_castlings(rules, setup)
    names = {number: name for name, (_, number) in wire_names(rules).items()} if margin else rules.names
    passed = ",".join(names[square] for square in sorted(setup.passed)) or "-"
    return f"{placement} {'wb'[setup.turn]} {castlings} {passed} {setup.clock} {setup.move_number}"


def write_boards(rules, men, margin):
    """All boards in one; levels of three dimensions from the top."""
    files, ranks = frame(rules, margin)
    across = range(-margin, files - margin)
    rows = [write_row([men_on(rules, men, (x, *rank)) if (x, *rank) in rules.number else "*" for x in across])
            for rank in rank_places(rules, margin)]
    return "//".join("/".join(rows[i:i + ranks]) for i in range(0, len(rows), ranks))


def write_shown(rules, men):
    return "/".join(write_row(["*" if place is None else cased(men[place]) if place in men else "" for place in row])
                    for row in shown_ranks(rules))


def write_row(cells):
    """The text of a rank: what stands on each square, nothing on an empty one."""
    return re.sub(r"\.+", lambda empty: str(len(empty[0])), "".join(cell or "." for cell in cells))


def men_on(rules, men, square):
    """The men that stand on a square of any board, as letters."""
    found = []
    for board in rules.BOARD_LIST:
        if man := men.get((board, rules.number[square])):
            found.append("|" * board + cased(man))
    return "&".join(found)


def cased(man):
    colour, letter = man
    return letter if colour == WHITE else letter.lower()


def held_order(rules):
    """The letters of men that can be held, in the order of FEN."""
    return [*rules.PROMOTIONS, *(c for c in rules.letters if c not in rules.PROMOTIONS and c != "K")]


def write_held(rules, held):
    return "".join(cased((colour, letter)) * held[colour][letter] for colour in (WHITE, BLACK) for letter in held_order(rules))


def write_castlings(rules, setup):
    text = ""
    for colour in (WHITE, BLACK):
        rights = "".join(c[0] for c in rules.castlings if c[1] == colour and c[0] in setup.castlings)
        text += rights or ("Ee"[colour] if "Ee"[colour] in setup.castlings else "")
    return text or "-"


# -------------------------------------------------------------------- moves, read
def read_move(game, text, coordinates="page"):
    """The legal move (an integer) that `text` names: squares, SAN also as loosely printed, drops, XBoard's forms.

    Squares may have the page's names or XBoard's. A text that both can read is read with the `coordinates` told,
    "page" or "xboard", and never otherwise, also where that gives no legal move.
    Where only the man is named that is freed or dropped (`N@f6`), a free drop is meant if there is one, else the
    exchange that pays least. Raises IllegalMove: "unreadable move", "illegal move" or "ambiguous move".
    """
    legal = [(move, parts(game.rules, move)) for move in game.legal_moves()]
    readings = [read_page_move, read_wire_move]
    if coordinates == "xboard":
        readings.reverse()
    found = readings[0](game, text, legal)
    if found is None:
        found = readings[1](game, text, legal)
    if found is not None and len(found) == 1:
        return found[0]
    problem = "unreadable" if found is None else "ambiguous" if found else "illegal"
    raise IllegalMove(f"{problem} move {shown(text)}")


def read_page_move(game, text, legal):
    """The legal moves that a text with the page's squares may mean; None if it cannot be read so."""
    return moves_named(game.rules, re.sub(r"\s*(e\.?p\.?)?[+#!?]*$", "", text.strip()), legal)


def read_wire_move(game, text, legal):
    """The legal moves that a text with XBoard's squares may mean; None if it cannot be read so.

    `A,B`: if A ends where B begins, A's end is the square passed and B's end is final. Else A goes from start to
    end, and B's start is the square passed, or that of the rook that castles.
    """
    rules = game.rules
    names = wire_names(rules)
    if not names:
        return read_page_move(game, text, legal)
    square = "[a-z][0-9]{1,2}"
    drop = re.fullmatch(rf"(?:([A-Za-z])#)?([A-Za-z])@({square})", text)
    legs = re.fullmatch(rf"({square})({square})(?:,({square})({square}))?([A-Za-z])?", text)
    if not {*re.findall(square, text)} <= names.keys():
        return None
    if drop:
        freed, letter, to = drop.groups()
        letter, paid = (freed.upper(), letter.upper()) if freed else (letter.upper(), None)
        found = [(move, p) for move, p in legal if p.square is None and (p.landing, p.to) == names[to] and p.letter == letter]
        return [move for move, p in found if p.paid == paid] if paid else cheapest(rules, found)
    if not legs or legs[3] and rules.BOARDS == 1:
        return None
    start, end, through, last = (names.get(legs[i]) for i in (1, 2, 3, 4))
    if through and through == end:
        end = last
    found = [(move, p) for move, p in legal
             if (p.board, p.square) == start and (p.landing, p.to) == end
             and (not legs[5] or p.promotion == legs[5].upper())]
    return [move for move, p in found if not through or through in passed_through(game, move, p)]


def passed_through(game, move, p):
    """The places that may stand in the middle of a move with two legs."""
    if p.castling:
        return [(p.board, next(c[4] for c in game.rules.castlings if c[0] == p.castling))]
    return [(p.board, p.to), victim(game, move)]
