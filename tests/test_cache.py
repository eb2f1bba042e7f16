"""Where compiled code is kept: whatever happens to it, the game is played, and never with code that is not its own."""
import hashlib
import os
import pickle
import shutil
import subprocess
import sys
import time

import numpy as np
import pytest
from conftest import PATIENCE

from frabjous.engine import cache, kernels, target
from frabjous.engine.variants import GAMES

# A game that is soon compiled. It says how many legal moves there are, and how often a compiler was begun.
TINY = """
import os, resource, signal, subprocess, sys
from frabjous.engine import compilation, kernels
from frabjous.engine.game import Game
from frabjous.engine.rules import Rules

class Tiny(Rules):
    NAME = "tiny"
    FILES, RANKS = "abcd", "1234"
    PIECES = {"P": "", "N": "N", "K": "WF"}
    PAWN_STEPS, PROMOTIONS, EN_PASSANT = {}, "N", "none"
    ARRAY = "nk2/pp2/2PP/2KN w - - 0 1"

begun = []
def listen(page, done, count):
    if done == 0:
        begun.append(page)
kernels.listener = listen
"""
PLAY = "print(len(Game(Tiny).legal_moves()), len(begun))"
MOVES = 6


def started(folder, *more, **environment):
    """A process with the tiny game and lines of code, with its compiled code in a folder (None: the usual one)."""
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith(("FRABJOUS", "XDG"))}
    if folder:
        surroundings["FRABJOUS_CACHE"] = str(folder)
    return subprocess.Popen([sys.executable, "-c", "\n".join((TINY, *more))], env=surroundings | environment,
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def played(folder, *more, **environment):
    """(legal moves, compilers begun) in such a process."""
    out, err = started(folder, *more, PLAY, **environment).communicate(timeout=PATIENCE)
    assert err == ""
    return tuple(map(int, out.split()))


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A folder in which the tiny game's moves are compiled, by several processes that found nothing at once."""
    folder = tmp_path_factory.mktemp("cache")
    processes = [started(folder, PLAY) for _ in range(3)]
    for process in processes:
        assert process.communicate(timeout=PATIENCE) == (f"{MOVES} 1\n", "")
    return folder


def files(folder, ending):
    """The files of a folder with such names, at any depth."""
    return list(folder.rglob(f"*{ending}"))


# -------------------------------------------------------------------- what is kept is used
def test_several_cold_processes_leave_one_good_copy(kept):
    assert [len(files(kept, ending)) for ending in (".o", ".name", ".py", ".tmp")] == [1, 1, 1, 0]
    assert played(kept) == (MOVES, 0)


def test_sources_that_change_no_kernel_recompile_nothing(kept):
    names = files(kept, ".name")
    for file in names:
        file.unlink()
    assert played(kept) == (MOVES, 0)
    assert files(kept, ".name") == names


def test_another_rule_or_processor_is_other_code(monkeypatch):
    alice = GAMES["alice"]
    keys = {kernels._key(alice), kernels._key(alice.with_options(EnPassant="landed"))}
    kernels._key.cache_clear()
    monkeypatch.setattr(target, "identity", lambda: "another")
    keys.add(kernels._key(alice))
    kernels._key.cache_clear()
    assert len(keys) == 3


# -------------------------------------------------------------------- what is damaged is not
DAMAGES = [lambda data: data[:-100], lambda data: b"", lambda data: bytes(len(data)), lambda data: data[:200] + b"x" + data[201:],
           lambda data: pickle.dumps(data), lambda data: b"e3b0c442\n" + data, lambda data: b"\xff" * 1000,
           lambda data: hashlib.sha256(b"").hexdigest().encode() + b"\n"]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_object_is_not_read(tmp_path, damage):
    cache.keep_object(tmp_path, "kernel", b"code" * 100, {"f": "void(int64)"})
    assert cache.kept_object(tmp_path, "kernel") == (b"code" * 100, {"f": "void(int64)"})
    file = tmp_path / "kernel.o"
    shutil.copy(file, tmp_path / "other.o")
    assert cache.kept_object(tmp_path, "other") is None
    file.write_bytes(damage(file.read_bytes()))
    assert cache.kept_object(tmp_path, "kernel") is None


@pytest.mark.parametrize("text", [b"", b"../../other", b"\xff\xfe", b"a b", b"absent"])
def test_a_damaged_name_leads_nowhere(tmp_path, text):
    (tmp_path / "key.name").write_bytes(text)
    name = cache.kept_name(tmp_path, "key")
    assert name in (None, "absent") and cache.kept_object(tmp_path, f"{name}_moves") is None


def test_damaged_files_are_replaced(kept):
    for file in (*files(kept, ".o"), *files(kept, ".name"), *files(kept, ".py")):
        file.write_bytes(file.read_bytes()[:50])
    assert played(kept) == (MOVES, 1)
    assert played(kept) == (MOVES, 0)


def test_a_folder_that_others_can_write_is_not_used(tmp_path, monkeypatch):
    monkeypatch.setenv("FRABJOUS_CACHE", str(tmp_path))
    ask = cache.folder.__wrapped__
    assert ask() == tmp_path / cache.compiler_hash()
    ask().chmod(0o777)
    assert ask() is None


# -------------------------------------------------------------------- nothing can be kept
def test_no_home(tmp_path):
    assert played(None, HOME="/proc/nowhere") == (MOVES, 1)


def test_a_full_disk(tmp_path):
    full = "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))"
    assert played(tmp_path, full) == (MOVES, 1)
    assert files(tmp_path, ".o") == files(tmp_path, ".tmp") == []


# -------------------------------------------------------------------- the compiler comes to harm
def test_a_killed_compiler_is_begun_again(tmp_path):
    assert played(tmp_path, """
usual = compilation.Compilation._begin
def killed_once(self, request):
    process = usual(self, request)
    compilation.Compilation._begin = usual
    process.kill()
    return process
compilation.Compilation._begin = killed_once
""") == (MOVES, 2)
    assert played(tmp_path) == (MOVES, 0)


def test_a_compiler_ends_with_the_engine(tmp_path):
    process = started(tmp_path, "kernels.begin(Tiny, kernels.GROUPS)",
                      "print(kernels._at_work[Tiny, 'moves'].process.pid, flush=True)", "sys.stdin.read()")
    compiler = int(process.stdout.readline())
    process.kill()
    process.wait()
    wait_for_the_end_of(compiler)
    assert files(tmp_path, ".o") == files(tmp_path, ".tmp") == []


def test_a_compiler_is_given_up_when_one_for_another_game_is_begun(tmp_path):
    process = started(tmp_path, "class Other(Tiny):", "    NAME = 'other'", "kernels.begin(Tiny, kernels.GROUPS)",
                      "print(kernels._at_work[Tiny, 'moves'].process.pid, flush=True)",
                      "kernels.begin(Other, ['moves'])", "sys.stdin.read()", PLAY)
    wait_for_the_end_of(int(process.stdout.readline()))
    out, _ = process.communicate("", timeout=PATIENCE)
    assert tuple(map(int, out.split())) == (MOVES, 3)  # and one is begun once more when it is wanted


def wait_for_the_end_of(compiler):
    deadline = time.monotonic() + PATIENCE
    while is_running(compiler):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def is_running(process):
    """Whether a process that is not our child runs; one that waits to be buried does not."""
    try:
        with open(f"/proc/{process}/stat") as status:
            return status.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_without_processes_the_compiler_runs_inside(tmp_path):
    assert played(tmp_path, "def none(*arguments, **more): raise OSError", "subprocess.Popen = none") == (MOVES, 1)
    assert played(tmp_path) == (MOVES, 0)


def test_an_error_of_the_compiler_is_told():
    from frabjous.engine.compilation import Compilation
    with pytest.raises(RuntimeError, match="the compiler says NameError: name 'nonsense' is not defined"):
        Compilation("nonsense", 64, {"moves": ["f"]}, print).wait_for("moves")


# -------------------------------------------------------------------- cleaning up
def test_what_is_not_used_for_a_month_is_deleted(tmp_path):
    old = time.time() - cache.STALE_AFTER - 1000
    current = tmp_path / ("a" * 16)
    for folder in (current, tmp_path / ("b" * 16), tmp_path / ("c" * 16), tmp_path / "another"):
        folder.mkdir()
        for name in ("old.o", "old.tmp", "young.o"):
            (folder / name).write_bytes(b"")
            if name.startswith("old"):
                os.utime(folder / name, (old, old))
        if folder.name != "c" * 16:
            os.utime(folder, (old, old))
    cache.read(current / "old.o")  # is used, and so is young again
    cache.delete_stale(tmp_path, current)
    assert {path.name for path in current.iterdir()} == {"old.o", "young.o"}
    assert {path.name for path in tmp_path.iterdir()} == {"a" * 16, "c" * 16, "another"}


# -------------------------------------------------------------------- the linker
def test_arrays_of_another_kind_are_refused():
    moves = kernels.load(GAMES["chess"], "moves")
    with pytest.raises(Exception, match="an array of int64 where uint64 is expected"):
        moves.is_attacked(np.zeros(8, np.int64), np.zeros(8, np.uint64), 0, 0)
