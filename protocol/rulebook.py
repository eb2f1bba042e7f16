"""The rules of a game in words: what its page says in sentences, and what follows from the page's data."""
import re
import shutil
import textwrap

from ..engine.coordinates import BOARD_LETTERS
from ..engine.draw import draw_boards
from ..engine.geometry import add, geometry
from ..engine.notation import read_fen
from ..engine.rules import HOSTAGES, MAY, MUST, NEVER, TURNCOATS, UNLESS_BLOCKED, WHITE

WIDEST = 100

NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()
ORDINALS = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()

# By dimensions: in which ways the first, second and third of Betza's letters go.
WAYS = {2: ("orthogonally", "diagonally"), 3: ("through faces", "through edges", "through corners")}
RIDES, STEPS, LEAPS = "RBU", "WFV", "DA"
OBLIQUE = {"N": "leaps two squares orthogonally and one to the side", "C": "leaps three squares orthogonally and one to the side"}
PAWN_WAYS = {(0, 1): "one square straight ahead", (1, 1): "one square diagonally forward"}
PAWN_PARTS = ("one file sideways", "one rank forward", "one level up (Black down)")

CASTLING_TERMS = ("Neither may have moved, the squares between them must be empty, and the king may not be in check, nor pass or "
                  "reach an attacked square.")
CASTLERS_PASS = {MUST: "both pass over, and both squares beyond must be vacant", MAY: "both pass over, or neither",
                 UNLESS_BLOCKED: "each passes over or stays by itself"}
CAPTORS = {"landed": "that stands on the board where it landed", "passed": "that stands on the board that it left",
           "either": "on either board"}


def terminal_width():
    """Columns of running text in this terminal; long lines are hard to read."""
    return min(shutil.get_terminal_size().columns, WIDEST)


def write(page, width=80):
    """The rules of a page as text, no line of the sentences wider than `width`."""
    lines = [page.TITLE, "=" * len(page.TITLE)]
    for heading, paragraphs in sections(page):
        lines += ["", heading] * bool(heading)
        for paragraph in paragraphs:
            hanging = re.match(r"(\S+ +\S+ {2,})?", paragraph).end()  # of a man: its letter and its name
            lines += ["", *wrapped(paragraph, width)] if not heading else wrapped(paragraph, width, "  ", "  " + " " * hanging)
    return "\n".join([*lines, "", "The array", "", *draw_boards(geometry(page), read_fen(geometry(page), page.ARRAY).men)])


def wrapped(text, width, first="", others=""):
    return textwrap.wrap(text, width, initial_indent=first, subsequent_indent=others, break_on_hyphens=False,
                         fix_sentence_endings=False)


def sections(page):
    """(heading, paragraphs) of each part that the game has; the first has no heading."""
    rules = geometry(page)
    parts = [("", about(page)), ("The board" + "s" * rules.SEVERAL, boards(rules)), ("The men", men(rules)),
             ("Pawns", pawns(rules)), ("Castling", castling(rules)), ("Drops", drops(rules)), ("The end", the_end(rules)),
             ("Points to know", page.NOTES), ("Rules left open", options(page)), ("How moves are written", notation(rules))]
    return [(heading, paragraphs) for heading, paragraphs in parts if paragraphs]


# -------------------------------------------------------------------- words
def listed(words, last="and"):
    """`a, b and c`."""
    *most, final = words
    return f"{', '.join(most)} {last} {final}" if most else final


def number(count):
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def article(name):
    return f"{'an' if name[0] in 'aeiou' and name != 'unicorn' else 'a'} {name}"


def ordinal(count):
    return ORDINALS[count] if count < len(ORDINALS) else f"{count}th"


def called(rules, letter):
    """A man's name, or its letter if the page does not name it."""
    return rules.PIECE_NAMES.get(letter, letter)


def paragraphs_of(page):
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", page.__doc__)] if page.__doc__ else []


def ranks(rules, wanted):
    """A rank counted from its own side: `second rank (1 for White, 8 for Black)`."""
    return f"{ordinal(wanted)} rank ({rules.RANKS[wanted - 1]} for White, {rules.RANKS[-wanted]} for Black)"


# -------------------------------------------------------------------- what each part says
def about(page):
    """What the page says, and the pages of the games that it puts on several boards."""
    found = paragraphs_of(page)
    for ancestor in page.__mro__[1:] if page.BOARDS > 1 else ():
        if "TITLE" in vars(ancestor):
            found += [f"{ancestor.TITLE}: {paragraph}" for paragraph in paragraphs_of(ancestor)]
            if ancestor.BOARDS == 1:
                break
    return found


