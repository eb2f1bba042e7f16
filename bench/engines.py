"""Engines as people describe them: by a command line, or in a TOML file.

A file has the keys of one engine, or `[[engine]]` before the keys of each:

    name = "Sjaak II"
    command = "/usr/games/sjaakii -no_user_variants"    # or ["/usr/games/sjaakii", "-no_user_variants"]
    protocol = "cecp"          # or "uci"; if it is missing, both are tried
    coordinates = "xboard"     # or "page": how moves are spelled; by default xboard over CECP, page over UCI
    variant = "omega"          # what the engine calls the game, if not as we do
    directory = "/tmp"         # where it runs
    restart = true             # start it anew for each game
    tc = "10+0.1"              # its own time control; or movetime, nodes, depth
    options = { Hash = 64 }
"""
import re
import shlex
import tomllib
from dataclasses import dataclass, field, replace

from .cecp_player import CecpPlayer
from .player import Fault, Unsuitable
from .timecontrol import TimeControl, read_clock
from .uci_player import UciPlayer

PROTOCOLS = {"uci": UciPlayer, "cecp": CecpPlayer}
COORDINATES = ("page", "xboard")


@dataclass(frozen=True)
class Engine:
    """One description. None: to be found out, or as the match says."""
    command: tuple
    name: str | None = None
    protocol: str | None = None
    coordinates: str | None = None
    variant: str | None = None
    directory: str | None = None
    restart: bool = False
    control: TimeControl | None = None  # set before it plays
    options: dict = field(default_factory=dict)

    def start(self, page, patience):
        """A Player of it, which has agreed to play `page`. Raises Fault (NO_START) or Unsuitable."""
        player = PROTOCOLS[self.protocol](self, page, patience)
        try:
            player.start()
        except BaseException:
            player.kill()
            raise
        return player


# -------------------------------------------------------------------- settings
def changed(engine, settings):
    """An engine with some settings (names as in a file) changed. Raises ValueError for a bad one."""
    changes, limits = {}, {}
    for name, value in settings.items():
        if name == "command":
            changes[name] = tuple(shlex.split(value) if isinstance(value, str) else map(str, value))
        elif name == "tc":
            limits.update(read_clock(str(value)))
        elif name in ("movetime", "nodes", "depth"):
            limits[name] = number(name, value, float if name == "movetime" else int)
        elif name == "options":
            changes[name] = {**changes.get("options", engine.options), **table(name, value)}
        elif name.startswith("option."):
            changes["options"] = {**changes.get("options", engine.options), name[7:]: str(value)}
        elif name == "restart":
            changes[name] = truth(name, value)
        elif name in ("name", "protocol", "coordinates", "variant", "directory"):
            changes[name] = one_of(name, str(value), {"protocol": PROTOCOLS, "coordinates": COORDINATES}.get(name))
        else:
            raise ValueError(f"unknown setting {name}; see frabjous match --help")
    if limits:
        changes["control"] = TimeControl(**limits)
    engine = replace(engine, **changes)
    if not engine.command:
        raise ValueError("an engine has no command")
    return engine


def number(name, value, kind):
    try:
        return kind(value)
    except (TypeError, ValueError):
        raise ValueError(f"{name} {value!r} is not a number") from None


def truth(name, value):
    known = {"true": True, "1": True, "false": False, "0": False}
    if str(value).lower() not in known:
        raise ValueError(f"{name} {value!r} is neither true nor false")
    return known[str(value).lower()]


def one_of(name, value, known):
    if known and value not in known:
        raise ValueError(f"{name} {value!r} is not one of {', '.join(known)}")
    return value


def table(name, value):
    if not isinstance(value, dict):
        raise ValueError(f"{name} is not a table")
    return {key: str(item).lower() if isinstance(item, bool) else str(item) for key, item in value.items()}


# -------------------------------------------------------------------- reading
def read_engines(text):
    """The engines that an argument names: FILE.toml, FILE.toml:NAME, or a command line. Raises ValueError or OSError."""
    if match := re.fullmatch(r"(.*\.toml)(?::(.+))?", text):
        engines = read_file(match[1])
        if match[2] is None:
            return engines
        named = [engine for engine in engines if engine.name == match[2]]
        if not named:
            raise ValueError(f"{match[1]}: there is no engine {match[2]!r}, only {', '.join(str(e.name) for e in engines)}")
        return named
    try:
        return [changed(Engine(()), {"command": text})]
    except ValueError as error:
        raise ValueError(f"engine {text!r}: {error}") from None


def read_file(path):
    """The engines of a TOML file. Raises ValueError, which names file and line, or OSError."""
    with open(path, "rb") as file:
        text = file.read().decode(errors="replace")
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        match = re.fullmatch(r"(.*) \(at line ([0-9]+), column [0-9]+\)", str(error))
        raise ValueError(f"{path}, line {match[2]}: {match[1]}" if match else f"{path}: {error}") from None
    tables = content.get("engine", [content])
    if not isinstance(tables, list) or len(content) > 1 and "engine" in content:
        raise ValueError(f"{path}, line 1: expected the keys of one engine, or [[engine]] before those of each")
    return [read_table(path, text, number, settings) for number, settings in enumerate(tables)]


def read_table(path, text, number, settings):
    """One engine of a file. Its settings are tried one by one, so that an error can name the line."""
    starts = [i for i, line in enumerate(text.splitlines(), 1) if re.match(r"\s*\[\[\s*engine\s*\]\]", line)] or [1]
    start = starts[number] if number < len(starts) else 1
    if "command" not in settings:
        raise ValueError(f"{path}, line {start}: an engine has no command (several engines: [[engine]] before the keys of each)")
    engine = Engine(("?",))
    for name, value in settings.items():
        try:
            changed(engine, {name: value})
        except ValueError as error:
            lines = enumerate(text.splitlines()[start - 1:], start)
            line = next((i for i, line in lines if re.match(rf'\s*\[?(engine\.)?"?{re.escape(name)}\b', line)), start)
            raise ValueError(f"{path}, line {line}: {error}") from None
    return changed(engine, settings)


# -------------------------------------------------------------------- trying
def tried(engine, page, patience, sets_up):
    """The engine with what can be found out: its protocol and its name. It is started and ended for that.

    Raises ValueError, which names the engine, if it does not start or is not fit for the match.
    """
    shown = engine.name or shlex.join(engine.command)
    faults = []
    for protocol in [engine.protocol] if engine.protocol else PROTOCOLS:
        candidate = replace(engine, protocol=protocol)
        try:
            player = candidate.start(page, patience)
        except Unsuitable as error:
            faults.append(str(error))
            continue
        except Fault as fault:
            faults.append(fault.detail if engine.protocol else f"{protocol}: {fault.detail}")
            continue
        try:
            player.require(engine.control, sets_up)
            return replace(candidate, name=engine.name or player.own_name or engine.command[0].rpartition("/")[2])
        except Unsuitable as error:
            faults.append(str(error))
        finally:
            player.quit()
    raise ValueError(f"engine {shown}: {'; '.join(dict.fromkeys(faults))}")
