"""The search: mates, limits, stopping, repetition, the same answer twice."""
import json
import resource
import threading
from pathlib import Path

import pytest

from frabjous.engine import clock, table
from frabjous.engine.coordinates import write_move
from frabjous.engine.game import CHECKMATE, Game
from frabjous.engine.geometry import geometry
from frabjous.engine.limits import Limits, MATE, mate_distance
from frabjous.engine.notation import read_fen, read_move
from frabjous.engine.search import FIRST_NODES, Searcher
from frabjous.engine.variants import GAMES, page_named

ACCEPTANCE = Path(__file__).parent / "data" / "acceptance"


def game_at(name, fen=None, moves=()):
    page = page_named(name)
    game = Game(page, read_fen(geometry(page), fen) if fen else None)
    for text in moves:
        game.make(read_move(game, text))
    return game


def think(game, searcher=None, **limits):
    """(principal variation, last report)"""
    reports = []
    line = (searcher or Searcher(hash_megabytes=8)).think(game, Limits(**limits), reports.append)
    return line, reports[-1] if reports else None


def can_force_mate(game, moves):
    """Whether the side to move mates in at most so many moves, by trying everything."""
    for move in game.legal_moves():
        game.make(move)
        replies = game.legal_moves()
        won = not replies and game.in_check()
        if not won and moves > 1 and replies:
            won = all(forced_after(game, reply, moves - 1) for reply in replies)
        game.undo()
        if won:
            return True
    return False


def forced_after(game, reply, moves):
    game.make(reply)
    won = can_force_mate(game, moves)
    game.undo()
    return won


def mating_games():
    for name in ("alice", "hostage"):
        for record in json.loads((ACCEPTANCE / f"{name}.json").read_text())["games"]:
            if "mate" in (record.get("result"), record.get("final"), record.get("final", "")[5:]):
                yield pytest.param(name, record.get("moves") or record["uci"], id=f"{name} {record['name']}")


@pytest.mark.parametrize("name, moves", list(mating_games()))
def test_the_mates_of_published_games_are_found(name, moves):
    game = game_at(name, moves=moves)
    assert game.status() == CHECKMATE
    game.undo()
    line, report = think(game, depth=3)
    assert report.score == MATE - 1
    game.make(line[0])
    assert game.status() == CHECKMATE


@pytest.mark.parametrize("name, moves", [case for case in mating_games() if case.values[0] == "alice"])
def test_forced_mates_in_two_before_the_end_are_found(name, moves):
    if len(moves) < 4:
        pytest.skip("too short a game")
    game = game_at(name, moves=moves[:-3])
    line, report = think(game, depth=6)
    assert can_force_mate(game, 2) == (report.score >= MATE - 3)


def test_the_official_omega_puzzle():
    puzzle = json.loads((ACCEPTANCE / "omega.json").read_text())["puzzles"][0]
    game = game_at("omega", puzzle["ofen"])
    line, report = think(game, mate=puzzle["mate_in"], depth=10)
    assert mate_distance(report.score) == puzzle["mate_in"]
    assert write_move(game.rules, line[0]) in puzzle["key_moves"]
    assert len(line) == 3


