"""Runs a contest to its end: games to workers, records to the log, and what people want to see to files and screen."""
import contextlib
import signal
import sys
import threading
import time

from ..protocol.arguments import fail
from . import chart, pgn
from .contest import Standing
from .options import log_path
from .record import Log
from .workers import DaskWorkers, LocalWorkers, play_all

INTERRUPTED = 130  # exit code
LINE_EVERY = 10.0  # seconds between lines of progress where they cannot overwrite each other


def carry_out(program, play):
    """The exit code of `play()`; what it raises is told in one line."""
    try:
        with interruptible():
            return play()
    except KeyboardInterrupt:
        print("interrupted before the first game", file=sys.stderr)
        return INTERRUPTED
    except (ValueError, OSError) as error:
        return fail(program, error)


def run(choice, contest, presenter, is_decided=lambda standing: False):
    """Play what is not in the log yet, and report; the exit code.

    `presenter` has `heading()`, `line(standing)` for the progress and `report(standing, records)` for the end.
    `is_decided(standing)`: whether no more games are needed. Raises ValueError or OSError if the contest cannot go on;
    what was played is in all outputs then.
    """
    if choice.chart:
        chart.check(choice.chart)
    workers = DaskWorkers(choice.dask, choice.concurrency) if choice.dask else LocalWorkers(choice.concurrency or 1)
    is_whole = False
    try:
        with contextlib.closing(Log(log_path(choice), contest.settings())) as log:
            play_on(choice, contest, presenter, is_decided, workers, log)
        is_whole = True
    except KeyboardInterrupt:
        print("interrupted; the same command with --log of that file goes on", file=sys.stderr)
        return INTERRUPTED
    finally:
        workers.close(at_once=not is_whole)
    return 0


def play_on(choice, contest, presenter, is_decided, workers, log):
    """Play what is not in the log yet, and write all outputs, whatever ends the play."""
    standing = Standing(contest)
    for record in log.records():
        standing.add(record)
    outputs = Outputs(choice, contest, log, standing, presenter)
    try:
        for record in play_all(contest.pairings(log), workers, lambda: is_decided(standing)):
            log.add(record)
            standing.add(record)
            outputs.add(record)
            standing.check_starts(record)
    finally:
        outputs.finish()


@contextlib.contextmanager
def interruptible():
    """Within it Ctrl-C raises KeyboardInterrupt, and what asks a program to end SystemExit, so that it ends its engines first.

    Only the main thread can have that. What is ignored, as hanging up is under nohup, stays so.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    earlier = {signal.SIGINT: signal.signal(signal.SIGINT, signal.default_int_handler)}
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) == signal.SIG_DFL:
            earlier[number] = signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in earlier.items():
            signal.signal(number, handler)


def end(number, frame):
    """End the program as the signal would have done, but in order; not a second time while it is ending."""
    signal.signal(number, signal.SIG_IGN)
    raise SystemExit(128 + number)


class Outputs:
    """Progress on the screen, the PGN and the chart, all from the same records."""

    def __init__(self, choice, contest, log, standing, presenter):
        self.choice, self.contest, self.log, self.standing, self.presenter = choice, contest, log, standing, presenter
        self.begun = self.shown = time.monotonic()
        self.earlier = len(log)
        self.pgn = None
        if choice.pgn:
            self.pgn = pgn.PgnFile(choice.pgn, self._games())
        if not choice.quiet:
            print(presenter.heading())
            print(f"log: {log.path}" + (f", {self.earlier} games played already" if self.earlier else ""), flush=True)

    def add(self, record):
        """A game has been played."""
        if self.pgn:
            self.pgn.add(self._as_pgn(record))
        if self.choice.quiet:
            return
        if record["fault"]:
            self._print(f"game {record['number'] + 1}, {' – '.join(record['players'])}: {record['result']} {record['reason']}")
        self._show_progress()

    def _show_progress(self):
        played, now = self.standing.played, time.monotonic()
        left = (now - self.begun) / (played - self.earlier) * max(len(self.contest) - played, 0)
        line = f"{played}/{len(self.contest)}  {self.presenter.line(self.standing)}  left {clock_time(left)}"
        if sys.stdout.isatty():
            print(f"\r\x1b[K{line}", end="", flush=True)
        elif now - self.shown >= LINE_EVERY:
            self.shown = now
            print(line, flush=True)

    def _print(self, line):
        print(("\r\x1b[K" if sys.stdout.isatty() else "") + line, flush=True)

    def finish(self):
        """Write everything that is written at the end, each thing whatever becomes of the others."""
        with contextlib.ExitStack() as afterwards:
            if self.choice.chart and self.standing.played:
                afterwards.callback(chart.draw, self.choice.chart, self.contest, self.log)
            if self.pgn:
                afterwards.callback(self.pgn.finish, self._games())
            self._report()

    def _report(self):
        if not self.standing.played:
            self._print("no game was played")
            return
        for line in self.presenter.report(self.standing, self.log.records()):
            self._print(line)

    def _games(self):
        """All games so far as PGN, in order."""
        return map(self._as_pgn, self.log.records())

    def _as_pgn(self, record):
        engines = [self.contest.engines[place] for place in self.contest.places(record["number"])]
        return pgn.write_pgn(record, self.choice.event, self.contest.conditions.game, [str(engine.control) for engine in engines])


def clock_time(seconds):
    return f"{int(seconds) // 3600}:{int(seconds) // 60 % 60:02}:{int(seconds) % 60:02}"
