"""What a position is worth: men and their squares, mobility, pawns, threats, kings, men off the board.

`term` adds a weight of the catalogue; compiled with `trace` it also counts it in `C`, for the tuner. `I` is the
arena, of which the places ATTACKED, UNITS, EVALUATIONS and PAWNS are used.
"""
from ..engine.arena import ATTACKED, EVALUATED, EVALUATIONS, PAWN_BITS, PAWN_WORDS, PAWNS, SCORE_BITS, UNITS
from ..engine.attacks import attacks, both_colours, board_of_king, colour, is_armed, men
from ..engine.limits import MATE_BOUND
from ..engine.pawns import pawn_reach
from ..engine.rules import BLACK, WHITE
from ..engine.specialise import inline, kernel, rules, static


@inline
def term(trace: static, V, C, place, amount):
    """An amount of one term's weight."""
    if trace:
        C[place] += amount
    return amount * V[place]


@inline
def attacked_at(board: static, side):
    """Where the arena keeps the squares of a board that a side attacks."""
    return ATTACKED + (side * rules.BOARDS + board) * rules.W


@inline
def passed_at(entry, board: static):
    """Where an entry of pawns met lately keeps those of a board that are passed."""
    return entry + 2 + board * rules.W


@inline
def square_of(kind: static, square, side):
    """The term of a man that stands on a square."""
    return rules.EVAL.SQUARE + side * rules.EVAL.COLOUR_STRIDE + kind * rules.N + square


@inline
def pawns_of(S, row, side):
    """Pawns of a side on any board: a pawn that passes over meets them all."""
    found = empty()
    for board in rules.BOARD_LIST:
        base = row + rules.BOARD_AT[board]
        found |= men(S, base, rules.PAWN) & colour(S, base, side)
    return found


@kernel
def men_and_mobility(trace: static, T, V, S, I, C, row, side):
    """(score, phase) of a side's men but its pawns; leaves what they attack and the danger to the enemy king in the arena."""
    score, phase, units, hunters = 0, 0, 0, 0
    sign = 1 - 2 * side
    for board in rules.BOARD_LIST:
        base = row + rules.BOARD_AT[board]
        own, theirs = colour(S, base, side), colour(S, base, 1 - side)
        occupied = own | theirs
        guarded = pawn_reach(T, S, base, men(S, base, rules.PAWN) & theirs, 1 - side)
        reached = pawn_reach(T, S, base, men(S, base, rules.PAWN) & own, side)
        # Only men on the board of the enemy king endanger it.
        target = men(S, base, rules.KING) & theirs
        zone = empty()
        if target:
            zone = load(T, rules.LEAPS[rules.KING] + lowest(target) * rules.W) | target
        for kind in rules.KINDS:
            group = men(S, base, kind) & own
            if kind != rules.KING and kind != rules.PAWN:
                if several(group):
                    score += term(trace, V, C, rules.EVAL.PAIR + kind, sign)
                if rules.SEVERAL:
                    if target:
                        score += term(trace, V, C, rules.EVAL.HUNTING + kind, sign * count(group))
                    if men(S, base, rules.KING) & own:
                        score += term(trace, V, C, rules.EVAL.GUARDING + kind, sign * count(group))
            if kind != rules.PAWN:
                while group:
                    square = lowest(group)
                    group = without_lowest(group)
                    score += term(trace, V, C, square_of(kind, square, side), sign)
                    if kind == rules.KING:
                        reached |= load(T, rules.LEAPS[kind] + square * rules.W)
                    else:
                        phase += V[rules.EVAL.PHASE + kind]
                        reach = attacks(T, kind, square, occupied)
                        reached |= reach
                        free = min(count(reach & ~own & ~guarded), rules.EVAL.REACH - 1)
                        score += term(trace, V, C, rules.EVAL.MOBILITY + kind * rules.EVAL.REACH + free, sign)
                        near = reach & zone
                        if near:
                            units += count(near) * V[rules.EVAL.UNITS + kind]
                            hunters += 1
        store(I, attacked_at(board, side), reached)
    I[UNITS + side] = units if hunters > 1 else units // 2
    return score, phase


@inline
def pawn_key(S, row):
    """A hash of where the pawns of both sides stand."""
    key = uint64(0x9E3779B97F4A7C15)
    for board in rules.BOARD_LIST:
        for side in (WHITE, BLACK):
            place = row + rules.BOARD_AT[board]
            for word in range(rules.W):
                key = (key ^ S[place + rules.KIND[rules.PAWN] + word] & S[place + side * rules.W + word]) * uint64(0xD6E8FEB86659FD93)
                key ^= key >> uint64(32)
    return int64(key)


