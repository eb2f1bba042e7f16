"""Omega Chess (Daniel MacDonald)."""
from .chess import Chess


class Omega(Chess):
    """Ten by ten squares and one beyond each corner, with champions and wizards.

    The champion steps one square orthogonally or leaps two, orthogonally or diagonally. The wizard steps
    one square diagonally or leaps (1,3), and so keeps to its colour. Pawns may advance three squares from
    where they start and may be taken en passant on every square passed. They never enter a corner square.
    """

    NAME = "omega"
    ALIASES = ()
    TITLE = "Omega Chess"

    FILES = "abcdefghij"
    RANKS = "0123456789"
    CORNERS = {"w1": (-1, -1), "w2": (10, -1), "w3": (10, 10), "w4": (-1, 10)}

    PIECES = {**Chess.PIECES, "C": "WDA", "W": "FC"}
    PIECE_NAMES = {**Chess.PIECE_NAMES, "C": "champion", "W": "wizard"}
    PAWN_STEPS = {2: 3}
    PROMOTIONS = "QRBNCW"
    CASTLINGS = {"K": "f0h0 i0g0", "Q": "f0d0 b0e0"}
    DRAWN_LEAD = "R"  # the king hides from her in a corner
    ARRAY = ("w**********w/*crnbqkbnrc*/*pppppppppp*/*10*/*10*/*10*/*10*/*10*/*10*/*PPPPPPPPPP*/*CRNBQKBNRC*/W**********W"
             " w KQkq - 0 1")

    @classmethod
    def is_dead(cls, men, hands):
        """Bare kings, or one minor piece: it has only helpmates in a corner."""
        others = [letter for _, _, _, letter, _ in men if letter != "K"]
        return not others or len(others) == 1 and others[0] in "NBCW"
