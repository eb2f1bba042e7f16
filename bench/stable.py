"""The engines that a worker process keeps running from one game to the next."""
import atexit
import collections
import functools
import os
import threading
import time
from multiprocessing import connection

MOST_IDLE = 4  # engines kept; beyond them the one that has waited longest leaves
LONGEST_IDLE = 120.0  # seconds after which an engine leaves that nobody has taken: its match may be over

_idle = collections.deque()  # (moment since which it has waited, Player)
_all = set()
_lock = threading.Lock()


def take(engine, page, patience):
    """A Player that is ready: one kept, or a new one. Raises Fault (NO_START) or Unsuitable."""
    while player := _kept(engine, page):
        if player.process.is_open and player.process.exit_status() is None:
            return player
        discard(player)
    player = engine.start(page, patience)
    with _lock:
        _all.add(player)
    return player


def _kept(engine, page):
    with _lock:
        for entry in _idle:
            _, player = entry
            if player.engine == engine and player.page is page:
                _idle.remove(entry)
                return player
    return None


def give_back(player):
    """Keep an engine that has done its game well, if it may be kept."""
    if player.engine.restart or not player.is_reusable:
        leave(player)
        return
    with _lock:
        _idle.append((time.monotonic(), player))
    _thin(lambda moment: len(_idle) > MOST_IDLE)
    _watch_idleness()


@functools.cache
def _watch_idleness():
    """From the first call on, have engines leave that nobody takes."""
    def watch():
        while True:
            time.sleep(LONGEST_IDLE / 4)
            _thin(lambda moment: moment < time.monotonic() - LONGEST_IDLE)

    threading.Thread(target=watch, daemon=True).start()


def _thin(is_surplus):
    """Have kept engines leave, the longest waiting first, as long as `is_surplus(moment since which it waits)`."""
    while True:
        with _lock:
            if not _idle or not is_surplus(_idle[0][0]):
                return
            _, player = _idle.popleft()
        leave(player)


def leave(player):
    """Have an engine quit."""
    with _lock:
        _all.discard(player)
    player.quit()


def discard(player):
    """End an engine that did wrong."""
    with _lock:
        _all.discard(player)
    player.kill()


def clear():
    """Have all kept engines quit."""
    _thin(lambda moment: True)


def end_with(lifeline):
    """In a process of our own: end it and all its engines when the other end of a connection closes, by whatever cause."""
    def watch():
        connection.wait([lifeline])
        for player in list(_all):
            player.process.popen.kill()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


atexit.register(clear)
