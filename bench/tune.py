"""Tune a game's evaluation on positions of selfplay, by Texel's method: the weights from which results follow best.

    python -m frabjous.bench.tune omega omega.txt [FILE ...]        writes eval/tuned/omega.txt

A position's evaluation E, as White sees it, predicts White's points as 1 / (1 + exp(-E / scale)), with the scale by which
the scores of the search predict the results best: else all weights grow or shrink, and the margins of the search do not.
The loss is the cross-entropy with a mixture of the game's result and of what the search's score predicts. There are few
games for so many weights: so weights change together, a man's value, rank by rank, file by file, by squares reached, and
each alone only a little. SPREADS says how far from where it began each is expected. Adam, on all positions.
One game in ten or so is kept aside; how well its results are predicted tells whether the tuning generalises.
"""
import argparse
import sys

import numba
import numpy as np

from ..engine import arena, kernels
from ..engine.game import Game
from ..engine.geometry import geometry
from ..engine.notation import read_fen
from ..eval.catalogue import catalogue
from ..eval.tables import TUNED, first_weights, packed, tables, weights
from ..eval.weights import write_weights
from ..protocol.arguments import Parser, fail, known_game

SCALES = range(100, 601, 10)  # centipawns; 200 makes a pawn worth 62 % of the points
RATE, STEPS = 1.0, 600

# Centipawns by which weights are expected to change: together in a group; each alone.
SPREADS = {"value": 100, "rank": 12, "file": 10, "reach": 20, "slope": 3}
OWN_SPREADS = {"square": 4, "mobility": 5, "hand": 60, "prison": 60}


class Positions:
    """Positions as sparse rows of the counts of each weight, their phases, the results, and what should be predicted."""

    def __init__(self, page, paths, share):
        rules = geometry(page)
        kernel, order = kernels.load(page, "tuning"), catalogue(rules)
        parameters, self.count = order.parameters()
        numbers, memory = tables(rules), np.zeros(arena.WORDS, np.int64)
        counts = np.zeros(order.TERMS + 1, np.int64)
        starts, columns, values, phases, results, scores = [0], [], [], [], [], []
        for path in paths:
            for line in open(path, encoding="utf-8"):
                fen, score, result = line.rstrip().rsplit("|", 2)
                game = Game(page, read_fen(rules, fen))
                counts[:] = 0
                kernel.trace_position(rules.tables, numbers, game.rows, memory, counts, 0)
                used = np.flatnonzero(counts[:-1])
                columns.append(parameters[used].astype(np.int32))
                values.append(counts[used].astype(np.float32))
                starts.append(starts[-1] + len(used))
                phases.append(counts[-1] / order.FULL_PHASE)
                results.append(float(result))
                scores.append(float(score))
        self.starts, self.columns, self.values = np.array(starts), np.concatenate(columns), np.concatenate(values)
        self.phases, self.results = np.array(phases, np.float32), np.array(results, np.float32)
        scores = np.array(scores, np.float32)
        self.scale = scale_of(scores, self.results)
        self.targets = (share * self.results + (1 - share) * points_of(scores, self.scale)).astype(np.float32)


@numba.njit(fastmath=True)
def points_of(score, scale):
    """White's points that centipawns, as White sees them, predict: of one score or of many."""
    return 1 / (1 + np.exp(-score / scale))


@numba.njit(fastmath=True)
def cross_entropy(predicted, points):
    """How badly points were predicted."""
    bounded = np.minimum(np.maximum(predicted, 1e-6), 1 - 1e-6)
    return -(points * np.log(bounded) + (1 - points) * np.log(1 - bounded))


def scale_of(scores, results):
    """The scale by which scores predict the results best."""
    return float(min(SCALES, key=lambda scale: cross_entropy(points_of(scores, scale), results).mean()))


