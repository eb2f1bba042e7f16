"""What XBoard is told while a man is moved by mouse: the squares to mark, and what a pawn can become.

The marks are a FEN of colours: Y where a man may go, R where it captures, M where it promotes, C where a move of two legs
goes first, g on a man that is taken elsewhere than where its captor lands.
"""

from ..engine.display import display, wire_name, wire_names

FIRST_CHOICES = "MRYC"  # of two colours for one square, the one that stands earlier here


def held_names(rules, turn):
    """XBoard's names of the places beside the board where the men lie that the side to move may drop."""
    whole = display(rules)
    if not rules.DROPS or not whole:
        return {}
    letters = [letter for letter in rules.letters if letter != "K"]
    return {whole.name(-2, whole.ranks - 1 - i) if turn else whole.name(whole.files + 1, i): letter
            for i, letter in enumerate(letters)}


class Lifted:
    """The man on a square, or beside the board, given by XBoard's name; without moves where none may move.

    With several boards a capture goes by the man that is taken, and castling by the rook: so XBoard moves both men.
    """

    def __init__(self, game, name):
        from ..engine.coordinates import castling_rook, parts, victim

        rules = self.rules = game.rules
        place = wire_names(rules).get(name)
        held = held_names(rules, game.turn).get(name)
        self.is_man = place is not None or held is not None
        self.moves = []  # (where it is put down first, where it lands, where it takes or None, what it becomes or None)
        for move in game.legal_moves() if self.is_man else ():
            p = parts(rules, move)
            if p.letter == held if p.square is None else (p.board, p.square) == place:
                taken, end = victim(game, move), wire_name(rules, p.landing, p.to)
                taken = taken and wire_name(rules, *taken)
                through = (taken or castling_rook(rules, p) or end) if rules.BOARDS > 1 else end
                self.moves.append((through, end, taken, p.promotion))

    def marks(self):
        """The squares where it may be put down first, and their colours."""
        return self._coloured((through, "C" if through != end else "M" if promotion else "R" if taken else "Y")
                              for through, end, taken, promotion in self.moves)

    def marks_over(self, name):
        """The same while the mouse is over a square, with what is taken elsewhere by moving there; None if nothing is."""
        elsewhere = {taken: "g" for through, end, taken, _ in self.moves if taken and through == end == name != taken}
        return {**elsewhere, **self.marks()} if elsewhere else None

    def second_leg(self, name):
        """(marks, square to click or None) after it was put down where its move of two legs goes first.

        XBoard lets what a pawn becomes be chosen only where the person clicks himself.
        """
        legs = [(end, promotion) for through, end, _, promotion in self.moves if through == name != end]
        marks = self._coloured((end, "M" if promotion else "Y") for end, promotion in legs)
        return marks, next(iter(marks)) if list(marks.values()) == ["Y"] else None

    def choices(self):
        """The letters of what it may become, the page's first choice first."""
        found = {promotion for *_, promotion in self.moves}
        return "".join(letter for letter in self.rules.PROMOTIONS if letter in found)

    def text(self, marks):
        """Marks as a FEN of colours."""
        from ..engine.notation import write_row

        whole = display(self.rules)
        return "/".join(write_row(marks.get(whole.name(x, y)) for x in range(whole.files)) for y in reversed(range(whole.ranks)))

    @staticmethod
    def _coloured(pairs):
        marks = {}
        for name, colour in pairs:
            marks[name] = min(marks.get(name, colour), colour, key=FIRST_CHOICES.index)
        return marks
