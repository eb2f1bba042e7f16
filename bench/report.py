"""How a match stands, in words: one line while it runs, a summary at its end."""
import array
import collections
import statistics


class MatchPresenter:
    """Of a match of two engines. `sprt`: the sequential test, or None."""

    def __init__(self, contest, sprt):
        self.contest, self.sprt = contest, sprt
        self.names = [engine.name for engine in contest.engines]

    def heading(self):
        return f"{terms(self.contest)}, {self.contest.games} games: {' against '.join(self.names)}"

    def line(self, standing):
        """Wins, draws and losses of the first engine, Elo, and what the test says."""
        tally = standing.tallies[0, 1]
        lost, drawn, won = tally.games
        return f"{self.names[0]} {won}-{drawn}-{lost} (W-D-L)  {elo_words(tally.estimate())}" + self._test_words(tally, "  ")

    def _test_words(self, tally, before=""):
        if self.sprt is None:
            return ""
        lower, upper = self.sprt.bounds
        return f"{before}LLR {self.sprt.ratio(tally.pairs):.2f} [{lower:.2f}, {upper:.2f}]"

    def report(self, standing, records):
        """The lines of the summary. `records`: those of all games, one by one."""
        tally = standing.tallies[0, 1]
        lost, drawn, won = tally.games
        found = tally.estimate()
        lines = [f"{self.names[0]} – {self.names[1]}: {won}-{drawn}-{lost} (W-D-L), score {won + drawn / 2:g}/{sum(tally.games)}",
                 f"pairs with 0, 1/2, 1, 3/2, 2 points: {' '.join(map(str, tally.pairs))}",
                 f"{elo_words(found)}, interval {signed(found.low)} to {signed(found.high)}"]
        if self.sprt:
            decision = self.sprt.decision(tally.pairs)
            lines.append(f"SPRT elo0={self.sprt.elo0:g} elo1={self.sprt.elo1:g} {self.sprt.model}: {self._test_words(tally)}, "
                         + (f"{decision} accepted" if decision else "no decision"))
        return lines + common_lines(standing, records)


def terms(contest):
    """The game, and how long the engines may think."""
    return ", ".join([contest.conditions.game, *dict.fromkeys(str(engine.control) for engine in contest.engines)])


def elo_words(found):
    return f"Elo {signed(found.elo)} ±{found.error:.1f}  LOS {100 * found.superiority:.1f}%"


def signed(value):
    return f"{value:+.1f}"


def common_lines(standing, records):
    """How the games ended, faults by engine and reason, thinking times and the overhead."""
    endings = ", ".join(f"{reason} {count}" for reason, count in standing.endings.most_common())
    lines = [f"ended by: {endings}"] if endings else []
    for (engine, kind), numbers in sorted(standing.faults.items()):
        shown = ", ".join(str(number + 1) for number in sorted(numbers)[:10]) + (", …" if len(numbers) > 10 else "")
        lines.append(f"fault: {engine}: {kind}, {len(numbers)} in game {shown}")
    times, overheads = collections.defaultdict(lambda: array.array("d")), array.array("d")
    visited = collections.defaultdict(lambda: [0, 0.0])  # (nodes, seconds) of the moves at which an engine told nodes
    for record in records:
        for _, engine, seconds, nodes in thoughts(record):
            times[engine].append(seconds)
            if nodes:
                visited[engine][0] += nodes
                visited[engine][1] += seconds
        if record["overhead"] is not None:
            overheads.append(record["overhead"])
    for engine, seconds in sorted(times.items()):
        nodes, thought = visited[engine]
        lines.append(f"thinking: {engine} {1000 * statistics.median(seconds):.1f} ms a move in the median, {1000 * max(seconds):.1f} at most"
                     + (f", {nodes / max(thought, 1e-6):.0f} nodes/s" if nodes else ""))
    if overheads:
        lines.append(f"overhead: {1000 * statistics.median(overheads):.2f} ms a move in the median; {sum(map(len, times.values()))} moves")
    return lines


def thoughts(record):
    """(ply counted from the start of the game, engine, seconds, nodes or None) of each move after the opening."""
    black_begins = record["fen"] is not None and record["fen"].split()[1] == "b"
    for ply, (seconds, nodes) in enumerate(zip(record["seconds"], record["nodes"]), record["book"]):
        yield ply, record["players"][(black_begins + ply) % 2], seconds, nodes
