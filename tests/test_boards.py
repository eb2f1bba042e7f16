"""What XBoard is told of each game's board: the games of Alice's family, those that users add, and those without room."""
import re

import pytest

from frabjous.engine.display import MOST_FILES, MOST_RANKS, display, wire_name, wire_names
from frabjous.engine.geometry import geometry
from frabjous.engine.notation import read_fen, write_fen
from frabjous.engine.rules import Rules, doubled
from frabjous.engine.setup import PositionError
from frabjous.engine.variants import GAMES, page_named
from frabjous.protocol.boards import SHOWN, board_of
from frabjous.protocol.highlight import held_names

OTHERS = {"alice3", "aliceomega", "alicehostage", "aliceraumschach"}  # whose boards have no room


class Tiny(doubled(Rules, boards=4)):
    """A user's game, with a man whose letter XBoard does not have."""

    NAME, FILES, RANKS = "tiny", "abcd", "123456"
    PIECES = {"P": "", "Z": "N", "K": "WF"}
    CAPTIVES, PROMOTIONS, PAWN_DROP_RANKS = "turncoats", "Z", (2, 3, 4, 5)
    ARRAY = "zkzz/pppp/4/4/PPPP/ZKZZ w - - 0 1"


def test_who_has_room():
    assert {*GAMES} - {*SHOWN} == {"chess", *OTHERS}
    assert not any(display(page_named(name)) or board_of(page_named(name)) for name in OTHERS)


@pytest.mark.parametrize("page", [*map(page_named, SHOWN), Tiny], ids=[*SHOWN, "tiny"])
def test_a_board(page):
    """Its size, its men and its array are the game's; every square has a name of its own."""
    rules, (setup, *pieces) = geometry(page), board_of(page)
    table, files, ranks, held, fen = re.fullmatch(r"setup \((\S+)\) (\d+)x(\d+)\+(\d+)_[a-z]+ (.*)", setup).groups()
    white, black = table[:len(table) // 2], table[len(table) // 2:]
    assert sorted(white.replace(".", "")) == sorted(rules.letters) and black == white.lower()
    assert all(re.fullmatch(r"piece [A-Z]& \w+", line) for line in pieces)
    assert read_fen(rules, fen) == read_fen(rules, page.ARRAY)
    assert fen == write_fen(rules, read_fen(rules, page.ARRAY), "xboard")
    assert int(files) + 4 * (held != "0") <= MOST_FILES and len(fen.split("/")) == int(ranks) <= MOST_RANKS
    assert int(held) == len(held_names(rules, 0)) == (len(rules.letters) - 1) * rules.DROPS
    assert len(wire_names(rules)) == rules.N * rules.BOARDS
    assert all(wire_names(rules)[wire_name(rules, *place)] == place for place in wire_names(rules).values())


@pytest.mark.parametrize("name, place, wire", [
    ("alice84", (1, "a1"), "e1"), ("duo", (1, "h8"), "p8"),
    ("raumschach", (0, "Aa1"), "a5"), ("raumschach", (0, "Cc5"), "m9"), ("raumschach", (0, "Ee1"), "j0"), ("omega", (0, "w3"), "l12")])
def test_names(name, place, wire):
    """Levels A to C stand above D and E; XBoard counts ten ranks from 0."""
    rules = geometry(page_named(name))
    assert wire_name(rules, place[0], rules.named[place[1]]) == wire


@pytest.mark.parametrize("old, new, message", [
    ("10*****", "10****N", "rank 2 has a man 'N' where there is no square"), ("10*", "9**", "rank 2 has no square Ee3"),
    ("15/", "14/", "rank 9 has 14 squares, not 15"), ("15/", "14|N/", "unknown letter '|N' on rank 9")])
def test_what_is_wrong_on_the_whole_board(old, new, message):
    fen = board_of(page_named("raumschach"))[0].split(" ", 3)[3]
    with pytest.raises(PositionError, match=f"^{re.escape(message)}$"):
        read_fen(geometry(page_named("raumschach")), fen.replace(old, new, 1))
