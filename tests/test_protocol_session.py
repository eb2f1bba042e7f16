"""The session and its worker, without a protocol."""
import threading
import time

import pytest
from conftest import PATIENCE


from conftest import Heard

from frabjous.engine import kernels
from frabjous.engine.limits import Limits
from frabjous.protocol.cecp import Cecp
from frabjous.protocol.order import NOW, WITHDRAWN, Order
from frabjous.protocol.session import Refused, Session
from frabjous.protocol.uci import Uci
from frabjous.protocol.worker import Worker


@pytest.fixture
def session():
    """A session whose worker is not begun: the test is the worker."""
    return Session(rest=lambda order: None, log=print)


# -------------------------------------------------------------------- the game
def test_rules_left_open_hold_from_the_next_game_on(session):
    session.new_game("alice")
    assert session.game.page.EN_PASSANT == "none"
    session.set_rule("EnPassant", "passed")
    assert session.game.page.EN_PASSANT == "none"
    session.new_game()
    assert session.game.page.EN_PASSANT == "passed"
    session.new_game("chess")
    assert session.game.page.NAME == "chess"


def test_what_is_wrong_leaves_the_game_as_it_was(session):
    session.set_up(None, ["e2e4"])
    for wrong in (lambda: session.play_on(["e7e5", "e7e5"]), lambda: session.set_up("8/8"), lambda: session.undo(2),
                  lambda: session.set_up(None, ["d2d5"]), lambda: session.play("a1a1", "page"), lambda: session.new_game("go")):
        with pytest.raises(Refused):
            wrong()
        assert session.game.ply == 1
    session.play_on(["e7e5", "g1f3"])
    session.undo(3)
    assert session.game.ply == 0


# -------------------------------------------------------------------- orders
def test_an_order_that_is_withdrawn_is_not_delivered(session):
    sent = []
    for how, lines in ((NOW, ["move"]), (WITHDRAWN, [])):
        order = session.order()
        session.end(how)
        with session.fulfilling(order):
            session.deliver(order, sent.append, "move")
        assert sent == lines and not session.is_ordered()
        sent.clear()


def test_an_order_is_settled_before_its_answer_can_be_read(session):
    order = session.order()
    with session.fulfilling(order):
        assert session.is_ordered()
        session.deliver(order, lambda line: None if not session.is_ordered() else pytest.fail("still ordered"), "move")


def test_a_hit_makes_pondering_an_order_like_others():
    order = Order(ponders=True)
    arrived = order.arrived
    threading.Timer(0.05, order.hit).start()
    order.wait_while_pondering()
    assert not order.ponders and order.ended is None and order.arrived > arrived
    order.end(NOW)
    order.wait_for_end()


def test_pondering_can_be_ended():
    order = Order(ponders=True)
    threading.Timer(0.05, order.end, [NOW]).start()
    order.wait_while_pondering()
    assert order.ponders and order.ended == NOW


def test_what_is_withdrawn_stays_so():
    order = Order()
    order.end(WITHDRAWN)
    order.end(NOW)
    assert order.ended == WITHDRAWN


# -------------------------------------------------------------------- answers
def test_an_answer_comes_when_a_search_can_begin(session, monkeypatch):
    for group in ("moves", "search"):
        kernels.load(session.page, group)
    done = []
    monkeypatch.setattr(session, "prepare", lambda: done.append("prepared"))
    session.answer(done.append, "pong")
    session.worker.wait(PATIENCE)
    assert done[:2] == ["prepared", "pong"]


def test_an_answer_does_not_wait_for_the_compiler_but_for_a_move(session, monkeypatch):
    monkeypatch.setattr(session.worker, "start", lambda: None)
    sent = []
    session.is_compiling = True
    session.answer(sent.append, 1)
    assert sent == [1]
    session.order()
    session.answer(sent.append, 2)
    assert sent == [1]


def test_a_paused_order_goes_on_when_it_is_resumed():
    order = Order()
    order.pause()
    assert order.is_interrupted()
    arrived = order.arrived
    threading.Timer(0.05, order.resume).start()
    assert order.goes_on_after_pause() and order.arrived > arrived and not order.is_interrupted()
    assert not order.goes_on_after_pause()


def test_a_pause_that_is_over_at_once_has_cut_the_search_short_all_the_same():
    order = Order()
    order.pause()
    order.resume()
    assert order.goes_on_after_pause() and not order.goes_on_after_pause()


def test_a_paused_order_can_be_ended():
    order = Order()
    order.pause()
    threading.Timer(0.05, order.end, [NOW]).start()
    assert not order.goes_on_after_pause()


# -------------------------------------------------------------------- what fails inside
@pytest.fixture(params=["search", "moves"])
def broken(request, monkeypatch):
    """The group of kernels that cannot be loaded. Where it is "moves" there is no game at all."""
    load = kernels.load

    def load_some(page, group):
        if group in (request.param, "search", "proof"):
            raise ValueError("a library is missing")  # not an error of what was asked
        return load(page, group)

    monkeypatch.setattr(kernels, "load", load_some)
    return request.param


