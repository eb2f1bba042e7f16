"""Where compiled code is kept: in the folder that came with the package, and in one of the user's for each compiler.

In a folder stand object files, one for each group of a game's kernels, named by the hash of their specialised source.
Specialising takes longer than loading, so a small file of names says which source a page has, by the hash of
all that could change it. Where no folder can be written the engine compiles in memory, each time anew.
"""
import contextlib
import functools
import hashlib
import json
import os
import pathlib
import re
import shutil
import sys
import tempfile
import time

STALE_AFTER = 30 * 24 * 3600  # seconds without use after which compiled code is deleted
HERE = pathlib.Path(__file__).resolve().parent
SHIPPED = HERE / "compiled"  # what came with the package


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


@functools.cache
def sources_hash():
    """A short hash of all that can change what is compiled, but for the page and the processor."""
    return hashed(*(path.read_text("utf-8") for folder in (HERE, HERE.parent / "eval") for path in sorted(folder.rglob("*.py"))))


def compiler_hash():
    """A short hash of what compiles a source: the versions of Numba and llvmlite, and the compiler with its operations."""
    from importlib.metadata import version

    return hashed(*map(version, ("numba", "llvmlite")),
                  *((HERE / name).read_text("utf-8") for name in ("bits.py", "compiler.py")))


@functools.cache
def folder():
    """The user's folder for this compiler, made and proven to be writable; None if there is none.

    What stands in it is run as it is, so a folder that another user could have written is not used.
    """
    try:
        base = base_folder()
        chosen = base / compiler_hash()
        base.mkdir(parents=True, exist_ok=True)
        chosen.mkdir(mode=0o700, exist_ok=True)
        if hasattr(os, "getuid") and (chosen.stat().st_uid != os.getuid() or chosen.stat().st_mode & 0o002):
            return None
        with tempfile.TemporaryFile(dir=chosen) as probe:
            probe.write(b"room for a little more")
            probe.flush()
        os.utime(chosen)
        delete_stale(base, chosen)
        return chosen
    except (OSError, RuntimeError):  # RuntimeError: no home folder
        return None


def delete_stale(base, current):
    """Delete what has not been used for a month: folders of other compilers, and files of the current one."""
    def is_stale(path):
        return time.time() - path.stat().st_mtime > STALE_AFTER

    for other in base.iterdir():
        if other != current and other.is_dir() and len(other.name) == 16 and is_stale(other):
            shutil.rmtree(other, ignore_errors=True)
    for file in current.iterdir():
        if is_stale(file):
            file.unlink(missing_ok=True)


def folders():
    """All folders in which compiled code may be found."""
    if SHIPPED.is_dir():
        yield SHIPPED
    if folder():
        yield folder()


# -------------------------------------------------------------------- files
def write(path, data):
    """Write a file so that another process sees all of it or nothing. One that cannot be written is done without."""
    try:
        descriptor, name = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
    except OSError:
        return
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except OSError:
        pathlib.Path(name).unlink(missing_ok=True)


def read(path):
    """A file's bytes, None if it cannot be read. That it was used is noted where it can be."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    with contextlib.suppress(OSError):
        if time.time() - path.stat().st_mtime > STALE_AFTER / 30:
            os.utime(path)
    return data


def keep_name(place, key, name):
    """Note which source a page has, by the key of what it is made of."""
    write(place / f"{key}.name", name.encode())


def kept_name(place, key):
    """The name noted under a key; None if there is none."""
    name = read(place / f"{key}.name")
    return name.decode() if name and re.fullmatch(rb"\w+", name) else None


def digest(name, data):
    """What stands at the head of an object file: it fits its name and every byte that follows."""
    return hashlib.sha256(name.encode() + b"\n" + data).hexdigest().encode()


def keep_object(place, name, code, signatures):
    """Keep an object file and the signatures of its entries."""
    data = json.dumps(signatures).encode() + b"\n" + code
    write(place / f"{name}.o", digest(name, data) + b"\n" + data)


def kept_object(place, name):
    """(object file, signatures of its entries); None if there is none, or it is damaged or another's."""
    head, _, data = (read(place / f"{name}.o") or b"").partition(b"\n")
    if head != digest(name, data):
        return None
    signatures, _, code = data.partition(b"\n")
    return code, json.loads(signatures)
