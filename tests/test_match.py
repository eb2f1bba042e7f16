"""Matches and tournaments from the command line: what they print, write and survive."""
import collections
import fcntl
import errno
import json
import os
import random
import re
import shlex
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import chess.pgn
import pytest

from frabjous.bench import stable
from frabjous.bench.adjudication import Adjudication, Adjudicator
from frabjous.bench.match import main
from frabjous.bench.openings import FileOpenings, RandomOpenings
from frabjous.bench.record import Log
from frabjous.bench.timecontrol import Clock, TimeControl, read_clock
from frabjous.engine.game import Game
from frabjous.engine.notation import write_move
from frabjous.engine.variants import GAMES

MOCK = shlex.join([sys.executable, str(Path(__file__).with_name("mock_engine.py"))])
SHORT = [f"{MOCK} --random 1", f"{MOCK} --random 2"]  # two engines that play random games of chess
PATIENCE = 300  # seconds; a machine may be slow, and compile first


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Each test runs in an empty folder, and leaves no engine behind."""
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    stable.clear()


def match(*arguments, engines=SHORT):
    """The exit code of a match of random chess, quiet, with its log in log.jsonl."""
    try:
        return main([*engines, "--game", "chess", "--depth", "1", "--max-moves", "30", "--quiet", "--log", "log.jsonl",
                     *map(str, arguments)])
    except SystemExit as end:
        return end.code


def records(path="log.jsonl"):
    return [json.loads(line) for line in Path(path).read_text().splitlines()[1:]]


def error_of(capsys, *arguments, **more):
    """The one line of a match that goes wrong before it begins."""
    assert match(*arguments, **more) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return err.removeprefix("frabjous match: ").strip()


# -------------------------------------------------------------------- openings
@pytest.mark.parametrize("game", ["chess", "omega"])
def test_a_seed_says_the_openings(game):
    page = GAMES[game]
    openings = [RandomOpenings(page, seed, 6)[number] for seed in (1, 1, 2) for number in range(10)]
    assert openings[:10] == openings[10:20]
    assert len(set(openings)) == 20
    for opening in openings[:3]:
        assert opening.game(page).ply == 6


def test_openings_do_not_change_between_versions():
    assert " ".join(RandomOpenings(GAMES["chess"], 1, 4)[0].moves) == "d2d4 g7g5 d1d2 h7h5"


def test_openings_of_a_file(folder):
    lines = ["# comment", "", "startpos moves e4 e7e5 Nf3", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
             'rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - id "queen\'s pawn"; fmvn 7;']
    Path("openings.epd").write_text("\n".join(lines))
    openings = FileOpenings(GAMES["chess"], "openings.epd")
    assert openings[0].moves == ("e2e4", "e7e5", "g1f3")
    assert openings[1].fen == lines[3]
    assert (openings[2].name, openings[2].fen[-3:]) == ("queen's pawn", "0 7")
    assert openings[3] == openings[0]
    shuffled = [FileOpenings(GAMES["chess"], "openings.epd", seed)[0] for seed in range(20)]
    assert len(set(shuffled)) == 3


@pytest.mark.parametrize("line, problem", [
    ("8/8/8/8/8/8/8/8 w - - 0 1", "White has no king"), ("8/8 w - - 0 1", "the board has 2 ranks, not 8"), ("nonsense", "a position has at least 4 fields; here are 1"),
    ("startpos moves e2e5", "illegal move 'e2e5'"), ("startpos moves f3 e5 g4 Qh4", "the game is over: Black mates"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - zero one", "neither move counters nor EPD operations: 'zero one'")])
def test_a_bad_opening_is_named_by_file_and_line(capsys, line, problem):
    Path("openings.epd").write_text(f"startpos\n# comment\n{line}\n")
    assert error_of(capsys, "--openings", "openings.epd") == f"openings.epd, line 3: {problem}"
    assert not Path("log.jsonl").exists()


# -------------------------------------------------------------------- clocks
def test_time_controls_are_read():
    assert read_clock("10+0.1") == {"base": 10, "increment": 0.1, "moves": None}
    assert read_clock("40/1:30") == {"base": 90, "increment": 0, "moves": 40}
    assert str(TimeControl(**read_clock("40/60+0.5"))) == "40/60+0.5"
    for text in ("", "fast", "10+", "/10", "-1", "1:2:3"):
        with pytest.raises(ValueError):
            read_clock(text)


def test_clocks_count():
    clock = Clock(TimeControl(base=10.0, increment=1.0, moves=2))
    clock.spend(4)
    assert (clock.limit(), clock.moves_to_go) == (7.0, 1)
    clock.spend(9)  # within some margin
    assert (clock.limit(), clock.moves_to_go) == (11.0, 2)
    fixed = Clock(TimeControl(movetime=0.5))
    fixed.spend(3)
    assert fixed.limit() == 0.5


# -------------------------------------------------------------------- a match
def test_a_match_with_all_its_outputs(capsys):
    assert match("--games", 6, "--pgn", "games.pgn", "--concurrency", 2) == 0
    out, err = capsys.readouterr()
    assert err == ""
    lines = out.splitlines()
    won, drawn, lost = map(int, re.match(r"Mock – Mock \(2\): (\d+)-(\d+)-(\d+) \(W-D-L\)", lines[0]).groups())
    assert won + drawn + lost == 6
    assert sum(map(int, lines[1].split(": ")[1].split())) == 3
    assert lines[2].startswith("Elo ")
    assert not any(line.startswith("fault") for line in lines)
    assert "nodes/s" not in out  # these engines tell no nodes
    played = sorted(records(), key=lambda record: record["number"])
    assert [record["number"] for record in played] == list(range(6))
    for first, second in zip(played[::2], played[1::2]):
        assert first["players"] == second["players"][::-1] == ["Mock", "Mock (2)"]
        assert first["moves"][:8] == second["moves"][:8] and first["book"] == 8

    with open("games.pgn") as file:
        games = list(iter(lambda: chess.pgn.read_game(file), None))
    assert len(games) == 6
    for game, record in zip(games, played):
        assert game.errors == []
        assert [str(move) for move in game.mainline_moves()] == record["moves"]
        assert game.headers["Result"] == record["result"] and game.headers["Variant"] == "normal"
        assert all(node.emt() is not None for node in list(game.mainline())[8:])


def test_scores_and_clocks_are_in_the_pgn():
    Path("moves").write_text("f2f3 e7e5 g2g4 d8h4")
    mock = f"{MOCK} --script moves --score"
    assert match("--tc", "60+1", "--each", "depth=1", "tc=60+1", "--plies", 0, "--games", 1, "--pgn", "g.pgn",
                 engines=[f"{mock} 25", f"{mock} 31"]) == 0
    game = chess.pgn.read_game(open("g.pgn"))
    nodes = list(game.mainline())
    assert [node.eval().white().score() for node in nodes] == [25, -31, 25, -31]
    assert all(60 <= node.clock() <= 62 for node in nodes)
    assert (nodes[0].eval_depth(), game.headers["TimeControl"], game.headers["Termination"]) == (5, "60+1 depth=1", "normal")


def test_speeds_are_those_of_all_moves(capsys):
    assert match("--games", 4, engines=[f"{MOCK} --random 1 --score 0", SHORT[1]]) == 0
    told = re.search(r"thinking: Mock [0-9.]+ ms .* at most, ([0-9]+) nodes/s\n", capsys.readouterr().out)
    thoughts = [(nodes, seconds) for record in records() for nodes, seconds in zip(record["nodes"], record["seconds"]) if nodes]
    nodes, seconds = map(sum, zip(*thoughts))
    assert nodes == 123 * len(thoughts) and abs(int(told[1]) - nodes / seconds) <= 1


def test_equal_engines_mirror_their_games():
    """Both engines of a pair get the same random moves, so each opening brings both the same."""
    assert match("--games", 6, engines=[SHORT[0]] * 2) == 0
    played = {record["number"]: record for record in records()}
    for number in (0, 2, 4):
        assert played[number]["moves"] == played[number + 1]["moves"]
        assert played[number]["result"] == played[number + 1]["result"]


def test_adjudication():
    def ended(*scores, **terms):
        """How a game ends in which the engines tell these scores, and after how many moves."""
        adjudicator, game = Adjudicator(Adjudication(**terms)), Game(GAMES["chess"])
        while not (verdict := adjudicator.verdict(game)) and game.ply < 40:
            adjudicator.note(game.turn, scores[game.turn])
            game.make(game.legal_moves()[0])
        return verdict and verdict[1], game.ply

    assert ended(700, -700, win_score=600, win_moves=4) == ("White wins by adjudication", 8)
    assert ended(-700, 600, win_score=600) == ("Black wins by adjudication", 6)
    assert ended(700, -700, win_score=800) == ended(700, 700, win_score=600) == ended(700, None, win_score=600) == (None, 40)
    assert ended(5, -10, draw_score=10, draw_moves=2, draw_from=9) == ("Draw by adjudication", 18)
    assert ended(5, -11, draw_score=10, draw_moves=2, draw_from=9) == (None, 40)
    assert ended(0, 0, most_moves=5) == ("Draw by length", 10)


def test_adjudication_in_a_match():
    engines = [f"{engine} --score {score}" for engine, score in zip(SHORT, (700, -700))]
    assert match("--games", 1, "--resign", "score=600", "moves=4", engines=engines) == 0
    record, = records()
    assert (record["reason"], len(record["moves"]), record["fault"]) == ("White wins by adjudication", 8 + 8, None)


def test_a_test_that_is_decided_ends_the_match(capsys):
    Path("moves").write_text("f2f3 e7e5 g2g4 d8h4")
    loser = f"{MOCK} --script moves --fault illegal@0"  # it errs with its first move
    engines = [f"{MOCK} --script moves", loser]
    assert match("--games", 1000, "--plies", 0, "--sprt", "elo0=0", "elo1=200", engines=engines) == 0
    out = capsys.readouterr().out
    assert re.search(r"SPRT elo0=0 elo1=200 logistic: LLR .*, elo1 accepted", out)
    assert re.search(r"fault: Mock \(2\): illegal move, \d+ in game 1, 2, 3, ", out)
    assert len(records()) < 100


# -------------------------------------------------------------------- files that are not what they seem, or full
def games_in(path):
    return Path(path).read_text().count("[Event ")


def test_a_link_to_the_pgn_stays_one(folder):
    Path("disk").mkdir()
    Path("games.pgn").symlink_to("disk/games.pgn")  # which does not exist yet
    assert match("--games", 1, "--pgn", "games.pgn") == 0
    os.chmod("disk/games.pgn", 0o600)
    assert match("--games", 2, "--pgn", "games.pgn") == 0
    assert Path("games.pgn").is_symlink() and games_in("disk/games.pgn") == 2
    assert os.stat("disk/games.pgn").st_mode & 0o777 == 0o600
    assert sorted(os.listdir("disk")) == ["games.pgn"]


def test_a_pipe_receives_each_game_once(folder):
    os.mkfifo("games.pgn")
    assert match("--games", 1) == 0
    with subprocess.Popen(["cat", "games.pgn"], stdout=subprocess.PIPE, text=True) as reader:
        assert match("--games", 2, "--pgn", "games.pgn") == 0
        assert reader.stdout.read().count("[Event ") == 2
    assert stat.S_ISFIFO(os.stat("games.pgn").st_mode)


def test_a_folder_is_no_pgn(capsys, folder):
    Path("games.pgn").mkdir()
    assert match("--games", 1, "--pgn", "games.pgn") == 2
    assert re.fullmatch(r"frabjous match: games.pgn: Is a directory\n", capsys.readouterr().err)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_a_full_disk_leaves_the_report(capsys):
    assert match("--games", 2, "--pgn", "/dev/full") == 2
    out, err = capsys.readouterr()
    assert out.startswith("Mock – Mock (2): ")
    assert re.fullmatch(r"frabjous match: /dev/full: No space left on device\n", err)
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode) and len(records()) == 1


@pytest.mark.parametrize("room", [6000, 9000])
def test_a_log_or_pgn_that_cannot_grow_leaves_the_report(folder, room):
    """What was played before is in both files; the line that did not fit is dropped when the match goes on."""
    limited = f"import resource, runpy; resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, -1)); " \
              "runpy.run_module('frabjous.bench.match', run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", limited, *command("--games", 40, "--quiet")[3:]], capture_output=True, text=True,
                          timeout=PATIENCE)
    assert done.returncode == 2
    assert re.search(r"^Mock – Mock \(2\): \d+-\d+-\d+ ", done.stdout)
    assert re.fullmatch(r"(log.jsonl: File too large; game \d+ and those after it are not logged\n)?"
                        r"frabjous match: (log.jsonl|.*games.pgn): File too large\n", done.stderr)
    before = len(records_whole())
    assert 0 < before < 40
    assert match("--games", before + 1, "--pgn", "games.pgn") == 0
    assert len(records()) == games_in("games.pgn") == before + 1


# -------------------------------------------------------------------- being killed and going on
def command(*arguments):
    return [sys.executable, "-m", "frabjous.bench.match", *SHORT, "--game", "chess", "--depth", "1", "--max-moves", "30",
            "--log", "log.jsonl", "--pgn", "games.pgn", *map(str, arguments)]


def test_a_killed_match_goes_on_with_nothing_lost(folder):
    assert match("--games", 12, "--log", "whole.jsonl") == 0
    process = subprocess.Popen([*command("--games", 12, "--concurrency", 2)], stdout=subprocess.DEVNULL)
    wait_until(lambda: Path("log.jsonl").exists() and len(Path("log.jsonl").read_text().splitlines()) >= 4)
    process.kill()
    process.wait()
    with open("log.jsonl", "a") as file:
        file.write('{"number":9,"half a li')
    before = records_whole()
    subprocess.run(command("--games", 12), check=True, timeout=PATIENCE, stdout=subprocess.DEVNULL)
    after = records()
    assert after[:len(before)] == before
    assert sorted(record["number"] for record in after) == list(range(12))
    moves = [{record["number"]: record["moves"] for record in played} for played in (after, records("whole.jsonl"))]
    assert moves[0] == moves[1]
    with open("games.pgn") as file:
        assert [game.headers["Round"] for game in iter(lambda: chess.pgn.read_game(file), None)] == [
            f"{pair}.{game}" for pair in range(1, 7) for game in (1, 2)]


def records_whole():
    """The records of a log whose last line may be torn."""
    return [json.loads(line) for line in Path("log.jsonl").read_text().split("\n")[1:-1]]


def wait_until(condition):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_workers_and_engines_end_with_a_killed_match(folder):
    process = subprocess.Popen(command("--games", 2000, "--concurrency", 2), stdout=subprocess.DEVNULL, start_new_session=True)
    wait_until(lambda: Path("log.jsonl").exists() and len(Path("log.jsonl").read_text().splitlines()) >= 3)
    family = descendants(process.pid)
    assert len(family) >= 4
    process.kill()
    process.wait()
    wait_until(lambda: not any(is_running(pid) for pid in family))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
@pytest.mark.parametrize("fault", ["mute@0", "stall@2"])  # while it is tried; in a game
def test_an_engine_that_does_not_listen_ends_with_its_match(folder, number, fault):
    engines = [f"{MOCK} --random 1 --fault {fault}", f"{MOCK} --random 2"]
    process = subprocess.Popen([sys.executable, "-m", "frabjous.bench.match", *engines, "--game", "chess", "--tc", "1000", "--patience", "1000",
                                "--log", "log.jsonl", "--first", "protocol=uci", "--second", "protocol=uci"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: any("--fault" in Path(f"/proc/{pid}/cmdline").read_text() for pid in descendants(process.pid))
               and (fault == "mute@0" or Path("log.jsonl").exists() and len(descendants(process.pid)) >= 4))
    family = descendants(process.pid)
    process.send_signal(number)
    said = process.communicate(timeout=PATIENCE)[1]
    assert process.returncode == (130 if number == signal.SIGINT else 128 + number)
    assert said.count("\n") == (number == signal.SIGINT)
    wait_until(lambda: not any(is_running(pid) for pid in family))


def descendants(pid):
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in map(int, (task / "children").read_text().split()):
            found += [child, *descendants(child)]
    return found


def is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_the_games_of_a_worker_that_dies_are_played_again(folder):
    process = subprocess.Popen(command("--games", 30, "--concurrency", 2), stdout=subprocess.DEVNULL)
    wait_until(lambda: Path("log.jsonl").exists() and len(Path("log.jsonl").read_text().splitlines()) >= 3)
    worker = max((pid for pid in descendants(process.pid) if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text()))
    os.kill(worker, signal.SIGKILL)
    assert process.wait(PATIENCE) == 0
    assert sorted(record["number"] for record in records()) == list(range(30))


def test_a_log_is_prolonged_but_not_mixed(capsys):
    assert match("--games", 2) == 0
    first = records()
    assert match("--games", 4) == 0
    assert records()[:2] == first and len(records()) == 4
    capsys.readouterr()
    assert error_of(capsys, "--seed", 7) == "log.jsonl, line 1: it belongs to a match with another seed: 1, not 7"
    Path("log.jsonl").write_text(Path("log.jsonl").read_text() + "garbage\n")
    assert error_of(capsys, "--games", 6) == "log.jsonl, line 6: this is not a JSON object"
    Path("log.jsonl").write_text("1. e4 e5\n")
    assert error_of(capsys) == "log.jsonl, line 1: this is not a JSON object"


@pytest.mark.parametrize("path", ["/dev/full", "/dev/null", "pipe", "."])
def test_a_log_is_a_file(capsys, path):
    os.mkfifo("pipe")
    assert error_of(capsys, "--log", path) == f"{path}: this is not a file that could be read again"


def test_a_log_that_becomes_full_is_told_once_and_play_goes_on(capsys, monkeypatch):
    write = Log._write

    def write_some(log, value):
        if value.get("number", 0) >= 2:
            raise OSError(errno.ENOSPC, "No space left on device")
        write(log, value)

    monkeypatch.setattr(Log, "_write", write_some)
    assert match("--games", 6, "--pgn", "games.pgn") == 0
    out, err = capsys.readouterr()
    assert err == "log.jsonl: No space left on device; game 3 and those after it are not logged\n"
    assert "/6\n" in out
    assert [record["number"] for record in records()] == [0, 1]
    assert Path("games.pgn").read_text().count("[Event ") == 6


def test_a_closed_output_does_not_disturb_a_match(monkeypatch):
    monkeypatch.setattr("sys.stdout", None)
    assert match("--games", 2) == 0
    assert len(records()) == 2


def test_a_log_has_one_writer(capsys):
    with open("log.jsonl", "a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert error_of(capsys) == "log.jsonl: another match is writing it"


# -------------------------------------------------------------------- engines, and bad input
def test_engines_of_a_file(capsys):
    Path("engines.toml").write_text(f'[[engine]]\nname = "Ann"\ncommand = "{SHORT[0]}"\nprotocol = "cecp"\noptions = {{ Style = "solid" }}\n'
                                    f'[[engine]]\nname = "Bob"\ncommand = {json.dumps(shlex.split(SHORT[1]))}\nrestart = true\n')
    assert match("--games", 2, engines=["engines.toml:Ann", "engines.toml:Bob"]) == 0
    assert capsys.readouterr().out.startswith("Ann – Bob: ")
    header = json.loads(Path("log.jsonl").read_text().splitlines()[0])
    assert [(engine["protocol"], engine["options"], engine["restart"]) for engine in header["engines"]] == [
        ("cecp", {"Style": "solid"}, False), ("uci", {}, True)]


@pytest.mark.parametrize("text, problem", [
    ('name = "X"\ncommand = "x"\nprotocol = "xmpp"\n', "engines.toml, line 3: protocol 'xmpp' is not one of uci, cecp"),
    ('name = "X"\n', "engines.toml, line 1: an engine has no command (several engines: [[engine]] before the keys of each)"),
    ('command = "x"\nspeed = 3\n', "engines.toml, line 2: unknown setting speed; see frabjous match --help"),
    ('[[engine]]\ncommand = "x"\n[[engine]]\ncommand = "y"\ntc = "soon"\n', "engines.toml, line 5: time control 'soon' is not [MOVES/]SECONDS[+INCREMENT]"),
    ('command = "x\n', "engines.toml, line 1: Illegal character '\\n'")])
def test_a_bad_file_of_engines_is_named_by_line(capsys, text, problem):
    Path("engines.toml").write_text(text)
    assert error_of(capsys, engines=["engines.toml", SHORT[0]]) == problem


@pytest.mark.parametrize("arguments, engines, problem", [
    (["--game", "halma"], SHORT, "unknown game 'halma'"),
    ([], ["/no/such/engine", SHORT[0]], "engine /no/such/engine: uci: No such file or directory"),
    ([], [f"{MOCK} --fault start@0", SHORT[0]], "no licence"),
    (["--game", "omega"], [f"{MOCK} --variants chess,hostage", SHORT[0]], "it does not play omega; it plays chess, hostage"),
    (["--each", "option.Speed=9"], SHORT, "it has no option Speed; it has UCI_Variant, Hash"),
    (["--each", "protocol=cecp", "nodes=100"], SHORT, "it speaks CECP, which has no limit by nodes"),
    (["--openings", "none.epd"], SHORT, "none.epd: No such file or directory"),
    (["--tc", "1+1", "--movetime", "1"], SHORT, "tc and movetime exclude each other"),
    (["--sprt", "elo0=5", "elo1=1"], SHORT, "--sprt: elo0=5 is not below elo1=1"),
    (["--resign", "moves=3"], SHORT, "--resign: score=… is missing"),
    (["--chart", "chart.txt"], SHORT, "--chart chart.txt: its name ends neither in .png nor in .svg"),
    (["--games", "0"], SHORT, "argument --games: 0 is less than 1")])
def test_bad_input_is_one_line(capsys, arguments, engines, problem):
    assert problem in error_of(capsys, *arguments, engines=engines)


def test_an_engine_that_no_longer_starts_ends_the_match(capsys):
    """It starts for the trial and in the first worker's first game. What was played is kept."""
    engines = [SHORT[0], f"{SHORT[1]} --starts starts --starts-fail-from 4"]
    assert match("--games", 20, "--restart", "--pgn", "games.pgn", engines=engines) == 2
    err = capsys.readouterr().err
    assert "engine Mock (2) does not start any more: " in err and "no licence" in err and err.count("\n") == 1
    faults = [record["fault"] and record["fault"]["kind"] for record in records()]
    assert faults == [None, None, "no start", "no start", "no start"]
    assert Path("games.pgn").read_text().count("[Event ") == 5


