"""The session and its worker, without a protocol."""
import threading

import pytest
from conftest import PATIENCE

from frabjous.engine.limits import Limits
from frabjous.protocol.session import HIT, NOW, WITHDRAWN, Order, Session
from frabjous.protocol.worker import Worker


@pytest.fixture
def session():
    """A session whose worker is not begun: the test is the worker."""
    return Session(rest=lambda order: None, log=print)


# -------------------------------------------------------------------- the game
def test_options_hold_from_the_next_game_on(session):
    session.new_game("alice")
    assert session.game.page.EN_PASSANT == "none"
    assert session.set_option("enpassant", "passed")
    assert session.game.page.EN_PASSANT == "none"
    session.new_game()
    assert session.game.page.EN_PASSANT == "passed"
    session.new_game("chess")
    assert session.game.page.NAME == "chess"
    assert not session.set_option("Foo", "bar")
    with pytest.raises(ValueError, match="EnPassant is one of none, landed, passed, either"):
        session.set_option("EnPassant", "always")


def test_what_is_wrong_leaves_the_game_as_it_was(session):
    session.set_up(None, ["e2e4"])
    for wrong in (lambda: session.play_on(["e7e5", "e7e5"]), lambda: session.set_up("8/8"), lambda: session.undo(2),
                  lambda: session.set_up(None, ["d2d5"]), lambda: session.play("a1a1", "page"), lambda: session.new_game("go")):
        with pytest.raises(ValueError):
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
    order.end(HIT)
    assert order.goes_on_after_hit() and order.ended is None
    order.end(HIT)
    assert order.ended is None
    order.end(NOW)
    assert not order.goes_on_after_hit() and order.ended == NOW


def test_what_is_withdrawn_stays_so():
    order = Order()
    order.end(WITHDRAWN)
    order.end(NOW)
    assert order.ended == WITHDRAWN


# -------------------------------------------------------------------- answers
def test_an_answer_comes_when_a_search_can_begin(session, monkeypatch):
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


# -------------------------------------------------------------------- searching and counting
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
