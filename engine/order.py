"""Which moves to try first: the hash move, captures by what they win, killers, then by history."""
from .arena import COUNTERS, HISTORY, KILLERS, LOCATIONS, MADE, MOST_KINDS, MOVES, SCORES
from .attacks import colour, kind_at
from .moves import DROP, EN_PASSANT, NULL, board_of, extra_of, kind_of, landing_of, lands, special_of
from .specialise import inline, kernel, rules

HASH_SCORE, CAPTURE_SCORE, KILLER_SCORE, COUNTER_SCORE = 1 << 30, 1 << 28, 1 << 26, 1 << 25
HISTORY_LIMIT = 1 << 14


@inline
def victim(S, row, move, turn):
    """The kind that a move captures, or -1."""
    special = special_of(move)
    if special == EN_PASSANT:
        return rules.PAWN
    if special >= DROP:
        return -1
    board = landing_of(move) if rules.NULL_CAPTURES and special == NULL else board_of(move)
    base = row + board * rules.BOARD_WORDS
    if colour(S, base, 1 - turn) & bit(lands(move)):
        return kind_at(S, base, lands(move))
    return -1


@inline
def is_promotion(move):
    return kind_of(move) == rules.PAWN and extra_of(move) != 0 and special_of(move) == 0


@inline
def place_of(move, turn):
    """Where history and counter moves keep what they know of a move: by side, kind and location it lands on."""
    return (turn * MOST_KINDS + kind_of(move)) * LOCATIONS + landing_of(move) * rules.N + lands(move)


@kernel
def score_moves(V, S, I, row, ply, begin, end, hash_move, turn):
    """Score the listed moves `begin` to `end`: the higher, the sooner."""
    last = I[MADE + ply - 1] if ply > 0 else 0
    counter = I[COUNTERS + place_of(last, 1 - turn)] if last else 0
    for i in range(begin, end):
        move = I[MOVES + i]
        taken = victim(S, row, move, turn)
        if move == hash_move:
            score = HASH_SCORE
        elif taken >= 0:
            score = CAPTURE_SCORE + 16 * V[rules.EVAL.WORTH + taken] - V[rules.EVAL.WORTH + kind_of(move)]
            if is_promotion(move):
                score += 16 * V[rules.EVAL.WORTH + extra_of(move) - 1]
        elif is_promotion(move):
            score = CAPTURE_SCORE + 8 * V[rules.EVAL.WORTH + extra_of(move) - 1]
        elif move == I[KILLERS + 2 * ply] or move == I[KILLERS + 2 * ply + 1]:
            score = KILLER_SCORE
        elif move == counter:
            score = COUNTER_SCORE
        else:
            score = I[HISTORY + place_of(move, turn)]
            if rules.DROPS:
                if special_of(move) >= DROP:
                    score -= HISTORY_LIMIT // 8  # there are so many, and most are idle
        I[SCORES + i] = score


@inline
def pick(I, begin, end):
    """Bring the best of the moves `begin` to `end` to the front."""
    best = begin
    for i in range(begin + 1, end):
        if I[SCORES + i] > I[SCORES + best]:
            best = i
    I[MOVES + begin], I[MOVES + best] = I[MOVES + best], I[MOVES + begin]
    I[SCORES + begin], I[SCORES + best] = I[SCORES + best], I[SCORES + begin]
    return I[MOVES + begin]


@inline
def adjust(I, place, bonus):
    """Move one history value towards the limit that the sign of `bonus` points to."""
    I[HISTORY + place] += bonus - I[HISTORY + place] * abs(bonus) // HISTORY_LIMIT


@kernel
def reward(I, ply, begin, tried, move, depth, turn, S, row):
    """A quiet move caused a cutoff: remember it, and hold it against the quiet moves tried before it."""
    if I[KILLERS + 2 * ply] != move:
        I[KILLERS + 2 * ply + 1] = I[KILLERS + 2 * ply]
        I[KILLERS + 2 * ply] = move
    if ply > 0:
        if I[MADE + ply - 1]:
            I[COUNTERS + place_of(I[MADE + ply - 1], 1 - turn)] = move
    bonus = min(depth * depth * 16, HISTORY_LIMIT // 4)
    adjust(I, place_of(move, turn), bonus)
    for i in range(begin, tried):
        if victim(S, row, I[MOVES + i], turn) < 0:
            adjust(I, place_of(I[MOVES + i], turn), -bonus)
