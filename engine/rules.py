"""What a page of rules states. Each game is a page: a class in `variants`, derived from `Rules` or another page.

A page is data and reads like the rule book. Squares are named as the game names them and ranks are
counted from the mover's side, so one statement serves both colours: Black's board is White's upside down.
"""
import functools
import re

WHITE, BLACK = 0, 1

# How captured men come back.
NEVER, TURNCOATS, HOSTAGES = "never", "turncoats", "hostages"


class Rules:
    """What all pages share. Upper-case names are constants; kernels see them when they are compiled."""

    NAME = ""
    ALIASES = ()
    TITLE = ""  # the game's name as people write it
    OPTIONS = {}  # name of an option: its values, the default first

    FILES = "abcdefgh"
    RANKS = "12345678"
    CORNERS = {}  # further squares: name -> (file, rank), both counted from 0

    # letter -> moves in Betza's notation: leaps W (0,1) F (1,1) D (0,2) N (1,2) A (2,2) C (1,3); R and B ride W and F.
    PIECES = {"P": "", "N": "N", "B": "B", "R": "R", "Q": "RB", "K": "WF"}
    PIECE_NAMES = {"P": "pawn", "N": "knight", "B": "bishop", "R": "rook", "Q": "queen", "K": "king"}
    PAWN_STEPS = {2: 2}  # rank -> how many squares a pawn may advance from it at once; elsewhere one
    PROMOTIONS = "QRBN"
    CASTLINGS = {}  # right -> "king's move, rook's move", for White; mirrored for Black
    ARRAY = ""

    CAPTIVES = NEVER
    PAWN_DROP_RANKS = ()  # ranks on which a pawn may be dropped

    BOARDS = 1
    LANDINGS = ((0,),)  # board a man leaves -> boards on which it may land
    EN_PASSANT = "landed"  # boards on which a captor may stand: where the pawn "landed", "passed", "either", or "none"

    FIFTY_MOVES = 100  # plies without a capture or pawn move (or drop) that draw

    CHOSEN = {}  # options that differ from their defaults

    @classmethod
    def with_options(cls, **chosen):
        """This page with options set, e.g. EnPassant="landed"; each choice is a page of its own.

        Raises ValueError for an option or a value that the page does not have.
        """
        for name, value in chosen.items():
            if value not in cls.OPTIONS.get(name, ()):
                raise ValueError(f"{cls.NAME} has no option {name}={value}")
        chosen = {name: value for name, value in {**cls.CHOSEN, **chosen}.items() if value != cls.OPTIONS[name][0]}
        return _page_with_options(cls.PLAIN or cls, tuple(sorted(chosen.items())))

    PLAIN = None  # the page before any option was set

    @classmethod
    def is_dead(cls, men, hands):
        """Whether neither side can ever mate. `men`: (board, file, rank, letter, colour) of all; `hands`: whether any man is off the board."""
        return not hands and all(letter == "K" for _, _, _, letter, _ in men)


@functools.cache
def _page_with_options(page, chosen):
    if not chosen:
        return page
    constants = {re.sub("(?<=[a-z])(?=[A-Z])", "_", name).upper(): value for name, value in chosen}
    return type(page.__name__, (page,), {**constants, "CHOSEN": dict(chosen), "PLAIN": page, "__doc__": page.__doc__,
                                         "__module__": page.__module__})


def doubled(page):
    """The page of the same game on two boards, as Alice Chess does with chess: a man that has moved passes
    to the same square of the other board, which must be vacant."""

    class Doubled(page):
        BOARDS = 2
        LANDINGS = ((1,), (0,))
        EN_PASSANT = "none"

    Doubled.__name__ = Doubled.__qualname__ = f"Doubled{page.__name__}"
    return Doubled
