"""Ending a game without playing it out: taking draws, offering them, resigning, by the scores of the engine's own moves."""

WORSE = -50  # centipawns: with such a score a draw is a gain
EVEN, LATE = 20, 60  # a draw is taken with no more than this much of a lead, from this ply on
DEAD, DEAD_MOVES, DEAD_FROM = 10, 10, 80  # so even for so many moves, from this ply on: a draw is offered,
OFFER_AGAIN = 40  # and again after so many plies
HOPELESS, HOPELESS_MOVES = -1000, 4  # so far behind for so many moves: nothing is left to play for


class Agreement:
    """What the scores of a game say about its end."""

    def __init__(self):
        self.scores = []  # of the engine's moves, in centipawns
        self._offered = None  # the ply of the last offer

    def takes_draw(self, ply):
        """Whether to accept a draw; not before the engine has found a score."""
        return bool(self.scores) and self.scores[-1] <= (EVEN if ply >= LATE else WORSE)

    def offers_draw(self, ply):
        """Whether to offer a draw now; if so it is noted."""
        lasts = len(self.scores) >= DEAD_MOVES and all(abs(score) <= DEAD for score in self.scores[-DEAD_MOVES:])
        if not lasts or ply < DEAD_FROM or self._offered is not None and self._offered <= ply < self._offered + OFFER_AGAIN:
            return False
        self._offered = ply
        return True

    def resigns(self):
        """Whether the game is lost beyond doubt."""
        return len(self.scores) >= HOPELESS_MOVES and all(score <= HOPELESS for score in self.scores[-HOPELESS_MOVES:])
