"""Playing below one's strength, and what a score means."""
import random

import pytest

from frabjous.engine.limits import MATE, Limits, Report
from frabjous.protocol.outcome import LAST, chances
from frabjous.protocol.strength import CANDIDATES, ELO_LEAST, ELO_MOST, Strength


def reports(*scores):
    return [Report(1, 1, score, 1, 0.0, 0, [place], place + 1) for place, score in enumerate(scores)]


def test_the_full_level_is_no_limit():
    assert Strength.of_level(20, 20) is None
    weak, strong = Strength.of_level(0, 20), Strength.of_level(19, 20)
    assert weak.nodes < strong.nodes and weak.error > strong.error > 0
    assert Strength.of_elo(ELO_LEAST).nodes == weak.nodes and Strength.of_elo(ELO_MOST).error == 0


def test_limits_are_narrowed_and_never_widened():
    strength = Strength(0.5)
    assert strength.limited(Limits()) == Limits(nodes=strength.nodes, lines=CANDIDATES)
    assert strength.limited(Limits(nodes=5, lines=9)) == Limits(nodes=5, lines=9)


def test_the_weaker_the_more_often_wrong():
    def wrong(share):
        strength = Strength(share, random.Random(1))
        return sum(strength.choose(reports(50, 0, -50)) != [0] for _ in range(500))

    assert wrong(0) > wrong(0.5) > wrong(0.9) >= wrong(1) == 0


def test_a_mate_is_always_seen():
    strength = Strength(0, random.Random(1))
    assert all(strength.choose(reports(MATE - 1, 900)) == [0] for _ in range(100))


# -------------------------------------------------------------------- the outcome
@pytest.mark.parametrize("ply", [0, 40, LAST, 400])
def test_chances_are_whole_and_symmetric(ply):
    for score in (-MATE, -700, -30, 0, 30, 700, MATE):
        win, draw, loss = chances(score, ply)
        assert win + draw + loss == 1000 and min(win, draw, loss) >= 0
        assert (loss, draw, win) == chances(-score, ply)


def test_more_is_better_and_late_is_drawish():
    wins = [chances(score, 20)[0] for score in range(-500, 501, 50)]
    assert wins == sorted(wins) and wins[0] < 50 and wins[-1] > 950
    assert chances(0, LAST)[1] > chances(0, 0)[1]
    assert chances(MATE, 10) == (1000, 0, 0)
