"""The compiler: from the specialised source of a game to machine code, by Numba.

It runs in a process of its own, `python -m frabjous.engine.compiler`, fed and read through pipes, so that the engine
answers while it works and needs neither Numba nor its memory once the code exists.

Numba would optimise and emit each kernel by itself and again in each of its callers. Here kernels are only lowered;
those of one group are linked into one module, which is optimised and emitted once, as an ordinary object file. Its
entries have C's calling convention, so any process that can link it can call it.
"""
import contextlib
import gc
import json
import os
import sys
import threading
import time
import types as python_types

import numba
from llvmlite import ir
from numba import types
from numba.core import codegen, config, event
from numba.core.registry import cpu_target

from . import target
from .bits import OPERATIONS, WORD, extract, fetch_ahead, masks, peek, set_short, shifted, short

KINDS = {"words": types.CPointer(types.uint64), "integers": types.CPointer(types.int64), "int64": types.int64,
         "boolean": types.boolean}
OPTIONS = {"nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


class Library(codegen.CPUCodeLibrary):
    """The lowered code of one kernel, left alone until a group is linked."""

    def finalize(self):
        self._raise_if_finalized()
        self._finalized = True

    def get_pointer_to_function(self, name):
        return 0  # nothing is called in this process

    def everything_called(self, found):
        """All libraries below this one, each once, as keys of `found`."""
        for library in self._linking_libraries:
            if library not in found:
                found[library] = True
                library.everything_called(found)
        return found


class Codegen(codegen.JITCPUCodegen):
    """Numba's code generator, which makes such libraries."""

    _library_class = Library

    def set_env(self, name, environment):
        pass  # the environment is for calls back into Python; kernels have none


@contextlib.contextmanager
def generating():
    """While Numba's functions are compiled to be linked by us, for the processor that `target` names."""
    context = cpu_target.target_context
    usual = context._internal_codegen, config.CPU_NAME, config.CPU_FEATURES
    config.CPU_NAME, config.CPU_FEATURES = target.cpu()
    context._internal_codegen = Codegen("frabjous")
    try:
        yield context
    finally:
        context._internal_codegen, config.CPU_NAME, config.CPU_FEATURES = usual


def kinds_of(signature):
    """The kinds of a signature's arguments."""
    return signature[signature.index("(") + 1:-1].split(", ")


def definitions(source, width):
    """(the module of a specialised source, {name of an entry: its signature})."""
    module = python_types.ModuleType("frabjous_kernels")
    operations = masks(width)
    vars(module).update({operation: getattr(operations, operation) for operation in OPERATIONS})
    vars(module).update(extract=extract, fetch_ahead=fetch_ahead, peek=peek, set_short=set_short, shifted=shifted, short=short)
    vars(module).update(int64=types.int64, uint64=types.uint64, boolean=types.boolean)
    signatures = {}

    def entry(signature):
        def define(function):
            signatures[function.__name__] = signature
            return module.kernel(function)

        return define

    module.kernel = numba.njit(**OPTIONS)
    module.inline = numba.njit(forceinline=True, **OPTIONS)
    module.entry = entry
    sys.modules[module.__name__] = module
    exec(compile(source, f"<{module.__name__}>", "exec"), vars(module))
    return module, signatures


def export(context, library, result, name):
    """Add a function with C's calling convention: int32 NAME(int64 *result, arguments), 0 if all went well.

    Pointers stay pointers; numbers and booleans are int64.
    """
    module = library.create_ir_module(name)
    descriptor = result.fndesc
    kernel = ir.Function(module, context.call_conv.get_function_type(descriptor.restype, descriptor.argtypes),
                         descriptor.llvm_func_name)
    wanted = [context.get_value_type(kind) for kind in descriptor.argtypes]
    status_type = ir.IntType(32)
    function = ir.Function(module, ir.FunctionType(status_type, [
        WORD.as_pointer(), *(kind if isinstance(kind, ir.PointerType) else WORD for kind in wanted)]), name)
    builder = ir.IRBuilder(function.append_basic_block())
    arguments = [builder.trunc(given, kind) if kind == ir.IntType(1) else given
                 for given, kind in zip(function.args[1:], wanted)]
    status, value = context.call_conv.call_function(builder, kernel, descriptor.restype, descriptor.argtypes, arguments)
    if isinstance(value.type, ir.IntType):
        builder.store(builder.zext(value, WORD) if value.type.width < 64 else value, function.args[0])
    builder.ret(builder.zext(status.is_error, status_type))
    library.add_ir_module(module)


def link(context, name, results):
    """The object file of a group: its entries, given as {name: Numba's result}, and all that they call."""
    library = context.codegen().create_library(name)
    for entry, result in results.items():
        export(context, library, result, entry)
        library.add_linking_library(result.library)
    module = library._final_module
    for called in library.everything_called({}):
        module.link_in(called._final_module, preserve=True)
    for function in module.functions:
        if not function.is_declaration:
            function.linkage = "external" if function.name in results else "internal"
    library._optimize_final_module()
    module.verify()
    missing = [thing.name for thing in (*module.functions, *module.global_variables)
               if thing.is_declaration and not thing.name.startswith("llvm.")]
    if missing:
        raise ImportError(f"compiled code would need {', '.join(missing)}")
    return context.codegen()._tm.emit_object(module)


class Costs(event.Listener):
    """Seconds that each kernel's compilation took, without those of the kernels that it calls."""

    def __init__(self, told):
        self.seconds, self.told = {}, told
        self._running = []  # (name, when it began, seconds in what it calls)

    def on_start(self, occurred):
        self._running.append([occurred.data["dispatcher"].py_func.__name__, time.perf_counter(), 0.0])

    def on_end(self, occurred):
        name, begin, inside = self._running.pop()
        whole = time.perf_counter() - begin
        self.seconds[name] = self.seconds.get(name, 0) + whole - inside
        if self._running:
            self._running[-1][2] += whole
        self.told(len(self.seconds))


def compile_groups(source, width, groups, told):
    """For each group, {name: names of its entries}: (name, signatures by entry, object file, seconds by kernel).

    `told` is called with the number of kernels lowered so far.
    """
    module, signatures = definitions(source, width)
    costs = Costs(told)
    with generating() as context:
        for group, names in groups.items():
            results = {}
            with event.install_listener("numba:compile", costs):
                for name in names:
                    arguments = tuple(KINDS[kind] for kind in kinds_of(signatures[name]))
                    dispatcher = getattr(module, name)
                    dispatcher.compile(arguments)
                    results[name] = dispatcher.overloads[arguments]
            begin = time.perf_counter()
            code = link(context, group, results)
            costs.seconds[f"(LLVM, {group})"] = time.perf_counter() - begin
            yield group, {name: signatures[name] for name in names}, code, costs.seconds


def end_with(stream):
    """End this process when the one that began it has closed the stream, or has ended."""
    stream.read()
    os._exit(1)


def main():
    """Compile what the first line of the standard input asks for.

    The answer is lines of JSON: how far it has come, or `size` for a group, whose object file of that size follows.
    """
    request = json.loads(sys.stdin.buffer.readline())
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what else is printed is no answer
    threading.Thread(target=end_with, args=(sys.stdin.buffer,), daemon=True).start()
    gc.disable()  # a tenth of the time; the process will not live long

    def answer(line, code=b""):
        answers.write(json.dumps(line).encode() + b"\n" + code)
        answers.flush()

    try:
        for group, signatures, code, costs in compile_groups(**request, told=lambda count: answer({"kernels": count})):
            answer({"group": group, "signatures": signatures, "costs": costs, "size": len(code)}, code)
    except Exception as error:
        answer({"error": f"{type(error).__name__}: {' '.join(str(error).split())}"})
    answers.close()
    os._exit(0)


if __name__ == "__main__":
    main()
