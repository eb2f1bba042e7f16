"""A program at the other end of three pipes. Nothing here waits longer than it is told to, whatever the program does."""
import collections
import contextlib
import os
import select
import signal
import subprocess
import time

CHUNK = 1 << 16  # bytes read at once
LONGEST_LINE = 1 << 20  # bytes; what goes on longer is cut here
DYING = 0.5  # seconds in which a program that has closed its output may end


class Stalled(Exception):
    """The program does not read what it is sent."""


class Process:
    """A running program: `lines` are what it has said and nobody has taken yet, as (moment of arrival, bytes)."""

    def __init__(self, command, directory=None):
        """Raises OSError if there is no such program."""
        self.popen = subprocess.Popen(command, cwd=directory, bufsize=0, process_group=0, stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.lines = collections.deque()
        self.is_open = True  # it can still be heard
        self.last_error = ""  # the last line of its standard error
        self._partial = b""
        self._input, self._output, self._errors = (
            pipe.fileno() for pipe in (self.popen.stdin, self.popen.stdout, self.popen.stderr))
        self._sources = {self._output: self._read_output, self._errors: self._read_errors}
        for descriptor in (self._input, *self._sources):
            os.set_blocking(descriptor, False)

    # ---------------------------------------------------------------- to the program
    def send(self, text, patience):
        """Write a text whole. A closed pipe is noticed by reading. Raises Stalled after `patience` seconds."""
        data = text.encode()
        deadline = time.perf_counter() + patience
        while data:
            try:
                data = data[os.write(self._input, data):]
            except BlockingIOError:
                if time.perf_counter() > deadline:
                    raise Stalled from None
                self._wait_for_room(deadline)
            except BrokenPipeError:
                self.is_open = False
                return

    def _wait_for_room(self, deadline):
        """Wait until the program reads; meanwhile take what it says, for it may wait for that."""
        poll = select.poll()
        poll.register(self._input, select.POLLOUT)
        for source in self._sources:
            poll.register(source, select.POLLIN)
        for source, _ in poll.poll(milliseconds(deadline)):
            if source in self._sources:
                self._sources[source]()

    # ---------------------------------------------------------------- from the program
    def _read_output(self):
        data = self._read(self._output)
        now = time.perf_counter()
        if data is None:
            return
        if not data:
            self.is_open = False
        *lines, self._partial = (self._partial + data).split(b"\n")
        if len(self._partial) > LONGEST_LINE or not data and self._partial:
            lines.append(self._partial)
            self._partial = b""
        self.lines.extend((now, line.rstrip(b"\r")) for line in lines)

    def _read_errors(self):
        if data := self._read(self._errors):
            lines = data.decode(errors="replace").split("\n")
            self.last_error = next((line.strip() for line in reversed(lines) if line.strip()), self.last_error)

    def _read(self, source):
        """What can be read now: b"" at the end, which is then watched no more; None if there is nothing."""
        try:
            data = os.read(source, CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            data = b""
        if not data:
            del self._sources[source]
        return data

    # ---------------------------------------------------------------- its end
    def exit_status(self):
        """How it ended, in words; None if it runs. For a program whose pipes are closed: it gets a moment to end."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.popen.wait(0 if self.is_open else DYING)
        code = self.popen.returncode
        if code is None:
            return None
        if code < 0:
            return f"killed by {signal.Signals(-code).name}"
        return f"exit code {code}"

    def close(self, patience):
        """Close its input, give it so long to end by itself, and kill it if it does not."""
        with contextlib.suppress(OSError):
            self.popen.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.popen.wait(patience)
        self.kill()

    def kill(self):
        """End it and what it has started, at once."""
        with contextlib.suppress(OSError):
            os.killpg(self.popen.pid, signal.SIGKILL)
        self.popen.wait()
        self.is_open = False
        for pipe in (self.popen.stdin, self.popen.stdout, self.popen.stderr):
            with contextlib.suppress(OSError):
                pipe.close()
        self._sources.clear()


def milliseconds(deadline):
    """Milliseconds until then, for poll; not negative."""
    return max(deadline - time.perf_counter(), 0.0) * 1000


def listen(processes, deadline):
    """Wait until one of the processes says or closes something, or until the deadline, and read it all."""
    poll = select.poll()
    readers = {}
    for process in processes:
        readers.update(process._sources)
    for source in readers:
        poll.register(source, select.POLLIN)
    for source, _ in poll.poll(milliseconds(deadline)):
        readers[source]()
