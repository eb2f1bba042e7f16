"""Legal moves, listed or counted.

Everything follows from what a move does to the king's board. A man that STAYS on it (all of chess) must
keep or put itself between king and rider, or take the checker. One that DEPARTS from it leaves a hole:
it is pinned whatever its direction, unless it takes the pinner, and what it captures leaves a hole too.
One that ARRIVES can only block. One that moves ELSEWHERE matters not at all.
"""
from .attacks import across, attackers, attacks, board_of_king, colour, is_armed, men, pawn_attackers, ride, riding
from .moves import CASTLING, DROP, EN_PASSANT, EXCHANGE, MULTISTEP, NULL, PLAIN, pack
from .rules import BLACK, WHITE
from .specialise import inline, kernel, rules, static

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


@inline
def step(T, vector: static, pawns, turn):
    """All pawns moved by one vector (a push or one of the captures), seen from their side."""
    able = pawns & load(T, rules.STEP_FROM[vector] + turn * rules.W)
    if turn == WHITE:
        return forward(able, rules.STEP_SHIFT[vector][WHITE])
    return backward(able, rules.STEP_SHIFT[vector][BLACK])


@inline
def put_pawns(mode: static, T, S, row, moves, n, targets, vector: static, turn, board: static, landing: static):
    """Add one-step pawn moves, by the squares they land on; promotions on the last rank."""
    last = targets & load(T, rules.LAST_RANK + turn * rules.W)
    if mode == COUNT:
        n += count(targets)
        if last:
            choices = len(rules.PROMOTION_KINDS)
            if rules.EXCHANGES:
                choices = 0
                for kind in rules.PROMOTION_KINDS:
                    choices += (int64(S[row + rules.PRISON + turn]) >> 8 * kind & 255) != 0
            n += count(last) * (choices - 1)
        return n
    distance = rules.STEP_SHIFT[vector][WHITE] if turn == WHITE else -rules.STEP_SHIFT[vector][BLACK]
    while last:
        to = lowest(last)
        for kind in rules.PROMOTION_KINDS:
            if not rules.EXCHANGES or (int64(S[row + rules.PRISON + turn]) >> 8 * kind & 255) != 0:
                moves[n] = pack(to - distance, to, board, landing, rules.PAWN, kind + 1, PLAIN)
                n += 1
        last = without_lowest(last)
    targets &= ~load(T, rules.LAST_RANK + turn * rules.W)
    while targets:
        to = lowest(targets)
        moves[n] = pack(to - distance, to, board, landing, rules.PAWN, 0, PLAIN)
        n += 1
        targets = without_lowest(targets)
    return n


@inline
def pawn_moves(mode: static, T, S, row, moves, n, pawns, occupied, theirs, allowed, turn, board: static, landing: static):
    """Pushes and captures of a set of pawns to `allowed` squares. En passant has its own step."""
    for push in rules.PUSHES:
        pushed = step(T, push, pawns, turn) & ~occupied
        single = pushed & allowed
        if mode == NOISY:
            single &= load(T, rules.LAST_RANK + turn * rules.W)
        n = put_pawns(mode, T, S, row, moves, n, single, push, turn, board, landing)
    if mode != NOISY:
        for steps in range(2, rules.LONGEST + 1):  # only games with one push have long steps
            pushed = step(T, 0, pushed & load(T, rules.GO_ON[steps - 2] + turn * rules.W), turn) & ~occupied
            if mode == COUNT:
                n += count(pushed & allowed)
            else:
                distance = steps * (rules.STEP_SHIFT[0][WHITE] if turn == WHITE else -rules.STEP_SHIFT[0][BLACK])
                far = pushed & allowed
                while far:
                    to = lowest(far)
                    moves[n] = pack(to - distance, to, board, landing, rules.PAWN, 0, MULTISTEP)
                    n += 1
                    far = without_lowest(far)
    for vector in rules.CAPTURES:
        taken = step(T, vector, pawns, turn) & theirs & allowed
        n = put_pawns(mode, T, S, row, moves, n, taken, vector, turn, board, landing)
    return n


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
def pawn_reach(T, S, base, pawns, turn):
    """Squares that a set of pawns of the colour `turn` attacks."""
    reach = empty()
    for vector in rules.CAPTURES:
        reach |= step(T, vector, pawns, turn)
    return reach


