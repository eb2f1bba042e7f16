"""Statistics of matches: against published values, against plain arithmetic, and the sequential test on made results."""
import itertools
import math
import random

import numpy as np
import pytest

from frabjous.bench import ratings
from frabjous.bench.contest import Tally
from frabjous.bench.elo import Sprt, elo_of, estimate, expected_score, likely_with_lead, likely_with_mean, moments, scores_of

# What fastchess states in its tests (app/tests/elo_test.cpp), its figures given to 2 places:
# counts from lost to won, score, Elo, error, likelihood of superiority. None: it states none.
PUBLISHED_ELO = [
    ([89, 123, 76], 0.477, None, None, 0.1553),
    ([96, 111, 136], 0.558, 40.70, 30.43, 0.9960),
    ([356, 0, 34], 0.087, None, None, None),
    ([34, 54, 63, 64, 75], 0.579, 55.58, 27.65, 1.0),
    ([332, 433, 498, 333, 334], 0.488, -8.64, 10.33, 0.0505),
    ([7895, 8757, 5685, 568, 9999], 0.470, -21.04, 2.95, 0.0),
]

# The same in app/tests/sprt_test.cpp: model, elo0, elo1, counts, log-likelihood ratio.
PUBLISHED_RATIOS = [
    ("normalized", 0, 2, [36027, 68692, 36433], 0.92),
    ("normalized", -1.75, 0.25, [10650, 20431, 10871], 2.30),
    ("normalized", 0, 10, [0, 0, 4250], 120.56),
    ("logistic", 0.5, 2.5, [21184, 40708, 21404], -1.57),
    ("logistic", 0, 2, [57030, 106593, 57433], -2.59),
    ("normalized", 0, 2, [365, 16618, 36229, 16974, 390], 2.25),
    ("normalized", -1.75, 0.25, [127, 4883, 10712, 5150, 104], 3.01),
    ("normalized", 0, 5, [0, 0, 0, 0, 5550], 111.82),
    ("logistic", 0.5, 2.5, [223, 9863, 21279, 10037, 246], -3.07),
    ("logistic", 0, 2, [871, 26175, 55983, 26678, 821], -4.98),
]

# Worked by hand. 100 games, 60 points from 45 wins and 30 draws: the variance of a game is .45*.16 + .30*.01 + .25*.36 =
# .165, the error of the mean sqrt(.165/100) = .040620; 400 lg(.6/.4) = 70.437; (.6 - .5)/.040620 = 2.4618 deviations.
# 50 pairs, 5 10 15 12 8: mean (2.5 + 7.5 + 9 + 8)/50 = .54, variance (.1*.2916 + .2*.0841 + .3*.0016 + .24*.0441 + .16*.2116)
# = .0909, error sqrt(.0909/50) = .042638; 400 lg(.54/.46) = 27.854.
WORKED_BY_HAND = [
    ([25, 30, 45], 0.6, 70.437, (0.6 - 1.959964 * 0.040620, 0.6 + 1.959964 * 0.040620), 0.99309),
    ([5, 10, 15, 12, 8], 0.54, 27.854, (0.54 - 1.959964 * 0.042638, 0.54 + 1.959964 * 0.042638), 0.82591),
]


@pytest.mark.parametrize("counts, score, elo, error, superiority", PUBLISHED_ELO)
def test_elo_agrees_with_published_values(counts, score, elo, error, superiority):
    found = estimate(counts)
    assert found.score == pytest.approx(score, abs=0.001)
    if elo is not None:
        assert found.elo == pytest.approx(elo, abs=0.006)
        assert found.error == pytest.approx(error, abs=0.006)
    if superiority is not None:
        assert found.superiority == pytest.approx(superiority, abs=0.00006)


@pytest.mark.parametrize("counts, score, elo, interval, superiority", WORKED_BY_HAND)
def test_elo_agrees_with_arithmetic(counts, score, elo, interval, superiority):
    found = estimate(counts)
    assert (found.score, found.elo) == (pytest.approx(score), pytest.approx(elo, abs=0.001))
    assert [expected_score(found.low), expected_score(found.high)] == pytest.approx(interval, abs=0.00001)
    assert found.superiority == pytest.approx(superiority, abs=0.00002)


@pytest.mark.parametrize("model, elo0, elo1, counts, ratio", PUBLISHED_RATIOS)
def test_ratios_agree_with_published_values(model, elo0, elo1, counts, ratio):
    assert Sprt(elo0, elo1, model=model).ratio(counts) == pytest.approx(ratio, abs=0.006 if ratio < 100 else 0.03)


def test_elo_and_score_are_inverse():
    for elo in (-400, -30, 0, 5, 190.8):
        assert elo_of(expected_score(elo)) == pytest.approx(elo)
    assert expected_score(400) == pytest.approx(10 / 11)
    assert (elo_of(0.0), elo_of(1.0)) == (-math.inf, math.inf)


def test_extreme_results():
    assert estimate([0, 0, 0]) is None
    swept = estimate([0, 0, 0, 0, 7])
    assert (swept.elo, swept.error, swept.superiority) == (math.inf, math.inf, 1.0)
    assert estimate([0, 0, 9, 0, 0]).superiority == 0.5
    assert Sprt().ratio([0] * 5) == 0.0


