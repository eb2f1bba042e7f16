"""Perft: counting the leaves of the tree of legal moves, to test move generation and to measure it."""
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from . import kernels
from .game import MOST_MOVES
from .generate import generate
from .listing import ALL, COUNT
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
        return generate(COUNT, T, S, root, moves, 0)
    total = 0
    last = depth - 2 if bulk else depth - 1
    ply, row = 0, root
    ends[0] = 0
    ends[1] = generate(ALL, T, S, row, moves, 0)
    while ply >= 0:
        begin, end = ends[2 * ply], ends[2 * ply + 1]
        if ply == last:
            if bulk:
                for i in range(begin, end):
                    make(T, S, row, moves[i])
                    total += generate(COUNT, T, S, row + rules.ROW, moves, 0)
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
        ends[2 * ply + 1] = generate(ALL, T, S, row, moves, end)
    return total


def _count_below(game, depth, bulk):
    """Leaves at `depth` below the present position of a game, by one call of the kernel."""
    rules = game.rules
    rows = np.zeros((depth + 2) * rules.ROW, np.uint64)
    rows[:rules.ROW] = game.rows[game.row:game.row + rules.ROW]
    moves = np.zeros(MOST_MOVES * (depth + 1), np.int64)
    ends = np.zeros(2 * (depth + 1), np.int64)
    return kernels.load(game.page, "perft").perft(rules.tables, rows, 0, depth, bulk, moves, ends)


def divide(game, depth, bulk=True, threads=1):
    """[(move, leaves at `depth` below the position whose first move it is)], in the order of generation.

    Raises ValueError if depth is less than 1.
    """
    if depth < 1:
        raise ValueError("divide needs a depth of at least 1")
    kernels.load(game.page, "perft")
    moves = game.legal_moves()
    if depth == 1:
        return [(move, 1) for move in moves]
    tasks = []  # (index of the first move, moves to play, depth left); two plies, so that threads end together
    for i, move in enumerate(moves):
        game.make(move)
        if depth == 2 or threads == 1:
            tasks.append((i, (move,)))
        else:
            tasks += [(i, (move, reply)) for reply in game.legal_moves()]
        game.undo()
    totals = [0] * len(moves)
    local = threading.local()

    def run(task):
        i, line = task
        if not hasattr(local, "game"):
            local.game = game.copy()
        for move in line:
            local.game.make(move)
        nodes = _count_below(local.game, depth - len(line), bulk)
        for _ in line:
            local.game.undo()
        return i, nodes

    if threads == 1:
        results = map(run, tasks)
    else:
        with ThreadPoolExecutor(threads) as pool:
            results = list(pool.map(run, tasks))
    for i, nodes in results:
        totals[i] += nodes
    return list(zip(moves, totals))


def count(game, depth, bulk=True, threads=1):
    """Leaves at `depth` below the present position; with `bulk` the last ply is counted, not made."""
    if depth < 0:
        raise ValueError("the depth is negative")
    if threads == 1 or depth < 3:
        return _count_below(game, depth, bulk)
    return sum(nodes for _, nodes in divide(game, depth, bulk, threads))
