"""The thread that does what takes time, one job after another, so that commands are read meanwhile."""
import collections
import threading


class Worker:
    """Does jobs in the order in which they are submitted, and `rest`s while there are none.

    `rest` is called each time the jobs run out; it should return soon after `is_wanted` turns true. A job
    that fails is told to `failed`, and the next one is done. Jobs are submitted by one thread.
    """

    def __init__(self, rest, failed):
        self._rest, self._failed = rest, failed
        self._jobs = collections.deque()
        self._changed = threading.Condition()
        self._thread = None
        self.is_resting = True  # all jobs submitted so far are done

    def start(self):
        """Begin, if it has not yet begun."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="worker", daemon=True)
            self._thread.start()

    def submit(self, job):
        """Have a job (a function without parameters) done after those before it."""
        with self._changed:
            self.is_resting = False
            self._jobs.append(job)
            self._changed.notify_all()
        self.start()

    def is_wanted(self):
        """Whether a job waits."""
        return bool(self._jobs)

    def wait(self, seconds):
        """Wait until all jobs are done, but no longer than this."""
        with self._changed:
            self._changed.wait_for(lambda: self.is_resting, seconds)

    def _run(self):
        while True:
            self._try(self._next())

    def _next(self):
        """The next job; until there is one, rest."""
        with self._changed:
            if self._jobs:
                return self._jobs.popleft()
            self.is_resting = True
            self._changed.notify_all()
        self._try(self._rest)
        with self._changed:
            self._changed.wait_for(self.is_wanted)
            return self._jobs.popleft()

    def _try(self, job):
        try:
            job()
        except Exception as error:  # whatever it is, the games must go on
            self._failed(error)
