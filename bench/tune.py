"""Tune a game's evaluation on positions of selfplay, by Texel's method: the weights from which results follow best.

    python -m frabjous.bench.tune omega omega.txt [FILE ...]        writes eval/tuned/omega.txt

A position's evaluation E, as White sees it, predicts White's points as 1 / (1 + exp(-E / SCALE)). The loss is the
cross-entropy with a mixture of the game's result and of what the search's score predicts; each weight is
held near where it began, as if that were known to within `--spread` centipawns. Adam, on all positions at once.
One position in ten is kept aside; the loss on those tells whether the tuning generalises.
"""
import argparse
import sys

import numba
import numpy as np

from ..engine import arena, kernels
from ..engine.game import Game
from ..engine.geometry import geometry
from ..engine.notation import read_fen
from ..engine.variants import page_named
from ..eval.catalogue import catalogue
from ..eval.tables import TUNED, first_weights, packed, tables, weights
from ..eval.weights import write_weights

SCALE = 200.0  # centipawns; a pawn then is worth 62 % of the points
RATE, STEPS = 1.0, 600


class Positions:
    """Positions as sparse rows of the counts of each weight, their phases, and what should be predicted."""

    def __init__(self, page, paths, share):
        rules = geometry(page)
        kernel, order = kernels.load(page, "tuning"), catalogue(rules)
        parameters, self.count = order.parameters()
        numbers, memory = tables(rules), np.zeros(arena.WORDS, np.int64)
        counts = np.zeros(order.TERMS + 1, np.int64)
        starts, columns, values, phases, targets = [0], [], [], [], []
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
                predicted = 1 / (1 + np.exp(-float(score) / SCALE))
                targets.append(share * float(result) + (1 - share) * predicted)
        self.starts, self.columns, self.values = np.array(starts), np.concatenate(columns), np.concatenate(values)
        self.phases, self.targets = np.array(phases, np.float32), np.array(targets, np.float32)


@numba.njit(fastmath=True)
def gradient(starts, columns, values, phases, targets, pairs, chosen, remainder, slope):
    """Loss of the positions whose number modulo 10 is `remainder` or, if not `chosen`, is not; adds to `slope`."""
    loss, seen = 0.0, 0
    for i in range(len(targets)):
        if (i % 10 == remainder) != chosen:
            continue
        middle, end = phases[i], 1 - phases[i]
        score = 0.0
        for j in range(starts[i], starts[i + 1]):
            score += values[j] * (middle * pairs[columns[j], 0] + end * pairs[columns[j], 1])
        predicted = 1 / (1 + np.exp(-score / SCALE))
        bounded = min(max(predicted, 1e-6), 1 - 1e-6)
        loss -= targets[i] * np.log(bounded) + (1 - targets[i]) * np.log(1 - bounded)
        seen += 1
        error = (predicted - targets[i]) / SCALE
        for j in range(starts[i], starts[i + 1]):
            slope[columns[j], 0] += error * values[j] * middle
            slope[columns[j], 1] += error * values[j] * end
    return loss / max(seen, 1)


def tune(positions, first, spread):
    """The weights, an array (parameters, 2), that predict best, beginning with `first`."""
    pairs, mean, square = first.copy(), np.zeros_like(first), np.zeros_like(first)
    data = positions.starts, positions.columns, positions.values, positions.phases, positions.targets
    for step in range(1, STEPS + 1):
        slope = (pairs - first) / spread ** 2
        loss = gradient(*data, pairs, False, 0, slope)
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope ** 2
        rate = RATE * min(1, 2 * (1 - step / STEPS))
        pairs -= rate * (mean / (1 - 0.9 ** step)) / (np.sqrt(square / (1 - 0.999 ** step)) + 1e-9)
        if step == 1 or step % 100 == 0:
            aside = gradient(*data, pairs, True, 0, np.zeros_like(slope))
            print(f"step {step:4}: loss {loss:.5f}, of positions kept aside {aside:.5f}", file=sys.stderr)
    return pairs


def split(order, pairs):
    """term -> its numbers, from the array of all parameters."""
    found, at = {}, 0
    for name, size in order.sizes.items():
        found[name] = pairs[at:at + size]
        at += size
    return found


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m frabjous.bench.tune", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--share", type=float, default=0.6, help="of the game's result in what is predicted (0.6)")
    parser.add_argument("--spread", type=float, default=30, help="centipawns (30)")
    parser.add_argument("--anew", action="store_true", help="begin with the weights made by hand, not with the tuned ones")
    choice = parser.parse_args(arguments)
    page = page_named(choice.game)
    rules = geometry(page)
    positions = Positions(page, choice.files, choice.share)
    first = np.concatenate(list((first_weights(rules) if choice.anew else weights(rules)).values())).astype(float)
    found = split(catalogue(rules), tune(positions, first, choice.spread))
    packed(rules, found)  # raises OverflowError for what cannot be used
    widths = {"square": len(page.FILES), "mobility": 8, "danger": 8}
    TUNED.mkdir(exist_ok=True)
    (TUNED / f"{page.NAME}.txt").write_text(
        f"# Tuned by python -m frabjous.bench.tune {page.NAME}, on {len(positions.targets)} positions of selfplay.\n"
        + write_weights(found, widths), "utf-8")


if __name__ == "__main__":
    main()
