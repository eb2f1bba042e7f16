"""How the count of leaves is reported, over each protocol and on the command line."""
import time


def summary(nodes, seconds):
    """The last lines of a perft."""
    return f"nodes {nodes}", f"seconds {seconds:.3f}", f"nps {round(nodes / max(seconds, 1e-9))}"


def report(send, leaves, written):
    """Send a line for each first move as it is counted, then the summary.

    `leaves` gives (move, leaves below it), `written` a move as text.
    """
    begin, total = time.perf_counter(), 0
    for move, nodes in leaves:
        total += nodes
        send(f"{written(move)}: {nodes}")
    send(*summary(total, time.perf_counter() - begin))
