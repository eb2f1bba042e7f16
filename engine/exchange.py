"""Static exchange: what is left when both sides take in turn on the square a move lands on.

On several boards a captor leaves the board on which it takes. So the men that take it back stand on the board
where it arrives, theirs are retaken from the next, and the two sides' men never stand on one board.
"""
from .attacks import attackers, both_colours, colour, is_armed, men
from .moves import DROP, EN_PASSANT, board_of, extra_of, kind_of, landing_of, lands, leaves, special_of
from .position import is_promotion, kind_place, victim
from .specialise import inline, kernel, rules


@inline
def least(T, V, S, base, found):
    """The cheapest kind among men found on a board."""
    kind = rules.KING
    for other in rules.EVAL.DEAREST_FIRST:
        if men(S, base, other) & found:
            kind = other
    return kind


@kernel
def wins(T, V, S, row, move, turn, least_gain):
    """Whether the exchange that a move begins gains at least so many centipawns for the mover."""
    special = special_of(move)
    to, kind = lands(move), kind_of(move)
    taken = victim(S, row, move, turn)
    swing = (V[rules.EVAL.WORTH + taken] if taken >= 0 else 0) - least_gain
    at_stake = V[rules.EVAL.WORTH + kind]
    if is_promotion(move):
        at_stake = V[rules.EVAL.WORTH + extra_of(move) - 1]
        swing += at_stake - V[rules.EVAL.WORTH + kind]
    if swing < 0:
        return False
    swing = at_stake - swing
    if swing <= 0:
        return True

    # `here` is where men stand that can take next; `there` where they arrive.
    base = row + landing_of(move) * rules.BOARD_WORDS
    other = row + board_of(move) * rules.BOARD_WORDS
    here, there = both_colours(S, base), both_colours(S, other)
    if special < DROP:
        there &= ~bit(leaves(move))
        if not rules.SEVERAL:
            here = there
    if special == EN_PASSANT:
        here &= ~bit(int64(S[row + rules.VICTIM]) & 127)
    side, good = 1 - turn, True
    while True:
        armed = is_armed(S, row, side) if rules.EXCHANGES else True
        found = attackers(T, S, base, to, here, colour(S, base, side) & here, 1 - side, armed) & ~bit(to)
        if not found:
            return good
        good = not good
        kind = least(T, V, S, base, found)
        if kind == rules.KING:
            # A king takes only what is guarded neither where it leaves nor where it arrives.
            guarded = attackers(T, S, other, to, there, colour(S, other, 1 - side) & there, side, armed) & ~bit(to)
            if rules.SEVERAL:
                guarded |= attackers(T, S, base, to, here, colour(S, base, 1 - side) & here, side, armed) & ~bit(to)
            return not good if guarded else good
        swing = V[rules.EVAL.WORTH + kind] - swing
        if swing < int64(good):
            return good
        first = bit(lowest(found & load(S, base + kind_place(kind))))
        here &= ~first
        if rules.SEVERAL:
            here, there = there, here
            base, other = other, base
        else:
            there = here
        side = 1 - side
