"""XBoard's protocol, in scripted sessions. Cases are those of the list of situations that broke other engines."""
import re
import shlex
import signal
import subprocess

import chess
import chess.engine
import pytest
from conftest import COMMAND, MOVE, PATIENCE, THINKING

from frabjous.engine.clock import bounds
from frabjous.protocol.clock import UNTIMED_MOVE, Clock, after


@pytest.fixture
def engine(xboard_client):
    """An engine with a new game of chess that it will play as Black, at two plies a move."""
    xboard_client.send("force", "easy", "nopost", "new", "sd 2")
    xboard_client.barrier()
    return xboard_client


def ready(engine):
    """Wait until the engine has done all it was told, compiler and all; the lines it has sent but for the boards."""
    engine.send("force", "hint")
    engine.expect("Hint: .*")
    return [line for line in engine.seen[:-1] if not line.startswith(("setup ", "piece "))]


def features(engine):
    engine.expect("feature done=1")
    return [word for line in engine.seen if line.startswith("feature ") for word in shlex.split(line)[1:]]


# -------------------------------------------------------------------- the beginning
def test_case_1_features_begin_and_end_with_done(start):
    engine = start("xboard", "protover 2")
    engine.expect("feature done=0")
    assert len(engine.seen) == 1
    engine.expect("feature done=1")


def test_case_2_ping_and_setboard(start):
    assert {"ping=1", "setboard=1", "usermove=1", "sigint=0", "colors=0"} <= set(features(start("protover 2")))


def test_case_3_options_in_both_grammars(start):
    engine = start("xboard", "protover 2")
    options = [word.removeprefix("option=") for word in features(engine) if word.startswith("option=")]
    assert options == ["EnPassant -combo *none /// landed /// passed /// either", "ClearHash -button", "MultiPV -spin 1 1 256",
                       "MoveOverhead -spin 30 0 5000", "SkillLevel -spin 20 0 20", "Exchange -combo *auto /// ask", "Resign -check 0"]
    for option in options:
        parsed = chess.engine._parse_xboard_option(option)
        assert (parsed.name, parsed.type) == tuple(option.replace("-", "").split()[:2])
    for line in engine.seen:
        assert re.fullmatch(r'feature( (\w+)=("[^"]+"|\w+))+', line)


def test_features_name_the_games(start):
    names = "normal,omega,alice,hostage,chessgi,alice2,msalice,odonohue,duo,alice84,raumschach"
    assert f"variants={names}" in features(start("protover 2"))


def test_protocol_1_needs_no_features(start):
    engine = start("new", "sd 1", "e2e4")
    engine.expect(MOVE)
    assert not any(line.startswith("feature") for line in engine.seen)


# -------------------------------------------------------------------- a game
def test_the_engine_answers_moves(engine):
    engine.send("usermove e2e4")
    answer = engine.expect(MOVE)[1]
    board = chess.Board()
    board.push_uci("e2e4")
    board.push_uci(answer)
    engine.send("d2d4")
    board.push_uci("d2d4")
    board.push_uci(engine.expect(MOVE)[1])


def test_go_plays_the_side_to_move_and_playother_the_other(engine):
    engine.send("go")
    assert engine.expect(MOVE)[1][1] in "12"
    engine.send("new", "sd 2", "force", "usermove e2e4", "playother", "usermove e7e5")
    assert chess.Move.from_uci(engine.expect(MOVE)[1])
    assert "Illegal" not in str(engine.barrier())


def test_thinking_lines_have_depth_score_time_nodes_and_variation(engine):
    engine.send("sd 4", "post", "go")
    engine.expect(MOVE)
    lines = engine.seen[-5:-1]
    assert [line.split()[0] for line in lines] == ["1", "2", "3", "4"]
    assert all(re.fullmatch(THINKING, line) for line in lines)
    engine.send("nopost", "go")
    engine.expect(MOVE)
    assert len(engine.seen) == 1


