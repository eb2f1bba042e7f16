"""The tree search: principal variation search with quiescence, in numbered steps.

Names of arguments: T tables of the geometry, V numbers of the evaluation, S rows of positions, I the
arena of this thread, H the transposition table. `at` is the first free place on the stack of moves.

Measured in matches at 5000 nodes a move, won-drawn-lost: static exchanges (in the order of moves, Steps 6 of quiescence
and 10, 12 of search), checks known before pruning, continuation history and singular extensions together Hostage
91-1-8, chess 68-21-11; capture history Omega 75-68-57, Alice 86-41-73, Hostage 97-6-97, chess 79-48-73. A figure beside
a step is that of 100 games with it against without it, in Omega if no game is named, and of 200 by a later version in Alice
and Hostage.

Tried and not kept: razoring, Omega 132-118-150, Alice 84-30-86, Hostage 98-4-98, chess 78-33-89; ProbCut (captures,
four plies less, two margins above beta) Omega 72-54-74, Alice 88-27-85, Hostage 101-0-99, chess 78-50-72; reductions
a third greater, only winning captures once an evasion holds in quiescence, and late moves left out in check too,
together Omega 102-85-113, Alice 125-47-128, Hostage 150-1-149, chess 113-81-106, chessgi 145-5-150; half as many
quiet moves before the late ones, chessgi 96-1-103; moves that check reduced too, chessgi 85-9-106; correcting the
evaluation by its error with the same pawns, chess 44-30-46, Hostage 50-0-50, with the same pawns and the same hands
chessgi 144-8-148; drops reduced one ply more, Hostage 44-1-55; one less, 51-1-48; late moves of nodes expected to
fail high reduced one ply more, chess 70-48-82, Hostage 204-4-192; drops that check in the first ply of quiescence,
Hostage 92-2-106; a ply less where the hash move is good but not singular, with quiet moves of bad history left out
near the leaves, Hostage 102-0-98. Delta pruning with 100 for 200, chessgi 143-3-154; checking drops not extended,
chessgi 103-2-95. Without a match: standing pat before the table is asked (Omega 21 % more nodes to a depth, Hostage
31 %, no faster); static exchanges of captures only when their turn comes (no faster).
"""
from ..eval.terms import assess, evaluate
from .arena import (AGE, CHECK_WORDS, CHECKS, EXCLUDED, IN_CHECK, KILLERS, LINES, LINE_WORDS, MADE, MOST_LISTED, MOST_PLIES, MOVES, NODE_LIMIT,
                    NODES, REDUCTIONS, ROOT_COUNT, ROOT_MOVES, SELECTIVE_DEPTH, STATICS, STOP)
from .attacks import attacks, board_of_king, both_colours, checkers, colour, men
from .exchange import wins
from .generate import generate
from .limits import MATE, MATE_BOUND
from .listing import ALL, NOISY
from .moves import DROP, board_of, extra_of, kind_of, landing_of, lands, leaves, special_of
from .order import HASH_SCORE, KILLER_SCORE, LOSING_SCORE, pick, reward, score_at, score_captures, score_quiets, set_score
from .position import is_promotion, kind_place, likely_key, pass_turn, play_foreseen, victim
from .specialise import entry, inline, kernel, rules
from .table import EXACT, LOWER, UPPER, data_bound, data_depth, data_move, data_score, expect, probe, remember

ROOM = 4096  # moves that one position may add to the stack


@inline
def stopped(I):
    """Whether to unwind at once: told to from outside, or the nodes are used up."""
    return peek(I, STOP) != 0


@inline
def count_node(I, ply):
    I[NODES] += 1
    if ply > I[SELECTIVE_DEPTH]:
        I[SELECTIVE_DEPTH] = ply
    if I[NODES] >= I[NODE_LIMIT]:
        I[STOP] = 1


@inline
def has_occurred(S, row):
    """Whether the position stood before, since the last move that cannot be undone."""
    clock = int64(S[row + rules.CLOCK])
    back = row - 4 * rules.ROW
    oldest = row - clock * rules.ROW
    found = False
    while back >= oldest and back >= 0 and not found:
        found = S[back + rules.KEY] == S[row + rules.KEY]
        back -= 2 * rules.ROW
    return found


@inline
def is_worn_out(T, S, I, row, at, in_check):
    """Whether the 50-move rule ends the game as a draw: mate comes first."""
    if int64(S[row + rules.CLOCK]) < rules.FIFTY_MOVES:
        return False
    return not in_check or generate(ALL, T, S, row, shifted(I, MOVES), at) > at


