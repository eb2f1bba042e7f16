"""Registering the engine with graphical interfaces, in the home folder of a user who has other engines."""
import json
import os
import subprocess
import time

import pytest
from conftest import PATIENCE
from test_sjaak import program
from test_xboard import display  # noqa: F401

from frabjous.protocol import install
from frabjous.protocol.boards import SHOWN
from frabjous.protocol.command import main

OTHERS = [{"name": "Störfisch", "command": "/opt/st\u00f6r", "options": [{"name": "Hash", "value": 16}]}, {"name": "Frabjous 2"}]
SETTINGS = ("; saved by XBoard\n-size 49\n-firstChessProgramNames {fairymax\n\"Frabjous dev\" -fcp \"./frabjous\"\n"
            "\"Cr\udcfcfty\" -fcp crafty\n}\n-saveDate 1\n")
FILES = {"xboard": ".xboardrc", "cutechess": ".config/cutechess/engines.json", "pychess": ".config/pychess/engines.json"}
JSON = ["cutechess", "pychess"]


@pytest.fixture
def home(tmp_path, monkeypatch):
    """An empty home folder, and a command to be registered."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setattr(install, "command", lambda: "/opt/my games/frabjous")
    monkeypatch.setattr(install, "XBOARD_SYSTEM", (str(tmp_path / "xboard.conf"),))
    return tmp_path


def put(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8", "surrogateescape"))


def others(name):
    return SETTINGS if name == "xboard" else json.dumps(OTHERS)


def run(capsys, *arguments):
    """What `frabjous install` prints when all goes well."""
    assert main(["install", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


@pytest.mark.parametrize("name", FILES)
def test_it_comes_and_goes_and_leaves_all_others_alone(capsys, home, name):
    path = home / FILES[name]
    put(path, others(name))
    before = path.read_bytes()
    out = run(capsys, name)
    assert f"is written into {path}, with the command /opt/my games/frabjous." in out
    assert f"is kept as {path}.frabjous-backup." in out
    assert (home / f"{FILES[name]}.frabjous-backup").read_bytes() == before
    with_it = path.read_bytes()
    assert with_it != before
    assert "already" in run(capsys, name) and path.read_bytes() == with_it
    assert "is taken out of" in run(capsys, name, "--remove")
    assert "no entry of" in run(capsys, name, "--remove")
    left = path.read_bytes()
    assert left == before if name == "xboard" else json.loads(left) == OTHERS
    assert sorted(entry.name for entry in path.parent.iterdir() if entry.is_file()) == [path.name, f"{path.name}.frabjous-backup"]
    assert (home / f"{FILES[name]}.frabjous-backup").read_bytes() == before


@pytest.mark.parametrize("name", FILES)
def test_a_user_without_a_list(capsys, home, name):
    assert "no entry of" in run(capsys, name, "--remove")
    assert not (home / FILES[name]).exists()
    assert "is written into" in run(capsys, name)
    assert b"/opt/my games/frabjous" in (home / FILES[name]).read_bytes()


@pytest.mark.parametrize("name", FILES)
def test_printing_writes_nothing(capsys, home, name):
    out = run(capsys, name, "--print")
    assert out.startswith(f"{home / FILES[name]} would be:\n") and "/opt/my games/frabjous" in out
    assert list(home.iterdir()) == []


@pytest.mark.parametrize("name", JSON)
def test_the_configuration_folder_may_be_elsewhere(capsys, home, name, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "elsewhere"))
    run(capsys, name)
    assert (home / "elsewhere" / name / "engines.json").exists() and not (home / ".config").exists()


@pytest.mark.parametrize("name, text, problem", [
    *[(name, text, problem) for name in JSON for text, problem in (
        ("[{", "Expecting property name"), ("{}", "not a list of engines"), ("[1]", "not a list of engines"),
        ("\udcff", "Expecting value"))],
    ("xboard", "-firstChessProgramNames {fairymax\n", "its list of engines is not in braces"),
    ("xboard", "-firstChessProgramNames \"fairymax\"\n", "its list of engines is not in braces")])
def test_a_list_that_cannot_be_read_is_left(capsys, home, name, text, problem):
    path = home / FILES[name]
    put(path, text)
    for more in ([], ["--remove"], ["--print"]):
        assert main(["install", name, *more]) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1) and err.startswith(f"frabjous: {path} is left as it is: {problem}")
    assert path.read_bytes() == text.encode("utf-8", "surrogateescape") and len(list(path.parent.iterdir())) == 1


@pytest.mark.parametrize("name", JSON)
def test_our_entry_is_brought_up_to_date_and_keeps_what_the_interface_added(capsys, home, name):
    run(capsys, name)
    path = home / FILES[name]
    entry, = json.loads(path.read_text())
    changed = {**entry, "command": "/old/frabjous", "recheck": False, "options": {"Hash": 16}}
    put(path, json.dumps([OTHERS[0], changed, OTHERS[1]]))
    run(capsys, name)
    first, ours, last = json.loads(path.read_text())
    assert [first, last] == OTHERS
    assert ours == {**changed, "command": entry["command"]}


def test_what_cutechess_and_pychess_are_told(capsys, home):
    entries = {}
    for name in JSON:
        run(capsys, name)
        entries[name], = json.loads((home / FILES[name]).read_text())
    assert entries["cutechess"]["command"] == '"/opt/my games/frabjous"'  # it splits commands at spaces
    assert entries["cutechess"]["variants"] == ["standard", "chessgi"]
    assert entries["pychess"]["command"] == "/opt/my games/frabjous" and entries["pychess"]["recheck"]


def test_a_link_to_the_settings_stays_one(capsys, home):
    put(home / "dotfiles" / "xboardrc", SETTINGS)
    (home / ".xboardrc").symlink_to("dotfiles/xboardrc")
    run(capsys, "xboard")
    assert (home / ".xboardrc").is_symlink() and "-variant omega" in (home / "dotfiles" / "xboardrc").read_text(errors="replace")


def test_what_xboard_is_told(capsys, home):
    put(home / ".xboardrc", SETTINGS)
    run(capsys, "xboard")
    lines = (home / ".xboardrc").read_bytes().decode("utf-8", "surrogateescape").split("\n")
    assert lines[:5] == SETTINGS.split("\n")[:5] and lines[-3:] == ["}", "-saveDate 1", ""]
    assert lines[5] == '"Frabjous" -fcp "/opt/my games/frabjous"'
    assert lines[6] == ('"Frabjous" -fcp "/opt/my games/frabjous" -variant omega '
                        "-testLegality false -showTargetSquares true -oneClickMove true")
    assert len(lines[5:-3]) == 1 + len(SHOWN)


def test_xboard_keeps_the_engines_that_it_offers_to_all(capsys, home):
    put(home / "xboard.conf", '-x 1\n-firstChessProgramNames {fairymax\n"GNU Chess" -fcp gnuchess\n}\n')
    put(home / ".xboardrc", "-size 49")
    run(capsys, "xboard")
    assert (home / ".xboardrc").read_text().startswith(
        '-size 49\n-firstChessProgramNames {fairymax\n"GNU Chess" -fcp gnuchess\n"Frabjous" -fcp ')


def test_the_command_is_the_one_of_this_installation(monkeypatch):
    found = install.command()
    assert os.path.isabs(found) and os.access(found, os.X_OK)
    monkeypatch.setattr(install.shutil, "which", lambda name: None)
    monkeypatch.setattr(install.sysconfig, "get_path", lambda name: "/nowhere")
    with pytest.raises(ValueError, match="the command frabjous is not installed"):
        install.command()
    monkeypatch.setattr(install.shutil, "which", lambda name: '/a "b"/frabjous')
    with pytest.raises(ValueError, match="characters that lists of engines cannot express"):
        install.command()


def test_xboard_starts_the_engine_by_its_name(capsys, monkeypatch, tmp_path, display):  # noqa: F811
    monkeypatch.setenv("HOME", str(tmp_path))
    run(capsys, "xboard")
    debug = tmp_path / "debug"
    process = subprocess.Popen(  # XBoard takes the home folder from the system's list of users, so the file is named
        [program("xboard"), "-settingsFile", str(tmp_path / ".xboardrc"), "-fe", "Frabjous (omega)", "-debug",
         "-nameOfDebugFile", str(debug)],
        env={**os.environ, "DISPLAY": display}, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + PATIENCE
        while not (debug.exists() and "<first : setup (PNBRQ" in debug.read_text(errors="replace")):
            assert process.poll() is None and time.monotonic() < deadline, debug.read_text(errors="replace")[-2000:]
            time.sleep(0.1)
        assert ">first : variant omega" in debug.read_text(errors="replace")
    finally:
        process.kill()
        process.wait()
