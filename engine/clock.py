"""How long to think: two bounds on a move from what the clock says."""

# Moves for which a clock that is never refilled must still last. With 18 instead of 32, and 0.75 of a move's share for the
# soft bound instead of 0.6, at 3+0.03: Alice 48-23-29, chessgi 54-4-42. Games were over with half of the time left.
USUAL_MOVES_LEFT = 18
MOST_MOVES_LEFT = 50  # that are planned where a clock is refilled
LOSING_MOVES = 40  # for which what a move loses outside the engine is set aside, where no increment makes up for it
OPENING = 8  # plies over which the worth of thought grows from that of the first move to the usual
FIRST_MOVE = 0.0625  # of the usual: little hangs on it, and whoever has just opened the game waits


def worth(ply):
    """How much time a move deserves beside the usual one, by the ply of the game."""
    return FIRST_MOVE + (1 - FIRST_MOVE) * min(ply / OPENING, 1)


def bounds(limits):
    """(soft, hard) seconds: begin no new iteration after the first, stop at the second. None where time does not bound."""
    if limits.seconds is not None:
        exact = max(limits.seconds - limits.overhead, limits.seconds / 2, 0.001)
        return exact, exact
    if limits.remaining is None:
        return None, None
    moves = min(limits.moves_to_go or USUAL_MOVES_LEFT, MOST_MOVES_LEFT)
    left = max(limits.remaining - limits.overhead, 0.0)
    # An increment is worth what a move's loss outside the engine leaves of it; what it does not make up for is set aside.
    gain = limits.increment - limits.overhead
    left -= min(max(-gain, 0.0) * (min(limits.moves_to_go or LOSING_MOVES, LOSING_MOVES) - 1), 0.75 * left)
    ply = OPENING if limits.ply is None else limits.ply
    now, *later = (worth(ply + 2 * i) for i in range(moves))
    share = now * (left / (1.5 * now + sum(later)) + 0.8 * max(gain, 0.0))
    # Never more than most of what is left, so that a slow machine costs time and not the game.
    most = left * (0.8 if moves == 1 else 0.35) if limits.increment < left else left * 0.6
    hard = max(min(share * 3.5, most), 0.001)
    return min(share * 0.75, hard), hard


def doubt(unchanged, fall):
    """By what factor to stretch the soft bound: `unchanged` iterations agree on the move, the score fell by `fall` centipawns.

    A move that has long been best needs no more thought; one that has just been found, or a falling score, does.
    """
    factor = (1.4, 1.2, 1.0, 0.85, 0.7)[min(unchanged, 4)]
    return factor * (1.3 if fall > 40 else 1.15 if fall > 15 else 1.0)
