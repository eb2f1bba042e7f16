"""An order to think, from the command to the answer."""
import threading
import time

# How an order to think can end before its time.
NOW, WITHDRAWN = "now", "withdrawn"  # with the best move so far; with none


class Order:
    """An order to think: when it came, what bounds it, whether it is paused, how it was ended, and whether it was answered.

    While it `ponders` it is about a position that is only expected, and nothing bounds it; a hit makes it one like others.
    """

    def __init__(self, ponders=False):
        self.arrived = time.perf_counter()
        self.ponders = ponders
        self.limits = None  # known when somebody thinks about it
        self.ended = None
        self.is_answered = False
        self._changed = threading.Condition()
        self._paused_at = None
        self._was_paused = False  # since a search was last begun for it

    def waited(self):
        """Seconds since it came, without pauses."""
        return time.perf_counter() - self.arrived

    def is_interrupted(self):
        """Whether a search for it should stop, for good or for a while."""
        return self.ended is not None or self._paused_at is not None

    def end(self, how):
        """End it, unless it is withdrawn already."""
        with self._changed:
            if self.ended != WITHDRAWN:
                self.ended = how
                self._paused_at = None
                self._changed.notify_all()

    def hit(self):
        """Ponder no longer: what was expected has been played, and from now on the clock runs."""
        with self._changed:
            self.ponders = False
            self.arrived = time.perf_counter()
            self._changed.notify_all()

    def pause(self):
        """Let it rest until it is resumed or ended."""
        with self._changed:
            if not self.is_interrupted():
                self._paused_at = time.perf_counter()
                self._was_paused = True

    def resume(self):
        """End a pause. The clock stood still meanwhile."""
        with self._changed:
            if self._paused_at is not None:
                self.arrived += time.perf_counter() - self._paused_at
                self._paused_at = None
                self._changed.notify_all()

    def goes_on_after_pause(self):
        """Wait for the end of a pause; whether there was one, which has cut the search short, and the order stands."""
        with self._changed:
            self._changed.wait_for(lambda: self._paused_at is None)
            was_paused, self._was_paused = self._was_paused, False
            return was_paused and self.ended is None

    def wait_while_pondering(self):
        """Wait until it is hit or ended."""
        with self._changed:
            self._changed.wait_for(lambda: not self.ponders or self.ended is not None)

    def wait_for_end(self):
        """Wait until it is ended."""
        with self._changed:
            self._changed.wait_for(lambda: self.ended is not None)