@inline
def danger(T, S, base, occupied, theirs, turn, armed, zone):
    """Squares of `zone` that men of `theirs` (the side not to move) attack, and perhaps others."""
    pawns = men(S, base, rules.PAWN) & theirs
    if rules.EXCHANGES:
        if not armed:
            pawns &= ~load(T, rules.ARMED_RANK + (1 - turn) * rules.W)
    reach = pawn_reach(T, S, base, pawns, 1 - turn)
    for kind in rules.LEAPERS:
        leapers = men(S, base, kind) & theirs
        while leapers:
            reach |= load(T, rules.LEAPS[kind] + lowest(leapers) * rules.W)
            leapers = without_lowest(leapers)
    for rider in rules.RIDERS:
        riders = riding(S, base, rider) & theirs
        while riders:
            square = lowest(riders)
            riders = without_lowest(riders)
            # Where a ride is dear, first see whether it could get there on an open board.
            if rules.EXTRACT[rider] >= 0 or load(T, rules.OPEN_RIDE[rider] + square * rules.W) & zone:
                reach |= ride(T, rider, square, occupied)
    return reach


@inline
def rook_landing(S, row, board, square):
    """The board on which a castled rook comes to stand when it passes over only to a vacant square."""
    other = row + (1 - board) * rules.BOARD_WORDS
    return board if (colour(S, other, WHITE) | colour(S, other, BLACK)) & square else 1 - board


@inline
def castling_arrives_safely(T, S, row, base, board: static, landing: static, index, occupied, theirs, barred, turn, armed):
    """What is left to test of a castling where the danger to the king's old board does not tell all."""
    ends = rules.CASTLING_ENDS + 4 * index
    king_to = int64(T[ends + 1])
    arrive = bit(king_to) | bit(int64(T[ends + 3]))
    if rules.BEHIND_ROOK:
        # A rider beyond the rook's old square sees the king when the rook has gone.
        after = occupied & ~(bit(int64(T[ends])) | bit(int64(T[ends + 2]))) | arrive
        if attackers(T, S, base, king_to, after, theirs, turn, armed):
            return False
    if rules.SETTLES:
        # Each of the two passes or stays by itself, as the squares beyond are vacant or not.
        if barred & bit(king_to):
            return False
        if landing != board:
            if rook_landing(S, row, board, bit(int64(T[ends + 3]))) != landing:
                arrive = bit(king_to)
    elif barred & arrive:
        return False
    if landing != board:
        # On the other board the rook, if it arrives too, may shield the king.
        landing_base = row + rules.BOARD_AT[landing]
        enemies = colour(S, landing_base, 1 - turn)
        if attackers(T, S, landing_base, king_to, enemies | colour(S, landing_base, turn) | arrive, enemies, turn, armed):
            return False
    return True


