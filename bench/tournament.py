"""Several engines in one table: everyone against everyone, or one or more against all others.

    frabjous tournament engines.toml stockfish --game chess --mode gauntlet --games 20 --tc 5+0.05

It is a match of every two opponents, and takes the options of a match; see frabjous match --help.
"""
import itertools
import sys

from ..protocol.arguments import at_least
from ..protocol.lines import open_missing_streams
from . import ratings
from .options import contest_of, engines_of, new_parser
from .report import common_lines, terms
from .running import carry_out, run

PROGRAM = "frabjous tournament"
MODES = ("round-robin", "gauntlet")


def main(arguments=None):
    """Play a tournament; the exit code."""
    open_missing_streams()
    choice = parser().parse_args(arguments)
    return carry_out(PROGRAM, lambda: play_tournament(choice))


def parser():
    found = new_parser(PROGRAM, __doc__, "+")
    found.add_argument("--games", type=at_least(1), default=2, help="of every two opponents (2)")
    found.add_argument("--mode", choices=MODES, default=MODES[0], help="who plays whom (round-robin)")
    found.add_argument("--seeds", type=at_least(1), default=1, metavar="N", help="of a gauntlet: the first N engines play all others (1)")
    return found


def play_tournament(choice):
    """Play the tournament that the command line describes; the exit code."""
    engines = engines_of(choice)
    contest = contest_of(choice, engines, opponents(len(engines), choice.mode, choice.seeds))
    return run(choice, contest, TablePresenter(contest))


def opponents(count, mode, seeds):
    """The pairs of engines that play each other. Raises ValueError if there are none."""
    if count < 2:
        raise ValueError("a tournament has at least two engines")
    if mode == "round-robin":
        return tuple(itertools.combinations(range(count), 2))
    if seeds >= count:
        raise ValueError(f"--seeds {seeds} leaves no opponents among {count} engines")
    return tuple(itertools.product(range(seeds), range(seeds, count)))


class TablePresenter:
    """The table of a tournament."""

    def __init__(self, contest):
        self.contest = contest

    def heading(self):
        return f"{terms(self.contest)}, {len(self.contest.engines)} engines, {self.contest.games} games of every two opponents"

    def line(self, standing):
        """The first three."""
        return "  ".join(f"{place}. {row[0]} {row[1]:+.0f} ±{row[2]:.0f}" for place, row in enumerate(self.rows(standing)[:3], 1))

    def rows(self, standing):
        """(name, Elo, error, wins, draws, losses), the best first."""
        count = len(self.contest.engines)
        found = []
        for place, (elo, error) in enumerate(ratings.rate(count, standing.tallies)):
            lost, drawn, won = self.results_of(place, standing)
            found.append((self.contest.engines[place].name, elo, error, won, drawn, lost))
        return sorted(found, key=lambda row: -row[1])

    @staticmethod
    def results_of(place, standing):
        """[lost, drawn, won] of one engine against all."""
        results = [0, 0, 0]
        for (first, second), tally in standing.tallies.items():
            if place in (first, second):
                games = tally.games if place == first else tally.games[::-1]
                results = [a + b for a, b in zip(results, games)]
        return results

    def report(self, standing, records):
        """The table; Elo counts from the mean of all."""
        rows = self.rows(standing)
        width = max(len(row[0]) for row in rows)
        lines = [f"{'':>3} {'engine':{width}} {'Elo':>7} {'±':>6} {'games':>6} {'score':>7} {'won':>5} {'drawn':>5} {'lost':>5}"]
        for place, (name, elo, error, won, drawn, lost) in enumerate(rows, 1):
            games = won + drawn + lost
            score = 100 * (won + drawn / 2) / games if games else 0.0
            lines.append(f"{place:>2}. {name:{width}} {elo:>+7.1f} {error:>6.1f} {games:>6} {score:>6.1f}% {won:>5} {drawn:>5} {lost:>5}")
        return lines + common_lines(standing, records)


if __name__ == "__main__":
    sys.exit(main())