MATES = [
    ("chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, ["f6a6"]),
    ("chess", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 1, ["d1d8"]),
    ("chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", 2, ["f6f7", "f6g6", "a1a7", "a1g1"]),
    ("chessgi", "6k1/5ppp/8/8/8/8/8/K7[RQ] w - - 0 1", 1, None),
    ("hostage", "6k1/5ppp/8/8/8/8/5PPP/6K1[R] w - - 0 1", 1, None),
]


@pytest.mark.parametrize("name, fen, moves, keys", MATES)
def test_mates_are_found_and_shortest(name, fen, moves, keys):
    game = game_at(name, fen)
    line, report = think(game, mate=moves, depth=12)
    assert mate_distance(report.score) == moves
    if keys:
        assert write_move(game.rules, line[0]) in keys
    if moves <= 2:
        assert can_force_mate(game, moves) and (moves == 1 or not can_force_mate(game, moves - 1))


@pytest.mark.parametrize("name", GAMES)
def test_the_same_search_gives_the_same_answer(name):
    searcher = Searcher(hash_megabytes=4)
    answers = []
    for _ in range(2):
        searcher.new_game()
        line, report = think(game_at(name), searcher, depth=7)
        answers.append((line, report.score, report.nodes))
    assert answers[0] == answers[1]


@pytest.mark.parametrize("name", GAMES)
def test_variations_are_legal(name):
    game = game_at(name)
    line, report = think(game, nodes=60000)
    assert report.line and line
    for move in report.line:
        game.play(move)


@pytest.mark.parametrize("threads", [1, 3])
def test_threads_share_the_nodes(threads):
    searcher = Searcher(hash_megabytes=4, threads=threads)
    line, _ = think(game_at("chess"), searcher, nodes=9000)
    assert line and searcher.nodes() <= 9000 + threads  # each may count the node at which it stops


def test_limits_by_nodes_and_depth():
    game = game_at("chess")
    searcher = Searcher(hash_megabytes=4)
    _, report = think(game, searcher, depth=4)
    assert report.depth == 4
    line, _ = think(game, searcher, nodes=5000)
    assert line and searcher.nodes() <= 5001


def test_root_moves_are_kept_to():
    game = game_at("chess")
    wanted = [read_move(game, "a2a3"), read_move(game, "h2h4")]
    line, report = think(game, depth=6, root_moves=wanted)
    assert line[0] in wanted and report.line[0] in wanted


@pytest.mark.parametrize("threads", [1, 2])
def test_stop_ends_an_endless_search(threads):
    game = game_at("omega")
    searcher = Searcher(hash_megabytes=4, threads=threads)
    searcher.prepare(game.page)
    begun = threading.Event()
    found = []
    thread = threading.Thread(target=lambda: found.append(searcher.think(game, Limits(), lambda report: begun.set())))
    thread.start()
    assert begun.wait(300)
    searcher.stop()
    thread.join(60)
    assert not thread.is_alive()
    assert found[0][0] in game.legal_moves()


class Instant:
    """A timer that does not wait."""

    def __init__(self, seconds, function):
        self.function = function

    def start(self):
        self.function()

    def cancel(self):
        pass


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("lines", [1, 3])
def test_the_first_iteration_is_finished_whenever_time_is_over(monkeypatch, threads, lines):
    monkeypatch.setattr("threading.Timer", Instant)
    game, reports = game_at("chess", "6k1/5ppp/8/8/8/8/8/3QK3 w - - 0 1"), []
    line = Searcher(hash_megabytes=4, threads=threads).think(game, Limits(remaining=0.0, lines=lines), reports.append)
    assert [(report.depth, report.number) for report in reports] == [(1, number + 1) for number in range(lines)]
    assert line == reports[0].line and mate_distance(reports[0].score) == 1


def test_a_first_iteration_of_endless_captures_is_cut_short(monkeypatch):
    """Found with movetime 5: 1718279 nodes at depth 1, in two thirds of a second."""
    monkeypatch.setattr("threading.Timer", Instant)
    game = game_at("chessgi", "rp1n2N1/1prb1pk1/3BP2p/rqp2PpP/1PN3KR/P3BPQ1/1pp2Nr1/6bP[] w - - 1 94")
    searcher = Searcher(hash_megabytes=4)
    line = searcher.think(game, Limits(seconds=0.005))
    assert line[0] in game.legal_moves() and searcher.nodes() <= FIRST_NODES


def test_a_search_may_end_while_it_is_bound(monkeypatch):
    game, searcher = game_at("chess"), Searcher(hash_megabytes=1)
    searcher.begin(game, Limits())
    set_timer = searcher._set_timer
    monkeypatch.setattr(searcher, "_set_timer", lambda *search: (searcher.run(game), set_timer(*search)))
    searcher.bound(Limits(seconds=0.0))
    assert searcher.known(game)


def test_no_move_no_line():
    assert think(game_at("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), depth=3) == ([], None)


def test_a_position_that_comes_again_is_a_draw():
    game = game_at("chess", moves=["g1f3", "g8f6", "f3g1"])
    back = read_move(game, "f6g8")
    assert think(game, depth=1, root_moves=[back])[1].score == 0
    assert think(game, depth=1, root_moves=[read_move(game, "f6d5")])[1].score != 0


def test_the_50_move_rule_draws_in_check_too_but_after_mate():
    game = game_at("chess", "5r1k/6pp/7N/8/2Q5/8/P7/6K1 w - - 99 80")
    assert think(game, depth=6, root_moves=[read_move(game, "c4g8")])[1].score == 0
    assert mate_distance(think(game_at("chess", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 99 80"), depth=4)[1].score) == 1


def test_what_some_moves_lead_to_is_not_remembered_of_all():
    game, searcher = game_at("chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"), Searcher(hash_megabytes=8)
    assert mate_distance(think(game, depth=6)[1].score) == 3
    think(game, searcher, depth=10, root_moves=[read_move(game, "h2h3")])
    assert mate_distance(think(game, searcher, depth=6)[1].score) == 3


def test_clock_never_plans_more_than_it_has():
    for remaining in (0.0, 0.05, 1.0, 60.0, 7200.0):
        for increment in (0.0, 0.1, 5.0):
            for moves in (None, 1, 2, 40):
                for ply in (None, 0, 7):
                    soft, hard = clock.bounds(Limits(remaining=remaining, increment=increment, moves_to_go=moves, ply=ply))
                    assert 0 < hard and soft <= hard
                    assert hard <= max(remaining * 0.8, 0.001)


def test_a_clock_lasts_where_each_move_loses_its_increment():
    left = 3.0
    for _ in range(200):
        soft, _ = clock.bounds(Limits(remaining=left, increment=0.03, overhead=0.03))
        left -= 1.4 * soft
    assert left > 0


def test_a_clock_that_runs_out_is_still_used():
    for remaining, moves in ((0.4, None), (0.54, None), (1.0, 40), (1.4, 50)):
        assert clock.bounds(Limits(remaining=remaining, moves_to_go=moves))[1] > remaining / 100


def test_the_first_moves_of_a_game_take_less_time_and_the_later_ones_lose_none():
    softs = [clock.bounds(Limits(remaining=60, ply=ply))[0] for ply in range(30)]
    assert softs == sorted(softs) and softs[0] < 0.4
    assert softs[clock.OPENING:] == [clock.bounds(Limits(remaining=60))[0]] * (30 - clock.OPENING)
    assert clock.bounds(Limits(remaining=60, moves_to_go=1, ply=0)) == clock.bounds(Limits(remaining=60, moves_to_go=1))


@pytest.mark.parametrize("refilled", [None, 10])
def test_a_clock_lasts_the_game_though_each_move_takes_its_time(refilled):
    left = 60.0
    for move in range(100):
        moves = refilled and refilled - move % refilled
        soft, _ = clock.bounds(Limits(remaining=left, moves_to_go=moves, ply=2 * move))
        left -= 1.4 * soft + 0.03
        assert left > 0
        left += 60 if moves == 1 else 0


def test_the_ply_of_a_game_begins_with_its_first_move_not_with_the_setup():
    game = game_at("chess", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 9", ["e8e7"])
    assert (game.ply, game.whole_ply) == (1, 18)
    assert [game_at("chess", moves=["e2e4", "e7e5"][:count]).whole_ply for count in range(3)] == [0, 1, 2]


def test_clock_gives_all_of_a_fixed_time_but_the_overhead():
    assert clock.bounds(Limits(seconds=2.0, overhead=0.03)) == (1.97, 1.97)
    assert clock.bounds(Limits(depth=3)) == (None, None)


def test_a_move_that_has_long_been_best_needs_less_thought():
    factors = [clock.doubt(unchanged, 0) for unchanged in range(6)]
    assert factors == sorted(factors, reverse=True) and factors[0] > 1 > factors[-1] == factors[-2]
    assert clock.doubt(2, 100) > clock.doubt(2, 20) > clock.doubt(2, 0) == clock.doubt(2, -100)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="nothing tells how much memory is resident")
def test_what_is_prepared_needs_no_more_memory_from_the_system():
    """Else the first search would pay for it by the clock."""
    def resident():
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() >> 20

    searcher, game = Searcher(hash_megabytes=128), Game(GAMES["chess"])
    searcher.prepare(game.page)
    before = resident()
    searcher.think(game, Limits(nodes=30000))
    assert resident() - before < 16


def test_a_table_is_emptied_in_place_if_it_took_its_memory_at_once(monkeypatch):
    monkeypatch.setattr(table, "EAGER", 1)
    largest, larger = table.make_table(1), table.make_table(2)
    largest[5:] = 7
    assert table.emptied(largest) is largest and not largest[1:].any() and largest[0]
    assert table.emptied(larger) is table.emptied(None) is None


# -------------------------------------------------------------------- several lines
def test_one_line_of_several_is_the_one_alone():
    """The best of three lines is found with the score that it has alone, where nothing was remembered."""
    reports = []
    line = Searcher(hash_megabytes=8).think(game_at("chess"), Limits(depth=3, lines=3), reports.append)
    assert [(report.depth, report.number) for report in reports] == [(depth, number) for depth in (1, 2, 3) for number in (1, 2, 3)]
    deepest = reports[-3:]
    assert len({report.line[0] for report in deepest}) == 3 and line == deepest[0].line
    assert deepest[0].score >= deepest[1].score >= deepest[2].score
    alone = [think(game_at("chess"), depth=3, root_moves=[report.line[0]])[1].score for report in deepest]
    assert max(alone) == alone[0]


def test_there_are_no_more_lines_than_moves():
    game = game_at("chess", "7k/8/8/8/8/8/r7/K7 w - - 0 1")
    reports = []
    Searcher(hash_megabytes=8).think(game, Limits(depth=2, lines=9), reports.append)
    assert {report.number for report in reports} == {1, 2} and len(game.legal_moves()) == 2


def test_scores_outside_the_window_are_told_late_in_a_search(monkeypatch):
    fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    bounds = {}
    for late in (0.0, 1e9):
        monkeypatch.setattr("frabjous.engine.search.LATE", late)
        reports = []
        Searcher(hash_megabytes=8).think(game_at("chess", fen), Limits(depth=8), reports.append)
        bounds[late] = [report.bound for report in reports]
        assert all(report.line for report in reports)
    assert {"lower", "upper"} & set(bounds[0.0]) and set(bounds[1e9]) == {""}


def test_the_move_at_the_root_is_known_only_while_a_search_runs():
    searcher, seen = Searcher(hash_megabytes=8), []
    assert searcher.at_root() is None
    searcher.think(game_at("chess"), Limits(depth=4), lambda report: seen.append(searcher.at_root()))
    assert searcher.at_root() is None
    legal = game_at("chess").legal_moves()
    assert seen and all(move in legal and 1 <= number <= count == 20 for move, number, count in seen)