@inline
def only_kings(S, row):
    """Whether no man but the kings is left, on the boards or off."""
    others = empty()
    for board in rules.BOARD_LIST:
        base = row + rules.BOARD_AT[board]
        others |= (colour(S, base, 0) | colour(S, base, 1)) & ~men(S, base, rules.KING)
    held = uint64(0)
    for i in range(rules.HELD_WORDS):
        held |= S[row + rules.HAND + i]
    return not others and held == uint64(0)


@inline
def has_pieces(S, row, side):
    """Whether a side has more than king and pawns on the boards: else a null move proves little."""
    pieces = empty()
    for board in rules.BOARD_LIST:
        base = row + rules.BOARD_AT[board]
        pieces |= colour(S, base, side) & ~men(S, base, rules.KING) & ~men(S, base, rules.PAWN)
    return bool(pieces)


@inline
def find_check_squares(T, S, I, row, ply, turn):
    """Leave in the arena from which squares a man of each kind would check the enemy king."""
    base = board_of_king(S, row, 1 - turn)
    occupied = both_colours(S, base)
    king = lowest(men(S, base, rules.KING) & colour(S, base, 1 - turn))
    for kind in rules.KINDS:
        squares = empty()
        if kind == rules.PAWN:
            squares = load(T, rules.PAWN_GUARDS + ((1 - turn) * rules.N + king) * rules.W)
        elif kind != rules.KING:
            squares = attacks(T, kind, king, occupied)
        store(I, CHECKS + ply * CHECK_WORDS + kind * rules.W, squares)


@inline
def checks_directly(S, I, row, ply, move, turn):
    """Whether the man that moves or is dropped attacks the enemy king from where it arrives; needs find_check_squares."""
    kind = extra_of(move) - 1 if is_promotion(move) else kind_of(move)
    found = bool(load(I, CHECKS + ply * CHECK_WORDS + kind * rules.W) & bit(lands(move)))
    if rules.SEVERAL:
        found = found and row + landing_of(move) * rules.BOARD_WORDS == board_of_king(S, row, 1 - turn)
    return found


@inline
def extend_line(I, ply, move):
    """The variation at `ply` is the move and the variation below it."""
    line, below = LINES + ply * LINE_WORDS, LINES + (ply + 1) * LINE_WORDS
    I[line] = I[below] + 1
    I[line + 1] = move
    for i in range(I[below]):
        I[line + 2 + i] = I[below + 1 + i]


@inline
def can_stand(S, row, move, turn):
    """Whether the man of a move from the table is there to be moved, which a false hit of the table would hardly leave so."""
    special, base = special_of(move), row + board_of(move) * rules.BOARD_WORDS
    if special >= DROP:
        return not both_colours(S, base) & bit(lands(move))
    return bool(load(S, base + kind_place(kind_of(move))) & colour(S, base, turn) & bit(leaves(move)))


@kernel
def quiescence(T, V, S, I, H, row, ply, at, alpha, beta):
    """The score when only captures and promotions are played on; all moves when in check."""
    # Step 1. Account for the node and see whether to go on.
    count_node(I, ply)
    I[LINES + ply * LINE_WORDS] = 0
    if stopped(I):
        return int64(0)
    turn = int64(S[row + rules.TURN])
    in_check = I[IN_CHECK + ply] != 0
    if has_occurred(S, row) or only_kings(S, row) or is_worn_out(T, S, I, row, at, in_check):
        return int64(0)
    if ply >= MOST_PLIES or at > MOST_LISTED - ROOM:
        return int64(0) if in_check else evaluate(T, V, S, I, row)

    # Step 2. Transposition table: any entry is deep enough here, and near by the time the position is evaluated.
    best = -MATE + ply
    stand = best if in_check else evaluate(T, V, S, I, row)
    key = S[row + rules.KEY]
    data = probe(H, key)
    hash_move = int64(0)
    if data:
        hash_move = data_move(data)
        stored = data_score(data, ply)
        bound = data_bound(data)
        if bound == EXACT or (bound == LOWER and stored >= beta) or (bound == UPPER and stored <= alpha):
            return stored

    # Step 3. Standing pat: a side that need not capture has at least its evaluation.
    if in_check:
        end = generate(ALL, T, S, row, shifted(I, MOVES), at)
    else:
        if stand >= beta:
            return stand
        alpha = max(alpha, stand)
        best = stand
        end = generate(NOISY, T, S, row, shifted(I, MOVES), at)
    quiets = score_captures(T, V, S, I, row, at, end, hash_move, turn)
    score_quiets(I, ply, quiets, end, turn)

    # Step 4. Captures, the best first.
    original = alpha
    best_move = int64(0)
    for i in range(at, end):
        move = pick(I, i, end)
        taken = victim(S, row, move, turn)
        if not in_check:
            # Step 5. Delta pruning: skip what cannot lift the score to alpha even if the man taken is free (39-33-28).
            gain = 200 + (V[rules.EVAL.WORTH + taken] if taken >= 0 else 0)
            if rules.DROPS:
                gain += V[rules.EVAL.WORTH + taken] if taken >= 0 else 0  # a captive counts twice
            if stand + gain < alpha and not is_promotion(move):
                continue
            # Step 6. Captures that lose men are left out.
            if score_at(I, i) < LOSING_SCORE // 2:
                break
        likely = likely_key(T, S, row, move, taken, turn)
        expect(H, likely)
        play_foreseen(T, S, row, move, shifted(I, MOVES), end, likely)
        I[MADE + ply] = move
        I[IN_CHECK + ply + 1] = int64(bool(checkers(T, S, row + rules.ROW, 1 - turn)))
        score = -quiescence(T, V, S, I, H, row + rules.ROW, ply + 1, end, -beta, -alpha)
        if stopped(I):
            return int64(0)
        if score > best:
            best = score
            best_move = move
            if score > alpha:
                alpha = score
                extend_line(I, ply, move)
                if score >= beta:
                    break
    bound = LOWER if best >= beta else UPPER if alpha == original else EXACT
    remember(H, key, best_move, best, ply, 0, bound, I[AGE])
    return best


