"""The bits of a move.

     bits    field
     0-6     square it leaves (a drop: the square it lands on)
     7-13    square it lands on
    14-15    board it leaves
    16-17    board it lands on
    18-21    kind of the man that moves or is dropped
    22-25    promotion: kind + 1; exchange: kind of the hostage paid + 1; castling: index
    26-28    special: one of the constants below
"""
from .specialise import inline

PLAIN, MULTISTEP, EN_PASSANT, CASTLING, NULL, DROP, EXCHANGE = range(7)

TO_SHIFT, BOARD_SHIFT, LANDING_SHIFT, KIND_SHIFT, EXTRA_SHIFT, SPECIAL_SHIFT = 7, 14, 16, 18, 22, 26


@inline
def leaves(move):
    return move & 127


@inline
def lands(move):
    return move >> TO_SHIFT & 127


@inline
def board_of(move):
    return move >> BOARD_SHIFT & 3


@inline
def landing_of(move):
    return move >> LANDING_SHIFT & 3


@inline
def kind_of(move):
    return move >> KIND_SHIFT & 15


@inline
def extra_of(move):
    return move >> EXTRA_SHIFT & 15


@inline
def special_of(move):
    return move >> SPECIAL_SHIFT & 7


@inline
def pack(square, to, board, landing, kind, extra, special):
    return (square | to << TO_SHIFT | board << BOARD_SHIFT | landing << LANDING_SHIFT | kind << KIND_SHIFT
            | extra << EXTRA_SHIFT | special << SPECIAL_SHIFT)


def unpack(move):
    """(square, to, board, landing, kind, extra, special) of a move, in plain Python."""
    return (move & 127, move >> 7 & 127, move >> 14 & 3, move >> 16 & 3, move >> 18 & 15, move >> 22 & 15, move >> 26 & 7)
