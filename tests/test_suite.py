"""The tactical suites: each solution is right by another judge, and enough of them are found in a fixed number of nodes."""
from pathlib import Path

import naive
import pytest

from frabjous.bench import harvest, signature
from frabjous.bench.openings import Opening
from frabjous.bench.suite import balance, puzzles, read, written
from frabjous.engine.proof import Prover
from frabjous.engine.search import Searcher
from frabjous.engine.variants import page_named

GAMES = ("chess", "omega", "alice", "hostage", "chessgi")
SOLVED = {"chess": 5, "omega": 18, "alice": 17, "hostage": 11, "chessgi": 6}  # at least; a better search raises them


@pytest.mark.parametrize("name", GAMES)
def test_every_solution_is_right(name):
    """A mate is proven, with all its keys; of a win the slow twin plays the line and counts the men."""
    page, suite = page_named(name), puzzles(page_named(name))
    assert len({puzzle.fen for puzzle in suite}) == len(suite) >= 20
    for puzzle in suite:
        game, twin = Opening(puzzle.fen).game(page), naive.from_fen(name, puzzle.fen)
        assert not twin.status().endswith("mate") and read(str(puzzle)) == puzzle
        if puzzle.mate:
            moves, keys = Prover(game).shortest(puzzle.mate)
            assert (moves, {written(game, key) for key in keys}) == (puzzle.mate, set(puzzle.moves)), puzzle
        else:
            after = twin
            for move in puzzle.moves:
                after = after.play(move)
            assert balance(after.fen(), twin.side) - balance(twin.fen(), twin.side) >= harvest.GAIN, puzzle


@pytest.mark.parametrize("name", GAMES)
def test_enough_are_solved(name):
    solved, asked = signature.solve(page_named(name), Searcher(hash_megabytes=16))
    assert SOLVED[name] <= solved <= asked


def test_the_balance_counts_men_on_boards_and_in_hand_and_no_captives():
    assert balance("4k3/8/8/8/8/8/8/Q3K2r[Np#RRq] w - - 0 1", "w") == 9 - 5 + 3 - 1
    assert balance("4k3/8/8/3|P4/8/8/8/4K3 w - - 0 1", "b") == -1
    assert balance("10/10/10/10/10/kpK5C1/4W5/10/10/10[-/w/-/-] w - - 0 1", "w") == 3 + 3 - 3 - 1


# -------------------------------------------------------------------- making them
def test_known_puzzles_are_taken(tmp_path):
    path, known = tmp_path / "omega.txt", Path(__file__).parent / "data" / "acceptance" / "omega.json"
    harvest.main(["omega", str(path), "--known", str(known), "--puzzles", "0"])
    header, line = path.read_text().splitlines()
    assert header == f"# Made by python -m frabjous.bench.harvest omega {path} --known {known} --puzzles 0"
    puzzle = read(line)
    assert (puzzle.mate, puzzle.solutions) == (2, ("e3b2",)) and puzzle in puzzles(page_named("omega"))


@pytest.mark.parametrize("fen, mate, first", [
    ("3r4/pp1k3p/2p3p1/4Q3/2B4P/P3P3/3P1P2/1qB1K3 w - - 2 28", 0, "c4e6"),
    ("rnbqkbn1/ppppp1p1/5p1r/4P2p/3P4/3B4/PPP2PPP/RNBQK1NR w KQq - 1 5", 3, "d1h5")])
def test_what_a_quick_search_misses_is_harvested(fen, mate, first):
    page = page_named("chess")
    maker, game = harvest.Harvest(page, (200, 5000, 20000)), Opening(fen).game(page)
    quick = harvest.search(maker.searcher, game, 200)[0]
    puzzle = maker.missed(game, quick)
    assert (puzzle.fen, puzzle.mate, puzzle.solutions) == (fen, mate, (first,))
    solved = harvest.search(maker.searcher, game, 20000)[0]
    assert maker.missed(game, solved) is None
