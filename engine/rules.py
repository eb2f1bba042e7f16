"""What a page of rules states. Each game is a page: a class in `variants`, derived from `Rules` or another page.

A page is data and reads like the rule book. Squares are named as the game names them and ranks are
counted from the mover's side, so one statement serves both colours: Black's board is White's upside down.
"""
import functools
import re

WHITE, BLACK = 0, 1

# How captured men come back.
NEVER, TURNCOATS, HOSTAGES = "never", "turncoats", "hostages"

# Whether a man that has moved passes to another board: it must; it does where the square beyond is vacant; it may.
MUST, UNLESS_BLOCKED, MAY = "must", "unless blocked", "may"


class Rules:
    """What all pages share. Upper-case names are constants; kernels see them when they are compiled."""

    NAME = ""
    ALIASES = ()
    TITLE = ""  # the game's name as people write it
    NOTES = ()  # sentences for players on what neither the page's own text nor its data say
    OPTIONS = {}  # name of an option: its values, the default first

    FILES = "abcdefgh"
    RANKS = "12345678"
    LEVELS = ""  # of a board in three dimensions; squares are then named level, file, rank
    CORNERS = {}  # further squares: name -> (file, rank), both counted from 0

    # letter -> moves in Betza's notation: leaps W (0,1) F (1,1) D (0,2) N (1,2) A (2,2) C (1,3), and in three
    # dimensions V (1,1,1); R, B and U ride W, F and V.
    PIECES = {"P": "", "N": "N", "B": "B", "R": "R", "Q": "RB", "K": "WF"}
    PIECE_NAMES = {"P": "pawn", "N": "knight", "B": "bishop", "R": "rook", "Q": "queen", "K": "king"}
    PAWN_PUSHES = ((0, 1),)  # (files, ranks), or (files, ranks, levels), as White goes
    PAWN_CAPTURES = ((-1, 1), (1, 1))
    PAWN_STEPS = {2: 2}  # rank -> how many squares a pawn may advance from it at once; elsewhere one
    PROMOTIONS = "QRBN"
    CASTLINGS = {}  # right -> "king's move, rook's move", for White; mirrored for Black
    ARRAY = ""

    CAPTIVES = NEVER
    PAWN_DROP_RANKS = ()  # ranks on which a pawn may be dropped

    BOARDS = 1
    LANDINGS = ((0,),)  # board a man leaves -> boards on which it may land
    PASSING = MAY  # with several boards: MUST, UNLESS_BLOCKED or MAY a man pass over
    HOME_BOARDS = (0, 0)  # by colour: where its men start, and where it castles
    NULL_MOVES = ""  # letters of the men that may pass over without moving, to the same square
    NULL_CAPTURES = False  # a null move may take a man other than a pawn's, also in check, and such a man attacks a king
    EN_PASSANT = "landed"  # boards on which a captor may stand: where the pawn "landed", "passed", "either", or "none"

    DRAWN_LEAD = ""  # a man by whose worth a side without pawns may lead and will yet hardly win

    WEIGHTS = ""  # the game whose evaluation serves this one, if it has none and is not derived from that

    FIFTY_MOVES = 100  # plies without a capture or pawn move (or drop) that draw

    CHOSEN = {}  # options that differ from their defaults

    @classmethod
    def with_options(cls, **chosen):
        """This page with options set, e.g. EnPassant="landed"; each choice is a page of its own.

        Raises ValueError for an option or a value that the page does not have.
        """
        for name, value in chosen.items():
            if value not in cls.OPTIONS.get(name, ()):
                known = "; it has " + "; ".join(f"{option} = {', '.join(values)}" for option, values in cls.OPTIONS.items())
                raise ValueError(f"{cls.NAME} has no option {name}={value}{known if cls.OPTIONS else ''}")
        chosen = {name: value for name, value in {**cls.CHOSEN, **chosen}.items() if value != cls.OPTIONS[name][0]}
        return _page_with_options(cls.PLAIN or cls, tuple(sorted(chosen.items())))

    PLAIN = None  # the page before any option was set

    @classmethod
    def is_dead(cls, men, hands):
        """Whether neither side can ever mate. `men`: (board, file, rank, letter, colour), and the level after the rank, of all; `hands`: whether any man is off the board."""
        return not hands and all(letter == "K" for *_, letter, _ in men)


@functools.cache
def _page_with_options(page, chosen):
    if not chosen:
        return page
    constants = {re.sub("(?<=[a-z])(?=[A-Z])", "_", name).upper(): value for name, value in chosen}
    return type(page.__name__, (page,), {**constants, "CHOSEN": dict(chosen), "PLAIN": page, "__doc__": page.__doc__,
                                         "__module__": page.__module__})


def doubled(page, boards=2, passing=MUST, **constants):
    """The page of the same game on several boards, as Alice Chess does with chess: a man that has moved passes
    to the same square of another board, which must be vacant.

    `passing` says whether it must; `constants` are further names of the page, e.g. HOME_BOARDS=(0, 1).
    """
    landings = tuple(tuple(b for b in range(boards) if b != left or passing != MUST) for left in range(boards))
    return type(f"Doubled{page.__name__}", (page,), {"BOARDS": boards, "LANDINGS": landings, "PASSING": passing,
                                                     "EN_PASSANT": "none", "__module__": __name__, **constants})