def test_undo_and_remove(engine):
    engine.send("force", "usermove e2e4", "usermove e7e5", "undo", "usermove e7e6", "remove", "usermove e2e4", "usermove e7e5")
    assert ready(engine) == []
    engine.send("remove", "undo")
    assert engine.barrier() == ["Error (no move to take back): undo"]


def test_results_are_claimed(engine):
    engine.send("force", "usermove f2f3", "usermove e7e5", "usermove g2g4", "go")
    assert engine.expect(MOVE)[1] == "d8h4"
    engine.expect(re.escape("0-1 {Black mates}"))
    engine.send("go")
    engine.expect(re.escape("0-1 {Black mates}"))
    assert engine.barrier() == []


def test_a_mate_by_the_opponent_is_claimed(engine):
    engine.send("force", "usermove f2f3", "usermove e7e5", "usermove g2g4", "playother", "usermove d8h4")
    engine.expect(re.escape("0-1 {Black mates}"))
    assert engine.barrier() == []


def test_stalemate_is_claimed(engine):
    engine.send("force", "setboard 7k/8/8/6Q1/8/8/8/K7 w - - 0 1", "playother", "usermove g5g6")
    engine.expect(re.escape("1/2-1/2 {Stalemate}"))


def test_hint(engine):
    engine.send("usermove e2e4")
    engine.expect(MOVE)
    engine.send("hint")
    engine.expect(r"Hint: \S+")


def test_perft_with_divide(engine):
    engine.send("force", "perft 3")
    engine.expect("nodes 8902")
    assert "e2e4: 600" in engine.seen
    engine.expect(r"nps \d+")
    engine.send("perft 0")
    engine.expect("nodes 1")


def test_edit(engine):
    engine.send("force", "edit", "#", "Ka1", "Pb7", "c", "Kh8", "xh8", "Kh7", ".", "usermove b7b8q")
    assert ready(engine) == []
    engine.send("edit", "#", "quack", ".", "usermove a1a2")
    assert engine.barrier() == ["tellusererror Illegal position: 'quack' in edit is no man on a square", "Illegal move: a1a2"]


# -------------------------------------------------------------------- the other games
def test_variants_come_with_their_boards_before_the_pong(engine):
    for name, pieces in (("omega", 4), ("alice", 1), ("hostage", 0), ("chessgi", 0), ("normal", -1)):
        engine.send(f"variant {name}")
        lines = engine.barrier()
        assert len(lines) == 1 + pieces
        assert all(line.startswith("setup (PNBRQ") for line in lines[:1])
        assert all(line.startswith("piece ") for line in lines[1:])


def test_omega_speaks_xboards_squares(engine):
    engine.send("variant omega", "force", "usermove g3g6", "usermove g10g7", "usermove a1b4")
    assert ready(engine) == []
    engine.send("sd 2", "go")
    assert re.fullmatch(r"[a-l]\d+[a-l]\d+", engine.expect(MOVE)[1])


def test_case_21_alice_hops_between_two_boards(engine):
    engine.send("variant alice", "force", "usermove e2m4", "usermove d7l5,d5k5", "usermove b2b4,b4j4", "usermove e7m5")
    assert ready(engine) == []


def test_alice_captures_and_castles_in_two_legs(engine):
    """The engine's own moves, in positions where it has but one good one."""
    engine.send("variant alice", "force", "setboard 4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1", "sd 3", "go")
    assert engine.expect(MOVE)[1] == "e3d5,d5l5"
    engine.send("new", "variant alice", "force", "setboard 16/16/16/16/16/4k11/16/R3K11 w - - 0 1", "usermove e1k1,a1l1")
    assert ready(engine) == []


def test_case_23_alice_from_xboards_board_may_castle(engine):
    board = "rnbqk2r8/pppppppp8/16/16/16/16/PPPPPPPP8/RNBQK2R8 w - - 0 1"
    engine.send("variant alice", "force", f"setboard {board}", "usermove e1o1,h1n1", "usermove e8o8,h8n8")
    assert ready(engine) == []


