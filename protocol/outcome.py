"""What a score means for the end of the game: the chances to win, draw and lose.

A logistic model. A side wins when its lead passes a threshold that grows with the plies played, since a lead counts for
less the less there is left to win with; SPREAD is how uncertain that is. The numbers are plausible, not fitted to games.
"""
import math

SPREAD = 100  # centipawns
THRESHOLD, GROWTH, LAST = 60, 80, 160  # centipawns at the first ply, by how much they grow, and until which ply


def chances(score, ply):
    """(win, draw, loss) per mille for the side to move with a score in centipawns; mates are certain."""
    threshold = THRESHOLD + GROWTH * min(ply, LAST) / LAST
    win, loss = (round(1000 / (1 + math.exp(min((threshold - lead) / SPREAD, 100)))) for lead in (score, -score))
    return win, 1000 - win - loss, loss