@kernel
def pawn_structure(trace: static, T, V, S, I, C, row, side, entry):
    """A side's pawns by their squares; passed, guarded, doubled and isolated ones. Those passed are left in the entry."""
    score = 0
    sign = 1 - 2 * side
    own, theirs = pawns_of(S, row, side), pawns_of(S, row, 1 - side)
    for board in rules.BOARD_LIST:
        base = row + rules.BOARD_AT[board]
        pawns = men(S, base, rules.PAWN) & colour(S, base, side)
        guarded = pawns & pawn_reach(T, S, base, pawns, side)
        passed = empty()
        while pawns:
            square = lowest(pawns)
            pawns = without_lowest(pawns)
            score += term(trace, V, C, square_of(rules.PAWN, square, side), sign)
            if rules.FLAT:
                rank = int64(T[rules.ADVANCE + side * rules.N + square])
                ahead = load(T, rules.AHEAD + (side * rules.N + square) * rules.W)
                if not theirs & load(T, rules.PASSING_LANES + (side * rules.N + square) * rules.W) and not own & ahead:
                    score += term(trace, V, C, rules.EVAL.PASSED + rank, sign)
                    passed |= bit(square)
                if own & ahead:
                    score += term(trace, V, C, rules.EVAL.DOUBLED, sign)
                if guarded & bit(square):
                    score += term(trace, V, C, rules.EVAL.GUARDED + rank, sign)
                elif not own & load(T, rules.SIDE_FILES + square * rules.W):
                    score += term(trace, V, C, rules.EVAL.ISOLATED, sign)
        store(I, passed_at(entry, board), load(I, passed_at(entry, board)) | passed)
    return score


@kernel
def pawns_and_files(trace: static, T, V, S, I, C, row):
    """Pawns of both sides, known already if they stood so lately; passed pawns that may step; rooks on open files."""
    key = pawn_key(S, row)
    entry = PAWNS + (key & (1 << PAWN_BITS) - 1) * PAWN_WORDS
    if trace or I[entry] != key:
        I[entry] = key
        for board in rules.BOARD_LIST:
            store(I, passed_at(entry, board), empty())
        I[entry + 1] = pawn_structure(trace, T, V, S, I, C, row, int64(0), entry)
        I[entry + 1] += pawn_structure(trace, T, V, S, I, C, row, int64(1), entry)
    score = I[entry + 1]
    if rules.FLAT:
        for board in rules.BOARD_LIST:
            base = row + rules.BOARD_AT[board]
            passed = load(I, passed_at(entry, board))
            rooks = men(S, base, rules.ROOK)
            while passed:
                square = lowest(passed)
                passed = without_lowest(passed)
                side = int64(bool(colour(S, base, BLACK) & bit(square)))
                if not both_colours(S, base) & load(T, rules.NEXT_STEP + (side * rules.N + square) * rules.W):
                    score += term(trace, V, C, rules.EVAL.FREE + int64(T[rules.ADVANCE + side * rules.N + square]), 1 - 2 * side)
            while rooks:
                square = lowest(rooks)
                rooks = without_lowest(rooks)
                file = load(T, rules.FILE + square * rules.W)
                side = int64(bool(colour(S, base, BLACK) & bit(square)))
                if not pawns_of(S, row, side) & file:
                    open_file = int64(not pawns_of(S, row, 1 - side) & file)
                    score += term(trace, V, C, rules.EVAL.ROOK_OPEN + open_file, 1 - 2 * side)
    return score


@kernel
def threats(trace: static, T, V, S, I, C, row, side):
    """Enemy men that pawns attack, and those attacked and not guarded where the captor would arrive."""
    score = 0
    sign = 1 - 2 * side
    for board in rules.BOARD_LIST:
        base = row + rules.BOARD_AT[board]
        theirs = colour(S, base, 1 - side) & ~men(S, base, rules.KING)
        by_pawn = theirs & pawn_reach(T, S, base, men(S, base, rules.PAWN) & colour(S, base, side), side)
        loose = empty()
        for landing in rules.LANDINGS[board]:
            loose |= theirs & load(I, attacked_at(board, side)) & ~load(I, attacked_at(landing, 1 - side))
        if by_pawn | loose:
            for kind in rules.KINDS:
                if kind != rules.KING:
                    group = men(S, base, kind)
                    if kind != rules.PAWN:
                        score += term(trace, V, C, rules.EVAL.PAWN_THREAT + kind, sign * count(by_pawn & group))
                    score += term(trace, V, C, rules.EVAL.LOOSE + kind, sign * count(loose & group))
    return score