def boards(rules):
    size = f"{len(rules.FILES)} files, {rules.FILES[0]} to {rules.FILES[-1]}, and {len(rules.RANKS)} ranks, " \
           f"{rules.RANKS[0]} to {rules.RANKS[-1]}"
    if rules.LEVELS:
        size += f", on each of {number(len(rules.LEVELS))} levels, {rules.LEVELS[0]} to {rules.LEVELS[-1]}; " \
                f"{rules.names[0]} is the first square, named by level, file and rank"
    found = [size[0].upper() + size[1:] + "."]
    if rules.CORNERS:
        found.append(f"A corner square touches one other square only, cornerwise: {listed(corner_neighbours(rules))}.")
    return found + (passing(rules) if rules.SEVERAL else [])


def corner_neighbours(rules):
    for name, (x, y) in rules.CORNERS.items():
        near = [rules.names[i] for i, (a, b) in enumerate(rules.squares) if max(abs(a - x), abs(b - y)) == 1]
        yield f"{name} {listed(near)}"


def passing(rules):
    """The looking glass: how men pass between the boards."""
    names = BOARD_LETTERS[:rules.BOARDS]
    homes = [names[board] for board in rules.HOME_BOARDS]
    other = "the other board" if rules.BOARDS == 2 else "another board, which the mover chooses"
    start = f"All men start on board {homes[0]}." if homes[0] == homes[1] else \
        f"White's men start on board {homes[0]}, Black's on board {homes[1]}."
    over = f"to the same square of {other}"
    passes = {MUST: f"A man that has moved passes {over}, and that square must be vacant.",
              UNLESS_BLOCKED: f"A man that has moved passes {over} if that is vacant, and else stays where it moved.",
              MAY: f"A man that has moved may pass {over} if that is vacant, or stay where it moved."}[rules.PASSING]
    leaves = "may not" if rules.PASSING == MUST else "that passes over may not"
    found = [f"There are {number(rules.BOARDS)} such boards, {listed(names)}. {start}",
             f"{passes} The move itself is one of the game on the board where the man stands: only men of that board block it, "
             "and what it takes stands there.",
             f"A king {leaves} move to a square attacked on the board it leaves. After the move, when the man has passed over, "
             "one's own king may not be attacked."]
    found.append("Men of different boards may stand on the same square." if rules.SHARED else
                 "Counting both boards, no square has more than one man.")
    if rules.NULL_MOVES:
        movers = "Any man" if len(rules.NULL_MOVES) == len(rules.letters) else \
            f"A {listed([called(rules, letter) for letter in rules.NULL_MOVES], 'or')}"
        found.append(f"{movers} may also pass over without moving, to the same square of {other}, "
                     + ("and takes what stands there." if rules.NULL_CAPTURES else "if that is vacant."))
    return found


def men(rules):
    """A line for each man but the pawn: its letter, its name, how it moves."""
    width = max(len(called(rules, letter)) for letter in rules.letters)
    return [f"{letter} {called(rules, letter):{width}}  {moves(rules, rules.PIECES[letter])}"
            for letter in rules.letters if letter != "P"]


def moves(rules, betza):
    """A man's moves, given in Betza's letters, in words."""
    def ways(letters):
        names = [name for letter, name in zip(letters, WAYS[rules.dimensions]) if letter in betza]
        return "in any direction" if len(names) == rules.dimensions else listed(names, "or")

    found = []
    for letters, words in ((RIDES, "goes any number of free squares"), (STEPS, "steps one square"), (LEAPS, "leaps two squares")):
        letters = letters[:rules.dimensions]
        if set(letters) & set(betza):
            found.append(f"{words} {ways(letters)}")
    return "; ".join(found + [words for letter, words in OBLIQUE.items() if letter in betza])


def pawns(rules):
    found = f"A pawn goes {vectors(rules.PAWN_PUSHES)}, and takes {vectors(rules.PAWN_CAPTURES)}."
    for start, most in rules.PAWN_STEPS.items():
        found += f" From its {ranks(rules, start)} it may advance up to {number(most)} squares at once."
    return [found, *[en_passant(rules)] * bool(rules.PAWN_STEPS), promotion(rules)]


def vectors(steps):
    """Steps of a pawn in words; to the left and to the right they are the same."""
    found = []
    for file, *further in steps:
        step = (abs(file), *further)
        words = PAWN_WAYS.get(step) or listed([part for part, count in zip(PAWN_PARTS, step) if count])
        if words not in found:
            found.append(words)
    return listed(found, "or")


