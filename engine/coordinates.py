"""Moves as squares: in the page's own names, and in those of XBoard, which numbers every board from a1."""
import functools
from typing import NamedTuple

from .moves import CASTLING, DROP, EN_PASSANT, EXCHANGE, unpack

BOARD_LETTERS = "ABC"


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
    rules, rows, row = game.rules, game.rows, game.row
    _, to, board, _, _, _, special = unpack(move)
    if special == EN_PASSANT:
        place = int(rows[row + rules.VICTIM])
        return place >> 7, place & 127
    if special in (CASTLING, DROP, EXCHANGE):
        return None
    enemies = row + rules.BOARD_AT[board] + (1 - game.turn) * rules.W
    return (board, to) if int(rows[enemies + to // 64]) >> to % 64 & 1 else None


def cheapest(rules, found):
    """Of drops of one man to one square, given as (move, Parts): the free one, else the one that pays least."""
    def price(candidate):
        paid = candidate[1].paid
        return (rules.VALUES[paid], rules.kind[paid]) if paid else (0, 0)

    return [min(found, key=price)[0]] if found else []


# -------------------------------------------------------------------- the page's names
def write_move(rules, move):
    """A move in the page's squares: `e2e4`, `e7e8q`, castling as the king's move, `N@c7`, `B#N@f7` (frees B, pays N)."""
    p = parts(rules, move)
    if p.square is None:
        return f"{freed(p)}@{rules.names[p.to]}"
    return rules.names[p.square] + rules.names[p.to] + (p.promotion or "").lower()


def freed(p, payment=True):
    return f"{p.letter}#{p.paid}" if p.paid and payment else p.letter


# -------------------------------------------------------------------- XBoard's names
def frame(rules, margin=None):
    """Files and ranks of one board, by default with those that corners need."""
    if margin is None:
        margin = 1 if rules.CORNERS else 0
    return len(rules.FILES) + 2 * margin, len(rules.RANKS) + 2 * margin


def wire_name(rules, board, square, margin=None):
    """XBoard's name of a square: the boards stand side by side, and ranks count from 1."""
    if margin is None:
        margin = 1 if rules.CORNERS else 0
    x, y = rules.squares[square]
    return f"{chr(ord('a') + x + margin + board * frame(rules, margin)[0])}{y + margin + 1}"


@functools.cache
def wire_names(rules, margin=None):
    """XBoard's name -> (board, square)."""
    return {wire_name(rules, board, square, margin): (board, square)
            for board in rules.BOARD_LIST for square in range(rules.N)}


def write_move_xboard(rules, move, game, payment=False):
    """A move of the present position of `game` as XBoard takes it.

    On doubled boards a capture has two legs, by the victim's square, and castling names king and rook
    (`f8c5,c5k5`, `e8o8,h8n8`). XBoard knows no exchanges: they look like drops, `N@f6`, unless `payment` is
    written too (`N#B@f6`).
    """
    p = parts(rules, move)
    end = wire_name(rules, p.landing, p.to)
    if p.square is None:
        return f"{freed(p, payment)}@{end}"
    start = wire_name(rules, p.board, p.square)
    promotion = (p.promotion or "").lower()
    if rules.BOARDS > 1:
        if p.castling:
            rook, rook_to = next(c[4:6] for c in rules.castlings if c[0] == p.castling)
            return f"{start}{end},{wire_name(rules, p.board, rook)}{wire_name(rules, p.landing, rook_to)}"
        if taken := victim(game, move):
            through = wire_name(rules, *taken)
            return f"{start}{through},{through}{end}{promotion}"
    return start + end + promotion
