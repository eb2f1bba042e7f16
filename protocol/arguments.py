"""What all command lines of the program share: a parser whose errors are one line, and types of arguments."""
import argparse
import sys


def fail(program, error):
    """Say in one line what is wrong; the exit code for it."""
    print(f"{program}: {' '.join(str(error).split()) or type(error).__name__}", file=sys.stderr)
    return 2


class Parser(argparse.ArgumentParser):
    """One whose errors are one line."""

    speaker = None  # who reports them; by default the program with its command

    def error(self, message):
        sys.exit(fail(self.speaker or self.prog, f"{message} (see {self.prog} --help)"))


def at_least(least):
    """A type of argument: an integer that is not less."""
    def integer(text):
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None
        if number < least:
            raise argparse.ArgumentTypeError(f"{number} is less than {least}")
        return number

    return integer
