"""Alice Chess (V. R. Parton, 1953)."""
from ..rules import Rules, doubled
from .chess import Chess


class Alice(doubled(Chess)):
    """After every move the man passes through the looking glass to the same square of the other board.

    The move must be legal on the board where the man stands, and its square on the other board vacant. A
    capture takes on the board where the captor stands. A king may not move to a square attacked on the
    board it leaves. Either king may be guarded by a man that arrives from the other board.
    """

    NAME = "alice"
    ALIASES = ()
    TITLE = "Alice Chess"
    OPTIONS = {"EnPassant": ("none", "landed", "passed", "either")}

    is_dead = Rules.is_dead
