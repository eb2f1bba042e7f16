"""Where compiled code is kept: one folder for each state of the sources.

Numba's cache does not see changes in functions of other files, so the folder is named by a hash of all
sources and of the versions that compile them. Where no folder can be written the engine compiles in
memory, each time anew.
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


def sources_hash():
    """A short hash of every source of the compiled code, of Python's and of Numba's version."""
    from importlib.metadata import version

    here = pathlib.Path(__file__).resolve().parent
    digest = hashlib.sha256(f"{sys.version_info[:2]} {version('numba')} {version('llvmlite')} {version('numpy')}".encode())
    for folder in (here, here.parent / "eval"):
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@functools.cache
def folder():
    """The folder for these sources, made and proven to be writable; None if there is none."""
    try:
        base = base_folder()
        chosen = base / sources_hash()
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
        with os.fdopen(descriptor, "w") as file:
            file.write(text)
        os.replace(name, path)
    except OSError:
        pathlib.Path(name).unlink(missing_ok=True)
        raise
