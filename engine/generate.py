"""Legal moves, listed or counted.

Everything follows from what a move does to the king's board. A man that STAYS on it (all of chess) must
keep or put itself between king and rider, or take the checker. One that DEPARTS from it leaves a hole:
it is pinned whatever its direction, unless it takes the pinner, and what it captures leaves a hole too.
One that ARRIVES can only block. One that moves ELSEWHERE matters not at all.
"""
from .attacks import across, attacks, board_of_king, both_colours, colour, is_armed, men, pawn_attackers, riding
from .hand import drops, exchanges, only_officer
from .king import king_moves, null_move_of_king
from .listing import COUNT, NOISY, put
from .moves import NULL, PLAIN, pack
from .pawns import en_passant_moves, pawn_moves
from .specialise import inline, kernel, rules, static


@kernel
def freedom(T, S, base, king, square, own, theirs, departs):
    """Where a man in line between its king and riders may still go."""
    here = bit(square)
    occupied = own | theirs
    allowed = ~empty()
    for rider in rules.RIDERS:
        snipers = load(T, rules.OPEN_RIDE[rider] + king * rules.W) & riding(S, base, rider) & theirs
        while snipers:
            sniper = lowest(snipers)
            span = load(T, rules.BETWEEN + (king * rules.N + sniper) * rules.W)
            blockers = span & occupied
            if blockers & here:
                others = blockers & ~here
                if not others:
                    allowed &= bit(sniper) | (empty() if departs else span)
                elif departs and not several(others):
                    # It may not take the only other blocker, since both would be gone.
                    allowed &= ~(others & theirs)
            snipers = without_lowest(snipers)
    return allowed


@inline
def null_moves(mode: static, T, S, row, moves, n, board: static, landing: static, king_base, king, own, bound, checks, crossing,
               block, turn):
    """Men that pass to the same square of the other board; the king's own null move is `null_move_of_king`."""
    landing_base = row + rules.BOARD_AT[landing]
    theirs = colour(S, landing_base, 1 - turn)
    reachable = ~(theirs | colour(S, landing_base, turn))
    if mode == NOISY:
        reachable = empty()
    if rules.NULL_CAPTURES:
        reachable |= theirs
    movers = own & reachable
    if row + rules.BOARD_AT[board] == king_base:
        # They depart: they neither block nor take a man that checks, and must not be all that stands before one.
        rest = movers & bound
        movers &= ~bound
        while rest:
            square = lowest(rest)
            rest = without_lowest(rest)
            free = freedom(T, S, king_base, king, square, colour(S, king_base, turn), colour(S, king_base, 1 - turn), True)
            movers |= free & bit(square)
        if checks | crossing:
            movers = empty()
    elif crossing:
        movers = empty()
    elif checks:
        movers &= block | checks
    for kind in rules.NULL_KINDS:
        if kind != rules.KING:
            group = movers & men(S, row + rules.BOARD_AT[board], kind)
            if mode == COUNT:
                n += count(group)
            else:
                while group:
                    square = lowest(group)
                    group = without_lowest(group)
                    moves[n] = pack(square, square, board, landing, kind, 0, NULL)
                    n += 1
    return n


@inline
def lines_to_king(T, S, base, king, own, theirs, checks):
    """Riders in line with the king: (checks with theirs, squares that block them, own men bound, enemy men that shield).

    A man that is bound may not go where it likes; `freedom` tells where. Taking a man that shields, by a
    man that departs, would open a line.
    """
    block, bound, shields = empty(), empty(), empty()
    for rider in rules.RIDERS:
        snipers = load(T, rules.OPEN_RIDE[rider] + king * rules.W) & riding(S, base, rider) & theirs
        while snipers:
            sniper = lowest(snipers)
            snipers = without_lowest(snipers)
            span = load(T, rules.BETWEEN + (king * rules.N + sniper) * rules.W)
            blockers = span & (own | theirs)
            if not blockers:
                checks |= bit(sniper)
                block |= span
            elif not several(blockers):
                bound |= blockers & own
                if rules.SEVERAL:
                    shields |= blockers & theirs
            elif rules.SEVERAL:
                if count(blockers) == 2:
                    bound |= blockers & own
    return checks, block, bound, shields


@inline
def men_moves(mode: static, T, S, row, moves, n, board: static, landing: static, own, theirs, bound, king, allowed, quiet, turn):
    """Moves of pawns and pieces of one board to `allowed` squares (pawns' pushes: `quiet` too); `bound` need care."""
    base = row + rules.BOARD_AT[board]
    occupied = own | theirs
    for kind in rules.MEN:
        movers = men(S, base, kind) & own & ~bound
        while movers:
            square = lowest(movers)
            movers = without_lowest(movers)
            n = put(mode, moves, n, attacks(T, kind, square, occupied) & allowed, square, board, landing, kind, 0, PLAIN)
    n = pawn_moves(mode, T, S, row, moves, n, men(S, base, rules.PAWN) & own & ~bound, occupied, theirs, quiet, turn, board, landing)
    while bound:
        square = lowest(bound)
        bound = without_lowest(bound)
        free = freedom(T, S, base, king, square, own, theirs, landing != board)
        for kind in rules.MEN:
            if men(S, base, kind) & bit(square):
                n = put(mode, moves, n, attacks(T, kind, square, occupied) & allowed & free, square, board, landing, kind, 0, PLAIN)
        n = pawn_moves(mode, T, S, row, moves, n, men(S, base, rules.PAWN) & bit(square), occupied, theirs, quiet & free,
                       turn, board, landing)
    return n


