"""What a position is worth: material and squares, mobility, danger to the kings, men off the board."""
from ..engine.attacks import attacks, colour, men
from ..engine.rules import WHITE
from ..engine.specialise import inline, kernel, rules


@inline
def off_board(S, V, place, percent):
    """The worth of men held in one word of a position, at a percentage of their value."""
    held = int64(S[place])
    score = 0
    if held:
        for kind in rules.DROPPABLE:
            score += (held >> 8 * kind & 255) * V[rules.EVAL.WORTH + kind]
    return score * percent // 100


@kernel
def evaluate(T, V, S, row):
    """Centipawns for the side to move. `V` holds the numbers of eval.tables."""
    middle, end, phase = 0, 0, 0
    side = 0
    while side < 2:
        sign = 1 - 2 * side
        for board in rules.BOARD_LIST:
            base = row + rules.BOARD_AT[board]
            own, theirs = colour(S, base, side), colour(S, base, 1 - side)
            occupied = own | theirs
            # Danger to the enemy king if it stands on this board: only men on the same board attack it.
            target = men(S, base, rules.KING) & theirs
            zone = empty()
            if target:
                zone = load(T, rules.LEAPS[rules.KING] + lowest(target) * rules.W) | target
            units, attackers_near = 0, 0
            for kind in rules.KINDS:
                group = men(S, base, kind) & own
                while group:
                    square = lowest(group)
                    group = without_lowest(group)
                    at = side * rules.EVAL.COLOUR_STRIDE + kind * rules.N + square
                    middle += sign * V[at]
                    end += sign * V[at + rules.EVAL.PHASE_STRIDE]
                    if kind != rules.PAWN and kind != rules.KING:
                        phase += V[rules.EVAL.PHASE + kind]
                        reach = attacks(T, kind, square, occupied)
                        free = count(reach & ~own)
                        middle += sign * free * V[rules.EVAL.MOBILITY + kind]
                        end += sign * free * V[rules.EVAL.MOBILITY_END + kind]
                        near = count(reach & zone)
                        if near:
                            units += near * V[rules.EVAL.ATTACK + kind]
                            attackers_near += 1
            if attackers_near > 1:
                middle += sign * V[rules.EVAL.DANGER + min(units, 255)]
                if rules.DROPS:
                    end += sign * V[rules.EVAL.DANGER + min(units, 255)]
        if rules.DROPS:
            worth = off_board(S, V, row + rules.HAND + side, rules.EVAL.HAND_PERCENT)
            if rules.EXCHANGES:
                worth += off_board(S, V, row + rules.PRISON + side, rules.EVAL.PRISON_PERCENT)
            middle += sign * worth
            end += sign * worth
        side += 1
    phase = min(phase, rules.EVAL.FULL_PHASE)
    score = (middle * phase + end * (rules.EVAL.FULL_PHASE - phase)) // rules.EVAL.FULL_PHASE
    if S[row + rules.TURN] != uint64(WHITE):
        score = -score
    return score + rules.EVAL.TEMPO
