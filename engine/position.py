"""A position: one row of words (see geometry.lay_out), the next one after a move, and its hash."""
from .attacks import board_of_king, checkers, colour, kind_at, men
from .generate import generate
from .king import rook_landing
from .listing import ALL
from .moves import CASTLING, DROP, EN_PASSANT, EXCHANGE, MULTISTEP, NULL, PLAIN, board_of, extra_of, kind_of, landing_of, lands, leaves, special_of
from .pawns import en_passant_moves
from .rules import BLACK, WHITE
from .specialise import entry, inline, kernel, rules


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
def flip(S, place, mask):
    """Put or lift a man: change a mask by exclusive or."""
    store(S, place, load(S, place) ^ mask)


@inline
def kind_place(kind):
    """Where the mask of a kind is kept, from the beginning of a board's masks."""
    return (2 + kind) * rules.W


@inline
def take(T, S, row, child, base, square, turn):
    """Remove the enemy man on `square`; it goes to a hand or a prison where the game has them."""
    here = bit(square)
    if rules.DROPS:
        kind = kind_at(S, base, square)
        if rules.TURNCOATS:
            S[child + rules.HAND + turn] += uint64(1 << 8 * kind)
        else:
            S[child + rules.PRISON + 1 - turn] += uint64(1 << 8 * kind)
    for kind in rules.KINDS:
        store(S, base + rules.KIND[kind], men(S, base, kind) & ~here)
    store(S, base + (1 - turn) * rules.W, colour(S, base, 1 - turn) & ~here)


@inline
def make(T, S, row, move):
    """Write the position after `move` into the next row. The hash is left to `play`."""
    child = row + rules.ROW
    for i in range(rules.ROW):
        if i != rules.KEY:
            S[child + i] = S[row + i]
    turn = int64(S[row + rules.TURN])
    square, to, kind, special = leaves(move), lands(move), kind_of(move), special_of(move)
    base, landing_base = child, child
    home = square
    arrive = to
    taken_base = child
    if rules.SEVERAL:
        base += board_of(move) * rules.BOARD_WORDS
        landing_base += landing_of(move) * rules.BOARD_WORDS
        home += board_of(move) * rules.N
        # A move takes on the board it leaves; a null move, if at all, on the board it reaches.
        taken_on = landing_of(move) if rules.NULL_KINDS and special == NULL else board_of(move)
        taken_base += taken_on * rules.BOARD_WORDS
        arrive += taken_on * rules.N
    S[child + rules.TURN] = uint64(1 - turn)
    store(S, child + rules.PASSED, empty())
    if rules.DROPS and special >= DROP:
        drop(T, S, row, child, landing_base, to, kind, special, extra_of(move), turn)
        return

    captured = colour(S, taken_base, 1 - turn) & bit(to)
    if not rules.DROPS or captured:  # removing nothing is cheaper than a branch that is hard to predict
        take(T, S, row, child, taken_base, to, turn)
    if rules.SEVERAL:
        flip(S, base + turn * rules.W, bit(square))
        flip(S, base + kind_place(kind), bit(square))
        flip(S, landing_base + turn * rules.W, bit(to))
        flip(S, landing_base + kind_place(kind), bit(to))
    else:
        flip(S, base + turn * rules.W, bit(square) | bit(to))
        flip(S, base + kind_place(kind), bit(square) | bit(to))
    S[child + rules.RIGHTS] = S[row + rules.RIGHTS] & T[rules.RIGHTS_KEPT + home] & T[rules.RIGHTS_KEPT + arrive]
    if captured or kind == rules.PAWN and (not rules.NULL_KINDS or special != NULL):
        S[child + rules.CLOCK] = uint64(0)
    else:
        S[child + rules.CLOCK] = S[row + rules.CLOCK] + uint64(1)

    extra = extra_of(move)
    if special != PLAIN:
        if special == MULTISTEP:
            if rules.EN_PASSANT != "none":
                store(S, child + rules.PASSED, load(T, rules.BETWEEN + (square * rules.N + to) * rules.W))
                S[child + rules.VICTIM] = uint64(to | landing_of(move) << 7)
        elif special == CASTLING:
            ends = rules.CASTLING_ENDS + 4 * extra
            rook, rook_to = bit(int64(T[ends + 2])), bit(int64(T[ends + 3]))
            flip(S, base + turn * rules.W, rook)
            flip(S, base + rules.KIND[rules.ROOK], rook)
            rook_base = landing_base
            if rules.SETTLES:
                # Each of the two passes or stays by itself.
                rook_base = child + rook_landing(S, row, board_of(move), rook_to) * rules.BOARD_WORDS
            flip(S, rook_base + turn * rules.W, rook_to)
            flip(S, rook_base + rules.KIND[rules.ROOK], rook_to)
        elif rules.EN_PASSANT != "none" and special == EN_PASSANT:
            victim = int64(S[row + rules.VICTIM])
            take(T, S, row, child, child + (victim >> 7) * rules.BOARD_WORDS, victim & 127, turn)
    elif extra:
        flip(S, landing_base + kind_place(rules.PAWN), bit(to))
        flip(S, landing_base + kind_place(extra - 1), bit(to))
        if rules.EXCHANGES:
            # The pawn takes the place of the man it frees.
            S[child + rules.PRISON + turn] += uint64(1 << 8 * rules.PAWN) - uint64(1 << 8 * (extra - 1))


