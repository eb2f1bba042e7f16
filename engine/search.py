"""Thinking: iterative deepening, threads and time around the compiled tree search."""
import math
import threading
import time

import numpy as np

from ..eval.tables import tables
from . import arena, kernels
from .clock import bounds
from .geometry import geometry
from .limits import MATE, MATE_BOUND, Report, mate_distance
from .table import AGES, fullness, make_table

WINDOW = 30  # half the width of the first aspiration window, in centipawns
DEEPEST = 100
HISTORY_ROWS = 128  # earlier positions of the game that the search sees, for repetitions


class Worker:
    """The memory of one thread: its arena and its rows of positions."""

    def __init__(self, rules):
        self.arena = np.zeros(arena.CONTINUATION + 2 * rules.EVAL.ARRIVALS ** 2, np.int64)
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
        words[arena.NODE_LIMIT] = limits.nodes or 1 << 62
        words[arena.AGE] = age
        words[arena.ROOT_COUNT] = len(limits.root_moves)
        words[arena.ROOT_MOVES:arena.ROOT_MOVES + len(limits.root_moves)] = limits.root_moves
        words[arena.KILLERS:arena.HISTORY] = 0
        words[arena.EXCLUDED:arena.CONTINUATION] = 0
        words[arena.HISTORY:arena.COUNTERS] //= 2
        return earlier * size

    def line(self):
        """The principal variation of the last iteration."""
        length = int(self.arena[arena.LINES])
        return self.arena[arena.LINES + 1:arena.LINES + 1 + length].tolist()


class Searcher:
    """Finds the best move of a position. One search at a time; `stop` may be called from any thread."""

    def __init__(self, hash_megabytes=64, threads=1):
        self.age = 0
        self.hash_megabytes = hash_megabytes
        self._table = None  # made when first needed: it would delay the start
        self.threads = threads
        self._workers = []
        self._stopping = threading.Event()
        self._page = None

    # ---------------------------------------------------------------- settings
    def resize(self, megabytes):
        """Use a table of this size from the next search on; what the old one knew is lost."""
        self.hash_megabytes, self._table = megabytes, None

    def new_game(self):
        """Forget all positions and move statistics."""
        self.age = 0
        if self._table is not None:
            self._table[8:] = 0
        for worker in self._workers:
            worker.forget()

    def prepare(self, page):
        """Have all that a search of a page's positions needs: its kernels, compiled or loaded, and its weights."""
        kernels.load(page, "moves")
        kernels.load(page, "search")
        tables(geometry(page))

    def stop(self):
        """End the search that runs, at once."""
        self._stopping.set()
        for worker in self._workers:
            worker.arena[arena.STOP] = 1

    # ---------------------------------------------------------------- searching
    def think(self, game, limits, report=None):
        """The principal variation of the game's position: its first move is the best. [] if there is no legal move.

        `report` is called with a Report after each iteration. A stop that came before the call is forgotten.
        """
        self._stopping.clear()
        begin = time.perf_counter()
        legal = game.legal_moves()
        if not legal:
            return []
        soft, hard = bounds(limits)
        self._begin(game)
        roots = [worker.prepare(game, limits, self.age) for worker in self._workers]
        timer = None
        if hard is not None:
            timer = threading.Timer(max(hard - (time.perf_counter() - begin), 0), self.stop)
            timer.daemon = True
            timer.start()
        helpers = [threading.Thread(target=self._deepen, args=(game, worker, root, Step(i)), daemon=True)
                   for i, (worker, root) in enumerate(zip(self._workers, roots)) if i]
        for helper in helpers:
            helper.start()
        progress = Progress(self, legal, limits, soft, begin, report)
        try:
            self._deepen(game, self._workers[0], roots[0], progress)
        finally:
            self.stop()
            for helper in helpers:
                helper.join()
            if timer:
                timer.cancel()
        return progress.line

    def _begin(self, game):
        kernel = kernels.load(game.page, "search")
        if game.page is not self._page:
            if self._page is not None:
                self.new_game()  # moves and keys of another game mean nothing here
                self._workers = []
            self._page = game.page
        if self._table is None:
            self._table = make_table(self.hash_megabytes)
        self.kernel = kernel
        self.age = (self.age + 1) % AGES
        while len(self._workers) < self.threads:
            self._workers.append(Worker(game.rules))
        del self._workers[self.threads:]

    def _deepen(self, game, worker, root, progress):
        """Search deeper and deeper until `progress` says enough or the search is stopped."""
        score = 0
        for depth in range(1, DEEPEST + 1):
            score = self._iterate(game, worker, root, progress.depth_of(depth), score)
            if worker.arena[arena.STOP] or self._stopping.is_set():
                progress.interrupted(worker)
                return
            if not progress.goes_on(depth, score, worker):
                return

    def _iterate(self, game, worker, root, depth, score):
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
            if found <= low:
                low = max(found - margin, -MATE) if margin < 2000 else -MATE
            else:
                high = min(found + margin, MATE) if margin < 2000 else MATE
            if found <= -MATE or found >= MATE:
                return found

    def nodes(self):
        """Nodes searched by all threads."""
        return sum(int(worker.arena[arena.NODES]) for worker in self._workers)


class Step:
    """How a helping thread goes on: each other one a ply ahead, until it is stopped."""

    def __init__(self, index):
        self.index = index

    def depth_of(self, depth):
        return min(depth + self.index % 2, DEEPEST)

    def goes_on(self, depth, score, worker):
        return True

    def interrupted(self, worker):
        pass


class Progress:
    """How the main thread goes on, and what it has found."""

    def __init__(self, searcher, legal, limits, soft, begin, report):
        self.searcher, self.limits, self.soft, self.begin, self.report = searcher, limits, soft, begin, report
        self.allowed = [move for move in legal if not limits.root_moves or move in limits.root_moves] or legal
        self.line = self.allowed[:1]
        self.legal_count = len(self.allowed)

    def depth_of(self, depth):
        return depth

    def goes_on(self, depth, score, worker):
        """Take what an iteration found, tell of it, and say whether another should begin."""
        self.line = worker.line() or self.line
        seconds = time.perf_counter() - self.begin
        if self.report:
            self.report(Report(depth, int(worker.arena[arena.SELECTIVE_DEPTH]), score, self.searcher.nodes(), seconds,
                               fullness(self.searcher._table, self.searcher.age), self.line))
        limits = self.limits
        if limits.depth is not None and depth >= limits.depth:
            return False
        distance = mate_distance(score)
        if limits.mate is not None and distance is not None and 0 < distance <= limits.mate:
            return False
        if self.soft is not None:
            if seconds > self.soft:
                return False
            if limits.seconds is None and (self.legal_count == 1 or distance is not None and depth > 2 * abs(distance) + 2):
                return False  # nothing more to find: save the clock
        return True

    def interrupted(self, worker):
        """Take the variation of the iteration that was cut short: its first move was the best so far of a deeper search."""
        line = worker.line()
        if line and line[0] in self.allowed:
            self.line = line
