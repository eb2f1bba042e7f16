"""What CECP asks of a player besides moves: pondering, pauses, draws, questions, the mouse. A real engine is driven."""
import re
import threading

import chess
import chess.engine
import pytest
from conftest import COMMAND, MOVE, PATIENCE, THINKING, Heard

from frabjous.engine.limits import Limits
from frabjous.protocol.agreement import DEAD_FROM, DEAD_MOVES, HOPELESS_MOVES, LATE, OFFER_AGAIN, Agreement
from frabjous.protocol.cecp import Cecp
from frabjous.protocol.clock import Clock, by_nodes


@pytest.fixture
def engine(xboard_client):
    """An engine with a new game of chess that it will play as Black, at two plies a move."""
    xboard_client.send("resume", "force", "easy", "nopost", "new", "sd 2")
    done(xboard_client)
    return xboard_client


def done(engine):
    """What it has sent when it has done all it was told, but for boards. (A ping does not wait for the compiler.)"""
    engine.send("bk")
    engine.expect("")
    return [line for line in engine.seen[:-1] if not line.startswith(("\t", "setup ", "piece "))]


# -------------------------------------------------------------------- pondering
def test_pondering_thinks_about_the_expected_move(engine):
    """Thinking lines come after the move, and begin with the move that is expected; what is played then is another matter."""
    engine.send("hard", "post", "usermove e2e4")
    answer = engine.expect(MOVE)[1]
    board = chess.Board()
    board.push_uci("e2e4")
    board.push_uci(answer)
    for _ in range(5):
        line = engine.expect(THINKING)[0].split()[4:]
        assert chess.Move.from_uci(line[0]) in board.legal_moves
    expected, *rest = line
    board.push_uci(expected)
    for move in rest:
        board.push_uci(move)  # a legal variation from there
    engine.send(f"usermove {expected}")
    board = chess.Board()
    for move in ("e2e4", answer, expected):
        board.push_uci(move)
    assert chess.Move.from_uci(engine.expect(MOVE)[1]) in board.legal_moves


def expected(engine, *limits):
    """Have the engine ponder upon an opening; (the move it expects, the depth it has reached)."""
    engine.send("st 100000", "hard", "post", *limits, "usermove e2e4")
    engine.expect("3 .*")
    engine.send("?")
    engine.expect(MOVE)
    while int((words := engine.expect(THINKING)[0].split())[0]) < 6:
        pass
    return words[4], int(words[0])


def thought(lines):
    """(depth, first move) of the thinking lines among these."""
    return [(int(line.split()[0]), line.split()[4]) for line in lines if re.fullmatch(THINKING, line)]


@pytest.mark.parametrize("clock", [["time 10000000", "otim 1"], ["level 40 5 0", "time 10000000", "lift e2", "draw", "."], []])
def test_a_hit_goes_on_with_the_search_that_runs(engine, clock):
    """Where the expected move is played, the depths go on, and the answer takes no less than it would have."""
    move, depth = expected(engine, "sd 100")
    engine.send(*clock, f"usermove {move}")
    while (found := thought([engine.expect(THINKING)[0]])[0])[1] == move:
        depth = found[0]
    assert found[0] > depth
    engine.send("?", "ping 5")
    engine.expect(MOVE)
    engine.expect("pong 5")
    engine.send("undo", "undo", "undo", "undo", "undo")  # four moves were made, no more
    assert "Error (no move to take back): undo" in done(engine)


@pytest.mark.parametrize("late", [(), ("?",)])
def test_what_was_pondered_counts_as_thought(engine, late):
    """A call for the move that comes after it leaves pondering alone."""
    move, depth = expected(engine, "sd 3")
    engine.send(*late, f"usermove {move}")
    engine.expect(MOVE)
    assert all(first == move or reached > depth for reached, first in thought(engine.seen))


@pytest.mark.parametrize("command", ["force", "undo", "remove", "new", "result *"])
def test_a_search_that_was_hit_can_be_withdrawn(engine, command):
    move, _ = expected(engine, "sd 100")
    engine.send(f"usermove {move}", command, "force", "easy", "nopost", "new")
    assert not [line for line in done(engine) if line.startswith("move")]
    engine.send("sd 1", "usermove e2e4")
    engine.expect(MOVE)
    assert done(engine) == []


