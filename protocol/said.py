"""Moves as they are said to XBoard and read from it.

XBoard knows no exchanges: a man that is freed from prison looks like one that is dropped, and the payment is
not said, but in games that XBoard cannot show. Both sides keep to one convention, the free drop or else the cheapest
payment, as `read_move` does; so the engine plays no exchange that would be understood otherwise.
"""
import collections

from ..engine.display import display


def said(game, move):
    """A legal move of the present position, as XBoard takes it."""
    from ..engine.notation import write_move_xboard
    return write_move_xboard(game.rules, move, game)


def said_line(game, line):
    """The moves of a variation from the present position, payments included: they are for people."""
    from ..engine.notation import write_move_xboard

    game, moves = game.copy(), []
    for move in line:
        moves.append(write_move_xboard(game.rules, move, game, payment=True))
        game.make(move)
    return " ".join(moves)


def sayable(game):
    """The legal moves that XBoard takes, and that are understood as they are meant; [] if all are."""
    from ..engine.coordinates import parts
    from ..engine.notation import read_move

    if not game.rules.EXCHANGES or not display(game.rules):
        return []
    meanings, has_pawns = collections.defaultdict(list), shown_pawns(game) > 0
    for move in game.legal_moves():
        p = parts(game.rules, move)
        if has_pawns or p.square is not None or p.letter != "P":
            meanings[said(game, move)].append(move)
    return [moves[0] if len(moves) == 1 else read_move(game, text, "xboard") for text, moves in meanings.items()]


def shown_pawns(game):
    """Pawns beside XBoard's board that the side to move may drop: all it could, but those promoted in this game.

    XBoard does not know that a promoted pawn goes to prison, and takes its drop for an error that loses the game.
    """
    from ..engine.coordinates import parts

    now, side = game.setup(), game.turn
    own = [move for ply, move in enumerate(game.moves_played) if (game.first_turn + ply) % 2 == side]
    promoted = sum(parts(game.rules, move).promotion is not None for move in own)
    return now.hands[side]["P"] + now.prisons[side]["P"] - promoted


def payments(game, move):
    """The exchanges that look like this one: by the letter of the hostage, the least first. {} if it is no exchange."""
    from ..engine.coordinates import parts

    p = parts(game.rules, move)
    if not p.paid:
        return {}
    alike = [(other, parts(game.rules, other)) for other in game.legal_moves()]
    found = {q.paid: other for other, q in alike if q._replace(paid=p.paid) == p}
    return {paid: found[paid] for paid in sorted(found, key=lambda paid: (game.rules.VALUES[paid], game.rules.kind[paid]))}


def exchange_said(game, move):
    """An exchange in the notation of printed games, "(N-B)B*f7"; None for another move."""
    from ..engine.coordinates import parts
    from ..engine.notation import write_san

    return write_san(game, move) if parts(game.rules, move).paid else None
