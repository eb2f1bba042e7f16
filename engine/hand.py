"""Men off the board: dropped from the hand, or exchanged from prison."""
from .listing import COUNT, put
from .moves import DROP, EXCHANGE
from .specialise import inline, rules, static


@inline
def drop_squares(T, kind: static, squares, turn):
    """The squares among `squares` where a man of this kind may be dropped."""
    if kind == rules.PAWN:
        return squares & load(T, rules.PAWN_DROPS + turn * rules.W)
    return squares


@inline
def drops(mode: static, T, S, row, moves, n, vacant, turn, board: static):
    """Drop a man from the hand on one of the `vacant` squares."""
    hand = int64(S[row + rules.HAND + turn])
    if hand:
        for kind in rules.DROPPABLE:
            if hand >> 8 * kind & 255:
                n = put(mode, moves, n, drop_squares(T, kind, vacant, turn), 0, board, board, kind, 0, DROP)
    return n


@inline
def exchanges(mode: static, T, S, row, moves, n, vacant, disarmed, armed_by, turn, board: static):
    """Free a man from the enemy's prison for a hostage of at least its value, and drop it at once.

    `disarmed` is where the freed man may land when the hostage given away is the only officer that arms
    the enemy's pawns (`armed_by`, its kind, or -1): that parries the check of such a pawn.
    """
    mine, hostages = int64(S[row + rules.PRISON + turn]), int64(S[row + rules.PRISON + 1 - turn])
    if mine and hostages:
        for kind in rules.DROPPABLE:
            if mine >> 8 * kind & 255:
                squares = drop_squares(T, kind, vacant, turn)
                if mode == COUNT:
                    payers = 0
                    for paid in rules.PAYS[kind]:
                        payers += (hostages >> 8 * paid & 255) != 0
                        if armed_by == paid:
                            n += count(drop_squares(T, kind, disarmed, turn)) - count(squares)
                    n += payers * count(squares)
                else:
                    for paid in rules.PAYS[kind]:
                        if hostages >> 8 * paid & 255:
                            where = drop_squares(T, kind, disarmed, turn) if armed_by == paid else squares
                            n = put(mode, moves, n, where, 0, board, board, kind, paid + 1, EXCHANGE)
    return n


@inline
def only_officer(S, row, side):
    """The kind of the one officer of `side` that its enemy holds; -1 if there is none, or more than one."""
    held = int64(S[row + rules.PRISON + side]) & rules.OFFICERS
    found = -1
    for kind in rules.PROMOTION_KINDS:
        if held == 1 << 8 * kind:
            found = kind
    return found