def test_a_search_that_was_hit_can_be_paused(engine):
    move, _ = expected(engine, "sd 100")
    engine.send(f"usermove {move}", "pause", "nopost", "ping 3", "resume", "?")
    engine.expect("pong 3")
    assert [line for line in engine.seen if line.startswith("move")]


def test_a_move_that_was_not_expected_is_answered(engine):
    engine.send("hard", "post", "usermove e2e4")
    engine.expect(MOVE)
    engine.expect(THINKING)
    engine.send("usermove a2a3")
    engine.expect(MOVE)


@pytest.mark.parametrize("command", ["easy", "force", "result *", "new", "undo", "analyze"])
def test_pondering_ends(engine, command):
    engine.send("hard", "post", "usermove e2e4")
    engine.expect(MOVE)
    engine.expect(THINKING)
    engine.send(command, "exit", "force", "nopost")
    done(engine)
    assert done(engine) == []
    engine.send("easy", "new", "post", "sd 1", "usermove e2e4")
    engine.expect(MOVE)
    assert done(engine) == []


def test_case_9_a_ping_while_pondering_is_answered_at_once(engine):
    engine.send("hard", "post", "usermove e2e4")
    engine.expect(MOVE)
    engine.expect(THINKING)
    engine.send("ping 9")
    engine.expect("pong 9")
    engine.send("time 320", "otim 320", "usermove d2d4")
    engine.expect(MOVE)


def test_case_8_move_now_while_pondering_is_nothing(engine):
    engine.send("hard", "usermove e2e4")
    engine.expect(MOVE)
    engine.send("?")
    assert done(engine) == []
    engine.send("usermove d2d4")
    engine.expect(MOVE)


@pytest.mark.parametrize("lines", [("hard", "post", "usermove e2e4"), ("st 100000", "post", "go"), ("post", "analyze"),
                                   ("st 1000", "go", "pause")])
def test_case_14_the_end_of_the_input_ends_the_program_in_every_state(start, lines):
    engine = start("xboard", "protover 2", "new", "sd 60" if "analyze" in lines else "sd 4", *lines)
    if "post" in lines:
        engine.expect(THINKING)
    assert engine.close() == (0, "")


# -------------------------------------------------------------------- pauses
def test_a_pause_suspends_thought(engine):
    engine.send("new", "st 100000", "post", "go")
    engine.expect(THINKING)
    engine.send("pause", ".")  # which answers nothing while it plays
    engine.send("resume")
    engine.expect(THINKING)
    engine.send("pause", "?")
    engine.expect(MOVE)
    engine.send("resume")
    assert done(engine) == []


def test_a_pause_suspends_analysis(engine):
    engine.send("analyze")
    engine.expect(THINKING)
    engine.send("pause")
    done(engine)
    assert done(engine) == []
    engine.send("resume")
    engine.expect(THINKING)
    engine.send("exit", "force")


def test_a_search_that_is_paused_can_be_withdrawn(engine):
    engine.send("new", "st 100000", "post", "go")
    engine.expect(THINKING)
    engine.send("pause", "new", "sd 1", "nopost", "usermove e2e4")
    engine.expect(MOVE)
    assert done(engine) == []


# -------------------------------------------------------------------- time by nodes
def test_nodes_for_time():
    clock = Clock()
    clock.fix("8")
    clock.count_nodes("10000")
    limits = by_nodes(clock.limits(0), clock.rate)
    assert limits.seconds is None and 70_000 < limits.nodes <= 80_000
    assert by_nodes(Limits(depth=3), 100) == Limits(depth=3)
    clock.new_game()
    assert clock.rate is None


def test_nps(engine):
    engine.send("new", "st 8", "nps 500", "post", "go")
    engine.expect(MOVE)
    assert all(int(line.split()[3]) <= 4500 for line in engine.seen[:-1])  # the last iteration is cut short
    engine.send("nps 0", "st 0.05", "usermove a7a6")
    engine.expect(MOVE)


def test_python_chess_limits_nodes():
    with chess.engine.SimpleEngine.popen_xboard(COMMAND, timeout=PATIENCE) as engine:
        result = engine.play(chess.Board(), chess.engine.Limit(nodes=3000), info=chess.engine.INFO_ALL)
        assert result.move and result.info["nodes"] <= 3000


