"""The command line: what it prints, its errors, its exit codes."""
import importlib
import os
import re
import subprocess
import sys

import pytest
from conftest import COMMAND, PATIENCE

from frabjous.engine import kernels
from frabjous.engine.variants import GAMES
from frabjous.protocol import progress
from frabjous.protocol.command import main

CHESS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def run(*arguments, **more):
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, timeout=PATIENCE, **more)


def lines_of(capsys, *arguments):
    """What a command that goes well prints."""
    assert main(list(arguments)) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out.splitlines()


def error_of(capsys, *arguments):
    """The one line of a command that goes wrong."""
    try:
        code = main(list(arguments))
    except SystemExit as end:
        code = end.code
    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("frabjous: ")
    return err.strip()


# -------------------------------------------------------------------- perft
@pytest.mark.parametrize("game, depth, nodes", [
    ("chess", 3, 8902), ("normal", 2, 400), ("omega", 3, 67202), ("alice", 3, 9384), ("hostage", 3, 8902), ("chessgi", 0, 1)])
def test_perft_ends_with_nodes_seconds_and_speed(capsys, game, depth, nodes):
    *_, counted, seconds, speed = lines_of(capsys, "perft", game, str(depth))
    assert counted == f"nodes {nodes}"
    assert re.fullmatch(r"seconds [0-9.]+", seconds)
    assert re.fullmatch(r"nps [0-9]+", speed)


def test_perft_counts_the_same_in_every_way(capsys):
    for options in ([], ["--no-bulk"], ["--threads", "2"], ["--divide"], ["--divide", "--threads", "2", "--no-bulk"]):
        assert lines_of(capsys, "perft", "chess", "3", *options)[-3] == "nodes 8902"


def test_divide_names_each_first_move(capsys):
    lines = lines_of(capsys, "perft", "omega", "2", "--divide")[:-3]
    assert len(lines) == 40 and "f1f4: 40" in lines


def test_perft_from_a_position(capsys):
    kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
    assert lines_of(capsys, "perft", "chess", "2", "--fen", kiwipete)[-3] == "nodes 2039"


def test_perft_with_an_option(capsys):
    fen = "r1b1kbnr/p1p|np2p/3|p1|p2/P|p1q2|p1/2|P1|P1|P1/5|P2/1P1P2|BP/RNBQK1NR w KQkq b6 0 8"
    assert lines_of(capsys, "perft", "alice", "1", "--fen", fen)[-3] == "nodes 28"
    for name in ("--rule", "--option"):
        assert lines_of(capsys, "perft", "alice", "1", "--fen", fen, name, "EnPassant=passed")[-3] == "nodes 29"


# -------------------------------------------------------------------- show, games, help
@pytest.mark.parametrize("game", ["chess", "omega", "alice", "hostage", "chessgi"])
def test_show_draws_a_game(capsys, game):
    *drawing, fen, legal, status = lines_of(capsys, "show", game)
    assert len(drawing) >= 8
    assert fen == f"fen {GAMES[game].ARRAY}"
    assert legal == f"legal {40 if game == 'omega' else 20}"
    assert status == "status ongoing"


@pytest.mark.parametrize("game, moves, status", [
    ("chess", "f2f3 e7e5 g2g4 d8h4", "checkmate"),
    ("chess", "e4 e5 Qh5 Nc6 Qxf7+", "check"),
    ("alice", "e4 d5 Qe2 a6 Qb5", "checkmate"),
    ("omega", "Nd2 Nd7 Nc0 Nc9 Nd2 Nd7 Nc0 Nc9", "draw by repetition")])
def test_show_plays_moves(capsys, game, moves, status):
    assert lines_of(capsys, "show", game, "--moves", moves)[-1] == f"status {status}"


def test_games_are_listed(capsys):
    lines = lines_of(capsys, "games")
    assert [line.split()[0] for line in lines] == list(GAMES)
    assert "Omega Chess: Ten by ten squares" in lines[1]


@pytest.mark.parametrize("command", ["", "perft", "show", "solve", "play", "games", "rules", "install", "compile"])
def test_help(capsys, command):
    with pytest.raises(SystemExit) as end:
        main([*command.split(), "--help"])
    assert end.value.code == 0
    assert "usage: frabjous" in capsys.readouterr().out


def test_compile_names_what_it_compiles(capsys):
    assert [line.split()[:4] for line in lines_of(capsys, "compile", "chess", "normal")] == [
        ["1", "of", "2:", "chess"], ["2", "of", "2:", "chess"]]


def test_version_is_that_of_the_package(capsys):
    from importlib.metadata import version
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"Frabjous {version('frabjous')}\n"


# -------------------------------------------------------------------- solve
@pytest.mark.parametrize("game, fen, written", [
    ("chess", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "Rd8#"), ("omega", None, None), ("alice", None, None),
    ("alice", "rnbqkbnr/1pp1pppp/|p7/3|p4/4|P3/8/PPPP|QPPP/RNB1KBNR w KQkq - 0 3", "Qb5/A#"),
    ("hostage", "6k1/5ppp/8/8/8/8/5PPP/6K1[R] w - - 0 1", "R*d8#"), ("chessgi", "6k1/5ppp/8/8/8/8/8/K7[R] w - - 0 1", "R@d8#"),
    ("msalice", None, None)])
