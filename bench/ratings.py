"""Elo of several engines from all their results, with 95% errors.

The ratings are the most likely ones when a game's expected score depends on the difference alone (Bradley and Terry);
a draw is half a win. The errors come from the observed spread of the pairs of games that share an opening ("sandwich"),
not from the model, and are those of the difference to the mean of all. Every two opponents are given `PRIOR` games
besides, drawn for the ratings and with all outcomes alike for the errors, so that an engine that won all has both.
"""
import numpy as np

from .elo import CONFIDENCE_95, moments, scores_of

PRIOR = 0.5
SCALE = np.log(10) / 400
ENOUGH = 1e-9  # Elo


def rate(players, tallies):
    """[(Elo, error)] of so many players; their mean is 0. `tallies`: contest.Tally by (first, second) player."""
    results = {opponents: tally for opponents, tally in tallies.items() if sum(tally.games)}
    ratings = np.zeros(players)
    for _ in range(100):
        step = newton_step(ratings, results)
        ratings += step
        if np.abs(step).max() < ENOUGH / SCALE:
            break
    inverse = np.linalg.pinv(information(ratings, results))
    covariance = inverse @ spread(players, results) @ inverse
    errors = CONFIDENCE_95 * np.sqrt(np.diag(covariance)) / SCALE
    return [(float(elo), float(error)) for elo, error in zip((ratings - ratings.mean()) / SCALE, errors)]


def newton_step(ratings, results):
    """The step to better ratings, no longer than a step that the curvature can be trusted for."""
    slope = np.zeros(len(ratings))
    for (first, second), tally in results.items():
        surplus = points(tally) + PRIOR / 2 - (sum(tally.games) + PRIOR) * expectation(ratings, first, second)
        slope[first] += surplus
        slope[second] -= surplus
    return np.clip(np.linalg.pinv(information(ratings, results)) @ slope, -1, 1)


def points(tally):
    return tally.games[2] + tally.games[1] / 2


def expectation(ratings, first, second):
    return 1 / (1 + np.exp(ratings[second] - ratings[first]))


def information(ratings, results):
    """How sharply the likelihood falls around the ratings: the matrix of its second derivatives."""
    found = np.zeros((len(ratings), len(ratings)))
    for (first, second), tally in results.items():
        expected = expectation(ratings, first, second)
        add_difference(found, first, second, (sum(tally.games) + PRIOR) * expected * (1 - expected))
    return found


def spread(players, results):
    """The variance of the slope of the likelihood, as the results show it."""
    found = np.zeros((players, players))
    for (first, second), tally in results.items():
        counts = [count + PRIOR / len(tally.counts) for count in tally.counts]
        total = sum(counts)
        _, variance = moments(scores_of(counts), [count / total for count in counts])
        add_difference(found, first, second, sum(tally.games) ** 2 * variance / total)
    return found


def add_difference(matrix, first, second, amount):
    """Add to a matrix what depends on the difference of two ratings."""
    for row, column, sign in ((first, first, 1), (second, second, 1), (first, second, -1), (second, first, -1)):
        matrix[row, column] += sign * amount
