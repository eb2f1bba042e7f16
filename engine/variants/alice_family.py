"""The family of Alice Chess: other games doubled, and other ways of passing through the looking glass."""
from ..rules import MAY, UNLESS_BLOCKED, Rules, doubled
from .alice import Alice
from .chess import Chess
from .hostage import Hostage
from .omega import Omega
from .raumschach import Raumschach


class Alice2(Alice):
    """Alice Chess in which Black starts, and castles, on board B."""

    NAME, TITLE, OPTIONS = "alice2", "Alice Chess 2", {}
    HOME_BOARDS = (0, 1)
    ARRAY = "|r|n|b|q|k|b|n|r/|p|p|p|p|p|p|p|p/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


class MsAlice(Alice):
    """Alice Chess (Ishkan, 1973) in which any man may make a null move: it passes from its square to the same
    square of the other board, if vacant. A king in check may not."""

    NAME, TITLE, OPTIONS = "msalice", "Ms Alice Chess", {}
    NULL_MOVES = "PNBRQK"


class ODonohue(doubled(Chess, passing=UNLESS_BLOCKED)):
    """Alice Chess (O'Donohue, 2003) in which a man stays where it moved if the square beyond is occupied.

    In castling each of the two passes or stays by itself.
    """

    NAME, TITLE, ALIASES, WEIGHTS = "odonohue", "O'Donohue Chess", (), "alice"
    is_dead = Rules.is_dead


class Duo(doubled(Chess, passing=MAY)):
    """Alice Chess (Stone, 1981) in which Black starts on board B and passing over is optional.

    Every man but the pawn may make a null move, and take by it. So a king is also in check from a man other
    than a pawn on its own square of the other board, and may itself escape by a null move.
    """

    NAME, TITLE, ALIASES, WEIGHTS = "duo", "Duo Chess", (), "alice"
    HOME_BOARDS = (0, 1)
    NULL_MOVES = "NBRQK"
    NULL_CAPTURES = True
    ARRAY = Alice2.ARRAY
    is_dead = Rules.is_dead


class Small(Rules):
    """Four files by eight ranks; pawns step one square, and there is no castling."""

    NAME, TITLE = "small84", "Small Chess (4x8)"
    FILES = "abcd"
    PAWN_STEPS = {}
    ARRAY = "rqkr/nbbn/pppp/4/4/PPPP/NBBN/RQKR w - - 0 1"


class Alice84(doubled(Small)):
    """Small Alice (Parton): Alice Chess on two boards of four files by eight ranks."""

    NAME, TITLE = "alice84", "Small Alice"


class Alice3(doubled(Chess, boards=3)):
    """Alice Chess on three boards (Parton): who moves chooses to which other board the man passes, where its
    square is vacant. A man that could not complete its capture still gives check."""

    NAME, TITLE, ALIASES, WEIGHTS = "alice3", "Alice Chess on three boards", (), "alice"
    is_dead = Rules.is_dead


class AliceOmega(doubled(Omega)):
    """Omega Chess on two boards."""

    NAME, TITLE = "aliceomega", "Alice Omega"
    ARRAY = "crnbqkbnrc/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/CRNBQKBNRC[W/W/w/w] w KQkq - 0 1"
    is_dead = Rules.is_dead


class AliceHostage(doubled(Hostage)):
    """Hostage Chess on two boards: a man is dropped on either, where its square is vacant on both."""

    NAME, TITLE = "alicehostage", "Alice Hostage"


class AliceRaumschach(doubled(Raumschach)):
    """Raumschach on two boards of 5x5x5 cells."""

    NAME, TITLE = "aliceraumschach", "Alice Raumschach"


FAMILY = (Alice2, MsAlice, ODonohue, Duo, Alice84, Alice3, AliceOmega, AliceHostage, Raumschach, AliceRaumschach)
