"""Plays engine against engine, over CECP or UCI, and is the referee.

    frabjous match frabjous "/usr/games/sjaakii -no_user_variants" --second protocol=cecp --game omega --games 200 --tc 10+0.1

Every game goes to the log before it counts. The same command with `--log` of that file continues where it was ended,
by whatever cause.
"""
import sys

from ..protocol.arguments import at_least
from ..protocol.lines import open_missing_streams
from . import report, tournament
from .engines import changed
from .options import contest_of, engines_of, new_parser, setting, sprt_of
from .running import carry_out, run

PROGRAM = "frabjous match"


def main(arguments=None):
    """Play a match, or a tournament if that is the first argument; the exit code."""
    open_missing_streams()
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    if arguments[:1] == ["tournament"]:
        return tournament.main(arguments[1:])
    choice = parser().parse_args(arguments)
    return carry_out(PROGRAM, lambda: play_match(choice))


def parser():
    found = new_parser(PROGRAM, __doc__, 2)
    found.add_argument("--games", type=at_least(1), default=100, help="in all (100)")
    for name in ("first", "second"):
        found.add_argument(f"--{name}", type=setting, nargs="+", action="extend", default=[], metavar="NAME=VALUE",
                           help=f"settings of the {name} engine, as with --each")
    found.add_argument("--sprt", type=setting, nargs="*", metavar="NAME=VALUE",
                       help="elo0=0 elo1=5 alpha=0.05 beta=0.05 model=logistic: end when elo0 or elo1 is accepted")
    return found


def play_match(choice):
    """Play the match that the command line describes; the exit code."""
    sprt = sprt_of(choice.sprt)
    engines = engines_of(choice)
    if len(engines) != 2:
        raise ValueError(f"a match has two engines, and here are {len(engines)}: choose one of a file with FILE.toml:NAME")
    engines = [changed(engine, dict(own)) for engine, own in zip(engines, (choice.first, choice.second))]
    contest = contest_of(choice, engines, ((0, 1),))

    def is_decided(standing):
        return sprt is not None and sprt.decision(standing.tallies[0, 1].pairs) is not None

    return run(choice, contest, report.MatchPresenter(contest, sprt), is_decided)


if __name__ == "__main__":
    sys.exit(main())
