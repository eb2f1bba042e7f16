"""How far the compiler has come, on a terminal."""
import sys

WIDTH = 30  # of the bar


def show():
    """From now on draw a bar on the standard error while kernels are compiled, if that is a terminal."""
    if sys.stderr.isatty():
        from ..engine import kernels
        kernels.listener = draw


def draw(page, done, count):
    """Draw the bar over the last one."""
    filled = WIDTH * done // max(count, 1)
    print(f"\rcompiling {page.NAME} [{'#' * filled}{'.' * (WIDTH - filled)}] ", end="", file=sys.stderr, flush=True)


def clear():
    """Wipe the bar away, where there may be one."""
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)
