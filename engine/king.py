"""The king: where it is safe, castling, and its null move."""
from .attacks import across, attackers, attacks, both_colours, colour, is_armed, men, ride, riding
from .listing import COUNT, NOISY, put
from .moves import CASTLING, NULL, PLAIN, pack
from .pawns import pawn_reach
from .specialise import inline, rules, static


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
            if rules.EXTRACT[rider] or load(T, rules.OPEN_RIDE[rider] + square * rules.W) & zone:
                reach |= ride(T, rider, square, occupied)
    return reach


@inline
def rook_landing(S, row, board, square):
    """The board on which a castled rook comes to stand when it passes over only to a vacant square."""
    return board if both_colours(S, row + (1 - board) * rules.BOARD_WORDS) & square else 1 - board


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
