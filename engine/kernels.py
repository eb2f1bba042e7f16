"""The compiled kernels of a page: found where compiled code is kept, or compiled now and kept."""
import contextlib
import functools
import re
import threading

from . import cache, target
from .compilation import Compilation

# Entry kernels by what they are for: perft need not wait for the search to be compiled.
GROUPS = ("moves", "perft", "search", "proof", "tuning")
KEPT = GROUPS[:4]  # what is compiled ahead

# Called with (page, kernels compiled so far, all its kernels) when a page must be compiled, and while it is.
listener = None

_lock = threading.RLock()
_objects = {}  # (page, group): (object file, signatures of its entries)
_at_work = {}  # (page, group): the compilation that will give it


@functools.cache
def entries():
    """The entry kernels of each group."""
    from . import alphabeta, perft, position, proof

    return {"moves": [position.play_move, position.settle, position.legal_moves, position.is_attacked],
            "perft": [perft.perft],
            "search": [alphabeta.search_root, alphabeta.evaluate_position],
            "proof": [proof.prove_mate],
            "tuning": [alphabeta.trace_position, alphabeta.exchange_wins]}


def load(page, group):
    """A namespace of the entry kernels of a group for `page`; compiled if they must be."""
    with _lock:
        return _linked(page, group)


def is_at_hand(page, group):
    """Whether a group of a page can be loaded at once."""
    with _lock:
        return _found_by_key(page, group)


def begin(page, groups):
    """Have a compiler begin with what is missing of these groups of a page; `load` waits for it.

    What was begun for another page is given up.
    """
    with _lock:
        for other in [key for key in _at_work if key[0] != page]:
            _at_work.pop(other).give_up()
        missing = [group for group in groups if (page, group) not in _at_work and not _found(page, group)]
        if missing:
            _begin(page, missing)


def wait(page, groups, is_over):
    """Wait until these groups of a page are compiled, or cannot be, or `is_over` turns true."""
    with _lock:
        begun = [(group, _at_work[page, group]) for group in groups if (page, group) in _at_work]
    with contextlib.suppress(OSError, RuntimeError):  # `load` will tell, or try again
        for group, compiler in begun:
            compiler.wait_for(group, is_over)


def keep(page, place):
    """Have what playing a page needs compiled and kept in a folder. Raises OSError if it cannot be kept there."""
    begin(page, KEPT)
    for group in KEPT:
        load(page, group)
        _write(page, group, place)
        if not cache.kept_object(place, f"{_name(page)}_{group}"):
            raise OSError(f"compiled code cannot be written into {place}")


def why_compiled():
    """Why a page that is compiled need be."""
    if cache.SHIPPED.is_dir():
        return "no code that came with Frabjous is for this game, its rules, this version and this processor"
    return "no compiled code came with this installation"


@functools.cache
def _linked(page, group):
    """The entries of a group, as functions."""
    if not _found(page, group):
        _compile(page, group)
    from . import linker  # it imports NumPy, which whoever only asks what is at hand need not wait for

    return linker.link(*_objects[page, group])


# -------------------------------------------------------------------- finding
def _found_by_key(page, group):
    """Whether the code of a group is in memory, or was found under the key of its page."""
    if (page, group) not in _objects:
        key = _key(page)
        for place in cache.folders():
            name = cache.kept_name(place, key)
            if name and _take(page, group, place, name):
                break
    return (page, group) in _objects


def _found(page, group):
    """Whether the code of a group is in memory, or was found; otherwise it must be compiled."""
    if not _found_by_key(page, group) and (place := cache.folder()) and _take(page, group, place, _name(page)):
        cache.keep_name(place, _key(page), _name(page))  # its sources have changed, not its kernels
    return (page, group) in _objects


def _take(page, group, place, name):
    """Read the code of a group, if it stands there; whether it did."""
    kept = cache.kept_object(place, f"{name}_{group}")
    if kept:
        _objects[page, group] = kept
    return bool(kept)


@functools.cache
def _key(page):
    """A hash of all that a page's kernels are made from; far sooner known than the kernels' source."""
    constants = (f"{name}={getattr(page, name)!r}" for name in dir(page)
                 if name[0].isupper() and not callable(getattr(page, name)))
    return f"{page.NAME}_{cache.hashed(cache.sources_hash(), target.identity(), *constants)}"


@functools.cache
def _source(page):
    """The specialised source of a page's kernels."""
    from .geometry import geometry
    from .specialise import source_of

    return source_of(geometry(page), [wanted for group in GROUPS for wanted in entries()[group]])


def _name(page):
    """What compiled code of a page is called: it changes with the kernels and the processor, and with nothing else."""
    return f"frabjous_{page.NAME}_{cache.hashed(_source(page), target.identity())}"


# -------------------------------------------------------------------- compiling
def compilation(page, groups):
    """A compiler at work on groups of a page."""
    from .geometry import geometry

    def told(done):
        if listener:
            listener(page, done, total)

    source = _source(page)
    total = len(re.findall("^@", source, re.MULTILINE))
    told(0)
    wanted = {group: [kernel.name for kernel in entries()[group]] for group in groups}
    return Compilation(source, geometry(page).WIDTH, wanted, told)


def _begin(page, groups):
    """A compilation that `load` will find at work."""
    begun = compilation(page, groups)
    _at_work.update({(page, group): begun for group in groups})
    return begun


def _compile(page, group):
    """Compile a group and keep it. A compiler that was killed is begun once more."""
    try:
        code, signatures = (_at_work.get((page, group)) or _begin(page, [group])).wait_for(group)
    except OSError:
        code, signatures = _begin(page, [group]).wait_for(group)
    finally:
        _at_work.pop((page, group), None)
    _objects[page, group] = code, signatures
    if place := cache.folder():
        cache.write(place / f"{_name(page)}.py", _source(page).encode())  # to be read
        _write(page, group, place)


def _write(page, group, place):
    """Keep the code of a group in a folder, if that is possible."""
    cache.keep_object(place, f"{_name(page)}_{group}", *_objects[page, group])
    cache.keep_name(place, _key(page), _name(page))
