"""The transposition table: what earlier searches found, by hash. Shared by all threads without locks.

An entry is two words: the key combined with the data, so that an entry torn by two threads is not
recognised, and the data:

     bits    field
     0-31    best move (0: none)
    32-49    score + 2^17, mates counted from this position
    50-56    depth
    57-58    bound: LOWER, UPPER or both (exact)
    59-63    age of the search that wrote it

Four entries share a cache line; in it the shallowest of the oldest is replaced.
"""
import numpy as np

from .limits import MATE_BOUND
from .specialise import inline, kernel

LOWER, UPPER, EXACT = 1, 2, 3
BUCKET = 4
AGES = 32
EAGER = 1024  # megabytes up to which a table takes its memory at once: else the first search would, on the clock


def make_table(megabytes):
    """An empty table of at most so many megabytes: a power of two of buckets, of which the first word is their mask."""
    buckets = 1 << max(1, int(megabytes * 1024 * 1024 // 64).bit_length() - 1)
    words = 8 + buckets * 2 * BUCKET
    table = np.zeros(words + 8, np.uint64)
    begin = -table.ctypes.data // 8 % 8  # where a cache line begins
    table = table[begin:begin + words]
    if is_eager(table):
        table.fill(0)
    table[0] = buckets - 1
    return table


def is_eager(table):
    """Whether a table takes its memory at once; a larger one does as it is filled."""
    return table.nbytes >> 20 <= EAGER


def emptied(table):
    """A table without what it knew; None, for a new one, where there is none or not all its memory may have been taken."""
    if table is None or not is_eager(table):
        return None
    table[1:] = 0
    return table


@inline
def bucket_of(H, key):
    return 8 + int64(key & H[0]) * 8


@inline
def data_move(data):
    return int64(data & uint64(0xFFFFFFFF))


@inline
def data_score(data, ply):
    """The score as seen from the root: mates are counted from there."""
    score = (int64(data >> uint64(32)) & 0x3FFFF) - (1 << 17)
    if score >= MATE_BOUND:
        return score - ply
    if score <= -MATE_BOUND:
        return score + ply
    return score


@inline
def data_depth(data):
    return int64(data >> uint64(50)) & 127


@inline
def data_bound(data):
    return int64(data >> uint64(57)) & 3


@inline
def expect(H, key):
    """Have the entries of a position that will soon be probed brought near."""
    fetch_ahead(H, bucket_of(H, key))


@kernel
def probe(H, key):
    """The data stored for a position, or 0."""
    place = bucket_of(H, key)
    for entry in range(BUCKET):
        data = H[place + 2 * entry + 1]
        if H[place + 2 * entry] ^ data == key:
            return data
    return uint64(0)


@kernel
def remember(H, key, move, score, ply, depth, bound, age):
    """Store what a search found."""
    place = bucket_of(H, key)
    if score >= MATE_BOUND:
        score += ply
    elif score <= -MATE_BOUND:
        score -= ply
    chosen, worst = place, 1 << 20
    for entry in range(BUCKET):
        at = place + 2 * entry
        data = H[at + 1]
        if H[at] ^ data == key:
            if move == 0:
                move = data_move(data)
            if bound != EXACT and data_depth(data) > depth + 3 and (int64(data >> uint64(59)) & 31) == age:
                return
            chosen, worst = at, -(1 << 20)
        else:
            value = data_depth(data) - 8 * ((age - int64(data >> uint64(59))) & 31)
            if value < worst:
                chosen, worst = at, value
    data = (uint64(move) | uint64(score + (1 << 17)) << uint64(32) | uint64(min(max(depth, 0), 127)) << uint64(50)
            | uint64(bound) << uint64(57) | uint64(age) << uint64(59))
    H[chosen] = key ^ data
    H[chosen + 1] = data


def recall(table, key):
    """(score, depth, bound) that is stored for a position, mates counted from it; None if nothing is. In plain Python."""
    place = 8 + (key & int(table[0])) * 2 * BUCKET
    for check, data in table[place:place + 2 * BUCKET].reshape(BUCKET, 2).tolist():
        if data and check ^ data == key:
            return (data >> 32 & 0x3FFFF) - (1 << 17), data >> 50 & 127, data >> 57 & 3
    return None


def fullness(table, age):
    """How full the table is with this search's entries, per mille, by a sample."""
    sample = table[8:8 + 8 * min(250, (len(table) - 8) // 8)]
    data = sample[1::2]
    return int(1000 * np.count_nonzero((data != 0) & (data >> np.uint64(59) == age)) // max(len(data), 1))