def en_passant(rules):
    if rules.EN_PASSANT == "none":
        return "There is no en passant."
    captor = f" {CAPTORS[rules.EN_PASSANT]}" if rules.SEVERAL else ""
    return ("A pawn that has advanced several squares may be taken en passant with the next move, by a pawn"
            f"{captor}, on any square that it passed.")


def promotion(rules):
    last = len(rules.RANKS)
    where = f"the {ordinal(last)} rank of the farthest level" if rules.LEVELS else f"its {ranks(rules, last)}"
    kinds = listed([article(called(rules, letter)) for letter in rules.PROMOTIONS], "or")
    return f"On {where} it promotes, to {kinds}" + (" of its own that the enemy holds." if rules.EXCHANGES else ".")


def castling(rules):
    if not rules.castlings:
        return ["There is no castling."]
    found = []
    for colour, name in enumerate(("White", "Black")):
        ways = ["from {} to {} with the rook from {} to {}".format(*[rules.names[square] for square in squares])
                for _, side, *squares in rules.castlings if side == colour]
        board = f", on board {BOARD_LETTERS[rules.home_board(colour)]}" if rules.SEVERAL else ""
        found.append(f"{name}'s king goes {listed(ways, 'or')}{board}.")
    found.append(CASTLING_TERMS)
    if rules.SEVERAL:
        same = ", to the same board" if rules.BOARDS > 2 else ""
        found.append(f"Of king and rook {CASTLERS_PASS[rules.PASSING]}{same}.")
    return [" ".join(found)]


def drops(rules):
    """What can be dropped, and where; nothing in games without drops."""
    if rules.CAPTIVES == NEVER:
        return []
    lowest, highest = min(rules.PAWN_DROP_RANKS), max(rules.PAWN_DROP_RANKS)
    where = "any vacant square" + (", vacant on all boards too, of either board," if rules.SEVERAL else "")
    kind = {TURNCOATS: "A man from one's hand",
            HOSTAGES: "A man from one's airfield, or one freed by an exchange,"}[rules.CAPTIVES]
    found = [f"{kind} is dropped on {where}; a pawn only from its {ordinal(lowest)} rank to its {ordinal(highest)}. "
             "A drop may give check or mate."]
    if rules.EXCHANGES:
        found.append("A rook that is dropped where a rook starts may castle there, if the king has not moved.")
    return found


def the_end(rules):
    reset = "a capture, a pawn's move or a drop" if rules.DROPS else "a capture or a pawn's move"
    moves = rules.FIFTY_MOVES // 2
    return ["Who checkmates wins. Drawn are: stalemate; a position that occurs for the third time; "
            f"{moves} moves of each side without {reset}; and men with which neither side can mate."]


def options(page):
    """What a game leaves open, and how it is chosen."""
    return [f"{name} is one of {listed(values, 'or')}; {values[0]} unless another is chosen, as with --rule {name}={values[-1]}. "
            + OPTION_WORDS.get(name, "") for name, values in page.OPTIONS.items()]


OPTION_WORDS = {"EnPassant": "A pawn that has advanced two squares is then taken in passing by a pawn that stands on the board "
                             "where it landed, on the board that it left (passed), or on either."}


def notation(rules):
    """The forms of moves that a player may type, with what this game needs."""
    start, end = example(rules)
    found = [f"By the squares, {start}{end}, or in short notation: the man's letter, none for a pawn, and the square it goes to. "
             "x for a capture, + and # may be left out; the file or rank left is added where two men could be meant."]
    if rules.castlings:
        found.append("Castling is O-O with the K's right and O-O-O with the Q's, or the king's move.")
    if rules.PROMOTIONS:
        found.append("Promotion: the new man's letter comes last, as in =Q.")
    if rules.EXCHANGES:
        found.append(f"A drop is N*{end} or N@{end}; (Q-N)N*{end} gives a queen to free a knight and drop it.")
    elif rules.DROPS:
        found.append(f"A drop is N@{end}.")
    if rules.SEVERAL:
        found.append("Where it is not clear, A: before a move names the board it leaves, and /B after it the board where it lands, "
                     f"as in A:{start}{end}/B.")
    return [" ".join(found)]


def example(rules):
    """A first step of a pawn from the middle: the squares it leaves and goes to."""
    men = read_fen(rules, rules.ARRAY).men
    pawns = sorted(square for (_, square), man in men.items() if man == (WHITE, "P"))
    square = pawns[len(pawns) // 2]
    return rules.names[square], rules.names[rules.number[add(rules.squares[square], rules.PAWN_PUSHES[0])]]