@inline
def king_moves(mode: static, T, S, row, moves, n, king, base, board: static, landing: static, own, theirs, barred, turn, in_check):
    """Steps of the king, then castlings. It may not go to a square attacked on the board it leaves or reaches."""
    occupied = own | theirs
    landing_base = row + rules.BOARD_AT[landing]
    armed = is_armed(S, row, 1 - turn) if rules.EXCHANGES else True
    targets = attacks(T, rules.KING, king, occupied) & ~own
    if mode == NOISY:
        targets &= theirs
    if rules.SEVERAL:
        targets &= ~barred
    zone = targets
    castlings = 0
    if rules.SIDES and mode != NOISY:
        rights = int64(S[row + rules.RIGHTS]) >> turn * rules.SIDES & (1 << rules.SIDES) - 1
        if rights and not in_check:
            for side in range(rules.SIDES):
                index = turn * rules.SIDES + side
                if rights & 1 << side and not occupied & load(T, rules.CASTLING_PATH + index * rules.W):
                    castlings |= 1 << side
                    zone |= load(T, rules.CASTLING_SAFE + index * rules.W)
    if not zone:
        return n
    attacked = danger(T, S, base, occupied & ~bit(king), theirs, turn, armed, zone)
    if rules.NULL_CAPTURES:
        attacked |= across(S, row, base, 1 - turn)
    safe = targets & ~attacked
    if rules.EXCHANGES:
        if not armed:
            # Taking an officer arms the enemy's pawns.
            late = men(S, base, rules.PAWN) & theirs & load(T, rules.ARMED_RANK + (1 - turn) * rules.W)
            safe &= ~(theirs & ~men(S, base, rules.PAWN) & pawn_reach(T, S, base, late, 1 - turn))
    if landing != board:
        enemies = colour(S, landing_base, 1 - turn)
        if safe:
            safe &= ~danger(T, S, landing_base, enemies | colour(S, landing_base, turn), enemies, turn, armed, safe)
            if rules.EXCHANGES:
                if not armed:
                    late = men(S, landing_base, rules.PAWN) & enemies & load(T, rules.ARMED_RANK + (1 - turn) * rules.W)
                    safe &= ~(theirs & ~men(S, base, rules.PAWN) & pawn_reach(T, S, landing_base, late, 1 - turn))
    n = put(mode, moves, n, safe, king, board, landing, rules.KING, 0, PLAIN)
    if castlings:
        for side in range(rules.SIDES):
            index = turn * rules.SIDES + side
            if castlings & 1 << side and not attacked & load(T, rules.CASTLING_SAFE + index * rules.W):
                if castling_arrives_safely(T, S, row, base, board, landing, index, occupied, theirs, barred, turn, armed):
                    if mode != COUNT:
                        moves[n] = pack(king, int64(T[rules.CASTLING_ENDS + 4 * index + 1]), board, landing, rules.KING, index, CASTLING)
                    n += 1
    return n


@kernel
def en_passant_is_safe(T, S, row, king_base, turn, board: static, landing: static, victim_board: static, square, to, victim):
    """Whether the king is safe after an en passant capture by the pawn on `square` of `board`, landing on `to`."""
    own, theirs = colour(S, king_base, turn), colour(S, king_base, 1 - turn)
    king = lowest(men(S, king_base, rules.KING) & own)
    occupied = own | theirs
    armed = is_armed(S, row, 1 - turn) if rules.EXCHANGES else True
    if king_base == row + rules.BOARD_AT[board]:
        occupied &= ~bit(square)
    if king_base == row + rules.BOARD_AT[victim_board]:
        occupied &= ~bit(victim)
        theirs &= ~bit(victim)
    if king_base == row + rules.BOARD_AT[landing]:
        occupied |= bit(to)
    return not attackers(T, S, king_base, king, occupied, theirs, turn, armed)