# -------------------------------------------------------------------- likelihood, by another way
def likelihood(shares, distribution):
    return sum(share * math.log(p) for share, p in zip(shares, distribution))


def nearby(distribution, values, constraint):
    """Distributions close to this one that keep their sum and what `constraint` differentiates to."""
    dice = random.Random(1)
    conditions = np.array([[1.0] * len(values), constraint(distribution)])
    for _ in range(50):
        step = np.array([dice.gauss(0, 1) for _ in values])
        for _ in range(3):
            step = step - conditions.T @ np.linalg.solve(conditions @ conditions.T, conditions @ step)
        yield np.array(distribution) + 1e-4 * step / np.abs(step).max()


@pytest.mark.parametrize("shares", [[0.1, 0.2, 0.4, 0.2, 0.1], [0.02, 0.3, 0.4, 0.2, 0.08], [0.3, 0.3, 0.4]])
def test_no_distribution_with_the_mean_is_likelier(shares):
    values = scores_of(shares)
    found = likely_with_mean(values, shares, 0.55)
    assert sum(found) == pytest.approx(1)
    assert moments(values, found)[0] == pytest.approx(0.55)
    for other in nearby(found, values, lambda distribution: values):
        assert likelihood(shares, other) < likelihood(shares, found)


@pytest.mark.parametrize("shares", [[0.1, 0.2, 0.4, 0.2, 0.1], [0.02, 0.3, 0.4, 0.2, 0.08]])
def test_no_distribution_with_the_lead_is_likelier(shares):
    values, lead = scores_of(shares), 0.2
    found = likely_with_lead(values, shares, lead)
    mean, variance = moments(values, found)
    assert (mean - 0.5) / variance ** 0.5 == pytest.approx(lead)

    def slope(distribution):
        return [value - lead * (value ** 2 - 2 * mean * value) / (2 * variance ** 0.5) for value in values]

    for other in nearby(found, values, slope):
        assert likelihood(shares, other) < likelihood(shares, found) + 1e-7  # the condition is curved


# -------------------------------------------------------------------- the test decides
def test_bounds():
    assert Sprt().bounds == pytest.approx((-2.944439, 2.944439))
    assert Sprt(alpha=0.01, beta=0.2).bounds == pytest.approx((math.log(0.2 / 0.99), math.log(0.8 / 0.01)))


def decided(elo, seed):
    """What a test of 40 against 0 Elo accepts, of made pairs with a true difference; and the pairs that it takes."""
    dice, sprt, counts = random.Random(seed), Sprt(0, 40), [0] * 5
    win = expected_score(elo) - 0.15
    for pair in itertools.count(1):
        counts[sum(2 if (x := dice.random()) < win else 1 if x < win + 0.3 else 0 for _ in range(2))] += 1
        if decision := sprt.decision(counts):
            return decision, pair


def test_the_test_errs_as_seldom_as_it_promises():
    """95% of the time; 60 trials allow 8 errors, at a probability of less than a thousandth each way."""
    for elo, right in ((0, "elo0"), (40, "elo1")):
        outcomes = [decided(elo, seed) for seed in range(60)]
        assert sum(decision != right for decision, _ in outcomes) <= 8
        assert sum(pairs for _, pairs in outcomes) / 60 < 300


@pytest.mark.parametrize("values", [{"elo0": 5.0, "elo1": 0.0}, {"alpha": 0.0}, {"beta": 0.7}, {"model": "bayes"}])
def test_bad_tests_are_refused(values):
    with pytest.raises(ValueError):
        Sprt(**values)


# -------------------------------------------------------------------- ratings
def tally(lost, drawn, won):
    """Games in pairs: equal ones first, the rest as they come."""
    found, number = Tally(), 0
    for points, count in ((0, lost), (1, drawn), (2, won)):
        for _ in range(count):
            found.add(number, points)
            number += 1
    return found


def test_two_rated_players_differ_as_their_score_says():
    (first, error), (second, _) = ratings.rate(2, {(0, 1): tally(250, 0, 750)})
    assert first - second == pytest.approx(elo_of(0.75), abs=0.3)
    assert first == pytest.approx(-second)
    assert 2 * error == pytest.approx(estimate(tally(250, 0, 750).counts).error, rel=0.01)


def test_ratings_are_found_from_expected_scores():
    true = [120, 30, -50, -100]
    tallies = {}
    for first, second in itertools.combinations(range(4), 2):
        won = round(10000 * expected_score(true[first] - true[second]))
        tallies[first, second] = tally(10000 - won, 0, won)
    assert [elo for elo, _ in ratings.rate(4, tallies)] == pytest.approx(true, abs=0.5)


def test_ratings_with_clean_sweeps_and_without_games_are_finite():
    rated = ratings.rate(3, {(0, 1): tally(0, 0, 10), (1, 2): Tally()})
    assert all(math.isfinite(elo) and math.isfinite(error) for elo, error in rated)
    assert rated[0][0] > rated[1][0]
    assert all(math.isfinite(elo) for elo, _ in ratings.rate(2, {}))


def test_tally_pairs_games_of_one_opening():
    found = Tally()
    for number, points in ((0, 2), (1, 2), (2, 0), (4, 1), (5, 2), (3, 0)):
        found.add(number, points)
    assert (found.games, found.pairs) == ([2, 1, 3], [1, 0, 0, 1, 1])