@pytest.mark.parametrize("restart, starts", [([], 2), (["--restart"], 5)])
def test_engines_are_kept_or_started_anew(restart, starts):
    assert match("--games", 4, *restart, engines=[f"{SHORT[0]} --starts starts", SHORT[1]]) == 0
    assert Path("starts").read_text().count("start") == starts


def test_an_engine_without_ping_is_started_anew():
    engines = [f"{SHORT[0]} --no-ping --starts starts", SHORT[1]]
    assert match("--games", 3, "--each", "protocol=cecp", engines=engines) == 0
    assert Path("starts").read_text().count("start") == 4


# -------------------------------------------------------------------- tournaments
def tournament(*arguments, count=3):
    engines = [f"{MOCK} --random {seed}" for seed in range(count)]
    return main(["tournament", *engines, "--game", "chess", "--depth", "1", "--max-moves", "20", "--quiet", "--log", "log.jsonl", *arguments])


def test_a_round_robin(capsys):
    assert tournament("--games", "2") == 0
    table = capsys.readouterr().out.splitlines()
    assert table[0].split() == ["engine", "Elo", "±", "games", "score", "won", "drawn", "lost"]
    assert [line.split(".")[0].strip() for line in table[1:4]] == ["1", "2", "3"]
    elos = [float(re.search(r"([+-][0-9.]+) ", line)[1]) for line in table[1:4]]
    assert elos == sorted(elos, reverse=True) and abs(sum(elos)) < 0.3
    met = collections.Counter(tuple(record["players"]) for record in records())
    assert len(met) == 6 and set(met.values()) == {1}