@inline
def moves_from_hand(mode: static, T, S, row, moves, n, king_base, checks, crossing, block, double, turn):
    """Drops and exchanges, on squares vacant on all boards; in check only where they block, or by disarming a pawn."""
    vacant = load(T, rules.BOARD)
    for board in rules.BOARD_LIST:
        vacant &= ~both_colours(S, row + rules.BOARD_AT[board])
    for board in rules.BOARD_LIST:
        blocking = vacant & block if row + rules.BOARD_AT[board] == king_base else empty()
        squares = vacant
        if checks | crossing:
            squares = empty() if double else blocking
        n = drops(mode, T, S, row, moves, n, squares, turn, board)
        if rules.EXCHANGES:
            disarmed = squares
            armed_by = -1
            late = checks & men(S, king_base, rules.PAWN) & load(T, rules.ARMED_RANK + (1 - turn) * rules.W)
            if late:
                armed_by = only_officer(S, row, 1 - turn)
                others = checks & ~late
                disarmed = vacant
                if others:
                    disarmed = empty() if several(others) else blocking
            n = exchanges(mode, T, S, row, moves, n, squares, disarmed, armed_by, turn, board)
    return n


@kernel
def generate(mode: static, T, S, row, moves, n):
    """Write the legal moves of the position at `row` into `moves` from `n` on; the new end (COUNT: only that).

    NOISY lists captures and promotions by push; never call it in check.
    """
    turn = int64(S[row + rules.TURN])

    # 1. What attacks the king or is in line with it.
    king_base = board_of_king(S, row, turn)
    own, theirs = colour(S, king_base, turn), colour(S, king_base, 1 - turn)
    king = lowest(men(S, king_base, rules.KING) & own)
    armed = is_armed(S, row, 1 - turn) if rules.EXCHANGES else True
    checks = pawn_attackers(T, S, king_base, king, turn, armed)
    for kind in rules.LEAPERS:
        if kind != rules.KING:
            checks |= load(T, rules.LEAPS[kind] + king * rules.W) & men(S, king_base, kind)
    checks, block, bound, shields = lines_to_king(T, S, king_base, king, own, theirs, checks & theirs)
    crossing = empty()  # a man that could take the king by a null move from its square of another board
    if rules.NULL_CAPTURES:
        crossing = across(S, row, king_base, 1 - turn) & bit(king)
    double = several(checks) or (rules.NULL_CAPTURES and bool(checks) and bool(crossing))
    in_check = bool(checks | crossing)
    # Hostage: taking an officer would arm pawns on their seventh rank that attack the king.
    may_arm = True
    if rules.EXCHANGES:
        may_arm = armed or not pawn_attackers(T, S, king_base, king, turn, True) & theirs

    # 2. Men of each board, landing where they may.
    for board in rules.BOARD_LIST:
        base = row + rules.BOARD_AT[board]
        here = True
        if rules.SEVERAL:
            here = base == king_base
            own, theirs = colour(S, base, turn), colour(S, base, 1 - turn)
        for landing in rules.LANDINGS[board]:
            landing_base = row + rules.BOARD_AT[landing]
            barred = empty()  # where a man may not come to stand on this landing board
            if landing != board:
                barred = both_colours(S, landing_base)
            elif rules.SETTLES:
                barred = ~both_colours(S, row + rules.BOARD_AT[1 - board])
            if here:
                n = king_moves(mode, T, S, row, moves, n, king, base, board, landing, own, theirs, barred, turn, in_check)
                if rules.KING in rules.NULL_KINDS and landing != board:
                    n = null_move_of_king(mode, T, S, row, moves, n, king, board, landing, turn, in_check)
            if not double:
                allowed = ~(own | barred)
                if landing != board:
                    if here:
                        allowed &= ~shields
                        if in_check:
                            allowed &= checks
                    elif in_check:
                        allowed &= block if rules.BOARDS == 2 or landing_base == king_base else empty()
                elif in_check:
                    allowed &= (checks | block) if here else crossing
                if rules.EXCHANGES:
                    if not may_arm:
                        allowed &= ~theirs | men(S, base, rules.PAWN)
                quiet = allowed
                if mode == NOISY:
                    allowed &= theirs
                n = men_moves(mode, T, S, row, moves, n, board, landing, own, theirs, bound if here else empty(), king, allowed,
                              quiet, turn)
                if rules.NULL_KINDS and landing != board:
                    n = null_moves(mode, T, S, row, moves, n, board, landing, king_base, king, own, bound, checks, crossing,
                                   block, turn)

    # 3. En passant.
    if rules.EN_PASSANT != "none":
        if load(S, row + rules.PASSED):
            n = en_passant_moves(mode, T, S, row, moves, n, king_base, turn)

    # 4. Men from the hand or the prison.
    if rules.DROPS and mode != NOISY:
        n = moves_from_hand(mode, T, S, row, moves, n, king_base, checks, crossing, block, double, turn)
    return n
