"""How XBoard is told to draw the games that it does not know: `setup` and `piece` lines for each.

A setup line gives the letters of the pieces in the order of XBoard's own table, a dot for each kind not
used; the size of the board with its holdings, and the variant of XBoard's whose rules come nearest; and
the array. A piece line gives a man's moves in Betza's notation as XBoard extends it.
"""
from ..engine.display import display
from ..engine.rules import HOSTAGES, NEVER, TURNCOATS
from ..engine.variants import GAMES

# The names that XBoard offers: the games for whose boards it has room.
SHOWN = [name for name, page in GAMES.items() if display(page) and name != "chess"]

OMEGA = (
    "setup (PNBRQ.....C........................WKpnbrq.....c........................wk) 12x12+0_fairy "
    "w**********w/*crnbqkbnrc*/*pppppppppp*/*10*/*10*/*10*/*10*/*10*/*10*/*PPPPPPPPPP*/*CRNBQKBNRC*/W**********W "
    "w KQkq - 0 1",
    "piece P& fmWfceFifmR3",
    "piece C& WDA",
    "piece W& FC",
    "piece K& KisjO2",
)

# Parent "super" keeps captured men in their own colour: all that a side could drop, freed or held by the enemy.
HOSTAGE = ("setup (PNBRQ...........Kpnbrq...........k) 8x8+5_super rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",)

CHESSGI = (
    "setup (PNBRQ...........Kpnbrq...........k) 8x8+5_crazyhouse rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
)

# By the name of a game's page; the boards of others are made from their pages.
BOARDS = {"chess": (), "omega": OMEGA, "hostage": HOSTAGE, "chessgi": CHESSGI}

PARENTS = {NEVER: "berolina", HOSTAGES: "super", TURNCOATS: "crazyhouse"}  # by what becomes of captured men

# The letters of XBoard's first kinds; those of ours that it does not have take the figures of the kinds left over. The king
# is not XBoard's, which would castle in its own way.
FIGURES = "PNBRQFEACWMOHIJGDVLSU" + "." * 29 + "K."


def board_of(page):
    """The lines for a game; none for chess, which XBoard knows, and for one that it has no room for."""
    if page.NAME in BOARDS or not display(page):
        return BOARDS.get(page.NAME, ())
    from ..engine.geometry import geometry
    from ..engine.notation import read_fen, write_fen

    whole, rules = display(page), geometry(page)
    held = len(rules.letters) - 1 if rules.DROPS else 0
    array = write_fen(rules, read_fen(rules, page.ARRAY), "xboard")
    size = f"{whole.files}x{whole.ranks}+{held}_{PARENTS[page.CAPTIVES]}"
    return [f"setup ({figures(rules.letters)}) {size} {array}", *["piece K& KisO2"] * bool(rules.castlings)]


def figures(letters):
    """XBoard's table for a game with men of these letters, of both colours."""
    strange = [letter for letter in letters if letter not in FIGURES]
    table = ""
    for figure in FIGURES:
        table += figure if figure in letters else strange.pop() if strange and figure != "." else "."
    return table + table.lower()
