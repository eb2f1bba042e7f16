"""When a game is ended before the rules end it: by the scores that both engines tell, or by its length."""
from dataclasses import dataclass

from ..engine.rules import BLACK, WHITE


@dataclass(frozen=True)
class Adjudication:
    """None: never."""
    win_score: int | None = None  # centipawns by which both engines see the same side ahead
    win_moves: int = 3  # for so many moves of each
    draw_score: int | None = None  # centipawns from which neither engine's score departs further
    draw_moves: int = 8  # for so many moves of each
    draw_from: int = 40  # but not before this move of the game
    most_moves: int | None = None  # moves of each side after which the game is drawn


class Adjudicator:
    """Follows one game."""

    def __init__(self, terms):
        self.terms = terms
        self.scores = [], []  # of each colour's moves, as it sees them

    def note(self, colour, score):
        """A move was made with this score for its own side; None: it told none."""
        self.scores[colour].append(score)

    def verdict(self, game):
        """(result, reason), or None."""
        terms = self.terms
        if terms.win_score is not None:
            last = self._last(terms.win_moves)
            for winner, result, name in ((WHITE, "1-0", "White"), (BLACK, "0-1", "Black")):
                if last and min(last[winner]) >= terms.win_score and max(last[1 - winner]) <= -terms.win_score:
                    return result, f"{name} wins by adjudication"
        if terms.draw_score is not None and game.move_number > terms.draw_from:
            last = self._last(terms.draw_moves)
            if last and all(abs(score) <= terms.draw_score for scores in last for score in scores):
                return "1/2-1/2", "Draw by adjudication"
        if terms.most_moves is not None and game.ply >= 2 * terms.most_moves:
            return "1/2-1/2", "Draw by length"
        return None

    def _last(self, moves):
        """The scores of each side's last moves; None if not all are known."""
        last = [scores[-moves:] for scores in self.scores]
        return last if all(len(scores) == moves and None not in scores for scores in last) else None
