"""Compiled kernels of a page: specialised source in the cache folder, compiled or loaded from there by Numba."""
import importlib.util
import sys

import numba
from numba import types

from . import cache_folder
from .bits import OPERATIONS, masks, extract, peek, pointer
from .geometry import geometry
from .specialise import ARRAYS, source_of

WORDS = types.uint64[::1]


def load(page, entries, name):
    """A module with the entry kernels for `page`, as attributes."""
    rules = geometry(page)
    source, _ = source_of(rules, entries)
    path = cache_folder() / f"{page.NAME}_{name}.py"
    if not path.exists() or path.read_text() != source:
        path.write_text(source)
    spec = importlib.util.spec_from_file_location(f"frabjous_{page.NAME}_{name}", path)
    module = importlib.util.module_from_spec(spec)
    operations = masks(rules.WIDTH)
    vars(module).update({op: getattr(operations, op) for op in OPERATIONS})
    vars(module).update(extract=extract, peek=peek, pointer=pointer, int64=types.int64, uint64=types.uint64)
    module.kernel = numba.njit(nogil=True)
    module.inline = numba.njit(nogil=True, forceinline=True)

    def entry(signature):
        for name, kind in ARRAYS.items():
            signature = signature.replace(name, kind)
        return numba.njit(signature, nogil=True, cache=True)

    module.entry = entry
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
