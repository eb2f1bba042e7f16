"""What all command lines of the program share: a parser whose errors are one line, and types of arguments."""
import argparse
import math
import sys


def fail(program, error):
    """Say in one line what is wrong; the exit code for it."""
    said = f"{error.filename}: {error.strerror}" if getattr(error, "filename", None) else str(error)
    print(f"{program}: {' '.join(said.split()) or type(error).__name__}", file=sys.stderr)
    return 2


class Parser(argparse.ArgumentParser):
    """One whose errors are one line."""

    speaker = None  # who reports them; by default the program with its command

    def error(self, message):
        sys.exit(fail(self.speaker or self.prog, f"{message} (see {self.prog} --help)"))


def known_game(text):
    """A type of argument: the page of a game, by its name."""
    from ..engine.variants import page_named  # here because most arguments need it not

    try:
        return page_named(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(error) from None


def seconds(text):
    """A type of argument: a time in seconds."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return value


def shown(text):
    """What was given, as an error repeats it."""
    return text if len(text) <= 20 else f"{text[:20]}…"


def at_least(least, most=math.inf):
    """A type of argument: an integer that is not less, nor more than `most`."""
    def integer(text):
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{shown(text)!r} is not a number") from None
        if number < least:
            raise argparse.ArgumentTypeError(f"{shown(text)} is less than {least}")
        if number > most:
            raise argparse.ArgumentTypeError(f"{shown(text)} is more than {most}")
        return number

    return integer