@inline
def drop_checks(trace: static, T, V, S, I, C, row, side, king, base, safe, hand, first: static):
    """Safe squares from which men that `side` may drop would check the enemy king; (score, kinds that can)."""
    score, able = 0, 0
    occupied = both_colours(S, base)
    for kind in rules.DROPPABLE:
        if hand >> 8 * kind & 255:
            if kind == rules.PAWN:
                from_squares = (load(T, rules.PAWN_GUARDS + ((1 - side) * rules.N + king) * rules.W)
                                & load(T, rules.PAWN_DROPS + side * rules.W))
            else:
                from_squares = attacks(T, kind, king, occupied)
            n = min(count(from_squares & safe), rules.EVAL.HELD)
            if n:
                able += 1
                score += term(trace, V, C, first + kind * rules.EVAL.HELD + n - 1, 1 - 2 * side)
    return score, able


@kernel
def king_safety(trace: static, T, V, S, I, C, row, side):
    """Shelter and escapes of a side's king, and how much its enemies endanger it."""
    sign = 1 - 2 * side
    base = board_of_king(S, row, side)
    own = colour(S, base, side)
    king = lowest(men(S, base, rules.KING) & own)
    zone = load(T, rules.LEAPS[rules.KING] + king * rules.W)
    attacked, guarded, beyond = empty(), empty(), empty()
    for board in rules.BOARD_LIST:
        if base == row + rules.BOARD_AT[board]:
            attacked |= load(I, attacked_at(board, 1 - side))
            guarded |= load(I, attacked_at(board, side))
        elif rules.BOARDS == 2:
            # The king must be safe, and find its square vacant, where it arrives as well.
            beyond |= both_colours(S, row + rules.BOARD_AT[board]) | load(I, attacked_at(board, 1 - side))
    escapes = min(count(zone & ~own & ~attacked & ~beyond), rules.EVAL.NEAR - 1)
    score = term(trace, V, C, rules.EVAL.ESCAPE + escapes, sign)
    before = zone & load(T, rules.PASSING_LANES + (side * rules.N + king) * rules.W)
    score += term(trace, V, C, rules.EVAL.SHELTER + min(count(before & own & men(S, base, rules.PAWN)), rules.EVAL.NEAR - 1), sign)
    if rules.SEVERAL:
        sheltering = pawns_of(S, row, side) & before & ~men(S, base, rules.PAWN)
        score += term(trace, V, C, rules.EVAL.SHELTER_BEYOND + min(count(sheltering), rules.EVAL.NEAR - 1), sign)

    units = I[UNITS + 1 - side] + count(zone & attacked)
    if rules.DROPS:
        hand = int64(S[row + rules.HAND + 1 - side])
        safe = ~guarded & ~both_colours(S, base) & load(T, rules.BOARD)
        if rules.BOARDS > 1:
            for board in rules.BOARD_LIST:
                safe &= ~both_colours(S, row + rules.BOARD_AT[board])
        if hand:
            checks, able = drop_checks(trace, T, V, S, I, C, row, 1 - side, king, base, safe, hand, rules.EVAL.DROP_CHECK)
            score += checks
            units += 4 * able + count(zone & safe)
        if rules.EXCHANGES:
            held = int64(S[row + rules.PRISON + 1 - side]) & ~hand
            if held and S[row + rules.PRISON + side]:
                checks, able = drop_checks(trace, T, V, S, I, C, row, 1 - side, king, base, safe,
                                           affordable(held, int64(S[row + rules.PRISON + side])), rules.EVAL.DROP_CHECK_PAID)
                score += checks
                units += 2 * able
    return score + term(trace, V, C, rules.EVAL.DANGER + min(units, rules.EVAL.DANGERS - 1), -sign)


@inline
def affordable(held, hostages):
    """Those of the men held for whom a hostage can be paid."""
    able = 0
    for kind in rules.DROPPABLE:
        payable = False
        for paid in rules.PAYS[kind]:
            payable = payable or (hostages >> 8 * paid & 255) != 0
        if payable:
            able |= held & 255 << 8 * kind
    return able


