"""The Universal Chess Interface, in scripted sessions."""
import re

import chess
import chess.engine
import pytest
from conftest import COMMAND, PATIENCE, Client

from frabjous.engine.variants import GAMES

BEST = r"bestmove (\S+)( ponder \S+)?"
INFO = (r"info depth \d+ seldepth \d+ score (cp|mate) -?\d+ nodes \d+ nps \d+ hashfull \d+ time \d+ pv (\S+)( \S+)*")
SMOTHERED = "6rk/6pp/8/6N1/8/8/8/K7 w - - 0 1"


@pytest.fixture(scope="module")
def shared():
    """One engine for all tests: they reuse it as GUIs do, from game to game."""
    client = Client("uci", "go depth 1")
    client.expect(BEST)  # nothing has to be compiled any more
    yield client
    assert client.close() == (0, "")


@pytest.fixture
def engine(shared):
    """An engine that stands at the array of chess."""
    shared.send("stop", "setoption name UCI_Variant value chess", "ucinewgame", "position startpos")
    ready(shared)
    return shared


def ready(engine):
    """Wait until the engine has done all it was told; the lines it has sent on the way."""
    engine.send("isready")
    engine.expect("readyok")
    return engine.seen[:-1]


def best(engine, go):
    """The move it answers."""
    engine.send(go)
    return engine.expect(BEST)[1]


def fen(engine):
    """The position it stands at."""
    engine.send("d")
    return engine.expect("Fen: (.*)")[1]


# -------------------------------------------------------------------- the beginning
def test_the_answer_to_uci(start):
    engine = start("uci")
    engine.expect("uciok")
    lines = engine.seen
    assert lines[0] == "id name Frabjous 0.1.0" and lines[1].startswith("id author ")
    assert "option name Hash type spin default 64 min 1 max 65536" in lines
    assert f"option name UCI_Variant type combo default chess {' '.join(f'var {name}' for name in GAMES)}" in lines
    assert "option name EnPassant type combo default none var none var landed var passed var either" in lines


def test_every_option_is_described_as_uci_wants_it(start):
    engine = start("uci")
    engine.expect("uciok")
    described = [line for line in engine.seen if line.startswith("option ")]
    for line in described:
        assert re.fullmatch(r"option name [A-Za-z_ ]+ type (spin default \d+ min \d+ max \d+|check default (true|false)|button"
                            r"|combo default \w+( var \w+)+)", line)
    names = {re.match("option name (.*) type", line)[1] for line in described}
    assert names >= {"Hash", "Threads", "MultiPV", "Ponder", "Clear Hash", "Move Overhead", "Skill Level", "UCI_Variant", "UCI_AnalyseMode",
                     "UCI_ShowWDL", "UCI_LimitStrength", "UCI_Elo", *(name for page in GAMES.values() for name in page.OPTIONS)}


def test_go_before_anything_else(start):
    assert best(start("uci"), "go depth 2")


def test_unknown_commands_are_ignored(engine):
    engine.send("quack", "", "  ", "x" * 8000, "position", "go", "stop")
    engine.expect(BEST)
    engine.send_bytes(b"\xff\x00\r\nisready\r\n")
    engine.expect("readyok")


# -------------------------------------------------------------------- positions
def test_positions_and_moves(engine):
    engine.send("position startpos moves e2e4 e7e5 g1f3")
    assert fen(engine) == "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
    engine.send("position startpos moves e2e4 e7e5 g1f3 b8c6")  # the same game goes on
    assert fen(engine).startswith("r1bqkbnr/pppp1ppp/2n5/")
    engine.send("position startpos moves d2d4")
    assert fen(engine).startswith("rnbqkbnr/pppppppp/8/8/3P4/")
    engine.send(f"position fen {SMOTHERED} moves g5f7")
    assert fen(engine) == "6rk/5Npp/8/8/8/8/8/K7 b - - 1 1"


