"""Masks of every width against Python's integers."""
import random

import numba
import numpy as np
import pytest
from numba import types
from numba.extending import intrinsic

from frabjous.engine.bits import MaskType, extract, masks
from frabjous.engine.target import has_extract

WIDTHS = (64, 128, 192, 256)


@intrinsic
def pointer(typing, array):
    """The address of an array's first item: what kernels are given instead of arrays."""

    def code(context, builder, sig, args):
        return context.make_array(sig.args[0])(context, builder, args[0]).data

    return types.CPointer(array.dtype)(array), code


def words(value, width):
    return [value >> 64 * i & (1 << 64) - 1 for i in range(width // 64)]


def compiled(width):
    """One function that applies every operation to two masks and a square, and stores what comes out."""
    o = masks(width)
    load, store, bit, count, lowest, without_lowest = o.load, o.store, o.bit, o.count, o.lowest, o.without_lowest
    several, forward, backward, empty, word = o.several, o.forward, o.backward, o.empty, o.word
    size = width // 64

    @numba.njit
    def operate(array, square, results, numbers):
        a = pointer(array)
        r = pointer(results)
        x, y = load(a, 0), load(a, size)
        store(r, 0, x & y)
        store(r, size, x | y)
        store(r, 2 * size, x ^ y)
        store(r, 3 * size, ~x)
        store(r, 4 * size, bit(square))
        store(r, 5 * size, without_lowest(x))
        store(r, 6 * size, forward(x, square))
        store(r, 7 * size, backward(x, square))
        store(r, 8 * size, empty())
        numbers[0], numbers[1], numbers[2] = count(x), lowest(x), several(x)
        numbers[3], numbers[4] = bool(x & ~x), not (x & ~x)
        numbers[5] = np.int64(word(x) & np.uint64(0xFFFF))

    return operate


@pytest.mark.parametrize("width", WIDTHS)
def test_operations(width):
    operate = compiled(width)
    everything = (1 << width) - 1
    generator = random.Random(width)
    size = width // 64
    for _ in range(300):
        x = generator.getrandbits(width) & generator.getrandbits(width) | 1 << generator.randrange(width)
        y, square = generator.getrandbits(width), generator.randrange(width)
        array = np.array(words(x, width) + words(y, width), np.uint64)
        results, numbers = np.zeros(9 * size, np.uint64), np.zeros(6, np.int64)
        operate(array, square, results, numbers)
        expected = [x & y, x | y, x ^ y, ~x & everything, 1 << square, x & x - 1, x << square & everything, x >> square, 0]
        assert results.tolist() == [w for value in expected for w in words(value, width)]
        assert numbers.tolist() == [x.bit_count(), (x & -x).bit_length() - 1, x.bit_count() > 1, False, True, x & 0xFFFF]


def naive_fill(occupied, below, above):
    """Walk away from the slider in both directions as far as the first blocker."""
    reach = 0
    for half, order in ((below, reversed), (above, iter)):
        for square in order([s for s in range(256) if half >> s & 1]):
            reach |= 1 << square
            if occupied >> square & 1:
                break
    return reach


@pytest.mark.parametrize("width", WIDTHS)
def test_obstruction_difference(width):
    o = masks(width)
    load, store, fill = o.load, o.store, o.fill_between
    size = width // 64

    @numba.njit
    def run(array, result):
        a = pointer(array)
        store(pointer(result), 0, fill(load(a, 0), load(a, size), load(a, 2 * size)))

    generator = random.Random(width)
    for _ in range(300):
        line = sorted(generator.sample(range(width), generator.randint(1, 10)))
        at = generator.randrange(len(line))
        below, above = (sum(1 << s for s in part) for part in (line[:at], line[at + 1:]))
        occupied = generator.getrandbits(width) | 1 << line[at]
        array = np.array(words(occupied, width) + words(below, width) + words(above, width), np.uint64)
        result = np.zeros(size, np.uint64)
        run(array, result)
        assert result.tolist() == words(naive_fill(occupied, below, above), width)


@pytest.mark.skipif(not has_extract(), reason="this CPU has no fast PEXT")
def test_extract():
    @numba.njit
    def run(value, chosen):
        return extract(value, chosen)

    generator = random.Random(1)
    for _ in range(200):
        value, chosen = generator.getrandbits(64), generator.getrandbits(64)
        bits = [value >> s & 1 for s in range(64) if chosen >> s & 1]
        assert run(np.uint64(value), np.uint64(chosen)) == sum(b << i for i, b in enumerate(bits))


def test_mask_types_of_one_width_are_one_type():
    assert MaskType(192) == MaskType(192) != MaskType(64)
    assert isinstance(MaskType(64), types.Type)