# -------------------------------------------------------------------- the end of a game
def test_agreement():
    agreement = Agreement()
    assert not agreement.takes_draw(200) and not agreement.resigns()
    for score, ply, takes in ((-60, 2, True), (-40, 2, False), (10, LATE, True), (30, LATE, False), (10, LATE - 1, False)):
        agreement.scores.append(score)
        assert agreement.takes_draw(ply) == takes
    agreement.scores += [-1100] * (HOPELESS_MOVES - 1)
    assert not agreement.resigns()
    agreement.scores.append(-2000)
    assert agreement.resigns()


def test_draws_are_offered_where_nothing_happens():
    agreement = Agreement()
    agreement.scores += [0] * (DEAD_MOVES - 1)
    assert not agreement.offers_draw(DEAD_FROM)
    agreement.scores.append(5)
    assert not agreement.offers_draw(DEAD_FROM - 1)
    for later, offers in ((0, True), (2, False), (OFFER_AGAIN - 1, False), (OFFER_AGAIN, True)):
        assert agreement.offers_draw(DEAD_FROM + later) == offers
    agreement.scores.append(50)
    assert not agreement.offers_draw(DEAD_FROM + 3 * OFFER_AGAIN)


@pytest.mark.parametrize("board, takes", [("k7/8/8/8/8/8/8/KQ6", True), ("kq6/8/8/8/8/8/8/K7", False)])
def test_a_draw_is_taken_when_one_is_worse(engine, board, takes):
    """The engine is Black."""
    engine.send("new", "sd 2", "draw")
    assert done(engine) == []  # nothing is known yet
    engine.send("force", f"setboard {board.replace('KQ6', 'K1Q5').replace('kq6', 'k1q5')} b - - 0 1", "go")
    engine.expect(MOVE)
    engine.send("draw")
    assert done(engine) == (["offer draw"] if takes else [])


def test_a_draw_is_offered_before_the_move(monkeypatch):
    monkeypatch.setattr(Agreement, "offers_draw", lambda agreement, ply: ply == 2)
    heard = Heard()
    engine = Cecp(heard)
    for line in ("new", "sd 1", "usermove e2e4"):
        engine.handle(line)
    assert len(heard.expect("move ")) == 1
    engine.handle("usermove d2d4")
    assert len(heard.expect("move ")) == 1
    engine.player.session.submit(engine.player.take_back, 2)
    engine.handle("go")
    assert [line.split()[0] for line in heard.expect("move ")] == ["offer", "move"]


@pytest.mark.parametrize("setting", [0, 1])
def test_the_engine_resigns_if_it_may(engine, setting):
    engine.send(f"option Resign={setting}", "force", "setboard 6k1/8/8/8/8/8/5qqq/K7 w - - 0 1", "sd 1")
    lines = []
    for _ in range(6):
        engine.send("go")
        engine.expect("(move|resign|0-1).*")
        lines.append(engine.seen[-1])
        if not lines[-1].startswith("move"):
            break
        engine.send("force", "undo")
    assert ("resign" in lines) == bool(setting)
    engine.send("option Resign=0")


# -------------------------------------------------------------------- what is known
def test_nothing_is_known_without_a_position(engine):
    engine.send("new", "force", "setboard 8/8/8/8/8/8/8/8 w - - 0 1")
    engine.expect("tellusererror.*")
    engine.send("bk")
    engine.expect("")
    assert engine.seen == ["\tnothing is known of this position", ""]


def test_bk_tells_what_the_table_knows(engine):
    engine.send("force", "bk")
    engine.expect("")
    engine.send("option ClearHash", "new", "force", "bk")
    engine.expect("")
    assert engine.seen == ["\tnothing is known of this position", ""]
    engine.send("sd 5", "go")
    best = engine.expect(MOVE)[1]
    engine.send("force", "undo", "bk")
    engine.expect("")
    lines = engine.seen[:-1]
    assert all(re.fullmatch(r"\t\w+  (at (least|most) )?[+-]\d+\.\d\d, depth \d+", line) for line in lines)
    assert any(line.split()[0] == best for line in lines)


