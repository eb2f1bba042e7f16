"""The board in text, for people."""
import re

from .coordinates import BOARD_LETTERS
from .display import frame
from .notation import cased, held_order
from .rules import BLACK, WHITE

COLOUR_NAMES = ("White", "Black")


class Look:
    """How boards look: in letters, and from White's side unless `flipped`."""

    width = 2  # columns of a square

    def __init__(self, flipped=False):
        self.flipped = flipped

    def square(self, man, place, is_dark):
        """A square of the place (board, square) with a man, (colour, letter), or None."""
        return f"{cased(man) if man else '.'} "

    def label(self, text):
        """What stands below a file."""
        return text.ljust(self.width)


def draw(game, look=Look()):
    """The present position: boards side by side, held men below, and whose move it is."""
    rules, setup = game.rules, game.setup()
    lines = draw_boards(rules, setup.men, look)
    if rules.DROPS:
        lines += ["", *(held_line(rules, setup, colour) for colour in (WHITE, BLACK))]
    status = game.status()
    return "\n".join([*lines, "", f"Move {setup.move_number}, {COLOUR_NAMES[game.turn]} to move"
                      + (f": {status}" if status != "ongoing" else "")])


def draw_boards(rules, men, look=Look()):
    """The lines of all boards, side by side; in three dimensions so are the levels of a board, and boards one below
    the other."""
    if not rules.LEVELS:
        return side_by_side([draw_board(rules, men, look, board, board_title(rules, board)) for board in rules.BOARD_LIST])
    lines = []
    for board in rules.BOARD_LIST:
        levels = [draw_board(rules, men, look, board, [f"    Level {name}"], z) for z, name in enumerate(rules.LEVELS)]
        lines += [""] * bool(lines) + board_title(rules, board) + side_by_side(levels)
    return lines


def board_title(rules, board):
    return [f"    Board {BOARD_LETTERS[board]}"] if rules.BOARDS > 1 else []


def side_by_side(pictures):
    width = max(columns(line) for lines in pictures for line in lines)
    return ["   ".join(line + " " * (width - columns(line)) for line in row).rstrip() for row in zip(*pictures)]


def columns(line):
    """How many columns a line takes; what sets colours takes none."""
    return len(re.sub("\x1b\\[[0-9;]*m", "", line))


def draw_board(rules, men, look, board, title, *level):
    """The lines of one board (or one level of it); corner squares stand by their names."""
    margin = 1 if rules.CORNERS else 0
    files, ranks = frame(rules)
    across, upwards = range(-margin, files - margin), range(-margin, ranks - margin)
    if look.flipped:
        across, upwards = across[::-1], upwards[::-1]
    lines = [*title]
    for y in reversed(upwards):
        cells = []
        for x in across:
            square = rules.number.get((x, y, *level))
            place, is_dark = (board, square), (x + y + sum(level)) % 2 == 0
            cells.append(" " * look.width if square is None else look.square(men.get(place), place, is_dark))
        ordinary = 0 <= y < len(rules.RANKS)
        left = rules.RANKS[y] if ordinary else corner_name(rules, across[0], y)
        right = "" if ordinary else corner_name(rules, across[-1], y)
        lines.append(f"{left:>2}  {''.join(cells)}{right}".rstrip())
    labels = "".join(look.label(rules.FILES[x]) for x in across if 0 <= x < len(rules.FILES))
    return [*lines, "    " + " " * look.width * margin + labels.rstrip()]


def corner_name(rules, x, y):
    square = rules.number.get((x, y))
    return "" if square is None else rules.names[square]


def held_line(rules, setup, colour):
    """What one side may drop; and, where there are prisons, the enemy men that it holds."""
    text = f"{COLOUR_NAMES[colour]}: {'airfield' if rules.EXCHANGES else 'hand'} {held_men(rules, setup.hands, colour)}"
    return text + (f", prison {held_men(rules, setup.prisons, 1 - colour)}" if rules.EXCHANGES else "")


def held_men(rules, held, colour):
    return "".join(cased((colour, letter)) * held[colour][letter] for letter in held_order(rules)) or "-"
