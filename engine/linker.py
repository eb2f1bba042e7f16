"""The linker: object files become functions that Python can call. It needs no Numba."""
import ctypes
from types import SimpleNamespace

import llvmlite.binding as llvm
import numpy as np

_engines = []  # keep the code in memory


class _Numbers:
    """How an array is handed to compiled code: as the address of its first item."""

    @classmethod
    def from_param(cls, array):
        if array.dtype != cls.dtype:
            raise TypeError(f"an array of {array.dtype} where {cls.dtype} is expected")
        return ctypes.byref(ctypes.c_uint64.from_buffer(array))


class _Words(_Numbers):
    dtype = np.dtype(np.uint64)


class _Integers(_Numbers):
    dtype = np.dtype(np.int64)


KINDS = {"words": _Words, "integers": _Integers, "int64": ctypes.c_int64, "boolean": ctypes.c_int64}
RESULTS = {"int64": int, "boolean": bool, "void": lambda value: None}


def link(code, signatures):
    """The functions of an object file, as a namespace. `signatures`: of its entries by name, in Numba's text form."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target.create_target_machine(codemodel="jitdefault", jit=True))
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    _engines.append(engine)
    return SimpleNamespace(**{name: _function(engine.get_function_address(name), name, signature)
                              for name, signature in signatures.items()})


def _function(address, name, signature):
    """The compiled function at an address. It runs without Python's lock, so that threads can call it side by side."""
    result, _, kinds = signature[:-1].partition("(")
    compiled = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, *(KINDS[kind] for kind in kinds.split(", ")))(address)
    converted = RESULTS[result]

    def function(*arguments):
        value = ctypes.c_int64()
        if compiled(ctypes.byref(value), *arguments):
            raise ArithmeticError(f"{name} failed")
        return converted(value.value)

    return function
