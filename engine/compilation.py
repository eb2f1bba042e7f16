"""A compiler at work in a process of its own, seen from the one that waits for it."""
import contextlib
import json
import subprocess
import sys


class Compilation:
    """What a compiler makes of a source, group by group. It ends with this process, or when it is no longer wanted.

    `told` is called with the number of kernels done so far. Where no process can be begun, the compiler runs in this one.
    """

    def __init__(self, source, width, groups, told):
        self.costs = {}  # kernel: seconds
        self._told, self._finished = told, {}
        request = {"source": source, "width": width, "groups": groups}
        try:
            self.process = self._begin(request)
            self._answers = self._answers_of(self.process)
        except OSError:
            from .compiler import compile_groups
            self._answers = compile_groups(**request, told=told)

    def wait_for(self, group):
        """(object file, signatures of its entries). Raises OSError if the compiler was killed."""
        while group not in self._finished:
            answer = next(self._answers, None)
            if answer is None:
                raise OSError("the compiler ended without an answer")
            finished, signatures, code, self.costs = answer
            self._finished[finished] = code, signatures
        return self._finished[group]

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
        """(group, signatures, object file, costs), as they come."""
        with process:
            try:
                while (line := process.stdout.readline()).endswith(b"\n"):
                    answer = json.loads(line)
                    if "error" in answer:
                        raise RuntimeError(f"the compiler says {answer['error']}")
                    if "size" not in answer:
                        self._told(answer["kernels"])
                        continue
                    code = process.stdout.read(answer["size"])
                    if len(code) == answer["size"]:
                        yield answer["group"], answer["signatures"], code, answer["costs"]
            finally:
                process.kill()
