"""Games of Omega against Sjaak II, an engine that knows the game by itself, refereed by our rules."""
import os
import re
import shutil

import conftest
import pytest
from conftest import Client

from frabjous.engine.game import Game
from frabjous.engine.notation import read_move, write_move_xboard
from frabjous.engine.rules import BLACK, WHITE
from frabjous.engine.variants import page_named

DEPTH = 3  # plies that both engines look ahead; no clock decides anything
OPENINGS = ("g3g6", "f3f6", "e3e6", "h3h5", "d2e4", "i2h4")  # White's first move
ANSWER = r"move (\S+)|Error \(Illegal move.*"
CLAIM = r"(1-0|0-1|1/2-1/2) \{(.*)\}"


def program(name):
    """The path of a program. Where it is missing the test is skipped, but not in continuous integration."""
    path = shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"]))
    if path is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(f"{name} is not installed")
    return path


@pytest.fixture
def sjaak(monkeypatch):
    """A running Sjaak II."""
    with monkeypatch.context() as patch:
        patch.setattr(conftest, "COMMAND", [program("sjaakii"), "-no_user_variants"])
        client = Client("xboard", "protover 2")
    client.expect("feature done=1")
    yield client
    client.process.kill()
    client.process.wait()


def stumbles_over_corner(game):
    """Whether Sjaak II may mistake the rules: to it a queen in a corner square moves along the border that is
    not there, and a king in one may have no moves."""
    corners = {game.rules.named[name] for name in game.rules.CORNERS}
    return any(letter in "KQ" for (_, square), (_, letter) in game.setup().men.items() if square in corners)


def play(frabjous, sjaak, our_colour, opening):
    """A whole game from White's first move on; None if Sjaak II, where it may, makes or refuses a move wrongly."""
    game = Game(page_named("omega"))
    game.play(read_move(game, opening, "xboard"))
    for engine, word in ((frabjous, "usermove "), (sjaak, "")):
        engine.send("new", "variant omega", f"sd {DEPTH}", "force", word + opening)
        engine.barrier()
    news = []  # what the engine to move has not yet been told
    while game.result()[0] == "*":
        ours = game.turn == our_colour
        engine = frabjous if ours else sjaak
        engine.send(*news, *["go"] * (game.ply <= 2))
        answer = engine.expect(ANSWER)
        assert not any(re.fullmatch(CLAIM, line) for line in engine.seen), "the game is not over"
        try:
            move = read_move(game, answer[1] or "", "xboard")
        except ValueError:
            assert not ours and stumbles_over_corner(game), answer[0]
            return None
        text = write_move_xboard(game.rules, move, game)
        news = [text if ours else f"usermove {text}"]
        game.play(move)
    if not ours:
        frabjous.send(*news)
    return game


@pytest.mark.parametrize("our_colour", [WHITE, BLACK], ids=["as White", "as Black"])
def test_a_whole_game_of_omega(start, sjaak, our_colour):
    """Both engines move legally to the end of the game, and ours says rightly how it ended."""
    frabjous = start("xboard", "protover 2")
    games = (play(frabjous, sjaak, our_colour, opening) for opening in OPENINGS)
    game = next(filter(None, games), None)
    assert game, "Sjaak II mistakes the rules in every game"
    assert frabjous.expect(CLAIM).groups() == game.result()
