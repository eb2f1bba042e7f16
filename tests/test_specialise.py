"""The rewriting of kernels for one page."""
import pytest

from frabjous.engine.specialise import kernel, rules, source_of, static

LIMIT = 3


class Page:
    NAME = "page"
    BOARDS = (0, 1)
    DROPS = False
    PLACES = (5, 7)


@kernel
def helper(kind: static, x):
    return x + rules.PLACES[kind]


@kernel
def whole(x):
    """A docstring."""
    total = 0
    for board in rules.BOARDS:
        total += helper(board, x)
    if rules.DROPS and x > 1:
        total += never_defined(x)
    while rules.DROPS or x < LIMIT:
        x += 1
    return total if not rules.DROPS else x


@kernel
def wants_constant(x):
    return helper(x, x)


@kernel
def calls_with_literals(x):
    return helper(0, 1) + helper(1, True)


def text(*entries):
    return source_of(Page, entries)


def test_rules_become_constants_and_loops_are_unrolled():
    source = text(whole)
    assert "rules" not in source.split('"""')[2]
    assert "never_defined" not in source
    assert "total += helper_0(x)\n    total += helper_1(x)" in source
    assert "return x + 5" in source and "return x + 7" in source
    assert "while x < 3" in source


def test_the_result_runs():
    names = {"kernel": lambda f: f, "inline": lambda f: f, "int64": int, "boolean": bool}
    exec(text(whole, calls_with_literals), names)
    assert names["whole"](1) == 1 + 5 + 1 + 7
    assert names["calls_with_literals"](0) == 1 + 5 + 1 + 7


def test_literals_are_given_plain_types():
    assert "helper_0(int64(1)) + helper_1(boolean(True))" in text(calls_with_literals)


def test_a_static_argument_must_be_constant():
    with pytest.raises(TypeError, match="argument 1 must be constant"):
        text(wants_constant)
