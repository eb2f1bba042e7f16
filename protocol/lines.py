"""Lines of text to and from the program, or the person, at the other end."""
import os
import sys
import threading

LONGEST_ECHO = 200  # characters of a wrong line that an answer repeats


def read_lines():
    """The lines of the standard input without their ends, until it is closed. Any bytes are read as something."""
    if sys.stdin is None:
        return
    for line in sys.stdin.buffer:
        yield line.decode("utf-8", "replace").strip()


def open_missing_streams():
    """Have something to write to where the program was started with its output closed, and nobody to read it."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w"))


def leave():
    """End the process at once, whatever its threads are doing; a compiler at work would delay an orderly end."""
    os._exit(0)


def shortened(text):
    """A line as an answer may repeat it: not endless, and nothing that ends a line or starts another."""
    text = "".join(c if c.isprintable() else "?" for c in text)
    return text if len(text) <= LONGEST_ECHO else text[:LONGEST_ECHO] + "…"


class Output:
    """The standard output: whole lines, written at once, from any thread. A reader that has gone ends the process."""

    def __init__(self):
        self._lock = threading.Lock()

    def send(self, *lines):
        """Write lines, with no other thread's between them."""
        data = "".join(f"{line}\n" for line in lines).encode()
        with self._lock:
            try:
                sys.stdout.buffer.write(data)
                sys.stdout.buffer.flush()
            except (OSError, ValueError, AttributeError):  # closed: at the other end, here, or from the start
                leave()