@pytest.mark.parametrize("wrong, complaint", [
    ("fen 8/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
    ("fen", "expected startpos, or fen and a position"),
    ("", "expected startpos, or fen and a position"),
    ("startpos moves e2e4 e2e4", "illegal move 'e2e4' at ply 2"),
    ("startpos moves d2d4 quack", "unreadable move 'quack' at ply 2"),
    ("fen kR6/8/8/8/8/8/8/K7 w - - 0 1", "Black is in check and not to move")])
def test_a_wrong_position_is_told_and_the_old_one_kept(engine, wrong, complaint):
    engine.send("position startpos moves d2d4", f"position {wrong}")
    assert engine.expect("info string position not taken: (.*)")[1] == complaint
    assert fen(engine).startswith("rnbqkbnr/pppppppp/8/8/3P4/")
    engine.send("position startpos moves d2d4 d7d5")
    assert fen(engine).startswith("rnbqkbnr/ppp1pppp/8/3p4/3P4/")


@pytest.mark.parametrize("variant, files", [("omega", "a-jw"), ("alice", "a-h"), ("hostage", "a-h"), ("chessgi", "a-h"), ("normal", "a-h")])
def test_every_game_is_played(engine, variant, files):
    engine.send(f"setoption name UCI_Variant value {variant}", "position startpos")
    assert re.fullmatch(rf"[{files}]\d[{files}]\d", best(engine, "go depth 2"))


def test_moves_are_read_in_the_pages_squares_alone(engine):
    """In Omega c3c5 is legal in XBoard's squares, where it is b1b3."""
    engine.send("setoption name UCI_Variant value omega", "position startpos moves c3c5")
    assert engine.expect("info string position not taken: (.*)")[1] == "illegal move 'c3c5' at ply 1"


def test_a_drop_and_an_exchange(engine):
    engine.send("setoption name UCI_Variant value hostage",
                "position fen 4k3/8/8/8/8/8/8/4K3[N#Bb] w - - 0 1 moves N@f3 e8d8 B#B@a4")
    assert fen(engine) == "3k4/8/8/8/B7/5N2/8/4K3[b] b - - 0 2"


# -------------------------------------------------------------------- options
@pytest.mark.parametrize("option", ["name MultiPV value 2", "name MultiPV value 1", "name Ponder value true", "name Clear Hash",
                                    "name UCI_AnalyseMode value false", "name UCI_Elo value 2400", "name Skill Level value 20",
                                    "name Hash value 16", "name hash value 1", "name Threads value 2", "name Move Overhead value 100",
                                    "name EnPassant value landed", "name EnPassant value none", "name Threads value 1"])
def test_options_are_taken_silently(engine, option):
    engine.send(f"setoption {option}")
    assert ready(engine) == []
    assert best(engine, "go depth 2")


@pytest.mark.parametrize("option, complaint", [
    ("name Hash value 0", "0 is not between 1 and 65536"), ("name Hash value much", "'much' is not a number"), ("name Hash", "'' is not a number"),
    ("name MultiPV value 0", "0 is not between 1 and 256"), ("name UCI_ShowWDL value maybe", "'maybe' is neither true nor false"),
    ("name UCI_Elo value 99", "99 is not between 800 and 2400"),
    ("name Foo value 1", "there is no such option"), ("", "there is no such option"),
    ("name UCI_Variant value janus", "unknown game 'janus'"), ("name EnPassant value always", "EnPassant is one of none, landed")])
def test_wrong_options_are_told(engine, option, complaint):
    engine.send(f"setoption {option}")
    assert complaint in engine.expect("info string option .*: (.*)")[1]
    assert best(engine, "go depth 1")


# -------------------------------------------------------------------- go
def test_info_lines(engine):
    engine.send("go depth 3")
    for depth in "123":
        assert re.fullmatch(INFO, engine.expect("info .*")[0]).string.split()[2] == depth
    engine.expect(BEST)
    assert len(engine.seen) == 1


@pytest.mark.parametrize("limits", ["nodes 2000", "movetime 50", "wtime 1000 btime 1000", "wtime 500 btime 1 winc 10 binc 10",
                                    "wtime 60 btime 60 movestogo 1", "wtime 0 btime 0", "wtime -5 btime -5", "movetime 0", "nodes 0",
                                    "depth 0", "depth 2 wtime 100000", "depth", "depth much movetime 20",
                                    f"wtime {'9' * 400} nodes {'9' * 400} movestogo {'9' * 400}"])
def test_go_with_every_limit(engine, limits):
    engine.send(f"go {limits}", "stop")
    move = engine.expect(BEST)[1]
    assert chess.Move.from_uci(move) in chess.Board().legal_moves
    assert not any(line.startswith("bestmove") for line in ready(engine))


def test_several_lines(engine):
    """Each has another first move, and the best comes first; the best is what one line alone would be."""
    engine.send("setoption name MultiPV value 3", "go depth 4")
    engine.expect(BEST)
    last = [line.split() for line in engine.seen if line.startswith("info depth 4 ")]
    assert [words[words.index("multipv") + 1] for words in last] == ["1", "2", "3"]
    scores = [int(words[words.index("cp") + 1]) for words in last]
    assert scores == sorted(scores, reverse=True)
    assert len({words[words.index("pv") + 1] for words in last}) == 3
    assert engine.seen[-1].split()[1] == last[0][last[0].index("pv") + 1]
    engine.send("go depth 2 searchmoves a2a3 h2h3")  # fewer moves than lines
    engine.expect(BEST)
    assert {line.split(" pv ")[1].split()[0] for line in engine.seen[:-1]} == {"a2a3", "h2h3"}
    engine.send(f"position fen {SMOTHERED}", "go depth 3")
    assert engine.expect(BEST)[1] == "g5f7"
    engine.send("setoption name MultiPV value 1", "go depth 2")
    engine.expect(BEST)
    assert not any("multipv" in line for line in engine.seen)


def test_chances_of_the_outcome(engine):
    engine.send("setoption name UCI_ShowWDL value true", f"position fen {SMOTHERED}", "go depth 2")
    engine.expect(BEST)
    assert re.search(r" score mate 1 wdl 1000 0 0 ", engine.seen[-2])
    engine.send("position startpos", "go depth 2")
    engine.expect(BEST)
    assert sum(map(int, re.search(r" score cp \S+ wdl (\d+) (\d+) (\d+) ", engine.seen[-2]).groups())) == 1000
    engine.send("setoption name UCI_ShowWDL value false", "go depth 2")
    engine.expect(BEST)
    assert "wdl" not in engine.seen[-2]


def test_less_strength_is_fewer_nodes_and_other_moves(engine):
    for setting in ("Skill Level value 0", "UCI_LimitStrength value true"):
        engine.send(f"setoption name {setting}", "setoption name UCI_Elo value 800")
        moves = set()
        for _ in range(8):
            engine.send("ucinewgame", "go depth 30")
            moves.add(engine.expect(BEST)[1])
            assert max(int(line.split(" nodes ")[1].split()[0]) for line in engine.seen if " nodes " in line) <= 300
        assert len(moves) > 1
        engine.send("setoption name Skill Level value 20")
    engine.send("setoption name UCI_AnalyseMode value true", "go nodes 5000")  # in which strength is not limited
    engine.expect(BEST)
    assert max(int(line.split(" nodes ")[1].split()[0]) for line in engine.seen if " nodes " in line) > 300
    engine.send("setoption name UCI_AnalyseMode value false", "setoption name UCI_LimitStrength value false")
    assert ready(engine) == []


def test_after_a_second_the_move_that_is_searched_is_told(engine):
    engine.send("go infinite")
    seen = set()
    while len(seen) < 2:
        seen.add(engine.expect(r"info currmove (\w+ currmovenumber \d+)")[1])
    engine.send("stop")
    engine.expect(BEST)
    legal = {move.uci() for move in chess.Board().legal_moves}
    for text in seen:
        move, _, number = text.split()
        assert move in legal and 1 <= int(number) <= 20


def test_go_mate(engine):
    engine.send(f"position fen {SMOTHERED}", "go mate 1")
    assert engine.expect(BEST)[1] == "g5f7"
    assert any(" score mate 1 " in line for line in engine.seen)  # that the proof is compiled may be told after it


@pytest.mark.parametrize("variant, position, moves, key", [
    ("chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, "f6a6"),
    ("omega", "10/10/10/10/10/kpK5R1/4W5/10/10/10[-/-/-/-] w - - 0 1", 2, "e3b2"),
    ("hostage", "4N3/8/7R/k3n3/3p4/K7/4P3/8[B#Pp] w - - 0 1", 2, "P#P@b4")])
def test_go_mate_finds_a_mate_or_says_that_there_is_none(engine, variant, position, moves, key):
    engine.send(f"setoption name UCI_Variant value {variant}", f"position fen {position}", f"go mate {moves}")
    assert engine.expect(BEST)[1] == key
    assert f" score mate {moves} " in engine.seen[-2]
    engine.send(f"go mate {moves - 1}")
    engine.expect(BEST)
    assert engine.seen[-2] == f"info string no mate in {moves - 1}"


def test_go_mate_of_the_moves_that_are_named(engine):
    engine.send(f"position fen {SMOTHERED}")
    assert best(engine, "go mate 1 searchmoves a1b1 a1a2") in ("a1b1", "a1a2")
    assert engine.seen[-2] == "info string no mate in 1"


def test_go_mate_ends_with_a_limit_or_a_stop(engine):
    """Nobody can prove this; nothing is said to be proven."""
    assert best(engine, "go mate 30 nodes 2000") != "0000"
    assert "no mate" not in "".join(engine.seen)
    engine.send("go mate 30")
    engine.expect("info depth 5 .*")
    engine.send("stop")
    engine.expect(BEST)
    assert "no mate" not in "".join(engine.seen)


def test_go_mate_without_a_legal_move(engine):
    engine.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert best(engine, "go mate 2") == "0000"


def test_go_searchmoves(engine):
    assert best(engine, "go depth 3 searchmoves a2a3") == "a2a3"
    assert best(engine, "go searchmoves h2h4 h7h5 depth 3") == "h2h4"
    assert "info string searchmoves: illegal move 'h7h5'" in engine.seen


@pytest.mark.parametrize("position", ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"])
def test_without_a_legal_move(engine, position):
    engine.send(f"position fen {position}")
    assert best(engine, "go depth 3") == "0000"


@pytest.mark.parametrize("position", ["startpos", "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", f"fen {SMOTHERED}"])
def test_infinite_ends_with_stop_alone(engine, position):
    engine.send(f"position {position}", "go infinite")
    assert not any(line.startswith("bestmove") for line in ready(engine))
    engine.send("stop", "stop")
    engine.expect(BEST)
    assert ready(engine) == []


def test_stop_before_the_search_has_begun(engine):
    engine.send("go infinite", "stop")
    engine.expect(BEST)


def test_stop_without_a_search(engine):
    engine.send("stop", "ponderhit")
    assert ready(engine) == []


def test_isready_during_a_search_is_answered_at_once(engine):
    engine.send("go infinite", "isready")
    engine.expect("readyok")
    engine.send("stop")
    engine.expect(BEST)


def test_pondering(engine):
    engine.send("go ponder wtime 100 btime 100")
    assert not any(line.startswith("bestmove") for line in ready(engine))
    engine.send("ponderhit")
    engine.expect(BEST)
    engine.send("go ponder depth 2", "stop")
    engine.expect(BEST)
    engine.send("go ponder depth 2", "ponderhit")
    engine.expect(BEST)
    engine.send("go depth 3", "ponderhit", "ponderhit")
    engine.expect(BEST)
    assert ready(engine) == []


def depths(engine):
    """The depths that were told since the last `expect`."""
    return [int(line.split()[2]) for line in engine.seen if line.startswith("info depth")]


def test_a_hit_goes_on_with_the_search_that_runs(engine):
    """The iterations after it are those that follow the ones before."""
    engine.send("ucinewgame", "go ponder movetime 1000000000")
    engine.expect("info depth 6 .*")
    seen = depths(engine)
    engine.send("ponderhit", "isready")
    for pattern in ["readyok"] + 3 * ["info depth .*"]:
        engine.expect(pattern)
        seen += depths(engine)
    assert seen == list(range(1, seen[-1] + 1))
    engine.send("stop")
    engine.expect(BEST)


@pytest.mark.parametrize("limits", ["depth 4", "movetime 1", "nodes 100", "wtime 1000 btime 1000 movestogo 1000"])
def test_what_was_pondered_counts_as_thought(engine, limits):
    """A limit that is reached already at the hit ends the search, and one that was not yet reached would."""
    engine.send("ucinewgame", f"go ponder {limits}")
    engine.expect("info depth 9 .*")
    engine.send("ponderhit")
    engine.expect(BEST)
    assert not [depth for depth in depths(engine) if depth < 10]


def test_a_weaker_player_does_not_ponder(engine):
    engine.send("setoption name Skill Level value 3", "go ponder depth 2")
    assert depths(engine) == [] and not any(line.startswith(("info depth", "bestmove")) for line in ready(engine))
    engine.send("ponderhit")
    engine.expect(BEST)
    assert set(depths(engine)) == {1, 2}
    engine.send("go ponder depth 2", "stop")
    engine.expect(BEST)
    engine.send("setoption name Skill Level value 20")


def test_perft(engine):
    engine.send("go perft 3")
    engine.expect("nodes 8902")
    assert "e2e4: 600" in engine.seen
    assert not any(line.startswith("bestmove") for line in ready(engine))
    engine.send("go perft 0")
    engine.expect("nodes 1")
    engine.send("go perft -1")
    engine.expect("info string go perft: there is no depth -1")
    engine.send("go perft 99999999")
    engine.expect("info string go perft: there is no depth 99999999")
    assert not any(line.startswith("nodes") for line in ready(engine))


def test_a_perft_that_is_stopped_says_so(engine):
    engine.send("go perft 9", "stop")
    engine.expect("stopped before all was counted")
    engine.expect("nodes .*")


# -------------------------------------------------------------------- the end
@pytest.mark.parametrize("lines", [(), ("isready",), ("go infinite",), ("go perft 9",), ("go ponder",)])
def test_the_end_of_the_input_ends_the_program(start, lines):
    engine = start("uci", *lines)
    engine.expect("uciok")
    assert engine.close() == (0, "")


def test_what_was_asked_before_the_end_is_answered(engine, start):
    other = start("uci", "isready")
    other.expect("readyok")
    other.send("go infinite")
    assert other.close() == (0, "")
    other.expect(BEST)


def test_quit_ends_the_program(start):
    engine = start("uci", "go infinite", "quit")
    engine.expect(None)
    assert engine.process.wait(PATIENCE) == 0


def test_what_was_asked_before_quit_is_answered(start):
    other = start("uci", "isready")
    other.expect("readyok")
    other.send("go infinite", "stop", "quit")
    other.expect(BEST)
    assert other.process.wait(PATIENCE) == 0


# -------------------------------------------------------------------- python-chess as the GUI
def test_python_chess_plays_a_game():
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=PATIENCE) as engine:
        engine.configure({"Hash": 16})
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 30:
            result = engine.play(board, chess.engine.Limit(depth=3), info=chess.engine.INFO_ALL, ponder=board.ply() % 2 == 0)
            assert result.info["depth"] >= 1
            board.push(result.move)
        assert board.ply() >= 10
        info = engine.analyse(board, chess.engine.Limit(depth=3))
        assert info["pv"][0] in board.legal_moves
        assert engine.play(board, chess.engine.Limit(white_clock=2, black_clock=2)).move in board.legal_moves


def test_a_first_start_says_that_it_compiles_and_answers_meanwhile(start, tmp_path, monkeypatch):
    monkeypatch.setenv("FRABJOUS_CACHE", str(tmp_path))
    engine = start("uci", "isready")
    engine.expect("readyok")
    if not any(line.startswith("info string compiling") for line in engine.seen):
        engine.expect("info string compiling chess, once: .*compiled code.*")
    engine.send("go depth 1", "isready")
    engine.expect("readyok")
    assert not list(tmp_path.rglob("*.o"))  # what was answered did not wait
