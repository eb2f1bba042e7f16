"""How XBoard is told to draw the games that it does not know: `setup` and `piece` lines for each.

A setup line gives the letters of the pieces in the order of XBoard's own table, a dot for each kind not
used; the size of the board with its holdings, and the variant of XBoard's whose rules come nearest; and
the array. A piece line gives a man's moves in Betza's notation as XBoard extends it.
"""

OMEGA = (
    "setup (PNBRQ.....C........................WKpnbrq.....c........................wk) 12x12+0_fairy "
    "w**********w/*crnbqkbnrc*/*pppppppppp*/*10*/*10*/*10*/*10*/*10*/*10*/*PPPPPPPPPP*/*CRNBQKBNRC*/W**********W "
    "w KQkq - 0 1",
    "piece P& fmWfceFifmR3",
    "piece C& WDA",
    "piece W& FC",
    "piece K& KisjO2",
)

# Two boards side by side: files a-h are board A, i-p board B.
ALICE = (
    "setup (PNBRQ.............................................K.pnbrq.............................................k.) "
    "16x8+0_berolina rnbqkbnr8/pppppppp8/16/16/16/16/PPPPPPPP8/RNBQKBNR8 w - - 0 1",
    "piece K& KisO2",
)

# Parent "super" keeps captured men in their own colour: all that a side could drop, freed or held by the enemy.
HOSTAGE = ("setup (PNBRQ...........Kpnbrq...........k) 8x8+5_super rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",)

CHESSGI = (
    "setup (PNBRQ...........Kpnbrq...........k) 8x8+5_crazyhouse rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
)

# By the name of a game's page.
BOARDS = {"omega": OMEGA, "alice": ALICE, "hostage": HOSTAGE, "chessgi": CHESSGI}
