"""CECP's `edit`: a position set up man by man, as GUIs did before `setboard`."""
from ..engine.display import wire_names
from .session import Refused


class Edit:
    """The lines between `edit` and the `.` that ends it, kept until the game they change is at hand."""

    def __init__(self):
        self.lines = []

    def take(self, line):
        """`#` clears the board, `c` changes the colour of what follows, `Pe4` puts a man, `xe4` takes it off."""
        self.lines.append(line)

    def fen(self, game):
        """The game's position so changed; kings and rooks at home count as unmoved. Raises Refused for other lines."""
        from ..engine.notation import write_fen
        from ..engine.rules import WHITE

        rules, setup, colour = game.rules, game.setup(), WHITE
        names = wire_names(rules)
        setup.castlings, setup.passed, setup.clock = set(rules.right_bit), (), 0
        for line in self.lines:
            letter, place = line[:1].upper(), names.get(line[1:])
            if line == "#":
                setup.men.clear()
            elif line == "c":
                colour = 1 - colour
            elif place is None or letter != "X" and letter not in rules.kind:
                raise Refused(f"{line[:40]!r} in edit is no man on a square")
            else:
                setup.men.pop(place, None)
                if letter != "X":
                    setup.men[place] = (colour, letter)
        return write_fen(rules, setup)