def test_case_22_hostage_with_empty_holdings(engine):
    engine.send("variant hostage", "force", "setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[-] w KQkq - 0 1", "usermove e2e4")
    assert ready(engine) == []


def test_hostage_drops_and_exchanges_look_alike(engine):
    engine.send("variant hostage", "force")
    for held, legal in (("[N#]", True), ("[#Np]", False), ("[#Nb]", True), ("[]", False)):
        engine.send(f"setboard 4k3/8/8/8/8/8/8/4K3{held} w - - 0 1", "usermove N@f6")
        assert ready(engine) == ([] if legal else ["Illegal move: N@f6"])


@pytest.mark.parametrize("held, is_exchange", [("#Qqn", True), ("Q#q", False)])
@pytest.mark.parametrize("opponent", ["random", "computer"])
def test_hostage_says_what_it_exchanges(engine, held, is_exchange, opponent):
    """A queen is dropped beside the king and mates. Only a person is told what she costs, which XBoard cannot show."""
    engine.send("new", "variant hostage", opponent, "force", "post", f"setboard 7k/8/7K/8/8/8/8/8[{held}] w - - 0 1", "sd 3", "go")
    assert re.fullmatch("Q@[gh]7", engine.expect(MOVE)[1])
    assert ("Q#Q@" in engine.seen[-2]) == is_exchange
    told = [line for line in engine.barrier() if line.startswith("telluser")]
    assert len(told) == (is_exchange and opponent == "random")
    assert all(line.startswith("telluser Exchange (Q-Q)Q*") for line in told)


def test_hostage_drops_no_pawn_that_xboard_does_not_show():
    """A pawn that has promoted goes to prison, but not beside XBoard's board."""
    from frabjous.engine.coordinates import parts
    from frabjous.engine.game import Game
    from frabjous.engine.geometry import geometry
    from frabjous.engine.notation import read_fen, read_move
    from frabjous.engine.variants import page_named
    from frabjous.protocol.said import sayable, shown_pawns

    page = page_named("hostage")
    for held, shown in (("[#Qp]", 0), ("[#QPpp]", 1)):
        game = Game(page, read_fen(geometry(page), f"7k/P7/8/8/8/8/8/4K3{held} w - - 0 1"))
        for text in ("a7a8q", "h8h7"):
            game.make(read_move(game, text))
        legal, allowed = ({p.to for move in moves if (p := parts(game.rules, move)).square is None and p.letter == "P"}
                          for moves in (game.legal_moves(), sayable(game)))
        assert shown_pawns(game) == shown
        assert legal and allowed == (legal if shown else set())


def test_hostage_plays_only_what_is_understood(engine):
    """Freed by its convention, a knight costs a knight where there is one: the engine may not pay with the queen."""
    from frabjous.engine.game import Game
    from frabjous.engine.geometry import geometry
    from frabjous.engine.notation import read_fen, read_move, write_move_xboard
    from frabjous.engine.variants import page_named
    from frabjous.protocol.said import sayable

    page = page_named("hostage")
    game = Game(page, read_fen(geometry(page), "4k3/8/8/8/8/8/8/4K3[N#NBQnbq] w - - 0 1"))
    moves = sayable(game)
    assert 0 < len(moves) < len(game.legal_moves())
    assert all(read_move(game, write_move_xboard(game.rules, move, game), "xboard") == move for move in moves)


# -------------------------------------------------------------------- clocks
def test_case_4_st_0_takes_the_time_that_is_shown(engine):
    engine.send("new", "st 0", "post", "easy", "time 50", "otim 50", "go")
    engine.expect(MOVE)
    clock = Clock()
    clock.fix("0")
    clock.show("50")
    assert clock.limits(0).seconds == 0.5


