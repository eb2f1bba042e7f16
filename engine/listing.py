"""Adding moves to a list, or only counting them: generators come in three modes."""
from .moves import pack
from .specialise import inline, static

# ALL legal moves; only the COUNT of them; NOISY ones: captures, and promotions by a push.
ALL, COUNT, NOISY = "all", "count", "noisy"


@inline
def put(mode: static, moves, n, targets, square, board: static, landing: static, kind, extra, special: static):
    """Add the moves of one man to `targets`; only their number in COUNT mode."""
    if mode == COUNT:
        return n + count(targets)
    code = pack(square, 0, board, landing, kind, extra, special)
    while targets:
        moves[n] = code | lowest(targets) << 7
        n += 1
        targets = without_lowest(targets)
    return n
