"""Games against ourselves, the tuner that learns from them, and the signature of the search."""
import numpy as np
import pytest

from frabjous.bench import selfplay, signature, tune
from frabjous.engine.game import Game
from frabjous.engine.geometry import geometry
from frabjous.engine.notation import read_fen
from frabjous.engine.variants import GAMES
from frabjous.eval.catalogue import catalogue
from frabjous.eval.tables import first_weights
from frabjous.eval.weights import read_weights
from frabjous.protocol.command import main


@pytest.fixture
def positions(tmp_path):
    """A file of positions of Alice, whose FENs have the separator of the file's fields in them."""
    path = tmp_path / "alice.txt"
    selfplay.main(["alice", str(path), "--games", "6", "--nodes", "60", "--seed", "3"])
    return path


def test_selfplay_gives_quiet_positions_with_score_and_result(positions):
    lines = positions.read_text().splitlines()
    assert len(lines) > 30
    for line in lines:
        fen, score, points = line.rsplit("|", 2)
        game = Game(GAMES["alice"], read_fen(geometry(GAMES["alice"]), fen))
        assert not game.in_check() and game.legal_moves()
        assert abs(int(score)) < 100000 and points in ("0", "0.5", "1")
    assert any("|" in line.rsplit("|", 2)[0] for line in lines)
    before = positions.read_text()
    selfplay.main(["alice", str(positions), "--games", "1", "--nodes", "60"])
    assert positions.read_text().startswith(before)


def test_tuning_predicts_better_and_is_kept_in_text(positions, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(tune, "TUNED", tmp_path / "tuned")
    monkeypatch.setattr(tune, "STEPS", 100)
    tune.main(["alice", str(positions), "--anew"])
    losses = [float(line.split()[3].rstrip(",")) for line in capsys.readouterr().err.splitlines()]
    assert losses[-1] < losses[0]
    found = read_weights((tmp_path / "tuned" / "alice.txt").read_text())
    assert {term: len(pairs) for term, pairs in found.items()} == catalogue(geometry(GAMES["alice"])).sizes


def test_the_scale_is_that_by_which_scores_predict_results():
    scores = np.linspace(-900, 900, 301)
    for scale in (170.0, 320.0):
        assert tune.scale_of(scores, tune.points_of(scores, scale)) == scale


def test_weights_of_one_group_change_together():
    """Only rooks' results are to be predicted: their values move, on squares never seen as well, and no other man's."""
    rules = geometry(GAMES["chess"])
    order, first = catalogue(rules), np.concatenate(list(first_weights(rules).values())).astype(float)
    rook = rules.kind["R"] * rules.N

    class Data:
        starts, columns, values = np.arange(0, 1201), np.full(1200, rook + 5, np.int32), np.ones(1200, np.float32)
        phases = results = targets = np.ones(1200, np.float32)
        scale = 200.0

    found = tune.split(order, tune.tune(Data, first, tune.changes(rules)))["square"] - first_weights(rules)["square"]
    assert (found[rook:rook + rules.N, 0] > 5).all()
    assert np.abs(found[:rook]).max() < 1e-6


def test_the_signature_is_the_same_each_time(capsys):
    counts = []
    for _ in range(2):
        assert main(["bench", "chess", "hostage", "--depth", "4"]) in (0, None)
        lines = [line.split() for line in capsys.readouterr().out.splitlines()]
        assert [line[0] for line in lines] == ["chess", "hostage", "total"]
        counts.append([int(line[1]) for line in lines])
    assert counts[0] == counts[1] and counts[0][2] == counts[0][0] + counts[0][1] > 1000
    page = GAMES["chess"]
    searcher = signature.Searcher(hash_megabytes=16)
    assert [signature.count(page, 4, searcher) for _ in range(2)] == [counts[0][0]] * 2
