"""How far the compiler has come, on a terminal."""
import sys

WIDTH = 30  # of the bar

_drawn = 0  # characters of the last bar


def show():
    """From now on draw a bar on the standard error while kernels are compiled, if that is a terminal."""
    if sys.stderr.isatty():
        from ..engine import kernels
        kernels.listener = draw


def draw(page, done, count):
    """Draw the bar over the last one."""
    global _drawn
    filled = WIDTH * done // max(count, 1)
    bar = f"compiling {page.NAME} [{'#' * filled}{'.' * (WIDTH - filled)}] "
    _drawn = len(bar)
    print(f"\r{bar}", end="", file=sys.stderr, flush=True)


def clear():
    """Wipe the bar away, where there is one."""
    global _drawn
    if _drawn:
        print("\r" + " " * _drawn + "\r", end="", file=sys.stderr, flush=True)
    _drawn = 0