def test_uci_answers_though_the_kernels_fail(broken, monkeypatch):
    heard = Heard()
    engine = Uci(heard)
    for go in ("go depth 3", "go mate 2"):
        for line in ("isready", "position startpos moves e2e4", go):
            engine.handle(line)
        heard.expect("readyok")
        best = heard.expect("bestmove ")
        assert any(line.startswith("info string internal error: ValueError: a library is missing") for line in best)
        assert (best[-1] == "bestmove 0000") == (broken == "moves")
        assert not any("not taken" in line for line in best)
    monkeypatch.undo()
    for line in ("position startpos moves e2e4", "go depth 2"):
        engine.handle(line)
    assert len(heard.expect("bestmove ")) > 2


def test_no_answer_waits_for_a_proof_to_be_compiled(monkeypatch):
    load, wait = kernels.load, kernels.wait

    def load_some(page, group):
        assert group != "proof", "it is not compiled"
        return load(page, group)

    def wait_long(page, groups, is_over):
        while "proof" in groups and not is_over():
            time.sleep(0.001)
        wait(page, groups, is_over)

    monkeypatch.setattr(kernels, "load", load_some)
    monkeypatch.setattr(kernels, "wait", wait_long)
    heard = Heard()
    engine = Uci(heard)
    for lines in (["go mate 2 depth 3"], ["go mate 30", "stop"]):
        for line in lines:
            engine.handle(line)
        assert not any("internal error" in line for line in heard.expect("bestmove "))


def test_cecp_answers_though_the_kernels_fail(broken, monkeypatch):
    heard = Heard()
    engine = Cecp(heard)
    for line in ("new", "usermove e2e4", "ping 1", "go", "ping 2"):
        engine.handle(line)
    first, second = heard.expect("pong 1"), heard.expect("pong 2")
    assert not any(line.startswith("Illegal") for line in first + second)
    assert any(line.startswith("# internal error: ValueError: a library is missing") for line in first + second)
    if broken == "search":
        assert any(line.startswith("move ") for line in first)
    else:
        assert "Error (internal error): usermove e2e4" in first and "Error (internal error): go" in second
    monkeypatch.undo()
    for line in ("new", "sd 1", "go"):
        engine.handle(line)
    heard.expect("move ")


# -------------------------------------------------------------------- commands while a search runs
@pytest.mark.parametrize("protocol, begin, command, answer", [
    (Uci, ["isready", "position startpos", "go infinite"], "stop", "bestmove "),
    (Cecp, ["new", "st 100000", "go"], "?", "move "),
    (Cecp, ["new", "st 100000", "go"], "force", "done"),
    (Cecp, ["new", "analyze"], "exit", "done")])
def test_commands_are_obeyed_within_ten_milliseconds(protocol, begin, command, answer):
    """Counted in nodes: of those in a second of the same search no more than a hundredth follow. One of five will do."""
    heard, shares = Heard(), []
    engine = protocol(heard)
    session = engine.player.session if protocol is Cecp else engine.session
    for _ in range(5):
        for line in begin:
            engine.handle(line)
        while session.at_root() is None or session.nodes() < 20000:
            time.sleep(0.001)
        since, before = time.perf_counter(), session.nodes()
        while session.nodes() < before + 300000:
            time.sleep(0.01)
        now = session.nodes()
        rate = (now - before) / (time.perf_counter() - since)
        engine.handle(command)
        session.submit(heard.send, "done")
        heard.expect(answer)
        shares.append((session.nodes() - now) / rate)
    assert min(shares) < 0.01, shares


# -------------------------------------------------------------------- searching and counting
def test_both_protocols_tell_the_clock_how_far_the_game_is():
    uci, cecp = Uci(Heard()), Cecp(Heard())
    for session in (uci.session, cecp.session):
        session.set_up(None, ["e2e4"])
    assert uci.limits({"btime": 1000}).ply == cecp.player.limits().ply == 1


def test_a_hash_that_is_too_big_is_made_smaller(session):
    session.set_hash(1 << 40)
    assert session.think(Order(), Limits(depth=1), lambda report: None)
    assert session.hash_megabytes < 1 << 40


def test_perft_can_be_ended(session):
    order = Order()
    leaves = session.count_leaves(12, order)
    threading.Timer(0.2, order.end, [NOW]).start()
    assert list(leaves) == []


def test_perft_in_bites(session, monkeypatch):
    monkeypatch.setattr("frabjous.protocol.session.BITE", 100)
    assert sum(nodes for _, nodes in session.count_leaves(4, Order())) == 197281


# -------------------------------------------------------------------- the worker
def test_jobs_are_done_in_order_and_rests_come_between():
    done, rested = [], threading.Event()
    worker = Worker(rested.set, pytest.fail)
    for number in range(100):
        worker.submit(lambda number=number: done.append(number))
    worker.wait(60)
    assert done == list(range(100)) and worker.is_resting
    assert rested.wait(60)


def test_a_job_that_fails_is_told_and_the_next_one_done():
    failures = []
    worker = Worker(lambda: None, failures.append)
    worker.submit(lambda: 1 // 0)
    done = threading.Event()
    worker.submit(done.set)
    assert done.wait(60)
    assert [type(error) for error in failures] == [ZeroDivisionError]


def test_what_goes_wrong_inside_is_told_in_one_line(capsys, session):
    worker = Worker(lambda: None, session.report_failure)
    worker.submit(lambda: 1 // 0)
    worker.wait(60)
    out, err = capsys.readouterr()
    assert out.startswith("internal error: ZeroDivisionError: ") and out.count("\n") == 1 and err == ""
