"""An order to think, from the command to the answer."""
import threading
import time

# How an order to think can end before its time.
NOW, WITHDRAWN, HIT = "now", "withdrawn", "hit"  # with the best move so far; with none; what was pondered was played


class Order:
    """An order to think: when it came, whether it is paused, how it was ended, and whether it was answered.

    While it `ponders` it is about a position that is only expected; a hit makes it an order like others.
    """

    def __init__(self, ponders=False):
        self.arrived = time.perf_counter()
        self.ponders = ponders
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
        """End it, unless it is withdrawn already, or hit without pondering."""
        with self._changed:
            if self.ended == WITHDRAWN or how == HIT and not self.ponders:
                return
            self.ended = how
            self._paused_at = None
            if how == HIT:
                self.arrived = time.perf_counter()  # from now on the clock runs
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

    def goes_on_after_hit(self):
        """Whether a hit has ended the pondering; if so the order is as new."""
        if self.ended != HIT:
            return False
        self.ponders, self.ended = False, None
        return True

    def wait_for_end(self):
        """Wait until it is ended."""
        with self._changed:
            self._changed.wait_for(lambda: self.ended is not None)
