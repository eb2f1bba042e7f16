"""A proof of mate at work in a thread of its own, while the search thinks."""
import threading
import time

from ..engine.compilation import GLANCE
from ..engine.limits import MATE, Report


class Proving:
    """Tries everything to prove a mate in at most `most` moves of a game's position, or that there is none.

    `among`: the first moves to consider, all if there are none. `mate` is a Report of the shortest mate once it is
    found, `has_none` is true once there is known to be none; `done` is called then. Before, `compiled(is_over)` is called,
    which waits for the kernels until `is_over` turns true. An error inside is given to `failed`.
    """

    def __init__(self, game, most, among, compiled, done, failed):
        self.most, self.mate, self.has_none = most, None, False
        self._game, self._among, self._compiled = game.copy(), among, compiled
        self._prover, self._is_stopped = None, threading.Event()
        self._thread = threading.Thread(target=self._run, args=(done, failed), daemon=True)
        self._thread.start()

    def _run(self, done, failed):
        from ..engine.proof import Prover, Stopped

        try:
            self._compiled(self._is_stopped.is_set)
            if not self._is_stopped.is_set():
                self._prover = Prover(self._game)
                self._prove(self._prover)
                done()
        except Stopped:
            pass
        except Exception as error:
            failed(error)

    def _prove(self, prover):
        begin = time.perf_counter()
        if self._is_stopped.is_set():  # before the prover was there to be stopped
            prover.stop()
        moves, keys = prover.shortest(self.most, self._among)
        if keys:
            plies = 2 * moves - 1
            line = prover.line(keys[0], moves)
            self.mate = Report(plies, plies, MATE - plies, prover.positions(), time.perf_counter() - begin, 0, line)
        self.has_none = not keys

    def wait(self, is_over):
        """Wait until it has ended, or `is_over` turns true."""
        while self._thread.is_alive() and not is_over():
            self._thread.join(GLANCE)

    def stop(self):
        """End it."""
        self._is_stopped.set()
        if self._prover:
            self._prover.stop()
        self._thread.join()
