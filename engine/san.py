"""Moves as printed games have them (SAN), written and read.

Besides the usual: `N*c7` and `*g5` drop a man, `(N-B)B*f7` gives N to free B and drops it (games without
exchanges write `N@c7`); `/A` follows a move that returns to board A.
"""
import functools
import re

from .coordinates import BOARD_LETTERS, cheapest, parts, victim

CASTLING_SIDES = {"K": "O-O", "Q": "O-O-O"}


# -------------------------------------------------------------------- written
def write_san(game, move):
    """A legal move of the present position in SAN."""
    rules = game.rules
    legal = [parts(rules, other) for other in game.legal_moves()]
    p = parts(rules, move)
    if p.castling:
        text = CASTLING_SIDES[p.castling.upper()]
    elif p.square is None:
        text = write_drop(rules, p)
    else:
        promotion = f"={p.promotion}" if p.promotion else ""
        mark = "x" if victim(game, move) else ""
        text = (p.letter if p.letter != "P" else "") + origin(rules, p, legal, mark) + mark + rules.names[p.to] + promotion
    return text + board_reached(p, legal) + check_mark(game, move)


def write_drop(rules, p):
    letter = p.letter if p.letter != "P" else ""
    if not rules.EXCHANGES:
        return f"{letter}@{rules.names[p.to]}"
    return (f"({p.paid}-{p.letter})" if p.paid else "") + f"{letter}*{rules.names[p.to]}"


def origin(rules, p, legal, captures):
    """As much of the square left as tells the man from others of its kind; of a pawn that captures, its file."""
    name, (x, y) = rules.names[p.square], rules.squares[p.square]
    rivals = [rules.squares[o.square] for o in legal if o.square not in (None, p.square) and not o.castling
              and (o.letter, o.to, o.promotion) == (p.letter, p.to, p.promotion)]
    if p.letter == "P":
        return name[0] if captures else name if x in [r[0] for r in rivals] else ""
    if not rivals:
        return ""
    if name in rules.CORNERS:
        return name
    if x not in [r[0] for r in rivals]:
        return name[0]
    return name[1:] if y not in [r[1] for r in rivals] else name


def board_reached(p, legal):
    """`/A` after a return to board A; another board only where the move would be ambiguous without it."""
    several = any(o.landing != p.landing and o._replace(landing=p.landing) == p for o in legal)
    return f"/{BOARD_LETTERS[p.landing]}" if several or p.landing == 0 != p.board else ""


def check_mark(game, move):
    game.make(move)
    try:
        return "" if not game.in_check() else "+" if game.legal_moves() else "#"
    finally:
        game.undo()


# -------------------------------------------------------------------- read
@functools.cache
def move_form(rules):
    """`e2e4`, `Nf3`, `exd5`, `de4`, `Nbd2`, `N1xc3`, `e8=Q`, `e7e8q`, `e2-e4`, `Nd7/A`, and `A:e2e4/B` in full."""
    square, letter = "|".join(rules.names), "".join(rules.letters)
    return re.compile(rf"(?:(?P<board>[{BOARD_LETTERS}]):)?(?P<letter>[{letter}])?"
                      rf"(?P<origin>{square}|[{rules.FILES}]|[{rules.RANKS}])?[-x]?(?P<to>{square})"
                      rf"(?:[=(]?(?P<promotion>[{letter + letter.lower()}])\)?)?(?:/(?P<landing>[{BOARD_LETTERS}]))?")


def moves_meant(rules, said, legal):
    letter, origin = said["letter"], said["origin"]
    if not letter and (not origin or origin not in rules.named):
        letter = "P"
        origin = origin or rules.names[rules.named[said["to"]]][0]  # a pawn that does not capture keeps its file

    def fits(p):
        if p.square is None or p.to != rules.named[said["to"]] or letter and p.letter != letter or not lands(p, said):
            return False
        if said["board"] and BOARD_LETTERS[p.board] != said["board"]:
            return False
        if said["promotion"] and p.promotion != said["promotion"].upper():
            return False
        name = rules.names[p.square]
        return not origin or origin == name or name not in rules.CORNERS and origin in (name[0], name[1:])

    return [move for move, p in legal if fits(p)]


def lands(p, said):
    return not said["landing"] or BOARD_LETTERS[p.landing] == said["landing"]


@functools.cache
def castling_form(rules):
    return re.compile(rf"(?P<side>[Oo0]-[Oo0](-[Oo0])?)(?:/(?P<landing>[{BOARD_LETTERS}]))?")


def castlings_meant(rules, said, legal):
    side = said["side"].upper().replace("0", "O")
    return [move for move, p in legal if p.castling and CASTLING_SIDES[p.castling.upper()] == side and lands(p, said)]


@functools.cache
def drop_form(rules):
    """`N@c7`, `n@c7`, `N*c7`, `@c7`, `*c7`; `B#N@f7`; `(N-B)B*f7`, `(NB)B*f7`."""
    letter = f"[{''.join(rules.letters + rules.letters.lower())}]"
    return re.compile(rf"(?:(?P<freed>{letter})#(?P<paid>{letter})|\((?P<given>{letter})-?(?P<got>{letter})\)(?P<again>{letter})?"
                      rf"|(?P<letter>{letter})?)(?P<mark>[@*])(?P<to>{'|'.join(rules.names)})(?:/(?P<landing>[{BOARD_LETTERS}]))?")


def drops_meant(rules, said, legal):
    letter = (said["freed"] or said["got"] or said["letter"] or "P").upper()
    paid = (said["paid"] or said["given"] or "").upper() or None
    if said["again"] and said["again"].upper() != letter:
        return []
    found = [(move, p) for move, p in legal
             if p.square is None and p.letter == letter and p.to == rules.named[said["to"]] and lands(p, said)]
    if not paid and said["mark"] == "@":
        return cheapest(rules, found)
    return [move for move, p in found if p.paid == paid]


# Each form of text, and which legal moves it may mean.
MOVE_FORMS = [(move_form, moves_meant), (castling_form, castlings_meant), (drop_form, drops_meant)]
