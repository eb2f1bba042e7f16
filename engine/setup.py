"""What a position says, apart from how kernels store it: what a FEN can express, and nothing else.

Text forms read and write a `Setup`; a `Game` turns it into a row of words and back. Squares are numbers
of the page's geometry (`Geometry.named`, `.names`); colours are WHITE 0 and BLACK 1; kinds are letters.
"""
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from .rules import BLACK, WHITE


class PositionError(ValueError):
    """A position that the game does not allow; the message says what is wrong, in one line."""


@dataclass
class Setup:
    men: dict = field(default_factory=dict)  # (board, square) -> (colour, letter)
    turn: int = WHITE
    castlings: set = field(default_factory=set)  # "K" "Q" "k" "q"; Hostage too "E" "e": the king is unmoved
    passed: tuple = ()  # squares on which the pawn that has just stepped several squares may be taken
    hands: tuple = field(default_factory=lambda: (Counter(), Counter()))  # by colour: men it may drop, by letter
    prisons: tuple = field(default_factory=lambda: (Counter(), Counter()))  # by colour of the men: held by the enemy
    clock: int = 0  # plies since a capture or pawn move
    move_number: int = 1


def check(rules, setup):
    """Raise PositionError if no game could show this position; whether the king can be taken is tested elsewhere."""
    for colour, name in ((WHITE, "White"), (BLACK, "Black")):
        kings = sum(man == (colour, "K") for man in setup.men.values())
        if kings != 1:
            raise PositionError(f"{name} has {kings} kings" if kings else f"{name} has no king")
    taken = set()
    for (board, square), (colour, letter) in setup.men.items():
        if square in taken and not rules.SHARED:
            raise PositionError(f"two men stand on {rules.names[square]}")
        taken.add(square)
        if letter == "P" and not rules.pawn_squares[colour] >> square & 1:
            raise PositionError(f"a pawn stands on {rules.names[square]}")
    for held in (*setup.hands, *setup.prisons):
        for letter, count in held.items():
            if letter == "K" or not 0 <= count < 64:
                raise PositionError(f"{count} x {letter} off the board")
    if setup.clock < 0 or setup.move_number < 1:
        raise PositionError("a move counter is negative")


def pack(rules, setup, S, row):
    """Write a setup into the row of words at `row`. Its hash is left to the kernel `settle`."""
    S[row:row + rules.ROW] = 0
    for (board, square), (colour, letter) in setup.men.items():
        base = row + rules.BOARD_AT[board]
        for place in (base + colour * rules.W, base + rules.KIND[rules.kind[letter]]):
            S[place + square // 64] |= np.uint64(1 << square % 64)
    S[row + rules.TURN] = setup.turn
    S[row + rules.RIGHTS] = rights_bits(rules, setup)
    S[row + rules.CLOCK] = setup.clock
    if setup.passed and rules.EN_PASSANT != "none" and (victim := victim_of(rules, setup)):
        board, square = victim
        S[row + rules.VICTIM] = square | board << 7
        for passed in setup.passed:
            S[row + rules.PASSED + passed // 64] |= np.uint64(1 << passed % 64)
    if rules.DROPS:
        for colour in (WHITE, BLACK):
            S[row + rules.HAND + colour] = held_word(rules, setup.hands[colour])
            if rules.EXCHANGES:
                S[row + rules.PRISON + colour] = held_word(rules, setup.prisons[colour])


def held_word(rules, held):
    return sum(count << 8 * rules.kind[letter] for letter, count in held.items())


def rights_bits(rules, setup):
    """The rights that king and rook on their home squares allow, as bits."""
    bits = 0
    for right, colour, king, _, rook, _ in rules.castlings:
        home = rules.home_board(colour)
        if setup.men.get((home, king)) == (colour, "K"):
            if right in setup.castlings and setup.men.get((home, rook)) == (colour, "R"):
                bits |= rules.right_bit[right] | 1 << rules.KING_RIGHT + colour
            if "Ee"[colour] in setup.castlings:
                bits |= 1 << rules.KING_RIGHT + colour
    return bits if rules.EXCHANGES else bits & (1 << rules.KING_RIGHT) - 1


def victim_of(rules, setup):
    """(board, square) of the enemy pawn that has just passed the squares `setup.passed`, or None."""
    forward = 1 if setup.turn == WHITE else -1  # from a passed square back to where the pawn landed is the enemy's forward
    x, y = rules.squares[setup.passed[0]]
    for distance in range(1, rules.LONGEST):
        beyond = rules.number.get((x, y - forward * distance))
        for board in rules.BOARD_LIST:
            if setup.men.get((board, beyond)) == (1 - setup.turn, "P"):
                return board, beyond
    return None


def unpack(rules, S, row):
    """The setup of the row of words at `row`; `move_number` is left at 1."""
    def mask(place):
        return sum(int(S[place + i]) << 64 * i for i in range(rules.W))

    setup = Setup(turn=int(S[row + rules.TURN]), clock=int(S[row + rules.CLOCK]))
    for board in rules.BOARD_LIST:
        base = row + rules.BOARD_AT[board]
        for letter, place in zip(rules.letters, rules.KIND):
            for colour in (WHITE, BLACK):
                here = mask(base + place) & mask(base + colour * rules.W)
                for square in range(rules.N):
                    if here >> square & 1:
                        setup.men[board, square] = (colour, letter)
    rights = int(S[row + rules.RIGHTS])
    setup.castlings = {right for right, bit in rules.right_bit.items() if rights & bit}
    setup.castlings |= {"Ee"[c] for c in (WHITE, BLACK) if rights >> rules.KING_RIGHT + c & 1}
    passed = mask(row + rules.PASSED)
    setup.passed = tuple(s for s in range(rules.N) if passed >> s & 1)
    if rules.DROPS:
        setup.hands = tuple(held_counter(rules, int(S[row + rules.HAND + c])) for c in (WHITE, BLACK))
        if rules.EXCHANGES:
            setup.prisons = tuple(held_counter(rules, int(S[row + rules.PRISON + c])) for c in (WHITE, BLACK))
    return setup


def held_counter(rules, word):
    return Counter({letter: word >> 8 * kind & 255 for letter, kind in rules.kind.items() if word >> 8 * kind & 255})
