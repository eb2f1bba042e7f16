"""The layout of the house: packages, the direction of imports, what a start may cost."""
import ast
import importlib
import inspect
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from frabjous.engine.specialise import Kernel
from frabjous.engine.variants import GAMES
from frabjous.engine.variants.alice_family import FAMILY

ROOT = Path(__file__).parent.parent
MAY_IMPORT = {"eval": {"eval", "engine"}, "engine": {"engine", "eval"}, "protocol": {"protocol", "engine", "eval", "bench"},
              "bench": {"bench", "engine", "eval", "protocol"}}


def test_every_folder_of_code_is_a_package():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    tools = project["tool"]["setuptools"]
    folders = {path.parent.relative_to(ROOT) for top in MAY_IMPORT for path in (ROOT / top).rglob("*.py")}
    assert {"frabjous." + ".".join(folder.parts) for folder in folders} == set(tools["packages"])
    assert {"frabjous." + top: top for top in MAY_IMPORT} == tools["package-dir"]
    assert [d.split(">")[0] for d in project["project"]["dependencies"]] == ["numpy", "numba"]


def imported_tops(path):
    """The top folders that a module imports from by relative imports."""
    depth = len(path.relative_to(ROOT).parts) - 1
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level:
            module = (node.module or "").split(".")
            yield path.relative_to(ROOT).parts[0] if node.level <= depth else module[0] or node.names[0].name


def test_imports_go_one_way():
    for top, allowed in MAY_IMPORT.items():
        for path in (ROOT / top).rglob("*.py"):
            assert set(imported_tops(path)) <= allowed, path


def test_nothing_imports_the_protocols():
    for top in ("engine", "eval"):
        for path in (ROOT / top).rglob("*.py"):
            assert not {"protocol", "bench"} & set(imported_tops(path)), path


def test_a_first_answer_needs_neither_numba_nor_numpy():
    code = ("import sys, frabjous.protocol.command, frabjous.engine.variants, frabjous.engine.limits;"
            "print([m for m in ('numba', 'numpy', 'llvmlite') if m in sys.modules])")
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"


def kernels():
    """All kernels of the house, as (module, kernel)."""
    for top in ("engine", "eval"):
        for path in sorted((ROOT / top).glob("[!_]*.py")):
            module = importlib.import_module(f"frabjous.{top}.{path.stem}")
            yield from ((path.stem, value) for value in vars(module).values() if isinstance(value, Kernel))


def words_of(kernel):
    """All words of a kernel's names and strings; comments are not among them."""
    for node in ast.walk(kernel.tree):
        for text in (getattr(node, "id", None), getattr(node, "attr", None), getattr(node, "arg", None), getattr(node, "value", None)):
            if isinstance(text, str):
                yield from re.findall("[a-z0-9]+", text.lower())


def test_no_kernel_knows_a_game_by_its_name():
    """A game differs by what its page says. `hostage` is also a man that is held."""
    names = {name for page in GAMES.values() for name in (page.NAME, *page.ALIASES)} - {"hostage"}
    found = list(kernels())
    assert len(found) > 50
    for module, kernel in found:
        assert not {*names, "name", "title"} & set(words_of(kernel)), f"{kernel.name} in {module}"


def test_the_page_of_a_member_of_the_family_is_short():
    assert max(len(inspect.getsource(page).splitlines()) for page in FAMILY) <= 60
