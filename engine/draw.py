"""The board in text, for people."""
from .coordinates import BOARD_LETTERS, frame
from .notation import cased, held_order
from .rules import BLACK, WHITE

COLOUR_NAMES = ("White", "Black")


def draw(game):
    """The present position: boards side by side, held men below, and whose move it is."""
    rules, setup = game.rules, game.setup()
    lines = draw_boards(rules, setup.men)
    if rules.DROPS:
        lines += ["", *(held_line(rules, setup, colour) for colour in (WHITE, BLACK))]
    status = game.status()
    return "\n".join([*lines, "", f"Move {setup.move_number}, {COLOUR_NAMES[game.turn]} to move"
                      + (f": {status}" if status != "ongoing" else "")])


def draw_boards(rules, men):
    """The lines of all boards, side by side; in three dimensions so are the levels of a board, and boards one below
    the other."""
    if not rules.LEVELS:
        return side_by_side([draw_board(rules, men, board, board_title(rules, board)) for board in rules.BOARD_LIST])
    lines = []
    for board in rules.BOARD_LIST:
        levels = [draw_board(rules, men, board, [f"    Level {name}"], z) for z, name in enumerate(rules.LEVELS)]
        lines += [""] * bool(lines) + board_title(rules, board) + side_by_side(levels)
    return lines


def board_title(rules, board):
    return [f"    Board {BOARD_LETTERS[board]}"] if rules.BOARDS > 1 else []


def side_by_side(pictures):
    width = max(len(line) for lines in pictures for line in lines)
    return ["   ".join(line.ljust(width) for line in row).rstrip() for row in zip(*pictures)]


def draw_board(rules, men, board, title, *level):
    """The lines of one board (or one level of it), Black's side above; corner squares stand by their names."""
    margin = 1 if rules.CORNERS else 0
    files, ranks = frame(rules)
    lines = [*title]
    for y in reversed(range(-margin, ranks - margin)):
        cells = []
        for x in range(-margin, files - margin):
            square = rules.number.get((x, y, *level))
            cells.append(" " if square is None else cased(men[board, square]) if (board, square) in men else ".")
        ordinary = 0 <= y < len(rules.RANKS)
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
