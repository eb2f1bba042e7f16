"""The engines that a worker process keeps running from one game to the next."""
import atexit
import collections
import os
import threading
from multiprocessing import connection

MOST_IDLE = 4  # engines kept; beyond them the one that has waited longest leaves

_idle = collections.deque()  # Players
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
        for player in _idle:
            if player.engine == engine and player.page is page:
                _idle.remove(player)
                return player
    return None


def give_back(player):
    """Keep an engine that has done its game well, if it may be kept."""
    if player.engine.restart or not player.is_reusable:
        leave(player)
        return
    with _lock:
        _idle.append(player)
        surplus = _idle.popleft() if len(_idle) > MOST_IDLE else None
    if surplus:
        leave(surplus)


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
    with _lock:
        players = list(_idle)
        _idle.clear()
    for player in players:
        leave(player)


def end_with(lifeline):
    """In a process of our own: end it and all its engines when the other end of a connection closes, by whatever cause."""
    def watch():
        connection.wait([lifeline])
        for player in list(_all):
            player.process.popen.kill()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


atexit.register(clear)
