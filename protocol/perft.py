"""How the count of leaves is reported, over each protocol and on the command line."""
import time

MOST_DEPTH = 100  # nobody lives to see so deep a tree counted, but from some positions it is small


def summary(nodes, seconds):
    """The last lines of a perft."""
    return f"nodes {nodes}", f"seconds {seconds:.3f}", f"nps {round(nodes / max(seconds, 1e-9))}"


def report(send, session, depth, order, written):
    """Count to `depth` below the session's position: a line for each first move as it is counted, then the summary.

    `written` gives a move as text.
    """
    begin, total = time.perf_counter(), 0 if depth else 1
    for move, nodes in session.count_leaves(depth, order) if depth else ():
        total += nodes
        send(f"{written(move)}: {nodes}")
    if order.ended:
        send("stopped before all was counted")
    send(*summary(total, time.perf_counter() - begin))
