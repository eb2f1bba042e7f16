"""Raumschach (Ferdinand Maack, 1907)."""
from ..rules import Rules


class Raumschach(Rules):
    """Chess in three dimensions: five levels, A the lowest, of 5x5 squares.

    Rook, bishop and unicorn move through faces, edges and corners of the cells; queen and king all three
    ways. Pawns go one rank forward or one level up, and take one file sideways with either, or both at
    once. They promote at the far end of the enemy's level.
    """

    NAME = "raumschach"
    TITLE = "Raumschach"

    FILES = "abcde"
    RANKS = "12345"
    LEVELS = "ABCDE"
    PIECES = {"P": "", "N": "N", "B": "B", "R": "R", "U": "U", "Q": "RBU", "K": "WFV"}
    PIECE_NAMES = {**Rules.PIECE_NAMES, "U": "unicorn"}
    PAWN_PUSHES = ((0, 1, 0), (0, 0, 1))
    PAWN_CAPTURES = ((-1, 1, 0), (1, 1, 0), (-1, 0, 1), (1, 0, 1), (0, 1, 1))
    PAWN_STEPS = {}
    PROMOTIONS = "QRBNU"
    EN_PASSANT = "none"
    ARRAY = "rnknr/ppppp/5/5/5//ubqub/ppppp/5/5/5//5/5/5/5/5//5/5/5/PPPPP/BUQBU//5/5/5/PPPPP/RNKNR w - - 0 1"
