"""Perft: counting the leaves of the tree of legal moves, to test move generation and to measure it."""
from .generate import generate
from .position import make
from .specialise import entry, rules


@entry("int64(words, words, int64, int64, boolean, integers, integers)")
def perft(T, S, root, depth, bulk, moves, ends):
    """Leaves at `depth` below the position at `root`.

    With `bulk` the last ply is counted, not made. `ends` holds two words a ply: where the moves of a ply
    begin and which is next. The tree is walked with this stack of our own: a third faster than recursion.
    """
    if depth == 0:
        return 1
    if depth == 1 and bulk:
        return generate("count", T, S, root, moves, 0)
    total = 0
    last = depth - 2 if bulk else depth - 1
    ply, row = 0, root
    ends[0] = 0
    ends[1] = generate("all", T, S, row, moves, 0)
    while ply >= 0:
        begin, end = ends[2 * ply], ends[2 * ply + 1]
        if ply == last:
            if bulk:
                for i in range(begin, end):
                    make(T, S, row, moves[i])
                    total += generate("count", T, S, row + rules.ROW, moves, 0)
            else:
                for i in range(begin, end):
                    make(T, S, row, moves[i])
                    total += 1
            end = begin
        if begin == end:
            ply -= 1
            row -= rules.ROW
            continue
        end -= 1
        ends[2 * ply + 1] = end
        make(T, S, row, moves[end])
        ply += 1
        row += rules.ROW
        ends[2 * ply] = end
        ends[2 * ply + 1] = generate("all", T, S, row, moves, end)
    return total
