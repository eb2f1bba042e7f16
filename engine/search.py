"""Thinking: iterative deepening, threads and time around the compiled tree search."""
import math
import threading
import time
from dataclasses import replace

import numpy as np

from ..eval.tables import tables
from . import arena, kernels
from .clock import bounds, doubt
from .geometry import geometry
from .limits import MATE, MATE_BOUND, Report, mate_distance
from .table import AGES, EXACT, LOWER, UPPER, emptied, fullness, make_table, recall

WINDOW = 30  # half the width of the first aspiration window, in centipawns; with it against without, Omega 56-20-24
DEEPEST = 100
FIRST_NODES = 20000  # that the first iteration may take though the search is to end: it is over before, but for wild captures
LATE = 1.0  # seconds after which a score outside the window is told too
HISTORY_ROWS = 128  # earlier positions of the game that the search sees, for repetitions


class Worker:
    """The memory of one thread: its arena and its rows of positions."""

    def __init__(self, rules):
        self.arena = np.full(arena.CONTINUATION + rules.EVAL.HISTORIES // 4 + 1, 0, np.int64)  # written, not only promised
        self.arena[arena.REDUCTIONS:arena.ATTACKED] = [round(0.6 + math.log(depth) * math.log(number) / 2.2) if depth and number else 0
                                         for depth in range(32) for number in range(64)]

    def forget(self):
        """Begin a new game."""
        self.arena[arena.KILLERS:arena.LINES] = 0
        self.arena[arena.CONTINUATION:] = 0

    def prepare(self, game, limits, age):
        """Copy the game's latest positions and set the limits; where the root's row begins."""
        size = game.rules.ROW
        earlier = min(game.ply, HISTORY_ROWS)
        self.rows = np.zeros((earlier + arena.MOST_PLIES + 8) * size, np.uint64)
        self.rows[:(earlier + 1) * size] = game.rows[game.row - earlier * size:game.row + size]
        words = self.arena
        words[[arena.STOP, arena.NODES, arena.SELECTIVE_DEPTH]] = 0
        words[arena.AGE] = age
        self.restrict(limits.root_moves)
        words[arena.KILLERS:arena.HISTORY] = 0
        words[arena.EXCLUDED:arena.EVALUATIONS] = 0
        words[arena.HISTORY:arena.COUNTERS] //= 2
        return earlier * size

    def restrict(self, moves):
        """Consider only these moves at the root; all, if there are none."""
        self.arena[arena.ROOT_COUNT] = len(moves)
        self.arena[arena.ROOT_MOVES:arena.ROOT_MOVES + len(moves)] = moves

    def line(self):
        """The principal variation of the last iteration."""
        length = int(self.arena[arena.LINES])
        return self.arena[arena.LINES + 1:arena.LINES + 1 + length].tolist()


class Searcher:
    """Finds the best move of a position. One search at a time; `stop` may be called from any thread.

    `think` is `begin` and `run`; another thread may stop or bound the search once it has begun.
    """

    def __init__(self, hash_megabytes=64, threads=1):
        self.age = 0
        self.hash_megabytes = hash_megabytes
        self._table = None  # made by `prepare`
        self.threads = threads
        self._workers = []
        self._root_count = 0  # moves from which the search that runs may choose; 0: none runs
        self._progress = None  # of the search that runs
        self._timer = None  # that stops it
        self._stopping = threading.Event()
        self._is_cut_short = False  # where it stops: at once, not at the end of the first iteration
        self._page = None
        self._preparing = threading.Lock()  # another thread may prepare while this one wants to search

    # ---------------------------------------------------------------- settings
    def resize(self, megabytes):
        """Use a table of this size from the next search on; what the old one knew is lost."""
        self.hash_megabytes, self._table = megabytes, None

    def new_game(self):
        """Forget all positions and move statistics."""
        self.age = 0
        self._table = emptied(self._table)
        for worker in self._workers:
            worker.forget()

    def prepare(self, page):
        """Have all that a search of a page's positions needs: its kernels, compiled or loaded, its weights, and memory."""
        with self._preparing:
            kernels.load(page, "moves")
            self.kernel = kernels.load(page, "search")
            rules = geometry(page)
            tables(rules)
            if page is not self._page:
                if self._page is not None:
                    self._workers = []  # moves and keys of another game mean nothing here
                    self.new_game()
                self._page = page
            if self._table is None:
                self._table = make_table(self.hash_megabytes)
            while len(self._workers) < self.threads:
                self._workers.append(Worker(rules))
            del self._workers[self.threads:]

    def stop(self):
        """End the search that runs, at once, but not before its first iteration is done or has taken FIRST_NODES."""
        self._stopping.set()
        for worker in self._workers:
            if self._is_cut_short:
                worker.arena[arena.STOP] = 1
            else:
                worker.arena[arena.NODE_LIMIT] = min(worker.arena[arena.NODE_LIMIT], FIRST_NODES)

    # ---------------------------------------------------------------- searching
    def think(self, game, limits, report=None):
        """The principal variation of the game's position: its first move is the best. [] if there is no legal move.

        `report` is called with a Report after each iteration.
        """
        self.begin(game, limits, report)
        return self.run(game)

    def begin(self, game, limits, report=None):
        """Make ready to `run`; time counts from now. A stop that came before is forgotten."""
        self._stopping.clear()
        self._is_cut_short = False
        begin = time.perf_counter()
        legal = game.legal_moves()
        if legal:
            self.prepare(game.page)
            self.age = (self.age + 1) % AGES
        self._roots = [worker.prepare(game, limits, self.age) for worker in self._workers] if legal else []
        self._share_nodes(limits)
        self._root_count = len(limits.root_moves or legal)
        self._progress = Progress(self, legal, limits, begin, report)
        self._set_timer(self._progress)

    def run(self, game):
        """Search what was begun: see `think`."""
        progress = self._progress
        helpers = [threading.Thread(target=self._deepen, args=(game, worker, root, Step(i, progress.limits)), daemon=True)
                   for i, (worker, root) in enumerate(zip(self._workers, self._roots)) if i]
        for helper in helpers:
            helper.start()
        try:
            if self._roots:
                self._deepen(game, self._workers[0], self._roots[0], progress)
        finally:
            self._root_count = 0
            self._is_cut_short = True
            self.stop()
            for helper in helpers:
                helper.join()
            self._progress = None
            if self._timer:
                self._timer.cancel()
        return progress.line

    def bound(self, limits):
        """Let other limits bound the search that runs, as if it had begun with them; those on moves and lines are kept.

        If they have been reached, it ends at once.
        """
        progress = self._progress
        if progress is None:
            return
        progress.limits = limits
        self._share_nodes(limits)
        self._set_timer(progress)
        if progress.is_enough():
            self.stop()

    def _share_nodes(self, limits):
        """Limit the threads to so many nodes together."""
        for worker in self._workers:
            worker.arena[arena.NODE_LIMIT] = -(-limits.nodes // len(self._workers)) if limits.nodes else 1 << 62

    def _set_timer(self, progress):
        """Have a search stopped when its time is over, if it runs then."""
        _, hard = bounds(progress.limits)
        if self._timer:
            self._timer.cancel()
        self._timer = None
        if hard is not None:
            self._timer = threading.Timer(max(hard - progress.seconds(), 0),
                                          lambda: self._progress is progress and self.stop())
            self._timer.daemon = True
            self._timer.start()

    def _deepen(self, game, worker, root, progress):
        """Search deeper and deeper until `progress` says enough or the search is stopped."""
        for depth in range(1, DEEPEST + 1):
            for number in range(progress.lines):
                worker.restrict(progress.root_moves())
                score = self._iterate(game, worker, root, progress.depth_of(depth), progress.scores[number], progress)
                if worker.arena[arena.STOP]:
                    progress.interrupted(worker)
                    return
                progress.take(depth, score, worker)
            if not progress.goes_on(depth) or self._stopping.is_set():
                return

    def _iterate(self, game, worker, root, depth, score, progress):
        """One iteration, in a window about the last score that is widened until the score falls inside."""
        low, high = -MATE, MATE
        margin = WINDOW
        if depth >= 5 and abs(score) < MATE_BOUND:
            low, high = score - margin, score + margin
        while True:
            found = int(self.kernel.search_root(game.rules.tables, tables(game.rules), worker.rows, worker.arena, self._table,
                                                root, depth, low, high))
            if worker.arena[arena.STOP] or low < found < high:
                return found
            margin *= 4
            progress.failed(depth, found, "upper" if found <= low else "lower", worker)
            if found <= low:
                low = max(found - margin, -MATE) if margin < 2000 else -MATE
            else:
                high = min(found + margin, MATE) if margin < 2000 else MATE
            if found <= -MATE or found >= MATE:
                return found

    def nodes(self):
        """Nodes searched by all threads."""
        return sum(int(worker.arena[arena.NODES]) for worker in self._workers)

    def known(self, game):
        """What earlier searches found after each legal move: (move, score of the mover, depth, bound), the best first."""
        found = []
        for move in game.legal_moves() if self._table is not None and game.page is self._page else ():
            game.make(move)
            entry = recall(self._table, game.key)
            game.undo()
            if entry:
                score, depth, bound = entry
                found.append((move, -score, depth, {LOWER: "upper", UPPER: "lower", EXACT: ""}[bound]))
        return sorted(found, key=lambda known: -known[1])

    def at_root(self):
        """The root's move that is searched now, its number, and how many there are; None if none is. From any thread."""
        count = self._root_count
        if not count:
            return None
        words = self._workers[0].arena
        moves = words[arena.MOVES:arena.MOVES + count].tolist()  # in the order in which they are searched
        move = int(words[arena.MADE])
        return (move, moves.index(move) + 1, count) if move in moves else None


class Step:
    """How a helping thread goes on: each other one a ply ahead, until it is stopped."""

    lines = 1

    def __init__(self, index, limits):
        self.index, self.limits = index, limits
        self.scores = [0]

    def root_moves(self):
        return self.limits.root_moves

    def depth_of(self, depth):
        return min(depth + self.index % 2, DEEPEST)

    def failed(self, depth, score, bound, worker):
        pass

    def take(self, depth, score, worker):
        self.scores = [score]

    def goes_on(self, depth):
        return True

    def interrupted(self, worker):
        pass


class Progress:
    """How the main thread goes on, and what it has found."""

    def __init__(self, searcher, legal, limits, begin, report):
        self.searcher, self.limits, self.begin, self.report = searcher, limits, begin, report
        self.allowed = [move for move in legal if not limits.root_moves or move in limits.root_moves] or legal
        self.line = self.allowed[:1]
        self.lines = min(max(limits.lines, 1), len(self.allowed))
        self.scores = [0] * self.lines  # of the last iteration, the best first
        self.found = []  # of this iteration, a report for each line so far
        self.unchanged = 0  # iterations that agree on the best move
        self.last = None  # (depth, score, seconds, how much doubt is left) after the last iteration

    def root_moves(self):
        """The first moves that the next line may have: not those of the lines found so far."""
        if not self.found:
            return self.limits.root_moves
        begun = {report.line[0] for report in self.found}
        return [move for move in self.allowed if move not in begun]

    def depth_of(self, depth):
        return depth

    def seconds(self):
        """Since the search began."""
        return time.perf_counter() - self.begin

    def reported(self, depth, score, worker, **more):
        """What an iteration found, as a report."""
        line = worker.line() or self.root_moves()[:1] or self.line
        return Report(depth, int(worker.arena[arena.SELECTIVE_DEPTH]), score, self.searcher.nodes(), self.seconds(),
                      fullness(self.searcher._table, self.searcher.age), line, **more)

    def failed(self, depth, score, bound, worker):
        """Tell of a score that fell out of its window, when the search has lasted so long that one looks at it."""
        if self.report and self.seconds() >= LATE:
            self.report(self.reported(depth, score, worker, number=len(self.found) + 1, bound=bound))

    def take(self, depth, score, worker):
        """Take what an iteration found."""
        self.found.append(self.reported(depth, score, worker))

    def goes_on(self, depth):
        """Tell of all lines of an iteration, and say whether another is to begin."""
        found = self.ranked()
        self.found = []
        self.searcher._is_cut_short = True
        self.unchanged = self.unchanged + 1 if self.line[:1] == found[0].line[:1] else 0
        fall = self.scores[0] - found[0].score
        self.line = found[0].line
        self.scores = [report.score for report in found]
        for report in found if self.report else ():
            self.report(report)
        self.last = depth, self.scores[0], found[-1].seconds, doubt(self.unchanged, fall)
        return not self.is_enough()

    def is_enough(self):
        """Whether no iteration is to follow the last one. From any thread."""
        limits, last = self.limits, self.last
        if last is None:
            return False
        depth, score, seconds, doubts = last
        distance = mate_distance(score)
        if limits.depth is not None and depth >= limits.depth:
            return True
        if limits.mate is not None and distance is not None and 0 < distance <= limits.mate:
            return True
        soft, _ = bounds(limits)
        if soft is None:
            return False
        if limits.seconds is not None:
            return seconds > soft
        if len(self.allowed) == 1 or distance is not None and depth > 2 * abs(distance) + 2:
            return True  # nothing more to find: save the clock
        return seconds > soft * doubts

    def ranked(self):
        """The reports of this iteration, the best first."""
        ranked = sorted(self.found, key=lambda report: -report.score)
        return [replace(report, number=number) for number, report in enumerate(ranked, 1)]

    def interrupted(self, worker):
        """Take what is known of the iteration that was cut short: its first line, or at least its best move so far."""
        if self.found:
            self.line = self.ranked()[0].line
            return
        line = worker.line()
        if line and line[0] in self.allowed:
            self.line = line
