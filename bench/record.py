"""The log of a contest: JSON, one line for the settings and one for each game played, from which it can be resumed.

Every line is on the disk before the game counts as played, so that nothing is lost whenever the program ends. A last
line that was only half written is dropped. Where the disk is full the games that follow are kept in memory alone.
"""
import fcntl
import json
import os
import sys

from .files import append, naming

FORMAT = 1


class LogError(ValueError):
    """A log that cannot be continued; the message names file and line."""


class Log:
    """The games so far: `len`, `in` by number, and `records()`, which reads them from the file."""

    def __init__(self, path, settings):
        """Begin a log, or continue one. Raises LogError if it belongs to a contest with other settings, or OSError."""
        self.path = path
        self._places = {}  # number of a game: where its line begins
        self._unwritten = {}  # number of a game: its record, once the file takes no more
        if os.path.exists(path) and not os.path.isfile(path):
            raise LogError(f"{path}: this is not a file that could be read again")
        self.file = open(path, "a+b", buffering=0)
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise LogError(f"{path}: another match is writing it") from None
        self.file.seek(0)
        data = self.file.read()
        whole = data[:data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            self.file.truncate(len(whole))
        if whole:
            self._read(whole.splitlines(keepends=True), settings)
        else:
            self._write({"frabjous match": FORMAT, **settings})

    def _read(self, lines, settings):
        earlier = self._parsed(1, lines[0])
        if earlier.pop("frabjous match", None) != FORMAT:
            raise LogError(f"{self.path}, line 1: this is not the log of a match")
        settings = json.loads(json.dumps(settings))
        for name in {**earlier, **settings}:
            if earlier.get(name) != settings.get(name):
                raise LogError(f"{self.path}, line 1: it belongs to a match with another {name}: "
                               f"{json.dumps(earlier.get(name))}, not {json.dumps(settings.get(name))}")
        place = len(lines[0])
        for number, line in enumerate(lines[1:], 2):
            record = self._parsed(number, line)
            if not isinstance(record.get("number"), int):
                raise LogError(f"{self.path}, line {number}: a game without a number")
            self._places[record["number"]] = place
            place += len(line)

    def _parsed(self, number, line):
        try:
            value = json.loads(line)
        except ValueError:
            value = None
        if not isinstance(value, dict):
            raise LogError(f"{self.path}, line {number}: this is not a JSON object")
        return value

    def __len__(self):
        return len(self._places) + len(self._unwritten)

    def __contains__(self, number):
        return number in self._places or number in self._unwritten

    def records(self):
        """The records, in the order of their numbers. A log may be larger than the memory."""
        with open(self.path, "rb") as file:
            for number in sorted([*self._places, *self._unwritten]):
                if number in self._unwritten:
                    yield self._unwritten[number]
                else:
                    file.seek(self._places[number])
                    yield json.loads(file.readline())

    def add(self, record):
        """Note a game."""
        if self._unwritten:
            self._unwritten[record["number"]] = record
            return
        place = self.file.seek(0, os.SEEK_END)
        try:
            self._write(record)
        except OSError as error:
            self._unwritten[record["number"]] = record
            number = record["number"] + 1
            print(f"{self.path}: {error.strerror}; game {number} and those after it are not logged", file=sys.stderr)
        else:
            self._places[record["number"]] = place

    def _write(self, value):
        append(self.file, json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode() + b"\n")
        with naming(self.path):
            os.fsync(self.file.fileno())

    def close(self):
        try:
            self.file.close()
        except OSError:  # the rest of a line that found no room
            pass