@kernel
def drop(T, S, row, child, base, to, kind, special, extra, turn):
    """Put a man from the hand, or from the enemy's prison against a hostage, on the board."""
    flip(S, base + turn * rules.W, bit(to))
    flip(S, base + kind_place(kind), bit(to))
    S[child + rules.CLOCK] = uint64(0)
    if rules.EXCHANGES and special == EXCHANGE:
        S[child + rules.PRISON + turn] -= uint64(1 << 8 * kind)
        S[child + rules.PRISON + 1 - turn] -= uint64(1 << 8 * (extra - 1))
        S[child + rules.HAND + 1 - turn] += uint64(1 << 8 * (extra - 1))
    else:
        S[child + rules.HAND + turn] -= uint64(1 << 8 * kind)
    if rules.EXCHANGES:
        # A rook dropped on its home corner counts as unmoved while the king is.
        if kind == rules.ROOK and int64(S[row + rules.RIGHTS]) >> rules.KING_RIGHT + turn & 1:
            for side in range(rules.SIDES):
                index = turn * rules.SIDES + side
                if to == int64(T[rules.CASTLING_ENDS + 4 * index + 2]) and base == child + rules.HOME_BASES[turn]:
                    S[child + rules.RIGHTS] |= uint64(1 << index)


@kernel
def forget_useless_passed(T, S, row, moves, n):
    """Keep only the passed squares on which an en passant capture is legal, so that equal positions hash alike.

    `moves` from `n` on is overwritten.
    """
    if rules.EN_PASSANT != "none":
        if load(S, row + rules.PASSED):
            turn = int64(S[row + rules.TURN])
            end = en_passant_moves(ALL, T, S, row, moves, n, board_of_king(S, row, turn), turn)
            usable = empty()
            for i in range(n, end):
                usable |= bit(lands(moves[i]))
            store(S, row + rules.PASSED, usable)


@inline
def mix_squares(T, keys, squares):
    """The keys of all squares of a mask, combined; `keys` is where the keys of the squares begin."""
    key = uint64(0)
    while squares:
        key ^= T[keys + lowest(squares)]
        squares = without_lowest(squares)
    return key


@inline
def man_keys(board, side, kind):
    """Where the keys of a side's men of a kind on a board begin, by square."""
    return rules.MAN_KEYS + ((board * 2 + side) * len(rules.KINDS) + kind) * rules.N


@inline
def held_key(T, held, kind, word):
    """The key of how many men of a kind stand in a word of men off the board, the `held`-th of a position."""
    return T[rules.HAND_KEYS + (held * len(rules.KINDS) + kind) * 64 + (word >> 8 * kind & 63)]


@kernel
def key_difference(T, S, row, other):
    """What changes in the hash from the position at `row` to the one at `other`, found by comparing their masks."""
    key = uint64(0)
    for board in rules.BOARD_LIST:
        for side in (WHITE, BLACK):
            before, after = colour(S, row + rules.BOARD_AT[board], side), colour(S, other + rules.BOARD_AT[board], side)
            for kind in rules.KINDS:
                key ^= mix_squares(T, man_keys(board, side, kind), before & men(S, row + rules.BOARD_AT[board], kind)
                                   ^ after & men(S, other + rules.BOARD_AT[board], kind))
    key ^= T[rules.RIGHT_KEYS + int64(S[row + rules.RIGHTS])] ^ T[rules.RIGHT_KEYS + int64(S[other + rules.RIGHTS])]
    key ^= mix_squares(T, rules.PASSED_KEYS, load(S, row + rules.PASSED) ^ load(S, other + rules.PASSED))
    if S[row + rules.TURN] != S[other + rules.TURN]:
        key ^= uint64(rules.TURN_KEY)
    for held in range(rules.HELD_WORDS):
        before, after = int64(S[row + rules.HAND + held]), int64(S[other + rules.HAND + held])
        if before != after:
            for kind in rules.DROPPABLE:
                key ^= held_key(T, held, kind, before) ^ held_key(T, held, kind, after)
    return key