def test_the_status_of_the_analysis_counts_moves(engine):
    engine.send("post", "analyze")
    while int(engine.expect(THINKING)[0].split()[0]) < 6:
        pass
    counts = set()
    while not counts - {"0 0"}:
        engine.send(".")
        counts.add(engine.expect(r"stat01: \d+ \d+ \d+ (\d+ \d+)")[1])
    left, count = map(int, (counts - {"0 0"}).pop().split())
    assert 0 <= left < count == 20
    engine.send("exit", "force")


def test_several_lines_in_analysis(engine):
    engine.send("option MultiPV=3", "exclude e2e4", "analyze")
    moves = [engine.expect(r"4 -?\d+ \d+ \d+ (\S+).*")[1] for _ in range(3)]
    assert len(set(moves)) == 3 and "e2e4" not in moves
    engine.send("exit", "force", "option MultiPV=1")


def test_excluded_moves_are_not_played(engine):
    engine.send("force", "exclude all", "include a2a3", "go")
    assert engine.expect(MOVE)[1] == "a2a3"


@pytest.mark.parametrize("option, complaint", [
    ("Resign=maybe", "'maybe' is neither true nor false"), ("MultiPV=0", "0 is not between 1 and 256"),
    ("Exchange=never", "Exchange is one of auto, ask"), ("SkillLevel", "'' is not a number")])
def test_wrong_options_are_told(engine, option, complaint):
    engine.send(f"option {option}")
    engine.expect(re.escape(f"Error ({complaint}): option {option if '=' in option else option + '='}"))


# -------------------------------------------------------------------- which hostage is given
ASKED = "setboard 4k3/8/8/8/8/8/8/4K3[#Nbrp] w - - 0 1"
QUESTION = re.escape("askuser exch Give which hostage for the man dropped? (B/R)")


@pytest.fixture
def asking(engine):
    engine.send("variant hostage", "option Exchange=ask", "force", ASKED, "sd 1", "playother")
    yield engine
    engine.send("option Exchange=auto")


def test_case_24_the_question_is_asked_and_answered(asking):
    asking.send("usermove N@f6")
    asking.expect(QUESTION)
    assert done(asking) == []
    asking.send("exch r")
    asking.expect(MOVE)


@pytest.mark.parametrize("answer", ["exch", "exch x", "exch Q"])
def test_a_wrong_answer_is_asked_again(asking, answer):
    asking.send("usermove N@f6", answer)
    asking.expect(QUESTION)
    asking.expect(QUESTION)
    asking.send("exch B")
    asking.expect(MOVE)


def test_case_24_the_question_is_cancelled(asking):
    """Nothing comes; then the user has the engine move, or takes the drop back, or begins anew."""
    asking.send("usermove N@f6")
    asking.expect(QUESTION)
    assert done(asking) == []
    asking.send("?")
    asking.expect(MOVE)
    for lines in (("force", "undo"), ("new",), ("new", "variant alice", "new")):
        asking.send("new", "variant hostage", "force", ASKED, "sd 1", "playother", "usermove N@f6")
        asking.expect(QUESTION)
        asking.send(*lines, "exch B", "force")
        assert not [line for line in done(asking) if line.startswith(("move", "Error", "Illegal", "#"))]
    asking.send("new", "variant hostage", "force", ASKED, "usermove N@f6", "undo", "usermove N@f6", "exch R", "undo", "undo")
    assert done(asking)[-1] == "Error (no move to take back): undo"


def test_the_hostage_that_is_named_is_given(asking):
    from frabjous.engine.game import Game
    from frabjous.engine.geometry import geometry
    from frabjous.engine.notation import read_fen, read_move
    from frabjous.engine.variants import page_named
    from frabjous.protocol.said import payments

    page = page_named("hostage")
    game = Game(page, read_fen(geometry(page), ASKED.removeprefix("setboard ")))
    choices = payments(game, read_move(game, "N@f6", "xboard"))
    assert list(choices) == ["B", "R"]  # a pawn is too little
    assert choices["B"] == read_move(game, "N#B@f6") and choices["R"] == read_move(game, "N#R@f6")
    for answer in "BR":  # Black may drop what he got, and only that
        for letter in "BR":
            asking.send("force", ASKED, "usermove N@a3", f"exch {answer}", f"usermove {letter}@a4")
            told = [line for line in done(asking) if line.startswith("Illegal")]
            assert bool(told) == (letter != answer), (answer, letter, told)


