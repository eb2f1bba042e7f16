"""A compiler at work in a process of its own, seen from the one that waits for it."""
import contextlib
import json
import queue
import subprocess
import sys
import threading

GLANCE = 0.05  # seconds between looks at whether one still wants to wait


class Compilation:
    """What a compiler makes of a source, group by group. It ends with this process, or when it is given up.

    `told` is called, in the thread that waits, with the number of kernels done so far. Where no process can be begun,
    the compiler runs in this one.
    """

    def __init__(self, source, width, groups, told):
        self.costs = {}  # kernel: seconds
        self._told, self._finished, self._failure = told, {}, None
        self._answers = queue.SimpleQueue()
        request = {"source": source, "width": width, "groups": groups}
        try:
            self.process = self._begin(request)
            answers = self._answers_of(self.process)
        except OSError:
            from .compiler import compile_groups
            self.process = None
            answers = compile_groups(**request, told=self._answers.put)
        threading.Thread(target=self._collect, args=(answers,), name="compilation", daemon=True).start()

    def wait_for(self, group, is_over=None):
        """(object file, signatures of its entries); None if `is_over` turns true before.

        Raises OSError if the compiler was killed, RuntimeError if it failed.
        """
        while group not in self._finished:
            if self._failure:
                raise self._failure
            if is_over and is_over():
                return None
            with contextlib.suppress(queue.Empty):
                self._take(self._answers.get(timeout=GLANCE if is_over else None))
        return self._finished[group]

    def give_up(self):
        """End the compiler, if it runs in its own process: nobody waits for it any more."""
        if self.process:
            self.process.kill()

    def _take(self, answer):
        if isinstance(answer, int):
            self._told(answer)
        elif isinstance(answer, Exception):
            self._failure = answer
        else:
            group, signatures, code, self.costs = answer
            self._finished[group] = code, signatures

    def _collect(self, answers):
        """Queue all answers, and then what there is instead of more."""
        try:
            for answer in answers:
                self._answers.put(answer)
            self._answers.put(OSError("the compiler ended without an answer"))
        except Exception as error:
            self._answers.put(error)

    def _begin(self, request):
        """The process, with its request sent."""
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", f"{__package__}.compiler"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0))
        with contextlib.suppress(BrokenPipeError):  # it ended at once, which its answer will show
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
        return process

    def _answers_of(self, process):
        """Kernels done so far, and (group, signatures, object file, costs) of each group, as they come."""
        with process:
            try:
                while (line := process.stdout.readline()).endswith(b"\n"):
                    answer = json.loads(line)
                    if "error" in answer:
                        raise RuntimeError(f"the compiler says {answer['error']}")
                    if "size" not in answer:
                        yield answer["kernels"]
                        continue
                    code = process.stdout.read(answer["size"])
                    if len(code) == answer["size"]:
                        yield answer["group"], answer["signatures"], code, answer["costs"]
            finally:
                process.kill()
