"""Where games are played: in processes of this machine, or on a Dask cluster. Both are `concurrent.futures` executors.

Workers may die; then the games they were playing are lost, and played again.
"""
import collections
import concurrent.futures
import multiprocessing
import signal

from . import stable
from .referee import play

MOST_LOSSES = 5  # times that one game may be lost before it is taken to be its own fault


class LocalWorkers:
    """So many processes of this machine, each for one game at a time."""

    def __init__(self, count):
        self.count = count
        self.context = multiprocessing.get_context("spawn")
        self.lifeline, self.other_end = self.context.Pipe()  # when ours closes, by whatever cause, the workers end
        self.executor = self._new_executor()

    def _new_executor(self):
        return concurrent.futures.ProcessPoolExecutor(self.count, self.context, _begin, (self.other_end,))

    def slots(self):
        """Games that can be played at once."""
        return self.count

    def submit(self, pairing):
        """A future with the record of the game."""
        try:
            return self.executor.submit(play, pairing)
        except concurrent.futures.BrokenExecutor:
            self.executor.shutdown(wait=False)
            self.executor = self._new_executor()
            return self.executor.submit(play, pairing)

    def is_loss(self, error):
        """Whether a future's error means that its worker has died."""
        return isinstance(error, concurrent.futures.BrokenExecutor)

    def close(self, at_once=False):
        """End the workers; `at_once`: in the middle of their games."""
        if at_once:
            self.lifeline.close()
        self.executor.shutdown(cancel_futures=True)


def _begin(lifeline):
    """Begin a worker process. An interrupt from the keyboard concerns the main process alone."""
    signal.signal(signal.SIGINT, lambda *_: None)
    stable.end_with(lifeline)


class DaskWorkers:
    """The workers of a Dask cluster, one game for each of their threads at a time, or `count` in all."""

    def __init__(self, address, count=None):
        """Raises ValueError where Dask is not installed, OSError if there is no cluster."""
        try:
            import distributed
        except ImportError:
            raise ValueError("--dask needs Dask: pip install 'frabjous[dask]'") from None
        self.losses = distributed.scheduler.KilledWorker, concurrent.futures.CancelledError, distributed.CancelledError
        self.count = count
        try:
            self.client = distributed.Client(address, timeout=30)
        except (OSError, ValueError) as error:
            raise OSError(f"--dask {address}: {error}") from None
        self.executor = self.client.get_executor(pure=False)

    def slots(self):
        return self.count or max(sum(self.client.nthreads().values()), 1)

    def submit(self, pairing):
        return self.executor.submit(play, pairing)

    def is_loss(self, error):
        return isinstance(error, self.losses)

    def close(self, at_once=False):
        """Leave the cluster, without our engines on it."""
        self.executor.shutdown(wait=not at_once)
        self.client.run(stable.clear)
        self.client.close()


def play_all(pairings, workers, is_over):
    """Play games, as many at once as the workers can; yields each record when it is there.

    `is_over()`: whether no more should be begun. Games of workers that die are played again.
    """
    pairings = iter(pairings)
    running, lost, losses = {}, collections.deque(), collections.Counter()
    while True:
        while len(running) < workers.slots() and not is_over():
            pairing = lost.popleft() if lost else next(pairings, None)
            if pairing is None:
                break
            running[workers.submit(pairing)] = pairing
        if not running:
            return
        done, _ = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
        for future in done:
            pairing = running.pop(future)
            error = future.exception()
            if error is None:
                yield future.result()
                continue
            if not workers.is_loss(error):
                raise error
            losses[pairing.number] += 1
            if losses[pairing.number] == MOST_LOSSES:
                raise ValueError(f"game {pairing.number + 1} was lost {MOST_LOSSES} times, each time with its worker")
            lost.append(pairing)
