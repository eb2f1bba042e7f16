"""Registers the engine with graphical interfaces: writes its entries into the lists of engines that they keep for a user.

Other engines' entries stay as they are; what a file was before a change is kept beside it.
"""
import json
import os
import re
import shutil
import sysconfig
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ..bench import files
from .boards import SHOWN

NAME = "Frabjous"
BACKUP = ".frabjous-backup"

# Where XBoard's settings for all users are; a user's own list of engines takes the place of that one.
XBOARD_SYSTEM = ("/etc/xboard/xboard.conf", "/usr/local/etc/xboard/xboard.conf")
XBOARD_LIST = re.compile(r"^-firstChessProgramNames[ =]*\{([^{}]*)\}", re.MULTILINE)
JUDGED = ("hostage", "chessgi")  # where XBoard may judge moves; elsewhere promotions and hops would fail, and it goes by our marks
BY_MARKS = " -testLegality false -showTargetSquares true -oneClickMove true"


def command():
    """The path of the engine's command. Raises ValueError if it is not installed."""
    beside = Path(sysconfig.get_path("scripts"), "frabjous")
    found = str(beside) if os.access(beside, os.X_OK) else shutil.which("frabjous")
    if not found:
        raise ValueError("the command frabjous is not installed; pip install . does that")
    if re.search(r'["\\{}\n]', found):
        raise ValueError(f"{found!r} has characters that lists of engines cannot express")
    return os.path.abspath(found)


def configuration(*parts):
    """A file of the user's configuration, as the XDG standard has it."""
    base = os.environ.get("XDG_CONFIG_HOME", "")
    return Path(base if os.path.isabs(base) else Path.home() / ".config", *parts)


# -------------------------------------------------------------------- lists in JSON
def edit_json(text, entry):
    """The list with the entry, or without ours if it is None; what else an entry of ours says is kept.

    `text` is None if there is no file.
    """
    engines = json.loads(text) if text and text.strip() else []
    if not isinstance(engines, list) or not all(isinstance(engine, dict) for engine in engines):
        raise ValueError("not a list of engines")
    changed, is_there = [], False
    for engine in engines:
        is_ours = engine.get("name") == NAME
        if is_ours and entry:
            engine = {**entry, **engine, **{name: entry[name] for name in ("command", "protocol")}}
        if entry or not is_ours:
            changed.append(engine)
        is_there |= is_ours
    if entry and not is_there:
        changed.append(entry)
    return text if changed == engines else json.dumps(changed, indent=4, ensure_ascii=False) + "\n"


def edit_cutechess(text, path):
    return edit_json(text, path and {"name": NAME, "command": f'"{path}"' if " " in path else path, "protocol": "uci",
                                     "workingDirectory": "", "stderrFile": "", "variants": ["standard", "chessgi"]})


def edit_pychess(text, path):
    return edit_json(text, path and {"name": NAME, "command": path, "protocol": "uci", "country": "unknown", "comment": "",
                                     "workingDirectory": os.path.dirname(path), "recheck": True})


# -------------------------------------------------------------------- XBoard's settings
def xboard_lines(path):
    """A line for chess and one for each game that XBoard learns from us: a name, and the options with which it is loaded."""
    yield f'"{NAME}" -fcp "{path}"'
    for game in SHOWN:
        yield f'"{NAME}" -fcp "{path}" -variant {game}' + BY_MARKS * (game not in JUDGED)


def shown(line):
    """What XBoard shows for a line of its list: the name, and the variant in brackets."""
    name = re.match('"([^"]*)"|', line)[1]
    variant = re.search(r" -variant (\S+)", line)
    return f"{name} ({variant[1]})" if variant else name


def edit_xboard(text, path):
    """The settings with our lines in the list of engines, each where it was before, or with none of them."""
    lists = list(XBOARD_LIST.finditer(text or ""))
    if not lists and "firstChessProgramNames" in (text or ""):
        raise ValueError("its list of engines is not in braces")
    if not lists and not path:
        return text
    if lists:
        start, end = lists[-1].span(1)  # of several the last one counts
        before, listed, after = text[:start], text[start:end], text[end:]
    else:
        gap = "\n" if text and not text.endswith("\n") else ""
        before, listed, after = f"{text or ''}{gap}-firstChessProgramNames {{", system_list(), "}\n"
    ours = {shown(line): line for line in xboard_lines(path or "")}
    changed = []
    for line in filter(None, listed.split("\n")):
        if shown(line) not in ours:
            changed.append(line)
        elif path and ours[shown(line)] not in changed:
            changed.append(ours[shown(line)])
    if path:
        changed += [line for line in ours.values() if line not in changed]
    return before + "".join(f"{line}\n" for line in changed) + after


def system_list():
    """The engines that XBoard offers to a user without a list, a line each."""
    for path in XBOARD_SYSTEM:
        if os.path.exists(path):
            return (XBOARD_LIST.findall(read(path)) or [""])[-1]
    return ""


# -------------------------------------------------------------------- the interfaces
@dataclass(frozen=True)
class Interface:
    """A program, where it keeps its engines, and how its list is edited."""
    title: str
    path: Callable  # () -> its file
    edit: Callable  # (text or None, path of the command or None to remove it) -> text
    advice: str


INTERFACES = {
    "xboard": Interface("XBoard", lambda: Path.home() / ".xboardrc", edit_xboard,
                        "choose it in Engine > Load New 1st Engine, or start xboard -fe 'Frabjous (omega)'"),
    "cutechess": Interface("CuteChess", lambda: configuration("cutechess", "engines.json"), edit_cutechess,
                           "choose it in Game > New; it plays standard and chessgi there"),
    "pychess": Interface("PyChess", lambda: configuration("pychess", "engines.json"), edit_pychess,
                         "choose it in the new game's list of opponents"),
}


def read(path):
    """A file as text, any bytes and ends of lines as they are; None if there is none."""
    try:
        with open(path, encoding="utf-8", errors="surrogateescape", newline="") as file:
            return file.read()
    except FileNotFoundError:
        return None


def install(name, remove=False, show=False):
    """Register the engine with an interface, or `remove` it, or only `show` how; the lines that say what was done.

    Raises ValueError, and changes nothing, if its list cannot be read.
    """
    gui = INTERFACES[name]
    path, engine = gui.path(), None if remove else command()
    old = read(path)
    try:
        new = gui.edit(old, engine)
    except ValueError as error:
        raise ValueError(f"{path} is left as it is: {error}") from None
    if show:
        return [f"{path} would be:", (new or "").rstrip("\n")]
    if new == old:
        return [f"{path} has {'no entry of' if remove else 'already'} {NAME}; nothing is changed."]
    lines = []
    backup = f"{path}{BACKUP}"
    if old is not None and not (remove and os.path.exists(backup)):  # that is the list as it was before we came
        with files.naming(backup):
            shutil.copy2(path, backup)
        lines.append(f"{path} is kept as {backup}.")
    os.makedirs(path.parent, exist_ok=True)
    files.replace(str(path), [new])
    if remove:
        return [*lines, f"{NAME} is taken out of {path}."]
    return [*lines, f"{NAME} is written into {path}, with the command {engine}.",
            f"{gui.title} must not run meanwhile, for it writes its list when it ends. In {gui.title} {gui.advice}."]