def test_a_gauntlet(capsys):
    assert tournament("--games", "4", "--mode", "gauntlet", count=4) == 0
    met = collections.Counter(tuple(sorted(record["players"])) for record in records())
    assert met == {("Mock", f"Mock ({number})"): 4 for number in (2, 3, 4)}
    openings = collections.defaultdict(list)
    for record in records():
        openings[tuple(sorted(record["players"]))].append(tuple(record["moves"][:8]))
    assert len({tuple(sorted(found)) for found in openings.values()}) == 1  # all got the same


# -------------------------------------------------------------------- speed, and the extras
def test_many_fast_moves():
    """3 000 moves of an engine that answers at once take far less than this minute."""
    page, dice, moves = GAMES["chess"], random.Random(8), []
    game = Game(page)
    while game.result()[0] == "*" and len(moves) < 300:
        move = dice.choice(game.legal_moves())
        moves.append(write_move(game.rules, move))
        game.make(move)
    Path("moves").write_text(" ".join(moves))
    begin = time.monotonic()
    assert match("--max-moves", len(moves) // 2, "--plies", 0, "--games", -(-3000 // len(moves)), engines=[f"{MOCK} --script moves"] * 2) == 0
    assert sum(len(record["seconds"]) for record in records()) >= 3000 - 20
    assert time.monotonic() - begin < 60


@pytest.mark.parametrize("name, start", [("chart.png", b"\x89PNG"), ("chart.svg", b"<?xml")])
def test_a_chart(name, start):
    pytest.importorskip("matplotlib")
    assert match("--games", 2, "--chart", name) == 0
    assert Path(name).read_bytes().startswith(start)


def test_a_chart_without_the_extra(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert error_of(capsys, "--chart", "chart.png") == "--chart needs Matplotlib: pip install 'frabjous[chart]'"
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert error_of(capsys, "--dask", "tcp://127.0.0.1:1") == "--dask needs Dask: pip install 'frabjous[dask]'"


def test_a_dask_cluster_that_loses_a_worker():
    distributed = pytest.importorskip("distributed")
    code = ("import distributed, sys\n"
            "if __name__ == '__main__':\n"
            "    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:\n"
            "        print(cluster.scheduler_address, flush=True); sys.stdin.read()\n")
    Path("cluster.py").write_text(code)
    cluster = subprocess.Popen([sys.executable, "cluster.py"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        address = cluster.stdout.readline().strip()
        process = subprocess.Popen(command("--games", 40, "--dask", address), stdout=subprocess.DEVNULL)
        wait_until(lambda: Path("log.jsonl").exists() and len(Path("log.jsonl").read_text().splitlines()) >= 5)
        with distributed.Client(address) as client:
            os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)
        assert process.wait(PATIENCE) == 0
        assert sorted(record["number"] for record in records()) == list(range(40))
        assert not any(record["fault"] for record in records())
    finally:
        cluster.communicate("", timeout=60)
