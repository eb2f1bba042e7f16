"""What the results of a match say: Elo with its error, likelihood of superiority, and the sequential test (SPRT).

Results are counts by score: [losses, draws, wins] of single games, or of pairs of games that share their opening
[0, 1/2, 1, 3/2, 2 points]. Pairs are the better measure, as they take out what the opening was worth.

The test is the generalised SPRT (van den Bergh, "Sequential analysis of multinomial distributions"): the likelihood
of the most likely distribution whose mean is the score of elo1, against that for elo0. With model "normalized" it is
the mean above 1/2 in units of the standard deviation of a game that elo0 and elo1 speak of, so that a test takes as
long whatever the share of draws ("normalized Elo").
"""
import math
from dataclasses import dataclass

CONFIDENCE_95 = 1.959963984540054  # standard deviations
NORMALIZED_UNIT = 800 / math.log(10)  # normalized Elo for a mean of one standard deviation above 1/2
LEAST_COUNT = 1e-3  # stands for a count of 0, so that likelihoods exist
PRECISION = 1e-12
MODELS = ("logistic", "normalized")


def expected_score(elo):
    """The score that a difference in Elo predicts."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score):
    """The difference in Elo that predicts a score; infinite at 0 and 1."""
    if not 0 < score < 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def scores_of(counts):
    """The score, between 0 and 1, that each count stands for."""
    return [i / (len(counts) - 1) for i in range(len(counts))]


@dataclass(frozen=True)
class Estimate:
    """Elo with its 95% interval, and the likelihood that the first is the stronger."""
    score: float
    elo: float
    low: float
    high: float
    superiority: float

    @property
    def error(self):
        """Half the width of the interval."""
        return (self.high - self.low) / 2 if math.isfinite(self.elo) else math.inf


def estimate(counts):
    """The Estimate that counts give; None without any."""
    total = sum(counts)
    if not total:
        return None
    mean, variance = moments(scores_of(counts), [count / total for count in counts])
    error = math.sqrt(variance / total)
    low, high = (elo_of(mean + sign * CONFIDENCE_95 * error) for sign in (-1, 1))
    if error:
        superiority = normal_distribution((mean - 0.5) / error)
    else:
        superiority = 0.5 + 0.5 * ((mean > 0.5) - (mean < 0.5))
    return Estimate(mean, elo_of(mean), low, high, superiority)


def moments(values, shares):
    """Mean and variance."""
    mean = sum(share * value for value, share in zip(values, shares))
    return mean, sum(share * (value - mean) ** 2 for value, share in zip(values, shares))


def normal_distribution(x):
    return 0.5 * math.erfc(-x / math.sqrt(2))


# -------------------------------------------------------------------- the sequential test
@dataclass(frozen=True)
class Sprt:
    """A test of elo1 against elo0 that errs with probability alpha if elo0 is true, beta if elo1 is."""
    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "logistic"

    def __post_init__(self):
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0={self.elo0:g} is not below elo1={self.elo1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("alpha and beta are not between 0 and 0.5")
        if self.model not in MODELS:
            raise ValueError(f"model {self.model!r} is not one of {', '.join(MODELS)}")

    @property
    def bounds(self):
        """The log-likelihood ratios at which elo0 and elo1 are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts):
        """The log-likelihood ratio of elo1 against elo0."""
        if not sum(counts):
            return 0.0
        counts = [count or LEAST_COUNT for count in counts]
        total = sum(counts)
        shares = [count / total for count in counts]
        likely = [self._most_likely(elo, scores_of(counts), shares) for elo in (self.elo0, self.elo1)]
        return total * sum(share * math.log(p1 / p0) for share, p0, p1 in zip(shares, *likely))

    def _most_likely(self, elo, scores, shares):
        if self.model == "logistic":
            return likely_with_mean(scores, shares, expected_score(elo))
        games = len(scores) // 2  # that one count stands for: the deviation of their mean is smaller by its root
        return likely_with_lead(scores, shares, elo / NORMALIZED_UNIT * math.sqrt(games))

    def decision(self, counts):
        """"elo0" or "elo1" if one is accepted, or None."""
        ratio, (lower, upper) = self.ratio(counts), self.bounds
        return "elo1" if ratio >= upper else "elo0" if ratio <= lower else None


def likely_with_mean(values, shares, mean):
    """The distribution with this mean under which the observed shares are most likely.

    By Lagrange it is share / (1 + x (value - mean)); x makes the mean right.
    """
    gaps = [value - mean for value in values]
    x = multiplier(gaps, shares)
    return [share / (1 + x * gap) for gap, share in zip(gaps, shares)]


def multiplier(gaps, shares):
    """The x with sum of share * gap / (1 + x * gap) = 0: the sum falls in x between its poles, so halve the interval."""
    low, high = -1 / max(gaps), -1 / min(gaps)
    while high - low > PRECISION * max(abs(low), abs(high), 1):
        x = (low + high) / 2
        if sum(share * gap / (1 + x * gap) for gap, share in zip(gaps, shares)) > 0:
            low = x
        else:
            high = x
    return (low + high) / 2


def likely_with_lead(values, shares, lead):
    """The distribution whose mean lies `lead` standard deviations above 1/2 under which the shares are most likely.

    The condition is not linear in the probabilities. It is replaced by its tangent at the last solution, until that
    does not change (van den Bergh, "Normalized Elo: practical", 4.1).
    """
    found = [1 / len(values)] * len(values)
    for _ in range(50):
        mean, variance = moments(values, found)
        deviation = math.sqrt(variance)
        gaps = [value - 0.5 - lead * deviation * (1 + ((mean - value) / deviation) ** 2) / 2 for value in values]
        x = multiplier(gaps, shares)
        last, found = found, [share / (1 + x * gap) for gap, share in zip(gaps, shares)]
        if max(abs(a - b) for a, b in zip(last, found)) < 1e-10:
            break
    return found