def test_solve_in_each_game(capsys, game, fen, written):
    lines = lines_of(capsys, "solve", game, "--mate", "1", *(("--fen", fen) if fen else ()))
    assert re.fullmatch(r"mate in 1, \d+ keys? \(nodes 1\)" if fen else r"no mate in 1 \(nodes 1\)", lines[0])
    assert f"1. {written}" in lines if fen else len(lines) == 1


# -------------------------------------------------------------------- errors
@pytest.mark.parametrize("arguments, complaint", [
    (["perft", "go", "2"], "unknown game 'go'; the games are chess, omega, alice, hostage, chessgi"),
    (["perft", "chess", "x"], "argument DEPTH: 'x' is not a number"),
    (["perft", "chess", "-1"], "argument DEPTH: -1 is less than 0"),
    (["perft", "chess", "101"], "argument DEPTH: 101 is more than 100"),
    (["perft", "chess", "9999999999"], "argument DEPTH: 9999999999 is more than 100"),
    (["perft", "chess", "9" * 4000], "argument DEPTH: 99999999999999999999… is more than 100"),
    (["perft", "chess", "9" * 9000], "argument DEPTH: '99999999999999999999…' is not a number"),
    (["perft", "chess"], "DEPTH"),
    (["perft", "chess", "2", "--threads", "0"], "--threads: 0 is less than 1"),
    (["perft", "alice", "2", "--option", "EnPassant=never"],
     "alice has no option EnPassant=never; it has EnPassant = none, landed, passed, either"),
    (["perft", "alice", "2", "--rule", "EnPassant"], "alice has no option EnPassant="),
    (["perft", "chess", "2", "--option", "EnPassant=landed"], "chess has no option EnPassant=landed"),
    (["perft", "chess", "2", "--option", ""], "chess has no option"),
    (["show", "chess", "--fen", "8/8"], "--fen: "),
    (["show", "chess", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "White has no king"),
    (["show", "chess", "--fen", CHESS.replace("Q", "K", 1)], "White has 2 kings"),
    (["show", "chess", "--fen", "4k3/8/8/8/4R3/8/8/4K3 w - - 0 1"], "Black is in check and not to move"),
    (["show", "chess", "--fen", CHESS.replace("8/8", "8/9", 1)], "rank 5"),
    (["show", "chess", "--fen", CHESS.replace("0 1", "-3 1")], "'-3'"),
    (["show", "hostage", "--fen", CHESS.replace("RNBQKBNR w", "RNBQKBNR[x] w")], "'x'"),
    (["show", "chess", "--moves", "e2e4 e2e4"], "--moves, number 2: "),
    (["show", "chess", "--moves", "hello"], "'hello'"),
    (["solve", "chess"], "the following arguments are required: --mate"),
    (["solve", "chess", "--mate", "0"], "argument --mate: 0 is less than 1"),
    (["solve", "chess", "--mate", "51"], "argument --mate: 51 is more than 50"),
    (["solve", "chess", "--mate", "two"], "argument --mate: 'two' is not a number"),
    (["solve", "chess", "--mate", "2", "--fen", "8/8"], "--fen: "),
    (["solve", "chess", "--mate", "2", "--fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"], "nothing to solve: Stalemate"),
    (["install", "winboard"], "argument INTERFACE: invalid choice: 'winboard'"),
    (["chat", "chess"], "invalid choice: 'chat'"),
    (["play", "chess", "--side", "none"], "argument --side: invalid choice: 'none'"),
    (["play", "chess", "--level", "0"], "argument --level: 0 is less than 1"),
    (["play", "chess", "--time", "never"], "argument --time: 'never' is not a number of seconds"),
    (["perft", "chess", "2", "--fast"], "unrecognized arguments: --fast")])
def test_errors_are_one_line_that_says_what_and_where(capsys, arguments, complaint):
    assert complaint in error_of(capsys, *arguments)


@pytest.mark.parametrize("module, arguments, complaint", [
    ("signature", ["go"], "unknown game 'go'"), ("signature", ["--depth", "0"], "0 is less than 1"),
    ("perft", ["--game", "go"], "unknown game 'go'"), ("harvest", ["go", "file"], "unknown game 'go'"),
    ("selfplay", [], "required: GAME, file"), ("selfplay", ["go", "file"], "unknown game 'go'"),
    ("tune", ["chess", "no such file"], "no such file: No such file or directory")])
def test_errors_of_the_benches_are_one_line(capsys, module, arguments, complaint):
    with pytest.raises(SystemExit) as ended:
        importlib.import_module(f"frabjous.bench.{module}").main(arguments)
    out, err = capsys.readouterr()
    assert (ended.value.code, out, err.count("\n")) == (2, "", 1) and complaint in err


@pytest.mark.parametrize("command", ["perft chess 2 --divide", "bench chess --depth 1"])
def test_a_closed_pipe_is_no_error(command):
    """As in `frabjous perft chess 2 --divide | head -1`."""
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([*COMMAND, *command.split()], stdout=writer, stderr=subprocess.PIPE, timeout=PATIENCE)
    os.close(writer)
    assert done.stderr == b""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
@pytest.mark.parametrize("command", ["games", "bench chess --depth 1"])
def test_a_full_disk_is_told(command):
    with open("/dev/full", "w") as full:
        done = subprocess.run([*COMMAND, *command.split()], stdout=full, stderr=subprocess.PIPE, text=True, timeout=PATIENCE)
    assert done.returncode == 2
    assert done.stderr.startswith("frabjous: ") and done.stderr.count("\n") == 1


def test_errors_of_the_whole_program():
    done = run("show", "omega", "--fen", "nonsense")
    assert done.returncode == 2
    assert done.stdout == ""
    assert re.fullmatch(r"frabjous: --fen: .*\n", done.stderr)


# -------------------------------------------------------------------- starting
def test_two_starts_with_one_cache(tmp_path):
    """Kept code can abort the process that loads it, which the one that compiled it never shows."""
    environment = {**os.environ, "FRABJOUS_CACHE": str(tmp_path)}
    for _ in range(2):
        done = run("perft", "chess", "3", env=environment)
        assert (done.returncode, done.stderr) == (0, "")
        assert "nodes 8902" in done.stdout


def test_an_empty_input_ends_the_program():
    done = run(input="")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_closed_input_ends_the_program():
    done = subprocess.run([sys.executable, "-c", "import os, sys; os.close(0); os.execv(sys.argv[1], sys.argv[1:])", *COMMAND],
                          capture_output=True, timeout=PATIENCE)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize("arguments", [(), ("games",), ("--help",), ("perft", "chess", "1"), ("perft", "chess", "-1")])
def test_a_closed_output_ends_the_program_quietly(arguments):
    """As in `frabjous >&-`."""
    code = "import os, sys; os.close(1); os.execv(sys.argv[1], sys.argv[1:])"
    done = subprocess.run([sys.executable, "-c", code, *COMMAND, *arguments], input=b"uci\nisready\n", stderr=subprocess.PIPE,
                          timeout=PATIENCE)
    assert (done.returncode, done.stderr.count(b"\n")) == ((2, 1) if "-1" in arguments else (0, 0))


def test_lines_before_the_protocol_are_skipped():
    done = run(input="\n\nhello\n\xff\nuci\nquit\n")
    assert done.stdout.splitlines()[0] == "id name Frabjous 0.1.0"
    assert done.stdout.splitlines()[-1] == "uciok"


@pytest.mark.parametrize("module, greeting, told", [("uci", "uci", "info string"), ("cecp", "xboard", "#")])
def test_an_error_in_reading_a_line_is_told_and_the_next_is_read(module, greeting, told):
    code = (f"from frabjous.protocol import command, {module} as protocol;"
            "protocol.COMMANDS['boom'] = lambda engine, text: 1 // 0; command.main([])")
    done = subprocess.run([sys.executable, "-c", code], input=f"{greeting}\nboom\nboom\nquit\n", capture_output=True, text=True, timeout=PATIENCE)
    assert [line for line in done.stdout.splitlines() if line.startswith(f"{told} internal error: ZeroDivisionError")] != []
    assert done.stdout.count("ZeroDivisionError") == 2 and (done.returncode, done.stderr) == (0, "")


def test_the_first_answer_does_not_wait_for_imports():
    """Importing these takes long, so no module that gives the first answer may."""
    code = ("import sys, frabjous.protocol.command, frabjous.protocol.cecp, frabjous.protocol.uci;"
            "print([name for name in ('numpy', 'numba', 'llvmlite', 'argparse') if name in sys.modules])")
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"


# -------------------------------------------------------------------- compiling
def test_a_terminal_is_shown_how_far_the_compiler_has_come(capsys, monkeypatch):
    monkeypatch.setattr(kernels, "listener", None)
    progress.show()
    assert kernels.listener is None  # this is no terminal
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    progress.show()
    kernels.listener(GAMES["omega"], 60, 120)
    progress.clear()
    assert "compiling omega [###############...............]" in capsys.readouterr().err


def test_compiled_code_is_put_where_it_is_wanted(capsys, tmp_path):
    lines_of(capsys, "compile", "chess", "--into", str(tmp_path / "new"))
    assert {path.name.rpartition("_")[2] for path in (tmp_path / "new").glob("*.o")} == {"moves.o", "perft.o", "search.o", "proof.o"}
    assert len(list((tmp_path / "new").glob("chess_*.name"))) == 1


def test_compiling_into_no_folder_is_an_error(tmp_path):
    (tmp_path / "file").touch()
    done = run("compile", "chess", "--into", str(tmp_path / "file"))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert re.match("frabjous: .*file", done.stderr)
