"""The command line: `frabjous` alone speaks CECP or UCI, other commands show, count and compile games."""
import importlib
import os
import signal
import sys

from ..engine.limits import MOST_MATE
from . import progress
from .lines import Output, leave, open_missing_streams, read_lines

# Modules of bench that read their own arguments.
BENCHES = {"match": ("match", "Play engine against engine, with a referee who knows our games."),
           "tournament": ("tournament", "Play several engines against one another."),
           "bench": ("signature", "Count the nodes of fixed searches: the signature of the search.")}

INTERFACES = ("xboard", "cutechess", "pychess")

GRACE = 0.5  # seconds in which what was asked before the end of the input may still be answered


def main(arguments=None):
    """Run the program; the exit code."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments:
        open_missing_streams()
        return run(arguments)
    if sys.stdout:  # else nobody would hear
        speak()
    return 0


# -------------------------------------------------------------------- speaking a protocol
def speak():
    """Speak the protocol that the first line asks for, until `quit` or the end of the input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # XBoard sends one to draw attention
    if sys.stdin and sys.stdin.isatty():
        print("Type uci or xboard to choose a protocol; quit ends. See frabjous --help for what else there is.", file=sys.stderr)
    protocol = None
    for line in read_lines():
        if line == "quit":
            break
        protocol = protocol or protocol_asked_for(line)
        if protocol:
            try:
                protocol.handle(line)
            except Exception as error:  # whatever it is, the games must go on
                protocol.session.report_failure(error)
    if protocol:
        protocol.finish(GRACE)
    leave()


def protocol_asked_for(line):
    """An engine in the protocol that begins with such a line; None if none does."""
    word = line.partition(" ")[0]
    if word == "uci":
        from .uci import Uci
        return Uci(Output())
    if word in ("xboard", "protover", "new"):
        from .cecp import Cecp
        return Cecp(Output())
    return None


# -------------------------------------------------------------------- other commands
def run(arguments):
    """Do what the command line asks for; the exit code. Errors are one line."""
    from .arguments import fail  # here because argparse is slow to import, and speaking needs it not

    signal.signal(signal.SIGINT, signal.SIG_DFL)  # ends the process even while compiled code runs
    code = 0
    try:
        if arguments[0] in BENCHES:
            signal.signal(signal.SIGINT, signal.default_int_handler)  # a match ends its engines first
            code = importlib.import_module(f"frabjous.bench.{BENCHES[arguments[0]][0]}").main(arguments[1:])
        else:
            choice = parser().parse_args(arguments)
            choice.run(choice)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read has had enough
        discard_output()
        return 141
    except (ValueError, OSError, MemoryError) as error:
        if isinstance(error, OSError):
            discard_output()
        return fail("frabjous", error)
    return code