@inline
def en_passant_moves(mode: static, T, S, row, moves, n, king_base, turn):
    """Captures of the pawn that has just stepped over some squares, on each of them."""
    victim = int64(S[row + rules.VICTIM]) & 127
    victim_on = int64(S[row + rules.VICTIM]) >> 7
    for board in rules.BOARD_LIST:
        for victim_board in rules.BOARD_LIST:
            # The pawn passed on the board it left; it is taken on the board where it landed.
            landed = board == victim_board
            if victim_on == victim_board and (not rules.SEVERAL or rules.EN_PASSANT == "either"
                                              or landed == (rules.EN_PASSANT == "landed")):
                base = row + rules.BOARD_AT[board]
                taken = empty()
                for other in rules.BOARD_LIST:
                    taken |= colour(S, row + rules.BOARD_AT[other], WHITE) | colour(S, row + rules.BOARD_AT[other], BLACK)
                passed = load(S, row + rules.PASSED) & ~taken
                while passed:
                    to = lowest(passed)
                    passed = without_lowest(passed)
                    captors = (load(T, rules.PAWN_GUARDS + ((1 - turn) * rules.N + to) * rules.W)
                               & men(S, base, rules.PAWN) & colour(S, base, turn))
                    while captors:
                        square = lowest(captors)
                        captors = without_lowest(captors)
                        for landing in rules.LANDINGS[board]:
                            if en_passant_is_safe(T, S, row, king_base, turn, board, landing, victim_board, square, to, victim):
                                if mode != COUNT:
                                    moves[n] = pack(square, to, board, landing, rules.PAWN, 0, EN_PASSANT)
                                n += 1
    return n


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
def null_move_of_king(mode: static, T, S, row, moves, n, king, board: static, landing: static, turn, in_check):
    """The king passes to its square of the other board, where it must be safe. In check only where that may take, too."""
    landing_base = row + rules.BOARD_AT[landing]
    theirs = colour(S, landing_base, 1 - turn)
    occupied = theirs | colour(S, landing_base, turn)
    here = bit(king)
    possible = not occupied & here
    if mode == NOISY:
        possible = False
    if rules.NULL_CAPTURES:
        possible = possible or bool(theirs & here)
    elif in_check:
        possible = False
    if possible:
        if not attackers(T, S, landing_base, king, occupied, theirs & ~here, turn, True):
            if mode != COUNT:
                moves[n] = pack(king, king, board, landing, rules.KING, 0, NULL)
            n += 1
    return n


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


