"""Pawns: they step and capture in sets, by shifts."""
from .attacks import attackers, both_colours, colour, is_armed, men
from .listing import COUNT, NOISY
from .moves import EN_PASSANT, MULTISTEP, PLAIN, pack
from .rules import BLACK, WHITE
from .specialise import inline, kernel, rules, static


@inline
def step(T, vector: static, pawns, turn):
    """All pawns moved by one vector (a push or one of the captures), seen from their side."""
    able = pawns & load(T, rules.STEP_FROM[vector] + turn * rules.W)
    if turn == WHITE:
        return forward(able, rules.STEP_SHIFT[vector][WHITE])
    return backward(able, rules.STEP_SHIFT[vector][BLACK])


@inline
def pawn_reach(T, S, base, pawns, turn):
    """Squares that a set of pawns of the colour `turn` attacks."""
    reach = empty()
    for vector in rules.CAPTURES:
        reach |= step(T, vector, pawns, turn)
    return reach


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
                    taken |= both_colours(S, row + rules.BOARD_AT[other])
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
