"""A proof of mate at work in a thread of its own, while the search thinks."""
import threading
import time

from ..engine.limits import MATE, Report


class Proving:
    """Tries everything to prove a mate in at most `most` moves of a game's position, or that there is none.

    `among`: the first moves to consider, all if there are none. `mate` is a Report of the shortest mate once it is
    found, `has_none` is true once there is known to be none; `done` is called then.
    """

    def __init__(self, game, most, among, done):
        from ..engine.proof import Prover

        self.most, self.mate, self.has_none = most, None, False
        self._prover = Prover(game)
        self._thread = threading.Thread(target=self._run, args=(among, done), daemon=True)
        self._thread.start()

    def _run(self, among, done):
        from ..engine.proof import Stopped

        prover, begin = self._prover, time.perf_counter()
        try:
            moves, keys = prover.shortest(self.most, among)
            if keys:
                plies = 2 * moves - 1
                line = prover.line(keys[0], moves)
                self.mate = Report(plies, plies, MATE - plies, prover.positions(), time.perf_counter() - begin, 0, line)
            self.has_none = not keys
        except Stopped:
            return
        done()

    def stop(self):
        """End it."""
        self._prover.stop()
        self._thread.join()
