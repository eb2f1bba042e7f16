"""Whole games of Frabjous against itself, one process over UCI and one over CECP, refereed by the rules."""
import re
from pathlib import Path

import chess
import chess.engine
import pytest
from conftest import COMMAND, PATIENCE

from frabjous.engine import kernels
from frabjous.engine.game import CHECKMATE, Game
from frabjous.engine.notation import read_move, write_move, write_move_xboard
from frabjous.engine.rules import BLACK, WHITE
from frabjous.engine.variants import page_named

ROOT = Path(__file__).parent.parent
NODES, DEPTH = 3000, 3  # that bound a search over UCI and over CECP; no clock decides anything
COMPILING = 600  # seconds that even a busy machine does not need
CLAIM = r"(1-0|0-1|1/2-1/2) \{(.*)\}"


class UciPlayer:
    """One that is told all moves of the game each time."""

    def __init__(self, start, name):
        self.engine = start("uci", f"setoption name UCI_Variant value {name}", "ucinewgame")
        self.texts = []

    def answer(self, game):
        """The move it makes."""
        self.engine.send(f"position startpos moves {' '.join(self.texts)}", f"go nodes {NODES}")
        text = self.engine.expect(r"bestmove (\S+)( ponder \S+)?")[1]
        move = read_move(game, text)
        assert text == write_move(game.rules, move)
        return move

    def see(self, game, move, is_own):
        """Take note of a move of the present position."""
        self.texts.append(write_move(game.rules, move))

    def knows_the_end(self, game, moved):
        """Whether it has seen a mate of its own come."""
        informed = [line for line in self.engine.seen if line.startswith("info depth")]
        return not moved or (" score mate 1 " in informed[-1]) == (game.status() == CHECKMATE)


class CecpPlayer:
    """One that is told its opponent's moves, and says how the game ended."""

    def __init__(self, start, name):
        self.engine = start("xboard", "protover 2", "new", f"variant {'normal' if name == 'chess' else name}", f"sd {DEPTH}", "force")
        self.news = []

    def answer(self, game):
        self.engine.send(*self.news, *["go"] * (game.ply < 2))
        text = self.engine.expect(r"move (\S+)")[1]
        assert not any(re.match("Error|Illegal|" + CLAIM, line) for line in self.engine.seen)
        move = read_move(game, text, "xboard")
        assert text == write_move_xboard(game.rules, move, game)
        return move

    def see(self, game, move, is_own):
        self.news = [] if is_own else [f"usermove {write_move_xboard(game.rules, move, game, payment=True)}"]

    def knows_the_end(self, game, moved):
        self.engine.send(*self.news)
        return self.engine.expect(CLAIM).groups() == game.result()


@pytest.mark.parametrize("uci_plays", [WHITE, BLACK], ids=["UCI is White", "UCI is Black"])
@pytest.mark.parametrize("name", ["chess", "chessgi", "omega", "alice", "hostage"])
def test_a_game_between_the_protocols(start, name, uci_plays):
    """All moves are legal, each process writes them in its own form, and both know how the game ended."""
    game = Game(page_named(name))
    kernels.load(game.page, "search")  # so that no player has to wait for the other's compiler
    players = [UciPlayer(start, name), CecpPlayer(start, name)]
    if uci_plays == BLACK:
        players.reverse()
    while game.result()[0] == "*":
        mover = players[game.turn]
        move = mover.answer(game)
        for player in players:
            player.see(game, move, player is mover)
        game.play(move)
    assert all(player.knows_the_end(game, player is mover) for player in players)


@pytest.mark.parametrize("speak", [chess.engine.SimpleEngine.popen_uci, chess.engine.SimpleEngine.popen_xboard], ids=["UCI", "CECP"])
def test_python_chess_plays_a_whole_game_with_itself(speak):
    """Another program's rules find every move legal, and the end where ours see it."""
    game, board = Game(page_named("chess")), chess.Board()
    with speak(COMMAND, timeout=PATIENCE) as engine:
        while not board.is_game_over(claim_draw=False) and game.result()[0] == "*":
            move = engine.play(board, chess.engine.Limit(depth=DEPTH)).move
            game.play(read_move(game, move.uci()))
            board.push(move)
    assert game.result()[0] == board.result(claim_draw=True)


def test_two_starts_with_one_cache(start, monkeypatch, tmp_path):
    """The search is recursive, and Numba's cached recursion can abort the process that loads it."""
    monkeypatch.setenv("FRABJOUS_CACHE", str(tmp_path))
    moves = []
    for _ in range(2):
        engine = start("xboard", "protover 2", "new", f"sd {DEPTH}", "go")
        moves.append(engine.expect(r"move (\S+)", COMPILING)[1])
        assert engine.close() == (0, "")
    assert moves[0] == moves[1]


def test_the_readme_has_one_command_for_testing():
    """`.ci/run` finds it by its end."""
    lines = (ROOT / "README.md").read_text().splitlines()
    assert len([line for line in lines if line.endswith("-m pytest")]) == 1
    assert "grep -e '-m pytest$' README.md" in (ROOT / ".ci" / "run").read_text()