@kernel
def generate(mode: static, T, S, row, moves, n):
    """Write the legal moves of the position at `row` into `moves` from `n` on; the new end (COUNT: only that).

    NOISY lists captures and promotions by push; never call it in check.
    """
    turn = int64(S[row + rules.TURN])

    # 1. What attacks the king or is in line with it.
    king_base = board_of_king(S, row, turn)
    own, theirs = colour(S, king_base, turn), colour(S, king_base, 1 - turn)
    occupied = own | theirs
    king = lowest(men(S, king_base, rules.KING) & own)
    armed = is_armed(S, row, 1 - turn) if rules.EXCHANGES else True
    checks = pawn_attackers(T, S, king_base, king, turn, armed)
    for kind in rules.LEAPERS:
        if kind != rules.KING:
            checks |= load(T, rules.LEAPS[kind] + king * rules.W) & men(S, king_base, kind)
    checks &= theirs
    block = empty()  # between the king and the rider that checks
    bound = empty()  # own men in line with it
    shields = empty()  # enemy men whose capture by a man that departs would open a line
    for rider in rules.RIDERS:
        snipers = load(T, rules.OPEN_RIDE[rider] + king * rules.W) & riding(S, king_base, rider) & theirs
        while snipers:
            sniper = lowest(snipers)
            snipers = without_lowest(snipers)
            span = load(T, rules.BETWEEN + (king * rules.N + sniper) * rules.W)
            blockers = span & occupied
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
    crossing = empty()  # a man that could take the king by a null move from its square of another board
    if rules.NULL_CAPTURES:
        crossing = across(S, row, king_base, 1 - turn) & bit(king)
    double = several(checks) or (rules.NULL_CAPTURES and bool(checks) and bool(crossing))
    in_check = bool(checks | crossing)

    # 2. Men of each board, landing where they may.
    for board in rules.BOARD_LIST:
        base = row + rules.BOARD_AT[board]
        here = True
        if rules.SEVERAL:
            here = base == king_base
            own, theirs = colour(S, base, turn), colour(S, base, 1 - turn)
            occupied = own | theirs
        for landing in rules.LANDINGS[board]:
            landing_base = row + rules.BOARD_AT[landing]
            barred = empty()  # where a man may not come to stand on this landing board
            if landing != board:
                barred = colour(S, landing_base, WHITE) | colour(S, landing_base, BLACK)
            elif rules.SETTLES:
                beyond = row + rules.BOARD_AT[1 - board]
                barred = ~(colour(S, beyond, WHITE) | colour(S, beyond, BLACK))
            if here:
                n = king_moves(mode, T, S, row, moves, n, king, base, board, landing, own, theirs, barred, turn, in_check)
                if rules.KING in rules.NULL_KINDS and landing != board:
                    n = null_move_of_king(mode, T, S, row, moves, n, king, board, landing, turn, in_check)
            if not double:
                allowed = ~own
                if mode == NOISY:
                    allowed &= theirs
                if rules.SEVERAL:
                    allowed &= ~barred
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
                    # Taking an officer would arm pawns on their seventh rank that attack the king.
                    if not armed and pawn_attackers(T, S, king_base, king, turn, True) & colour(S, king_base, 1 - turn):
                        allowed &= ~theirs | men(S, base, rules.PAWN)
                free = own & ~bound if here else own
                for kind in rules.MEN:
                    movers = men(S, base, kind) & free
                    while movers:
                        square = lowest(movers)
                        movers = without_lowest(movers)
                        n = put(mode, moves, n, attacks(T, kind, square, occupied) & allowed, square, board, landing, kind, 0, PLAIN)
                quiet_allowed = allowed | (~occupied & ~barred if mode == NOISY else empty())
                n = pawn_moves(mode, T, S, row, moves, n, men(S, base, rules.PAWN) & free, occupied, theirs,
                               quiet_allowed, turn, board, landing)
                if here and bound:
                    rest = bound
                    while rest:
                        square = lowest(rest)
                        rest = without_lowest(rest)
                        still = freedom(T, S, base, king, square, own, theirs, landing != board)
                        for kind in rules.MEN:
                            if men(S, base, kind) & bit(square):
                                n = put(mode, moves, n, attacks(T, kind, square, occupied) & allowed & still, square, board, landing, kind, 0, PLAIN)
                        n = pawn_moves(mode, T, S, row, moves, n, men(S, base, rules.PAWN) & bit(square), occupied, theirs,
                                       quiet_allowed & still, turn, board, landing)

                if rules.NULL_KINDS and landing != board:
                    n = null_moves(mode, T, S, row, moves, n, board, landing, king_base, king, own, bound, checks, crossing,
                                   block, turn)

    # 3. En passant.
    if rules.EN_PASSANT != "none":
        if load(S, row + rules.PASSED):
            n = en_passant_moves(mode, T, S, row, moves, n, king_base, turn)

    # 4. Men from the hand or the prison.
    if rules.DROPS and mode != NOISY:
        vacant = load(T, rules.BOARD)
        for board in rules.BOARD_LIST:
            vacant &= ~(colour(S, row + rules.BOARD_AT[board], WHITE) | colour(S, row + rules.BOARD_AT[board], BLACK))
        for board in rules.BOARD_LIST:
            here = row + rules.BOARD_AT[board] == king_base
            landing_squares = vacant
            if in_check:
                landing_squares &= block if here and not double else empty()
            n = drops(mode, T, S, row, moves, n, landing_squares, turn, board)
            if rules.EXCHANGES:
                disarmed = landing_squares
                armed_by = -1
                if checks:
                    last_rank_pawns = checks & men(S, king_base, rules.PAWN) & load(T, rules.ARMED_RANK + (1 - turn) * rules.W)
                    if last_rank_pawns:
                        armed_by = only_officer(S, row, 1 - turn)
                        others = checks & ~last_rank_pawns
                        if not others:
                            disarmed = vacant
                        else:
                            disarmed = vacant & block if here and not several(others) else empty()
                n = exchanges(mode, T, S, row, moves, n, landing_squares, disarmed, armed_by, turn, board)
    return n
