"""The measurement of starts, on code that is there already."""
from frabjous.bench import startup
from frabjous.engine import cache, kernels
from frabjous.engine.variants import GAMES


def test_a_start_is_measured(capsys):
    for group in ("moves", "search"):
        kernels.load(GAMES["chess"], group)
    first, last = startup.greeting(cache.base_folder(), "uci", "id", "uciok")
    found = startup.launch(cache.base_folder(), "chess", "go depth 1")
    assert 0 < first <= last
    assert 0 < found["ready"] <= found["thinks"] <= found["moves"]
    startup.row("it takes", 0.5, [0.2, 0.4, None, 0.3])
    startup.row("nothing", 0.5, [None])
    assert capsys.readouterr().out.split() == "it takes 0.5 s 0.30 s (0.20 to 0.40)".split()
    assert 0 < startup.installed_size() < 25
