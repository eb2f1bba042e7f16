"""A client for the engine as a program: it sends lines and waits for answers, as a GUI does."""
import queue
import re
import subprocess
import sys
import threading

import pytest

COMMAND = [sys.executable, "-m", "frabjous.protocol.command"]
PATIENCE = 300  # seconds; a machine may be slow, and compile first

# Lines that an engine sends to XBoard.
MOVE = r"move (\S+)"
THINKING = r"\d+ -?\d+ \d+ \d+ \S.*"


class Client:
    """A running engine. `seen` are the lines it sent since the last `expect`, the expected one included."""

    def __init__(self, *lines):
        self.process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.lines = queue.Queue()
        self.seen = []
        self.pings = 0
        threading.Thread(target=self._read, daemon=True).start()
        self.send(*lines)

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.decode().rstrip("\r\n"))
        self.lines.put(None)

    def send(self, *lines):
        self.send_bytes("".join(f"{line}\n" for line in lines).encode())

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def expect(self, pattern, patience=PATIENCE):
        """The match of the next line that fits the whole pattern; None fits the end of the output."""
        self.seen = []
        while True:
            try:
                line = self.lines.get(timeout=patience)
            except queue.Empty:
                raise AssertionError(f"no line {pattern!r} came; there were {self.seen}") from None
            self.seen.append(line)
            if line is None:
                assert pattern is None, f"the engine ended without {pattern!r}; there were {self.seen}"
                return None
            if pattern is not None and (match := re.fullmatch(pattern, line)):
                return match

    def barrier(self):
        """Wait until the engine has done all it was told; the lines it has sent on the way. Kernels must be loaded."""
        self.pings += 1
        self.send(f"ping {self.pings}")
        self.expect(f"pong {self.pings}")
        return self.seen[:-1]

    def close(self):
        """End the input; the exit code and what was written to the standard error."""
        self.process.stdin.close()
        self.process.wait(60)
        return self.process.returncode, self.process.stderr.read().decode()


@pytest.fixture(scope="module")
def xboard_client():
    """One engine for most tests of a module: they reuse it as XBoard does, from game to game."""
    client = Client("xboard", "protover 2")
    client.expect("feature done=1")
    yield client
    assert client.close() == (0, "")


class Heard:
    """An output for an engine within the test's process: it keeps what is sent."""

    def __init__(self):
        self.lines = []
        self._changed = threading.Condition()

    def send(self, *lines):
        with self._changed:
            self.lines += lines
            self._changed.notify_all()

    def expect(self, beginning):
        """Wait for a line; the lines up to it, which are heard then."""
        with self._changed:
            assert self._changed.wait_for(lambda: any(line.startswith(beginning) for line in self.lines), PATIENCE), self.lines
            end = 1 + next(i for i, line in enumerate(self.lines) if line.startswith(beginning))
            heard, self.lines = self.lines[:end], self.lines[end:]
            return heard


@pytest.fixture
def start():
    """A function that starts an engine and sends it lines; at the end it must leave silently."""
    clients = []

    def begin(*lines):
        clients.append(Client(*lines))
        return clients[-1]

    yield begin
    for client in clients:
        if client.process.poll() is None:
            assert client.close() == (0, "")
