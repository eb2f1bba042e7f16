"""The rules of each game in words."""
import re

import pytest

from frabjous.engine.geometry import geometry
from frabjous.engine.variants import GAMES, page_named
from frabjous.protocol.command import main
from frabjous.protocol.rulebook import moves, sections, write


def text_of(name, width=80):
    """The sentences of a game's rules, in one line."""
    return " ".join(write(page_named(name), width).split())


@pytest.mark.parametrize("page", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("width", [50, 80])
def test_every_game_has_rules_that_fit_the_terminal(page, width):
    sentences, _, array = write(page, width).partition("\nThe array\n")
    assert sentences.startswith(page.TITLE) and array
    assert max(map(len, sentences.splitlines())) <= width
    whole = " ".join(sentences.split())
    assert " ".join(page.__doc__.split()) in whole
    for heading in ("The men", "Pawns", "Castling", "The end", "How moves are written"):
        assert f"\n{heading}\n" in sentences
    for letter, name in page.PIECE_NAMES.items():
        assert letter == "P" or re.search(rf"^  {letter} {name} ", sentences, re.MULTILINE)
    assert not re.search(r"\b(\w+) \1\b|[ (]\.|None|\(\)|,\.", whole)


@pytest.mark.parametrize("game, betza, words", [
    ("chess", "WF", "steps one square in any direction"),
    ("chess", "RB", "goes any number of free squares in any direction"),
    ("chess", "R", "goes any number of free squares orthogonally"),
    ("chess", "N", "leaps two squares orthogonally and one to the side"),
    ("chess", "BW", "goes any number of free squares diagonally; steps one square orthogonally"),
    ("omega", "WDA", "steps one square orthogonally; leaps two squares in any direction"),
    ("omega", "FC", "steps one square diagonally; leaps three squares orthogonally and one to the side"),
    ("raumschach", "U", "goes any number of free squares through corners"),
    ("raumschach", "RB", "goes any number of free squares through faces or through edges"),
    ("raumschach", "WFV", "steps one square in any direction")])
def test_moves_in_words(game, betza, words):
    assert moves(geometry(page_named(game)), betza) == words


@pytest.mark.parametrize("game, sentences", [
    ("chess", ["From its second rank (2 for White, 7 for Black) it may advance up to two squares at once.",
               "from e8 to c8 with the rook from a8 to d8", "By the squares, e2e3,"]),
    ("omega", ["10 files, a to j, and 10 ranks, 0 to 9.", "w1 a0, w2 j0, w3 j9 and w4 a9", "up to three squares at once",
               "On its tenth rank (9 for White, 0 for Black) it promotes, to a queen, a rook, a bishop, a knight, a champion or "
               "a wizard."]),
    ("alice", ["Chess: Two armies", "and that square must be vacant", "EnPassant is one of none, landed, passed or either",
               "on board A.", "no square has more than one man"]),
    ("alice.passed", ["by a pawn that stands on the board that it left, on any square that it passed"]),
    ("hostage", ["only from its second rank to its seventh", "A captured man that was promoted keeps its type.", "N*e3",
                 "that the enemy holds."]),
    ("chessgi", ["only from its first rank to its seventh", "A drop is N@e3."]),
    ("msalice", ["Any man may also pass over without moving", "Alice Chess: After every move the man passes"]),
    ("duo", ["Black's on board B", "may pass to the same square of the other board if that is vacant, or stay where it moved",
             "A knight, bishop, rook, queen or king may also pass over without moving", "takes what stands there",
             "Men of different boards may stand on the same square."]),
    ("odonohue", ["if that is vacant, and else stays where it moved", "each passes over or stays by itself"]),
    ("alice3", ["three such boards, A, B and C", "another board, which the mover chooses", "to the same board."]),
    ("alice84", ["There is no castling.", "Four files by eight ranks"]),
    ("aliceomega", ["Omega Chess: Ten by ten squares"]),
    ("alicehostage", ["Hostage Chess: Captured men are held in prison", "of either board"]),
    ("raumschach", ["on each of five levels, A to E", "one rank forward or one level up",
                    "the fifth rank of the farthest level"])])
def test_each_game_says_what_is_its_own(game, sentences):
    name, _, rule = game.partition(".")
    page = page_named(name).with_options(EnPassant=rule) if rule else page_named(name)
    text = " ".join(write(page).split())
    assert [sentence for sentence in sentences if sentence not in text] == []


def test_parts_that_a_game_does_not_have_are_left_out():
    assert [heading for heading, _ in sections(page_named("chess"))] == [
        "", "The board", "The men", "Pawns", "Castling", "The end", "How moves are written"]
    assert {"Drops", "Points to know"} < {heading for heading, _ in sections(page_named("hostage"))}
    assert "Rules left open" in dict(sections(page_named("alice")))


def test_the_command(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    assert main(["rules", "normal"]) == 0
    out = capsys.readouterr().out
    assert out == write(page_named("chess"), 60) + "\n"
    assert main(["rules", "go"]) == 2
    assert capsys.readouterr().err.startswith("frabjous: unknown game 'go'; the games are chess, ")