@inline
def men_held(trace: static, V, C, word, first: static, sign):
    """Men of each kind in one word of a position, by how many."""
    score = 0
    if word:
        for kind in rules.DROPPABLE:
            n = min(word >> 8 * kind & 255, rules.EVAL.HELD)
            if n:
                score += term(trace, V, C, first + kind * rules.EVAL.HELD + n - 1, sign)
    return score


@kernel
def off_board(trace: static, V, S, C, row, side):
    """Men in hand, and men that the enemy holds and that could be exchanged."""
    sign = 1 - 2 * side
    score = men_held(trace, V, C, int64(S[row + rules.HAND + side]), rules.EVAL.HAND, sign)
    if rules.EXCHANGES:
        score += men_held(trace, V, C, int64(S[row + rules.PRISON + side]), rules.EVAL.PRISON, sign)
    return score


@inline
def armed_pawns(trace: static, T, V, S, C, row, side):
    """Hostage: pawns before their last rank that can promote."""
    score = 0
    if is_armed(S, row, side):
        for board in rules.BOARD_LIST:
            base = row + rules.BOARD_AT[board]
            late = men(S, base, rules.PAWN) & colour(S, base, side) & load(T, rules.ARMED_RANK + side * rules.W)
            score += term(trace, V, C, rules.EVAL.ARMED, (1 - 2 * side) * count(late))
    return score


@kernel
def assess(trace: static, T, V, S, I, C, row):
    """Centipawns for the side to move. `V` holds the weights; see eval.tables."""
    # 1. Men, first of both sides: the other terms ask what is attacked. Pawns.
    white, phase_white = men_and_mobility(trace, T, V, S, I, C, row, int64(0))
    black, phase_black = men_and_mobility(trace, T, V, S, I, C, row, int64(1))
    score = white + black + pawns_and_files(trace, T, V, S, I, C, row)
    side = 0
    while side < 2:
        # 2. Kings, where the board is flat; threats; men off the board.
        if rules.FLAT:
            score += king_safety(trace, T, V, S, I, C, row, side)
        score += threats(trace, T, V, S, I, C, row, side)
        if rules.DROPS:
            score += off_board(trace, V, S, C, row, side)
        if rules.EXCHANGES:
            score += armed_pawns(trace, T, V, S, C, row, side)
        side += 1
    sign = 1 if S[row + rules.TURN] == uint64(WHITE) else -1
    score += term(trace, V, C, rules.EVAL.TEMPO, sign)

    # 3. Between the middle game and the end game by the men left on the boards.
    score *= sign
    middle = ((score & 0xFFFFFFFF) ^ 0x80000000) - 0x80000000
    end = (score - middle) >> 32
    phase = min(phase_white + phase_black, rules.EVAL.FULL_PHASE)
    if trace:
        C[rules.EVAL.TERMS] = phase
    return (middle * phase + end * (rules.EVAL.FULL_PHASE - phase)) // rules.EVAL.FULL_PHASE


@inline
def worth(V, S, row, side):
    """What the search thinks of a side's men, in centipawns."""
    total = 0
    for board in rules.BOARD_LIST:
        base = row + rules.BOARD_AT[board]
        for kind in rules.KINDS:
            total += V[rules.EVAL.WORTH + kind] * count(men(S, base, kind) & colour(S, base, side))
    return total


@inline
def cannot_win(V, S, row, side):
    """Whether a side has no pawn, and leads by so little that it will hardly win."""
    if pawns_of(S, row, side):
        return False
    return worth(V, S, row, side) - worth(V, S, row, 1 - side) <= V[rules.EVAL.WORTH + rules.DRAWN_LEAD]


@kernel
def evaluate(T, V, S, I, row):
    """Centipawns for the side to move; known at once if the position was met lately, as one in six is."""
    key = int64(S[row + rules.KEY])
    place = EVALUATIONS + (key & EVALUATED - 1)
    if I[place] >> SCORE_BITS == key >> SCORE_BITS:
        return (I[place] & (1 << SCORE_BITS) - 1) - (1 << SCORE_BITS - 1)
    score = assess(False, T, V, S, I, V, row)
    if rules.DRAWN_LEAD >= 0:
        turn = int64(S[row + rules.TURN])
        if cannot_win(V, S, row, turn if score > 0 else 1 - turn):
            score //= 8
    score = max(min(score, MATE_BOUND - 1), 1 - MATE_BOUND)  # however many queens: it is no mate
    I[place] = key >> SCORE_BITS << SCORE_BITS | score + (1 << SCORE_BITS - 1)
    return score
