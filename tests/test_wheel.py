"""The wheel: what it carries is all that a first start needs."""
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from conftest import PATIENCE

from frabjous.engine import cache

ROOT = Path(__file__).parent.parent
USUAL = "chess", "omega", "alice", "hostage", "chessgi"


def pythons():
    """The supported Pythons of this machine, pyenv's too: one of each version."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    found = {}
    for name in ("python3.11", "python3.12", "python3.13"):
        for path in (shutil.which(name), *sorted(pyenv.glob(f"versions/*/bin/{name}"))):
            if path and subprocess.run([path, "--version"], capture_output=True).returncode == 0:
                found.setdefault(name, path)
    return found


PYTHONS = pythons()


def run(*command, **environment):
    """All that a command that goes well prints."""
    done = subprocess.run([str(word) for word in command], env=os.environ | environment, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=4 * PATIENCE)
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """A copy of this checkout, so that building leaves no trace in it."""
    folder = tmp_path_factory.mktemp("source") / "frabjous"
    return shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".*", "build", "*.egg-info", "__pycache__"))


@pytest.fixture(scope="module")
def wheel(source, tmp_path_factory):
    """Its wheel, for which only what the tests have not yet needed must be compiled."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", source, "--no-deps", "-w", folder, FRABJOUS_CACHE=str(cache.base_folder()))
    return next(folder.glob("*.whl"))


def test_it_is_for_any_python_of_one_platform_and_carries_the_usual_games(wheel):
    assert "-py3-none-" in wheel.name and not wheel.name.endswith("-any.whl")
    names = [Path(name).name for name in zipfile.ZipFile(wheel).namelist()]
    for group in ("moves", "perft", "search", "proof"):
        assert {name.split("_")[1] for name in names if name.endswith(f"_{group}.o")} == set(USUAL)
    assert {f"frabjous/bench/suites/{game}.txt" for game in USUAL} <= set(zipfile.ZipFile(wheel).namelist())
    assert sum(file.file_size for file in zipfile.ZipFile(wheel).infolist()) < 25e6


def lines_to_move(command, game, environment):
    """What the engine says up to its first move."""
    with subprocess.Popen([command], env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as engine:
        engine.stdin.write(f"uci\nsetoption name UCI_Variant value {game}\nposition startpos\ngo depth 2\n")
        engine.stdin.flush()
        lines = []
        for line in engine.stdout:
            lines.append(line)
            if line.startswith("bestmove"):
                break
        return lines


@pytest.mark.parametrize("python", PYTHONS.values(), ids=PYTHONS.keys())
def test_where_there_is_no_compiler_and_no_home_it_plays_every_usual_game(wheel, tmp_path, python):
    """Without Numba nothing can be compiled; and nothing is read or written but what the wheel carries."""
    run(python, "-m", "venv", tmp_path)
    run(tmp_path / "bin" / "pip", "install", "--no-deps", "numpy", "llvmlite", wheel)
    alone = {"FRABJOUS_CACHE": "/proc/nowhere", "HOME": "/proc/nowhere", "PYTHONDONTWRITEBYTECODE": "1"}
    with pytest.raises(AssertionError, match="No module named 'numba'"):
        run(tmp_path / "bin" / "python", "-c", "import numba", **alone)
    for game in USUAL:
        lines = lines_to_move(tmp_path / "bin" / "frabjous", game, os.environ | alone)
        assert lines[-1].startswith("bestmove") and "info string" not in "".join(lines)
        assert "nodes" in run(tmp_path / "bin" / "frabjous", "perft", game, 2, **alone)
        assert run(tmp_path / "bin" / "frabjous", "solve", game, "--mate", 1, **alone).startswith("no mate in 1")


@pytest.mark.parametrize("chosen, said", [("0", ""), ("nonsense", "each game will be when it is first played")])
def test_without_compiled_games_it_is_a_wheel_too(source, tmp_path, chosen, said):
    assert said in run(sys.executable, "-m", "pip", "wheel", "-v", source, "--no-deps", "-w", tmp_path,
                       FRABJOUS_PRECOMPILE=chosen)
    wheel, = tmp_path.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl") == (chosen == "0")
    assert not [name for name in zipfile.ZipFile(wheel).namelist() if "compiled/" in name]


def test_nothing_of_an_earlier_build_comes_into_a_wheel(source, tmp_path):
    left = source / "build" / "lib" / "frabjous" / "engine"
    left.mkdir(parents=True, exist_ok=True)
    for name in ("clock.py", "gone.py"):
        (left / name).write_text("STALE = True\n")  # younger than the sources
    run(sys.executable, "-m", "pip", "wheel", source, "--no-deps", "-w", tmp_path, FRABJOUS_PRECOMPILE="0")
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        assert "frabjous/engine/gone.py" not in wheel.namelist()
        assert wheel.read("frabjous/engine/clock.py") == (ROOT / "engine" / "clock.py").read_bytes()
