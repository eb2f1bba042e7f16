"""Moves as squares: in the page's own names, and in those of XBoard, which numbers every board from a1.

On several boards a move may say more: `A:e2e4/B` leaves board A and lands on B; a null move ends where it
began, `A:e1e1/B`; a drop names its landing only, `N@e4/B`.
"""
from typing import NamedTuple

from .display import display, wire_name
from .moves import CASTLING, DROP, EN_PASSANT, EXCHANGE, NULL, TO_SHIFT, unpack
from .rules import BLACK, WHITE

BOARD_LETTERS = "ABC"
SQUARE_BITS = 127 | 127 << TO_SHIFT  # of a move: the squares it leaves and lands on


class Parts(NamedTuple):
    """What a move says, with letters for kinds."""
    board: int  # it leaves
    square: int | None  # it leaves; None: the man is dropped
    landing: int  # the board it lands on
    to: int
    letter: str
    promotion: str | None
    paid: str | None  # the hostage given for the man dropped
    castling: str | None  # the right
    special: int


def parts(rules, move):
    """A move taken apart."""
    square, to, board, landing, kind, extra, special = unpack(move)
    dropped = special in (DROP, EXCHANGE)
    letter_of_extra = rules.letters[extra - 1] if extra and special != CASTLING else None
    return Parts(board, None if dropped else square, landing, to, rules.letters[kind],
                 None if dropped else letter_of_extra, letter_of_extra if dropped else None,
                 rules.castlings[extra][0] if special == CASTLING else None, special)


def victim(game, move):
    """(board, square) of the man that a move of the present position takes, or None."""
    _, to, board, landing, _, _, special = unpack(move)
    if special == EN_PASSANT:
        place = int(game.rows[game.row + game.rules.VICTIM])
        return place >> 7, place & 127
    if special in (CASTLING, DROP, EXCHANGE):
        return None
    if special == NULL:
        board = landing
    return (board, to) if stands(game, 1 - game.turn, board, to) else None


def stands(game, colour, board, square):
    """Whether a man of this colour stands there."""
    mask = game.row + game.rules.BOARD_AT[board] + colour * game.rules.W
    return bool(int(game.rows[mask + square // 64]) >> square % 64 & 1)


def castling_rook(rules, p):
    """XBoard's name of the square where the rook of a castling stands; None for another move."""
    return wire_name(rules, p.board, next(c[4] for c in rules.castlings if c[0] == p.castling)) if p.castling else None


def rook_lands(game, p):
    """The board on which the rook of a castling ends; it may differ from its king's where men stay if blocked."""
    if not game.rules.SETTLES:
        return p.landing
    rook_to = next(c[5] for c in game.rules.castlings if c[0] == p.castling)
    beyond = 1 - p.board
    return p.board if any(stands(game, colour, beyond, rook_to) for colour in (WHITE, BLACK)) else beyond


def cheapest(rules, found):
    """Of drops of one man to one square, given as (move, Parts): the free ones, else those that pay least."""
    def price(candidate):
        paid = candidate[1].paid
        return (rules.VALUES[paid], rules.kind[paid]) if paid else (0, 0)

    least = min(map(price, found), default=None)
    return [candidate[0] for candidate in found if price(candidate) == least]


# -------------------------------------------------------------------- the page's names
def write_move(rules, move, legal=None):
    """A move in the page's squares: `e2e4`, `e7e8q`, castling as the king's move, `N@c7`, `B#N@f7` (frees B, pays N).

    On several boards it is the first of its `spellings` that no other of the `legal` moves (integers) has; if
    they are not given, one that no other move has in any position of the page.
    """
    forms = spellings(rules, move)
    if legal is None:
        return forms[surest(rules, parts(rules, move))]
    if len(forms) == 1:
        return forms[0]
    others = {form for other in legal if other != move and not (other ^ move) & SQUARE_BITS for form in spellings(rules, other)}
    return next(form for form in forms if form not in others)


def spellings(rules, move):
    """The texts of a move, the shortest first: `e2e4`, `e2e4/B`, `A:e2e4`, `A:e2e4/B`; `N@e4`, `N@e4/B`."""
    p = parts(rules, move)
    if p.square is None:
        short = f"{freed(p)}@{rules.names[p.to]}"
    else:
        short = rules.names[p.square] + rules.names[p.to] + (p.promotion or "").lower()
    if rules.BOARDS == 1:
        return [short]
    forms = [short, f"{short}/{BOARD_LETTERS[p.landing]}"]
    return forms if p.square is None else forms + [f"{BOARD_LETTERS[p.board]}:{form}" for form in forms]


def surest(rules, p):
    """Which of the spellings is clear in every position: the shortest where squares are not shared and a man has
    but one board to land on, as in Alice Chess; what is dropped may land on any board."""
    return -1 if rules.SHARED or rules.BOARDS > 1 and p.square is None else 0


def freed(p, payment=True):
    return f"{p.letter}#{p.paid}" if p.paid and payment else p.letter


# -------------------------------------------------------------------- XBoard's names
def write_move_xboard(rules, move, game, payment=False):
    """A move of the present position of `game` as XBoard takes it.

    On several boards castling names king and rook (`e8o8,h8n8`), and a capture has two legs, by the victim's
    square (`f8c5,c5k5`), unless it ends there. XBoard knows no exchanges: they look like drops, `N@f6`, unless
    `payment` is written too (`N#B@f6`). What XBoard cannot show is written with the page's names.
    """
    if not display(rules):
        return write_move(rules, move)
    p = parts(rules, move)
    end = wire_name(rules, p.landing, p.to)
    if p.square is None:
        return f"{freed(p, payment)}@{end}"
    start = wire_name(rules, p.board, p.square)
    promotion = (p.promotion or "").lower()
    if rules.BOARDS > 1:
        if p.castling:
            rook_to = next(c[5] for c in rules.castlings if c[0] == p.castling)
            return f"{start}{end},{castling_rook(rules, p)}{wire_name(rules, rook_lands(game, p), rook_to)}"
        taken = victim(game, move)
        if taken and taken != (p.landing, p.to):
            through = wire_name(rules, *taken)
            return f"{start}{through},{through}{end}{promotion}"
    return start + end + promotion
