"""A match or tournament: who plays whom from where, and how it stands."""
import collections
import dataclasses

from .player import NO_START
from .referee import Conditions, Pairing
from .elo import estimate

POINTS = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}  # White's, in halves
MOST_FAILED_STARTS = 3  # of one engine in a row, after which the contest ends


@dataclasses.dataclass(frozen=True)
class Contest:
    """Every two opponents play `games` games: from each opening two, with colours changed."""
    engines: tuple  # of engines.Engine
    opponents: tuple  # pairs of numbers of engines
    games: int
    openings: object  # opening = openings[number]
    conditions: Conditions
    seed: int

    def __len__(self):
        return self.games * len(self.opponents)

    def places(self, number):
        """The engines' numbers, White's first, in the game `number`."""
        first, second = self.opponents[number // 2 % len(self.opponents)]
        return (second, first) if number % 2 else (first, second)

    def numbers(self):
        """The numbers of all games. They do not depend on how many there are, so that a contest can be prolonged."""
        round_size = 2 * len(self.opponents)
        for number in range(-(-self.games // 2) * round_size):
            if number // round_size * 2 + number % 2 < self.games:
                yield number

    def pairings(self, played):
        """The games not yet played."""
        for number in self.numbers():
            if number not in played:
                engines = tuple(self.engines[place] for place in self.places(number))
                yield Pairing(number, engines, self.openings[number // 2 // len(self.opponents)], self.conditions)

    def settings(self):
        """What a log must agree in to be continued: all but the number of games."""
        conditions = dataclasses.asdict(self.conditions)
        return {**conditions, "engines": [dataclasses.asdict(engine) for engine in self.engines],
                "opponents": self.opponents, "openings": self.openings.identity, "seed": self.seed}


class Tally:
    """Results between two engines, as the first sees them."""

    def __init__(self):
        self.games = [0, 0, 0]  # lost, drawn, won
        self.pairs = [0] * 5  # by points in halves
        self._halves = {}  # number of a pair: the points of its only game so far

    def add(self, number, points):
        """Count game `number`, which brought so many half points."""
        self.games[points] += 1
        pair = number // 2
        if pair in self._halves:
            self.pairs[self._halves.pop(pair) + points] += 1
        else:
            self._halves[pair] = points

    @property
    def counts(self):
        """What statistics need: pairs, or single games as long as there is no pair."""
        return self.pairs if any(self.pairs) else self.games

    def estimate(self):
        return estimate(self.counts)


class Standing:
    """All results so far."""

    def __init__(self, contest):
        self.contest = contest
        self.played = 0
        self.tallies = collections.defaultdict(Tally)  # by (first, second) of the opponents
        self.endings = collections.Counter()  # of games without a fault, by reason
        self.faults = collections.defaultdict(list)  # by (engine, kind): the numbers of the games
        self.failed_starts = collections.Counter()  # by engine: how many in a row

    def add(self, record):
        """Count a game."""
        number = record["number"]
        self.played += 1
        if record["fault"]:
            self.faults[record["fault"]["engine"], record["fault"]["kind"]].append(number)
        else:
            self.endings[record["reason"]] += 1
        white, black = self.contest.places(number)
        first = number % 2 == 0
        points = POINTS[record["result"]]
        self.tallies[(white, black) if first else (black, white)].add(number, points if first else 2 - points)

    def check_starts(self, record):
        """Raise ValueError if an engine has failed to start too often."""
        failed = record["fault"] and record["fault"]["kind"] == NO_START
        for engine in record["players"]:
            if failed and record["fault"]["engine"] == engine:
                self.failed_starts[engine] += 1
            elif not failed:
                self.failed_starts[engine] = 0
            if self.failed_starts[engine] == MOST_FAILED_STARTS:
                raise ValueError(f"engine {engine} does not start any more: {record['fault']['detail']}")
