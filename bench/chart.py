"""A picture of a contest: the score over the games, and the time that engines think. Matplotlib is an optional extra."""
import collections
import os
import statistics

from .contest import POINTS
from .elo import CONFIDENCE_95
from .files import naming
from .report import terms, thoughts

FORMATS = (".png", ".svg")
INCHES = (9, 8)
FEWEST_TIMES = 3  # at a move number, to be drawn


def check(path):
    """Raise ValueError if no chart can be drawn there."""
    if os.path.splitext(path)[1].lower() not in FORMATS:
        raise ValueError(f"--chart {path}: its name ends neither in .png nor in .svg")
    try:
        __import__("matplotlib")
    except ImportError:
        raise ValueError("--chart needs Matplotlib: pip install 'frabjous[chart]'") from None


def draw(path, contest, log):
    """Draw all games of the log."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=INCHES, layout="constrained")
    above, below = figure.subplots(2)
    figure.suptitle(f"{terms(contest)}: {len(log)} games")
    draw_scores(above, contest, log)
    draw_times(below, contest, log)
    with naming(path):
        figure.savefig(path)


# -------------------------------------------------------------------- scores
def draw_scores(axes, contest, log):
    """Each engine's share of the points after so many games; in a match only the first's, with its 95% interval."""
    points = points_of(contest, log)
    shown = list(points)[:1] if len(contest.engines) == 2 else list(points)
    for name in shown:
        means, errors = running_means(points[name])
        games = range(1, len(means) + 1)
        line, = axes.plot(games, [100 * mean for mean in means], label=name)
        if len(shown) == 1:
            low, high = ([100 * min(max(mean + sign * error, 0), 1) for mean, error in zip(means, errors)] for sign in (-1, 1))
            axes.fill_between(games, low, high, color=line.get_color(), alpha=0.2, linewidth=0, label="95% interval")
    axes.axhline(50, color="grey", linewidth=0.8)
    axes.set(title="Score", xlabel="games", ylabel="% of the points", ylim=(-2, 102))
    axes.legend()


def points_of(contest, log):
    """{engine: what it scored in each of its games, between 0 and 1, in the order of the games}"""
    points = {engine.name: [] for engine in contest.engines}
    for record in log.records():
        white = POINTS[record["result"]] / 2
        for name, score in zip(record["players"], (white, 1 - white)):
            points[name].append(score)
    return points


def running_means(values):
    """Means of the first 1, 2, … values, and the halves of their 95% intervals."""
    means, errors, total, squares = [], [], 0.0, 0.0
    for count, value in enumerate(values, 1):
        total, squares = total + value, squares + value * value
        means.append(total / count)
        errors.append(CONFIDENCE_95 * (max(squares / count - means[-1] ** 2, 0) / count) ** 0.5)
    return means, errors


# -------------------------------------------------------------------- times
def draw_times(axes, contest, log):
    """The median time of each engine by the number of the move, and where the middle 80% lie."""
    for name, times in times_of(contest, log).items():
        moves = [move for move in sorted(times) if len(times[move]) >= min(FEWEST_TIMES, len(log))]
        if not moves:
            continue
        line, = axes.plot(moves, [1000 * statistics.median(times[move]) for move in moves], label=name)
        low, high = ([1000 * share(times[move], part) for move in moves] for part in (0.1, 0.9))
        axes.fill_between(moves, low, high, color=line.get_color(), alpha=0.2, linewidth=0)
    axes.set(title="Thinking time (median, and the middle 80%)", xlabel="move", ylabel="ms", ylim=(0, None))
    if axes.lines:
        axes.legend()


def times_of(contest, log):
    """{engine: {move number: seconds in all games}}"""
    times = {engine.name: collections.defaultdict(list) for engine in contest.engines}
    for record in log.records():
        for ply, engine, seconds, _ in thoughts(record):
            times[engine][ply // 2 + 1].append(seconds)
    return times


def share(values, part):
    """The value below which such a part of the values lies."""
    return sorted(values)[min(int(part * len(values)), len(values) - 1)]