@numba.njit(fastmath=True)
def gradient(starts, columns, values, phases, targets, scale, pairs, aside, slope):
    """Loss of the positions kept aside, or of all others; adds to `slope`. Those aside come in runs: in whole games."""
    loss, seen = 0.0, 0
    for i in range(len(targets)):
        if (i // 500 % 10 == 9) != aside:
            continue
        middle, end = phases[i], 1 - phases[i]
        score = 0.0
        for j in range(starts[i], starts[i + 1]):
            score += values[j] * (middle * pairs[columns[j], 0] + end * pairs[columns[j], 1])
        predicted = points_of(score, scale)
        loss += cross_entropy(predicted, targets[i])
        seen += 1
        error = (predicted - targets[i]) / scale
        for j in range(starts[i], starts[i + 1]):
            slope[columns[j], 0] += error * values[j] * middle
            slope[columns[j], 1] += error * values[j] * end
    return loss / max(seen, 1)


class Change:
    """A way in which weights change together: each belongs to a group (or to none: -1) and follows it by a factor."""

    def __init__(self, groups, factors, spread):
        self.groups, self.factors, self.spread = groups, factors[:, None], spread
        self.steps = np.zeros((groups.max() + 2, 2))  # the last is nobody's
        self.mean, self.square = np.zeros_like(self.steps), np.zeros_like(self.steps)

    def total(self):
        """What it adds to each weight."""
        return self.steps[self.groups] * self.factors

    def descend(self, slope, step, rate):
        """One step of Adam, from the slope of the loss by each weight."""
        own = self.steps / self.spread[:len(self.steps)] ** 2
        np.add.at(own, self.groups, slope * self.factors)
        own[-1] = 0
        self.mean = 0.9 * self.mean + 0.1 * own
        self.square = 0.999 * self.square + 0.001 * own ** 2
        self.steps -= rate * (self.mean / (1 - 0.9 ** step)) / (np.sqrt(self.square / (1 - 0.999 ** step)) + 1e-9)


def changes(rules):
    """All ways in which the weights of a game change."""
    order = catalogue(rules)
    names = np.concatenate([[name] * size for name, size in order.sizes.items()])
    places = np.concatenate([np.arange(size) for size in order.sizes.values()])
    squares, reaches = names == "square", names == "mobility"
    kind = np.where(squares, places // rules.N, places // order.REACH)
    across = np.array([round(2 * abs(s[0] - (len(rules.page.FILES) - 1) / 2)) for s in rules.squares])
    ahead = np.array([max(rules.advance(s, 0), 0) for s in rules.squares])
    one = np.ones(len(names))

    def together(chosen, groups, factors, spread):
        groups = np.where(chosen, groups, -1)
        return Change(groups, factors, np.full((groups.max() + 2, 1), float(SPREADS[spread])))

    return [together(squares, kind, one, "value"),
            together(squares, kind * 64 + ahead[places % rules.N], one, "rank"),
            together(squares, kind * 64 + across[places % rules.N], one, "file"),
            together(reaches, kind, one, "reach"),
            together(reaches, kind, places % order.REACH - 8.0, "slope"),
            Change(np.arange(len(names)), one, np.array([[OWN_SPREADS.get(name, 20.0)] for name in (*names, "")]))]


def tune(positions, first, ways):
    """The weights, an array (parameters, 2), that predict best, beginning with `first`."""
    data = positions.starts, positions.columns, positions.values, positions.phases
    for step in range(1, STEPS + 1):
        pairs = first + sum(way.total() for way in ways)
        slope = np.zeros_like(pairs)
        loss = gradient(*data, positions.targets, positions.scale, pairs, False, slope)
        for way in ways:
            way.descend(slope, step, RATE * min(1, 2 * (1 - step / STEPS)))
        if step == 1 or step % 100 == 0:
            aside = gradient(*data, positions.results, positions.scale, pairs, True, np.zeros_like(slope))
            print(f"step {step:4}: loss {loss:.5f}, of results kept aside {aside:.5f}", file=sys.stderr)
    return first + sum(way.total() for way in ways)


def split(order, pairs):
    """term -> its numbers, from the array of all parameters."""
    found, at = {}, 0
    for name, size in order.sizes.items():
        found[name] = pairs[at:at + size]
        at += size
    return found


def main(arguments=None):
    parser = Parser(prog="python -m frabjous.bench.tune", description=__doc__,
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("page", metavar="GAME", type=known_game)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--share", type=float, default=0.5, help="of the game's result in what is predicted (0.5)")
    parser.add_argument("--anew", action="store_true", help="begin with the weights made by hand, not with the tuned ones")
    choice = parser.parse_args(arguments)
    page = choice.page
    rules = geometry(page)
    try:
        positions = Positions(page, choice.files, choice.share)
    except (OSError, ValueError) as error:
        sys.exit(fail(parser.prog, error))
    first = np.concatenate(list((first_weights(rules) if choice.anew else weights(rules)).values())).astype(float)
    found = split(catalogue(rules), tune(positions, first, changes(rules)))
    packed(rules, found)  # raises OverflowError for what cannot be used
    widths = {"square": len(page.FILES), "mobility": 8, "danger": 8}
    TUNED.mkdir(exist_ok=True)
    (TUNED / f"{page.NAME}.txt").write_text(
        f"# Tuned by python -m frabjous.bench.tune {page.NAME}, on {len(positions.targets)} positions of selfplay, "
        f"scale {positions.scale:g}.\n"
        + write_weights(found, widths), "utf-8")


if __name__ == "__main__":
    main()