@pytest.mark.parametrize("text, moves, base, increment", [
    ("40 5 0", 40, 300, 0), ("40 0:30 0", 40, 30, 0), ("0 2 12", 0, 120, 12), ("0 0:05 0.1", 0, 5, 0.1),
    ("0 4:57 3.0", 0, 297, 3), ("10 0:30 0", 10, 30, 0), ("40 25+5 0", 40, 1500, 0)])
def test_case_5_level(text, moves, base, increment):
    clock = Clock()
    clock.level(text, 0)
    limits = clock.limits(0)
    assert (limits.remaining, limits.increment, limits.moves_to_go) == (base, increment, moves or None)


def test_case_5_level_and_st_cancel_each_other_but_not_sd():
    clock = Clock()
    clock.limit_depth("7")
    clock.level("40 5 0", 0)
    clock.fix("3")
    assert clock.limits(0) == clock.limits(11) and (clock.limits(0).seconds, clock.limits(0).remaining) == (3, None)
    clock.level("40 5 0", 0)
    assert (clock.limits(0).seconds, clock.limits(0).remaining, clock.limits(0).depth) == (None, 300, 7)
    clock.new_game()
    assert clock.limits(0).depth is None


def test_case_5_sessions_are_counted_from_the_level_command():
    clock = Clock()
    clock.level("10 1 0", 0)
    assert [clock.limits(made).moves_to_go for made in (0, 9, 10, 13)] == [10, 1, 10, 7]
    clock.level("7 1 0", 13)
    assert clock.limits(13).moves_to_go == 7


def test_case_5_level_before_every_move(engine):
    for move in ("e2e4", "d2d4", "a2a3"):
        engine.send("force", "level 0 0:05 0.1", "time 500", "otim 500", "go", "?")
        engine.expect(MOVE)
    assert engine.barrier() == []


def test_the_clock_runs_without_time_commands():
    clock = Clock()
    clock.level("2 1 5", 0)
    clock.moved(10, 1)
    assert clock.limits(1).remaining == 55
    clock.moved(10, 2)
    assert clock.limits(2).remaining == 110
    clock.new_game()
    assert clock.limits(0).remaining == 60


@pytest.mark.parametrize("command", ["level", "level 40", "level 40 5", "level x 5 0", "level 40 -5 0", "level 0 nan 0", "st", "st now",
                                     "sd deep", "time", "nps", "nps much", "perft", "perft -1", "perft 9999999", "memory", "cores all"])
def test_malformed_settings_are_refused(engine, command):
    engine.send(command)
    engine.expect(re.escape(f"Error (malformed command): {command}"))
    engine.send("force")
    assert engine.barrier() == []


@pytest.mark.parametrize("lines", [("time 0", "otim 0"), ("time -50", "otim 0"), ("st 0",), ("st 0.01",)])
def test_case_6_odd_clocks(engine, lines):
    engine.send("new", "force", "level 0 5 0", *lines, "go")
    engine.expect(MOVE)


def test_case_6_no_level(start):
    engine = start("xboard", "protover 2", "new", "force", "sd 3", "post", "easy", "time 86400", "go")
    engine.expect(MOVE)


def test_case_6_no_command_about_time():
    assert Clock().limits(0).seconds == UNTIMED_MOVE


def test_case_6_no_time_is_a_move_at_a_glance():
    clock = Clock()
    for shown in ("0", "-50", "3"):
        clock.show(shown)
        assert bounds(after(clock.limits(0), 0.0)) == (0, 0.001)
    clock.show("1000")
    assert after(clock.limits(0), 2.0).remaining == 8
    assert after(clock.limits(0), 20.0).remaining == 0
    clock.fix("1")
    assert bounds(after(clock.limits(0), 20.0)) == (0.001, 0.001)


def test_case_19_a_first_move_with_hardly_any_time(start):
    engine = start("xboard", "protover 2", "new", "level 0 0:01 0.1", "go")
    engine.expect(MOVE)


