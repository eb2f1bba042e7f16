"""Moves as printed games have them (SAN), written and read.

Besides the usual: `N*c7` and `*g5` drop a man, `(N-B)B*f7` gives N to free B and drops it (games without
exchanges write `N@c7`). On several boards `/A` follows a move that returns to board A, and `/B` names the
landing of any other where it is not clear; `A:Rxa4` leaves board A, where men of two boards could be meant. A
null move is written with its landing, `Ke1/B`. In three dimensions the square left is named in full, `NAb1Ac3`.
"""
import functools
import re

from .coordinates import BOARD_LETTERS, cheapest, parts, victim
from .moves import NULL

CASTLING_SIDES = {"K": "O-O", "Q": "O-O-O"}


# -------------------------------------------------------------------- written
def write_san(game, move):
    """A legal move of the present position in SAN: the first of its spellings that is read as this move alone."""
    legal = [(other, parts(game.rules, other)) for other in game.legal_moves()]
    p = parts(game.rules, move)
    text = next(text for text in spellings(game, move, p) if moves_named(game.rules, text, legal) == [move])
    if p.landing == 0 != p.board and "/" not in text:
        text += "/A"
    return text + check_mark(game, move)


def spellings(game, move, p):
    """The texts of a move, from the shortest to one that leaves nothing out."""
    rules = game.rules
    prefixes, landings = [""], [""]
    if p.castling:
        stems = [CASTLING_SIDES[p.castling.upper()]]
    elif p.square is None:
        stems = [write_drop(rules, p)]
    else:
        mark = "x" if victim(game, move) else ""
        letter, promotion = p.letter if p.letter != "P" else "", f"={p.promotion}" if p.promotion else ""
        stems = [letter + origin + mark + rules.names[p.to] + promotion for origin in origins(rules, p, mark)]
        prefixes.append(f"{BOARD_LETTERS[p.board]}:")
    if rules.BOARDS > 1:
        landings = [""] * (p.special != NULL) + [f"/{BOARD_LETTERS[p.landing]}"]
    return [prefix + stem + landing for prefix in prefixes for landing in landings for stem in stems]


def write_drop(rules, p):
    letter = p.letter if p.letter != "P" else ""
    if not rules.EXCHANGES:
        return f"{letter}@{rules.names[p.to]}"
    return (f"({p.paid}-{p.letter})" if p.paid else "") + f"{letter}*{rules.names[p.to]}"


def origins(rules, p, captures):
    """What may be said of the square left, the least first; of a pawn that captures always its file."""
    name = rules.names[p.square]
    whole = bool(rules.LEVELS) or name in rules.CORNERS
    if p.letter == "P" and captures:
        return [name] if whole else [name[0], name]
    return ["", name] if whole or p.letter == "P" or p.special == NULL else ["", name[0], name[1:], name]


def check_mark(game, move):
    game.make(move)
    try:
        return "" if not game.in_check() else "+" if game.legal_moves() else "#"
    finally:
        game.undo()


# -------------------------------------------------------------------- read
def moves_named(rules, text, legal):
    """Which of the legal moves, given as (move, Parts), a text without marks of check may mean; None if it has no
    form of a move."""
    for form, meaning in MOVE_FORMS:
        if match := form(rules).fullmatch(text):
            return meaning(rules, match.groupdict(), legal)
    return None


@functools.cache
def move_form(rules):
    """`e2e4`, `Nf3`, `exd5`, `de4`, `Nbd2`, `N1xc3`, `e8=Q`, `e7e8q`, `e2-e4`, `Nd7/A`, and `A:e2e4/B` in full."""
    square, letter = "|".join(rules.names), "".join(rules.letters)
    part = "" if rules.LEVELS else f"|[{rules.FILES}]|[{rules.RANKS}]"
    return re.compile(rf"(?:(?P<board>[{BOARD_LETTERS}]):)?(?P<letter>[{letter}])?"
                      rf"(?P<origin>{square}{part})?[-x]?(?P<to>{square})"
                      rf"(?:[=(]?(?P<promotion>[{letter + letter.lower()}])\)?)?(?:/(?P<landing>[{BOARD_LETTERS}]))?")


def moves_meant(rules, said, legal):
    letter, origin, to = said["letter"], said["origin"], rules.named[said["to"]]
    keeps_file = not letter and not origin  # as a pawn does that does not capture
    if not letter and (not origin or origin not in rules.named):
        letter = "P"

    def fits(p):
        if p.square is None or p.to != to or letter and p.letter != letter or not lands(p, said):
            return False
        if keeps_file and rules.squares[p.square][0] != rules.squares[to][0]:
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
