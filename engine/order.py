"""Which moves to try first: the hash move, captures that win, killers, quiet moves by history, captures that lose."""
from .arena import CONTINUATION, COUNTERS, HISTORY, KILLERS, MADE, MOST_LISTED, MOVES, SCORES
from .exchange import wins
from .moves import DROP, extra_of, kind_of, landing_of, lands, special_of
from .position import is_promotion, victim
from .specialise import inline, kernel, rules

HASH_SCORE, CAPTURE_SCORE, KILLER_SCORE, COUNTER_SCORE = 1 << 30, 1 << 28, 1 << 26, 1 << 25
LOSING_SCORE = -(1 << 26)
HISTORY_LIMIT = 1 << 14


@inline
def score_at(I, i):
    """The score of the i-th move of the stack."""
    return I[SCORES + i] >> 16


@inline
def set_score(I, i, score):
    """Scores are kept with their places, the earlier the higher, so that the best tells where it is."""
    I[SCORES + i] = score << 16 | MOST_LISTED - 1 - i


@inline
def arrival(move):
    """A move by its man and the location it lands on."""
    return (kind_of(move) * rules.BOARDS + landing_of(move)) * rules.N + lands(move)


@inline
def place_of(move, turn):
    """What history and counter moves know of a move, as an index: by side, man and location."""
    return turn * rules.EVAL.ARRIVALS + arrival(move)


@inline
def capture_place(move, taken, turn):
    """Which short of the arena holds the history of a move that takes a man of kind `taken`, or of a promotion (-1)."""
    return 4 * CONTINUATION + rules.EVAL.CAPTURES + place_of(move, turn) * rules.EVAL.TAKINGS + taken + 1


@inline
def continuation_of(I, ply, back, turn):
    """Which short of the arena begins the history of moves that follow the move made so many plies `back`, or -1 if none was made."""
    if ply < back:
        return -1
    earlier = I[MADE + ply - back]
    if earlier == 0:
        return -1
    return 4 * CONTINUATION + place_of(earlier, turn ^ back & 1) * rules.EVAL.ARRIVALS


@kernel
def score_captures(T, V, S, I, row, begin, end, hash_move, turn):
    """Bring the hash move, captures and promotions to the front of the listed moves and score them: the higher, the
    sooner. Where the others begin: most nodes that fail high never ask for their scores."""
    quiets = begin
    for i in range(begin, end):
        move = I[MOVES + i]
        taken = victim(S, row, move, turn)
        if move == hash_move:
            score = HASH_SCORE
        elif taken >= 0 or is_promotion(move):
            gain, risk = V[rules.EVAL.WORTH + taken] if taken >= 0 else 0, V[rules.EVAL.WORTH + kind_of(move)]
            score = CAPTURE_SCORE + 16 * gain - risk + short(I, capture_place(move, taken, turn)) // 8
            if is_promotion(move):
                score += 16 * V[rules.EVAL.WORTH + extra_of(move) - 1]
            if gain < risk and not wins(T, V, S, row, move, turn, int64(0)):
                score += LOSING_SCORE - CAPTURE_SCORE
        else:
            continue
        I[MOVES + i] = I[MOVES + quiets]
        I[MOVES + quiets] = move
        set_score(I, quiets, score)
        quiets += 1
    return quiets


@kernel
def score_quiets(I, ply, begin, end, turn):
    """Score the quiet moves `begin` to `end`."""
    last = I[MADE + ply - 1] if ply > 0 else 0
    counter = I[COUNTERS + place_of(last, 1 - turn)] if last else 0
    after_reply, after_own = continuation_of(I, ply, 1, turn), continuation_of(I, ply, 2, turn)
    for i in range(begin, end):
        move = I[MOVES + i]
        if move == I[KILLERS + 2 * ply] or move == I[KILLERS + 2 * ply + 1]:
            score = KILLER_SCORE
        elif move == counter:
            score = COUNTER_SCORE
        else:
            score = I[HISTORY + place_of(move, turn)]
            if after_reply >= 0:
                score += short(I, after_reply + arrival(move))
            if after_own >= 0:
                score += short(I, after_own + arrival(move))
            if rules.DROPS:
                if special_of(move) >= DROP:
                    score -= HISTORY_LIMIT // 8  # there are so many, and most are idle
        set_score(I, i, score)


@inline
def pick(I, begin, end):
    """Bring the best of the moves `begin` to `end` to the front."""
    top = I[SCORES + begin]
    for i in range(begin + 1, end):
        top = max(top, I[SCORES + i])
    best = MOST_LISTED - 1 - (top & MOST_LISTED - 1)
    I[MOVES + begin], I[MOVES + best] = I[MOVES + best], I[MOVES + begin]
    set_score(I, best, score_at(I, begin))
    set_score(I, begin, top >> 16)
    return I[MOVES + begin]


@inline
def moved(value, bonus):
    """A history value, moved towards the limit that the sign of `bonus` points to."""
    return value + bonus - value * abs(bonus) // HISTORY_LIMIT


@inline
def teach(I, move, turn, after_reply, after_own, bonus):
    """Adjust all that is known of a quiet move."""
    place = HISTORY + place_of(move, turn)
    I[place] = moved(I[place], bonus)
    if after_reply >= 0:
        set_short(I, after_reply + arrival(move), moved(short(I, after_reply + arrival(move)), bonus))
    if after_own >= 0:
        set_short(I, after_own + arrival(move), moved(short(I, after_own + arrival(move)), bonus))


@inline
def teach_capture(I, move, taken, turn, bonus):
    """Adjust what is known of a capture."""
    place = capture_place(move, taken, turn)
    set_short(I, place, moved(short(I, place), bonus))


@kernel
def reward(S, I, row, ply, begin, tried, move, taken, depth, turn):
    """A move that takes a man of kind `taken` (-1: none) caused a cutoff: remember it, and hold it against the moves of its
    sort tried before it."""
    bonus = min(depth * depth * 16, HISTORY_LIMIT // 8)
    quiet = taken < 0 and not is_promotion(move)
    after_reply, after_own = continuation_of(I, ply, 1, turn), continuation_of(I, ply, 2, turn)
    if quiet:
        if I[KILLERS + 2 * ply] != move:
            I[KILLERS + 2 * ply + 1] = I[KILLERS + 2 * ply]
            I[KILLERS + 2 * ply] = move
        if ply > 0:
            if I[MADE + ply - 1]:
                I[COUNTERS + place_of(I[MADE + ply - 1], 1 - turn)] = move
        teach(I, move, turn, after_reply, after_own, bonus)
    else:
        teach_capture(I, move, taken, turn, bonus)
    for i in range(begin, tried):
        earlier = I[MOVES + i]
        taken = victim(S, row, earlier, turn)
        if taken >= 0 or is_promotion(earlier):
            teach_capture(I, earlier, taken, turn, -bonus)
        elif quiet:
            teach(I, earlier, turn, after_reply, after_own, -bonus)
