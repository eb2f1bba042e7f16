"""Hostage Chess (John A. Leslie, 1997)."""
from ..rules import HOSTAGES, Rules
from .chess import Chess


class Hostage(Chess):
    """Captured men are held in prison, and can be exchanged.

    In place of a move one may drop a man from one's airfield; or send a hostage from one's prison to the
    enemy's airfield, to free one's own man of no greater value from the enemy's prison and drop it at once
    (Q > R > B = N > P). A pawn promotes only to a Q, R, B or N that the enemy holds, and takes its place in
    prison; where there is none the pawn may not move to its last rank, and on its seventh attacks nothing.
    """

    NAME = "hostage"
    ALIASES = ()
    TITLE = "Hostage Chess"

    NOTES = (
        "A captured man that was promoted keeps its type.",
        "A move is illegal if it puts into the enemy's reach the man for which his pawn on the seventh rank could then take the "
        "king; to give away the last such hostage in an exchange parries the pawn's check.",
        "A dropped pawn may advance two squares from its second rank, and then be taken en passant.",
    )
    CAPTIVES = HOSTAGES
    VALUES = {"P": 1, "N": 3, "B": 3, "R": 5, "Q": 9}  # only their order counts
    PAWN_DROP_RANKS = (2, 3, 4, 5, 6, 7)
    ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"

    is_dead = Rules.is_dead
