"""Chessgi: captured men change sides."""
from ..rules import TURNCOATS, Rules
from .chess import Chess


class Chessgi(Chess):
    """Captured men change colour and go to the captor's hand, from where they are dropped instead of a move.

    A captured promoted man keeps its type. Pawns may be dropped on any rank but the last; from their first
    rank, too, they may step two squares, as in CuteChess.
    """

    NAME = "chessgi"
    ALIASES = ()
    TITLE = "Chessgi"

    PAWN_STEPS = {1: 2, 2: 2}
    CAPTIVES = TURNCOATS
    PAWN_DROP_RANKS = (1, 2, 3, 4, 5, 6, 7)
    ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"

    is_dead = Rules.is_dead