# -------------------------------------------------------------------- commands while it thinks
def think_forever(engine, *lines):
    """Have the engine think about a long move, and wait until it does."""
    engine.send("new", "st 100000", "post", *lines, "go")
    engine.expect(THINKING)


def test_case_7_a_game_that_ends_while_the_engine_thinks(engine):
    think_forever(engine)
    engine.send("result 1-0 {Black resigns}", "force", "ping 1002")
    engine.expect("pong 1002")
    assert not any(line.startswith("move") for line in engine.seen)
    engine.send("new", "random", "level 40 5 0", "post", "hard")
    assert engine.barrier() == []


@pytest.mark.parametrize("command", ["force", "new", "result *", "undo", "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "analyze", "variant alice", "edit"])
def test_a_search_that_is_withdrawn_makes_no_move(engine, command):
    think_forever(engine)
    engine.send(command, *["."] * (command == "edit"), "force", "ping 1003")
    engine.expect("pong 1003")
    assert not any(line.startswith("move") for line in engine.seen)
    engine.send("new", "sd 1", "go")
    engine.expect(MOVE)
    assert not any(re.fullmatch(THINKING, line) for line in engine.seen[:-2])


def test_case_8_move_now(engine):
    think_forever(engine)
    engine.send("?", "ping 1004")
    engine.expect("pong 1004")
    assert [line.split()[0] for line in engine.seen[-2:]] == ["move", "pong"]
    engine.send("?")
    assert engine.barrier() == []


def test_move_now_before_the_search_has_begun(engine):
    engine.send("new", "st 100000", "go", "?")
    engine.expect(MOVE)


def test_case_9_a_ping_during_thought_is_answered_after_the_move(engine):
    ready(engine)
    engine.send("new", "sd 6", "go", "ping 1005")
    engine.expect("pong 1005")
    assert engine.seen[-2].startswith("move ")
    engine.send("analyze", "ping 1006")
    engine.expect("pong 1006")


def test_case_10_what_asks_nothing_is_accepted_silently(engine):
    engine.send("force")
    engine.barrier()
    for line in ("accepted ping", "rejected setscore", "random", "computer", "name Alice", "rating 0 0", "ics -", "hard", "easy", "post",
                 "nopost", "otim 100", "draw", "result *", "white", "black", "egtpath nalimov /x", "cores 2", "memory 32", "option Foo=1",
                 "partner", "ptell hello", ".", "?", "", "pause", "resume", "nps 0", "hover a3", "put a4", "lift z9", "holding [] []", "exch N"):
        engine.send(line)
    assert engine.barrier() == []


def test_unknown_commands(engine):
    engine.send("force", "quack", "hello world 2", "x" * 8000)
    lines = engine.barrier()
    assert lines[:2] == ["Error (unknown command): quack", "Error (unknown command): hello world 2"]
    assert len(lines) == 3 and len(lines[2]) < 300


def test_any_bytes_are_survived(engine):
    engine.send_bytes(b"force\r\nusermove e2e4\r\n\x00\xff\xfe\n\x80usermove\n" + b"\xc3\x28 " * 3000 + b"\nusermove \xff\n")
    lines = ready(engine)
    assert lines[-1].startswith("Illegal move: ")
    assert all(line.startswith(("Error (unknown command)", "Illegal move")) for line in lines)


# -------------------------------------------------------------------- wrong moves, positions, variants
def test_case_11_a_move_out_of_nothing_is_swallowed(engine):
    engine.send("new", "variant omega", "force", "b2b3", "a7a6", "setboard 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "b2b9")
    assert not any(line.startswith("Illegal move") for line in ready(engine))
    engine.send("new", "force", "e2e4", "e2e4")
    assert engine.barrier() == ["Illegal move: e2e4"]


@pytest.mark.parametrize("text", ["8/8/8/8/8/8/8/8 w - - 0 1", "8", "", "8/8/8/8/8/8/8/8/8 w - - 0 1", "kk6/8/8/8/8/8/8/K7 w - - 0 1",
                                  "k7/8/8/8/8/8/8/KR6 b - - -1 1", "kR6/8/8/8/8/8/8/K7 w - - 0 1"])
def test_case_12_illegal_setboard(engine, text):
    engine.send("force", f"setboard {text}", "usermove e2e4", "go")
    engine.expect("tellusererror Illegal position: .+")
    engine.expect("Illegal move: e2e4")
    engine.expect(re.escape("Error (illegal position): go"))
    engine.send("exit", "new", "sd 1", "usermove e2e4")
    engine.expect(MOVE)


def test_case_13_unknown_variant(engine):
    engine.send("new", "variant omega", "force", "variant janus")
    engine.expect(re.escape("Error (unsupported variant): janus"))
    engine.send("usermove g3g6")
    assert ready(engine) == []


@pytest.mark.parametrize("move", ["e1c1", "O-O-O", "e2e5", "e7e8q", "@@@@", "x", "", "e2e4e5", "N@f3"])
def test_case_16_what_is_not_a_legal_move_is_told_and_not_answered(engine, move):
    engine.send(f"usermove {move}".strip(), "ping 1007")
    engine.expect(f"Illegal move: {re.escape(move)}")
    engine.expect("pong 1007")
    assert not any(line.startswith("move") for line in engine.seen)


@pytest.mark.parametrize("lines", [("usermove e2e5",), ("usermove quack", "usermove d2d5"), ("go", "force", "undo")])
def test_go_after_what_was_not_obeyed_is_obeyed(engine, lines):
    engine.send(*lines, "ping 1009", "go", "ping 1010")
    engine.expect("pong 1010")
    assert [line.split()[0] for line in engine.seen if line.startswith(("move", "pong"))][-3:] == ["pong", "move", "pong"]


def test_go_twice_is_go_once(engine):
    engine.send("new", "st 100000", "go", "go", "go", "?")
    engine.expect(MOVE)
    assert engine.barrier() == []
    engine.send("usermove e7e5", "go", "?")
    engine.expect(MOVE)
    assert engine.barrier() == []


# -------------------------------------------------------------------- the end
@pytest.mark.parametrize("lines", [(), ("new",), ("variant omega", "go"), ("analyze",), ("sd 60", "go"), ("perft 9",)])
def test_case_14_the_end_of_the_input_ends_the_program(start, lines):
    engine = start("xboard", "protover 2", *lines)
    engine.expect("feature done=1")
    assert engine.close() == (0, "")


@pytest.mark.parametrize("lines", [(), ("new", "st 1000", "go"), ("edit",)])
def test_quit_ends_the_program(start, lines):
    engine = start("xboard", "protover 2", *lines, "quit")
    engine.expect(None)
    assert engine.process.wait(PATIENCE) == 0


def test_a_reader_that_has_gone_ends_the_program():
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    process.stdin.write(b"xboard\nprotover 2\n")
    process.stdin.flush()
    assert process.wait(PATIENCE) == 0
    assert process.stderr.read() == b""
    process.stdin.close()


def test_case_15_sigint_is_ignored_and_sigterm_ends(start):
    engine = start("xboard", "protover 2")
    think_forever(engine)
    engine.process.send_signal(signal.SIGINT)
    engine.send("?")
    engine.expect(MOVE)
    engine.process.send_signal(signal.SIGTERM)
    assert engine.process.wait(PATIENCE) != 0
    assert engine.process.stderr.read() == b""


# -------------------------------------------------------------------- analysis
def test_case_17_analysis(engine):
    engine.send("new", "force", "usermove e2e4", "exclude all", "include e7e5", "post", "analyze")
    for _ in range(3):
        assert engine.expect(THINKING)[0].split()[4] == "e7e5"
    engine.send(".")
    engine.expect(r"stat01: \d+ \d+ \d+ \d+ \d+.*")
    engine.send("usermove e7e6")
    while engine.expect(THINKING)[0].split()[4] not in ("d2d4", "g1f3", "b1c3"):
        pass
    for line in ("undo", "new", "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "exclude e2e4", "option EnPassant=none", "variant alice"):
        engine.send(line)
        engine.expect(THINKING)
    engine.send("exit", "ping 1008")
    engine.expect("pong 1008")
    engine.send("force")
    assert engine.barrier() == []


def test_excluded_moves_come_back(engine):
    """A move that mates at once."""
    engine.send("new", "force", "setboard 6rk/6pp/8/6N1/8/8/8/K7 w - - 0 1", "exclude g5f7", "analyze")
    engine.expect(THINKING)
    engine.barrier()
    assert not any(line.endswith(" g5f7") for line in engine.seen)
    engine.send("include g5f7")
    engine.expect(r"\d+ 100001 .* g5f7")


def test_case_18_mate_scores(engine):
    engine.send("new", "post", "setboard 7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "sd 4", "go")
    assert engine.expect(MOVE)[1] in ("g6g7", "g6e8")
    assert engine.seen[-2].split()[1] == "100001"
    engine.send("new", "post", "setboard 7k/8/5K2/6Q1/8/8/8/8 b - - 0 1", "sd 8", "go")
    engine.expect(MOVE)
    assert engine.seen[-2].split()[1] == "-100001"


def test_case_20_one_process_plays_one_game_after_the_other(engine):
    for variant, square in (("omega", "l"), ("", "h"), ("alice", "p"), ("hostage", "h"), ("", "h")):
        engine.send("memory 16", "cores 1", "new", *([f"variant {variant}"] * bool(variant)), "sd 2", "go")
        move = engine.expect(MOVE)[1]
        assert all(letter <= square for letter in re.findall("[a-z]", move))
        assert not any("Error" in line for line in engine.seen)
    engine.send("new", "force", "usermove e2e4")
    assert engine.barrier() == []


# -------------------------------------------------------------------- python-chess as the GUI
def test_python_chess_plays_a_game():
    with chess.engine.SimpleEngine.popen_xboard(COMMAND, timeout=PATIENCE) as engine:
        assert engine.id["name"].startswith("Frabjous")
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 30:
            result = engine.play(board, chess.engine.Limit(depth=3), info=chess.engine.INFO_ALL)
            assert result.info["depth"] >= 1
            board.push(result.move)
        assert board.ply() >= 10
        info = engine.analyse(board, chess.engine.Limit(depth=3))
        assert info["pv"][0] in board.legal_moves


def test_python_chess_with_clocks():
    with chess.engine.SimpleEngine.popen_xboard(COMMAND, timeout=PATIENCE) as engine:
        board = chess.Board("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1")
        for limit in (chess.engine.Limit(time=0.1), chess.engine.Limit(white_clock=3, black_clock=3, white_inc=0.1, black_inc=0.1)):
            board.push(engine.play(board, limit).move)


# -------------------------------------------------------------------- a first start
def test_what_is_asked_while_the_compiler_works_is_answered(start, tmp_path, monkeypatch):
    monkeypatch.setenv("FRABJOUS_CACHE", str(tmp_path))
    engine = start("xboard", "protover 2", "new", "variant hostage", "ping 1")
    engine.expect("pong 1")
    if not any(line.startswith("# compiling") for line in engine.seen):
        engine.expect("# compiling hostage, once: .*compiled code.*")
    engine.send("ping 2")
    engine.expect("pong 2")
    assert not list(tmp_path.rglob("*.o"))  # what was answered did not wait


def test_another_game_does_not_wait_for_the_compiler_of_the_one_before(start, tmp_path, monkeypatch):
    monkeypatch.setenv("FRABJOUS_CACHE", str(tmp_path))
    engine = start("xboard", "protover 2", "new")
    engine.expect("# compiling chess, once: .*")
    engine.send("variant hostage")
    engine.expect("# compiling hostage, once: .*")
    assert not list(tmp_path.rglob("*.o"))