@inline
def key_of_more(T, S, row, held, kind, more):
    """What changes in the hash when one of the words of men off the board counts one more, or one less, of a kind."""
    word = int64(S[row + rules.HAND + held])
    return held_key(T, held, kind, word) ^ held_key(T, held, kind, word + (more << 8 * kind))


@inline
def likely_key(T, S, row, move, taken, turn):
    """The hash after a move that takes a man of kind `taken` (-1: none), before it is made: right where `is_as_likely`."""
    arriving = extra_of(move) - 1 if is_promotion(move) else kind_of(move)
    key = S[row + rules.KEY] ^ uint64(rules.TURN_KEY) ^ T[man_keys(landing_of(move), turn, arriving) + lands(move)]
    if special_of(move) < DROP:
        key ^= T[man_keys(board_of(move), turn, kind_of(move)) + leaves(move)]
    elif rules.DROPS:
        key ^= key_of_more(T, S, row, turn, kind_of(move), -1)
    if taken >= 0:
        key ^= T[man_keys(board_of(move), 1 - turn, taken) + lands(move)]
        if rules.DROPS:
            key ^= key_of_more(T, S, row, turn if rules.TURNCOATS else rules.PRISON - rules.HAND + 1 - turn, taken, 1)
    return key


@inline
def is_as_likely(S, row, child, move):
    """Whether `likely_key` told all of the move that leads from `row` to `child`: castling, en passant, rights and men
    freed or exchanged it does not ask for."""
    special = special_of(move)
    told = special == PLAIN or special == MULTISTEP or rules.DROPS and special == DROP
    if rules.EXCHANGES:
        told = told and not is_promotion(move)
    return told and S[row + rules.RIGHTS] == S[child + rules.RIGHTS] and not load(S, row + rules.PASSED) | load(S, child + rules.PASSED)


@kernel
def play_foreseen(T, S, row, move, moves, n, likely):
    """`play`, given the `likely_key`."""
    child = row + rules.ROW
    make(T, S, row, move)
    forget_useless_passed(T, S, child, moves, n)
    S[child + rules.KEY] = likely
    if not is_as_likely(S, row, child, move):
        S[child + rules.KEY] = S[row + rules.KEY] ^ key_difference(T, S, row, child)


@inline
def play(T, S, row, move, moves, n):
    """Make a move with its hash. `moves` from `n` on is overwritten."""
    turn = int64(S[row + rules.TURN])
    play_foreseen(T, S, row, move, moves, n, likely_key(T, S, row, move, victim(S, row, move, turn), turn))


@kernel
def pass_turn(T, S, row):
    """Write the position after a null move into the next row, with its hash. It starts a new count of repetitions."""
    child = row + rules.ROW
    for i in range(rules.ROW):
        S[child + i] = S[row + i]
    S[child + rules.TURN] = uint64(1) - S[row + rules.TURN]
    S[child + rules.CLOCK] = uint64(0)
    store(S, child + rules.PASSED, empty())
    S[child + rules.KEY] = S[row + rules.KEY] ^ key_difference(T, S, row, child)


@entry("void(words, words, int64, int64, integers)")
def play_move(T, S, row, move, moves):
    """`play`, for Python."""
    play(T, S, row, move, moves, 0)


@entry("void(words, words, int64, int64, integers)")
def settle(T, S, row, nothing, moves):
    """Complete a position that was set up: usable passed squares, and the hash from scratch (`nothing`: an empty row)."""
    forget_useless_passed(T, S, row, moves, 0)
    S[row + rules.KEY] = key_difference(T, S, nothing, row)


@entry("int64(words, words, int64, integers)")
def legal_moves(T, S, row, moves):
    """List the legal moves; their number."""
    return generate(ALL, T, S, row, moves, 0)


@entry("boolean(words, words, int64, int64)")
def is_attacked(T, S, row, side):
    """Whether the king of `side` is attacked."""
    return bool(checkers(T, S, row, side))
