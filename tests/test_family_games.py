"""Alice's family at play: games against itself, every move judged by the slow twin, and mates that the search must find.

`FRABJOUS_FAMILY_GAMES` sets how many games each member plays. Without it only a few small members play, two games each,
since every member's search has to be compiled.
"""
import json
import os
import random
import shlex
from collections import Counter

import naive
import pytest
from conftest import COMMAND

from frabjous.bench import match, stable
from frabjous.engine.game import Game
from frabjous.engine.geometry import geometry
from frabjous.engine.limits import Limits, mate_distance
from frabjous.engine.notation import write_fen, write_move
from frabjous.engine.rules import BLACK, WHITE
from frabjous.engine.search import Searcher
from frabjous.engine.setup import PositionError, Setup
from frabjous.engine.variants.alice_family import FAMILY

GAMES = int(os.environ.get("FRABJOUS_FAMILY_GAMES", 0))
MEMBERS = [page.NAME for page in FAMILY] if GAMES else ["alice84", "duo"]
NODES = 300  # for each move; no clock decides anything
PATIENCE = 1200  # seconds for an engine to be ready; it may have to be compiled on a busy machine
DEPTHS = {1: 2, 2: 10}  # within which a mate in so many moves must be seen
MATES = 10  # positions of each kind
PAGES = {page.NAME: page for page in FAMILY}


# -------------------------------------------------------------------- games
def ending(name, moves):
    """How a game ends by the twin's rules: its result, or "*" if it is not over. Raises ValueError for an illegal move."""
    position = naive.start(name)
    seen = Counter()
    for text in moves:
        position = position.play(text)
        seen[position.fen().rsplit(" ", 2)[0]] += 1
    status = position.status()
    if status == "checkmate":
        return "0-1" if position.side == "w" else "1-0"
    return "1/2-1/2" if status in ("stalemate", "draw") or max(seen.values()) >= 3 else "*"


@pytest.mark.parametrize("name", MEMBERS)
def test_games_against_itself_are_legal_and_end(name, tmp_path):
    log = tmp_path / "games.jsonl"
    engine = shlex.join(COMMAND)
    try:
        assert match.main([engine, engine, "--game", name, "--nodes", str(NODES), "--games", str(GAMES or 2), "--quiet",
                           "--patience", str(PATIENCE), "--log", str(log)]) == 0
    finally:
        stable.clear()
    records = [json.loads(line) for line in log.read_text().splitlines()[1:]]
    assert len(records) == (GAMES or 2)
    for record in records:
        assert record["fault"] is None
        assert ending(name, record["moves"]) == record["result"], record["reason"]


# -------------------------------------------------------------------- mates
def sparse_positions(page, generator):
    """Games at random positions of two kings, with more men for one side than for the other."""
    rules = geometry(page)
    letters = [letter for letter in rules.letters if letter not in "PK"]
    while True:
        strong = generator.choice((WHITE, BLACK))
        men = [(WHITE, "K"), (BLACK, "K"), *((strong, generator.choice(letters)) for _ in range(generator.randint(3, 6))),
               *((1 - strong, generator.choice(letters)) for _ in range(generator.randint(0, 2)))]
        squares = generator.sample(range(rules.N), len(men))
        setup = Setup(turn=strong, men={(generator.choice(rules.BOARD_LIST), square): man for square, man in zip(squares, men)})
        try:
            yield Game(page, setup)
        except PositionError:  # a king could be taken
            pass


def mating(game):
    """The moves that mate at once."""
    return [move for move in game.legal_moves() if after(game, move, lambda: game.in_check() and not game.legal_moves())]


def after(game, move, question):
    """The answer to a question that is asked after a move."""
    game.make(move)
    try:
        return question()
    finally:
        game.undo()


def forces(game, move):
    """Whether a move leads to mate by the next one, whatever is replied."""
    def is_lost():
        replies = game.legal_moves()
        return bool(replies) and all(after(game, reply, lambda: mating(game)) for reply in replies)

    return after(game, move, is_lost)


def checks(game):
    return [move for move in game.legal_moves() if after(game, move, game.in_check)]


@pytest.fixture(params=MEMBERS)
def positions(request):
    """The page, and its random positions."""
    page = PAGES[request.param]
    return page, sparse_positions(page, random.Random(page.NAME))


def found(game, **limits):
    """The first move that a search finds, and in how many moves it mates."""
    reports = []
    line = Searcher(hash_megabytes=4).think(game, Limits(**limits), reports.append)
    return line[0], mate_distance(reports[-1].score)


def test_mates_in_one_are_found(positions):
    page, games = positions
    mates = ((game, moves) for game in games if (moves := mating(game)))
    for game, moves in (next(mates) for _ in range(MATES)):
        fen = write_fen(game.rules, game.setup())
        twin = naive.from_fen(page.NAME, fen)
        mated = [twin.full_text(move) for move, after in twin.legal_moves() if after.status() == "checkmate"]
        assert len(mated) == len(moves), fen
        move, distance = found(game, depth=DEPTHS[1])
        assert distance == 1 and move in moves, fen
        assert twin.play(write_move(game.rules, move)).status() == "checkmate", fen


def test_mates_in_two_are_found(positions):
    _, games = positions
    mates = (game for game in games if not mating(game) and any(forces(game, move) for move in checks(game)))
    for game in (next(mates) for _ in range(MATES)):
        fen = write_fen(game.rules, game.setup())
        move, distance = found(game, depth=DEPTHS[2], mate=2)
        assert distance == 2, fen
        assert forces(game, move), fen
