"""The compiled kernels of a page: specialised source, compiled by Numba or loaded from its cache."""
import functools
import sys
import threading
import types as python_types

import numba
from numba import types

from . import cache
from .bits import OPERATIONS, extract, masks, peek, pointer, shifted
from .geometry import geometry
from .specialise import ARRAYS, source_of

# Entry kernels by what they are for: perft need not wait for the search to be compiled.
GROUPS = ("moves", "perft", "search", "tuning")

_compiling = threading.RLock()


@functools.cache
def entries():
    """The entry kernels of each group."""
    from . import alphabeta, perft, position

    return {"moves": [position.play_move, position.settle, position.legal_moves, position.is_attacked],
            "perft": [perft.perft],
            "search": [alphabeta.search_root, alphabeta.evaluate_position],
            "tuning": [alphabeta.trace_position]}


def load(page, group):
    """A module with the entry kernels of a group for `page`, as attributes; compiled at the first call."""
    with _compiling:
        return _ready(page, group)


@functools.cache
def _ready(page, group):
    """The page's module, with one group of its entries compiled."""
    module = _module(page, cache.folder())
    try:
        _compile(module, group)
    except OSError:  # a full disk, for one: what cannot be kept can still be played with
        module = _module(page, None)
        _compile(module, group)
    return module


def _compile(module, group):
    """Compile the entries of a group, each for its one signature, or load them from Numba's cache."""
    for wanted in entries()[group]:
        signature = wanted.signature
        for array, kind in ARRAYS.items():
            signature = signature.replace(array, kind)
        dispatcher = getattr(module, wanted.name)
        dispatcher.compile(signature)
        dispatcher.disable_compile()


@functools.cache
def _module(page, folder):
    """All kernels of a page, none compiled yet. With a folder its source stands there and entries are cached."""
    rules = geometry(page)
    source = source_of(rules, [wanted for group in GROUPS for wanted in entries()[group]])
    name = f"frabjous_{page.NAME}_{cache.hashed(source)}"
    path = f"<{name}>"
    if folder:
        try:
            path = folder / f"{name}.py"
            if not path.exists() or path.read_bytes() != source.encode():
                cache.write(path, source)
            numba.config.CACHE_DIR = str(folder)
        except OSError:
            return _module(page, None)
    module = python_types.ModuleType(name)
    operations = masks(rules.WIDTH)
    vars(module).update({operation: getattr(operations, operation) for operation in OPERATIONS})
    vars(module).update(extract=extract, peek=peek, pointer=pointer, shifted=shifted)
    vars(module).update(int64=types.int64, uint64=types.uint64, boolean=types.boolean)
    module.kernel = numba.njit(nogil=True)
    module.inline = numba.njit(nogil=True, forceinline=True)
    module.entry = lambda signature: numba.njit(nogil=True, cache=folder is not None)
    module.__file__ = str(path)
    sys.modules[name] = module
    exec(compile(source, str(path), "exec"), vars(module))
    return module
