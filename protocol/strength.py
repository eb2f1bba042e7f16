"""Playing below one's strength: fewer nodes, and a choice among the best moves that is at times not the best.

A strength is a share of the full one, from 0 to 1. Each tenth doubles the nodes and takes a tenth from the error with
which the moves are compared. The scale of Elo is a guess at what these do among people: it has not been measured.
"""
import random
from dataclasses import replace

ELO_LEAST, ELO_MOST = 800, 2400
FEWEST_NODES, DOUBLINGS = 200, 10
CANDIDATES = 4  # moves that are compared
LARGEST_ERROR = 200  # centipawns, the standard deviation


class Strength:
    """How strongly to play."""

    def __init__(self, share, chance=None):
        self.nodes = round(FEWEST_NODES * 2 ** (DOUBLINGS * share))
        self.error = LARGEST_ERROR * (1 - share)
        self.chance = chance or random.Random()

    @classmethod
    def of_level(cls, level, levels):
        """The strength of a level below `levels`; None for that one, which is the full strength."""
        return cls(level / levels) if level < levels else None

    @classmethod
    def of_elo(cls, elo):
        """The strength that may be worth so much."""
        return cls((elo - ELO_LEAST) / (ELO_MOST - ELO_LEAST))

    def limited(self, limits):
        """The limits within which to search."""
        return replace(limits, nodes=min(limits.nodes or self.nodes, self.nodes), lines=max(limits.lines, CANDIDATES))

    def choose(self, reports):
        """The line of the report that seems the best, judged with error."""
        return max(reports, key=lambda report: report.score + self.chance.gauss(0, self.error)).line
