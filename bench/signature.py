"""The signature of the search: how many nodes it takes, the same on every machine for the same sources.

    frabjous bench [GAME ...] [--depth N]

Each game is searched to a fixed depth from its array and from positions after random moves, beginning each
time with an empty memory. A change that alters no play alters no count; one that does says the new total.
The suite is tactics (see suite.py): how many positions are solved in a fixed number of nodes, apart from the count.
"""
import argparse
import time

from ..engine.limits import Limits
from ..engine.search import Searcher
from ..engine.variants import page_named
from ..protocol.arguments import Parser, at_least, known_game
from .openings import RandomOpenings
from .suite import is_solved, puzzles

GAMES = ("chess", "omega", "alice", "hostage", "chessgi")
PLIES = (0, 6, 12, 24)  # random moves before each position


def positions(page):
    """A Game for each of PLIES."""
    return [RandomOpenings(page, 1, plies)[0].game(page) for plies in PLIES]


def count(page, depth, searcher):
    """Nodes of the searches of a game's positions."""
    nodes = 0
    for game in positions(page):
        searcher.new_game()
        searcher.think(game, Limits(depth=depth))
        nodes += searcher.nodes()
    return nodes


def solve(page, searcher):
    """(positions of a game's suite that are solved, positions)."""
    suite = puzzles(page)
    return sum(is_solved(page, puzzle, searcher) for puzzle in suite), len(suite)


def line(name, nodes, seconds, solved, asked):
    """What is printed of a game, or of all."""
    suite = f"   suite {solved}/{asked}" if asked else ""
    return f"{name:15} {nodes:12} nodes {nodes / max(seconds, 1e-3):12.0f} nodes/s{suite}"


def main(arguments=None):
    parser = Parser(prog="frabjous bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", type=known_game, help=f"by default {', '.join(GAMES)}")
    parser.add_argument("--depth", type=at_least(1), default=10, help="plies (10)")
    choice = parser.parse_args(arguments)
    searcher, total, seconds, all_solved, all_asked = Searcher(hash_megabytes=16), 0, 0.0, 0, 0
    for page in choice.games or [page_named(name) for name in GAMES]:
        searcher.prepare(page)
        begin = time.process_time()
        nodes = count(page, choice.depth, searcher)
        spent = time.process_time() - begin
        solved, asked = solve(page, searcher)
        total, seconds, all_solved, all_asked = total + nodes, seconds + spent, all_solved + solved, all_asked + asked
        print(line(page.NAME, nodes, spent, solved, asked), flush=True)
    print(line("total", total, seconds, all_solved, all_asked))


if __name__ == "__main__":
    main()
