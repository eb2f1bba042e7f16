"""From source to functions that Python can call: the compiler, its process, and the linker."""
import threading

import numpy as np
import pytest

from frabjous.engine.compilation import Compilation
from frabjous.engine.linker import link

SOURCE = '''
@kernel
def twice(x):
    return 2 * x

@entry("int64(int64, int64)")
def quotient(x, y):
    return twice(x) // y

@entry("boolean(words, int64)")
def is_odd(A, i):
    return bool(A[i] & uint64(1))

@entry("void(words, integers, boolean)")
def write(A, I, high):
    A[1] = uint64(1 << 63) if high else uint64(1)
    I[2] = -5

@entry("int64(integers)")
def wait_for_change(I):
    turns = 0
    while peek(I, 0) == 0:
        turns += 1
    return turns
'''
ENTRIES = ["quotient", "is_odd", "write", "wait_for_change"]


@pytest.fixture(scope="module")
def functions():
    told = []
    compilation = Compilation(SOURCE, 64, {"all": ENTRIES}, told.append)
    linked = link(*compilation.wait_for("all"))
    assert told == [1, 2, 3, 4, 5]
    assert set(compilation.costs) == {"twice", *ENTRIES, "(LLVM, all)"}
    return linked


def test_numbers_and_truth_values(functions):
    assert functions.quotient(21, 6) == 7 and functions.quotient(-21, 6) == -7
    assert functions.is_odd(np.array([2, 3], np.uint64), 1) is True
    assert functions.is_odd(np.array([2, 3], np.uint64), 0) is False


def test_arrays_are_written(functions):
    words, integers = np.zeros(2, np.uint64), np.zeros(3, np.int64)
    for high, expected in ((True, 1 << 63), (False, 1)):
        assert functions.write(words, integers, high) is None
        assert words.tolist() == [0, expected] and integers.tolist() == [0, 0, -5]


def test_what_fails_inside_raises(functions):
    with pytest.raises(ArithmeticError, match="quotient failed"):
        functions.quotient(1, 0)


@pytest.mark.parametrize("array", [np.zeros(2, np.int64), np.zeros(2, np.float64), np.zeros(4, np.uint64)[::2]])
def test_other_arrays_are_refused(functions, array):
    with pytest.raises(Exception, match="array|contiguous"):
        functions.is_odd(array, 0)


def test_other_threads_run_meanwhile(functions):
    flag = np.zeros(1, np.int64)
    threading.Timer(0.05, lambda: flag.__setitem__(0, 1)).start()
    assert functions.wait_for_change(flag) > 0


def test_code_that_needs_another_library_is_refused():
    source = '@entry("int64(int64)")\ndef f(x):\n    return len(str(x))\n'
    with pytest.raises(RuntimeError, match="the compiler says ImportError: compiled code would need"):
        Compilation(source, 64, {"all": ["f"]}, print).wait_for("all")
