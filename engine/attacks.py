"""Which squares a man attacks, and which men attack a square. All on one board: men on another do not count.

In kernels the operations on masks (`load`, `bit`, `lowest`, ...; see bits.masks) are global names.
"""
from .rules import BLACK, WHITE
from .specialise import inline, kernel, rules, static


@inline
def ride(T, rider: static, square, occupied):
    """Squares that a rider standing on `square` attacks."""
    reach = empty()
    for table in rules.EXTRACT[rider]:
        head = table + 2 * rules.W * square
        index = extract(word(occupied), T[head])
        for i in range(1, rules.W):
            index |= extract(word(backward(occupied, int64(64 * i))), T[head + i]) << T[head + rules.W + i]
        reach |= load(T, int64(T[head + rules.W] + index * uint64(rules.W)))
    if not rules.EXTRACT[rider]:
        for half in rules.HALVES[rider]:
            reach |= fill_between(occupied, load(T, half + 2 * rules.W * square), load(T, half + 2 * rules.W * square + rules.W))
    return reach


@inline
def attacks(T, kind: static, square, occupied):
    """Squares that a man of `kind` (no pawn) attacks."""
    reach = empty()
    if rules.LEAPS[kind] >= 0:
        reach |= load(T, rules.LEAPS[kind] + rules.W * square)
    for rider in rules.RIDES[kind]:
        reach |= ride(T, rider, square, occupied)
    return reach


@inline
def men(S, base, kind: static):
    """Men of a kind, of both colours, on the board whose masks begin at `base`."""
    return load(S, base + rules.KIND[kind])


@inline
def colour(S, base, side):
    """All men of a colour on the board whose masks begin at `base`."""
    return load(S, base + side * rules.W)


@inline
def both_colours(S, base):
    """All men on the board whose masks begin at `base`."""
    return colour(S, base, WHITE) | colour(S, base, BLACK)


@inline
def riding(S, base, rider: static):
    """Men of all kinds that ride so."""
    found = empty()
    for kind in rules.RIDING[rider]:
        found |= men(S, base, kind)
    return found


@inline
def is_armed(S, row, side):
    """Hostage: whether the enemy holds an officer of `side`, for which its pawns could promote."""
    return (int64(S[row + rules.PRISON + side]) & rules.OFFICERS) != 0


@inline
def pawn_attackers(T, S, base, square, turn, armed):
    """Squares from which pawns of the side not to move attack `square`; unarmed ones do not attack their last rank."""
    from_squares = load(T, rules.PAWN_GUARDS + (turn * rules.N + square) * rules.W) & men(S, base, rules.PAWN)
    if rules.EXCHANGES:
        if not armed:
            from_squares &= ~load(T, rules.ARMED_RANK + (1 - turn) * rules.W)
    return from_squares


@inline
def attackers(T, S, base, square, occupied, theirs, turn, armed):
    """Men of `theirs` (the side not to move) that attack `square`, with `occupied` squares as blockers."""
    found = pawn_attackers(T, S, base, square, turn, armed)
    for kind in rules.LEAPERS:
        found |= load(T, rules.LEAPS[kind] + rules.W * square) & men(S, base, kind)
    found &= theirs
    for rider in rules.RIDERS:
        # Most squares are in line with no rider: the open board's lines tell at the cost of one load.
        snipers = load(T, rules.OPEN_RIDE[rider] + rules.W * square) & riding(S, base, rider) & theirs
        if snipers:
            found |= snipers & ride(T, rider, square, occupied)
    return found


@inline
def board_of_king(S, row, side):
    """The place of the masks of the board on which a side's king stands."""
    base = row
    for board in rules.BOARD_LIST[1:]:
        if men(S, row + rules.BOARD_AT[board], rules.KING) & colour(S, row + rules.BOARD_AT[board], side):
            base = row + rules.BOARD_AT[board]
    return base


@inline
def across(S, row, base, side):
    """Where men of `side` on another board than that at `base` could take by a null move."""
    found = empty()
    for board in rules.BOARD_LIST:
        other = row + rules.BOARD_AT[board]
        if other != base:
            found |= colour(S, other, side) & ~men(S, other, rules.PAWN)
    return found


@kernel
def checkers(T, S, row, side):
    """Men that give check to `side`, on its king's board; by a null move, from its square of another."""
    base = board_of_king(S, row, side)
    theirs = colour(S, base, 1 - side)
    king = lowest(men(S, base, rules.KING) & colour(S, base, side))
    armed = is_armed(S, row, 1 - side) if rules.EXCHANGES else True
    found = attackers(T, S, base, king, theirs | colour(S, base, side), theirs, side, armed)
    if rules.NULL_CAPTURES:
        found |= across(S, row, base, 1 - side) & bit(king)
    return found


@inline
def kind_at(S, base, square):
    """The kind of the man on a square of one board; the last kind if there is none."""
    here = bit(square)
    found = rules.KINDS[-1]
    for kind in rules.KINDS[:-1]:
        if men(S, base, kind) & here:
            found = kind
    return found
