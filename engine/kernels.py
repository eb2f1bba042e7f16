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

# One name for each group of kernels that is compiled together, so that perft need not wait for the search.
GROUPS = ("moves", "perft", "search")

_compiling = threading.Lock()


def entries(group):
    """The entry kernels of a group."""
    if group == "moves":
        from . import position
        return [position.play_move, position.settle, position.legal_moves, position.is_attacked]
    if group == "perft":
        from . import perft
        return [perft.perft]
    from . import alphabeta
    return [alphabeta.search_root, alphabeta.evaluate_position]


@functools.cache
def _load(page, group):
    rules = geometry(page)
    source, _ = source_of(rules, entries(group))
    name = f"frabjous_{page.NAME}_{group}" + "".join(f"_{v}" for v in page.CHOSEN.values())
    module = python_types.ModuleType(name)
    operations = masks(rules.WIDTH)
    vars(module).update({operation: getattr(operations, operation) for operation in OPERATIONS})
    vars(module).update(extract=extract, peek=peek, pointer=pointer, shifted=shifted, int64=types.int64, uint64=types.uint64, boolean=types.boolean)
    module.kernel = numba.njit(nogil=True)
    module.inline = numba.njit(nogil=True, forceinline=True)
    sys.modules[name] = module
    folder = cache.folder()
    if folder:
        path = folder / f"{name}.py"
        try:
            if not path.exists() or path.read_text() != source:
                cache.write(path, source)
            numba.config.CACHE_DIR = str(folder)
            return _compile(module, source, path, True)
        except OSError:  # a full disk, for one: what cannot be kept can still be played with
            pass
    return _compile(module, source, f"<{name}>", False)


def _compile(module, source, path, kept):
    def entry(signature):
        for array, kind in ARRAYS.items():
            signature = signature.replace(array, kind)
        return numba.njit(signature, nogil=True, cache=kept)

    module.__file__ = str(path)
    module.entry = entry
    exec(compile(source, str(path), "exec"), vars(module))
    return module


def load(page, group):
    """A module with the entry kernels of a group for `page`, as attributes; compiled at the first call."""
    with _compiling:
        return _load(page, group)