@kernel
def search(T, V, S, I, H, row, ply, at, depth, alpha, beta):
    """The score of the position at `row`, at least `depth` plies deep, exact between alpha and beta."""
    if depth <= 0:
        return quiescence(T, V, S, I, H, row, ply, at, alpha, beta)

    # Step 1. Account for the node and see whether to go on.
    count_node(I, ply)
    I[LINES + ply * LINE_WORDS] = 0
    if stopped(I):
        return int64(0)
    turn = int64(S[row + rules.TURN])
    in_check = I[IN_CHECK + ply] != 0
    exact = beta - alpha > 1
    excluded = I[EXCLUDED + ply]
    if ply > 0:
        # Step 2. Draws, and room: a position that stood before is scored as if it would stand again.
        if has_occurred(S, row) or only_kings(S, row) or is_worn_out(T, S, I, row, at, in_check):
            return int64(0)
        if ply >= MOST_PLIES or at > MOST_LISTED - ROOM:
            return int64(0) if in_check else evaluate(T, V, S, I, row)
        # Step 3. Mate distance: no line from here beats a shorter mate already found.
        alpha = max(alpha, -MATE + ply)
        beta = min(beta, MATE - ply - 1)
        if alpha >= beta:
            return alpha

    # Step 4. Static evaluation, and transposition table: its entry is near by the time the evaluation is known.
    static = I[STATICS + ply] if excluded else -MATE if in_check else evaluate(T, V, S, I, row)
    key = S[row + rules.KEY]
    data = probe(H, key) if excluded == 0 else uint64(0)
    hash_move, stored, bound = int64(0), int64(0), int64(0)
    if data:
        hash_move = data_move(data)
        stored = data_score(data, ply)
        bound = data_bound(data)
        if not exact and ply > 0 and data_depth(data) >= depth:
            if bound == EXACT or (bound == LOWER and stored >= beta) or (bound == UPPER and stored <= alpha):
                return stored

    # Step 5. The evaluation is corrected by the table (Alice 91-33-76, Hostage 103-2-95); whether it has improved since this
    # side's last turn (Alice 88-32-80, Hostage 115-5-80).
    if not in_check and abs(stored) < MATE_BOUND:
        if bound == EXACT or (bound == LOWER and stored > static) or (bound == UPPER and stored < static):
            static = stored
    I[STATICS + ply] = static
    improving = ply >= 2 and not in_check and static > I[STATICS + ply - 2]
    # How much a ply may change a quiet position. With drops 70 against 150, at 10000 nodes, chessgi 164-7-129, Hostage
    # 162-10-128; 45 or 90 against 70, chessgi 152-3-145, 140-7-153. Without drops 60 for 90 gave nothing: chess 104-90-106,
    # Alice 116-64-120, Omega 58-73-69.
    margin = int64(70 if rules.DROPS else 90)

    if not exact and not in_check and ply > 0 and excluded == 0 and abs(beta) < MATE_BOUND:
        # Step 6. Reverse futility: far above beta with little depth left, it will hold (37-36-27, Alice 107-22-71).
        if depth <= 7 and static - margin * (depth - improving) >= beta:
            return static
        # Step 7. Null move: if even passing holds beta, a move will (39-30-31, Hostage 105-3-92; Alice 235-88-277 of 600 games,
        # but 80-40-80 at 40000 nodes a move). Not twice in a row, nor with bare pawns (zugzwang).
        if depth >= 3 and I[MADE + ply - 1] != 0 and static >= beta and has_pieces(S, row, turn):
            expect(H, key ^ uint64(rules.TURN_KEY))
            pass_turn(T, S, row)
            I[MADE + ply] = 0
            I[IN_CHECK + ply + 1] = 0
            reduced = depth - 3 - depth // 3 - min((static - beta) // 200, 3)
            score = -search(T, V, S, I, H, row + rules.ROW, ply + 1, at, reduced, -beta, -beta + 1)
            if stopped(I):
                return int64(0)
            if score >= beta:
                return beta if score >= MATE_BOUND else score

    # Step 8. Internal reduction: without a move from the table a shallower search finds one first (34-30-36, Alice 86-33-81,
    # Hostage 113-1-86).
    if depth >= 5 and hash_move == 0 and excluded == 0:
        depth -= 1

    # Step 9. Moves, in the order of promise: first that of the table, before the others are even listed.
    if ply + 1 <= MOST_PLIES:
        I[KILLERS + 2 * ply + 2] = 0
        I[KILLERS + 2 * ply + 3] = 0
    end = scored = at
    if hash_move and ply > 0 and can_stand(S, row, hash_move, turn):
        I[MOVES + at] = hash_move
        set_score(I, at, HASH_SCORE)
        end = scored = at + 1

    best = -MATE
    best_move = int64(0)
    original = alpha
    quiet_tried = 0
    listed, knows_checks, skips_quiet = False, False, False
    most_quiet = 4 + (depth * depth if improving or exact else depth * depth // 2)
    i = at - 1
    while True:
        i += 1
        if i == end and not listed:
            listed = True
            end = list_moves(T, S, I, row, ply, at)
            if end == at:
                return -MATE + ply if in_check else int64(0)
            scored = score_captures(T, V, S, I, row, at, end, hash_move, turn)
            if i > at:
                pick(I, at, scored)  # the move of the table, which has been searched
        if i >= end:
            break
        if i < scored and not skips_quiet:
            pick(I, i, scored)
        if scored < end and (i >= scored or score_at(I, i) < 0):
            # No capture is left that wins: now the quiet moves.
            score_quiets(I, ply, scored, end, turn)
            scored = end
            pick(I, i, end)
        move = I[MOVES + i]
        if move == excluded:
            continue
        order = score_at(I, i)
        taken = victim(S, row, move, turn)
        quiet = taken < 0 and not is_promotion(move)

        # Step 10. Near the leaves leave out late quiet moves, those hopelessly below alpha, and moves that lose men (62-26-12).
        # Not when a mate is already found and a shorter one is sought; nor moves that check, unless they lose men.
        if ply > 0 and not in_check and best > -MATE_BOUND and alpha < MATE_BOUND:
            if quiet:
                if depth <= 7 and quiet_tried > most_quiet:
                    skips_quiet = True
                elif depth <= 6 and static + margin + margin * depth <= alpha:
                    skips_quiet = True
                if skips_quiet or depth <= 7:
                    if not knows_checks:
                        find_check_squares(T, S, I, row, ply, turn)
                        knows_checks = True
                    if skips_quiet and not checks_directly(S, I, row, ply, move, turn):
                        continue
                    if order < KILLER_SCORE and not wins(T, V, S, row, move, turn, -20 * depth * depth if not skips_quiet else int64(0)):
                        continue
            elif depth <= 6 and order < LOSING_SCORE // 2 and not wins(T, V, S, row, move, turn, -80 * depth):
                continue
        quiet_tried += quiet

        # Step 11. Singular: if without the hash move all others fail well below its score, search it deeper (42-25-33,
        # Alice 83-29-88, Hostage 98-1-101).
        extension = 0
        if ply > 0 and move == hash_move and depth >= 7 and excluded == 0 and ply < 2 * MOST_PLIES // 3:
            if data_depth(data) >= depth - 3 and bound & LOWER and abs(stored) < MATE_BOUND:
                lower = stored - 2 * depth
                I[EXCLUDED + ply] = move
                score = search(T, V, S, I, H, row, ply, end, (depth - 1) // 2, lower - 1, lower)
                I[EXCLUDED + ply] = 0
                if stopped(I):
                    return int64(0)
                if score < lower:
                    extension = 1
                elif lower >= beta:
                    return lower

        likely = likely_key(T, S, row, move, taken, turn)
        expect(H, likely)
        play_foreseen(T, S, row, move, shifted(I, MOVES), end, likely)
        I[MADE + ply] = move
        child = row + rules.ROW
        gives_check = bool(checkers(T, S, child, 1 - turn))
        I[IN_CHECK + ply + 1] = int64(gives_check)

        # Step 12. Extend checks that lose no man: they are forcing and must not fall over the horizon (34-30-36, Alice 89-26-85,
        # Hostage 100-1-99, chessgi 111-2-87).
        if gives_check and extension == 0 and ply < MOST_PLIES // 2 and wins(T, V, S, row, move, turn, int64(0)):
            extension = 1
        next_depth = depth - 1 + extension

        # Step 13. Late moves are searched shallower, with a null window; again in full if they surprise (53-20-27).
        if i == at:
            score = -search(T, V, S, I, H, child, ply + 1, end, next_depth, -beta, -alpha)
        else:
            reduction = 0
            if depth >= 3 and i - at >= 2 and not gives_check and (quiet or order < 0):
                reduction = I[REDUCTIONS + min(depth, 31) * 64 + min(i - at, 63)]
                if exact:
                    reduction -= 1
                if not improving:
                    reduction += 1
                if in_check:
                    reduction -= 1
                if quiet:
                    reduction -= order // 8000 if order < KILLER_SCORE // 2 else 1
                reduction = min(max(reduction, 0), next_depth - 1)
            score = -search(T, V, S, I, H, child, ply + 1, end, next_depth - reduction, -alpha - 1, -alpha)
            if score > alpha and reduction > 0:
                score = -search(T, V, S, I, H, child, ply + 1, end, next_depth, -alpha - 1, -alpha)
            if score > alpha and score < beta:
                score = -search(T, V, S, I, H, child, ply + 1, end, next_depth, -beta, -alpha)
        if stopped(I):
            return int64(0)

        # Step 14. A new best move; a cutoff teaches the order of moves.
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                best_move = move
                extend_line(I, ply, move)
                if score >= beta:
                    reward(S, I, row, ply, at, i, move, taken, depth, turn)
                    break

    # Step 15. Remember it, but not what some of the moves of the root lead to as what all do.
    if excluded == 0 and (ply > 0 or I[ROOT_COUNT] == 0):
        bound = LOWER if best >= beta else UPPER if alpha == original else EXACT
        remember(H, key, best_move, best, ply, depth, bound, I[AGE])
    return best


@inline
def list_moves(T, S, I, row, ply, at):
    """List all moves; the new end of the stack."""
    end = generate(ALL, T, S, row, shifted(I, MOVES), at)
    if ply == 0 and I[ROOT_COUNT] > 0:
        end = keep_root_moves(I, at, end)
    return end


@inline
def keep_root_moves(I, begin, end):
    """Keep only the moves that the root is restricted to; the new end."""
    kept = begin
    for i in range(begin, end):
        wanted = False
        for j in range(I[ROOT_COUNT]):
            if I[ROOT_MOVES + j] == I[MOVES + i]:
                wanted = True
        if wanted:
            I[MOVES + kept] = I[MOVES + i]
            kept += 1
    return kept


@entry("int64(words, integers, words, integers, words, int64, int64, int64, int64)")
def search_root(T, V, S, I, H, row, depth, alpha, beta):
    """One iteration from the position at `row`; its variation stands at LINES of the arena."""
    I[IN_CHECK] = int64(bool(checkers(T, S, row, int64(S[row + rules.TURN]))))
    return search(T, V, S, I, H, row, int64(0), int64(0), depth, alpha, beta)


@entry("int64(words, integers, words, integers, int64)")
def evaluate_position(T, V, S, I, row):
    """The static evaluation, for Python."""
    return evaluate(T, V, S, I, row)


@entry("int64(words, integers, words, integers, integers, int64)")
def trace_position(T, V, S, I, C, row):
    """The static evaluation, for the tuner; `C` is given how often each term counts."""
    return assess(True, T, V, S, I, C, row)


@entry("boolean(words, integers, words, int64, int64, int64)")
def exchange_wins(T, V, S, row, move, least_gain):
    """`exchange.wins` for the side to move, for Python."""
    return wins(T, V, S, row, move, int64(S[row + rules.TURN]), least_gain)