def test_no_question_where_there_is_no_choice(asking):
    for position in ("4k3/8/8/8/8/8/8/4K3[#Nb] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[N#Nbr] w - - 0 1"):
        asking.send("force", f"setboard {position}", "usermove N@f3")
        assert done(asking) == []
    asking.send("new", "variant hostage", "computer", "force", ASKED, "usermove N@f6")  # a program would not answer
    assert done(asking) == []


# -------------------------------------------------------------------- pings
@pytest.mark.parametrize("command", ["force", "result *", "new", "undo", "remove", "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
                                     "exit"])
@pytest.mark.parametrize("state", [["sd 60", "st 100000", "usermove e2e4"], ["hard", "usermove e2e4"], ["analyze"]])
def test_what_belongs_before_a_pong_does_not_come_after_it(engine, state, command):
    """Neither a move nor a thinking line of a search that was ended before it."""
    engine.send("post", *state)
    for _ in range(3):
        engine.expect(THINKING)
    engine.send(command, "force", "ping 7")
    engine.expect("pong 7")
    assert done(engine) == []


@pytest.mark.parametrize("command", ["?", "level 40 5 0", "time 1", "lift e2", "hint", "bk", "draw", "memory 8"])
def test_a_move_that_is_asked_for_comes_before_the_pong(engine, command):
    engine.send("sd 60", "st 100000", "usermove e2e4", command, "ping 7", "?")
    engine.expect("pong 7")
    assert any(re.fullmatch(MOVE, line) for line in engine.seen)
    assert not any(re.fullmatch(MOVE, line) for line in done(engine))


# -------------------------------------------------------------------- the mouse
def marks(engine, *lines):
    """What is answered to these lines."""
    engine.send(*lines)
    return done(engine)


def test_a_lifted_man_is_shown_where_it_may_go(engine):
    assert marks(engine, "force", "lift e2") == ["highlight 8/8/8/8/4Y3/4Y3/8/8"]
    assert marks(engine, "lift e4") == ["highlight 8/8/8/8/8/8/8/8"]
    assert marks(engine, "setboard 4k3/1P6/8/3pP3/8/8/8/4K2R w K d6 0 1", "lift h1") == ["highlight 7Y/7Y/7Y/7Y/7Y/7Y/7Y/5YY1"]
    assert marks(engine, "lift e1")[0] == "highlight 8/8/8/8/8/8/3YYY2/3Y1YY1"
    assert marks(engine, "lift e5", "hover d6") == ["highlight 8/8/3RY3/8/8/8/8/8", "highlight 8/8/3RY3/3g4/8/8/8/8"]
    assert marks(engine, "lift b7", "hover b8") == ["highlight 1M6/8/8/8/8/8/8/8", "choice QRBN"]
    assert marks(engine, "lift z9", "lift", "put e4", "hover e4") == []
    engine.send("setboard 8/8/8/8/8/8/8/8 w - - 0 1", "lift e2")
    assert [line.split()[0] for line in done(engine)] == ["tellusererror"]


