"""The board in text, for people."""
from .coordinates import BOARD_LETTERS, frame
from .notation import cased, held_order
from .rules import BLACK, WHITE

COLOUR_NAMES = ("White", "Black")


def draw(game):
    """The present position: boards side by side, held men below, and whose move it is."""
    rules, setup = game.rules, game.setup()
    boards = [draw_board(rules, setup.men, board) for board in rules.BOARD_LIST]
    width = max(len(line) for lines in boards for line in lines)
    lines = ["   ".join(line.ljust(width) for line in row).rstrip() for row in zip(*boards)]
    if rules.DROPS:
        lines += ["", *(held_line(rules, setup, colour) for colour in (WHITE, BLACK))]
    status = game.status()
    return "\n".join([*lines, "", f"Move {setup.move_number}, {COLOUR_NAMES[game.turn]} to move"
                      + (f": {status}" if status != "ongoing" else "")])


def draw_board(rules, men, board):
    """The lines of one board, Black's side above; corner squares stand by their names."""
    margin = 1 if rules.CORNERS else 0
    files, ranks = frame(rules)
    lines = [f"    Board {BOARD_LETTERS[board]}"] if rules.BOARDS > 1 else []
    for y in reversed(range(-margin, ranks - margin)):
        cells = []
        for x in range(-margin, files - margin):
            square = rules.number.get((x, y))
            cells.append(" " if square is None else cased(men[board, square]) if (board, square) in men else ".")
        ordinary = 0 <= y <= rules.top
        left = rules.RANKS[y] if ordinary else corner_name(rules, -1, y)
        right = "" if ordinary else corner_name(rules, files - 2, y)
        lines.append(f"{left:>2}  {' '.join(cells)} {right}".rstrip())
    return [*lines, "    " + "  " * margin + " ".join(rules.FILES)]


def corner_name(rules, x, y):
    square = rules.number.get((x, y))
    return "" if square is None else rules.names[square]


def held_line(rules, setup, colour):
    """What one side may drop; and, where there are prisons, the enemy men that it holds."""
    text = f"{COLOUR_NAMES[colour]}: {'airfield' if rules.EXCHANGES else 'hand'} {held_men(rules, setup.hands, colour)}"
    return text + (f", prison {held_men(rules, setup.prisons, 1 - colour)}" if rules.EXCHANGES else "")


def held_men(rules, held, colour):
    return "".join(cased((colour, letter)) * held[colour][letter] for letter in held_order(rules)) or "-"
