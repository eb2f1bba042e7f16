"""Chess."""
from ..rules import Rules


class Chess(Rules):
    """Two armies of sixteen on 8x8 squares; who mates the king wins."""

    NAME = "chess"
    ALIASES = ("normal", "standard")
    TITLE = "Chess"

    CASTLINGS = {"K": "e1g1 h1f1", "Q": "e1c1 a1d1"}
    DRAWN_LEAD = "B"
    ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

    @classmethod
    def is_dead(cls, men, hands):
        """Bare kings, one minor piece, or bishops that all stand on squares of one colour."""
        others = [(letter, (file + rank) % 2) for _, file, rank, letter, _ in men if letter != "K"]
        if hands or any(letter in "PRQ" for letter, _ in others):
            return False
        return len(others) <= 1 or len(set(others)) == 1 and others[0][0] == "B"