def test_a_man_that_was_put_down_is_no_longer_over_a_square():
    """Else the marks of a square over which the mouse went would stay on the board after the move."""
    heard, is_open = Heard(), threading.Event()
    engine = Cecp(heard)
    for line in ("new", "force", "setboard 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "lift e5"):
        engine.handle(line)
    for line in ("hover d6", "put d6", "usermove e5d6"):
        engine.player.session.submit(is_open.wait)
        engine.handle(line)
    is_open.set()
    engine.player.session.submit(heard.send, "done")
    assert [line for line in heard.expect("done") if line.startswith("highlight")] == ["highlight 8/8/3RY3/8/8/8/8/8"]


def test_highlights_in_omega(engine):
    empty = "/".join(["*10*"] * 7)
    engine.send("variant omega", "force", f"setboard 1**********1/*5k4*/*2P7*/{empty}/*5K4*/1**********1 w - - 0 1")
    assert marks(engine, "lift d10")[-2:] == ["highlight 12/3M8/12/12/12/12/12/12/12/12/12/12", "choice QRBNCW"]


def test_highlights_in_alice(engine):
    """A capture has two legs: the man taken is marked first, and after it the square beyond the looking glass is clicked."""
    engine.send("variant alice", "force", "setboard 4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1")
    first = marks(engine, "lift e3")[-1]
    assert first == "highlight 16/16/16/3C9Y2/10Y3Y1/16/10Y3Y1/11Y1Y2"
    assert marks(engine, "put d5", "lift d5") == ["highlight 16/16/16/11Y4/16/16/16/16", "click l5"]  # XBoard sends both
    assert marks(engine, "lift e3")[-1] == first
    assert marks(engine, "put f5") == []
    engine.send("setboard 1q2k3/2P5/8/8/8/8/8/4K3 w - - 0 1")
    assert marks(engine, "lift c7") == ["highlight 1C8M5/16/16/16/16/16/16/16", "choice QRBN"]
    assert marks(engine, "put b8") == ["highlight 9M6/16/16/16/16/16/16/16"]  # what it becomes is chosen there
    engine.send("setboard 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
    assert marks(engine, "lift e1") == ["highlight 16/16/16/16/16/16/11YYY2/C10Y1Y2"]  # castling goes by the rook
    assert marks(engine, "put a1", "lift a1") == ["highlight 16/16/16/16/16/16/16/10Y5", "click k1"]
    assert marks(engine, "lift e1", "lift a1")[1] == "highlight 8Y7/8Y7/8Y7/8Y7/8Y7/8Y7/8Y7/9YYY4"


def test_highlights_in_hostage_offer_what_the_enemy_holds(engine):
    engine.send("variant hostage", "force", "setboard 4k3/2P5/8/8/8/8/8/4K3[#RN] w - - 0 1")
    assert marks(engine, "lift c7")[-2:] == ["highlight 2M5/8/8/8/8/8/8/8", "choice RN"]


def test_men_beside_the_board_are_shown_where_they_may_be_dropped(engine):
    """XBoard names their places as if the board went on: White's pawns lie on j1, Black's on _8."""
    engine.send("variant hostage", "force", "setboard 4k3/8/8/8/8/8/4P3/4K3[P#Nb] w - - 0 1")
    pawns = "8/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPP1PPP/8".replace("P", "Y")
    assert marks(engine, "lift j1")[-1] == f"highlight {pawns}"
    assert marks(engine, "lift j2") == ["highlight YYYY1YYY/YYYYYYYY/YYYYYYYY/YYYYYYYY/YYYYYYYY/YYYYYYYY/YYYY1YYY/YYYY1YYY"]
    assert marks(engine, "lift j3", "lift j4") == ["highlight 8/8/8/8/8/8/8/8"] * 2
    assert marks(engine, "lift _8", "lift i1") == []  # it is not Black's turn
    engine.send("setboard 4k3/8/8/8/8/8/4P3/4K3[p] b - - 0 1")
    assert marks(engine, "lift _8") == [f"highlight {pawns}"]
    engine.send("setboard k7/8/8/8/8/8/8/K3r3[N] w - - 0 1")
    assert marks(engine, "lift j2") == ["highlight 8/8/8/8/8/8/8/1YYY4"]  # only what parries the check


@pytest.mark.parametrize("command, answer", [("analyze", "1 .*"), ("usermove e2e4", MOVE)])
def test_the_mouse_does_not_disturb_thought(engine, command, answer):
    """The depths go on, in analysis and while the engine ponders; the marks are of the position on the board."""
    engine.send("setboard 4k3/8/8/8/8/8/1P2P3/4K3 w - - 0 1", "hard", command)
    engine.expect(answer)
    engine.send("post")
    depths = []
    for _ in range(6):
        depths.append(int(engine.expect(THINKING)[0].split()[0]))
        engine.send("lift b2", "hover b4", "put b3")
        assert engine.expect("highlight (.*)")[1] == "8/8/8/8/1Y6/1Y6/8/8"
    assert depths == sorted(set(depths))


def test_no_highlight_while_the_engine_is_to_move(engine):
    engine.send("new", "st 100000", "go", "lift e2", "?")
    engine.expect(MOVE)
    assert len(engine.seen) == 1 and done(engine) == []
