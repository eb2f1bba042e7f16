"""The guide "Add a game" (engine/variants/README.md), followed with Los Alamos Chess and its doubling."""
import random
import re
from pathlib import Path

import pytest

from frabjous.engine import perft, rules
from frabjous.engine.game import Game
from frabjous.engine.geometry import geometry
from frabjous.engine.limits import Limits
from frabjous.engine.notation import read_fen, read_move, write_fen, write_move
from frabjous.engine.search import Searcher

GUIDE = Path(__file__).parent.parent / "engine" / "variants" / "README.md"


def page_of_the_guide():
    """The class whose source stands in the guide."""
    source = re.search(r"```python\n(.*?)```", GUIDE.read_text(), re.DOTALL)[1]
    names = dict(vars(rules))
    exec("\n".join(line[3:] for line in source.splitlines()), names)
    return names["LosAlamos"]


LosAlamos = page_of_the_guide()


class AliceLosAlamos(rules.doubled(LosAlamos)):
    NAME = "alicelosalamos"


def test_counts():
    # As Fairy-Stockfish counts Los Alamos Chess.
    assert [perft.count(Game(LosAlamos), depth) for depth in range(1, 6)] == [10, 100, 1212, 14332, 191846]


@pytest.mark.parametrize("page", [LosAlamos, AliceLosAlamos])
def test_random_games_keep_their_text_and_hash(page):
    generator = random.Random(page.NAME)
    for _ in range(4):
        game = Game(page)
        for _ in range(60):
            moves = game.legal_moves()
            if not moves:
                break
            fen = write_fen(game.rules, game.setup())
            assert Game(page, read_fen(geometry(page), fen)).key == game.key
            move = generator.choice(moves)
            assert read_move(game, write_move(game.rules, move)) == move
            game.make(move)


def test_no_capture_in_the_looking_glass_takes_from_the_other_board():
    game = Game(AliceLosAlamos, read_fen(geometry(AliceLosAlamos), "3k2/6/2|p3/6/2R3/3K2 w - - 0 1"))
    texts = {write_move(game.rules, move) for move in game.legal_moves()}
    assert "c2c4" not in texts  # the square beyond is not vacant
    assert "c2c5" in texts  # the pawn stands on the other board and does not block


@pytest.mark.parametrize("page", [LosAlamos, AliceLosAlamos])
def test_it_is_searched(page):
    game = Game(page)
    line = Searcher(hash_megabytes=4).think(game, Limits(depth=5))
    assert line[0] in game.legal_moves()
