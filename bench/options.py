"""The command line that matches and tournaments share, and what it describes."""
import argparse
import dataclasses
import os
import time

from ..engine.variants import page_named
from ..protocol.arguments import Parser, at_least, seconds
from .adjudication import Adjudication
from .contest import Contest
from .engines import __doc__ as engines_help
from .engines import changed, read_engines, tried
from .openings import FileOpenings, RandomOpenings
from .referee import Conditions
from .elo import Sprt
from .timecontrol import TimeControl, read_clock


def setting(text):
    """A type of argument: NAME=VALUE."""
    name, mark, value = text.partition("=")
    if not mark or not name:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name, value


def new_parser(program, description, engines):
    """A parser with everything but what only one kind of contest has. `engines`: how many it takes."""
    parser = Parser(prog=program, description=description, epilog=engines_help, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engines", metavar="ENGINE", nargs=engines, help="a command line, or FILE.toml, or FILE.toml:NAME")

    group = parser.add_argument_group("the games")
    group.add_argument("--game", required=True, help="its name: chess, omega, alice, …")
    group.add_argument("--rule", type=setting, action="append", default=[], metavar="NAME=VALUE",
                       help="a rule that the game leaves open, for both engines and the referee, e.g. EnPassant=landed in Alice Chess; "
                            "options of an engine itself are settings of it, see --each")
    group.add_argument("--openings", default="random", metavar="FILE", help="EPD or FEN lines; by default random legal moves")
    group.add_argument("--plies", type=at_least(0), default=8, help="of a random opening (8)")
    group.add_argument("--order", choices=("sequential", "random"), default="sequential", help="of the lines of a file")
    group.add_argument("--seed", type=int, default=1, help="of random openings and orders (1)")

    group = parser.add_argument_group("time")
    group.add_argument("--tc", metavar="[MOVES/]BASE[+INC]", help="in seconds, or MINUTES:SECONDS for the base")
    group.add_argument("--movetime", type=seconds, help="seconds for each move")
    group.add_argument("--nodes", type=at_least(1), help="for each move")
    group.add_argument("--depth", type=at_least(1), help="for each move")
    group.add_argument("--margin", type=seconds, default=0.1, help="seconds by which a time may be overrun (0.1)")
    group.add_argument("--patience", type=seconds, default=30.0, metavar="SECONDS",
                       help="with an engine that should answer, or move without a limit of time (30)")

    group = parser.add_argument_group("engines")
    group.add_argument("--each", type=setting, nargs="+", action="extend", default=[], metavar="NAME=VALUE",
                       help="settings of every engine, as in a TOML file (see below), e.g. tc=10+0.1; option.NAME=VALUE sets one of the engine's "
                            "own options, e.g. option.Hash=64")
    group.add_argument("--restart", action="store_true", help="start engines anew for each game")

    group = parser.add_argument_group("early ends", "Scores are centipawns; both engines must agree.")
    group.add_argument("--resign", type=setting, nargs="+", metavar="NAME=VALUE", help="score=600 moves=3: who is so far behind loses")
    group.add_argument("--draw", type=setting, nargs="+", metavar="NAME=VALUE", help="score=10 moves=8 from=40: so close to 0 is a draw")
    group.add_argument("--max-moves", type=at_least(1), metavar="N", help="a game is drawn after so many")

    group = parser.add_argument_group("running")
    group.add_argument("--concurrency", type=at_least(1), metavar="N", help="games at once (1; with --dask as many as it has threads)")
    group.add_argument("--dask", metavar="ADDRESS", help="play on a Dask cluster, e.g. tcp://host:8786")

    group = parser.add_argument_group("output")
    group.add_argument("--log", metavar="FILE", help="JSON lines; a log that exists is continued (GAME-DATE-TIME.jsonl)")
    group.add_argument("--pgn", metavar="FILE", help="all games of the log")
    group.add_argument("--chart", metavar="FILE", help="a picture, PNG or SVG by its name, of scores and of thinking time")
    group.add_argument("--event", default="Frabjous match", help="of the PGN")
    group.add_argument("--quiet", action="store_true", help="no progress, only the result")
    return parser


# -------------------------------------------------------------------- what it describes
def engines_of(choice):
    """The engines, with the settings for each of them."""
    engines = [engine for text in choice.engines for engine in read_engines(text)]
    if choice.restart:
        choice.each.append(("restart", "true"))
    try:
        return [changed(engine, dict(choice.each)) for engine in engines]
    except ValueError as error:
        raise ValueError(f"--each: {error}") from None


def timed(engines, choice):
    """The engines, those without a time control of their own with the common one."""
    if all(engine.control for engine in engines):
        return engines
    limits = read_clock(choice.tc) if choice.tc else {}
    control = TimeControl(**limits, movetime=choice.movetime, nodes=choice.nodes, depth=choice.depth)
    return [dataclasses.replace(engine, control=engine.control or control) for engine in engines]


def conditions_of(choice):
    game = page_named(choice.game).NAME
    conditions = Conditions(game, dict(choice.rule), choice.margin, choice.patience, adjudication_of(choice))
    conditions.page  # raises ValueError for an unknown rule
    return conditions


def adjudication_of(choice):
    found = {"most_moves": choice.max_moves}
    for option, names in (("resign", {"score": "win_score", "moves": "win_moves"}),
                          ("draw", {"score": "draw_score", "moves": "draw_moves", "from": "draw_from"})):
        for name, value in getattr(choice, option) or []:
            if name not in names or not value.isdigit():
                raise ValueError(f"--{option}: {name}={value} is not one of {', '.join(names)} with a number")
            found[names[name]] = int(value)
        if getattr(choice, option) and names["score"] not in found:
            raise ValueError(f"--{option}: score=… is missing")
    return Adjudication(**found)


def sprt_of(pairs):
    """The test that `--sprt` describes; None without it."""
    if pairs is None:
        return None
    fields = {field.name: field.type for field in dataclasses.fields(Sprt)}
    values = {}
    for name, value in pairs:
        if name not in fields:
            raise ValueError(f"--sprt: {name} is not one of {', '.join(fields)}")
        try:
            values[name] = fields[name](value)
        except ValueError:
            raise ValueError(f"--sprt: {name}={value} is not a number") from None
    try:
        return Sprt(**values)
    except ValueError as error:
        raise ValueError(f"--sprt: {error}") from None


def openings_of(choice, page):
    if choice.openings == "random":
        return RandomOpenings(page, choice.seed, choice.plies)
    return FileOpenings(page, choice.openings, choice.seed if choice.order == "random" else None)


def contest_of(choice, engines, opponents):
    """The Contest. Every engine is started once, to see that it can play; names become distinct."""
    conditions = conditions_of(choice)
    openings = openings_of(choice, conditions.page)
    engines = [tried(engine, conditions.page, conditions.patience, openings.has_positions) for engine in timed(engines, choice)]
    return Contest(distinct(engines), opponents, choice.games, openings, conditions, choice.seed)


def distinct(engines):
    """The engines with a number after names that occurred before."""
    seen, named = set(), []
    for engine in engines:
        name, number = engine.name, 1
        while name in seen:
            number += 1
            name = f"{engine.name} ({number})"
        seen.add(name)
        named.append(dataclasses.replace(engine, name=name))
    return tuple(named)


def log_path(choice):
    """Where the log is: as asked, or in a new file here."""
    return choice.log or f"{choice.game}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.jsonl"