def discard_output():
    """Have Python find nothing left to write, and to complain of, when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def parser():
    """The parser of the command line."""
    from . import NAME
    from .arguments import Parser, at_least, seconds
    from .perft import MOST_DEPTH

    class Commands(Parser):
        speaker = "frabjous"

    top = Commands(prog="frabjous", description="Frabjous plays chess, Omega, Alice and Hostage Chess, and chessgi. "
                 "With no argument it reads the standard input and speaks XBoard's protocol (CECP) or UCI.")
    top.add_argument("--version", action="version", version=NAME)
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def command(name, function, text):
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(run=function)
        return sub

    def add_position(sub):
        sub.add_argument("game", metavar="GAME", help="its name, see frabjous games")
        sub.add_argument("--fen", help="the position, instead of the array")
        sub.add_argument("--rule", "--option", dest="rule", action="append", default=[], metavar="NAME=VALUE",
                         help="a rule that the game leaves open, e.g. EnPassant=landed in Alice Chess; see frabjous rules GAME")

    sub = command("perft", run_perft, "Count the leaves of the tree of legal moves.")
    add_position(sub)
    sub.add_argument("depth", metavar="DEPTH", type=at_least(0, MOST_DEPTH), help="plies")
    sub.add_argument("--divide", action="store_true", help="show the count below each first move")
    sub.add_argument("--threads", type=at_least(1), default=1, metavar="N", help="count with so many threads")
    sub.add_argument("--no-bulk", action="store_true", help="make the moves of the last ply too, instead of counting them")
    sub = command("show", run_show, "Draw a position, with its FEN, the number of legal moves and how the game stands.")
    add_position(sub)
    sub.add_argument("--moves", default="", metavar='"M1 M2 …"', help="moves to play from the position, in any notation")
    sub = command("play", run_play, "Play against the engine in the terminal; type help there.")
    add_position(sub)
    sub.add_argument("--side", choices=("white", "black", "both"), default="white", help="whose moves you make (white)")
    sub.add_argument("--time", type=seconds, default=2.0, metavar="SECONDS", help="that the engine thinks about a move (2)")
    sub.add_argument("--level", type=at_least(1, 99), metavar="PLIES", help="how deep it looks at most: the fewer, the weaker")
    sub = command("solve", run_solve, "Prove a mate by trying everything, and show all keys and defences; or that there is none. "
                  "Repetition, the 50-move rule and dead positions are ignored.")
    add_position(sub)
    sub.add_argument("--mate", type=at_least(1, MOST_MATE), required=True, metavar="N", help="in at most so many moves")
    sub.add_argument("--keys", action="store_true", help="show the keys alone")
    command("games", run_games, "List the games.")
    sub = command("rules", run_rules, "Tell the rules of a game.")
    sub.add_argument("game", metavar="GAME", help="its name, see frabjous games")
    for name, (_, text) in BENCHES.items():
        commands.add_parser(name, help=text)
    sub = command("install", run_install, "Register Frabjous with a graphical interface, for this user.")
    sub.add_argument("interface", metavar="INTERFACE", choices=INTERFACES, help=", ".join(INTERFACES))
    sub.add_argument("--remove", action="store_true", help="take it out again")
    sub.add_argument("--print", action="store_true", help="only show what would be written")
    sub = command("compile", run_compile, "Compile games now, so that they later start at once.")
    sub.add_argument("games", metavar="GAME", nargs="*", help="all games if none is named")
    sub.add_argument("--into", metavar="FOLDER", help="put the compiled code there too, as a wheel carries it")
    return top


def game_of(choice):
    """The game that GAME, --rule and --fen describe. Raises ValueError if they describe none."""
    from ..engine.variants import page_named

    page = page_named(choice.game)
    for rule in choice.rule:
        name, _, value = rule.partition("=")
        page = page.with_options(**{name: value})

    from ..engine.game import Game
    from ..engine.notation import read_fen
    from ..engine.geometry import geometry

    progress.show()
    try:
        return Game(page, None if choice.fen is None else read_fen(geometry(page), choice.fen))
    except ValueError as error:
        raise ValueError(f"--fen: {error}") from None
    finally:
        progress.clear()


def run_perft(choice):
    import time

    from . import perft as reporting

    game = game_of(choice)

    from ..engine import kernels, perft
    from ..engine.notation import write_move

    kernels.load(game.page, "perft")
    progress.clear()
    begin = time.perf_counter()
    if choice.divide and choice.depth:
        parts = perft.divide(game, choice.depth, bulk=not choice.no_bulk, threads=choice.threads)
        nodes = sum(count for _, count in parts)
    else:
        parts, nodes = [], perft.count(game, choice.depth, bulk=not choice.no_bulk, threads=choice.threads)
    seconds = time.perf_counter() - begin
    for line in sorted(f"{write_move(game.rules, move)}: {count}" for move, count in parts):
        print(line)
    print(*reporting.summary(nodes, seconds), sep="\n")


def run_show(choice):
    from ..engine.draw import draw
    from ..engine.notation import read_move, write_fen
    from .drawing import look_for

    game = game_of(choice)
    for number, text in enumerate(choice.moves.split(), 1):
        try:
            game.make(read_move(game, text))
        except ValueError as error:
            raise ValueError(f"--moves, number {number}: {error}") from None
    print(draw(game, look_for(game.rules, sys.stdout)))
    print("fen", write_fen(game.rules, game.setup()))
    print("legal", len(game.legal_moves()))
    print("status", game.status())


def run_play(choice):
    import threading

    from ..engine.limits import Limits
    from .play import EXCUSE, Play, waited

    signal.signal(signal.SIGINT, signal.default_int_handler)
    if sys.stdin is None:
        raise ValueError("there is no input to read moves from")
    sys.stdin.reconfigure(errors="replace")
    try:
        game = waited(lambda: game_of(choice), EXCUSE)
        Play(game, choice.side, Limits(seconds=choice.time, depth=choice.level)).run()
    except KeyboardInterrupt:
        print()
    if threading.active_count() > 1:
        sys.stdout.flush()
        leave()  # of the compiler


def run_solve(choice):
    from ..engine import kernels
    from . import solve

    game = game_of(choice)
    kernels.load(game.page, "proof")
    progress.clear()
    for line in solve.report(game, choice.mate, choice.keys):
        print(line, flush=True)


def run_games(choice):
    from ..engine.variants import GAMES

    for name, page in GAMES.items():
        sentence = " ".join((page.__doc__ or "").split()).partition(". ")[0].rstrip(".")
        print(f"{name:15} {page.TITLE}: {sentence}.")


def run_rules(choice):
    from ..engine.variants import page_named

    page = page_named(choice.game)

    from .rulebook import terminal_width, write

    print(write(page, terminal_width()))


def run_install(choice):
    from .install import install

    print(*install(choice.interface, choice.remove, choice.print), sep="\n")


def run_compile(choice):
    import pathlib
    import time

    from ..engine.variants import GAMES, page_named

    pages = [page_named(name) for name in choice.games] or list(GAMES.values())

    from ..engine import cache, kernels

    place = pathlib.Path(choice.into) if choice.into else cache.folder()
    if not place:
        raise OSError("there is no folder to keep compiled code in; FRABJOUS_CACHE can name one")
    place.mkdir(parents=True, exist_ok=True)
    progress.show()
    for number, page in enumerate(pages, 1):
        begin = time.perf_counter()
        kernels.keep(page, place)
        progress.clear()
        print(f"{number} of {len(pages)}: {page.NAME} {time.perf_counter() - begin:.1f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main())
