"""How a wheel is built: with the compiled kernels of games, so that its first start need not wait for a compiler.

    pip wheel . --no-deps                             the games of `USUAL`
    FRABJOUS_PRECOMPILE=all pip wheel . --no-deps     all games; or names of games; or 0 for none

`pip install .` does the same. The code runs on any x86-64 processor with AVX2 and BMI2, under any Python; elsewhere, and
where compiling fails, a game is compiled when it is first played. An editable install compiles nothing ahead.

This is the build backend named in pyproject.toml: setuptools, that needs Numba for wheels only, with two commands of its own.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

USUAL = ("chess", "omega", "alice", "hostage", "chessgi")


def wanted():
    """The games to be compiled, as arguments of `frabjous compile`; None for none."""
    chosen = os.environ.get("FRABJOUS_PRECOMPILE", " ".join(USUAL))
    return None if chosen in ("", "0") else chosen.split()


def get_requires_for_build_wheel(config_settings=None):
    needed = build_meta.get_requires_for_build_wheel(config_settings)
    return needed if wanted() is None else [*needed, "numpy>=1.26", "numba>=0.61"]


class BuildPy(build_py):
    """Copy the modules, then compile kernels beside them."""

    def run(self):
        modules = pathlib.Path(self.build_lib).resolve()
        if not self.editable_mode:
            shutil.rmtree(modules / "frabjous", ignore_errors=True)  # of an earlier build, with what is gone since
        super().run()
        if not self.editable_mode and wanted() is not None:
            try:
                self.compile_kernels(modules, modules / "frabjous" / "engine" / "compiled")
            except (OSError, subprocess.SubprocessError) as error:
                print(f"kernels were not compiled ({error}); each game will be when it is first played", file=sys.stderr)

    def compile_kernels(self, modules, folder):
        """Compile each game in a process of its own, as many at a time as there are processors."""
        with tempfile.TemporaryDirectory() as cache:
            environment = {"FRABJOUS_CACHE": cache, **os.environ,
                           "PYTHONPATH": os.pathsep.join(filter(None, (str(modules), os.environ.get("PYTHONPATH"))))}

            def frabjous(*arguments):
                command = [sys.executable, "-m", "frabjous.protocol.command", *arguments]
                return subprocess.run(command, env=environment, cwd=modules, check=True, stdout=subprocess.PIPE, text=True).stdout

            games = [line.split()[0] for line in frabjous("games").splitlines()] if wanted() == ["all"] else wanted()
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                list(pool.map(lambda game: frabjous("compile", game, "--into", str(folder)), games))


class BdistWheel(bdist_wheel):
    """A wheel for one platform and every Python, if it carries compiled kernels."""

    def get_tag(self):
        if wanted() is None:
            return super().get_tag()
        self.root_is_pure = False  # asks for the platform's name
        platform = super().get_tag()[2]
        self.root_is_pure = True
        return "py3", "none", platform
