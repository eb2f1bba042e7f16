"""Where compiled code is kept: one folder for each compiler, in it one module for each specialised source.

Numba's cache does not see changes in functions of other files, so a module holds all the kernels of a game
and is named by the hash of its source; the folder is named by what else the code is made of: the versions
that compile it and the few files that give it its operations. Where no folder can be written the engine
compiles in memory, each time anew.
"""
import functools
import hashlib
import os
import pathlib
import shutil
import sys
import tempfile
import time

STALE_AFTER = 30 * 24 * 3600  # seconds without use after which the code of other sources is deleted


def base_folder():
    """The user's cache folder for Frabjous: `FRABJOUS_CACHE` if set, else where the system keeps caches."""
    chosen = os.environ.get("FRABJOUS_CACHE")
    if chosen:
        return pathlib.Path(chosen)
    if sys.platform == "win32":
        root = os.environ.get("LOCALAPPDATA") or pathlib.Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        root = pathlib.Path.home() / "Library" / "Caches"
    else:
        root = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(root) / "frabjous"


def hashed(*parts):
    """A short hash of texts."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def compiler_hash():
    """A short hash of what compiles a source: Python's, NumPy's and Numba's versions, and the operations on masks."""
    from importlib.metadata import version

    here = pathlib.Path(__file__).resolve().parent
    return hashed(str(sys.version_info[:2]), *map(version, ("numba", "llvmlite", "numpy")),
                  *((here / name).read_text("utf-8") for name in ("bits.py", "kernels.py")))


@functools.cache
def folder():
    """The folder for this compiler, made and proven to be writable; None if there is none."""
    try:
        base = base_folder()
        chosen = base / compiler_hash()
        chosen.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=chosen) as probe:
            probe.write(b"room for a little more")
            probe.flush()
        os.utime(chosen)
        delete_stale(base, chosen)
        return chosen
    except (OSError, RuntimeError):  # RuntimeError: no home folder
        return None


def delete_stale(base, current):
    """Delete the folders of other sources that have not been used for a month."""
    for other in base.iterdir():
        if other != current and other.is_dir() and len(other.name) == 16 and time.time() - other.stat().st_mtime > STALE_AFTER:
            shutil.rmtree(other, ignore_errors=True)


def write(path, text):
    """Write a file so that another process sees all of it or nothing."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(text.encode())
        os.replace(name, path)
    except OSError:
        pathlib.Path(name).unlink(missing_ok=True)
        raise
